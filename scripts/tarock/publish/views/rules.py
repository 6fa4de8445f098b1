"""The rules: a page for each topic, the eras side by side; the overview of all with its charts; what changed, in prose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.base.wording import Message, write_message
from tarock.checks.comparison_score import PairScore, load_fresh
from tarock.corpus.elsewhere import OtherText
from tarock.publish.places import Site
from tarock.publish.views.matters import find_borrowed_texts, list_pairs
from tarock.publish.views.view import View
from tarock.rules.compare import Row, SourceAnswer, find_answer
from tarock.rules.overview import Headline, load_overview
from tarock.rules.readings import FoundDifference, ReadersReport, load_reports
from tarock.rules.tables import EraTable, Statement
from tarock.rules.topics import DeprecatedKey, Topic

ROOM = 218  # the length of the longest bar, in the units of the drawing
_DREIER = {"contract": "dreier"}  # the Consulation is measured by it
Line = tuple[Headline, list[SourceAnswer]]  # with the answer of each source


class TopicView(View):
    """The page of a topic that has rows; `former` are its keys that are no more."""

    topic: Topic
    rows: list[Row]
    former: dict[str, DeprecatedKey]

    @property
    def changed(self) -> int:
        """Count the rows in which sources are known to differ."""
        return sum(row.changed for row in self.rows)

    def brief(self, cell: SourceAnswer) -> str:
        """Return the effective values of a source in a line."""
        return (
            cell.effective_text
            if cell.effective_readings
            else write_message("link.rejected", value=cell.readings[0].shown)
        )

    def quote(self, statement: Statement) -> str:
        """Return the words of the source that a statement rests on."""
        return " … ".join(self.marked(each.ref, each.quote) for each in statement.supports)

    def english(self, statement: Statement) -> str:
        """Return the English of the sentences that a statement quotes; empty where there is none."""
        found = dict.fromkeys(self.gloss(each.ref, each.quote) for each in statement.supports)
        return " … ".join(filter(None, found))


def make_topic(site: Site, name: str) -> TopicView:
    """Return the page of a topic."""
    topics = site.codex.topics
    former = {old: found for old, found in topics.deprecated.items() if old.startswith(f"{name}.")}
    return TopicView(site, site.router.topic(name).made, topics.by_name[name], site.compared[name], former)


class OverviewView(View):
    """The overview; raises `CodexError` for a malformed list of headlines."""

    @cached_property
    def families(self) -> list[tuple[str, list[str]]]:
        """Return pairs of title and sigla: sources of related games, as far as they are here."""
        return list_families(self.site)

    @property
    def unedited(self) -> list[OtherText]:
        """Return the texts that tell of the game to which a source leaves rules."""
        return find_borrowed_texts(self.site, self.order)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return every two sources that have a page beside each other."""
        return list_pairs(self.site)

    @cached_property
    def order(self) -> list[str]:
        """Return the sigla in the order of the columns, related games together."""
        return [siglum for _title, sigla in self.families for siglum in sigla]

    @property
    def groups(self) -> list[tuple[str, list[Line]]]:
        """Return pairs of title and lines, each line a headline with the answers of the sources."""
        overview = load_overview(self.site.codex.project)
        return [(group.title, list(map(self._make_line, group.lines))) for group in overview.groups]

    @property
    def names(self) -> list[Line]:
        """Return the lines with names of rules or games that at least two sources give."""
        rows = (
            row
            for rows in self.site.compared.values()
            for row in rows
            if row.entry.type == self.site.codex.comparison_rules.general.names.type
        )
        named = (row for row in rows if sum(bool(it.readings) for it in row.cells) > 1)
        return [self._make_line(Headline(row.entry.title, row.key)) for row in named]

    @property
    def charts(self) -> Iterator[Chart]:
        """Yield the charts in their order."""
        return make_rule_charts(self.site.codex.tables)

    @cached_property
    def _reports(self) -> dict[str, ReadersReport | None]:
        return dict(load_reports(self.site.codex.project))

    @property
    def scores(self) -> list[tuple[str, PairScore | None]]:
        """Return the score of the comparison for each pair of sources; None for a sealed pair."""
        committed = {score.pair: score for score in load_fresh(self.site.codex).pairs}
        return [(name, committed[report.pair] if report else None) for name, report in self._reports.items()]

    def missed(self, score: PairScore) -> list[FoundDifference]:
        """Return the differences that readers found in a pair and no row shows."""
        reports = [report for report in self._reports.values() if report and report.pair == score.pair]
        return [item for report in reports for item in report.items if item.id in score.missed]

    def _make_line(self, headline: Headline) -> Line:
        """Return a headline with the answer of each source; raise `CodexError` for an unknown key."""
        topics, tables = self.site.codex.topics, self.site.codex.tables
        if topics.find(headline.key) is None:
            raise CodexError(f"the overview asks for `{headline.key}`", topics.suggest(headline.key))
        return headline, [
            _narrow_answer(find_answer(tables[siglum], headline.key), headline.when) for siglum in self.order
        ]


def list_families(site: Site) -> list[tuple[str, list[str]]]:
    """Return pairs of title and sigla for each family with sources here.

    Sources without family last, with an empty title.
    """
    sigla = list(site.codex.tables)
    named = load_overview(site.codex.project).families
    found = [(family.title, [siglum for siglum in family.sources if siglum in sigla]) for family in named]
    placed = {siglum for _title, inside in found for siglum in inside}
    found.append(("", [siglum for siglum in sigla if siglum not in placed]))
    return [(title, inside) for title, inside in found if inside]


def _narrow_answer(whole: SourceAnswer, when: Mapping[str, Any]) -> SourceAnswer:
    """Return an answer with only those readings whose case agrees with `when`."""
    readings = [
        reading for reading in whole.readings if all(dict(reading.case).get(d, v) == v for d, v in when.items())
    ]
    return structs.replace(whole, readings=tuple(readings))


class Bar(Frozen):
    """A bar of one or more stacked parts (name and size), or a note where there is nothing to draw."""

    label: str
    parts: tuple[tuple[str, int], ...] = ()
    note: str = ""

    @property
    def total(self) -> int:
        """Return the sum of its parts."""
        return sum(size for _name, size in self.parts)

    def describe(self, unit: str) -> str:
        """Return the bar in words: its note, or its total and parts in `unit`."""
        if self.note or len(self.parts) < 2:
            return self.note or f"{self.total} {unit}"
        runs = [(size, len(list(run))) for (_name, size), run in groupby(self.parts)]
        return f"{self.total} ({' + '.join(f'{many} × {size}' if many > 1 else str(size) for size, many in runs)})"


class Chart(Frozen):
    """A chart; `unit` is what its bars count."""

    ident: str
    title: str
    unit: str
    bars: list[Bar]

    @property
    def scale(self) -> float:
        """Return the drawn length of one unit: the longest bar is `ROOM` long."""
        return ROOM / (max((bar.total for bar in self.bars), default=0) or 1)

    @property
    def names(self) -> list[str]:
        """Return the names of the parts in the order of their colours, those of stacked bars first."""
        stacked_first = sorted(self.bars, key=lambda bar: len(bar.parts) < 2)
        return list(dict.fromkeys(name for bar in stacked_first for name, _size in bar.parts))

    @property
    def description(self) -> str:
        """Return the chart in words."""
        return "; ".join(f"{bar.label}: {bar.describe(self.unit)}" for bar in self.bars) + "."

    def pieces(self, bar: Bar) -> Iterator[tuple[float, float, int, str]]:
        """Yield each part of a bar: where it begins, its drawn length, the number of its colour from 1, its words."""
        start, scale, names = 0.0, self.scale, self.names
        for name, size in bar.parts:
            yield start, size * scale, names.index(name) + 1, f"{bar.label}: {size} {name}"
            start += size * scale


def make_rule_charts(tables: Mapping[str, EraTable]) -> Iterator[Chart]:
    """Yield the charts on packs, hands and prices, with a bar for each source."""
    yield Chart(
        "chart-pack",
        write_message("chart.pack"),
        write_message("chart.cards"),
        [_make_pack_bar(*each) for each in tables.items()],
    )
    points = [_make_bar(*each, "counting.total", "points") for each in tables.items()]
    yield Chart("chart-points", write_message("chart.whole"), write_message("chart.points"), points)
    hands = [bar for each in tables.items() for bar in _make_hand_bars(*each)]
    yield Chart("chart-hands", write_message("chart.hands"), write_message("chart.cards"), hands)
    found = ((siglum, *_find_consulation(table)) for siglum, table in tables.items())
    sizes = tuple(
        Message("chart.at", siglum=siglum, size=Message("claim.value", value=size))
        for siglum, size, worth in found
        if worth
    )
    prices = [bar for each in tables.items() for bar in _make_ultimo_bars(*each)]
    yield Chart("chart-ultimo", write_message("chart.ultimo", sizes=sizes), write_message("chart.points"), prices)


def _find_number(table: EraTable, key: str, **when: Any) -> int | None:
    rule = table.find_rule(key, **when)
    return rule.value if rule is not None and isinstance(rule.value, int) else None


def _make_bar(label: str, table: EraTable, key: str, name: str) -> Bar:
    number = _find_number(table, key)
    return (
        Bar(label, ((write_message(f"chart.{name}"), number),))
        if number
        else Bar(label, note=table.silence(key).silence)
    )


def _make_pack_bar(siglum: str, table: EraTable) -> Bar:
    cards, tarocks = _find_number(table, "pack.cards"), _find_number(table, "pack.tarocks")
    if cards and tarocks:
        return Bar(siglum, ((write_message("chart.suits"), cards - tarocks), (write_message("chart.tarocks"), tarocks)))
    return _make_bar(siglum, table, "pack.cards", "cards")


def _make_hand_bars(siglum: str, table: EraTable) -> Iterator[Bar]:
    hand, players = _find_number(table, "deal.hand"), table.find_rule("game.players")
    rest = _find_number(table, "deal.talon") or _find_number(table, "deal.dealer_extra", talon_dealt="last")
    count = players.value[0] if players and isinstance(players.value, list) else 0
    if hand and rest and count:
        yield Bar(siglum, (*[(write_message("chart.hand"), hand)] * count, (write_message("chart.rest"), rest)))


def _find_consulation(table: EraTable) -> tuple[str, int]:
    """Return the Consulation that applies unless another is agreed, and its points at a Dreier."""
    size = table.find_rule("settlement.stake.default")
    return (size.value, _find_number(table, "settlement.price", stake=size.value, **_DREIER) or 0) if size else ("", 0)


def _make_ultimo_bars(siglum: str, table: EraTable) -> Iterator[Bar]:
    """Yield the bars for the price of the Pagat in the last trick, also with each raise where it is in Consulations."""
    key, (_size, worth) = "ultimo.bonus", _find_consulation(table)
    silent, announced = (table.find_rule(key, announced=said, **_DREIER) for said in (False, True))
    prices: list[tuple[str, int]] = []
    if not silent:
        yield Bar(siglum, note=table.silence(key).silence)
    elif silent.unit == "points" or not announced:
        prices = [(write_message("chart.each", siglum=siglum), silent.value)]
    else:
        price = announced.value * worth
        prices = [
            (write_message("chart.silent", siglum=siglum), silent.value * worth),
            (write_message("chart.announced"), price),
        ]
        raises = table.find_rule("announcements.raises")
        for raised in raises.value if raises else ():
            price *= _find_number(table, "announcements.raise_factor", call=raised) or 1
            prices.append((raised, price))
    for label, points in prices:
        yield Bar(label, ((write_message("chart.points"), points),))
