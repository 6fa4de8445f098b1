"""Playing a trick: who may lead, what may be played, who takes it (1840:63-64; the Excuse 1754:7, 18, 19)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.game.common.cards import EXCUSE, SCUES, Card, sort_cards
from tarock.game.common.notation import Play
from tarock.game.common.records import read_choice
from tarock.rules.ruleset import Rules


class Duty(StrEnum):
    """A duty of the player to move, named by the key of its rule."""

    FOLLOW_SUIT = "play.follow_suit"
    FOLLOW_TAROCK = "play.follow_tarock"
    PLAY_TAROCK = "play.must_tarock"
    OVERTAKE = "play.must_overtake"
    LAY_EXCUSE_LAST = "excuse.played_before_last"
    LAY_EXCUSE_VOID = "excuse.forced_on_void"
    LAY_EXCUSE_TAROCK = "excuse.forced_on_tarock"
    LEAD_NO_EXCUSE = "excuse.led"
    HOLD_EXCUSE = "excuse.free"


# what the breach of a duty is called where rules name what counts as a revoke
REVOKE_ACTS = {
    Duty.FOLLOW_SUIT: "not following suit",
    Duty.FOLLOW_TAROCK: "not following tarock",
    Duty.PLAY_TAROCK: "not playing a tarock",
}


AT_WILL = "at will, and the card after it is followed"  # a lead of the Excuse; the text names none (1754:7)


class ExcuseLaw(Frozen):
    """The duties of whoever holds the Excuse, read once from the rules (1754:7, 18, 19).

    He must lay it when he has `last` cards left; and without trumps, if it is `kept_while_tarocks` only, to the first
    lead that he cannot follow, or with `forced_on_void` false to any. Unless it is `free` he lays it only where he
    cannot follow.
    """

    free: bool
    kept_while_tarocks: bool
    forced_on_void: bool
    forced_on_tarock: bool
    last: int
    led: bool  # at will before the last moment, and then the card after it is followed
    led_at_last: bool

    @classmethod
    def of(cls, rules: Rules) -> ExcuseLaw:
        """Return what the rules of a source say of the Excuse."""
        return cls(
            rules.flag("excuse.free"),
            rules.flag("excuse.kept_while_tarocks"),
            rules.flag("excuse.forced_on_void"),
            rules.flag("excuse.forced_on_tarock"),
            rules.number("excuse.played_before_last"),
            read_choice(rules, "excuse.led", AT_WILL, "never"),
            rules.flag("excuse.led_at_last"),
        )

    def find_duty(self, rest: Sequence[Card], led: Card | None) -> Duty | None:
        """Return the duty to lay the Excuse, held with `rest`, when `led` is to be followed; None to lead."""
        if len(rest) < self.last:
            return Duty.LAY_EXCUSE_LAST
        if led is None or not self.kept_while_tarocks or any(card.is_tarock for card in rest):
            return None
        if not self.forced_on_void:
            return Duty.LAY_EXCUSE_VOID
        if led.is_tarock:
            return Duty.LAY_EXCUSE_TAROCK if self.forced_on_tarock else None
        return None if any(card.suit == led.suit for card in rest) else Duty.LAY_EXCUSE_VOID

    def find_refusal(self, rest: Sequence[Card], led: Card | None) -> Duty | None:
        """Return the rule by which the Excuse, held with `rest`, may not be laid now; None when it may."""
        if led is None:
            return None if self.led else Duty.LEAD_NO_EXCUSE
        return Duty.HOLD_EXCUSE if not self.free and any(card.suit == led.suit for card in rest) else None


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
    """The duties in a trick, read once from the rules; who is void of the suit led may have to play a tarock.

    Where the Scüs is an `excuse`, it neither takes nor is taken, and is no tarock to follow or to lead with.
    """

    follow_suit: bool
    must_tarock: bool
    must_overtake: bool
    tarock_beats_suit: bool
    follow_tarock: bool | None = None
    excuse: ExcuseLaw | None = None

    @classmethod
    def of(cls, rules: Rules) -> TrickLaw:
        """Return the duties in a trick that the rules of a source state."""
        return cls(
            rules.flag("play.follow_suit"),
            rules.flag("play.must_tarock"),
            rules.flag("play.must_overtake"),
            rules.flag("rank.tarock_beats_suit"),
            rules.flag("play.follow_tarock"),
            ExcuseLaw.of(rules) if rules.word("rank.scues_nature") == EXCUSE else None,
        )

    def is_excuse(self, card: Card) -> bool:
        """Return whether a card is the Excuse of these rules."""
        return self.excuse is not None and card.rank == SCUES

    def may_lead(self, hand: Collection[Card]) -> bool:
        """Return False for a hand whose holder has to lay the Excuse now and may not lead it (1754:19)."""
        held = self._find_excuse(hand)
        if held is None or self.excuse is None or self.excuse.led_at_last:
            return True
        return self.excuse.find_duty([card for card in hand if card is not held], None) is None

    def _find_excuse(self, hand: Collection[Card]) -> Card | None:
        return next((card for card in hand if card.rank == SCUES), None) if self.excuse else None

    def beats(self, card: Card, best: Card) -> bool:
        """Return whether `card`, played after `best`, takes the trick from it."""
        if self.excuse and SCUES in (card.rank, best.rank):
            return card.rank != SCUES
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
        """Return the cards of `hand` that may be played after `plays` (1840:63.1, 63.2, 1754:7, 17 to 19).

        To lead it is all of them, without an Excuse that may not be led; none where its holder may not lead at all.
        """
        held = self._find_excuse(hand)
        if held is None or self.excuse is None:
            applied = self._apply_duty(hand, plays)
            return applied[1] if applied else list(hand)
        rest, led = [card for card in hand if card is not held], self._find_led(plays)
        if self.excuse.find_duty(rest, led):
            return [held] if led or self.excuse.led_at_last else []
        legal = self.find_legal(rest, plays)
        return legal if self.excuse.find_refusal(rest, led) else [*legal, held]

    def find_duty(self, hand: Collection[Card], plays: Sequence[Play]) -> Duty | None:
        """Return the duty that limits what may be played from `hand` after `plays`; None when any card may be."""
        held = self._find_excuse(hand)
        if held is not None and self.excuse is not None:
            rest, led = [card for card in hand if card is not held], self._find_led(plays)
            refusal = None if led else self.excuse.find_refusal(rest, led)
            return self.excuse.find_duty(rest, led) or refusal or self.find_duty(rest, plays)
        applied = self._apply_duty(hand, plays)
        if not applied:
            return None
        return Duty.OVERTAKE if len(applied[1]) < len(applied[2]) else applied[0]

    def find_breach(self, hand: Collection[Card], plays: Sequence[Play], card: Card) -> Breach | None:
        """Return how playing `card` from `hand` breaks a duty; None when it is legal."""
        held = self._find_excuse(hand)
        if held is not None and self.excuse is not None:
            rest, led = [each for each in hand if each is not held], self._find_led(plays)
            duty = self.excuse.find_duty(rest, led)
            if duty or card is held:
                broken = None if duty and card is held else duty or self.excuse.find_refusal(rest, led)
                return Breach(broken, held.suit, (held,)) if broken else None
            return self.find_breach(rest, plays, card)
        applied = self._apply_duty(hand, plays)
        if not applied or card in applied[1]:
            return None
        duty, allowed, same = applied
        if card.suit == same[0].suit:
            duty, same = Duty.OVERTAKE, allowed
        return Breach(duty, same[0].suit, tuple(sort_cards(same)))

    def find_rule(self, hand: Collection[Card], plays: Sequence[Play], number: int) -> tuple[str, dict[str, str]]:
        """Return key and case of the rule that decides what may be played to trick `number`; both empty for none."""
        if duty := self.find_duty(hand, plays):
            return str(duty), {}
        if led := self._find_led(plays):
            return "play.void_free", {"led": "tarock" if led.is_tarock else "suit"}
        return "play.leader" if number == 1 else "", {}

    def _find_led(self, plays: Sequence[Play]) -> Card | None:
        """Return the card to be followed: the first that is no Excuse."""
        if self.excuse is None:
            return plays[0][1] if plays else None
        return next((card for _seat, card in plays if not self.is_excuse(card)), None)

    def _apply_duty(self, hand: Collection[Card], plays: Sequence[Play]) -> tuple[Duty, list[Card], list[Card]] | None:
        """Return the duty, the legal cards, and all cards of the suit that it asks for.

        None when any card may be played.
        """
        led = self._find_led(plays)
        if led is None:
            return None
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
