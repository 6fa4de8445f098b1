"""Annotations: what is known of stretches of an edition's text, separate from the text itself.

An annotation covers characters `start` to `end` of the text of one passage or heading; where the two are
equal it is a point (a page begins here; words were left out here). Annotations may overlap in any way;
`build_runs` makes them a tree that can be written with tags.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby, pairwise, takewhile
from typing import Any

from tarock.base.structs import Frozen


class Kind(StrEnum):
    """The kind of an annotation, which tells the type of its `payload`; `build_runs` nests them in this order."""

    PAGE_BREAK = "page-break"  # a point where a printed page begins; the page's reference, such as `1863:page.258`
    PART = "part"  # the words can be cited by themselves; their reference, such as `1840:m4.s5.bemerkung`
    EMENDATION = "emendation"  # the words are corrected; the `Emendation`
    ADDED = "added"  # words that a correction adds: the transcript has nothing in their place
    LEFT_OUT = "left-out"  # a point where a correction leaves words out; those words
    DOUBT = "doubt"  # the words may be faulty and are left as they are; the `DoubtfulPlace`
    REFERENCE = "reference"  # the words refer to a place; its reference, such as `1840:47`
    TERM = "term"  # the words are a term of the termbase; the `Term`
    SPELLING = "spelling"  # a word that is spelled otherwise today; the modern form


# How words are marked that a correction adds, and the place of those that it leaves out. The signs are rendering: no
# text of an edition has them, and what is compared with one is read without them.
OPENING_SIGN, CLOSING_SIGN, LEFT_OUT_SIGN = "⟨", "⟩", "⟨−⟩"

_DEPTH = {kind: depth for depth, kind in enumerate(Kind)}


class Annotation(Frozen):
    """One thing that is known of characters `start` to `end` of a text."""

    start: int
    end: int
    kind: Kind
    payload: Any

    @property
    def point(self) -> bool:
        """Return whether it marks a place between two characters."""
        return self.start == self.end


class Run(Frozen):
    """A stretch of a text: plain words (no annotation), or an annotated one with the runs inside it.

    An annotation that another one crosses is cut into several runs: `begins` and `ends` say whether its
    beginning and its end are in this one. A point is a run without words.
    """

    text: str
    annotation: Annotation | None = None
    inside: tuple[Run, ...] = ()
    begins: bool = True
    ends: bool = True


def build_runs(text: str, annotations: Iterable[Annotation], start: int = 0, end: int | None = None) -> tuple[Run, ...]:
    """Return characters `start` to `end` of a text as a tree of runs; the leaves joined are those characters.

    Where annotations cross, the kind that comes first in `Kind` stays whole and the other is split; of one kind the one
    that begins first, then the longer. A point splits an annotation around it that comes after it in this order. When a
    text is divided into several calls, each point is in exactly one of them: in the stretch that ends at it, or at the
    start of the first.
    """
    stop = len(text) if end is None else end
    here = sorted((a for a in annotations if _is_within(a, start, stop)), key=_make_nesting_key)
    pieces = [_Piece(a.start, a.start, _find_enclosing(here, a)) for a in here if a.point]
    cuts = {start, stop}.union(*({max(a.start, start), min(a.end, stop)} for a in here))
    for low, high in pairwise(sorted(cuts)):
        pieces.append(_Piece(low, high, [a for a in here if a.start <= low and high <= a.end]))
    # of points in one place first those that are in more: they go on with the words before them
    pieces.sort(key=lambda piece: (piece.start, piece.end, -len(piece.annotations) if piece.start == piece.end else 0))
    return _nest(text, pieces, 0)


def mark_corrections(text: str, annotations: Iterable[Annotation], start: int = 0, end: int | None = None) -> str:
    """Return characters `start` to `end` of a text with signs where a correction added words or left some out."""
    shown = [a for a in annotations if a.kind in (Kind.ADDED, Kind.LEFT_OUT)]
    return "".join(map(_write_run, build_runs(text, shown, start, end))) if shown else text[start:end]


def _write_run(run: Run) -> str:
    if run.annotation is None:
        return run.text
    return LEFT_OUT_SIGN if run.annotation.kind is Kind.LEFT_OUT else f"{OPENING_SIGN}{run.text}{CLOSING_SIGN}"


def strip_marks(words: str) -> str:
    """Remove the signs that `mark_corrections` put in."""
    return words.replace(LEFT_OUT_SIGN, "").replace(OPENING_SIGN, "").replace(CLOSING_SIGN, "")


class _Piece(Frozen):
    """Characters under the same annotations, the outermost first."""

    start: int
    end: int
    annotations: list[Annotation]


def _make_nesting_key(annotation: Annotation) -> tuple[int, int, int]:
    return (_DEPTH[annotation.kind], annotation.start, -annotation.end)


def _is_within(annotation: Annotation, start: int, stop: int) -> bool:
    if annotation.point:
        return start < annotation.end <= stop or annotation.end == start == 0
    return annotation.start < stop and annotation.end > start


def _find_enclosing(here: list[Annotation], point: Annotation) -> list[Annotation]:
    """Return the annotations around a point, outermost first, then the point itself.

    The list ends before the first annotation that ends at the point or is split by it.
    """
    before = (a for a in here if a.start < point.start <= a.end and not a.point)
    outer = takewhile(lambda a: point.start < a.end and _make_nesting_key(a) <= _make_nesting_key(point), before)
    return [*outer, point]


def _nest(text: str, pieces: list[_Piece], depth: int) -> tuple[Run, ...]:
    """Return pieces of a text as runs, nested by their annotations from `depth` on."""

    def outermost(piece: _Piece) -> int | None:
        return id(piece.annotations[depth]) if depth < len(piece.annotations) else None

    runs = []
    for annotated, group in groupby(pieces, outermost):
        inner = list(group)
        low, high = inner[0].start, inner[-1].end
        if annotated is None:
            runs.append(Run(text[low:high]))
            continue
        annotation = inner[0].annotations[depth]
        inside = () if annotation.point else _nest(text, inner, depth + 1)
        runs.append(Run(text[low:high], annotation, inside, low == annotation.start, high == annotation.end))
    return tuple(runs)
