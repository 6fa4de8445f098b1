"""The shape of a profile: everything that the rest of the package asks of one source in particular."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tarock.base.structs import Value
from tarock.corpus.segments import Role, Tiler

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from tarock.corpus.segments import Segment


class Levels(NamedTuple):
    """How deep a kind of heading stands: in the versioned Markdown, and on a page below the page's title."""

    text: int
    page: int


class Found(NamedTuple):
    """A stretch of a text: its characters, and what they are.

    Of a reference, the id of the passage or unit of the same source that it names; of a part, the name that its id
    has behind that of the passage.
    """

    start: int
    end: int
    target: str


class Subjects(NamedTuple):
    """What a heading names: the subjects in its own words, and the ids of the units that it claims for them."""

    words: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


def paragraph(number: str, german: bool) -> str:
    """The name of a numbered paragraph inside a unit."""
    return f"{number}. Absatz" if german else f"para. {number}"


class Profile(Value, kw_only=True):
    """One source's layout and language.

    `read(tiler)` cuts the transcript into segments. `passages` is the pattern of its passages' ids.
    `headings` has the levels of each kind of heading. `label(ident, text, german)` is what a person calls a
    passage (`text` is its text) or a unit that holds passages (`text` is empty).

    A source may have more. `paratexts`: the English and the German name of each kind of paratext that can be cited, by
    the first part of its ids. `range_label(first, last)`: a name for a range of units, empty for the usual one.
    `references(ident, kind, text)`: where the text of a passage or heading refers to places of this source.
    `parts(ident, kind, text)`: words inside a passage that can be cited by themselves.
    `subjects(kind, text)`: what a heading names, for the index; `claimed` is the kind of headings of which
    each must be claimed by such a heading. `games`: the pattern of the ids of its model games, and
    `game_kinds` the kinds of passages that record play and so exemplify rules instead of stating them. `notation`: the
    kinds of passages that are notation, each one sentence, not prose.
    """

    read: Callable[[Tiler], None]
    passages: re.Pattern[str]
    headings: Mapping[str, Levels]
    label: Callable[[str, str, bool], str]
    paratexts: Mapping[str, tuple[str, str]] = msgspec.field(default_factory=dict)
    range_label: Callable[[str, str], str] = lambda _first, _last: ""
    references: Callable[[str, str, str], Iterable[Found]] = lambda _ident, _kind, _text: ()
    parts: Callable[[str, str, str], Iterable[Found]] = lambda _ident, _kind, _text: ()
    subjects: Callable[[str, str], Subjects] = lambda _kind, _text: Subjects()
    claimed: str = ""
    games: re.Pattern[str] | None = None
    game_kinds: frozenset[str] = frozenset()
    notation: frozenset[str] = frozenset()

    def cut(self, text: str, file: Path) -> tuple[Segment, ...]:
        """The segments of a transcript, which together are the transcript.

        Raises `CodexError` with file and line when the text is not laid out as this source is.
        """
        tiler = Tiler(text, file)
        self.read(tiler)
        segments = tiler.finish()
        for segment in segments:
            if segment.role is Role.PASSAGE and not self.passages.fullmatch(segment.ident):
                expected = f"expected one that fits {self.passages.pattern}"
                raise tiler.error(f"`{segment.ident}` is no id of a passage here", expected, segment.start)
        return segments
