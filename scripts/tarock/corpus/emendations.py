"""Corrections of a transcript as data, applied mechanically and reversibly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.structs import PassageRef, Record, Words
from tarock.corpus.annotations import Annotation, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.base.project import Project
    from tarock.base.yamlio import Located

EmendationKind = Literal["misprint", "dittography", "omission", "lacuna", "run-together", "conjecture"]
Certainty = Literal["certain", "probable", "possible"]
CONJECTURE = "conjecture"


class Emendation(Record, kw_only=True):
    """One recorded correction: where, what is there, what is read, why.

    A `conjecture` changes the substance and is not applied to the edition; a `lacuna` marks lost text.
    """

    passage: PassageRef
    lemma: str
    reading: str
    kind: EmendationKind
    certainty: Certainty
    reason: Words
    evidence: Words


class Readings(msgspec.Struct, frozen=True):
    """What is left of a correction in the file of an older edition: the transcript's words and those of the edition."""

    lemma: str
    reading: str


def load_emendations(project: Project, siglum: str) -> list[Located[Emendation]]:
    """All emendations of a source in the order of their file."""
    located = yamlio.load(project.corpus / "emendations" / f"{siglum}.yaml").located(project, Emendation, "emendation")
    for here in located:
        emendation = here.record
        if emendation.lemma == emendation.reading or not emendation.lemma:
            raise here.error("lemma and reading are the same or empty", "expected two different texts")
        if not emendation.passage.startswith(f"{siglum}:"):
            raise here.error(
                f"`{emendation.passage}` is not of source {siglum}", f"expected a reference such as {siglum}:1"
            )
    return located


def apply(text: str, emendations: list[Located[Emendation]]) -> tuple[str, tuple[Annotation, ...]]:
    """The text of the edition, and where in it which emendation stands.

    Raises `CodexError` when a lemma does not occur exactly once in `text`, or two emendations overlap.
    """
    spans: list[tuple[int, int, Located[Emendation]]] = []
    for located in emendations:
        lemma = located.record.lemma
        start = text.find(lemma)
        if start < 0 or text.find(lemma, start + 1) >= 0:
            count = sum(text.startswith(lemma, place) for place in range(len(text)))  # overlapping ones too
            raise located.error(
                f"the lemma {lemma!r} occurs {f'{count} times' if count else 'not at all'} in {located.record.passage}",
                "expected it exactly once",
            )
        spans.append((start, start + len(lemma), located))
    edited, position = "", 0
    annotations = []
    for start, end, located in sorted(spans, key=lambda span: span[:2]):
        if start < position:
            raise located.error(
                f"the lemma {located.record.lemma!r} overlaps with another one",
                "expected emendations that do not touch the same letters",
            )
        edited += text[position:start]
        reading = located.record.reading
        annotations.append(Annotation(len(edited), len(edited) + len(reading), Kind.EMENDATION, located.record))
        edited += reading
        position = end
    return edited + text[position:], tuple(annotations)


def restored(text: str, annotations: Iterable[Annotation]) -> str:
    """The text of the transcript, got back from that of the edition."""
    parts, position = [], 0
    for annotation in _emendations(annotations):
        parts += [text[position : annotation.start], annotation.payload.lemma]
        position = annotation.end
    return "".join((*parts, text[position:]))


def edited_offset(annotations: Iterable[Annotation], offset: int) -> int:
    """A place in the transcript's text in that of the edition; in a corrected stretch, its beginning."""
    moved = 0  # how much longer the edition is than the transcript up to here
    for annotation in _emendations(annotations):
        if offset + moved < annotation.start:
            break
        if offset + moved < annotation.start + len(annotation.payload.lemma):
            return annotation.start
        moved += len(annotation.payload.reading) - len(annotation.payload.lemma)
    return offset + moved


def _emendations(annotations: Iterable[Annotation]) -> list[Annotation]:
    return [annotation for annotation in annotations if annotation.kind is Kind.EMENDATION]
