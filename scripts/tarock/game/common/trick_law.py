"""Playing a trick: what may be played, and who takes it. The law comes from the rules (1840:63-64)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.game.common.cards import Card, sort_cards
from tarock.game.common.notation import Play
from tarock.rules.ruleset import Rules


class Duty(StrEnum):
    """A duty of the player to move, named by the key of its rule."""

    FOLLOW_SUIT = "play.follow_suit"
    FOLLOW_TAROCK = "play.follow_tarock"
    PLAY_TAROCK = "play.must_tarock"
    OVERTAKE = "play.must_overtake"


class Breach(Frozen):
    """A play against the trick law: the duty broken, the suit that it asks for, the cards held that would do it."""

    duty: Duty
    suit: str
    held: tuple[Card, ...]

    @property
    def message(self) -> Message:
        """Return the message that names the duty and the cards held."""
        return Message(self.duty, suit=self.suit, held=self.held)


class TrickLaw(Frozen):
    """The duties in a trick, read once from the rules; who is void of the suit led may have to play a tarock."""

    follow_suit: bool
    must_tarock: bool
    must_overtake: bool
    tarock_beats_suit: bool
    follow_tarock: bool | None = None

    @classmethod
    def of(cls, rules: Rules) -> TrickLaw:
        """Return the duties in a trick that the rules of a source state."""
        return cls(
            rules.flag("play.follow_suit"),
            rules.flag("play.must_tarock"),
            rules.flag("play.must_overtake"),
            rules.flag("rank.tarock_beats_suit"),
            rules.flag("play.follow_tarock") if rules.has("play.follow_tarock") else None,
        )

    def beats(self, card: Card, best: Card) -> bool:
        """Return whether `card`, played after `best`, takes the trick from it."""
        if card.suit == best.suit:
            return card.strength > best.strength
        return card.is_tarock and self.tarock_beats_suit

    def find_winner(self, plays: Sequence[Play]) -> Play:
        """Return the play that takes a trick; `plays` begins with the card led and is not empty."""
        best = plays[0]
        for play in plays:
            if self.beats(play[1], best[1]):
                best = play
        return best

    def find_legal(self, hand: Collection[Card], plays: Sequence[Play]) -> list[Card]:
        """Return the cards of `hand` that may be played after `plays`; all of them to lead (1840:63.1, 63.2)."""
        applied = self._apply_duty(hand, plays)
        return applied[1] if applied else list(hand)

    def find_duty(self, hand: Collection[Card], plays: Sequence[Play]) -> Duty | None:
        """Return the duty that limits what may be played from `hand` after `plays`; None when any card may be."""
        applied = self._apply_duty(hand, plays)
        if not applied:
            return None
        return Duty.OVERTAKE if len(applied[1]) < len(applied[2]) else applied[0]

    def find_breach(self, hand: Collection[Card], plays: Sequence[Play], card: Card) -> Breach | None:
        """Return how playing `card` from `hand` breaks a duty; None when it is legal."""
        applied = self._apply_duty(hand, plays)
        if not applied or card in applied[1]:
            return None
        duty, allowed, held = applied
        if card.suit == held[0].suit:
            duty, held = Duty.OVERTAKE, allowed
        return Breach(duty, held[0].suit, tuple(sort_cards(held)))

    def find_rule(self, hand: Collection[Card], plays: Sequence[Play], number: int) -> tuple[str, dict[str, str]]:
        """Return key and case of the rule that decides what may be played to trick `number`; both empty for none."""
        if duty := self.find_duty(hand, plays):
            return str(duty), {}
        if plays:
            return "play.void_free", {"led": "tarock" if plays[0][1].is_tarock else "suit"}
        return "play.leader" if number == 1 else "", {}

    def _apply_duty(self, hand: Collection[Card], plays: Sequence[Play]) -> tuple[Duty, list[Card], list[Card]] | None:
        """Return the duty, the legal cards, and all cards of the suit that it asks for.

        None when any card may be played.
        """
        if not plays:
            return None
        led = plays[0][1]
        if held := [card for card in hand if card.suit == led.suit]:
            duty, binds = Duty.FOLLOW_SUIT, self.follow_suit
            if led.is_tarock and self.follow_tarock is not None:
                duty, binds = Duty.FOLLOW_TAROCK, self.follow_tarock
            if not binds:
                return None
        else:
            held, duty = [card for card in hand if card.is_tarock and self.must_tarock], Duty.PLAY_TAROCK
            if not held:
                return None
        if not self.must_overtake:
            return duty, held, held
        best = self.find_winner(plays)[1]
        return duty, [card for card in held if self.beats(card, best)] or held, held
