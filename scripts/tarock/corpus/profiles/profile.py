"""The shape of a profile: everything that the rest of the package asks of one source in particular.

Its `read` cuts the transcript into segments without losing a character.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen

_LINE = re.compile(r"\S(?:.*\S)?")
NOT_HERE = "[left out]"  # stands for words that are left out of a copy because they are not known to be free


class SegmentRole(StrEnum):
    """The role of a stretch of a transcript."""

    PASSAGE = "passage"
    HEADING = "heading"
    PARATEXT = "paratext"  # page furniture, editors' notes, web page chrome
    LAYOUT = "layout"  # white space between the others


class Segment(Frozen):
    """Characters `start` to `end` of a transcript, what they are (`role`, `kind`) and whose (`ident`).

    `ident` is the passage's or heading's id inside its source; several segments with one id make one
    passage (a sentence across a page break).
    """

    start: int
    end: int
    role: SegmentRole
    kind: str
    ident: str = ""


class TranscriptLine(Frozen):
    """A line with something on it, without its surrounding white space."""

    start: int
    end: int
    text: str


class Segmenter:
    """Collects segments in reading order and proves at the end that they cover the whole transcript."""

    def __init__(self, text: str, file: Path):
        self.text = text
        self.file = file
        self._segments: list[Segment] = []
        self._passages: set[str] = set()
        self._counts: Counter[str] = Counter()

    def lines(self) -> Iterator[TranscriptLine]:
        """Yield the lines that have more than white space."""
        return (TranscriptLine(*found.span(), found[0]) for found in _LINE.finditer(self.text))

    def add(self, start: int, end: int, role: SegmentRole, kind: str, ident: str = "", *, more: bool = False) -> None:
        """Add a segment; `more` continues the passage with the same id. Raises `CodexError` for an id used twice."""
        last = self._segments[-1].end if self._segments else 0
        if start < last:
            raise self.error("two segments overlap", "expected segments in reading order", start)
        if ident and not more:
            if ident in self._passages:
                raise self.error(f"the id `{ident}` is used twice", "expected each id once", start)
            self._passages.add(ident)
        self._segments.append(Segment(start, end, role, kind, ident))

    def add_line(self, line: TranscriptLine, role: SegmentRole, kind: str, ident: str = "") -> None:
        """Add a whole line."""
        self.add(line.start, line.end, role, kind, ident)

    def add_numbered(self, line: TranscriptLine, kind: str, name: str) -> None:
        """Add a line of paratext that is citable under the next free id: `name.1`, `name.2` and so on."""
        self._counts[name] += 1
        self.add_line(line, SegmentRole.PARATEXT, kind, f"{name}.{self._counts[name]}")

    def extend_last(self, end: int) -> None:
        """Extend the last segment to offset `end`, for a passage of several lines."""
        self._segments[-1] = structs.replace(self._segments[-1], end=end)

    def error(self, what: str, expected: str, offset: int) -> CodexError:
        """Return an error with the file and the line of an offset in the transcript."""
        number = self.text.count("\n", 0, offset) + 1
        return CodexError(what, expected, file=self.file, line=number)

    def finish(self) -> tuple[Segment, ...]:
        """Return all segments with the gaps as layout; raise `CodexError` for a gap that is more than white space."""
        tiled: list[Segment] = []
        position = 0
        for segment in (*self._segments, Segment(len(self.text), len(self.text), SegmentRole.LAYOUT, "end")):
            if segment.start > position:
                gap = self.text[position : segment.start]
                if gap.strip():
                    raise self.error(
                        f"text belongs to nothing: {gap.strip()[:60]!r}",
                        "expected every character in a passage, a heading or the paratext",
                        position + len(gap) - len(gap.lstrip()),
                    )
                tiled.append(Segment(position, segment.start, SegmentRole.LAYOUT, "space"))
            if segment.end > segment.start:
                tiled.append(segment)
            position = segment.end
        return tuple(tiled)


class HeadingLevels(NamedTuple):
    """How deep a kind of heading stands: in the versioned Markdown, and on a page below the page's title."""

    text: int
    page: int


class FoundSpan(NamedTuple):
    """A stretch of a text: its characters, and what they are.

    Of a reference, the id of the passage or unit of the same source that it names; of a part, the name that its id
    has behind that of the passage.
    """

    start: int
    end: int
    target: str


class Subjects(NamedTuple):
    """The subjects of a heading in its own words, and the ids of the units that it claims for them."""

    words: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


def paragraph_label(number: str, german: bool) -> str:
    """Return the name of paragraph `number` of a unit, in English or German."""
    return f"{number}. Absatz" if german else f"para. {number}"


class Profile(Frozen, kw_only=True):
    """One source's layout and language.

    `read(tiler)` cuts the transcript into segments. `passages` is the pattern of its passages' ids.
    `headings` has the levels of each kind of heading. `label(ident, text, german)` is what a person calls a
    passage (`text` is its text) or a unit that holds passages (`text` is empty).

    A source may have more. `paratexts`: the English and the German name of each kind of paratext that can be cited, by
    the first part of its ids.
    `references(ident, kind, text)`: where the text of a passage or heading refers to places of this source.
    `parts(ident, kind, text)`: words inside a passage that can be cited by themselves.
    `subjects(kind, text)`: what a heading names, for the index; `claimed` is the kind of headings of which
    each must be claimed by such a heading. `games`: the pattern of the ids of its model games, and
    `game_kinds` the kinds of passages that record play and so exemplify rules instead of stating them. `notation`: the
    kinds of passages that are notation, each one sentence, not prose.
    """

    read: Callable[[Segmenter], None]
    passages: re.Pattern[str]
    headings: Mapping[str, HeadingLevels]
    label: Callable[[str, str, bool], str]
    paratexts: Mapping[str, tuple[str, str]] = {}
    references: Callable[[str, str, str], Iterable[FoundSpan]] = lambda _ident, _kind, _text: ()
    parts: Callable[[str, str, str], Iterable[FoundSpan]] = lambda _ident, _kind, _text: ()
    subjects: Callable[[str, str], Subjects] = lambda _kind, _text: Subjects()
    claimed: str = ""
    games: re.Pattern[str] | None = None
    game_kinds: frozenset[str] = frozenset()
    notation: frozenset[str] = frozenset()

    def segment(self, text: str, file: Path) -> tuple[Segment, ...]:
        """Cut a transcript into segments, which joined are the whole transcript.

        Raises `CodexError` with file and line when the text is not laid out as this source is.
        """
        tiler = Segmenter(text, file)
        self.read(tiler)
        segments = tiler.finish()
        for segment in segments:
            if segment.role is SegmentRole.PASSAGE and not self.passages.fullmatch(segment.ident):
                expected = f"expected one that fits {self.passages.pattern}"
                raise tiler.error(f"`{segment.ident}` is no id of a passage here", expected, segment.start)
        return segments
