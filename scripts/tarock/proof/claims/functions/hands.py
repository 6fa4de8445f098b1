"""Hands, the deal, the bidding, the purchase and the announcements, as the texts describe them in examples."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.game.common.notation import read_cards
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.announcements import check_announcements
from tarock.game.koenigrufen_1840.auction import check_auction, honours_lapsed
from tarock.game.koenigrufen_1840.deal import exchange, half_of
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Word
from tarock.proof.claims.ledger import UNDETERMINED
from tarock.proof.claims.registry import function

if TYPE_CHECKING:
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play
    from tarock.game.koenigrufen_1840.replay import Replay
    from tarock.proof.context import Context

SEATS = ("A", "B", "C", "D")
_BID = re.compile(r"([A-D]) (pass|solo|dreier(?: ([1-9]))?)\Z")
_SAID = re.compile(r"([A-D]) (contra |re |supra )?(ultimo|volat)\Z")


# --- hands as lists of cards ------------------------------------------------------------------------------------


def _cards(context: Context, cards: str, era: str) -> tuple[Card, ...]:
    """Cards of a list; raises `CodexError` when one stands in it twice."""
    read = read_cards(cards, context.pack(era))
    if len(set(read)) != len(read):
        raise CodexError("a card stands twice in the list", "expected different cards")
    return read


def _card(context: Context, name: str, era: str) -> Card:
    read = _cards(context, name, era)
    if len(read) != 1:
        raise CodexError(f"`{name}` is not one card", "expected one")
    return read[0]


@function("hands.full")
def full(context: Context, cards: str = "", further: int = 0, over: int = 0, era: str = "1840") -> bool:
    """Whether a hand of named and `further` cards is as large as a hand is; with `over` more, as after buying.

    The named cards are different cards of the pack; `further` are those that the text only counts.
    """
    held = len(_cards(context, cards, era)) + further
    return held == context.rules(era).number("deal.hand") + over


@function("hands.tarocks")
def tarocks(context: Context, cards: str, era: str = "1840") -> int:
    """How many tarocks are among named cards."""
    return sum(card.is_tarock for card in _cards(context, cards, era))


@function("hands.voids")
def voids(context: Context, cards: str, era: str = "1840") -> list[str]:
    """The suits that a hand lacks (Scat, 1840:73.scat)."""
    held = {card.suit for card in _cards(context, cards, era)}
    return [suit for suit in context.rules(era).names("pack.suits") if suit not in held]


@function("hands.scatinels")
def scatinels(context: Context, cards: str, era: str = "1840") -> int:
    """How many suits a hand holds with one card only (1840:73.scatinel)."""
    suits = [card.suit for card in _cards(context, cards, era) if not card.is_tarock]
    return sum(suits.count(suit) == 1 for suit in set(suits))


@function("hands.stands")
def stands(context: Context, card: str, cards: str, era: str = "1840") -> int:
    """To how many a card stands in a hand: the cards of its suit, or the tarocks, itself included (1840:73.karte)."""
    asked, held = _card(context, card, era), _cards(context, cards, era)
    if asked not in held:
        raise CodexError(f"{asked} is not in the hand", "expected it there")
    return sum(other.suit == asked.suit for other in held)


@function("hands.unbroken")
def unbroken(context: Context, cards: str, era: str = "1840") -> bool:
    """Whether cards of one suit, or tarocks, follow each other in rank without a gap (1840:73.geschlossen)."""
    held = _cards(context, cards, era)
    strengths = sorted(card.strength for card in held)
    one_suit = len({card.suit for card in held}) == 1
    return one_suit and strengths == list(range(strengths[0], strengths[0] + len(strengths)))


@function("hands.holds")
def holds(context: Context, card: str, cards: str, era: str = "1840") -> bool:
    """Whether a hand holds a card."""
    return _card(context, card, era) in _cards(context, cards, era)


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


@function("hands.place")
def place(context: Context, card: str, era: str = "1840") -> int:
    """The place of a tarock among the tarocks, counted from the lowest."""
    asked = _card(context, card, era)
    return sum(other.is_tarock and other.strength <= asked.strength for other in context.pack(era).cards)


@function("hands.takes")
def takes(context: Context, card: str, other: str, era: str = "1840") -> bool:
    """Whether a card takes the trick from another that was led."""
    return TrickLaw.of(context.rules(era)).takes(_card(context, card, era), _card(context, other, era))


@function("hands.suit_can_give")
def suit_can_give(context: Context, count: int, plain: bool = False, named: str = "", era: str = "1840") -> bool:
    """Whether some suit has so many cards, `plain` only those without value, with those `named` among them."""
    rules = context.rules(era)
    ranks = named.split()
    for suit in rules.names("pack.suits"):
        cards = [card for card in context.pack(era).cards if card.suit == suit and not (plain and card.points)]
        if len(cards) >= count and set(ranks) <= {card.rank for card in cards}:
            return True
    return False


@function("hands.suits_needed")
def suits_needed(context: Context, groups: list[int], era: str = "1840") -> bool:
    """Whether there are suits enough for groups of so many cards, each of a suit of its own."""
    rules = context.rules(era)
    fits = all(0 < count <= len(ranked(context, rules.names("pack.suits")[0], era)) for count in groups)
    return fits and len(groups) <= len(rules.names("pack.suits"))


@function("hands.surely_called")
def surely_called(context: Context, kings: int, era: str = "1840") -> bool:
    """Whether whoever calls a king must call one held by a hand with so many kings."""
    return kings >= len(context.pack(era).kings)


@function("hands.advised_size")
def advised_size(context: Context, game: str) -> int:
    """The cards that the advice on a game names: tarocks listed, kings and suit cards (1840:77.3, 77.4, 103.2).

    `game`: double, triple (Dreier) or ultimo (from the Vorhand).
    """
    rules = context.rules("1840")
    if game == "ultimo":
        return rules.number("advice.ultimo.vorhand.tarocks") + rules.number("advice.ultimo.vorhand.suit_cards")
    if game not in ("double", "triple"):
        raise CodexError(f"`{game}` is no such game", "expected double, triple or ultimo")
    listed = len(rules.names(f"advice.bid.{game}.hand"))
    return listed + rules.number(f"advice.bid.{game}.kings") + rules.number(f"advice.bid.{game}.side_cards")


# --- the deal ---------------------------------------------------------------------------------------------------


def _players(context: Context, era: str) -> int:
    return int(context.rules(era).names("game.players")[0])


@function("hands.dealt")
def dealt(context: Context, era: str = "1840") -> int:
    """How many cards are dealt: packets in rounds to each player, and the talon."""
    rules = context.rules(era)
    each = rules.number("deal.rounds") * rules.number("deal.packet")
    return _players(context, era) * each + rules.number("deal.talon")


@function("hands.dealt_by_hands")
def dealt_by_hands(context: Context, era: str = "1840") -> int:
    """How many cards the hands and the talon have together."""
    rules = context.rules(era)
    return _players(context, era) * rules.number("deal.hand") + rules.number("deal.talon")


@function("hands.from_packets")
def from_packets(context: Context, packet: int, rounds: int = 2, era: str = "1840") -> bool:
    """Whether so many rounds of packets make a hand, and packets of that size may be dealt (1840:11.2, 14.3)."""
    rules = context.rules(era)
    allowed = packet in (rules.number("deal.packet"), rules.number("deal.packet_after_knock"))
    return allowed and packet * rounds == rules.number("deal.hand")


@function("hands.talon_halves")
def talon_halves(context: Context, era: str = "1840") -> int:
    """How many halves the talon has."""
    rules = context.rules(era)
    return rules.number("deal.talon") // rules.number("deal.talon_half")


@function("hands.parts")
def parts(context: Context, era: str = "1840") -> int:
    """Into how many parts the pack falls when it is cut as often as allowed and left lying: one more than cuts."""
    return context.rules(era).number("deal.cut_maximum") + 1


@function("hands.lots")
def lots(context: Context, era: str = "1840") -> int:
    """For how many persons there are lots of so many tarocks and different suits (1840:8.2)."""
    rules = context.rules(era)
    return rules.number("game.seats_lot_tarocks") + len(rules.names("pack.suits"))


@function("hands.packet_for")
def packet_for(context: Context, number: int, era: str = "1840") -> str:
    """The seat to which a packet belongs, counted after the talon; A is the Vorhand (1840:14.2)."""
    players = _players(context, era)
    if not 1 <= number <= players * context.rules(era).number("deal.rounds"):
        raise CodexError(f"there is no packet {number}", "expected one of two rounds")
    return SEATS[(number - 1) % players]


def _seats_deal(context: Context) -> int:
    """The step from the dealer to the next dealer in the order of seats (A, B, C, D each right of the one before)."""
    return 1 if context.rules("1840").text("deal.next_dealer") == "right of dealer" else -1


@function("hands.forehand")
def forehand(context: Context, dealer: str) -> str:
    """The Vorhand of a dealer, with the seats of the picture in 1840:8.4."""
    step = 1 if context.rules("1840").text("game.forehand") == "right of dealer" else -1
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


@function("hands.tour")
def tour(context: Context, persons: int) -> int:
    """How many deals a tour has with so many persons: one of each (1840:9.1)."""
    if persons not in (_players(context, "1840"), context.rules("1840").number("game.players_with_extra")):
        raise CodexError(f"{persons} persons", "expected four or five")
    return persons


@function("hands.opponents")
def opponents(context: Context, alone: bool, era: str = "1840") -> int:
    """How many opponents the declarer has, with a partner or alone: whoever plays and is not of his party."""
    return _players(context, era) - (1 if alone else 2)


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
        id="example", era=pack.rules.era, seats=SEATS, dealer="D", declarer="A", hands={}, upper=(), lower=(),
        whole=(), bids=_bids(bids), king=pack.kings[0], tricks=(),
    )  # fmt: skip
    return replace(plain, **fields)  # type: ignore[arg-type]


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
    return f"{decided.declarer} {decided.game} {decided.fold}" if decided.fold else f"{decided.declarer} {decided.game}"


@function("hands.lapsed")
def lapsed(context: Context, bids: list[str], holder: str) -> bool:
    """Whether a holder of Alle drei or Alle vier loses the reward by passing (1840:50)."""
    return holder in honours_lapsed(_game(context.pack("1840"), bids), context.rules("1840"))


# --- purchase, scat ---------------------------------------------------------------------------------------------


@function("hands.half")
def half(context: Context, fold: int) -> str:
    """The half of the talon that a Dreier of so many folds buys: upper or lower (1840:21.6, 21.9)."""
    pack = context.pack("1840")
    game = _game(pack, [], upper=pack.cards[:1], lower=pack.cards[1:2])
    return "upper" if half_of(fold, game, context.rules("1840")) == game.upper else "lower"


@function("hands.fold_after")
def fold_after(context: Context, bid: int, changes: int) -> int:
    """The fold of a Dreier after so many changes of the half (1840:21.7-21.9); raises for more than are allowed."""
    rules = context.rules("1840")
    if changes > rules.number("talon.self_raise_steps_max"):
        raise CodexError(f"{changes} changes of the half", "expected not more than 1840:21.7 knows")
    return bid + changes * rules.number("talon.self_raise_step")


@function("hands.highest_dreier")
def highest_dreier(context: Context) -> int:
    """The fold of the highest Dreier: the highest bid, raised by as many changes of the half as there may be."""
    rules = context.rules("1840")
    found = 0
    for kept in range(1, 2 * rules.number("bidding.dreier_self_raise_max") + 1):
        first = rules.number("bidding.dreier_bid_max")
        pack = context.pack("1840")
        halves = {"upper": pack.cards[:3], "lower": pack.cards[3:6]}
        exam = Examination(_game(pack, [], purchase=Purchase(first=first, kept=kept), **halves), pack, rules)
        exchange(exam, None)
        if not any(finding.code == "PURCHASE-TOO-HIGH" for finding in exam.findings.list) and kept >= first:
            found = kept
    return found


@function("hands.after_purchase")
def after_purchase(context: Context) -> int:
    """How many cards a hand has after buying and laying away (1840:21.3)."""
    rules = context.rules("1840")
    return rules.number("deal.hand") + rules.number("talon.buy") - rules.number("discard.cards")


@function("hands.scat")
def scat(context: Context, hand: str, bought: str, laid: str, fold: int = 1) -> list[str]:
    """What is wrong with a Scat: codes of the findings on a hand, the cards bought and those laid away (1840:35)."""
    rules, pack = context.rules("1840"), context.pack("1840")
    if not full(context, hand):
        raise CodexError("the hand is not full", "expected a whole hand")
    new = _cards(context, bought, "1840")
    game = _game(
        pack, [], hands={"A": _cards(context, hand, "1840")}, upper=new, lower=new,
        purchase=Purchase(first=fold, kept=fold), scat=_cards(context, laid, "1840"),
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


# --- whole games made up around what an example names -----------------------------------------------------------


def _made(
    context: Context, *, hand: str, upper: str, lower: str, king: str, first: int, kept: int, laid: str, fifth: str
) -> Replay:
    """A game of the declarer A around what a text names of it: the rest is dealt and played by rote."""
    rules, pack = context.rules("1840"), context.pack("1840")
    called = _card(context, king, "1840")
    named = {place: list(_cards(context, text, "1840")) for place, text in (("A", hand), ("u", upper), ("l", lower))}
    used = [card for cards in named.values() for card in cards]
    if len(set(used)) != len(used):
        raise CodexError("a card is named in two places", "expected each once")
    rest = [card for card in pack.cards if card not in used]
    # plain suit cards first, so that neither hand nor talon gets an honour that the text does not name
    spare = sorted(rest, key=lambda card: (card is called, card in pack.honours, card.points, card.is_tarock))
    half_size = rules.number("deal.talon_half")
    for where, target in (("u", half_size), ("l", half_size), ("A", rules.number("deal.hand"))):
        while len(named[where]) < target:
            named[where].append(spare.pop(0))
    spare.reverse()
    hands = {"A": tuple(named["A"])}
    for seat in SEATS[1:]:
        hands[seat] = tuple(spare[: rules.number("deal.hand")])
        del spare[: rules.number("deal.hand")]
    solo = not first
    game = _game(
        pack, ["A solo" if solo else f"A dreier {first}"], hands=hands, king=called, fifth=fifth, dealer=fifth or "D",
        **({"whole": (*named["u"], *named["l"])} if solo else {"upper": tuple(named["u"]), "lower": tuple(named["l"])}),
        purchase=None if solo else Purchase(first=first, kept=kept),
    )  # fmt: skip
    if not solo:
        bought = half_of(kept, game, rules)
        loose = [card for card in (*game.hands["A"], *bought) if not card.is_tarock and card not in pack.honours]
        chosen = _cards(context, laid, "1840") if laid else tuple(loose[: rules.number("discard.cards")])
        game = replace(game, scat=chosen)
    holder = next((seat for seat in SEATS[1:] if called in game.hands[seat]), "")
    game = replace(game, partner=holder, tricks=_by_rote(game, context))
    return replay(game, pack, rules)


def _by_rote(game: Game, context: Context) -> tuple[tuple[Play, ...], ...]:
    """Twelve legal tricks: each plays the first card that he may."""
    rules, pack = context.rules("1840"), context.pack("1840")
    law = TrickLaw.of(rules)
    hands, _left = exchange(Examination(game, pack, rules), None)
    order = [card for card in reversed(pack.cards) if card is not pack.pagat] + [pack.pagat]
    leader, tricks = game.forehand, []
    for _trick in range(min(len(hand) for hand in hands.values())):
        plays: list[Play] = []
        for seat in game.order_from(leader):
            allowed = law.legal(hands[seat], plays)
            card = next(card for card in order if card in allowed)
            hands[seat].discard(card)
            plays.append((seat, card))
        leader = law.winner(plays)[0]
        tricks.append(tuple(plays))
    return tuple(tricks)


@function("hands.example_game")
def example_game(
    context: Context,
    *,
    ask: str,
    king: str,
    first: int,
    kept: int,
    hand: str = "",
    upper: str = "",
    lower: str = "",
    laid: str = "",
    fifth: str = "",
) -> object:
    """A fact of a game of the declarer A made up around what a text names of it; the rest is dealt and played by rote.

    `first` and `kept` are the folds bought and kept (0: Solo). `ask`: alone, king_lost, honours (of A),
    faults, sides, scat_for, left_for (whose points Scat and the talon left are).
    """
    made = _made(
        context, hand=hand, upper=upper, lower=lower, king=king, first=first, kept=kept, laid=laid, fifth=fifth
    )
    match ask:
        case "alone":
            return made.alone
        case "king_lost":
            return made.result.king_lost
        case "honours":
            return sorted(kind for kind, seat in made.result.honours.items() if seat == "A")
        case "faults":
            return sorted({finding.code for finding in made.findings})
        case "sides":
            return made.result.side
        case "scat_for" | "left_for":
            return _whose(made, ask)
    raise CodexError(f"`{ask}` cannot be asked", "expected alone, king_lost, honours, faults, sides, …_for")


def _whose(made: Replay, ask: str) -> str:
    """Which party's count holds the Scat, or the talon left: told by the declarer's count beyond his tricks."""
    own = [seat for seat, side in made.result.side.items() if side == "declarer"]
    beyond = made.declarer_thirds - sum(made.points_thirds.get(seat, 0) for seat in own)
    laid, left = sum(card.thirds for card in made.game.scat), sum(card.thirds for card in made.talon_left)
    held = {
        (scat_held, left_held)[ask == "left_for"]
        for scat_held in (False, True)
        for left_held in (False, True)
        if scat_held * laid + left_held * left == beyond
    }
    if len(held) != 1:
        return UNDETERMINED
    return "declarer" if held.pop() else "defenders"
