"""The overview of the rules: what changed from era to era, charts, all topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from tarock import yamlio
from tarock.publish.views.charts import Bar, Chart, chart
from tarock.publish.views.prose import Link
from tarock.publish.views.rules import CellView, cell_view, eras
from tarock.rules.compare import cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.publish.places import Site
    from tarock.rules.tables import Table

FILE = "overview.yaml"
_RAISES = ("contra", "re", "supra")
_DREIER = {"contract": "dreier"}  # the Consulation is measured by it


class Headline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the overview: its title and the keys that answer it; of these the first that a source states."""

    title: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one source says; `title` names its rule when that is not the line's first."""

    cell: CellView
    title: str


@dataclass(frozen=True, slots=True)
class Line:
    """A headline with the answer of each source."""

    title: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class TopicEntry:
    """A topic with the numbers of its rules, and of those in which eras are known to differ."""

    title: Link
    about: str
    rules: int
    changed: int


@dataclass(frozen=True, slots=True)
class OverviewView:
    """The page. `fragments` are the sources of which pages are lost."""

    years: tuple[int, ...]
    fragments: tuple[str, ...]
    eras: tuple[Link, ...]
    lines: tuple[Line, ...]
    charts: tuple[Chart, ...]
    topics: tuple[TopicEntry, ...]


def overview_view(site: Site) -> OverviewView:
    """The whole page; raises `CodexError` for a malformed list of headlines."""
    page = site.router.rules.page
    sources = site.corpus.sources.values()
    document = yamlio.load(site.codex.project.rules / FILE)
    headlines = (document.convert(Headline, record, index) for index, record in enumerate(document.data))
    return OverviewView(
        tuple(source.year for source in sources),
        tuple(source.siglum for source in sources if source.completeness.status == "fragment"),
        eras(site, page),
        tuple(_line(site, headline) for headline in headlines),
        tuple(_charts(site.codex.tables)),
        tuple(_topics(site)),
    )


def _line(site: Site, headline: Headline) -> Line:
    return Line(headline.title, tuple(_answer(site, table, headline.keys) for table in site.codex.tables.values()))


def _answer(site: Site, table: Table, keys: tuple[str, ...]) -> Answer:
    key = next((key for key in keys if table.statements.get(key)), keys[0])
    entry = site.codex.topics.entry(key)
    shown = cell_view(site, site.router.rules.page, cell(table, key))
    return Answer(shown, entry.title if entry and key != keys[0] else "")


def _topics(site: Site) -> Iterator[TopicEntry]:
    page = site.router.rules.page
    for name, rows in site.compared.items():
        topic = site.codex.topics.by_name[name]
        title = Link(topic.title, site.router.topic(name).seen_from(page))
        yield TopicEntry(title, topic.about, len(rows), sum(row.changed for row in rows))


def _charts(tables: Mapping[str, Table]) -> Iterator[Chart]:
    packs = [_pack(siglum, table) for siglum, table in tables.items()]
    points = [_bar(siglum, table, "counting.total", "points") for siglum, table in tables.items()]
    hands = [bar for siglum, table in tables.items() for bar in _hands(siglum, table)]
    yield chart("chart-pack", "Cards in the pack", packs, "cards")
    yield chart("chart-points", "Points in the whole pack", points, "points")
    yield chart("chart-hands", "Hands, and talon or excess", hands, "cards")
    notes = ", ".join(f"{siglum}: {note}" for siglum, table in tables.items() if (note := _consulation_note(table)))
    title = "The price of the Pagat in the last trick" + (f" ({notes})" if notes else "")
    yield chart("chart-ultimo", title, [b for s, table in tables.items() for b in _ultimo(s, table)], "points")


def _number(table: Table, key: str, **when: Any) -> int | None:
    rule = table.rule(key, **when)
    return rule.value if rule is not None and isinstance(rule.value, int) else None


def _bar(label: str, table: Table, key: str, name: str) -> Bar:
    number = _number(table, key)
    return Bar(label, ((name, number),)) if number else Bar(label, note=table.silence(key).silence)


def _pack(siglum: str, table: Table) -> Bar:
    cards, tarocks = _number(table, "pack.cards"), _number(table, "pack.tarocks")
    if cards and tarocks:
        return Bar(siglum, (("suit cards", cards - tarocks), ("tarocks", tarocks)))
    return _bar(siglum, table, "pack.cards", "cards")


def _hands(siglum: str, table: Table) -> Iterator[Bar]:
    hand, rest = _number(table, "deal.hand"), _number(table, "deal.talon") or _number(table, "deal.dealer_extra")
    players = table.rule("game.players")
    count = players.value[0] if players and isinstance(players.value, list) else 0
    if hand and rest and count:
        yield Bar(siglum, (*[("a hand", hand)] * count, ("talon or excess", rest)))


def _consulation(table: Table) -> tuple[str, int]:
    """The Consulation that holds unless another is agreed, and what it is worth at a Dreier."""
    size = table.rule("settlement.stake.default")
    worth = _number(table, "settlement.price", stake=size.value, **_DREIER) if size else 0
    return (size.value, worth or 0) if size else ("", 0)


def _consulation_note(table: Table) -> str:
    size, worth = _consulation(table)
    return f"{size} Consulation, at a Dreier" if worth else ""


def _ultimo(siglum: str, table: Table) -> Iterator[Bar]:
    """What the Pagat in the last trick brings; where it is reckoned in Consulations, also with each raise."""
    key, (_size, worth) = "ultimo.bonus", _consulation(table)
    silent, announced = (table.rule(key, announced=said, **_DREIER) for said in (False, True))
    if not silent:
        yield Bar(siglum, note=table.silence(key).silence)
    elif silent.unit == "points" or not announced:
        yield Bar(f"{siglum}, from each", (("points", silent.value),))
    else:
        price = announced.value * worth
        yield Bar(f"{siglum}, in silence", (("points", silent.value * worth),))
        yield Bar("announced", (("points", price),))
        for raised in _RAISES:
            price *= _number(table, "announcements.raise_factor", call=raised) or 1
            yield Bar(raised, (("points", price),))
