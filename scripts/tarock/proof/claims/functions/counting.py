"""Counting heaps: piles given by value, as 1840 § 6 does, or by cards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.game.counting import count_by_groups, count_singly, count_thirds, outcome
from tarock.game.notation import read_cards
from tarock.proof.claims.registry import function

if TYPE_CHECKING:
    from tarock.game.cards import Card
    from tarock.proof.claims.context import Context


def pile(context: Context, values: dict[str, int], era: str) -> list[Card]:
    """Cards of the pack with the given point values: `{"5": 2, "4": 4, "plain": 3}`."""
    cards: list[Card] = []
    for value, count in values.items():
        points = 0 if value == "plain" else int(value)
        fitting = [card for card in context.pack(era).cards if card.points == points]
        if count > len(fitting):
            raise CodexError(f"{count} cards of {value} points", f"expected at most {len(fitting)}, as the pack has")
        cards.extend(fitting[:count])
    return cards


@function("counting.groups")
def by_groups(context: Context, values: dict[str, int], era: str = "1840") -> Fraction:
    """The points of a pile counted in groups of three, in the closed form and by laying the groups."""
    rules = context.rules(era)
    cards = pile(context, values, era)
    thirds = count_by_groups(cards, rules)
    if thirds != count_thirds(cards):
        raise CodexError(f"groups make {thirds} thirds, the closed form {count_thirds(cards)}", "expected the same")
    return Fraction(thirds, rules.number("counting.group"))


@function("counting.singly")
def singly(context: Context, values: dict[str, int], era: str = "1840") -> int:
    """The points of a pile counted card by card."""
    return count_singly(pile(context, values, era), context.rules(era))


@function("counting.cards")
def cards_points(context: Context, cards: str, era: str = "1840") -> Fraction:
    """The points of named cards counted in groups."""
    rules = context.rules(era)
    return Fraction(
        count_by_groups(read_cards(cards, context.pack(era)), rules), rules.number("counting.group")
    )


@function("counting.pack")
def pack_points(context: Context, era: str = "1840", method: str = "groups") -> Fraction:
    """The points of the whole pack, `method` groups, singly or thirds."""
    rules, cards = context.rules(era), context.pack(era).cards
    if method == "singly":
        return Fraction(count_singly(cards, rules))
    thirds = count_by_groups(cards, rules)
    return Fraction(thirds) if method == "thirds" else Fraction(thirds, rules.number("counting.group"))


@function("counting.outcome")
def won_by(context: Context, points: int, cards_over: int = 0, era: str = "1840") -> int:
    """By how many points the declarer wins with so many points and cards over; lost is negative, Remis 0."""
    rules = context.rules(era)
    result = outcome(points * rules.number("counting.group") + cards_over, rules)
    return result.points if result.won else -result.points
