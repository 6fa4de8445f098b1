"""How many cards the piles of 1754 have beside those of their tricks: the discard, the Excuse, a returned Pagat."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from tarock.game.common.records import others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.taroc_1754.record import ScoreFile
    from tarock.rules.ruleset import Rules


def excess_cards(record: ScoreFile, rules: Rules) -> dict[str, int]:
    """By seat, the cards of the pile over those of its tricks and the discard."""
    extra = rules.number("deal.dealer_extra")
    return {
        seat: pile.cards - len(record.seats) * record.tricks[seat] - (extra if seat == record.dealer else 0)
        for seat, pile in record.piles.items()
    }


class Moved(NamedTuple):
    """Cards that lie in another pile than that of their trick.

    `kept`: who gave no card for the Excuse; `paid_to`: who got that card though the trick with the Excuse is
    another's (1754:7); `pagats_free`: the Pagats given back without a card for them (1754:5).
    """

    kept: str
    paid_to: str
    pagats_free: int


def moved(record: ScoreFile, rules: Rules) -> Moved | None:
    """What explains that piles have more or fewer cards than their tricks, with the fewest moves; None when nothing."""
    excess = Counter(excess_cards(record, rules))
    back = [(revoke.took_pagat_of, revoke.seat) for revoke in record.revokes if revoke.took_pagat_of]
    for kept, paid_to, (winner, loser) in _excuse_ways(record):
        for free in range(len(back) + 1):
            moves = Counter[str]()
            if winner:
                moves[winner] += rules.number("excuse.exchange_cards")
                moves[loser] -= rules.number("excuse.exchange_cards")
            for owner, taker in back[:free]:
                moves[owner] += 1
                moves[taker] -= 1
            if moves == excess:
                return Moved(kept, paid_to, free)
    return None


def _excuse_ways(record: ScoreFile) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """The card for the Excuse given to the taker of the trick, not given, or given to another."""
    yield "", "", ("", "")
    holder = record.holder("excuse")
    rest = others(record.seats, holder)
    if holder not in record.seats:
        return
    for taker in rest:
        yield holder, "", (holder, taker)
    for other, taker in permutations(rest, 2):
        yield "", other, (other, taker)
