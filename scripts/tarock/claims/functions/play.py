"""Single tricks, hands and the counting of tarocks, as the paragraphs on play use them."""

from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import card_names, parse_card, parse_cards
from tarock.game.common.cards import Card
from tarock.game.common.notation import read_plays


def taker(context: ClaimContext, plays: str) -> str:
    """Return who takes a trick of plays such as `A Herz-Aß - B XXI - C Herz-König - D Scüs`."""
    read, _rest = read_plays(plays, context.pack(), context.rules().numbers("game.players")[0])
    return context.law().find_winner(read)[0]


def legal(context: ClaimContext, hand: str, led: str) -> list[str]:
    """Return the cards of a hand that may be played when a card is led."""
    trick = [("A", parse_card(context, led))]
    return card_names(context, context.law().find_legal(parse_cards(context, hand), trick))


def sure(context: ClaimContext, hand: str) -> list[str]:
    """Return the suit cards of a hand over which nobody else holds a higher one of the suit, from the top."""
    cards = parse_cards(context, hand)
    others = [card for card in context.pack().cards if card not in cards]

    def beaten(card: Card) -> bool:
        return any(other.suit == card.suit and other.strength > card.strength for other in others)

    return card_names(context, (card for card in cards if not card.is_tarock and not beaten(card)))


def after_ducking(context: ClaimContext, hand: str, led: str) -> list[str]:
    """Return what is left of a hand's tarocks when to each tarock led in turn the lowest that may be is played."""
    law = context.law()
    left = list(parse_cards(context, hand))
    for card in parse_cards(context, led):
        left.remove(min(law.find_legal(left, [("B", card)]), key=lambda tarock: tarock.strength))
    return card_names(context, left)


def in_both(context: ClaimContext, first: str, second: str) -> list[str]:
    """Return the cards that two hands have in common; a deal gives each card once."""
    return card_names(context, {*parse_cards(context, first)}.intersection(parse_cards(context, second)))
