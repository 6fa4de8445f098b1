"""The charts of the overview: packs, their points, hands, and the price of the Pagat in the last trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message, say
from tarock.publish.views.charts import Bar, Chart, chart

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from tarock.rules.tables import Table

_DREIER = {"contract": "dreier"}  # the Consulation is measured by it


def rule_charts(tables: Mapping[str, Table]) -> Iterator[Chart]:
    """The charts in their order, each with the sources by siglum."""
    packs = [_pack(siglum, table) for siglum, table in tables.items()]
    points = [_bar(siglum, table, "counting.total", "points") for siglum, table in tables.items()]
    hands = [bar for siglum, table in tables.items() for bar in _hands(siglum, table)]
    yield chart("chart-pack", _say("pack"), packs, _say("cards"))
    yield chart("chart-points", _say("whole"), points, _say("points"))
    yield chart("chart-hands", _say("hands"), hands, _say("cards"))
    sizes = tuple(
        Message("chart.at", siglum=siglum, size=size)
        for siglum, (size, worth) in ((siglum, _consulation(table)) for siglum, table in tables.items())
        if worth
    )
    prices = [bar for siglum, table in tables.items() for bar in _ultimo(siglum, table)]
    yield chart("chart-ultimo", _say("ultimo", sizes=sizes), prices, _say("points"))


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
    hand, rest = (
        _number(table, "deal.hand"),
        _number(table, "deal.talon") or _number(table, "deal.dealer_extra", talon_dealt="last"),
    )
    players = table.rule("game.players")
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
    if not silent:
        yield Bar(siglum, note=table.silence(key).silence)
    elif silent.unit == "points" or not announced:
        yield Bar(_say("each", siglum=siglum), ((_say("points"), silent.value),))
    else:
        price = announced.value * worth
        yield Bar(_say("silent", siglum=siglum), ((_say("points"), silent.value * worth),))
        yield Bar(_say("announced"), ((_say("points"), price),))
        raises = table.rule("announcements.raises")
        for raised in raises.value if raises else ():
            price *= _number(table, "announcements.raise_factor", call=raised) or 1
            yield Bar(raised, ((_say("points"), price),))
