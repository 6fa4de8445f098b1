"""The rules: a page for each topic, the eras side by side; the overview of all; what changed, in prose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.catalogue import Message, say
from tarock.base.errors import CodexError
from tarock.publish.views.charts import Chart, rule_charts
from tarock.publish.views.view import View
from tarock.rules.compare import Cell, cell
from tarock.rules.differences import NAMES
from tarock.rules.measure import worths
from tarock.rules.overview import Headline, load_history, load_overview

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.publish.places import Site
    from tarock.rules.compare import Row
    from tarock.rules.measure import Worth
    from tarock.rules.overview import Chapter
    from tarock.rules.tables import Statement
    from tarock.rules.topics import Deprecated, Topic


class TopicView(View):
    """The page of a topic that has rows; `former` are its keys that are no more."""

    topic: Topic
    rows: list[Row]
    former: dict[str, Deprecated]

    @property
    def changed(self) -> int:
        return sum(row.changed for row in self.rows)

    def brief(self, cell: Cell) -> str:
        """What holds by a source that says something, in a line."""
        return cell.held if cell.answers else say(Message("link.rejected", value=cell.readings[0].shown))

    def quote(self, statement: Statement) -> str:
        """The words that say it."""
        return " … ".join(self.marked(each.ref, each.quote) for each in statement.supports)

    def english(self, statement: Statement) -> str:
        """The English of the sentences that a value is quoted from."""
        found = dict.fromkeys(self.gloss(each.ref, each.quote) for each in statement.supports)
        return " … ".join(filter(None, found))


def topic_view(site: Site, name: str) -> TopicView:
    topics = site.codex.topics
    former = {old: found for old, found in topics.deprecated.items() if old.startswith(f"{name}.")}
    return TopicView(site, site.router.topic(name).made, topics.by_name[name], site.compared[name], former)


class OverviewView(View):
    """The overview: headlines with the answer of each source, those of one `family` (its title and sigla) together.

    `names` are headlines of what the sources call the same things.
    """

    families: list[tuple[str, list[str]]]
    order: list[str]  # the sigla as they stand side by side
    groups: tuple[tuple[str, tuple[tuple[Headline, list[Cell]], ...]], ...]
    names: tuple[tuple[Headline, list[Cell]], ...]
    charts: tuple[Chart, ...]
    worth: tuple[tuple[str, Worth | None], ...]  # by pair; none for one that is sealed


def overview_view(site: Site) -> OverviewView:
    """The whole page; raises `CodexError` for a malformed list of headlines."""
    kin = families(site)
    order = [siglum for _title, sigla in kin for siglum in sigla]
    return OverviewView(
        site,
        site.router.rules.made,
        kin,
        order,
        tuple(
            (group.title, tuple(_line(site, headline, order) for headline in group.lines))
            for group in load_overview(site.codex.project).groups
        ),
        tuple(_names(site, order)),
        tuple(rule_charts(site.codex.tables)),
        tuple(worths(site.codex.project, site.codex.tables, site.codex.meanings)),
    )


def families(site: Site) -> list[tuple[str, list[str]]]:
    """The families with the sources that are here; those of no family stand last, without a title."""
    sigla = list(site.codex.tables)
    named = load_overview(site.codex.project).families
    found = [(family.title, [siglum for siglum in family.sources if siglum in sigla]) for family in named]
    placed = {siglum for _title, inside in found for siglum in inside}
    found.append(("", [siglum for siglum in sigla if siglum not in placed]))
    return [(title, inside) for title, inside in found if inside]


def _line(site: Site, headline: Headline, order: list[str]) -> tuple[Headline, list[Cell]]:
    """A headline with its answers; raises `CodexError` for a key that nobody knows."""
    topics, tables = site.codex.topics, site.codex.tables
    if topics.entry(headline.key) is None:
        raise CodexError(f"the overview asks for `{headline.key}`", topics.instead(headline.key))
    return headline, [_within(cell(tables[siglum], headline.key), headline.when) for siglum in order]


def _within(whole: Cell, when: Mapping[str, Any]) -> Cell:
    """A cell with the readings only that speak of the case."""
    readings = [
        reading for reading in whole.readings if all(dict(reading.case).get(d, v) == v for d, v in when.items())
    ]
    return structs.replace(whole, readings=tuple(readings))


def _names(site: Site, order: list[str]) -> Iterator[tuple[Headline, list[Cell]]]:
    """What at least two sources call the same thing."""
    for row in (row for rows in site.compared.values() for row in rows):
        if row.entry.type == NAMES and sum(bool(it.readings) for it in row.cells) > 1:
            yield _line(site, Headline(row.entry.title, row.key), order)


class HistoryView(View):
    """What changed from source to source, in prose."""

    @property
    def chapters(self) -> list[Chapter]:
        """Its chapters; raises `CodexError` for a malformed file."""
        return load_history(self.site.codex.project)[0]
