"""The rules of a topic, the eras side by side: what each source says, where, in which words, and what holds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.publish.views.prose import Link, Prose, noted
from tarock.publish.views.translated import gloss
from tarock.rules.deprecated import Gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.proof.coverage import Hold
    from tarock.publish.places import Site
    from tarock.publish.router import Address
    from tarock.rules.compare import Cell, Row
    from tarock.rules.tables import Grade, Statement

_BREAKS = re.compile(r"(?<=[._])")


class Reading(Value):
    """A value in a case, what that means, the passages that it rests on and their words (none where withheld).

    `hold`: how well it is held, when the value is altered.
    """

    case: str
    shown: str
    says: str
    places: tuple[Link, ...]
    grade: Grade
    quote: str
    gloss: str
    note: Prose
    hold: Hold


class CellView(Value):
    """What one source says: its readings, or the kind of its silence with a note. `brief` is what holds, in a line."""

    siglum: str
    source: str
    brief: str
    readings: tuple[Reading, ...]
    silence: str
    note: Prose


class RowView(Value):
    """A rule across the eras; its key is cut where a line may break. `differing` are the pairs of eras that differ.

    `alone` leads to the page that the key has to itself.

    A row in which nobody differs is shown folded: its title with what each source says in brief.
    """

    anchor: str
    alone: str
    title: str
    key: tuple[str, ...]
    differing: tuple[tuple[str, str], ...]
    cells: tuple[CellView, ...]


class FormerView(Value):
    """A key that is no more: the keys that answer now, or why it went."""

    anchor: str
    key: str
    now: tuple[Link, ...]
    gone: str


class TopicView(Value):
    """The page of a topic; `changed` counts the rows in which eras are known to differ.

    `former` are the keys of this topic that are no more.
    """

    title: str
    about: str
    eras: tuple[Link, ...]
    rows: tuple[RowView, ...]
    changed: int
    former: tuple[FormerView, ...]


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
        tuple(_former(site, page, old) for old in site.codex.topics.renamed if old.startswith(f"{name}.")),
    )


def _former(site: Site, page: str, old: str) -> FormerView:
    return FormerView(site.router.rule(old).anchor, old, *became(site, page, old, site.router.rule))


def became(site: Site, page: str, old: str, place: Callable[[str], Address]) -> tuple[tuple[Link, ...], str]:
    """The keys that answer for one that is no more, each with its `place`; or why it went."""
    now = site.codex.topics.renamed[old]
    if isinstance(now, Gone):
        return (), now.gone
    return tuple(Link(str(each), place(each.key).seen_from(page)) for each in now), ""


def eras(site: Site, page: str) -> tuple[Link, ...]:
    """The heads of the columns: each source by its siglum."""
    return tuple(Link(siglum, site.router.source(siglum).seen_from(page)) for siglum in site.codex.tables)


def cell_view(site: Site, page: str, cell: Cell) -> CellView:
    """What one source says about one key, as it is shown on `page`."""
    readings = tuple(_reading(site, page, statement) for statement in cell.readings)
    brief = cell.held if cell.answers or not readings else say(Message("link.rejected", value=readings[0].shown))
    source = site.router.source(cell.siglum).seen_from(page)
    return CellView(cell.siglum, source, brief, readings, cell.silence.silence, _note(site, page, cell.silence.note))


def _row(site: Site, page: str, row: Row) -> RowView:
    return RowView(
        site.router.rule(row.key).anchor,
        site.router.key(row.key).seen_from(page),
        row.entry.title,
        tuple(_BREAKS.split(row.key)),
        row.differing,
        tuple(cell_view(site, page, cell) for cell in row.cells),
    )


def _reading(site: Site, page: str, statement: Statement) -> Reading:
    refs = dict.fromkeys(support.ref for support in statement.supports)
    return Reading(
        statement.case_label,
        statement.shown,
        statement.says,
        tuple(Link(ref.partition(":")[2], site.router.passage(ref).seen_from(page)) for ref in refs),
        statement.grade,
        "" if site.withheld(statement.siglum) else " … ".join(support.quote for support in statement.supports),
        " … ".join(filter(None, dict.fromkeys(gloss(site, each.ref, each.quote) for each in statement.supports))),
        _note(site, page, statement.note),
        site.hold(statement),
    )


def _note(site: Site, page: str, text: str) -> Prose:
    return noted(site, page, text, site.router.rule)
