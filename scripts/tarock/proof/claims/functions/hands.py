"""Hands, the deal, the bidding, the purchase and the announcements, as the texts describe them in examples."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.game.common.records import word
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.auction import check_announcements, check_auction, honours_lapsed
from tarock.game.koenigrufen_1840.deal import Examination, exchange, half_of
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import follow
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Word
from tarock.proof.claims.functions.play import card_of, cards_of
from tarock.proof.claims.registry import function

if TYPE_CHECKING:
    from tarock.game.common.cards import Pack
    from tarock.proof.context import Context

SEATS = ("A", "B", "C", "D")
_BID = re.compile(r"([A-D]) (pass|solo|dreier(?: ([1-9]))?)\Z")
_SAID = re.compile(r"([A-D]) (contra |re |supra )?(ultimo|volat)\Z")


# --- hands as lists of cards ------------------------------------------------------------------------------------


@function("hands.full")
def full(context: Context, cards: str = "", further: int = 0, over: int = 0, era: str = "1840") -> bool:
    """Whether a hand of named and `further` cards is as large as a hand is; with `over` more, as after buying.

    The named cards are different cards of the pack; `further` are those that the text only counts.
    """
    held = len(cards_of(context, cards, era)) + further
    return held == context.rules(era).number("deal.hand") + over


@function("hands.tarocks")
def tarocks(context: Context, cards: str, era: str = "1840") -> int:
    """How many tarocks are among named cards."""
    return sum(card.is_tarock for card in cards_of(context, cards, era))


@function("hands.voids")
def voids(context: Context, cards: str, era: str = "1840") -> list[str]:
    """The suits that a hand lacks (Scat, 1840:73.scat)."""
    held = {card.suit for card in cards_of(context, cards, era)}
    return [suit for suit in context.rules(era).words("pack.suits") if suit not in held]


@function("hands.scatinels")
def scatinels(context: Context, cards: str, era: str = "1840") -> int:
    """How many suits a hand holds with one card only (1840:73.scatinel)."""
    suits = [card.suit for card in cards_of(context, cards, era) if not card.is_tarock]
    return sum(suits.count(suit) == 1 for suit in set(suits))


@function("hands.stands")
def stands(context: Context, card: str, cards: str, era: str = "1840") -> int:
    """To how many a card stands in a hand: the cards of its suit, or the tarocks, itself included (1840:73.karte)."""
    asked, held = card_of(context, card, era), cards_of(context, cards, era)
    if asked not in held:
        raise CodexError(f"{asked} is not in the hand", "expected it there")
    return sum(other.suit == asked.suit for other in held)


@function("hands.unbroken")
def unbroken(context: Context, cards: str, era: str = "1840") -> bool:
    """Whether cards of one suit, or tarocks, follow each other in rank without a gap (1840:73.geschlossen)."""
    held = cards_of(context, cards, era)
    strengths = sorted(card.strength for card in held)
    one_suit = len({card.suit for card in held}) == 1
    return one_suit and strengths == list(range(strengths[0], strengths[0] + len(strengths)))


@function("hands.ranked")
def ranked(context: Context, suit: str, era: str = "1840") -> list[str]:
    """The ranks of a suit from high to low, or of the tarocks by name."""
    cards = [card for card in context.pack(era).cards if card.suit == suit]
    if not cards:
        raise CodexError(f"`{suit}` is no suit", "expected a suit of the pack or Tarock")
    return [card.rank for card in sorted(cards, key=lambda card: -card.strength)]


@function("hands.highest_tarocks")
def highest_tarocks(context: Context, count: int, era: str = "1840") -> list[str]:
    """The highest tarocks by name, from the top."""
    names: list[str] = ranked(context, "Tarock", era)
    return names[:count]


@function("hands.tarock_from_top")
def tarock_from_top(context: Context, place: int, era: str = "1840") -> str:
    """The tarock in this place, counted from the highest."""
    return ranked(context, "Tarock", era)[place - 1]


@function("hands.place")
def place(context: Context, card: str, era: str = "1840") -> int:
    """The place of a tarock among the tarocks, counted from the lowest."""
    asked = card_of(context, card, era)
    return sum(other.is_tarock and other.strength <= asked.strength for other in context.pack(era).cards)


@function("hands.takes")
def takes(context: Context, card: str, other: str, era: str = "1840") -> bool:
    """Whether a card takes the trick from another that was led."""
    return TrickLaw.of(context.rules(era)).takes(card_of(context, card, era), card_of(context, other, era))


@function("hands.suit_can_give")
def suit_can_give(context: Context, count: int, plain: bool = False, named: str = "", era: str = "1840") -> bool:
    """Whether some suit has so many cards, `plain` only those without value, with those `named` among them."""
    rules = context.rules(era)
    ranks = named.split()
    for suit in rules.words("pack.suits"):
        cards = [card for card in context.pack(era).cards if card.suit == suit and not (plain and card.points)]
        if len(cards) >= count and set(ranks) <= {card.rank for card in cards}:
            return True
    return False


@function("hands.suits_needed")
def suits_needed(context: Context, groups: list[int], era: str = "1840") -> bool:
    """Whether there are suits enough for groups of so many cards, each of a suit of its own."""
    rules = context.rules(era)
    fits = all(0 < count <= len(ranked(context, rules.words("pack.suits")[0], era)) for count in groups)
    return fits and len(groups) <= len(rules.words("pack.suits"))


@function("hands.surely_called")
def surely_called(context: Context, kings: int, era: str = "1840") -> bool:
    """Whether whoever calls a king must call one held by a hand with so many kings."""
    return kings >= len(context.pack(era).kings)


# --- the deal ---------------------------------------------------------------------------------------------------


def _players(context: Context, era: str) -> int:
    return context.rules(era).numbers("game.players")[0]


@function("hands.from_packets")
def from_packets(context: Context, packet: int, rounds: int, era: str = "1840") -> bool:
    """Whether so many rounds of packets make a hand, and packets of that size may be dealt (1840:11.2, 14.3)."""
    rules = context.rules(era)
    allowed = packet in (rules.number("deal.packet", knocked=knocked) for knocked in (False, True))
    return allowed and packet * rounds == rules.number("deal.hand")


@function("hands.packet_for")
def packet_for(context: Context, number: int, era: str = "1840") -> str:
    """The seat to which a packet belongs, counted after the talon; A is the Vorhand (1840:14.2)."""
    players, rounds = _players(context, era), context.rules(era).number("deal.rounds", knocked=False)
    if not 1 <= number <= players * rounds:
        raise CodexError(f"there is no packet {number}", f"expected one of {rounds} rounds")
    return SEATS[(number - 1) % players]


class Neighbour(StrEnum):
    """Beside whom one sits."""

    RIGHT = "right of dealer"
    LEFT = "left of dealer"


_STEP = {Neighbour.RIGHT: 1, Neighbour.LEFT: -1}


def _seats_deal(context: Context) -> int:
    """The step from the dealer to the next dealer in the order of seats (A, B, C, D each right of the one before)."""
    return _STEP[word(context.rules("1840"), "deal.next_dealer", Neighbour)]


@function("hands.forehand")
def forehand(context: Context, dealer: str) -> str:
    """The Vorhand of a dealer, with the seats of the picture in 1840:8.4."""
    step = _STEP[word(context.rules("1840"), "game.forehand", Neighbour)]
    return SEATS[(SEATS.index(dealer) + step) % len(SEATS)]


@function("hands.last_dealer")
def last_dealer(context: Context, first: str) -> str:
    """Who deals last in a session where the first dealer then has the Vorhand (1840:8.3, 8.5)."""
    if not context.rules("1840").flag("deal.first_dealer_last_forehand"):
        return first
    return next(seat for seat in SEATS if forehand(context, seat) == first)


@function("hands.dealers")
def dealers(context: Context, first: str) -> list[str]:
    """Who deals, from the first dealer once around (1840:8.5)."""
    start, step = SEATS.index(first), _seats_deal(context)
    return [SEATS[(start + step * number) % len(SEATS)] for number in range(len(SEATS))]


# --- bidding ----------------------------------------------------------------------------------------------------


def _bids(bids: list[str]) -> tuple[Bid, ...]:
    """Bids such as `A pass`, `B dreier 2`, `C solo`; A is the Vorhand."""
    made: list[Bid] = []
    for text in bids:
        read = _BID.match(text)
        if read is None:
            raise CodexError(f"`{text}` is no bid", "expected such as `A pass`, `B dreier 2` or `C solo`")
        made.append(Bid(seat=read[1], bid=Call(read[2].split()[0]), fold=int(read[3] or 0)))
    return tuple(made)


def _game(pack: Pack, bids: list[str], **fields: object) -> Game:
    """A game of which only the named fields are known; D deals, so that A is the Vorhand."""
    plain = Game(
        id="example", era=pack.rules.era, seats=SEATS, dealer="D", declarer="A", hands={}, talon=Talon(),
        bids=_bids(bids), king=pack.kings[0], tricks=(),
    )  # fmt: skip
    return structs.replace(plain, **fields)


@function("hands.contract")
def contract(context: Context, bids: list[str]) -> str:
    """To whom the bidding gives which game, such as `A dreier 2`; `nobody`; or `refused: ` with the faults.

    `bids` in order, A the Vorhand: `A pass`, `B dreier 2`, `C solo` (1840:20-28).
    """
    rules = context.rules("1840")
    exam = Examination(_game(context.pack("1840"), bids), context.pack("1840"), rules)
    decided = check_auction(exam)
    if exam.findings.list:
        return "refused: " + ", ".join(finding.code for finding in exam.findings.list)
    if decided is None:
        return "nobody"
    return f"{decided.seat} {decided.bid} {decided.height or ''}".rstrip()


@function("hands.lapsed")
def lapsed(context: Context, bids: list[str], holder: str) -> bool:
    """Whether a holder of Alle drei or Alle vier loses the reward by passing (1840:50)."""
    return holder in honours_lapsed(_game(context.pack("1840"), bids), context.rules("1840"))


# --- purchase, scat ---------------------------------------------------------------------------------------------


@function("hands.half")
def half(context: Context, fold: int) -> str:
    """The half of the talon that a Dreier of so many folds buys: upper or lower (1840:21.6, 21.9)."""
    pack = context.pack("1840")
    game = _game(pack, [], talon=Talon(upper=pack.cards[:1], lower=pack.cards[1:2]))
    return "upper" if half_of(fold, game, context.rules("1840")) == game.talon.upper else "lower"


@function("hands.highest_dreier")
def highest_dreier(context: Context) -> int:
    """The fold of the highest Dreier: the highest bid, raised by as many changes of the half as there may be."""
    rules = context.rules("1840")
    found = 0
    for kept in range(1, 2 * rules.number("talon.fold_max") + 1):
        first = rules.number("bidding.fold_max", contract="dreier")
        pack = context.pack("1840")
        game = _game(
            pack, [], purchase=Purchase(first=first, kept=kept),
            talon=Talon(upper=pack.cards[:3], lower=pack.cards[3:6]),
        )  # fmt: skip
        exam = Examination(game, pack, rules)
        exchange(exam, None)
        if not any(finding.code == "PURCHASE-TOO-HIGH" for finding in exam.findings.list) and kept >= first:
            found = kept
    return found


@function("hands.scat")
def scat(context: Context, hand: str, bought: str, laid: str, fold: int = 1) -> list[str]:
    """What is wrong with a Scat: codes of the findings on a hand, the cards bought and those laid away (1840:35)."""
    rules, pack = context.rules("1840"), context.pack("1840")
    if not full(context, hand):
        raise CodexError("the hand is not full", "expected a whole hand")
    new = cards_of(context, bought, "1840")
    game = _game(
        pack, [], hands={"A": cards_of(context, hand, "1840")}, talon=Talon(upper=new, lower=new),
        purchase=Purchase(first=fold, kept=fold), scat=cards_of(context, laid, "1840"),
    )  # fmt: skip
    exam = Examination(game, pack, rules)
    exchange(exam, None)
    return sorted({finding.code for finding in exam.findings.list})


# --- announcements ----------------------------------------------------------------------------------------------


@function("hands.announced")
def announced(context: Context, said: list[str], partner: str) -> str:
    """How often what was announced is raised, such as `ultimo 2`, or `refused: ` with the faults (1840:52-56, 60-62).

    `said` in order: `A ultimo`, `C contra ultimo`, `A re ultimo`; A is the declarer.
    """
    rules = context.rules("1840")
    made: list[Announcement] = []
    for text in said:
        read = _SAID.match(text)
        if read is None:
            raise CodexError(f"`{text}` is no announcement", "expected such as `A ultimo` or `C contra ultimo`")
        call = Word((read[2] or Word.ANNOUNCE).strip())
        made.append(Announcement(seat=read[1], call=call, of=Feat(read[3])))
    pack = context.pack("1840")
    exam = Examination(_game(pack, [], announcements=tuple(made)), pack, rules)
    standing = check_announcements(exam, partner)
    if exam.findings.list:
        return "refused: " + ", ".join(finding.code for finding in exam.findings.list)
    return ", ".join(f"{name} {feat.raises}" for name, feat in standing.items())


# --- games as they stand when play begins -----------------------------------------------------------------------


@function("hands.begun")
def begun(
    context: Context,
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
) -> dict[str, Any]:
    """How a game of the declarer A stands when play begins, as far as the cards named of it, and of B's, decide it.

    `first` and `kept` are the folds bought and kept (0: Solo, the talon is `upper`). Whether he is `alone`,
    whether the called king is lost (`king_lost`), which `honours` he has, the `sides`, what his side has (`thirds`).
    """
    rules, pack = context.rules("1840"), context.pack("1840")
    half, other = cards_of(context, upper, "1840"), cards_of(context, lower, "1840")
    held = {"A": cards_of(context, hand, "1840"), "B": cards_of(context, friend, "1840")}
    game = _game(
        pack, [], hands=dict.fromkeys(SEATS, ()) | held, fifth=fifth,
        king=card_of(context, king, "1840"), dealer=fifth or "D", scat=cards_of(context, laid, "1840"),
        purchase=Purchase(first=first, kept=kept) if first else None,
        talon=Talon(upper=half, lower=other) if first else Talon(whole=half),
    )  # fmt: skip
    course = follow(game, pack, rules)
    if any(finding.code == "KING-OWN" for finding in course.findings):
        raise CodexError(f"A calls {king}, which he holds", "expected a king that he may call")
    return {
        "alone": course.alone,
        "king_lost": course.result.king_lost,
        "honours": [kind for kind, seat in course.result.honours.items() if seat == "A"],
        "sides": course.result.side,
        "thirds": course.declarer_thirds,
    }
