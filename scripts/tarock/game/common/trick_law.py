"""Playing a trick: what may be played, and who takes it. The law comes from the rules (1840:63-64)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tarock.game.common.cards import TAROCK, in_order
from tarock.value import Value
from tarock.wording import Message

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tarock.game.common.cards import Card
    from tarock.game.common.notation import Play
    from tarock.rules.ruleset import Rules


class Duty(StrEnum):
    """A duty of who plays to a trick, by the key of the rule that lays it on him."""

    FOLLOW_SUIT = "play.follow_suit"
    FOLLOW_TAROCK = "play.follow_tarock"
    PLAY_TAROCK = "play.must_tarock"
    OVERTAKE = "play.must_overtake"


class Breach(Value):
    """A play against the trick law: the duty broken, the suit that it asks for, the cards held that would do it."""

    duty: Duty
    suit: str
    held: tuple[Card, ...]

    @property
    def message(self) -> Message:
        """What must be played, and what is held."""
        return Message(self.duty, suit=self.suit, held=self.held)


class TrickLaw(Value):
    """The duties in a trick, read once from the rules; who is void of the suit led may have to play a tarock."""

    follow_suit: bool
    must_tarock: bool
    must_overtake: bool
    tarock_beats_suit: bool
    follow_tarock: bool | None = None

    @classmethod
    def of(cls, rules: Rules) -> TrickLaw:
        """The law of an era."""
        return cls(
            rules.flag("play.follow_suit"),
            rules.flag("play.must_tarock"),
            rules.flag("play.must_overtake"),
            rules.flag("rank.tarock_beats_suit"),
            rules.flag("play.follow_tarock") if rules.has("play.follow_tarock") else None,
        )

    def follows(self, led: Card) -> bool:
        """Whether a card of the kind led must be played by who holds one."""
        if led.is_tarock and self.follow_tarock is not None:
            return self.follow_tarock
        return self.follow_suit

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
        allowed = [card for card in hand if card.suit == led.suit]
        if allowed and not self.follows(led):
            return list(hand)
        if not allowed and self.must_tarock:
            allowed = [card for card in hand if card.is_tarock]
        if not allowed:
            return list(hand)
        if self.must_overtake:
            best = self.winner(plays)[1]
            return [card for card in allowed if self.takes(card, best)] or allowed
        return allowed

    def duty(self, hand: Collection[Card], plays: Sequence[Play]) -> Duty | None:
        """The duty that decides what may be played from `hand` after `plays`; None when any card may be."""
        if not plays:
            return None
        led = plays[0][1]
        if any(card.suit == led.suit for card in hand):
            if not self.follows(led):
                return None
            duty = Duty.FOLLOW_TAROCK if led.is_tarock and self.follow_tarock is not None else Duty.FOLLOW_SUIT
        elif self.must_tarock and any(card.is_tarock for card in hand):
            duty = Duty.PLAY_TAROCK
        else:
            return None
        asked = led.suit if duty is not Duty.PLAY_TAROCK else TAROCK
        narrowed = self.must_overtake and len(self.legal(hand, plays)) < sum(card.suit == asked for card in hand)
        return Duty.OVERTAKE if narrowed else duty

    def breach(self, hand: Collection[Card], plays: Sequence[Play], card: Card) -> Breach | None:
        """What duty a play of `card` from `hand` breaks; None when it is legal."""
        if not plays:
            return None
        led = plays[0][1]
        if card.suit != led.suit:
            if held := [other for other in hand if other.suit == led.suit]:
                duty = Duty.FOLLOW_SUIT if not led.is_tarock or self.follow_tarock is None else Duty.FOLLOW_TAROCK
                return Breach(duty, led.suit, tuple(in_order(held))) if self.follows(led) else None
            if self.must_tarock and not card.is_tarock and (held := [other for other in hand if other.is_tarock]):
                return Breach(Duty.PLAY_TAROCK, TAROCK, tuple(in_order(held)))
        if self.must_overtake and card not in (legal := self.legal(hand, plays)):
            return Breach(Duty.OVERTAKE, led.suit, tuple(in_order(legal)))
        return None
