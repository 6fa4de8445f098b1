"""A player of any era that the kernel plays, by a simple rule of ours: no advice of a text, and no search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarock.game.common.play import GameEngine, TableState

STRONG = 10  # trumps in hand with which a game is bid


class SimplePlayer:
    """Takes a trick with the lowest card that does, else throws the cheapest; bids the lowest game with many trumps.

    It looks at its own hand, at the trick on the table and at what it may do.
    """

    def __init__(self, engine: GameEngine[Any]):
        self.engine = engine
        self.tarocks = engine.number_cards(card for card in engine.cards if card.is_tarock)

    def act(self, state: TableState[Any]) -> int:
        """Return a legal action for the player who is to act."""
        legal = state.legal_actions()
        words = [action for action in legal if action >= len(self.engine.cards)]
        if words:
            return self._choose_word(words, state.at.hands[state.current_player()])
        tricks, hand = state.at.tricks, state.at.hands[state.current_player()]
        if not tricks:
            return self._rank(legal)[-1] if legal[0] not in hand else self._rank(legal)[0]
        return self._choose_card(legal, tricks[-1])

    def _choose_word(self, words: Sequence[int], hand: Sequence[int]) -> int:
        """Return the first word, by which nothing is done; with many trumps the next one, where it is a bid."""
        strong = sum(card in self.tarocks for card in hand) >= STRONG
        return words[1] if strong and len(words) > 1 and self.engine.names[words[0]] == "pass" else words[0]

    def _choose_card(self, legal: Sequence[int], trick: Sequence[tuple[int, int]]) -> int:
        """Return the lowest card that takes a trick of some worth, or the last in it; else the cheapest."""
        beats, cards = self.engine.beats, self.engine.cards
        if not trick:
            return self._rank(legal)[len(legal) // 2]
        best = trick[0][1]
        for _seat, card in trick[1:]:
            best = card if beats[card][best] else best
        takers = [card for card in self._rank(legal) if beats[card][best]]
        worth = sum(cards[card].points for _seat, card in trick)
        return takers[0] if takers and (worth or len(trick) == self.engine.players - 1) else self._rank(legal)[0]

    def _rank(self, numbers: Sequence[int]) -> list[int]:
        """Return cards from the cheapest: by worth, then suits before trumps, then by rank."""
        cards = self.engine.cards
        return sorted(numbers, key=lambda card: (cards[card].points, cards[card].is_tarock, cards[card].strength, card))
