"""The charts of the overview, horizontal bars to one scale: packs, their points, hands, and what the Pagat brings last."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from tarock.rules.tables import Table

ROOM = 218  # the length of the longest bar, in the units of the drawing
_DREIER = {"contract": "dreier"}  # the Consulation is measured by it


class Bar(Value):
    """A bar of one or more stacked parts (name and size), or a note where there is nothing to draw."""

    label: str
    parts: tuple[tuple[str, int], ...] = ()
    note: str = ""

    @property
    def total(self) -> int:
        return sum(size for _name, size in self.parts)

    def told(self, unit: str) -> str:
        """The bar in words: its note, or its size with what it consists of."""
        if self.note or len(self.parts) < 2:
            return self.note or f"{self.total} {unit}"
        runs = [(size, len(list(run))) for (_name, size), run in groupby(self.parts)]
        return f"{self.total} ({' + '.join(f'{many} × {size}' if many > 1 else str(size) for size, many in runs)})"


class Chart(Value):
    """A chart; `unit` is what its bars count."""

    ident: str
    title: str
    unit: str
    bars: list[Bar]

    @property
    def scale(self) -> float:
        """The length of one: the longest bar fills the room."""
        return ROOM / (max((bar.total for bar in self.bars), default=0) or 1)

    @property
    def names(self) -> list[str]:
        """What the parts are called, in the order of the colours: those of stacked bars first."""
        stacked_first = sorted(self.bars, key=lambda bar: len(bar.parts) < 2)
        return list(dict.fromkeys(name for bar in stacked_first for name, _size in bar.parts))

    @property
    def description(self) -> str:
        return "; ".join(f"{bar.label}: {bar.told(self.unit)}" for bar in self.bars) + "."

    def pieces(self, bar: Bar) -> Iterator[tuple[float, float, int, str]]:
        """The parts of a bar as they are drawn: where one begins, how long it is, the number of its colour, its words."""
        start, scale, names = 0.0, self.scale, self.names
        for name, size in bar.parts:
            yield start, size * scale, names.index(name) + 1, f"{bar.label}: {size} {name}"
            start += size * scale


def rule_charts(tables: Mapping[str, Table]) -> Iterator[Chart]:
    """The charts in their order, each with the sources by siglum."""
    yield Chart("chart-pack", _say("pack"), _say("cards"), [_pack(*each) for each in tables.items()])
    points = [_bar(*each, "counting.total", "points") for each in tables.items()]
    yield Chart("chart-points", _say("whole"), _say("points"), points)
    hands = [bar for each in tables.items() for bar in _hands(*each)]
    yield Chart("chart-hands", _say("hands"), _say("cards"), hands)
    found = ((siglum, *_consulation(table)) for siglum, table in tables.items())
    sizes = tuple(
        Message("chart.at", siglum=siglum, size=Message("claim.value", value=size))
        for siglum, size, worth in found
        if worth
    )
    prices = [bar for each in tables.items() for bar in _ultimo(*each)]
    yield Chart("chart-ultimo", _say("ultimo", sizes=sizes), _say("points"), prices)


def _say(name: str, **values: Hashable) -> str:
    return say(Message(f"chart.{name}", **values))


def _number(table: Table, key: str, **when: Any) -> int | None:
    rule = table.rule(key, **when)
    return rule.value if rule is not None and isinstance(rule.value, int) else None


def _bar(label: str, table: Table, key: str, name: str) -> Bar:
    number = _number(table, key)
    return Bar(label, ((_say(name), number),)) if number else Bar(label, note=table.silence(key).silence)


def _pack(siglum: str, table: Table) -> Bar:
    cards, tarocks = _number(table, "pack.cards"), _number(table, "pack.tarocks")
    if cards and tarocks:
        return Bar(siglum, ((_say("suits"), cards - tarocks), (_say("tarocks"), tarocks)))
    return _bar(siglum, table, "pack.cards", "cards")


def _hands(siglum: str, table: Table) -> Iterator[Bar]:
    hand, players = _number(table, "deal.hand"), table.rule("game.players")
    rest = _number(table, "deal.talon") or _number(table, "deal.dealer_extra", talon_dealt="last")
    count = players.value[0] if players and isinstance(players.value, list) else 0
    if hand and rest and count:
        yield Bar(siglum, (*[(_say("hand"), hand)] * count, (_say("rest"), rest)))


def _consulation(table: Table) -> tuple[str, int]:
    """The Consulation that holds unless another is agreed, and what it is worth at a Dreier."""
    size = table.rule("settlement.stake.default")
    return (size.value, _number(table, "settlement.price", stake=size.value, **_DREIER) or 0) if size else ("", 0)


def _ultimo(siglum: str, table: Table) -> Iterator[Bar]:
    """What the Pagat in the last trick brings; where it is reckoned in Consulations, also with each raise."""
    key, (_size, worth) = "ultimo.bonus", _consulation(table)
    silent, announced = (table.rule(key, announced=said, **_DREIER) for said in (False, True))
    prices: list[tuple[str, int]] = []
    if not silent:
        yield Bar(siglum, note=table.silence(key).silence)
    elif silent.unit == "points" or not announced:
        prices = [(_say("each", siglum=siglum), silent.value)]
    else:
        price = announced.value * worth
        prices = [(_say("silent", siglum=siglum), silent.value * worth), (_say("announced"), price)]
        raises = table.rule("announcements.raises")
        for raised in raises.value if raises else ():
            price *= _number(table, "announcements.raise_factor", call=raised) or 1
            prices.append((raised, price))
    for label, points in prices:
        yield Bar(label, ((_say("points"), points),))
