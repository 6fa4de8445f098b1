"""The overview of the rules: what changed from era to era, charts, all topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Value
from tarock.publish.views.prose import Link
from tarock.publish.views.rule_charts import rule_charts
from tarock.publish.views.rules import CellView, cell_view
from tarock.rules.compare import NAMES, Cell, cell
from tarock.rules.overview import Headline, load_overview

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.publish.places import Site
    from tarock.publish.views.charts import Chart


class Line(Value):
    """A headline with the answer of each source."""

    title: Link
    basis: str
    cells: tuple[CellView, ...]


class GroupView(Value):
    """Lines on one matter."""

    title: str
    lines: tuple[Line, ...]


class TopicEntry(Value):
    """A topic with the numbers of its rules, and of those in which eras are known to differ."""

    title: Link
    about: str
    rules: int
    changed: int


class OverviewView(Value):
    """The page. `fragments` are the sources of which pages are lost.

    `families` are the heads over the columns, each with how many; `names` what the sources call the same things.
    """

    years: tuple[int, ...]
    fragments: tuple[str, ...]
    families: tuple[tuple[str, int], ...]
    eras: tuple[Link, ...]
    groups: tuple[GroupView, ...]
    names: tuple[Line, ...]
    charts: tuple[Chart, ...]
    topics: tuple[TopicEntry, ...]


def overview_view(site: Site) -> OverviewView:
    """The whole page; raises `CodexError` for a malformed list of headlines."""
    page = site.router.rules.page
    sources = site.corpus.sources.values()
    overview = load_overview(site.codex.project)
    kin = families(site)
    order = [siglum for _title, sigla in kin for siglum in sigla]
    return OverviewView(
        tuple(source.year for source in sources),
        tuple(source.siglum for source in sources if source.completeness.status == "fragment"),
        tuple((title, len(sigla)) for title, sigla in kin),
        tuple(Link(siglum, site.router.source(siglum).seen_from(page)) for siglum in order),
        tuple(
            GroupView(group.title, tuple(_line(site, headline, order) for headline in group.lines))
            for group in overview.groups
        ),
        tuple(_names(site, order)),
        tuple(rule_charts(site.codex.tables)),
        tuple(_topics(site)),
    )


def families(site: Site) -> list[tuple[str, list[str]]]:
    """The families with the sources that are here; those of no family stand last, without a title."""
    sigla = list(site.codex.tables)
    named = load_overview(site.codex.project).families
    found = [(family.title, [siglum for siglum in family.sources if siglum in sigla]) for family in named]
    placed = {siglum for _title, inside in found for siglum in inside}
    found.append(("", [siglum for siglum in sigla if siglum not in placed]))
    return [(title, inside) for title, inside in found if inside]


def _line(site: Site, headline: Headline, order: list[str]) -> Line:
    """A line; raises `CodexError` for a key that nobody knows."""
    page = site.router.rules.page
    if site.codex.topics.entry(headline.key) is None:
        raise CodexError(f"the overview asks for `{headline.key}`", site.codex.topics.instead(headline.key))
    cells = [_within(cell(site.codex.tables[siglum], headline.key), headline.when) for siglum in order]
    shown = tuple(cell_view(site, page, it) for it in cells)
    return Line(Link(headline.title, site.router.rule(headline.key).seen_from(page)), headline.basis, shown)


def _within(whole: Cell, when: Mapping[str, Any]) -> Cell:
    """A cell with the readings only that speak of the case."""
    readings = [
        reading for reading in whole.readings if all(dict(reading.case).get(d, v) == v for d, v in when.items())
    ]
    return structs.replace(whole, readings=tuple(readings))


def _names(site: Site, order: list[str]) -> Iterator[Line]:
    """What at least two sources call the same thing."""
    for key in site.codex.topics:
        entry = site.codex.topics.entry(key)
        cells = [cell(site.codex.tables[siglum], key) for siglum in order]
        if entry and entry.type == NAMES and sum(bool(it.readings) for it in cells) > 1:
            yield _line(site, Headline(entry.title, key), order)


def _topics(site: Site) -> Iterator[TopicEntry]:
    page = site.router.rules.page
    for name, rows in site.compared.items():
        topic = site.codex.topics.by_name[name]
        title = Link(topic.title, site.router.topic(name).seen_from(page))
        yield TopicEntry(title, topic.about, len(rows), sum(row.changed for row in rows))
