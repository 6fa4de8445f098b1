"""An edition: the transcript cut into passages, with its emendations applied."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import cached_property
from itertools import pairwise

from msgspec import structs

from tarock.base.cache import read_once
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Cached, Frozen, group_pairs
from tarock.base.yamlio import Located
from tarock.corpus import emendations as em
from tarock.corpus.annotations import Annotation, Kind, mark_corrections
from tarock.corpus.profiles import find_profile
from tarock.corpus.profiles.profile import Profile, Segment, SegmentRole, paragraph_label
from tarock.corpus.sentences import SentenceSplitter, Span, find_splitter
from tarock.corpus.sources import WHOLE, LeftOut, Source, hash_text, load_left_out, load_sources, read_source


class Unit(Cached):
    """A citable text: it has an id in a source (chrome of a web page has none), a text, and annotations of it."""

    siglum: str
    ident: str
    kind: str
    text: str
    annotations: tuple[Annotation, ...] = ()

    @property
    def ref(self) -> str:
        """Return the full reference, such as `1840:47.2`."""
        return f"{self.siglum}:{self.ident}"

    @cached_property
    def hash(self) -> str:
        """Return the sha256 of the text, in hexadecimal."""
        return hash_text(self.text)

    @property
    def is_here(self) -> bool:
        """Return whether the text is in this copy of the project, not left out for its rights."""
        return True

    @cached_property
    def transcript(self) -> str:
        """Return the text as received: corrections undone, page marks inside it removed."""
        return em.restore_transcript(self.text, self.annotations)

    def display_text(self, start: int = 0, end: int | None = None) -> str:
        """Return characters `start` to `end` of the text with signs where corrections added or left out words."""
        return mark_corrections(self.text, self.annotations, start, end)

    @property
    def signs(self) -> list[Annotation]:
        """Return the annotations of words added or left out by corrections, in order."""
        return [a for a in self.annotations if a.kind in (Kind.ADDED, Kind.LEFT_OUT)]

    def display_quote(self, words: str) -> str:
        """Return `words` with the signs of corrections where they occur in the text; unchanged where they do not."""
        start = self.text.find(words)
        return self.display_text(start, start + len(words)) if start >= 0 else words

    @property
    def emendations(self) -> list[em.Emendation]:
        """Return the corrections with their reasons, in order; empty in an older edition, whose file has no reasons."""
        return [a.payload for a in self.annotations if isinstance(a.payload, em.Emendation)]

    @property
    def emendation_count(self) -> int:
        """Return the number of corrections in the text, in older editions too."""
        return sum(a.kind is Kind.EMENDATION for a in self.annotations)

    @property
    def references(self) -> list[Annotation]:
        """Return the annotations of references to other places, in order; `payload` is the reference."""
        return [a for a in self.annotations if a.kind is Kind.REFERENCE]


class SubstitutedSpan(Frozen):
    """A span whose words are those of a copy of the print; `before` are the words of the edition in its place."""

    start: int
    end: int
    before: str


class Passage(Unit):
    """The smallest citable unit of a source; its text is that of the edition.

    Where verdicts are computed, it has the words of a copy that somebody looked into, and `seen` says where; `told` are
    these words behind those of the transcript, also where they are not put in.
    """

    conjectures: tuple[em.Emendation, ...] = ()
    substitutions: tuple[SubstitutedSpan, ...] = ()
    copy_words: tuple[tuple[str, str], ...] = ()

    @property
    def edition_text(self) -> str:
        """Return the text of the edition, with its own words where a printed copy was read instead."""
        text = self.text
        for each in reversed(self.substitutions):
            text = text[: each.start] + each.before + text[each.end :]
        return text

    def lines(self) -> Iterable[Span]:
        """Yield start and end of each line; the lines of a picture are one."""
        start = 0
        for text in [self.text] if self.kind == "figure" else self.text.split("\n"):
            yield Span(start, start + len(text))
            start += len(text) + 1


class Heading(Unit):
    """A heading: it states no rule, but names what follows. Its id is such as `h7`.

    `subjects` are those that it names, in its own words; `claims` the ids of the units that it names for them.
    """

    subjects: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


class Paratext(Unit):
    """An introduction or afterword that is not the author's, or, without an id, page furniture and web page chrome.

    Where its words are left out of this copy, its text is `NOT_HERE`, and `withheld` the sha256 of the words.
    """

    withheld: str = ""

    @property
    def is_here(self) -> bool:
        """Return whether its words are in this copy, not left out for their rights."""
        return not self.withheld

    @cached_property
    def hash(self) -> str:
        """Return the sha256 of its words, also where these are left out."""
        return self.withheld or hash_text(self.text)


Item = Passage | Heading | Paratext


class PageMark(Frozen):
    """A printed page begins in the transcript's text of a passage, at `offset`."""

    page: str
    passage: str
    offset: int


class Edition(Cached):
    """A source with its passages in reading order."""

    source: Source
    transcript: str
    segments: tuple[Segment, ...]
    items: tuple[Item, ...]
    page_marks: tuple[PageMark, ...]
    splitter: SentenceSplitter

    @property
    def siglum(self) -> str:
        """Return the siglum, such as `1840`."""
        return self.source.siglum

    @property
    def profile(self) -> Profile:
        """Return how texts of this source are laid out and named."""
        return find_profile(self.siglum)

    @cached_property
    def passages(self) -> dict[str, Passage]:
        """Map ids without siglum (`47.2`) to passages, in reading order."""
        return {item.ident: item for item in self.items if isinstance(item, Passage)}

    @cached_property
    def headings(self) -> dict[str, Heading]:
        """Map ids (`h7`) to headings, in reading order."""
        return {item.ident: item for item in self.items if isinstance(item, Heading)}

    @cached_property
    def paratexts(self) -> dict[str, Paratext]:
        """Map ids to the citable words around the author's text, in reading order; uncitable ones are left out."""
        return {item.ident: item for item in self.items if isinstance(item, Paratext) and item.ident}

    @cached_property
    def paratext_groups(self) -> dict[str, tuple[str, ...]]:
        """Map the id of a whole afterword or note (`nachwort`) to the ids of its paragraphs."""
        return group_pairs((ident.rpartition(".")[0], ident) for ident in self.paratexts)

    @cached_property
    def parts(self) -> dict[str, Unit]:
        """Map ids to words inside a passage that are citable by themselves, such as `m4.s5.bemerkung` in a trick."""
        annotated = ((passage, a) for passage in self.passages.values() for a in passage.annotations)
        parts = ((passage, a.payload.partition(":")[2], a) for passage, a in annotated if a.kind is Kind.PART)
        return {ident: _cut_unit(passage, ident, "part", a.start, a.end) for passage, ident, a in parts}

    @cached_property
    def sentences(self) -> dict[str, tuple[Unit, ...]]:
        """Map the id of each unit to its sentences; the first of `47.2` has the id `47.2#1`."""
        return {
            ident: tuple(self.sentence(ident, number) for number in range(1, len(spans) + 1))
            for ident, spans in self.spans.items()
        }

    def sentence(self, ident: str, number: int) -> Unit:
        """Return sentence `number` of a unit; the first is 1, and both must exist."""
        low, high = self.spans[ident][number - 1]
        return _cut_unit(self.units[ident], f"{ident}#{number}", "sentence", low, high)

    @cached_property
    def spans(self) -> dict[str, tuple[Span, ...]]:
        """Map the id of each unit to start and end of its sentences in its text.

        Notation, such as a hand of cards, is one sentence; a part inside it is split by itself.
        """
        return {ident: tuple(self._split_sentences(unit)) for ident, unit in self.units.items()}

    def _split_sentences(self, unit: Unit) -> Iterable[Span]:
        starts = [0, *(a.start for a in unit.annotations if a.kind is Kind.PART and a.start)]
        for start, stop in pairwise([*starts, len(unit.text)]):
            text = unit.text[start:stop]
            written = unit.kind in self.profile.notation and not start
            found = [(0, len(text.rstrip()))] if written else self.splitter.split(text)
            yield from (Span(start + low, start + high) for low, high in found)

    @cached_property
    def units(self) -> dict[str, Unit]:
        """Map ids to everything with an id and a text of its own, in reading order.

        The lock of a version lists these.
        """
        return {item.ident: item for item in self.items if item.ident}

    @cached_property
    def ids_by_small_letters(self) -> dict[str, str]:
        """Map lower-case ids to the ids that a reference can name; a § means its passages, not its heading."""
        ids = (*self.parts, *self.units, *self.paratext_groups, *self.containers)
        return {ident.lower(): ident for ident in ids}

    @cached_property
    def headings_above(self) -> dict[str, str]:
        """Map the id of each unit to the text of the last heading before it.

        Empty for headings and before the first.
        """
        found: dict[str, str] = {}
        heading = ""
        for ident, unit in self.units.items():
            found[ident] = "" if isinstance(unit, Heading) else heading
            heading = unit.text if isinstance(unit, Heading) else heading
        return found

    @cached_property
    def containers(self) -> dict[str, tuple[str, ...]]:
        """Map ids of what only holds passages (a §, an article, a model game, a printed page) to the ids of these."""
        dots = ((ident, dot.start()) for ident in self.passages for dot in re.finditer(r"\.", ident))
        return {**group_pairs((ident[:end], ident) for ident, end in dots), **self.pages}

    @cached_property
    def games(self) -> dict[str, tuple[str, ...]]:
        """Map ids of model games to the ids of their passages."""
        pattern = self.profile.games
        return {name: inside for name, inside in self.containers.items() if pattern and pattern.fullmatch(name)}

    @cached_property
    def pages(self) -> dict[str, tuple[str, ...]]:
        """Map `page.N` to the ids of the passages on a printed page; a passage across a page break is on both.

        Empty for sources whose transcript has no page marks.
        """
        idents = list(self.passages)
        starts = [idents.index(mark.passage) for mark in self.page_marks]
        stops = [start + bool(mark.offset) for start, mark in zip(starts, self.page_marks, strict=True)]
        places = zip(self.page_marks, starts, [*stops[1:], len(idents)], strict=False)
        return {f"page.{mark.page}": tuple(idents[start:stop]) for mark, start, stop in places}

    @cached_property
    def subjects(self) -> dict[str, tuple[str, ...]]:
        """Map the id of each unit that a heading claims to the subjects that the heading names."""
        headings = self.headings.values()
        return group_pairs((unit, words) for found in headings for unit in found.claims for words in found.subjects)

    @cached_property
    def backlinks(self) -> dict[str, tuple[str, ...]]:
        """Map the reference of each place to the references of the passages that refer to it, in reading order."""
        return group_pairs(
            (place.payload, passage.ref) for passage in self.passages.values() for place in passage.references
        )

    @property
    def emendations(self) -> list[em.Emendation]:
        """Return all corrections with their reasons in reading order, headings included."""
        return [emendation for item in self.items for emendation in item.emendations]

    @property
    def emendation_count(self) -> int:
        """Return the number of corrections, headings included."""
        return sum(item.emendation_count for item in self.items)

    def label(self, ident: str, language: str = "en") -> str:
        """Return the name of an id in `language`: `47.2` is "§ 47, para. 2" (`en`), "§ 47, 2. Absatz" (`de`)."""
        german = language == "de"
        ident, _, sentence = ident.partition("#")
        if sentence:
            return f"{self.label(ident, language)}, {f'{sentence}. Satz' if german else f'sentence {sentence}'}"
        if ident.startswith("page."):
            return f"S. {ident[5:]}" if german else f"p. {ident[5:]}"
        if ident in self.headings and self.headings[ident].kind in ("theme", "title"):
            return self.headings[ident].text
        if ident in self.paratexts or ident in self.paratext_groups:
            kind, _, number = ident.partition(".")
            named = self.profile.paratexts[kind][german]
            return f"{named}, {paragraph_label(number, german)}" if number else named
        passage = self.passages.get(ident)
        return self.profile.label(ident, passage.text if passage else "", german)


class Corpus:
    """All editions of a project, each read on first access."""

    def __init__(self, project: Project):
        self.project = project
        self._editions: dict[str, Edition] = {}

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Map sigla to the records of `sources.yaml`, in its order."""
        return load_sources(self.project)

    def require_known(self, siglum: str) -> None:
        """Raise `CodexError`, naming the sigla there are, for an unknown siglum."""
        if siglum not in self.sources:
            raise CodexError(
                f"unknown source `{siglum}`",
                "expected one of {known}".format(known=", ".join(self.sources)),
            )

    def require_text(self, siglum: str) -> None:
        """Raise `CodexError` for an unknown siglum, and for a source whose text is left out of this copy."""
        self.require_known(siglum)
        if siglum in self.left_out:
            raise CodexError(
                f"the text of {siglum} is left out of this copy, because its rights are not clear",
                "expected a copy that was made with it (see RIGHTS.md)",
            )

    def edition(self, siglum: str) -> Edition:
        """Return the current edition of a source.

        Raises `CodexError` for an unknown siglum, for a text that is left out, and for faults in its files.
        """
        self.require_text(siglum)
        if siglum not in self._editions:
            self._editions[siglum] = read_edition(self.project, self.sources[siglum], self._absent)
        return self._editions[siglum]

    @cached_property
    def left_out(self) -> frozenset[str]:
        """Return the sigla of the sources whose text is not in this copy."""
        return frozenset(self._absent.texts)

    @cached_property
    def _absent(self) -> LeftOut:
        return load_left_out(self.project)

    def unit(self, ref: str) -> Unit | None:
        """Return the unit that a full reference such as `1840:47.2` names; None where there is no such unit.

        Raises `CodexError` for a text that is left out.
        """
        siglum, _, ident = ref.partition(":")
        return self.edition(siglum).units.get(ident) if siglum in self.sources else None

    def display_quote(self, ref: str, words: str) -> str:
        """Return words of a passage with the signs of corrections; unchanged where the text is left out."""
        unit = None if ref.partition(":")[0] in self.left_out else self.unit(ref)
        return unit.display_quote(words) if unit else words

    def editions(self) -> Iterable[Edition]:
        """Return the current editions whose text is in this copy, in the order of `sources.yaml`."""
        return (self.edition(siglum) for siglum in self.sources if siglum not in self.left_out)


def _list_edition_inputs(project: Project, source: Source, left_out: LeftOut = WHOLE) -> tuple[Hashable, ...]:
    emendations = project.corpus / "emendations" / f"{source.siglum}.yaml"
    return project.sources / source.file_name, emendations, project.corpus / "sentences", repr((source, left_out))


@read_once(_list_edition_inputs)
def read_edition(project: Project, source: Source, left_out: LeftOut = WHOLE) -> Edition:
    """Read a transcript, cut it into units and apply its emendations.

    Raises `CodexError` for a transcript that is not as recorded, is not laid out as its profile says, or has a faulty
    emendation.
    """
    path, text = read_source(project, source, left_out)
    profile = find_profile(source.siglum)
    cutter = find_splitter(project, source.language)
    segments = profile.segment(text, path)
    units, marks = _collect_units(text, segments)
    located: dict[str, list[Located[em.Emendation]]] = {}
    for found in em.load_emendations(project, source.siglum) if "emendations" in source.apparatus else ():
        located.setdefault(found.record.passage.partition(":")[2], []).append(found)
    items: list[Item] = []
    for first, raw in units:
        if first.role is SegmentRole.PARATEXT:
            withheld = left_out.words.get(f"{source.siglum}:{first.ident}", "")
            items.append(Paratext(source.siglum, first.ident, first.kind, raw, withheld=withheld))
        else:
            breaks = [mark for mark in marks if mark.passage == first.ident]
            items.append(_make_unit(source.siglum, profile, first, raw, breaks, located.pop(first.ident, [])))
    for records in located.values():
        raise records[0].error(
            f"`{records[0].record.passage}` is no passage of the source",
            "expected the id of a passage or heading",
        )
    return Edition(source, text, segments, tuple(items), tuple(marks), cutter)


def _cut_unit(unit: Unit, ident: str, kind: str, low: int, high: int) -> Unit:
    """Return characters `low` to `high` of a unit as a unit with an id of its own, with the annotations inside them."""
    inside = (a for a in unit.annotations if low <= a.start and a.end <= high)
    moved = tuple(structs.replace(a, start=a.start - low, end=a.end - low) for a in inside)
    return Unit(unit.siglum, ident, kind, unit.text[low:high], moved)


def _collect_units(text: str, segments: tuple[Segment, ...]) -> tuple[list[tuple[Segment, str]], list[PageMark]]:
    """Return each passage, heading and paratext as its first segment and its whole text, and the page marks in them.

    A page mark behind a passage opens its page; one that repeats the page before closes that page, so the next begins
    there.
    """
    units: dict[str | int, tuple[Segment, str]] = {}  # passages by id, all others by place
    marks: list[PageMark] = []
    pending: list[str] = []
    page = ""
    for segment in segments:
        words = text[segment.start : segment.end]
        first, before = units.get(segment.ident, (segment, ""))
        if segment.kind == "page-mark":
            named = words.strip("[]")
            page = str(int(page) + 1) if named == page else named
            pending.append(page)
        if segment.role is SegmentRole.PASSAGE:
            marks += [PageMark(begun, segment.ident, len(before)) for begun in pending]
            pending.clear()
            units[segment.ident] = (first, before + words)
        elif segment.role is not SegmentRole.LAYOUT:
            units[segment.start] = (segment, words)
    return list(units.values()), marks


def _make_unit(
    siglum: str,
    profile: Profile,
    first: Segment,
    raw: str,
    breaks: list[PageMark],
    records: list[Located[em.Emendation]],
) -> Passage | Heading:
    """Return a passage or heading made of transcript words, with emendations and conjectures applied or noted."""
    conjectures = [record for record in records if record.record.kind == em.CONJECTURE]
    text, emended = em.apply_emendations(raw, [record for record in records if record not in conjectures])
    offsets = [(em.to_edition_offset(emended, mark.offset), mark.page) for mark in breaks]
    opened = [Annotation(at, at, Kind.PAGE_BREAK, f"{siglum}:page.{page}") for at, page in offsets]
    referring = [
        Annotation(found.start, found.end, Kind.REFERENCE, f"{siglum}:{found.target}")
        for found in profile.references(first.ident, first.kind, text)
    ]
    inside = [
        Annotation(part.start, part.end, Kind.PART, f"{siglum}:{first.ident}.{part.target}")
        for part in profile.parts(first.ident, first.kind, text)
    ]
    annotations = (*opened, *inside, *emended, *referring)
    if first.role is SegmentRole.PASSAGE:
        for conjecture in conjectures:
            em.apply_emendations(text, [conjecture])
        made = tuple(conjecture.record for conjecture in conjectures)
        return Passage(siglum, first.ident, first.kind, text, annotations, made)
    if conjectures:
        raise conjectures[0].error("a conjecture on a heading", "expected an emendation, or none")
    return Heading(siglum, first.ident, first.kind, text, annotations, *profile.subjects(first.kind, text))
