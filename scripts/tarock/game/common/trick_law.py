"""Playing a trick: what may be played, and who takes it. The law comes from the rules (1840:63-64)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Law:
    """The duties in a trick, read once from the rules."""

    follow_suit: bool
    must_tarock: bool
    must_overtake: bool
    tarock_beats_suit: bool

    @classmethod
    def of(cls, rules: Rules) -> Law:
        """The law of an era."""
        return cls(
            rules.flag("play.follow_suit"),
            rules.flag("play.must_tarock"),
            rules.flag("play.must_overtake"),
            rules.flag("rank.tarock_beats_suit"),
        )

    def takes(self, card: Card, best: Card) -> bool:
        """Whether `card`, played later, takes the trick from `best`."""
        if card.suit == best.suit:
            return card.strength > best.strength
        return card.is_tarock and self.tarock_beats_suit

    def winner(self, plays: Sequence[Play]) -> Play:
        """The play that takes the trick; `plays` in order, the first one led."""
        best = plays[0]
        for play in plays:
            if self.takes(play[1], best[1]):
                best = play
        return best

    def legal(self, hand: Collection[Card], plays: Sequence[Play]) -> list[Card]:
        """The cards of `hand` that may be played after `plays` (1840:63.1, 63.2)."""
        if not plays:
            return list(hand)
        led = plays[0][1]
        allowed: list[Card] = []
        if self.follow_suit:
            allowed = [card for card in hand if card.suit == led.suit]
        if not allowed and self.must_tarock:
            allowed = [card for card in hand if card.is_tarock]
        if not allowed:
            return list(hand)
        if self.must_overtake:
            best = self.winner(plays)[1]
            return [card for card in allowed if self.takes(card, best)] or allowed
        return allowed

    def fault(self, hand: Collection[Card], plays: Sequence[Play], card: Card) -> str:
        """What duty a play of `card` from `hand` breaks, naming the cards held; empty when it is legal."""
        if not plays:
            return ""
        led = plays[0][1]
        suit = led.suit
        if card.suit != suit:
            if self.follow_suit and any(other.suit == suit for other in hand):
                return f"must follow {suit} (holds {_names([other for other in hand if other.suit == suit])})"
            if self.must_tarock and not card.is_tarock and any(other.is_tarock for other in hand):
                return f"must play a Tarock (holds {_names([other for other in hand if other.is_tarock])})"
        if self.must_overtake and card not in (legal := self.legal(hand, plays)):
            return f"must overtake (holds {_names(legal)})"
        return ""


def _names(cards: Sequence[Card]) -> str:
    return ", ".join(card.name for card in sorted(cards, key=lambda card: (card.suit, -card.strength)))
