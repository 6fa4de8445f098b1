"""Readings of copies of the prints, and their effect on the records of the transcript.

A reading changes no edition: that takes a new one. But verdicts are computed from a source as its copies have it;
`apply_copy_readings` makes the edition for that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal

from msgspec import structs

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Day, PassageRef, Record, Siglum, Words, group_pairs
from tarock.base.yamlio import Located
from tarock.corpus.annotations import Annotation
from tarock.corpus.apparatus import DoubtfulPlace, open_doubts
from tarock.corpus.editions import Corpus, Edition, Item, Passage, SubstitutedSpan
from tarock.corpus.emendations import Emendation, annotate_emendation, locate_in_transcript

FOLDER = "witnesses"
LACUNA = "lacuna"
AttestationStatus = Literal["attested", "refuted", "disputed"]
PlaceName = tuple[PassageRef, str]  # of a place: its passage, and the words of the transcript


class ReportedReading(Record):
    """The reading of a copy at a place: `words` are those of the transcript, by which the place is named."""

    passage: PassageRef
    words: Words
    reading: Words
    note: str = ""

    @property
    def place(self) -> PlaceName:
        """Return the name of the place: reference and words of the transcript."""
        return self.passage, self.words


class CopyReport(Record):
    """A copy of a source, who looked into it and when, and what stands there."""

    source: Siglum
    copy: Words
    by: Words
    date: Day
    seen: tuple[ReportedReading, ...]


# The readings of each place, each with the report that has it.
ReadingsByPlace = dict[PlaceName, list[tuple[ReportedReading, CopyReport]]]


def load_copy_reports(project: Project) -> list[Located[CopyReport]]:
    """Read the reports on printed copies, in the order of their files; raise `CodexError` for a malformed one."""
    found = []
    for path in sorted((project.corpus / FOLDER).glob("*.yaml")):
        found += yamlio.load(path).located_records(project, CopyReport, "witness")
    return found


def report_files(project: Project, siglum: str) -> dict[str, bool]:
    """Map each file with readings of a source (name from the top folder) to whether it is about this source only."""
    sources = group_pairs((located.file, located.record.source) for located in load_copy_reports(project))
    return {name: about == (siglum,) for name, about in sources.items() if siglum in about}


def group_readings(witnesses: Iterable[Located[CopyReport]]) -> ReadingsByPlace:
    """Map each place to the readings of all copies there."""
    found: ReadingsByPlace = {}
    for located in witnesses:
        for seen in located.record.seen:
            found.setdefault(seen.place, []).append((seen, located.record))
    return found


def agreed_readings(given: ReadingsByPlace) -> dict[PlaceName, str]:
    """Map each place to its reading, where all copies have the same."""
    readings = {name: {found.reading for found, _report in each} for name, each in given.items()}
    return {name: words for name, found in readings.items() if len(found) == 1 for words in found}


def judge_record(record: Emendation | DoubtfulPlace, seen: str) -> AttestationStatus:
    """Return whether a copy's reading attests or refutes an emendation, or the words of a doubtful place."""
    if isinstance(record, DoubtfulPlace):
        return "attested" if seen == record.lemma else "refuted"
    if record.kind == LACUNA:  # whatever else stands there, words were lost
        return "refuted" if seen == record.lemma else "attested"
    return "attested" if seen == record.reading else "refuted"


def judge_records(given: ReadingsByPlace, corpus: Corpus) -> dict[Emendation | DoubtfulPlace, AttestationStatus]:
    """Map emendations and doubtful places that copies were checked for to attested, refuted, or differing."""
    found: dict[Emendation | DoubtfulPlace, AttestationStatus] = {}
    for record in _list_recorded_places(corpus, {name[0].partition(":")[0] for name in given}):
        judged = {judge_record(record, each.reading) for each, _report in given.get((record.passage, record.lemma), ())}
        if judged:
            (one, *others) = judged
            found[record] = "disputed" if others else one
    return found


def _list_recorded_places(corpus: Corpus, sigla: Iterable[str]) -> Iterator[Emendation | DoubtfulPlace]:
    """Yield the emendations, conjectures and open doubtful places of sources."""
    for siglum in sigla:
        if siglum not in corpus.sources or siglum in corpus.left_out:
            continue
        for item in corpus.edition(siglum).items:
            yield from item.emendations
            if isinstance(item, Passage):
                yield from item.conjectures
        for doubts in open_doubts(corpus, siglum).values():
            yield from doubts


def apply_copy_readings(edition: Edition, seen: Mapping[PlaceName, str], half: Collection[str] = ()) -> Edition:
    """Return an edition with the words of copies at the places where they agree; these have no emendation any more.

    `half` names games in which copies have told only one half of a conjectured exchange of cards: their tricks stay as
    they are. Where a copy has another exchange, or none, all conjectures on the tricks of that game fall.
    """
    by_unit: dict[str, dict[str, str]] = {}
    for (ref, words), reading in seen.items():
        siglum, _, ident = ref.partition(":")
        unit = edition.units.get(ident) if siglum == edition.siglum else None
        if unit and words in unit.transcript:
            by_unit.setdefault(ident, {})[words] = reading
    if not by_unit:
        return edition
    fallen = {
        ident.partition(".")[0]
        for ident, told in by_unit.items()
        for words, reading in told.items()
        if _has_other_exchange(edition.passages.get(ident), words, reading)
    }

    def read(item: Item) -> Item:
        told, game = by_unit.get(item.ident, {}), item.ident.partition(".")[0]
        put = not (item.kind == "trick" and game in half)
        made = _apply_to_unit(item, told) if told and put else item
        if not isinstance(made, Passage):
            return made
        falls = made.kind == "trick" and game in fallen
        left = () if falls else tuple(it for it in made.conjectures if not put or it.lemma not in told)
        return structs.replace(made, conjectures=left, copy_words=tuple(told.items())) if told or falls else made

    return structs.replace(edition, items=tuple(map(read, edition.items)))


def _has_other_exchange(passage: Passage | None, words: str, reading: str) -> bool:
    """Return whether a copy has another exchange of cards than the conjectured one, or none."""
    if passage is None or passage.kind != "trick":
        return False
    conjectured = {it.lemma: it.reading for it in passage.conjectures}
    return reading != conjectured.get(words, words)


def _apply_to_unit(unit: Item, told: Mapping[str, str]) -> Item:
    """Return a unit with other words in its transcript; emendations elsewhere stay, other annotations go."""
    transcript = unit.transcript
    places = [(transcript.find(words), words, reading, None) for words, reading in told.items()]
    ends = [(at, at + len(words)) for at, words, _reading, _none in places]
    corrections = [
        (at, it.payload.lemma, it.payload.reading, it.payload)
        for at, it in locate_in_transcript(unit.annotations)
        if not any(at < end and start < at + len(it.payload.lemma) for start, end in ends)
    ]
    text, position = "", 0
    annotations: list[Annotation] = []
    seen: list[SubstitutedSpan] = []
    for at, words, reading, payload in sorted((*places, *corrections), key=lambda it: it[0]):
        if at < position:
            continue  # of answers about the same words the first
        text += transcript[position:at]
        if payload:
            annotations += annotate_emendation(len(text), payload)
        else:
            held = next((it.reading for it in unit.emendations if it.lemma == words), words)
            seen.append(SubstitutedSpan(len(text), len(text) + len(reading), held))
        text += reading
        position = at + len(words)
    made = structs.replace(unit, text=text + transcript[position:], annotations=tuple(annotations))
    return structs.replace(made, substitutions=tuple(seen)) if isinstance(made, Passage) else made
