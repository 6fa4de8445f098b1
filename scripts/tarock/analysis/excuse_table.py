"""Common to the tables of games with 78 cards: the sets of cards, the Excuse, and why a card is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import product

from tarock.analysis.core import assign_bits
from tarock.analysis.rule_table import NO_REASON, EntrySource, TableReason, TableValue, split_mask
from tarock.game.common.cards import EXCUSE, Card
from tarock.game.common.trick_law import Duty
from tarock.game.taroc_1754.state import TarocEngine
from tarock.game.tarokhombre_1863.state import TarokhombreEngine

SUIT_BITS, TAROCKS_FROM, EXCUSE_BIT, WORDS = 16, 64, 95, 4  # of the core's sets of cards
_LED = 3  # kinds of lead: nothing to follow, a suit, a trump


class ExcuseSource(EntrySource):
    """The rules for one entry, with an engine made anew."""

    @property
    def engine(self) -> TarocEngine | TarokhombreEngine:
        """Return the engine."""
        raise NotImplementedError

    @cached_property
    def bits(self) -> list[int]:
        """Return the bits of the cards by number; the Excuse lies outside the suits."""
        is_excuse = self.rules.word("rank.scues_nature") == EXCUSE
        suits = [card for card in self.pack.cards if not (is_excuse and card == self.pack.scues)]
        bits = assign_bits(suits, SUIT_BITS, TAROCKS_FROM)
        return [bits.get(card, EXCUSE_BIT) for card in self.pack.cards]

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats."""
        return self.engine.seats

    def split(self, numbers: Iterable[int]) -> list[int]:
        """Return a set of cards in the words of the core."""
        return split_mask(numbers, self.bits, WORDS)


def list_excuse(source: ExcuseSource) -> list[TableValue]:
    """Return the bits of Excuse (-1: none) and Pagat, which neighbour leads instead, and whether its holder may."""
    engine, law = source.engine, source.engine.law.excuse
    place = source.bits[engine.number[source.pack.scues]] if law else -1
    pagat = source.bits[engine.number[source.pack.pagat]]
    return [place, pagat, engine.tricks.instead if law else 0, int(law.led_at_last) if law else 0]


def list_duties(source: ExcuseSource) -> list[TableValue]:
    """Return the duty to lay the Excuse and the refusal of it, by lead and by the cards held beside it.

    They stand by the kind of the lead, whether a trump is held, a card of the suit led, and how many cards.
    """
    law, engine = source.engine.law.excuse, source.engine
    if law is None:
        return [NO_REASON] * (2 * _LED * 4 * engine.hand_size)
    cards = [card for card in engine.cards if not engine.law.is_excuse(card)]
    trump = next(card for card in cards if card.is_tarock)
    plain = next(card for card in cards if not card.is_tarock)
    made: list[TableValue] = []
    for kind, has_trump, follows, count in product(range(_LED), (False, True), (False, True), range(engine.hand_size)):
        led = (None, plain, trump)[kind]
        rest = _choose_cards(cards, led, count, has_trump=has_trump, follows=follows)
        if rest is None:
            made += [NO_REASON, NO_REASON]
            continue
        found = law.find_duty(rest, led), law.find_refusal(rest, led)
        made += [source.cite(str(rule)) if rule else NO_REASON for rule in found]
    return made


def _choose_cards(
    cards: Sequence[Card], led: Card | None, count: int, *, has_trump: bool, follows: bool
) -> list[Card] | None:
    """Return so many cards with or without a trump and a card of the suit led; None where that cannot be."""
    suit = led.suit if led else ""
    fitting = [card for card in cards if (has_trump or not card.is_tarock) and (follows or card.suit != suit)]
    found: list[Card] = []
    if follows:
        found += [card for card in fitting if card.suit == suit][:1]
    if has_trump and not any(card.is_tarock for card in found):
        found += [card for card in fitting if card.is_tarock][:1]
    if len(found) != follows + (has_trump and not (follows and led is not None and led.is_tarock)):
        return None
    found += [card for card in fitting if card not in found][: max(0, count - len(found))]
    is_so = any(card.is_tarock for card in found) == has_trump and any(card.suit == suit for card in found) == follows
    return found if len(found) == count and is_so else None


def cite_plays(source: ExcuseSource) -> list[TableReason]:
    """Return the reasons of plays that the core gives by itself, in the order of its `Why`."""
    cite = source.cite
    duties = Duty.FOLLOW_SUIT, Duty.FOLLOW_TAROCK, Duty.PLAY_TAROCK, Duty.OVERTAKE
    free = [cite("play.void_free", led=led) for led in ("suit", "tarock")]
    return [cite("deal.hand"), *(cite(str(duty)) for duty in duties), *free, cite("play.leader")]
