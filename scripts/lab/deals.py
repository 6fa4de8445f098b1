"""Seeded deals: the strongest hand declares a single Dreier, calls a king, buys the upper half and lays away.

The author's advice is not asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from tarock.game.common.cards import Card, Pack
from tarock.game.koenigrufen_1840.record import Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.vocabulary import BidKind

SEATS = ("A", "B", "C", "D")
TAROCK_IS_WORTH = 2  # points of a hand's strength


def rate_hand(hand: Iterable[Card]) -> int:
    """Return the strength of a hand: the points of its cards, and two for each tarock."""
    return sum(card.points + TAROCK_IS_WORTH * card.is_tarock for card in hand)


def lay_away(hand: set[Card], count: int, pack: Pack) -> list[Card]:
    """Return `count` cards to discard: from the shortest suits, their most valuable first.

    Tarocks if nothing else is left.
    """
    away: list[Card] = []
    while len(away) < count:
        left = hand.difference(away)
        loose = [card for card in left if not card.is_tarock and card not in pack.honours]
        tarocks = [card for card in left if card.is_tarock and card not in pack.honours]
        length = {card.suit: sum(other.suit == card.suit for other in left) for card in loose}
        away.append(
            min(loose, key=lambda card: (length[card.suit], -card.points, card.suit, card.strength))
            if loose
            else min(tarocks, key=lambda card: card.strength)
        )
    return away


def deal_game(seed: int, pack: Pack) -> Game:
    """Return the record of a game dealt from a seed, up to the first lead: the strongest hand plays."""
    cards = list(pack.cards)
    random.Random(seed).shuffle(cards)
    hands = {seat: tuple(cards[12 * n : 12 * n + 12]) for n, seat in enumerate(SEATS)}
    upper, lower = tuple(cards[48:51]), tuple(cards[51:])
    declarer = max(SEATS, key=lambda seat: rate_hand(hands[seat]))
    held = set(hands[declarer])
    kings = [king for king in pack.kings if king not in held] or list(pack.kings)
    king = min(kings, key=lambda king: (sum(card.suit == king.suit for card in held), king.suit))
    scat = lay_away(held | set(upper), len(upper), pack)
    return Game(
        id=f"seed {seed}", era="1840", seats=SEATS, dealer=SEATS[-1], declarer=declarer, hands=hands,
        talon=Talon(upper=upper, lower=lower), bids=(Bid(seat=declarer, bid=BidKind.DREIER, fold=1),), king=king,
        purchase=Purchase(first=1, kept=1), scat=tuple(scat), tricks=(),
    )  # fmt: skip
