"""The two ways in which 1945 counts a heap: three cards at a time, and by thirds (1945:allg.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.game.common.cards import Card, Pack
    from tarock.rules.ruleset import Rules

_THIRDS = "in thirds"


class Blatt(Value):
    """A count by threes: whole points, and plain cards (Skatkindel) left over, as in `32/2 Blatt`."""

    points: int
    blatt: int

    def __str__(self) -> str:
        return f"{self.points}/{self.blatt} Blatt" if self.blatt else str(self.points)

    def thirds(self, rules: Rules) -> int:
        """The same in thirds: a Blatt is one."""
        return self.points * rules.number("counting.thirds_per_point") + self.blatt * int(
            rules.fraction("card_points.plain", method=_THIRDS)
        )


def thirds(cards: Iterable[Card], pack: Pack, rules: Rules) -> int:
    """A heap by the Mandschurische Zählung, in thirds of a point (1945:allg.2.3.10-16)."""
    return sum(int(rules.fraction(pack.value_key(card), method=_THIRDS)) for card in cards)


def by_threes(cards: Iterable[Card], rules: Rules) -> Blatt | None:
    """A heap by the ordinary count, three at a time less 2 (1945:allg.2.3.8), plain cards left over as Blatt.

    None when a counting card would be left over, for which the source gives no value.
    """
    heap = list(cards)
    group = rules.number("counting.group")
    over = len(heap) % group
    plain = sum(not card.points for card in heap)
    if plain < over:
        return None
    single = int(rules.fraction("card_points.plain"))
    face = sum(card.points for card in heap) + (plain - over) * single
    return Blatt(face - len(heap) // group * rules.number("counting.deduct", counting_cards=group), over)
