"""Corrections of a transcript as data, applied mechanically and reversibly."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Frozen, PassageRef, Record, Words
from tarock.base.yamlio import Located
from tarock.corpus.annotations import Annotation, Kind

EmendationKind = Literal["misprint", "dittography", "omission", "lacuna", "run-together", "conjecture"]
Certainty = Literal["certain", "probable", "possible"]
CONJECTURE = "conjecture"
_TOKEN = re.compile(r"\w+|[^\w\s]")  # a word, or a sign
_DIVIDED = 3  # words at most that one is divided into, or made of


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


class ReadingPair(Frozen):
    """A correction in the file of an older edition: the transcript's words and those of the edition."""

    lemma: str
    reading: str


def load_emendations(project: Project, siglum: str) -> list[Located[Emendation]]:
    """Read all emendations of a source in the order of their file, conjectures included.

    Raises `CodexError` for a malformed file.
    """
    located = yamlio.load(project.corpus / "emendations" / f"{siglum}.yaml").located_records(
        project, Emendation, "emendation"
    )
    for here in located:
        emendation = here.record
        if emendation.lemma == emendation.reading or not emendation.lemma:
            raise here.error("lemma and reading are the same or empty", "expected two different texts")
        if not emendation.passage.startswith(f"{siglum}:"):
            raise here.error(
                f"`{emendation.passage}` is not of source {siglum}",
                f"expected a reference such as {siglum}:1",
            )
    return located


def apply_emendations(text: str, emendations: list[Located[Emendation]]) -> tuple[str, tuple[Annotation, ...]]:
    """Return the text with the emendations applied, and the annotations of the changed stretches in it.

    Raises `CodexError` when a lemma does not occur exactly once in `text`, or two emendations overlap.
    """
    spans: list[tuple[int, int, Located[Emendation]]] = []
    for located in emendations:
        lemma = located.record.lemma
        start = text.find(lemma)
        if start < 0 or text.find(lemma, start + 1) >= 0:
            count = sum(text.startswith(lemma, place) for place in range(len(text)))  # overlapping ones too
            raise located.error(
                f"the lemma {lemma!r} occurs {count} times in {located.record.passage}"
                if count
                else f"the lemma {lemma!r} occurs not at all in {located.record.passage}",
                "expected it exactly once",
            )
        spans.append((start, start + len(lemma), located))
    edited, position = "", 0
    annotations: list[Annotation] = []
    for start, end, located in sorted(spans, key=lambda span: span[:2]):
        if start < position:
            raise located.error(
                f"the lemma {located.record.lemma!r} overlaps with another one",
                "expected emendations that do not touch the same letters",
            )
        edited += text[position:start]
        reading = located.record.reading
        annotations += annotate_emendation(len(edited), located.record)
        edited += reading
        position = end
    return edited + text[position:], tuple(annotations)


def annotate_emendation(at: int, correction: Emendation | ReadingPair) -> Iterator[Annotation]:
    """Yield the annotation of a correction whose reading begins at `at`, and one for each word it adds or leaves out.

    Nothing counts as added or left out where a word replaces another, words are joined or divided, or signs change.
    """
    lemma, reading = (list(_TOKEN.finditer(words)) for words in (correction.lemma, correction.reading))
    yield Annotation(at, at + len(correction.reading), Kind.EMENDATION, correction)
    for gone, new in _find_unmatched_stretches([token[0] for token in lemma], [token[0] for token in reading]):
        if new.start < new.stop:
            low, high = reading[new.start].start(), reading[new.stop - 1].end()
            yield Annotation(at + low, at + high, Kind.ADDED, "")
        else:
            place = at + (reading[new.start - 1].end() if new.start else 0)
            words = correction.lemma[lemma[gone.start].start() : lemma[gone.stop - 1].end()]
            yield Annotation(place, place, Kind.LEFT_OUT, words)


def _find_unmatched_stretches(before: list[str], after: list[str]) -> Iterator[tuple[range, range]]:
    """Yield the ranges of tokens that only one of two texts has: range in the first, range in the second."""
    for kind, *ends in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        low, high, start, stop = ends
        if kind == "replace":
            yield from _find_unmatched_words(before, after, range(low, high), range(start, stop))
        elif kind != "equal":
            text, begins, ends_at = (after, start, stop) if kind == "insert" else (before, low, high)
            if not any(map(_is_word, text[begins:ends_at])):
                continue
            # of "XV. XIII." and "XV. XIV. XIII." what is added is "XIV.", not ". XIV"
            moved = int(not _is_word(text[begins]) and text[ends_at : ends_at + 1] == [text[begins]])
            while kind == "delete" and begins + moved and text[begins + moved - 1] == text[ends_at + moved - 1]:
                moved -= 1  # of words that are written twice the first are left out
            yield range(low + moved, high + moved), range(start + moved, stop + moved)


def _find_unmatched_words(before: list[str], after: list[str], old: range, new: range) -> Iterator[tuple[range, range]]:
    """Yield the tokens of two differing ranges that have no counterpart; the most similar words are counterparts."""
    lefts, rights = (
        [place for place in places if _is_word(text[place])] for text, places in ((before, old), (after, new))
    )
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {}
    for i in range(len(lefts), -1, -1):
        for j in range(len(rights), -1, -1):
            ways = _list_pairings(
                [before[place] for place in lefts[i:][:_DIVIDED]], [after[place] for place in rights[j:][:_DIVIDED]]
            )
            reached = [(cost + best[i + a, j + b][0], (i + a, j + b)) for a, b, cost in ways]
            best[i, j] = min(reached, default=(0.0, (i, j)))
    here, end = (0, 0), (len(lefts), len(rights))
    while here != end:
        (i, j), here = here, best[here][1]
        if i == here[0]:
            place = lefts[i] if i < len(lefts) else old.stop
            yield range(place, place), range(rights[j], rights[j] + 1)
        elif j == here[1]:
            place = rights[j] if j < len(rights) else new.stop
            yield range(lefts[i], lefts[i] + 1), range(place, place)


def _list_pairings(lefts: Sequence[str], rights: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """Yield each way to pair the next words of two texts: how many it takes of each, and its cost."""
    for a in range(1, len(lefts) + 1):
        for b in range(1, len(rights) + 1):
            if "".join(lefts[:a]) == "".join(rights[:b]):
                yield a, b, 0.0
    if lefts and rights:
        yield 1, 1, 1 - difflib.SequenceMatcher(None, lefts[0].lower(), rights[0].lower(), autojunk=False).ratio()
    if lefts:
        yield 1, 0, 1.0
    if rights:
        yield 0, 1, 1.0


def _is_word(token: str) -> bool:
    return token[0].isalnum()


def restore_transcript(text: str, annotations: Iterable[Annotation]) -> str:
    """Return the transcript of a text of the edition: each annotated correction is undone."""
    parts, position = [], 0
    for _start, annotation in locate_in_transcript(annotations):
        parts += [text[position : annotation.start], annotation.payload.lemma]
        position = annotation.end
    return "".join((*parts, text[position:]))


def to_edition_offset(annotations: Iterable[Annotation], offset: int) -> int:
    """Return where an offset in the transcript is in the edition's text; inside a correction, the start of that."""
    moved = 0  # how much longer the edition is than the transcript up to here
    for start, annotation in locate_in_transcript(annotations):
        end = start + len(annotation.payload.lemma)
        if offset < end:
            return annotation.start if offset >= start else offset + moved
        moved = annotation.end - end
    return offset + moved


def locate_in_transcript(annotations: Iterable[Annotation]) -> Iterator[tuple[int, Annotation]]:
    """Yield each emendation of a unit with the offset of its lemma in the transcript."""
    longer = 0
    for annotation in annotations:
        if annotation.kind is Kind.EMENDATION:
            yield annotation.start - longer, annotation
            longer += len(annotation.payload.reading) - len(annotation.payload.lemma)
