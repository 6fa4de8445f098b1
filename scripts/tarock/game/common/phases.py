"""The phases of play that every era shares: dealing, and the tricks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic

from tarock.game.common.cards import Card
from tarock.game.common.notation import Play
from tarock.game.common.play import END, TERMINAL, GameEngine, GamePhase, P, RuleReference
from tarock.game.common.trick_law import Breach

TALON = -1  # the place of a card that no player is dealt


class DealPhase(GamePhase[P], Generic[P]):
    """Dealing, a card at a time; each player takes up his hand when all lie there."""

    engine: GameEngine[P]

    def __init__(self, engine: GameEngine[P], places: Sequence[Sequence[int]]):
        """Take the engine, and by dealer the place of each card in order of dealing, a seat or `TALON`."""
        super().__init__(engine)
        self.places, self.reason = places, engine.cite_rule("pack.cards")

    def legal(self, at: P) -> Collection[int]:
        """Return the cards that are not dealt yet."""
        return at.deck

    def apply(self, at: P, action: int) -> int:
        """Deal a card, seen by nobody; with the last each is told his hand."""
        deck = at.deck
        place = self.find_places(at)[-len(deck)]
        del deck[action]
        (at.talon if place == TALON else at.hands[place]).append(action)
        if not deck:
            for seat, hand in enumerate(at.hands):
                hand.sort()
                at.tell("hand", hand, 1 << seat)
            at.dealt = tuple(map(tuple, at.hands))
            self.finish(at)
        return 0

    def find_places(self, at: P) -> Sequence[int]:
        """Return the place of each card in order of dealing."""
        return self.places[at.dealer]

    def can_be_told(self, at: P, action: int) -> bool:
        """Return False: a card is dealt once."""
        return False

    def why(self, at: P, action: int) -> RuleReference:
        """Return the rule of the cards that there are."""
        return self.reason

    def finish(self, at: P) -> None:
        """Begin the phase after the deal."""
        raise NotImplementedError


class TrickPhase(GamePhase[P], Generic[P]):
    """The tricks, by the law of the rules; whoever takes one leads to the next."""

    engine: GameEngine[P]

    def __init__(self, engine: GameEngine[P]):
        """Take the engine, which has the law as tables."""
        super().__init__(engine)
        self.law, self.beats, self.follow_cards = engine.law, engine.beats, engine.follow_cards
        self.must_overtake = engine.law.must_overtake
        self.excuse = next((number for card, number in engine.number.items() if self.law.is_excuse(card)), -1)
        self.last, self.everyone = engine.players - 1, engine.everyone

    def start(self, at: P, leader: int, name: str) -> None:
        """Begin the tricks, the phase of this name, with the lead of a player."""
        at.phase, at.player = name, leader
        at.tricks.append([])

    def legal(self, at: P) -> Collection[int]:
        """Return the cards that may be played."""
        hand, trick = at.hands[at.player], at.tricks[-1]
        if not trick:
            return hand
        if self.must_overtake:
            number = self.engine.number
            return sorted(number[card] for card in self.law.find_legal(self.list_cards(hand), self.list_plays(trick)))
        same, due, void = self.follow_cards[trick[0][1]]
        legal = [card for card in hand if card in same] or [card for card in hand if card in void] or hand
        return legal if due or legal[0] not in same else hand

    def apply(self, at: P, action: int) -> int:
        """Play a card."""
        player, trick = at.player, at.tricks[-1]
        at.hands[player].remove(action)
        if not trick or self.beats[action][trick[at.best][1]]:
            at.best = len(trick)
        trick.append((player, action))
        if len(trick) <= self.last:
            at.player = player + 1 if player < self.last else 0
            return self.everyone
        winner = at.player = trick[at.best][0]
        if at.hands[winner]:
            at.tricks.append([])
        else:
            self.finish(at)
        return self.everyone

    def find_taker(self, trick: Sequence[tuple[int, int]]) -> int:
        """Return the seat that takes a trick."""
        plays = self.list_plays(trick)
        return trick[plays.index(self.law.find_winner(plays))][0]

    def find_denied(self, at: P) -> dict[int, frozenset[int]]:
        """Map seats to cards that they cannot hold now, for they did not play them when they had to (1840:63)."""
        found: dict[int, frozenset[int]] = {}
        for trick in at.tricks:
            plays = [(seat, card) for seat, card in trick if card != self.excuse]
            for seat, card in plays[1:]:
                same, due, void = self.follow_cards[plays[0][1]]
                if due and card not in same:
                    lacks = same if card in void else same | void
                    found[seat] = found.get(seat, frozenset()) | lacks - {self.excuse}
        return found

    def finish(self, at: P) -> None:
        """End the game after the last trick."""
        at.phase, at.player = END, TERMINAL

    def can_be_told(self, at: P, action: int) -> bool:
        """Return whether the card is held."""
        return action in at.hands[at.player]

    def why(self, at: P, action: int) -> RuleReference:
        """Return the rule that decides what may be played."""
        hand, trick = at.hands[at.player], at.tricks[-1]
        if action not in hand:
            return self.engine.cite_rule("deal.hand")
        key, case = self.law.find_rule(self.list_cards(hand), self.list_plays(trick), len(at.tricks))
        return self.engine.cite_rule(key, **case)

    def find_breach(self, at: P, action: int) -> Breach | None:
        """Return how the player to act breaks a duty by playing a card that he holds; None when it is legal."""
        hand, plays = self.list_cards(at.hands[at.player]), self.list_plays(at.tricks[-1])
        return self.law.find_breach(hand, plays, self.engine.cards[action])

    def list_cards(self, numbers: Sequence[int]) -> tuple[Card, ...]:
        """Return the cards of these numbers."""
        return tuple(self.engine.cards[number] for number in numbers)

    def list_plays(self, trick: Sequence[tuple[int, int]]) -> tuple[Play, ...]:
        """Return the plays of a trick with the names of the seats."""
        return tuple((self.engine.seats[seat], self.engine.cards[card]) for seat, card in trick)
