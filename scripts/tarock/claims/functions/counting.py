"""Counting heaps: piles given by value, as 1840 § 6 does, or by cards; the pack and what it adds up to."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from tarock.base.errors import CodexError, list_or
from tarock.claims.context import ClaimContext
from tarock.game.common.cards import Card
from tarock.game.common.counting import Outcome, count_by_groups, count_singly, count_thirds
from tarock.game.common.counting import decide_outcome as outcome_of
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import ERA


def _pile(context: ClaimContext, values: dict[str, int]) -> list[Card]:
    """Return cards of the pack with the given point values: `{"5": 2, "4": 4, "plain": 3}`."""
    cards: list[Card] = []
    for value, count in values.items():
        points = 0 if value == "plain" else int(value)
        fitting = [card for card in context.pack().cards if card.points == points]
        if not 0 <= count <= len(fitting):
            raise CodexError(f"{count} cards of {value} points", f"expected at most {len(fitting)}, as the pack has")
        cards.extend(fitting[:count])
    return cards


def _in_groups(context: ClaimContext, cards: Iterable[Card]) -> Fraction:
    return Fraction(count_by_groups(cards, context.engine.rules()), context.rules().number("counting.group"))


def groups(context: ClaimContext, values: dict[str, int]) -> Fraction:
    """Return the points of a pile counted in groups of three, in the closed form and by laying the groups."""
    cards = _pile(context, values)
    points = _in_groups(context, cards)
    thirds = points * context.rules().number("counting.group")
    if thirds != count_thirds(cards):
        raise CodexError(f"groups make {thirds} thirds, the closed form {count_thirds(cards)}", "expected the same")
    return points


def singly(context: ClaimContext, values: dict[str, int]) -> int:
    """Return the points of a pile counted card by card."""
    return count_singly(_pile(context, values), context.engine.rules())


def pile_size(context: ClaimContext, values: dict[str, int]) -> int:
    """Return how many cards a pile has; raises `CodexError` when the pack has not so many of a value."""
    return len(_pile(context, values))


def cards(context: ClaimContext, cards: str) -> Fraction:
    """Return the points of named cards counted in groups."""
    return _in_groups(context, read_cards(cards, context.pack()))


def cards_singly(context: ClaimContext, cards: str) -> int:
    """Return the points of named cards counted card by card (1840:6.1)."""
    return count_singly(read_cards(cards, context.pack()), context.engine.rules())


def pack(context: ClaimContext, method: Literal["groups", "singly"] = "groups") -> Fraction | int:
    """Return the points of the whole pack, `method` groups or singly."""
    every = context.pack().cards
    return _in_groups(context, every) if method == "groups" else count_singly(every, context.engine.rules())


def pack_size(context: ClaimContext, part: str = "all", era: str = ERA) -> int:
    """Return how many cards a part of the pack has, counted card by card.

    `part`: all, tarocks, numbered, suits (all four), honours, kings, plain, or a suit such as Herz.
    """
    pack = context.pack(era)
    parts = {
        "all": pack.cards,
        "tarocks": [card for card in pack.cards if card.is_tarock],
        "numbered": [card for card in pack.cards if card.is_tarock and card != pack.scues],
        "suits": [card for card in pack.cards if not card.is_tarock],
        "honours": pack.honours,
        "kings": pack.kings,
        "plain": [card for card in pack.cards if not card.points],
        **{suit: [card for card in pack.cards if card.suit == suit] for suit in context.rules(era).words("pack.suits")},
    }
    if part not in parts:
        raise CodexError(f"unknown part of the pack: `{part}`", f"expected {list_or(parts)}")
    return len(parts[part])


def _thirds(context: ClaimContext, points: int, cards_over: int) -> int:
    """Return so many points and cards over, in thirds."""
    group = context.rules().number("counting.group")
    if not 0 <= cards_over < group:
        raise CodexError(f"{cards_over} cards over", "expected less than a group")
    return points * group + cards_over


def _outcome(context: ClaimContext, points: int, cards_over: int) -> Outcome:
    return outcome_of(_thirds(context, points, cards_over), context.engine.rules())


def outcome(context: ClaimContext, points: int, cards_over: int = 0) -> int:
    """Return by how many points the declarer wins with so many points and cards over; lost is negative, Remis 0."""
    result = _outcome(context, points, cards_over)
    return result.points if result.won else -result.points


def verdict(context: ClaimContext, points: int, cards_over: int = 0) -> str:
    """Return what so many points and cards over are for the declarer's party: won, `Remis, lost` or lost
    (1840:6.18-6.25).
    """
    result = _outcome(context, points, cards_over)
    return result.end if result.won or not result.remis else "Remis, lost"


def outcome_singly(context: ClaimContext, points: int) -> int:
    """Return by how many points the declarer wins when cards are counted singly; lost is negative, Remis 0
    (1840:6.2).
    """
    rules, case = context.rules(), {"method": "card by card"}
    win_at = rules.number("counting.win_at", party="declarer", **case)
    if points >= win_at:
        return rules.number("counting.lowest_win", **case) + points - win_at
    if points == rules.number("counting.remis_at", **case):
        return 0
    return -abs(points - rules.number("counting.margin_from", **case))


def points(context: ClaimContext, points: int, cards_over: int) -> Fraction:
    """Return so many points and cards over as one number of points (1840:6.22)."""
    return points + cards_over * context.rules().fraction("card_points.plain")


def missing(context: ClaimContext, points: int, cards_over: int, side: Literal["declarer", "opponents"]) -> int:
    """Return how many cards a party lacks of its number, each a third, where the declarer's counts so much
    (1840:6.23-6.25).

    `side`: declarer (who needs 36) or opponents (who need 35 and count the rest of the pack).
    """
    rules = context.rules()
    thirds, group = _thirds(context, points, cards_over), rules.number("counting.group")
    if side == "declarer":
        return rules.number("counting.number", party=side) * group - thirds
    total = rules.number("counting.total") * group
    return rules.number("counting.number", party="defenders") * group - (total - thirds)


def tricks_leaving(context: ClaimContext, over: int) -> list[int]:
    """Return the numbers of tricks that, with the Scat, leave so many cards over when laid in groups (1840:6.21)."""
    rules = context.rules()
    players = rules.numbers("game.players")[0]
    scat, group = rules.number("discard.cards"), rules.number("counting.group")
    return [tricks for tricks in range(rules.number("deal.hand") + 1) if (players * tricks + scat) % group == over]


def value_lessened(context: ClaimContext) -> bool:
    """Return whether the cards that count have a smaller share of all points when counted singly than in groups."""
    rules, every = context.engine.rules(), context.pack().cards
    valued = [card for card in every if card.points]
    alone = Fraction(count_singly(valued, rules), count_singly(every, rules))
    return alone < Fraction(count_thirds(valued), count_thirds(every))
