"""The words of an edition: emended stretches, references, modern spelling, page breaks, as a tree of plain records."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tarock.base.structs import Value
from tarock.corpus.annotations import Kind, cut

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.annotations import Run
    from tarock.corpus.editions import Heading, Passage
    from tarock.publish.views.apparatus import Notes

LACUNA = "[…]"


class Words(Value):
    """Plain words."""

    kind: ClassVar = "words"
    text: str


class Lost(Value):
    """The sign that words are lost here."""

    kind: ClassVar = "lost"
    text: str


class Reference(Value):
    """Words that refer to another place."""

    kind: ClassVar = "reference"
    href: str
    inside: tuple[Span, ...]


class Emended(Value):
    """Words that differ from the transcript's. `note` is the number of the note that is called here, or 0.

    `transcript` is what it has in their place: the lemma, or nothing where the words before it have that already.
    """

    kind: ClassVar = "emended"
    lemma: str
    transcript: str
    correction: str
    inside: tuple[Span, ...]
    note: int = 0


class PageBreak(Value):
    """The place where a printed page begins."""

    kind: ClassVar = "page"
    anchor: str
    page: str


class Part(Value):
    """Words that can be cited by themselves."""

    kind: ClassVar = "part"
    anchor: str
    inside: tuple[Span, ...]


class Spelled(Value):
    """A word, or a part of it, that is spelled otherwise today; the first part has the whole modern form."""

    kind: ClassVar = "spelled"
    modern: str
    inside: tuple[Span, ...]


Span = Words | Lost | Reference | Emended | PageBreak | Part | Spelled
Spans = tuple[Span, ...]


def spans(item: Passage | Heading, notes: Notes, start: int = 0, end: int | None = None) -> Spans:
    """Characters `start` to `end` of a text as it stands on the page of `notes`, which number its emendations."""
    spelled = notes.site.codex.spelling.annotations(item)
    return _spans(cut(item.text, (*item.annotations, *spelled), start, end), notes, lacuna=False)


def _spans(runs: Iterable[Run], notes: Notes, *, lacuna: bool) -> Spans:
    made: list[Span] = []
    for run in runs:
        if run.annotation is None:
            made.extend(_plain(run.text, lacuna=lacuna))
            continue
        payload = run.annotation.payload
        match run.annotation.kind:
            case Kind.EMENDATION:
                inside = _spans(run.inside, notes, lacuna=payload.kind == "lacuna")
                number = notes.number(payload) if run.ends else 0
                transcript = payload.lemma if run.begins else ""
                made.append(Emended(payload.lemma, transcript, payload.kind, inside, number))
            case Kind.REFERENCE if notes.site.router.has(payload):
                href = notes.site.router.passage(payload).seen_from(notes.page)
                made.append(Reference(href, _spans(run.inside, notes, lacuna=lacuna)))
            case Kind.PART:
                made.append(Part(payload, _spans(run.inside, notes, lacuna=lacuna)))
            case Kind.SPELLING:
                made.append(Spelled(payload if run.begins else "", _spans(run.inside, notes, lacuna=lacuna)))
            case Kind.PAGE_BREAK:
                made.append(PageBreak(payload, payload.rpartition(".")[2]))
            case _:
                made.extend(_spans(run.inside, notes, lacuna=lacuna))
    return tuple(made)


def _plain(text: str, *, lacuna: bool) -> Iterable[Words | Lost]:
    if not lacuna:
        return (Words(text),)
    pieces: list[Words | Lost] = []
    for number, piece in enumerate(text.split(LACUNA)):
        pieces.extend((Lost(LACUNA),) * bool(number))
        pieces.extend((Words(piece),) * bool(piece))
    return pieces
