"""Passages as their page shows them: runs of words with what is known of them, tricks in cells, our English."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.annotations import Run, cut
from tarock.corpus.profiles.koenigrufen_1840 import TRICK
from tarock.corpus.references import Reference, Selection, select
from tarock.publish.views.translated import English, english

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.editions import Edition, Heading, Passage
    from tarock.publish.places import Site

_PLAY = r"([A-D] (?:[IVX]+\.|Scüs\.?|Pagat\.?|Mond\.?|[A-Za-zäöüß,]+-[A-Za-zäöüß,]+\.?)(?= |\Z))"
_TRICK = re.compile(f"({TRICK.pattern})" + "( - )".join([_PLAY] * 4) + "()")
_PLAYS = (3, 5, 7, 9)  # the groups with the plays; behind each stands that with its dash

Runs = tuple[Run, ...]


class TrickCells(Value):
    """The cells of a trick line; together they are its whole text.

    A play is who plays, the card, and the dash behind it (not to be seen, but part of the text).
    """

    number: Runs
    plays: tuple[tuple[Runs, Runs, Runs], ...]
    remark: Runs


class PagePassage(Value):
    """A passage on its page; `anchors` are ids of units that begin with it and have no heading.

    Of a text that is withheld there are neither paragraphs nor a trick; a well-formed trick has its cells instead of
    paragraphs.
    """

    passage: Passage
    unit: Selection
    anchors: tuple[str, ...]
    paragraphs: tuple[Runs, ...]
    trick: TrickCells | None
    english: English | None


def page_passage(site: Site, edition: Edition, passage: Passage, anchors: Iterable[str]) -> PagePassage:
    shown = not site.withheld(edition.siglum)
    cells = trick(site, passage) if shown else None
    return PagePassage(
        passage,
        unit(edition, passage.ident),
        tuple(anchors),
        tuple(runs(site, passage, *line) for line in passage.lines()) if shown and cells is None else (),
        cells,
        english(site, edition.siglum, passage.ident),
    )


def unit(edition: Edition, ident: str) -> Selection:
    """What has an id, as it is cited."""
    return select(edition, Reference(edition.siglum, ident))


def runs(site: Site, item: Passage | Heading, start: int = 0, end: int | None = None) -> Runs:
    """Characters `start` to `end` of a text with its emendations, references, page breaks and modern spelling."""
    return cut(item.text, (*item.annotations, *site.codex.spelling.annotations(item)), start, end)


def trick(site: Site, passage: Passage) -> TrickCells | None:
    """The cells of a trick line; None if it is formed otherwise."""
    cells = split_trick(passage.text)
    if cells is None:
        return None
    cell = partial(runs, site, passage)
    number, plays, remark = cells
    return TrickCells(
        cell(*number),
        tuple((cell(start, start + 1), cell(start + 1, stop), cell(stop, end)) for start, stop, end in plays),
        cell(*remark),
    )


def split_trick(text: str) -> tuple[tuple[int, int], list[tuple[int, int, int]], tuple[int, int]] | None:
    """Where number, four plays (start, end, end with the dash) and remark stand in a trick line; None for any other."""
    line = _TRICK.match(text)
    if line is None:
        return None
    plays = [(line.start(group), line.end(group), line.end(group + 1)) for group in _PLAYS]
    return line.span(1), plays, (line.end(), len(text))
