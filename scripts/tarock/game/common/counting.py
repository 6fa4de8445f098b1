"""Counting a heap of cards, in thirds of a point (integers). No rule number stands here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tarock.base.structs import Frozen
from tarock.game.common.cards import Card
from tarock.rules.ruleset import Rules

ROUNDING = "rounding"  # the open point how to round elsewhere than at 35
_REMIS = "counting.remis_at"


def count_thirds(cards: Iterable[Card]) -> int:
    """Return the value of a pile in thirds of a point: the sum over its cards (1840:6.10-6.14)."""
    return sum(card.thirds for card in cards)


def count_by_groups(cards: Iterable[Card], rules: Rules) -> int:
    """Return the value of a pile in thirds of a point, counted in groups as the source prescribes (1840:6.10-6.14).

    Each counting card is covered with plain cards while there are any; from a group of so many counting cards the
    source deducts a fixed number of points; a single card left over (`Blatt`) is a third of a point. From counting
    cards left over as much is deducted as from a group, and a third for each plain card that is missing.
    """
    heap = list(cards)
    group = rules.number("counting.group")
    deducted = [group * rules.number("counting.deduct", counting_cards=number) for number in range(1, group + 1)]
    plain_third = int(group * rules.fraction("card_points.plain"))
    counting = [card for card in heap if card.points]
    plain = len(heap) - len(counting)
    total = 0
    while counting or plain:
        with_points = counting[: group - min(plain, group - 1)]  # so many share a group that the plain ones last
        counting = counting[len(with_points) :]
        cover = min(plain, group - len(with_points))
        plain -= cover
        total += group * sum(card.points for card in with_points)
        if with_points:  # a place in the group that no plain card fills lacks that card's third
            total -= deducted[len(with_points) - 1] + (group - len(with_points) - cover) * plain_third
        elif cover == group:
            total += group * rules.number("counting.three_plain")
        else:
            total += cover * plain_third
    return total


def count_singly(cards: Iterable[Card], rules: Rules) -> int:
    """Return the value of a pile in whole points when every card counts its own value (1840:6.1)."""
    plain = int(rules.fraction("card_points.plain", method="card by card"))
    return sum(card.points or plain for card in cards)


class Outcome(Frozen):
    """Meaning of a count for the declarer's side: won or lost, by how many points, or Remis.

    `points` is the difference in whole points (0 at Remis). `other_points` is the other possible reading,
    where the source leaves open how to round.
    """

    thirds: int
    won: bool
    remis: bool
    points: int
    other_points: int | None = None

    @property
    def end(self) -> str:
        """Return `won`, `remis` or `lost`, for the declarer's side."""
        return "won" if self.won else "remis" if self.remis else "lost"


def decide_outcome(thirds: int, rules: Rules) -> Outcome:
    """Decide the game from the count of the declarer's side in thirds of a point (1840:6.21-6.25).

    The source tells how to round at 35 points and one or two cards only; two cards over are rounded in the same way
    elsewhere, and the other reading is given beside it.
    """
    return next(decide_outcomes((thirds,), rules))


def decide_outcomes(counts: Iterable[int], rules: Rules) -> Iterator[Outcome]:
    """Yield what `decide_outcome` decides for each of these counts.

    Where the source knows no Remis, the declarer's side has won or lost (1945:allg.2.3.17, 2.3.18).
    """
    group = rules.number("counting.group")
    even, knows_remis = find_even_points(rules), not rules.excludes(_REMIS)
    up = rules.number("counting.win_at_cards", party="declarer")
    win_at = group * rules.number("counting.number", party="declarer") if knows_remis else group * even + up
    margin_from = rules.number("counting.margin_from")
    for thirds in counts:
        whole, over = divmod(thirds, group)
        rounded = count_whole_units(thirds, group, up)
        remis = knows_remis and rounded == even
        won = (group * rounded if knows_remis else thirds) >= win_at
        won |= remis and not rules.flag("counting.remis_loses")
        points = abs(rounded - margin_from)
        other = abs(whole - margin_from) if over >= up and whole != even else None
        if other is not None and rules.uses_alternative(ROUNDING):
            points, other = other, points
        yield Outcome(thirds, won, remis, points, other)


def find_even_points(rules: Rules) -> int:
    """Return at how many whole points it is Remis; without Remis, what the declarer needs beside cards left over."""
    return rules.number("counting.win_at", party="declarer") if rules.excludes(_REMIS) else rules.number(_REMIS)


def count_whole_units(amount: int, unit: int, round_up_from: int) -> int:
    """Return how many whole units `amount` has; a remainder of `round_up_from` or more counts as one more."""
    whole, rest = divmod(amount, unit)
    return whole + (rest >= round_up_from)


def format_thirds(thirds: int) -> str:
    """Return thirds of a point in points, as the books write them: 107 as `35 2/3`."""
    whole, over = divmod(thirds, 3)
    return f"{whole} {over}/3" if over else str(whole)
