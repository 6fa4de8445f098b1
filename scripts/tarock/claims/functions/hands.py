"""Hands, the deal, the bidding, the purchase and the announcements, as the texts describe them in examples."""

import re
from itertools import count, groupby, takewhile
from typing import Any

from tarock.base.errors import CodexError
from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import card_names, parse_card, parse_cards, sorted_cards
from tarock.game.common.cards import TAROCK, Card
from tarock.game.common.records import find_seat, order_from
from tarock.game.koenigrufen_1840 import examination
from tarock.game.koenigrufen_1840.auction import Bidding, check_announcements, hear_bids
from tarock.game.koenigrufen_1840.examination import Examination, find_bought_half
from tarock.game.koenigrufen_1840.model_games import ERA, order_seats
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import play_through
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat

SEATS = ("A", "B", "C", "D")
_BID = re.compile(r"([A-D]) (pass|solo|dreier(?: ([1-9]))?)\Z")
_SAID = re.compile(r"([A-D]) (contra |re |supra )?(ultimo|volat)\Z")


# --- hands as lists of cards ------------------------------------------------------------------------------------


def full(context: ClaimContext, cards: str, further: int = 0) -> bool:
    """Return whether a hand of named and `further` cards is as large as a hand is.

    The named cards are different cards of the pack; `further` are those that the text only counts.
    """
    return len(parse_cards(context, cards)) + further == context.rules().number("deal.hand")


def tarocks(context: ClaimContext, cards: str) -> int:
    """Return how many tarocks are among named cards."""
    return sum(card.is_tarock for card in parse_cards(context, cards))


def voids(context: ClaimContext, cards: str) -> list[str]:
    """Return the suits that a hand lacks (Scat, 1840:73.scat)."""
    held = {card.suit for card in parse_cards(context, cards)}
    return [suit for suit in context.rules().words("pack.suits") if suit not in held]


def scatinels(context: ClaimContext, cards: str) -> int:
    """Return how many suits a hand holds with one card only (1840:73.scatinel)."""
    suits = [card.suit for card in parse_cards(context, cards) if not card.is_tarock]
    return sum(suits.count(suit) == 1 for suit in suits)


def stands(context: ClaimContext, card: str, cards: str) -> int:
    """Return to how many a card stands in a hand: the cards of its suit, or the tarocks, itself included
    (1840:73.karte).
    """
    asked, held = parse_card(context, card), parse_cards(context, cards)
    if asked not in held:
        raise CodexError(f"{asked} is not in the hand", "expected a card of the hand")
    return sum(other.suit == asked.suit for other in held)


def unbroken(context: ClaimContext, cards: str) -> bool:
    """Return whether cards of one suit, or tarocks, follow each other in rank without a gap (1840:73.geschlossen)."""
    held = parse_cards(context, cards)
    strengths = [card.strength for card in held]
    return len({card.suit for card in held}) == 1 and max(strengths) - min(strengths) + 1 == len(held)


def ranked(context: ClaimContext, suit: str, era: str = ERA) -> list[str]:
    """Return the ranks of a suit from high to low, or of the tarocks by name."""
    cards = [card for card in context.pack(era).cards if card.suit == suit]
    if not cards:
        raise CodexError(f"unknown suit `{suit}`", "expected a suit of the pack or Tarock")
    return [card.rank for card in sorted(cards, key=lambda card: -card.strength)]


def below(context: ClaimContext, card: str, count: int) -> list[str]:
    """Return the ranks that stand next below a card of a suit, from the top."""
    asked = parse_card(context, card)
    ranks = ranked(context, asked.suit)
    place = ranks.index(asked.rank) + 1
    return ranks[place : place + count]


def highest_tarocks(context: ClaimContext, count: int) -> list[str]:
    """Return the highest tarocks by name, from the top."""
    return ranked(context, TAROCK)[:count]


def tarock_from_top(context: ClaimContext, place: int) -> str:
    """Return the tarock in this place, counted from the highest."""
    return ranked(context, TAROCK)[place - 1]


def place(context: ClaimContext, card: str, era: str = ERA) -> int:
    """Return the place of a tarock among the tarocks, counted from the lowest."""
    asked = parse_card(context, card, era)
    return sum(other.is_tarock and other.strength <= asked.strength for other in context.pack(era).cards)


def takes(context: ClaimContext, card: str, other: str) -> bool:
    """Return whether a card takes the trick from another that was led."""
    return context.law().beats(parse_card(context, card), parse_card(context, other))


def suit_can_give(context: ClaimContext, count: int, named: str = "") -> bool:
    """Return whether some suit has so many cards, with those `named` among them."""
    pack = context.pack()
    suits = [{card.rank for card in pack.cards if card.suit == suit} for suit in pack.suits]
    return any(len(ranks) >= count and ranks.issuperset(named.split()) for ranks in suits)


def suits_needed(context: ClaimContext, groups: list[int]) -> bool:
    """Return whether there are suits enough for groups of so many cards, each of a suit of its own."""
    suits = context.rules().words("pack.suits")
    fits = all(0 < count <= len(ranked(context, suits[0])) for count in groups)
    return fits and len(groups) <= len(suits)


def surely_called(context: ClaimContext, kings: int) -> bool:
    """Return whether whoever calls a king must call one held by a hand with so many kings."""
    return kings >= len(context.pack().kings)


# --- the deal ---------------------------------------------------------------------------------------------------


def from_packets(context: ClaimContext, packet: int, rounds: int) -> bool:
    """Return whether so many rounds of packets make a hand, and packets of that size may be dealt (1840:11.2, 14.3)."""
    rules = context.rules()
    allowed = packet in (rules.number("deal.packet", knocked=knocked) for knocked in (False, True))
    return allowed and packet * rounds == rules.number("deal.hand")


def packet_for(context: ClaimContext, number: int) -> str:
    """Return the seat to which a packet belongs, counted after the talon; A is the Vorhand (1840:14.2)."""
    rules = context.rules()
    players, rounds = rules.numbers("game.players")[0], rules.number("deal.rounds", knocked=False)
    if not 1 <= number <= players * rounds:
        raise CodexError(f"unknown packet {number}", f"expected a packet of {rounds} rounds")
    served = order_from(SEATS, find_seat(context.engine.rules(), "deal.first_served", SEATS, "D"))
    return served[(number - 1) % players]


def forehand(context: ClaimContext, dealer: str) -> str:
    """Return the Vorhand of a dealer, with the seats of the picture in 1840:8.4."""
    rules = context.engine.rules()
    return _exam(context, seats=order_seats(rules), dealer=dealer).game.find_forehand(rules)


def last_dealer(context: ClaimContext, first: str) -> str:
    """Return who deals last in a session where the first dealer then has the Vorhand (1840:8.3, 8.5)."""
    if not context.rules().flag("deal.first_dealer_last_forehand"):
        return first
    return next(seat for seat in SEATS if forehand(context, seat) == first)


def dealers(context: ClaimContext, first: str) -> list[str]:
    """Return who deals, from the first dealer once around (1840:8.5)."""
    order, rules = [first], context.engine.rules()
    while len(order) < len(SEATS):
        order.append(find_seat(rules, "deal.next_dealer", order_seats(rules), order[-1]))
    return order


# --- bidding, purchase, scat, announcements: by the engine, on games of which only these are known ----------------


def _exam(context: ClaimContext, **fields: Any) -> Examination:
    """Return a game to be examined of which only the given fields are known; D deals, so that A is the Vorhand."""
    pack = context.pack()
    blank: dict[str, Any] = {
        "id": "example", "era": ERA, "seats": SEATS, "dealer": "D", "declarer": "A", "hands": {},
        "talon": Talon(), "bids": (), "king": pack.kings[0], "tricks": (),
    }  # fmt: skip
    return Examination(Game(**blank | fields), pack, context.engine.rules())


def _bid(text: str) -> Bid:
    """Return a bid such as `A pass`, `B dreier 2`, `C solo`."""
    read = _BID.match(text)
    if read is None:
        raise CodexError(f"unknown bid `{text}`", "expected a bid such as `A pass`, `B dreier 2` or `C solo`")
    return Bid(seat=read[1], bid=BidKind(read[2].split()[0]), fold=int(read[3] or 0))


def _codes(exam: Examination) -> list[str]:
    """Return what is found wrong."""
    return [finding.code for finding in exam.list]


def contract(context: ClaimContext, bids: list[str]) -> str:
    """Return to whom the bidding gives which game, such as `A dreier 2`; `nobody`; or `refused: ` with the faults.

    `bids` in order, A the Vorhand: `A pass`, `B dreier 2`, `C solo` (1840:20-28).
    """
    exam = _exam(context, bids=tuple(map(_bid, bids)))
    decided = hear_bids(exam).best
    if exam.list:
        return f"refused: {', '.join(_codes(exam))}"
    return f"{decided.seat} {decided.bid} {decided.height or ''}".rstrip() if decided else "nobody"


def lapsed(context: ClaimContext, bids: list[str], holder: str) -> bool:
    """Return whether a holder of Alle drei or Alle vier loses the reward by passing (1840:50)."""
    bidding = Bidding(_exam(context))
    for bid in map(_bid, bids):
        bidding.come_to(bid.seat)
        bidding.let_stand(bid)
    return holder in bidding.find_lapsed_honours()


def half(context: ClaimContext, fold: int) -> str:
    """Return the half of the talon that a Dreier of so many folds buys: upper or lower (1840:21.6, 21.9)."""
    upper, lower, *_others = context.pack().cards
    game = _exam(context, talon=Talon(upper=(upper,), lower=(lower,))).game
    return "upper" if find_bought_half(fold, game, context.engine.rules()) == game.talon.upper else "lower"


def highest_dreier(context: ClaimContext) -> int:
    """Return the fold of the highest Dreier: the highest bid, raised by as many changes of the half as there may be."""
    upper, lower, *_others = context.pack().cards

    def may_bid(fold: int) -> bool:
        exam = _exam(context, bids=(Bid(seat="A", bid=BidKind.DREIER, fold=fold),))
        hear_bids(exam)
        return not exam.list

    first = max(takewhile(may_bid, count(1)))

    def may_keep(fold: int) -> bool:
        talon = Talon(upper=(upper,), lower=(lower,))
        exam = _exam(context, purchase=Purchase(first=first, kept=fold), talon=talon)
        examination.exchange_talon(exam, None)
        return "PURCHASE-TOO-HIGH" not in _codes(exam)

    return max(takewhile(may_keep, count(first)))


def _laid_away(context: ClaimContext, hand: str, bought: str, laid: str) -> tuple[Examination, set[Card]]:
    """Return a hand that has bought cards and laid some away, with what is wrong with that (1840:35)."""
    if not full(context, hand):
        raise CodexError("the hand is not full", "expected a whole hand")
    dealt, new = parse_cards(context, hand), parse_cards(context, bought)
    if not set(dealt).isdisjoint(new):
        raise CodexError("cards are bought that were dealt already", "expected others")
    exam = _exam(
        context, hands={"A": dealt}, talon=Talon(upper=new, lower=new), purchase=Purchase(first=1, kept=1),
        scat=parse_cards(context, laid),
    )  # fmt: skip
    return exam, examination.exchange_talon(exam, None)[0]["A"]


def scat(context: ClaimContext, hand: str, bought: str, laid: str) -> list[str]:
    """Return what is wrong with a Scat: codes of the findings on a hand, the cards bought and those laid away
    (1840:35).
    """
    return sorted(set(_codes(_laid_away(context, hand, bought, laid)[0])))


def exchange(context: ClaimContext, hand: str, bought: str, laid: str) -> dict[str, list[str]]:
    """Return the hand after buying and laying away, by suit; raises `CodexError` where it is no possible exchange."""
    exam, left = _laid_away(context, hand, bought, laid)
    if exam.list:
        raise CodexError(", ".join(_codes(exam)), "expected a possible exchange")
    return {
        suit: card_names(context, cards)
        for suit, cards in groupby(sorted_cards(context, left), key=lambda card: card.suit)
    }


def announced(context: ClaimContext, said: list[str], partner: str) -> str:
    """Return how often what was announced is raised, such as `ultimo 2`, or `refused: ` with the faults (1840:52-56,
    60-62).

    `said` in order: `A ultimo`, `C contra ultimo`, `A re ultimo`; A is the declarer.
    """
    exam = _exam(context, announcements=tuple(map(_announcement, said)))
    standing = check_announcements(exam, partner)
    if exam.list:
        return f"refused: {', '.join(_codes(exam))}"
    return ", ".join(f"{name} {feat.raises}" for name, feat in standing.items())


def _announcement(text: str) -> Announcement:
    read = _SAID.match(text)
    if read is None:
        raise CodexError(f"unknown announcement `{text}`", "expected one such as `A ultimo` or `C contra ultimo`")
    return Announcement(
        seat=read[1], call=AnnouncementWord((read[2] or AnnouncementWord.ANNOUNCE).strip()), of=Feat(read[3])
    )


def begun(
    context: ClaimContext,
    *,
    king: str,
    first: int,
    kept: int,
    hand: str = "",
    friend: str = "",
    upper: str = "",
    lower: str = "",
    laid: str = "",
    fifth: str = "",
    late: bool = False,
) -> dict[str, Any]:
    """Return how a game of the declarer A stands when play begins, as far as the cards named of it, and of B's, decide
    it.

    `first` and `kept` are the folds bought and kept (0: Solo, the talon is `upper`); `late`: the king was called too
    late (1840:31.4). The result has the `sides`, the `thirds` of a point of A's side, A's `honours`, and whether A is
    `alone` and the called king is lost (`king_lost`).
    """
    bought, other = parse_cards(context, upper), parse_cards(context, lower)
    held = {"A": parse_cards(context, hand), "B": parse_cards(context, friend)}
    exam = _exam(
        context, hands=dict.fromkeys(SEATS, ()) | held, fifth=fifth, king=parse_card(context, king),
        called_late=late, dealer=fifth or "D", scat=parse_cards(context, laid),
        purchase=Purchase(first=first, kept=kept) if first else None,
        talon=Talon(upper=bought, lower=other) if first else Talon(whole=bought),
    )  # fmt: skip
    course = play_through(exam.game, exam.pack, exam.rules, whole=False)
    if any(finding.code == "KING-OWN" for finding in course.findings):
        raise CodexError(f"A calls {king}, which he holds", "expected a king that he may call")
    return {
        "alone": not course.partner,
        "king_lost": course.result.king_lost,
        "honours": [kind for kind, seat in course.result.honours.items() if seat == "A"],
        "sides": course.result.side,
        "thirds": course.declarer_thirds,
    }
