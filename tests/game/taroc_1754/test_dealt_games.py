"""1754: games dealt and played card by card here, by rules 1, 7 and 17 to 19, whose records the engine must accept.

The pack, the tricks and the honours are told here from the text, without the program's own.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
import yaml

from tarock.game.common.score import Reason
from tests.game.score_files import found, paid, score

pytestmark = pytest.mark.slow

SEATS = "ABC"
RANKS = {14: "koenig", 13: "dame", 12: "cavall", 11: "bube"}  # above ten cards without value (12, 16)
VALUES = {"koenig": 5, "dame": 4, "cavall": 3, "bube": 2, "pagat": 5, "excuse": 5, "xxi": 5, "plain": 0}
SINGLE = {("T", 1): "pagat", ("T", 21): "xxi", ("T", 0): "excuse"}
PACK = [("T", number) for number in range(22)] + [(suit, rank) for suit in "wxyz" for rank in range(1, 15)]
EXCUSE = ("T", 0)
Card = tuple[str, int]


def kind(card: Card) -> str:
    """What a card counts as (16)."""
    return SINGLE.get(card, "plain") if card[0] == "T" else RANKS.get(card[1], "plain")


class Game:
    """A game dealt by C, with the record that tells of it."""

    def __init__(self, seed: int):
        self.dice = random.Random(seed)
        cards = PACK[:]
        self.dice.shuffle(cards)
        self.hands = {"A": set(cards[:25]), "B": set(cards[25:50]), "C": set(cards[50:])}
        # 1: no König; no tarock but by who has exactly three: here never
        may = sorted(card for card in self.hands["C"] if card[0] != "T" and card[1] != 14)
        self.laid = self.dice.sample(may, 3)
        self.hands["C"] -= set(self.laid)
        self.honours = [honour for seat in "CAB" for honour in self.held(seat)]  # 2: the dealer first
        self.piles: dict[str, list[Card]] = {"A": [], "B": [], "C": list(self.laid)}
        self.tricks = dict.fromkeys(SEATS, 0)
        self.pagat: dict[str, str] = {}
        self.debt: tuple[str, str] | None = None  # who owes whom a card for the Excuse
        leader = "A"
        for number in range(25):
            leader = self.trick(leader, last=number == 24)

    def held(self, seat: str) -> list[dict[str, Any]]:
        """The honours of a hand (8, 10 to 14), each card used as often as it makes one."""
        hand = self.hands[seat]
        found: list[dict[str, Any]] = []
        row = [("T", 1), EXCUSE, *(("T", number) for number in range(21, 1, -1))]
        matadore = next((index for index, card in enumerate(row) if card not in hand), len(row))
        if matadore >= 3:
            found.append({"kind": "matadore", "cards": matadore})
        tarocks = sum(card[0] == "T" for card in hand)
        if tarocks >= 10:
            found.append({"kind": "tarocks", "cards": tarocks, "with_excuse": EXCUSE in hand})
        for suit in "wxyz":
            courts = sum((suit, rank) in hand for rank in RANKS)
            if courts == 4 or (courts == 3 and EXCUSE in hand):
                found.append({"kind": "cavallerie", "with_excuse": courts == 3})
        kings = sum((suit, 14) in hand for suit in "wxyz")
        if kings == 4 or (kings == 3 and EXCUSE in hand):
            found.append({"kind": "kings", "with_excuse": kings == 3})
        return [{"seat": seat, **honour} for honour in found]

    def trick(self, leader: str, *, last: bool) -> str:
        """A trick by 17 to 19; the Excuse goes back to its holder (7)."""
        turn = SEATS[SEATS.index(leader) :] + SEATS[: SEATS.index(leader)]
        if EXCUSE in self.hands[leader] and len(self.hands[leader]) == 3:  # 19: the one at his right leads
            turn = turn[-1] + turn[:-1]
        plays: list[tuple[str, Card]] = []
        for seat in turn:
            led = next((card for _, card in plays if card != EXCUSE), None)
            card = self.choose(seat, led, leading=not plays)
            self.hands[seat].remove(card)
            plays.append((seat, card))
        best = next(play for play in plays if play[1] != EXCUSE)
        for play in plays:
            (suit, rank), (over, top) = play[1], best[1]
            if play[1] != EXCUSE and ((suit == over and rank > top) or (suit == "T" != over)):
                best = play
        winner = best[0]
        self.tricks[winner] += 1
        for seat, card in plays:
            if card == EXCUSE:
                self.piles[seat].append(card)
                self.debt = (seat, winner)
            else:
                self.piles[winner].append(card)
            if card == ("T", 1) and seat != winner:
                self.pagat = {"seat": seat, "fate": "lost in the last trick" if last else "lost", "by": winner}
            elif card == ("T", 1) and last:
                self.pagat = {"seat": seat, "fate": "won in the last trick"}
        self.pay_for_excuse()
        return winner

    def pay_for_excuse(self) -> None:
        """7: an invalid card 'von denen bereits eingenommenen', as soon as there is one; not out of the discard."""
        if self.debt and self.tricks[self.debt[0]]:
            giver, taker = self.debt
            given = next((c for c in self.piles[giver] if kind(c) == "plain" and c not in self.laid), None)
            if given:
                self.piles[giver].remove(given)
                self.piles[taker].append(given)
                self.debt = None

    def choose(self, seat: str, led: Card | None, *, leading: bool) -> Card:
        """A card that may be played."""
        hand = sorted(self.hands[seat])
        others = [card for card in hand if card != EXCUSE]
        suit = [card for card in others if led and card[0] == led[0]]
        tarocks = [card for card in others if card[0] == "T"]
        must = len(hand) <= 4 or (not suit and not tarocks)
        if EXCUSE in hand and not leading and (must or self.dice.random() < 0.1):
            return EXCUSE
        return self.dice.choice(others if leading else suit or tarocks or others)

    def record(self) -> str:
        """The record, behind `era:`."""
        laid = Counter("plain" if kind(card) == "plain" else kind(card) for card in self.laid)
        data = {
            "seats": list(SEATS),
            "dealer": "C",
            "deal": {"rounds": 5, "packet": 5, "dealer_last": 8},
            "discard": dict(laid),
            "tricks": self.tricks,
            "piles": {seat: dict(Counter(map(kind, pile))) for seat, pile in self.piles.items()},
            "honours": self.honours,
            **({"pagat": self.pagat} if self.pagat else {}),
        }
        return yaml.safe_dump(data, allow_unicode=True)


@pytest.mark.parametrize("start", range(0, 300, 60))
def test_a_game_that_was_played_is_accepted(start: int) -> None:
    kinds: set[str] = set()
    for seed in range(start, start + 60):
        game = Game(seed)
        assert found("1754", game.record()) == []
        settled = score("1754", game.record())
        kinds |= {honour["kind"] for honour in game.honours}
        # 20, 21: over and under 26, each counting card with two plain ones and the rest by threes
        counts = {seat: count(pile) for seat, pile in game.piles.items()}
        if all(len(pile) % 3 == 0 for pile in game.piles.values()) and None not in counts.values():
            shares = paid(settled, Reason.SHARE)
            for seat in SEATS:
                won = sum(n for (_, payee), n in shares.items() if payee == seat)
                lost = sum(n for (payer, _), n in shares.items() if payer == seat)
                assert won - lost == (counts[seat] or 0) - 26
    assert kinds


def count(pile: list[Card]) -> int | None:
    """A pile by 21; None when counting cards lack plain ones, which it does not provide for."""
    counting = [VALUES[kind(card)] for card in pile if kind(card) != "plain"]
    plain = len(pile) - len(counting)
    spare = plain - 2 * len(counting)
    return None if spare < 0 else sum(counting) + spare // 3
