"""Corrections of a transcript as data, applied mechanically and reversibly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock import yamlio
from tarock.errors import CodexError

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.project import Project

Kind = Literal["misprint", "dittography", "omission", "lacuna", "run-together", "conjecture"]
Certainty = Literal["certain", "probable", "possible"]
CONJECTURE = "conjecture"


class Emendation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One recorded correction: where, what stands there, what is read, why.

    A `conjecture` changes the substance and is kept apart from the edition; a `lacuna` marks lost text.
    """

    passage: str
    lemma: str
    reading: str
    kind: Kind
    certainty: Certainty
    reason: str
    evidence: str


class Located(msgspec.Struct, frozen=True):
    """An emendation with the file and line where it is recorded."""

    emendation: Emendation
    file: str
    line: int

    def error(self, what: str, expected: str) -> CodexError:
        """An error at the record of this emendation."""
        return CodexError(what, expected, file=self.file, line=self.line)


class Emended(msgspec.Struct, frozen=True):
    """A stretch of an edition's text that was corrected."""

    emendation: Emendation

    @property
    def lemma(self) -> str:
        """What the transcript has."""
        return self.emendation.lemma

    @property
    def reading(self) -> str:
        """What the edition has."""
        return self.emendation.reading


Piece = str | Emended


def load_emendations(project: Project, siglum: str) -> list[Located]:
    """All emendations of a source in the order of their file; an absent file means none."""
    path: Path = project.emendations / f"{siglum}.yaml"
    if not path.exists():
        return []
    document = yamlio.load(path)
    if document.data is None:
        return []
    if not isinstance(document.data, list):
        raise document.error("not a list", "expected a list of emendations")
    located = []
    for index, record in enumerate(document.data):
        emendation = document.convert(Emendation, record, index)
        here = Located(emendation, project.relative(path), document.line(index))
        if emendation.lemma == emendation.reading or not emendation.lemma:
            raise here.error("lemma and reading are the same or empty", "expected two different texts")
        if not emendation.passage.startswith(f"{siglum}:"):
            raise here.error(
                f"`{emendation.passage}` is not of source {siglum}", f"expected a reference such as {siglum}:1"
            )
        located.append(here)
    return located


def apply(text: str, emendations: list[Located]) -> tuple[Piece, ...]:
    """The pieces of an edition's text: plain stretches and emended ones, in order.

    Raises `CodexError` when a lemma does not occur exactly once in `text`, or two emendations overlap.
    """
    spans: list[tuple[int, int, Located]] = []
    for located in emendations:
        lemma = located.emendation.lemma
        count = sum(text.startswith(lemma, start) for start in range(len(text)))  # overlapping ones too
        if count != 1:
            raise located.error(
                f"the lemma {lemma!r} occurs {'not at all' if not count else f'{count} times'} "
                f"in {located.emendation.passage}",
                "expected it exactly once",
            )
        start = text.index(lemma)
        spans.append((start, start + len(lemma), located))
    spans.sort(key=lambda span: span[:2])
    pieces: list[Piece] = []
    position = 0
    for start, end, located in spans:
        if start < position:
            raise located.error(
                f"the lemma {located.emendation.lemma!r} overlaps with another one",
                "expected emendations that do not touch the same letters",
            )
        if start > position:
            pieces.append(text[position:start])
        pieces.append(Emended(located.emendation))
        position = end
    if position < len(text) or not pieces:
        pieces.append(text[position:])
    return tuple(pieces)


def edited(pieces: tuple[Piece, ...]) -> str:
    """The text of the edition."""
    return "".join(piece if isinstance(piece, str) else piece.reading for piece in pieces)


def restored(pieces: tuple[Piece, ...]) -> str:
    """The text of the transcript, got back from the edition."""
    return "".join(piece if isinstance(piece, str) else piece.lemma for piece in pieces)
