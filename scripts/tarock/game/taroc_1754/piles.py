"""The piles of 1754: what they count, and their cards beside those of the tricks (1754:5, 7, 16, 20, 21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from tarock.base.structs import Frozen
from tarock.game.common.counting import count_whole_units
from tarock.game.common.records import exclude_seats, read_choice
from tarock.game.taroc_1754.record import COUNTING, SINGLE, Pile, TarocGame
from tarock.rules.ruleset import Rules


def count_pack(rules: Rules) -> Pile:
    """Return the whole pack by kinds (1754:1, 12, 14, 16)."""
    suits = rules.number("pack.suits_count")
    counts = {kind: 1 if kind in SINGLE else suits for kind in COUNTING}
    return Pile(**counts, plain=rules.number("pack.cards") - sum(counts.values()))


def count_face_points(pile: Pile, rules: Rules) -> int:
    """Return the sum of the values of the cards that count, in points."""
    return sum(pile.count_kind(kind) * rules.number(key) for kind, key in COUNTING.items())


def count_pile_thirds(pile: Pile, rules: Rules) -> int:
    """Return the pile in thirds of a point, such that all piles together always make the total (1754:21).

    A counting card loses what its two plain cards would be worth among themselves; a plain card is worth
    its part of the point that three of them make.
    """
    group = rules.number("counting.group")
    plain = rules.number("counting.three_plain")
    cover = rules.number("counting.group_plain") * plain
    return group * count_face_points(pile, rules) - cover * pile.counting + plain * pile.plain


def counts_uncovered_in_full(rules: Rules) -> bool:
    """Return whether counting cards that lack their plain ones have their full value; the text does not say it.

    Else they count a part of a point less for each that is wanting (1754:21).
    """
    less = "a part of a point less for each plain card that is wanting"
    return read_choice(rules, "counting.uncovered", "their full value", less)


class PileCount(Frozen):
    """A pile counted: in whole points as taken, in thirds, and by the literal reading of rules 16 and 21.

    `uncovered` is how many plain cards are wanting so that each counting card had its two; `literal`
    counts such cards in full, and plain cards left over for nothing; `otherwise` are the points by what is not taken
    of the uncovered cards.
    """

    points: int
    thirds: int
    uncovered: int
    literal: int
    otherwise: int


def round_thirds(thirds: int, rules: Rules) -> int:
    """Return thirds of a point in whole points: what is left over goes to the nearest point, or is dropped."""
    group = rules.number("counting.group")
    nearest = read_choice(rules, "counting.uneven", "to the nearest point", "whole points only")
    return count_whole_units(thirds, group, group - group // 2 if nearest else group)


def count_pile(pile: Pile, rules: Rules) -> PileCount:
    """Count a pile in whole points: thirds left over from an uneven pile go to the nearest point, or are dropped."""
    group = rules.number("counting.group")
    thirds = count_pile_thirds(pile, rules)
    spare = pile.plain - rules.number("counting.group_plain") * pile.counting
    literal = count_face_points(pile, rules) + max(0, spare) // group * rules.number("counting.three_plain")
    points = round_thirds(thirds, rules)
    full = counts_uncovered_in_full(rules) and spare < 0
    points, otherwise = (literal, points) if full else (points, literal)
    return PileCount(points, thirds, max(0, -spare), literal, otherwise)


def count_excess_cards(record: TarocGame, rules: Rules) -> dict[str, int]:
    """Return by seat the cards of the pile over those of its tricks and the discard."""
    extra = rules.number("deal.dealer_extra")
    return {
        seat: pile.cards - len(record.seats) * record.tricks[seat] - (extra if seat == record.discard_owner else 0)
        for seat, pile in record.piles.items()
    }


class MovedCards(NamedTuple):
    """Cards that lie in another pile than that of their trick.

    `kept`: who gave no card for the Excuse; `paid_to`: who got that card though the trick with the Excuse is
    another's (1754:7); `pagats_free`: the Pagats given back without a card for them (1754:5).
    """

    kept: str
    paid_to: str
    pagats_free: int


def explain_moved_cards(record: TarocGame, rules: Rules) -> MovedCards | None:
    """Return the fewest moves that explain piles with more or fewer cards than their tricks; None when none do."""
    excess = Counter(count_excess_cards(record, rules))
    for kept, paid_to, (winner, loser) in _list_excuse_exchanges(record):
        for free in range(len(record.returned_pagats) + 1):
            moves = Counter[str]()
            if winner:
                moves[winner] += rules.number("excuse.exchange_cards")
                moves[loser] -= rules.number("excuse.exchange_cards")
            for _, revoke in record.returned_pagats[:free]:
                moves[revoke.took_pagat_of] += 1
                moves[revoke.seat] -= 1
            if moves == excess:
                return MovedCards(kept, paid_to, free)
    return None


def _list_excuse_exchanges(record: TarocGame) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """Yield the ways of the card for the Excuse: given to the taker of the trick, not given, given to another."""
    yield "", "", ("", "")
    holder = record.find_holder("excuse")
    rest = exclude_seats(record.seats, holder)
    if holder not in record.seats:
        return
    for taker in rest:
        yield holder, "", (holder, taker)
    for other, taker in permutations(rest, 2):
        yield "", other, (other, taker)
