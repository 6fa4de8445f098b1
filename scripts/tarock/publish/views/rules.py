"""The rules of a topic, the eras side by side: what each source says, where, in which words, and what holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.publish.places import Site
    from tarock.rules.compare import Cell, Row
    from tarock.rules.tables import Grade, Statement

_BREAKS = re.compile(r"(?<=[._])")


@dataclass(frozen=True, slots=True)
class Reading:
    """A value, the passages that it rests on and their words (none where the text is withheld).

    `held` when a game or a claim notices its change.
    """

    shown: str
    places: tuple[Link, ...]
    grade: Grade
    quote: str
    note: str
    held: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """What one source says: its readings, or the kind of its silence with a note."""

    siglum: str
    readings: tuple[Reading, ...]
    silence: str
    note: str


@dataclass(frozen=True, slots=True)
class RowView:
    """A rule across the eras; its key is cut where a line may break."""

    anchor: str
    title: str
    key: tuple[str, ...]
    changed: bool
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class TopicView:
    """The page of a topic; `changed` counts the rows in which eras are known to differ."""

    title: str
    about: str
    eras: tuple[Link, ...]
    rows: tuple[RowView, ...]
    changed: int


def topic_view(site: Site, name: str) -> TopicView:
    """The page of a topic that has rows."""
    topic, rows = site.codex.topics.by_name[name], site.compared[name]
    page = site.router.topic(name).page
    return TopicView(
        topic.title,
        topic.about,
        eras(site, page),
        tuple(_row(site, page, row) for row in rows),
        sum(row.changed for row in rows),
    )


def eras(site: Site, page: str) -> tuple[Link, ...]:
    """The heads of the columns: each source by its siglum."""
    return tuple(Link(siglum, site.router.source(siglum).seen_from(page)) for siglum in site.codex.tables)


def cell_view(site: Site, page: str, cell: Cell) -> CellView:
    """What one source says about one key, as it is shown on `page`."""
    readings = tuple(_reading(site, page, statement) for statement in cell.readings)
    return CellView(cell.siglum, readings, cell.silence.silence, cell.silence.note)


def _row(site: Site, page: str, row: Row) -> RowView:
    return RowView(
        site.router.rule(row.key).anchor,
        row.entry.title,
        tuple(_BREAKS.split(row.key)),
        row.changed,
        tuple(cell_view(site, page, cell) for cell in row.cells),
    )


def _reading(site: Site, page: str, statement: Statement) -> Reading:
    refs = dict.fromkeys(support.ref for support in statement.supports)
    return Reading(
        statement.shown,
        tuple(Link(ref.partition(":")[2], site.router.passage(ref).seen_from(page)) for ref in refs),
        statement.grade,
        "" if site.withheld(statement.siglum) else " … ".join(support.quote for support in statement.supports),
        statement.note,
        site.hold(statement) == "held",
    )
