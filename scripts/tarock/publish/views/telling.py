"""How the game of a source is played: its prose with all marks filled, and the places on which each sentence rests."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tarock.base.errors import CodexError
from tarock.base.structs import Value
from tarock.publish.views.prose import Link
from tarock.publish.views.telling_values import ABSENT, Values
from tarock.publish.views.telling_verbs import VERBS, Piece, Verbs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site
    from tarock.publish.views.telling_verbs import Shown
    from tarock.rules.how_to import Line, Mark, Telling
    from tarock.rules.ruleset import Rules


class Told(Value):
    """A sentence or row: its cells, and where it rests. `silent` says how the source is silent, or leaves it open."""

    cells: tuple[tuple[Shown, ...], ...]
    places: tuple[Link, ...]
    silent: str

    @property
    def ours(self) -> bool:
        """Whether it tells what the source does not say."""
        return self.silent not in ("", ABSENT)


class Filler:
    """Fills the marks of one file, as it stands on one page. `rules` are those of the source, or others for a test."""

    def __init__(self, site: Site, telling: Telling, page: str, rules: Rules | None = None):
        self.site = site
        self.page = page
        self.own = f"{telling.siglum}:"
        self.values = Values(site, telling, rules)
        self.verbs = Verbs(self.values, page)

    def line(self, line: Line, *, digits: bool = False) -> Told:
        """A sentence or row, filled, with all numbers in `digits` or the small ones in words.

        Raises `CodexError` with file and line for a mark that cannot be filled.
        """
        self.verbs.digits = digits
        told = self.head(line)
        if not told.places:
            raise self.values.error(
                "a sentence that rests on nothing", "expected a mark such as {number KEY} or {see KEY}"
            )
        return told

    def head(self, line: Line) -> Told:
        """A row that needs to rest on nothing, filled."""
        self.values.begin(line.number)
        cells = tuple(_ended([piece for part in cell for piece in self._pieces(part)]) for cell in line.cells)
        router = self.site.router
        places = [
            Link(ref.removeprefix(self.own), self._href(ref)) for ref in sorted(self.values.refs, key=self._position)
        ]
        unsaid = {kind: key for key, kind in reversed(self.values.silent.items())}  # the first key of each kind
        places += [Link(kind, router.rule(key).seen_from(self.page)) for kind, key in unsaid.items()]
        return Told(cells, tuple(places), next(iter(self.values.silent.values()), ""))

    def _position(self, ref: str) -> tuple[bool, int]:
        """Where a passage stands in its text; those of another text come behind."""
        siglum, _, name = ref.partition(":")
        passages = self.site.corpus.edition(siglum).passages
        return not ref.startswith(self.own), list(passages).index(name) if name in passages else len(passages)

    def _href(self, ref: str) -> str:
        if not self.site.router.has(ref):
            raise self.values.error(f"{ref} does not exist", "expected a passage")
        return self.site.router.passage(ref).seen_from(self.page)

    def _pieces(self, part: str | Mark) -> Iterator[Shown]:
        if isinstance(part, str):
            yield Piece(part.replace("'", "’"))
            return
        verb = VERBS.get(part.verb.lower() if part.verb[0].isupper() else part.verb)
        if verb is None:
            raise self.values.error(f"`{part.verb}` is no verb", f"expected one of: {', '.join(VERBS)}")
        try:
            signature(verb).bind(self.verbs, *part.arguments)
        except TypeError:
            asked = "; ".join(part.arguments)
            raise self.values.error(
                f"`{{{part.verb} {asked}}}` has not the right arguments", f"see {Verbs.__module__}"
            ) from None
        try:
            found = list(verb(self.verbs, *part.arguments))
        except CodexError as error:
            raise (
                error if error.file == self.values.telling.file else self.values.error(error.what, error.expected)
            ) from None
        if part.verb[0].isupper() and found and isinstance(first := found[0], Piece):
            found[0] = replace(first, text=first.text[:1].upper() + first.text[1:])
        yield from found


def _ended(pieces: list[Shown]) -> tuple[Shown, ...]:
    """Pieces without the space before marks that show nothing, so that the places stay on the line of the last word."""
    while pieces and isinstance(pieces[-1], Piece) and not pieces[-1].text.strip():
        pieces.pop()
    if pieces and isinstance(pieces[-1], Piece):
        pieces[-1] = replace(pieces[-1], text=pieces[-1].text.rstrip())
    return tuple(pieces)
