"""Cards as claims name them; single tricks, hands and the counting of tarocks, as the paragraphs on play use them."""

from collections.abc import Iterable

from tarock.base.errors import CodexError
from tarock.base.language import worded
from tarock.game.common.cards import TAROCK, Card
from tarock.game.common.notation import read_cards, read_plays
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.context import Context


def cards_of(context: Context, text: str, era: str = ERA) -> tuple[Card, ...]:
    """Cards in the books' notation; raises `CodexError` for a card named twice."""
    cards = read_cards(text, context.pack(era))
    if len(set(cards)) != len(cards):
        raise CodexError(worded("`{text}` names a card twice", text=text), worded("expected each card once"))
    return cards


def card_of(context: Context, text: str, era: str = ERA) -> Card:
    """The one card that is named; raises `CodexError` for none or several."""
    cards = cards_of(context, text, era)
    if len(cards) != 1:
        raise CodexError(worded("`{text}` is not one card", text=text), worded("expected one"))
    return cards[0]


def sorted_cards(context: Context, cards: Iterable[Card]) -> list[Card]:
    """Tarocks from the top, then the suits in the order of the pack, each from the top."""
    suits = (TAROCK, *context.rules().words("pack.suits"))
    return sorted(cards, key=lambda card: (suits.index(card.suit), -card.strength))


def names(context: Context, cards: Iterable[Card]) -> list[str]:
    """What the books call cards, in the order of `sorted_cards`."""
    return [card.printed for card in sorted_cards(context, cards)]


def taker(context: Context, plays: str) -> str:
    """Who takes a trick of plays such as `A Herz-Aß - B XXI - C Herz-König - D Scüs`."""
    read, _rest = read_plays(plays, context.pack(), context.rules().numbers("game.players")[0])
    return context.law().winner(read)[0]


def legal(context: Context, hand: str, led: str) -> list[str]:
    """The cards of a hand that may be played when a card is led."""
    trick = [("A", card_of(context, led))]
    return names(context, context.law().legal(cards_of(context, hand), trick))


def sure(context: Context, hand: str) -> list[str]:
    """The suit cards of a hand over which nobody else holds a higher one of the suit, from the top."""
    cards = cards_of(context, hand)
    others = [card for card in context.pack().cards if card not in cards]

    def beaten(card: Card) -> bool:
        return any(other.suit == card.suit and other.strength > card.strength for other in others)

    return names(context, (card for card in cards if not card.is_tarock and not beaten(card)))


def after_ducking(context: Context, hand: str, led: str) -> list[str]:
    """What is left of a hand's tarocks when to each tarock led in turn the lowest that may be is played."""
    law = context.law()
    left = list(cards_of(context, hand))
    for card in cards_of(context, led):
        left.remove(min(law.legal(left, [("B", card)]), key=lambda tarock: tarock.strength))
    return names(context, left)


def in_both(context: Context, first: str, second: str) -> list[str]:
    """The cards that two hands have in common; a deal gives each card once."""
    return names(context, {*cards_of(context, first)}.intersection(cards_of(context, second)))
