"""Historical notes: what a reader of today should know of an expression. `corpus/notes.yaml` holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.field_types import Reference, Words, shaped
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.base.project import Project
    from tarock.corpus.editions import Corpus
    from tarock.corpus.termbase import Termbase

NoteId = Annotated[str, shaped("[a-z]+(-[a-z]+)*", "a note such as auf-den-juden")]
NoteKind = Literal["people", "force", "meaning", "belief", "world"]


class HistoricalNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One expression: `note` says what is known, `guess` what is only likely.

    `places` are the passages, each with the words as they stand there; `terms` the ids of the terms that carry the
    note; `sought` English words by which one may look for it.
    """

    id: NoteId
    expression: Words
    kind: NoteKind
    note: Words
    places: dict[Reference, Words]
    guess: str = ""
    terms: tuple[str, ...] = ()
    sought: tuple[Words, ...] = ()


def load_notes(project: Project) -> dict[str, HistoricalNote]:
    """The notes by id, in the order of the file; raises `CodexError` with file and line for a malformed record."""
    document = yamlio.load(project.notes)
    notes = document.records(HistoricalNote, "note", "id")
    for index, note in enumerate(notes):
        if not note.places:
            raise document.error(f"`{note.id}` has no places", "expected a passage with its words", index, "places")
    return {note.id: note for note in notes}


def note_problems(corpus: Corpus, notes: dict[str, HistoricalNote], termbase: Termbase) -> Iterator[Problem]:
    """What does not hold of the notes: words that do not stand where they are said to stand, terms that are none."""
    document = yamlio.load(corpus.project.notes)
    for index, note in enumerate(notes.values()):
        place = f"{corpus.project.relative(document.path)}:{document.line(index)}"
        for ref, words in note.places.items():
            if ref.partition(":")[0] in corpus.left_out:
                continue
            passage = corpus.unit(ref)
            if not isinstance(passage, Passage):
                yield Problem("NOTE-REF", place, f"{note.id}: {ref} does not exist; expected a passage")
            elif words not in passage.text:
                yield Problem("NOTE-WORDS", place, f"{note.id}: {words!r} does not stand in {ref}")
        for term in note.terms:
            if term not in termbase.terms:
                yield Problem("NOTE-TERM", place, f"{note.id}: no term `{term}`; expected the id of a term")
