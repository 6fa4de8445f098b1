"""An edition: the transcript cut into passages, with its emendations applied."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.corpus import emendations as em
from tarock.corpus.readers import read_transcript
from tarock.corpus.segments import Role, Segment
from tarock.corpus.sources import Source, load_sources, read_source
from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.project import Project

_RANGE = re.compile(r" \((?:§ ([0-9][0-9 in.]*)|S\. Einleitung)\)\Z")
_SUBJECT_BREAK = re.compile(r"(?<=[a-zäöüß])\. (?:- )?(?=[A-ZÄÖÜ])")


def hash_text(text: str) -> str:
    """The sha256 of a text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@dataclass(frozen=True)
class _Unit:
    """What passages and headings have in common: an id in a source, and a text of plain and emended pieces."""

    siglum: str
    ident: str
    kind: str
    pieces: tuple[em.Piece, ...]

    @property
    def ref(self) -> str:
        """The reference, e.g. `1840:47.2`."""
        return f"{self.siglum}:{self.ident}"

    @cached_property
    def text(self) -> str:
        """The text of the edition."""
        return em.edited(self.pieces)


@dataclass(frozen=True)
class Passage(_Unit):
    """The smallest citable unit of a source; its text is that of the edition."""

    conjectures: tuple[em.Emendation, ...] = ()

    @cached_property
    def transcript(self) -> str:
        """The text as received (without page marks that stand inside it)."""
        return em.restored(self.pieces)

    @cached_property
    def hash(self) -> str:
        """The sha256 of the edition's text."""
        return hash_text(self.text)

    @property
    def emended(self) -> list[em.Emended]:
        """The corrected stretches, in order."""
        return [piece for piece in self.pieces if isinstance(piece, em.Emended)]


@dataclass(frozen=True)
class Heading(_Unit):
    """A heading: not citable as a rule, but the name of what follows. Its id is such as `h7`."""

    @cached_property
    def sections(self) -> tuple[int, ...]:
        """The §§ that a thematic heading claims: `(§ 20 in 22.38)` means §§ 20 to 22 and 38."""
        claimed = _RANGE.search(self.text)
        if not claimed or not claimed[1]:
            return ()
        numbers: list[int] = []
        for part in claimed[1].split("."):
            first, _, last = part.partition(" in ")
            numbers.extend(range(int(first), int(last or first) + 1))
        return tuple(numbers)

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """The subjects that a thematic heading names, in its own words."""
        return tuple(part.strip(" .-") for part in _SUBJECT_BREAK.split(_RANGE.sub("", self.text)))


@dataclass(frozen=True, slots=True)
class Paratext:
    """Page furniture, an editor's note, web page chrome."""

    kind: str
    text: str


Item = Passage | Heading | Paratext


@dataclass(frozen=True)
class Edition:
    """A source with its passages in reading order."""

    source: Source
    transcript: str
    segments: tuple[Segment, ...]
    items: tuple[Item, ...]
    page_marks: tuple[tuple[str, str], ...] = ()  # (page, passage in which it begins or ends)

    @property
    def siglum(self) -> str:
        """The source's siglum."""
        return self.source.siglum

    @cached_property
    def passages(self) -> dict[str, Passage]:
        """All passages by id, in reading order."""
        return {item.ident: item for item in self.items if isinstance(item, Passage)}

    @cached_property
    def headings(self) -> dict[str, Heading]:
        """All headings by id, in reading order."""
        return {item.ident: item for item in self.items if isinstance(item, Heading)}

    @cached_property
    def containers(self) -> dict[str, tuple[str, ...]]:
        """What is not itself a passage but holds passages: a §, an article, a Musterspiel; and pages."""
        held: dict[str, list[str]] = {}
        for ident in self.passages:
            levels = ident.split(".")
            for depth in range(1, len(levels)):
                held.setdefault(".".join(levels[:depth]), []).append(ident)
        return {**{name: tuple(idents) for name, idents in held.items()}, **self.pages}

    @cached_property
    def pages(self) -> dict[str, tuple[str, ...]]:
        """The second tree of 1863: the passages of each printed page; one across a break is on both."""
        idents = list(self.passages)
        pages: dict[str, tuple[str, ...]] = {}
        starts = [idents.index(ident) for _page, ident in self.page_marks]
        stops = [*starts[1:], len(idents) - 1]
        for (page, _ident), start, stop in zip(self.page_marks, starts, stops, strict=False):
            pages[f"page.{page}"] = tuple(idents[start : stop + 1])
        return pages

    @cached_property
    def subjects(self) -> dict[int, tuple[str, ...]]:
        """The subjects of each § by number, from the thematic headings."""
        found: dict[int, list[str]] = {}
        for heading in self.headings.values():
            for section in heading.sections:
                found.setdefault(section, []).extend(heading.subjects)
        return {section: tuple(found[section]) for section in sorted(found)}

    @property
    def emendations(self) -> list[em.Emendation]:
        """All emendations of the edition, in reading order."""
        return [piece.emendation for item in self.items if not isinstance(item, Paratext) for piece in item.pieces
                if isinstance(piece, em.Emended)]  # fmt: skip


@dataclass
class Corpus:
    """All editions of a project, each read when first asked for."""

    project: Project
    _editions: dict[str, Edition] = field(default_factory=dict)

    @cached_property
    def sources(self) -> dict[str, Source]:
        """The sources by siglum."""
        return load_sources(self.project)

    def edition(self, siglum: str) -> Edition:
        """The edition of one source; raises `CodexError` for an unknown siglum."""
        if siglum not in self.sources:
            raise CodexError(f"unknown source `{siglum}`", f"expected one of {', '.join(self.sources)}")
        if siglum not in self._editions:
            self._editions[siglum] = read_edition(self.project, self.sources[siglum])
        return self._editions[siglum]

    def editions(self) -> Iterable[Edition]:
        """All editions, oldest source first."""
        return (self.edition(siglum) for siglum in self.sources)


def read_edition(project: Project, source: Source) -> Edition:
    """Read a transcript, cut it and apply its emendations; raises `CodexError` for any fault on the way."""
    path, text = read_source(project, source)
    segments = read_transcript(source.siglum, text, path)
    located: dict[str, list[em.Located]] = {}
    for record in em.load_emendations(project, source.siglum):
        located.setdefault(record.emendation.passage.partition(":")[2], []).append(record)
    items: list[Item] = []
    marks: list[str] = []
    for (role, ident), group in groupby(_joined(segments), key=lambda segment: (segment.role, segment.ident)):
        parts = list(group)
        if role is Role.PARATEXT:
            items.extend(Paratext(part.kind, text[part.start : part.end]) for part in parts)
            continue
        raw = "".join(text[part.start : part.end] for part in parts)
        records = located.pop(ident, [])
        kept = [record for record in records if record.emendation.kind != em.CONJECTURE]
        pieces = em.apply(raw, kept)
        if role is Role.HEADING:
            if len(kept) < len(records):
                raise records[0].error("a conjecture on a heading", "expected an emendation, or none")
            items.append(Heading(source.siglum, ident, parts[0].kind, pieces))
            continue
        conjectures = [record for record in records if record.emendation.kind == em.CONJECTURE]
        for conjecture in conjectures:
            em.apply(em.edited(pieces), [conjecture])
        items.append(Passage(source.siglum, ident, parts[0].kind, pieces, tuple(c.emendation for c in conjectures)))
    for records in located.values():
        raise records[0].error(
            f"`{records[0].emendation.passage}` is no passage of the source", "expected the id of a passage or heading"
        )
    marks = [text[s.start : s.end].strip("[]") for s in segments if s.kind == "page-mark"]
    return Edition(source, text, segments, tuple(items), _pages(marks, segments))


def _joined(segments: tuple[Segment, ...]) -> list[Segment]:
    """The segments that matter, a page mark inside a passage behind it so that the passage is one."""
    kept = [segment for segment in segments if segment.role is not Role.LAYOUT]
    for index in range(1, len(kept) - 1):
        before, mark, after = kept[index - 1 : index + 2]
        if mark.role is Role.PARATEXT and before.role is Role.PASSAGE and before.ident == after.ident:
            kept[index], kept[index + 1] = after, mark
    return kept


def _pages(marks: list[str], segments: tuple[Segment, ...]) -> tuple[tuple[str, str], ...]:
    """Which passage each page begins in.

    A mark opens its page; one that repeats the page before closes it, so the next page begins there.
    """
    pages: list[tuple[str, str]] = []
    passage = ""
    numbers = iter(marks)
    pending: list[str] = []
    for segment in segments:
        if segment.kind == "page-mark":
            number = next(numbers)
            if pages and pages[-1][0] == number:
                number = str(int(number) + 1)
            if passage:
                pages.append((number, passage))
            else:
                pending.append(number)
        elif segment.role is Role.PASSAGE:
            passage = segment.ident
            pages.extend((number, passage) for number in pending)
            pending.clear()
    return tuple(pages)
