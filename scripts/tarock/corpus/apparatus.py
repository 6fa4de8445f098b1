"""Records of places in the texts, emendations aside.

Doubtful places were read, weighed and not emended; some are settled by other words of their source. Patterns return,
and are decided once. Historical notes say what a reader of today should know of an expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import PassageRef, Record, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Corpus, Unit
from tarock.corpus.emendations import to_edition_offset

PATTERNS = "patterns.yaml"


DoubtWeight = Literal["rule", "sense", "form"]


class DoubtfulPlace(Record, kw_only=True):
    """A place that may be faulty and is left as it is: `reading` is the other reading, empty where none can be named.

    `weight` says what depends on it: what is played, paid or counted (`rule`), what the sentence says (`sense`), or no
    more than grammar and spelling (`form`). `settled` says by which other words the source decides it: then the place
    is doubtful no longer. `pattern` names what it is an instance of, if it is of something that returns.
    """

    passage: PassageRef
    lemma: Words
    reading: str
    weight: DoubtWeight
    reason: Words
    settled: str = ""
    pattern: str = ""


class Pattern(Record, kw_only=True):
    """Something that returns in the transcripts, with the rule by which all its places are settled.

    `exceptions` look alike and are settled the other way.
    """

    name: Words
    rule: Words
    decision: Literal["emended", "left", "conjecture"]
    reason: Words
    places: tuple[PassageRef, ...]
    exceptions: tuple[PassageRef, ...] = ()


def load_doubts(corpus: Corpus, siglum: str) -> list[Located[DoubtfulPlace]]:
    """Read the doubtful places of a source, each with its place in the file, in reading order.

    Raises `CodexError` for a malformed file.
    """
    if "doubtful" not in corpus.sources[siglum].apparatus:
        return []
    return yamlio.load(corpus.project.corpus / "doubtful" / f"{siglum}.yaml").located_records(
        corpus.project, DoubtfulPlace, "doubtful place"
    )


def open_doubts(corpus: Corpus, siglum: str) -> dict[str, list[DoubtfulPlace]]:
    """Map passages to their doubtful places, but for those that the source itself settles."""
    found: dict[str, list[DoubtfulPlace]] = {}
    for located in load_doubts(corpus, siglum):
        if not located.record.settled:
            found.setdefault(located.record.passage, []).append(located.record)
    return found


def annotate_doubts(unit: Unit, doubts: Iterable[DoubtfulPlace]) -> Iterator[Annotation]:
    """Yield an annotation for each doubtful place whose words are in the unit; a copy may have other words there."""
    for doubt in doubts:
        start = unit.transcript.find(doubt.lemma)
        if start >= 0:
            low, high = (to_edition_offset(unit.annotations, at) for at in (start, start + len(doubt.lemma)))
            yield Annotation(low, high, Kind.DOUBT, doubt)


def load_patterns(corpus: Corpus) -> list[Located[Pattern]]:
    """Read the patterns of recurring doubts in the order of their file; raise `CodexError` for a malformed one."""
    return yamlio.load(corpus.project.corpus / "doubtful" / PATTERNS).located_records(
        corpus.project, Pattern, "pattern"
    )


NoteId = Annotated[str, pattern_type("[a-z]+(-[a-z]+)*", "a note such as auf-den-juden")]
NoteKind = Literal["people", "force", "meaning", "belief", "world"]


class HistoricalNote(Record, kw_only=True):
    """One expression: `note` says what is known, `guess` what is only likely.

    `places` are the passages, each with the words as they are there; `terms` the ids of the terms that carry the
    note; `sought` English words by which one may look for it.
    """

    id: NoteId
    expression: Words
    kind: NoteKind
    note: Words
    places: dict[PassageRef, Words]
    guess: str = ""
    terms: tuple[str, ...] = ()
    sought: tuple[Words, ...] = ()


def load_notes(project: Project) -> dict[str, HistoricalNote]:
    """Read the historical notes by id.

    Raise `CodexError` with file and line for a malformed record or an id used twice.
    """
    document = yamlio.load(project.corpus / "notes.yaml")
    notes = document.records(HistoricalNote, "note", "id")
    for index, note in enumerate(notes):
        if not note.places:
            raise document.error(f"`{note.id}` has no places", "expected a passage with its words", index, "places")
    return {note.id: note for note in notes}
