"""Counting heaps: piles given by value, as 1840 § 6 does, or by cards; the pack and what it adds up to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from tarock.base.errors import CodexError
from tarock.game.common.counting import Outcome, count_by_groups, count_singly, count_thirds, outcome
from tarock.game.common.notation import read_cards
from tarock.proof.claims.registry import function

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
    from tarock.proof.context import Context
    from tarock.rules.ruleset import Rules


def pile(context: Context, values: dict[str, int], era: str) -> list[Card]:
    """Cards of the pack with the given point values: `{"5": 2, "4": 4, "plain": 3}`."""
    cards: list[Card] = []
    for value, count in values.items():
        points = 0 if value == "plain" else int(value)
        fitting = [card for card in context.pack(era).cards if card.points == points]
        if not 0 <= count <= len(fitting):
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


@function("counting.pile_size")
def pile_size(context: Context, values: dict[str, int], era: str = "1840") -> int:
    """How many cards a pile has; raises `CodexError` when the pack has not so many of a value."""
    return len(pile(context, values, era))


@function("counting.cards")
def cards_points(context: Context, cards: str, era: str = "1840") -> Fraction:
    """The points of named cards counted in groups."""
    rules = context.rules(era)
    return Fraction(count_by_groups(read_cards(cards, context.pack(era)), rules), rules.number("counting.group"))


@function("counting.cards_singly")
def cards_points_singly(context: Context, cards: str, era: str = "1840") -> int:
    """The points of named cards counted card by card (1840:6.1)."""
    return count_singly(read_cards(cards, context.pack(era)), context.rules(era))


@function("counting.pack")
def pack_points(
    context: Context, era: str = "1840", method: Literal["groups", "singly", "thirds"] = "groups"
) -> Fraction:
    """The points of the whole pack, `method` groups, singly or thirds."""
    rules, cards = context.rules(era), context.pack(era).cards
    if method == "singly":
        return Fraction(count_singly(cards, rules))
    thirds = count_by_groups(cards, rules)
    return Fraction(thirds) if method == "thirds" else Fraction(thirds, rules.number("counting.group"))


@function("counting.pack_size")
def pack_size(context: Context, part: str = "all", era: str = "1840") -> int:
    """How many cards a part of the pack has, counted card by card.

    `part`: all, tarocks, numbered, suits (all four), honours, kings, plain, or a suit such as Herz.
    """
    pack = context.pack(era)
    parts = {
        "all": pack.cards,
        "tarocks": [card for card in pack.cards if card.is_tarock],
        "numbered": [card for card in pack.cards if card.is_tarock and card is not pack.scues],
        "suits": [card for card in pack.cards if not card.is_tarock],
        "honours": pack.honours,
        "kings": pack.kings,
        "plain": [card for card in pack.cards if not card.points],
        **{suit: [card for card in pack.cards if card.suit == suit] for suit in context.rules(era).words("pack.suits")},
    }
    if part not in parts:
        raise CodexError(f"`{part}` is no part of the pack", f"expected {' or '.join(parts)}")
    return len(parts[part])


def _verdict(thirds: int, rules: Rules) -> str:
    result = outcome(thirds, rules)
    if result.remis:
        return "Remis, lost" if rules.flag("counting.remis_loses") else "Remis"
    return "won" if result.won else "lost"


def _at(context: Context, points: int, cards_over: int, era: str) -> tuple[int, Rules]:
    """So many points and cards over, in thirds."""
    rules = context.rules(era)
    if not 0 <= cards_over < rules.number("counting.group"):
        raise CodexError(f"{cards_over} cards over", "expected less than a group")
    return points * rules.number("counting.group") + cards_over, rules


@function("counting.outcome")
def won_by(context: Context, points: int, cards_over: int = 0, era: str = "1840") -> int:
    """By how many points the declarer wins with so many points and cards over; lost is negative, Remis 0."""
    thirds, rules = _at(context, points, cards_over, era)
    result: Outcome = outcome(thirds, rules)
    return result.points if result.won else -result.points


@function("counting.verdict")
def verdict(context: Context, points: int, cards_over: int = 0, era: str = "1840") -> str:
    """What so many points and cards over are for the declarer's party: won, `Remis, lost` or lost (1840:6.18-6.25)."""
    return _verdict(*_at(context, points, cards_over, era))


@function("counting.outcome_singly")
def won_by_singly(context: Context, points: int, era: str = "1840") -> int:
    """By how many points the declarer wins when cards are counted singly; lost is negative, Remis 0 (1840:6.2)."""
    rules = context.rules(era)
    win_at = rules.number("counting.win_at", method="card by card", party="declarer")
    if points >= win_at:
        return rules.number("counting.lowest_win", method="card by card") + points - win_at
    if points == rules.number("counting.remis_at", method="card by card"):
        return 0
    return -abs(points - rules.number("counting.margin_from", method="card by card"))


@function("counting.points")
def points_and_cards(context: Context, points: int, cards_over: int, era: str = "1840") -> Fraction:
    """So many points and cards over as one number of points (1840:6.22)."""
    return points + cards_over * context.rules(era).fraction("card_points.plain")


@function("counting.missing")
def missing(
    context: Context, points: int, cards_over: int, side: Literal["declarer", "opponents"], era: str = "1840"
) -> int:
    """How many cards a party lacks of its number, each a third, where the declarer's counts so much (1840:6.23-6.25).

    `side`: declarer (who needs 36) or opponents (who need 35 and count the rest of the pack).
    """
    thirds, rules = _at(context, points, cards_over, era)
    group = rules.number("counting.group")
    declarer = side == "declarer"
    counted = thirds if declarer else rules.number("counting.total") * group - thirds
    return rules.number("counting.number", party="declarer" if declarer else "defenders") * group - counted


@function("counting.tricks_leaving")
def tricks_leaving(context: Context, over: int, era: str = "1840") -> list[int]:
    """The numbers of tricks that, with the Scat, leave so many cards over when laid in groups (1840:6.21)."""
    rules = context.rules(era)
    players = rules.numbers("game.players")[0]
    scat, group = rules.number("discard.cards"), rules.number("counting.group")
    return [tricks for tricks in range(rules.number("deal.hand") + 1) if (players * tricks + scat) % group == over]


@function("counting.value_lessened")
def value_lessened(context: Context, era: str = "1840") -> bool:
    """Whether the cards that count have a smaller share of all points when counted singly than in groups."""
    rules, cards = context.rules(era), context.pack(era).cards
    valued = [card for card in cards if card.points]
    alone = Fraction(count_singly(valued, rules), count_singly(cards, rules))
    return alone < Fraction(count_thirds(valued), count_thirds(cards))
