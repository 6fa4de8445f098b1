"""What the print would decide: the places of each source that only a copy settles, and what copies have told."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.language import DATA, translated
from tarock.base.structs import LazyValue, Value
from tarock.corpus.emendations import CONJECTURE, Emendation
from tarock.proof.claims.expectation import told
from tarock.proof.witnesses import NEEDLESS, PlaceKind, lines
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from tarock.corpus.sources import Source
    from tarock.corpus.witnesses import Answer, Standing
    from tarock.proof.witnesses import Effect, Place, Reading
    from tarock.publish.places import Site


class Choice(Value):
    """Something that the print may have at a place, whose reading it is, and what follows from it."""

    words: str
    of: str
    says: tuple[str, ...]


class NumberedLine(Value):
    """What several places mean together, numbered within its game."""

    number: int
    words: tuple[tuple[str, str], ...]  # references with words
    says: tuple[str, ...]


class Asked(LazyValue):
    """The places of a source in the order in which they are asked."""

    site: Site
    source: Source

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Those that no copy has settled."""
        return self.site.codex.places[self.source.siglum]

    @cached_property
    def told(self) -> list[Place]:
        """Those that copies have settled, with what their readings would have changed."""
        codex = self.site.codex
        return [place for place in codex.by_editions.places[self.source.siglum] if place.name in codex.seen]

    def answers(self, place: Place) -> list[Answer]:
        """What copies have at a place."""
        return self.site.codex.answers.get(place.name, [])

    def standing(self, place: Place) -> Standing | None:
        """What that does to what is recorded of it."""
        return self.site.codex.standings.get(place.record) if place.record else None

    def recorded(self, place: Place) -> str:
        """What is recorded of it."""
        kind = place.record.kind if isinstance(place.record, Emendation) else "doubt"
        return say(Message(f"print.record.{kind if kind in ('doubt', CONJECTURE) else 'emendation'}"))

    @property
    def kinds(self) -> Iterator[tuple[PlaceKind, str, list[Place]]]:
        """The kinds that there are, with their titles and places."""
        for kind in PlaceKind:
            if found := [place for place in self.places if place.kind is kind]:
                yield kind, say(Message(f"print.kind.{kind}")), found

    @cached_property
    def lines(self) -> dict[str, list[NumberedLine]]:
        """The legal lines of each game in which somebody revokes."""
        return {
            game: [NumberedLine(number, line.words, said(line.effects)) for number, line in enumerate(found, 1)]
            for game, found in lines(self.places).items()
        }

    def place(self, ref: str) -> str:
        """Where it is in the book, in its language."""
        edition = self.site.corpus.edition(self.source.siglum)
        ident = ref.partition(":")[2]
        pages = [edition.label(page, "de") for page, held in edition.pages.items() if ident in held]
        return ", ".join([edition.label(ident, "de"), *pages])

    def choices(self, place: Place) -> Iterator[Choice]:
        """What the print may have there."""
        for reading in place.readings:
            yield Choice(reading.words, say(Message(f"print.{reading.of}")), tuple(self._follows(place, reading)))

    def _follows(self, place: Place, reading: Reading) -> Iterator[str]:
        if place.lines and not reading.stands:
            held = self.lines.get(place.passage.rpartition(".")[0], [])
            numbers = tuple(str(line.number) for line in held if (place.passage, reading.words) in line.words)
            yield say(Message("print.together", numbers=numbers))
        effects = said(reading.effects)
        yield from (f"{say(Message('print.alone'))}{effects[0]}", *effects[1:]) if place.lines and effects else effects
        if reading.stands and (place.kind is PlaceKind.SAID or (place.lines and _none_left(reading))):
            yield say(Message("print.the_book"))
        elif place.kind is PlaceKind.GAP:
            yield say(Message("print.gap"))
        elif place.rests and not reading.stands:
            yield say(Message("print.read_anew"))
        elif not effects and not place.lines:
            yield say(Message("print.stands" if reading.stands else "print.form"))

    def rests(self, place: Place) -> list[str]:
        """What rests on the words of a place."""
        return [_rests(self.site, it) for it in place.rests]


def _rests(site: Site, it: Effect) -> str:
    """A value with what it is, a claim with its verdict, or how many claims read a value."""
    if it.what == "value":
        table = site.codex.tables[it.name.partition("/")[0]]
        before = next(statement.shown for statement in table if statement.id == it.name)
    else:
        before = _shown(it.what, it.before)
    return say(Message(f"print.rests.{it.what}", name=it.name, before=before))


def _shown(what: str, text: str) -> str:
    """A verdict, or what is computed or counted, in words."""
    if text in ("", NEEDLESS):
        return say(Message("print.none"))
    return translated(text, DATA) if what in ("verdict", "claim") else told(text)


def _none_left(reading: Reading) -> bool:
    return any(effect.what == "lines" and not effect.after for effect in reading.effects)


def said(effects: Iterable[Effect], *, named: bool = False) -> tuple[str, ...]:
    """What would change, in words; or, with the names of the games, what has.

    What is found or no longer found at several levels is said once; so are verdicts on several claims.
    """
    texts, when = dict[str, None](), Message("print.by_edition" if named else "print.now")
    found: dict[tuple[str, str, str], list[str]] = {}
    claims: dict[tuple[str, str], list[str]] = {}

    def tell(key: str, name: str, **values: Hashable) -> None:
        words = say(Message(key, name=name, when=when, **values))
        texts[say(Message("print.named", name=name, said=words)) if named and name not in words else words] = None

    for effect in effects:
        if effect.what == "findings":
            first, then = effect.before.splitlines(), effect.after.splitlines()
            for key, one, other in (("gone", first, then), ("new", then, first)):
                if listed := "; ".join(each for each in one if each not in other):
                    found.setdefault((effect.name, key, listed), []).append(effect.level)
        elif effect.what == "claim":
            claims.setdefault((effect.before, effect.after), []).append(effect.name)
        else:
            kind = ".none" if not effect.after else ".needless" if effect.after == NEEDLESS else ""
            if effect.what != "legal" or effect.after:  # else that no line is left says it
                before, after = (_shown(effect.what, each) for each in (effect.before, effect.after))
                tell(f"print.{effect.what}{kind}", effect.name, before=before, after=after)
    for (name, key, listed), levels in found.items():
        shown = tuple(Message(f"print.level.{level}") for level in levels)
        tell(f"print.findings.{key}", name, level=shown, found=listed)
    for (was, now), names in claims.items():
        before, after = _shown("claim", was), _shown("claim", now)
        texts[say(Message("print.claim", name=tuple(names), when=when, before=before, after=after))] = None
    return tuple(texts)


class PrintView(View):
    """The places of all sources."""

    @cached_property
    def asked(self) -> list[Asked]:
        """What is asked of each source."""
        return [Asked(self.site, edition.source) for edition in self.site.corpus.editions()]

    @property
    def changed(self) -> tuple[str, ...]:
        """What is otherwise by what copies have."""
        return said(self.site.codex.changes, named=True)

    @property
    def read_anew(self) -> list[str]:
        """What rests on words that a copy has otherwise."""
        found, withheld = self.site.codex.to_read_anew, self.site.withheld_sources
        return [
            it.name
            if it.name.startswith(withheld)  # what it says there may be words of its source
            else _rests(self.site, it)
            for it in found
        ]

    def sheet(self, siglum: str) -> str:
        """The link to the sheet of a source."""
        return self.router.file(f"{siglum}-print.pdf").seen_from(self.page)
