"""A recorded game under examination: the deal, the talon, the scat, and the tricks play by play (1840:14, 35, 63)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.game.common.cards import Card, Pack, sort_cards
from tarock.game.common.findings import Finding, Findings
from tarock.game.common.notation import Play
from tarock.game.common.records import order_from, read_choice
from tarock.game.common.score import ALWAYS, Conditions
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.laws import (
    WITHOUT_SUITS,
    buys_upper_half,
    find_discard_refusal,
    find_highest_fold,
    find_leading_place,
    find_never_discarded,
    must_keep_pagat,
    read_raise,
)
from tarock.game.koenigrufen_1840.record import Bid, Game, Purchase, check_small_consulation
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tarock.rules.ruleset import Rules


class Examination(Findings):
    """Collects the faults of a game, with its pack and rules."""

    def __init__(self, game: Game, pack: Pack, rules: Rules):
        super().__init__(rules)
        self.game = game
        self.pack = pack

    def fork(self) -> Examination:
        """Return an examination of the same record without findings."""
        return Examination(self.game, self.pack, self.rules)

    def withdraw_conclusions(self, doubted_seats: Collection[str], tricks: Collection[int]) -> None:
        """Remove the findings that rest on the hands of `doubted_seats`, or on who led to these `tricks`."""
        self.list = [
            each
            for each in self.list
            if each.code not in HAND_FINDINGS or (each.seat not in doubted_seats and each.trick not in tricks)
        ]

    def report_fault(
        self,
        code: str,
        key: str,
        *,
        when: Conditions = ALWAYS,
        wording: str = "",
        trick: int = 0,
        seat: str = "",
        card: Card | None = None,
        **values: Hashable,
    ) -> None:
        """Record a fault against the rule `key` in the case `when`.

        `trick` is its number, 0 before the first. The message is the wording under `code`, or under `wording`, with
        `values`.
        """
        message = Message(wording or code, seat=seat, card=card, **values)
        ref = self.rules.ref(key, **when)
        self.add(Finding(code, trick, seat, card.name if card else "", message, ref))


# Findings that the declarer's hand after the scat is not the one before with talon and scat exchanged.
_HAND_CONTRADICTIONS = frozenset({"SCAT-NOT-HELD", "HAND-AFTER-TWICE", "HAND-AFTER-DIFFERS"})
# Findings that are concluded from all the cards of a hand.
HAND_FINDINGS = frozenset({"PLAY-REVOKE", "PLAY-PAGAT-EARLY", "SCAT-HONOUR", "SCAT-TAROCK"})


def check_deal(exam: Examination) -> None:
    """Check that hands and talon are the pack, each card once (1840:2.1, 14.1, 14.2), and what was agreed before."""
    game, rules, talon = exam.game, exam.rules, exam.game.talon
    check_small_consulation(game.consulation, game.small_consulation, exam)
    if (
        game.fifth
        and game.dealer != game.fifth
        and read_choice(rules, "game.extra_player.who", "the dealer of this deal", "the dealer of the deal before")
    ):
        exam.report_fault("FIFTH-NOT-DEALER", "game.extra_player.who", seat=game.fifth, dealer=game.dealer)
    where: dict[Card, str] = {}  # the seat; empty for the talon
    for seat, cards in (*game.hands.items(), ("", talon.cards)):
        for card in cards:
            if card in where:
                exam.report_fault("DEAL-DUPLICATE", "pack.cards", seat=seat, card=card, first=where[card])
            where[card] = seat
    for card in exam.pack.cards:
        if card not in where:
            exam.report_fault("DEAL-MISSING", "pack.cards", card=card)
    size = rules.number("deal.hand")
    for seat, cards in game.hands.items():
        if len(cards) != size:
            exam.report_fault("HAND-SIZE", "deal.hand", seat=seat, number=len(cards), expected=size)
    size = rules.number("deal.talon")
    halves = () if talon.whole and game.solo else (talon.upper, talon.lower)
    if len(talon.cards) != size or any(len(half) != rules.number("deal.talon_half") for half in halves):
        numbers = tuple(len(half) for half in halves) or (len(talon.cards),)
        exam.report_fault("TALON-SIZE", "deal.talon", numbers=numbers, expected=size)


def find_bought_half(fold: int, game: Game, rules: Rules) -> tuple[Card, ...]:
    """Return the half of the talon that a Dreier of `fold` folds buys (1840:21.6, 21.9)."""
    return game.talon.upper if buys_upper_half(rules, fold) else game.talon.lower


def exchange_talon(exam: Examination, contract: Bid | None) -> tuple[dict[str, set[Card]], tuple[Card, ...]]:
    """Return the hands by seat after purchase and scat, and the cards of the talon that nobody took.

    Checks the purchase (1840:21), the scat (1840:35) and the hand as the record lists it again.
    """
    game, rules, seat, listed = exam.game, exam.rules, exam.game.declarer, exam.game.hand_after
    hands = {seat: set(cards) for seat, cards in game.hands.items()}
    hand, left, key, case = hands.setdefault(seat, set()), game.talon.cards, "discard.cards", ALWAYS
    if game.purchase:
        bought = find_bought_half(_check_purchase(exam, game.purchase, contract), game, rules)
        left = game.talon.lower if bought is game.talon.upper else game.talon.upper
        due = rules.number("talon.bought", contract=BidKind.DREIER)
        if len(bought) == rules.number("deal.talon_half") != due:
            exam.report_fault("TALON-SIZE", "talon.bought", seat=seat, numbers=(len(bought),), expected=due)
        hand.update(bought)
        _check_scat(exam, hand)
        hand.difference_update(game.scat)
    else:
        key, case = "discard.made", {"contract": BidKind.SOLO}
        if game.scat and not rules.flag(key, **case):
            exam.report_fault("SCAT-SIZE", key, when=case, wording="SCAT-SIZE.solo", seat=seat, number=len(game.scat))
    if listed:
        for card in exam.pack.cards:
            if listed.count(card) > 1:
                exam.report_fault("HAND-AFTER-TWICE", key, when=case, seat=seat, card=card)
        missing, extra = (tuple(sorted(cards, key=str)) for cards in (hand.difference(listed), {*listed} - hand))
        if missing or extra:
            exam.report_fault("HAND-AFTER-DIFFERS", key, when=case, seat=seat, missing=missing, extra=extra)
    return hands, left


def _check_purchase(exam: Examination, purchase: Purchase, contract: Bid | None) -> int:
    """Return the fold whose half the declarer keeps; for a faulty one the nearest that is allowed (1840:21.5-21.9)."""
    rules, seat = exam.rules, exam.game.declarer
    first, kept = purchase.first, purchase.kept
    if contract is not None and first != contract.height:
        exam.report_fault(
            "PURCHASE-LOWER" if first < contract.height else "PURCHASE-TOO-HIGH",
            "bidding.highest_plays",
            wording="PURCHASE.bid",
            seat=seat,
            first=first,
            bid=contract.height,
        )
    step, top = read_raise(rules), find_highest_fold(rules, first)
    if purchase.forced:
        case = {"act": "showing the purchase"}  # seeing a card of the other half has the same effect (1840:36.1)
        exam.report_fault("PURCHASE-SHOWN", "talon.forced_change", when=case, seat=seat)
        if kept == first and rules.flag("talon.forced_change", **case):
            exam.report_fault("PURCHASE-LOWER", "talon.forced_change", when=case, wording="PURCHASE.forced", seat=seat)
    if kept < first:
        exam.report_fault("PURCHASE-LOWER", "talon.change_fold", seat=seat, kept=kept, first=first)
    elif kept > top:
        exam.report_fault("PURCHASE-TOO-HIGH", "talon.fold_max", seat=seat, kept=kept, most=top)
    elif kept > first and (kept - first) % step:
        exam.report_fault(
            "PURCHASE-TOO-HIGH", "talon.change_fold", wording="PURCHASE.step", seat=seat, kept=kept, first=first
        )
    return max(min(max(kept, first), top), 1)


def _check_scat(exam: Examination, hand: set[Card]) -> None:
    scat, seat = exam.game.scat, exam.game.declarer
    size = exam.rules.number("discard.cards")
    if len(scat) != size or len(set(scat)) != len(scat):
        exam.report_fault("SCAT-SIZE", "discard.cards", seat=seat, number=len(set(scat)), expected=size)
    never = find_never_discarded(exam.pack, exam.rules)
    loose = {card for card in hand if not card.is_tarock and card not in never}
    suits_left = bool(loose - set(scat))
    for card in scat:
        if card not in hand:
            exam.report_fault("SCAT-NOT-HELD", "discard.who", seat=seat, card=card)
        elif key := find_discard_refusal(exam.rules, never, card, suits_left=suits_left):
            if card in never:
                exam.report_fault("SCAT-HONOUR", key, seat=seat, card=card, shown=card.printed)
            else:
                exam.report_fault("SCAT-TAROCK", key, when=WITHOUT_SUITS, seat=seat, card=card)


class HandDoubt(Frozen):
    """Why a hand cannot have been held as it is recorded.

    Cards of it that lie in a second place too (`twice`), and cards played from it that it has not (`strangers`); how
    many were dealt (`number`) or `bought` where that is wrong; whether scat or second list do not fit it (`relisted`).
    """

    twice: tuple[Card, ...] = ()
    strangers: tuple[Card, ...] = ()
    number: int | None = None
    bought: int | None = None
    relisted: bool = False


def find_doubtful_hands(
    exam: Examination, left: tuple[Card, ...], strangers: Mapping[str, Sequence[Card]]
) -> dict[str, HandDoubt]:
    """Return the seats whose hand contradicts the deal, the exchange or the play, and how.

    `left` is the half of the talon that nobody bought, `strangers` are the cards played without being held. From such a
    hand nothing is concluded, neither a revoke nor an honour. There are plays that would break a duty whatever the
    doubtful card was; but which card is doubtful is a guess (the list may be wrong, or a trick), and whoever is said to
    have revoked is fined. So none of them is judged.
    """
    game, rules, scat = exam.game, exam.rules, exam.game.scat
    size, half = rules.number("deal.hand"), rules.number("deal.talon_half")
    twice = set(find_repeated((*(card for hand in game.hands.values() for card in hand), *game.talon.cards)))
    bought: tuple[Card, ...] | None = None
    if game.purchase:
        bought = game.talon.upper if left is game.talon.lower else game.talon.lower
    unfit = len(set(scat)) < len(scat) or any(finding.code in _HAND_CONTRADICTIONS for finding in exam.list)
    found: dict[str, HandDoubt] = {}
    for seat, dealt in game.hands.items():
        own = seat == game.declarer
        took = bought if own else None
        found[seat] = HandDoubt(
            twice=tuple(sort_cards(twice.intersection((*dealt, *(took or ()))))),
            strangers=tuple(strangers.get(seat, ())),
            number=None if len(dealt) == size else len(dealt),
            bought=None if took is None or len(took) == half else len(took),
            relisted=own and unfit,
        )
    return {seat: doubt for seat, doubt in found.items() if doubt != HandDoubt()}


def find_repeated(cards: Iterable[Card]) -> list[Card]:
    """Return the cards that occur more than once."""
    return [card for card, number in Counter(cards).items() if number > 1]


class TrickExaminer:
    """Goes through the tricks of a record play by play; the cards played leave `hands`.

    `holds_back` is the seat that may not play the Pagat while it holds other tarocks, if any. Then `winners` holds the
    seat that took each trick, `strangers` the cards that each seat played without holding them, `pagat_last` who played
    the Pagat to the last trick.
    """

    def __init__(self, exam: Examination, hands: dict[str, set[Card]], holds_back: str):
        self.exam = exam
        self.hands = hands
        self.pagat_keeper = holds_back
        self.law = TrickLaw.of(exam.rules)
        self.fallen: set[Card] = set()
        self.winners: list[str] = []
        self.strangers: dict[str, list[Card]] = {}
        self.pagat_last = ""

    def run(self) -> None:
        """Check all tricks of the record."""
        for play in self.walk():
            self.check(*play)

    def walk(self) -> Iterator[tuple[int, str, Card, list[Play]]]:
        """Yield each play of the record before it is made: trick, seat, card, and the plays before it in the trick."""
        game, tricks, expected = self.exam.game, self.exam.game.tricks, self.exam.rules.number("deal.hand")
        if len(tricks) != expected:
            self.exam.report_fault("TRICKS-MISSING", "deal.hand", number=len(tricks), expected=expected)
        leader = game.order_seats(game.find_forehand(self.exam.rules))[find_leading_place(self.exam.rules)]
        for number, recorded in enumerate(tricks, 1):
            plays: list[Play] = []
            for seat, card in self.assign_seats(number, recorded, leader):
                yield number, seat, card, plays
                self.hands[seat].discard(card)
                self.fallen.add(card)
                plays.append((seat, card))
            leader = self.law.find_winner(plays)[0]
            self.winners.append(leader)
            self.pagat_last = next((seat for seat, card in plays if card == self.exam.pack.pagat), "")

    def assign_seats(self, number: int, recorded: tuple[Play, ...], leader: str) -> tuple[Play, ...]:
        """Return the plays of a trick with their seats, derived from who leads; report other seats in the record."""
        game = self.exam.game
        order = order_from(game.seats, leader)
        seats = tuple(seat for seat, _card in recorded)
        if seats == order:
            return recorded
        mended = tuple(zip(order, (card for _seat, card in recorded), strict=True))
        turned = seats[0] in order and seats == order_from(game.seats, seats[0])
        if turned or seats[1:] == order[1:]:
            seat, card = recorded[0]
            wording = "LEAD-WRONG-SEAT" if number > 1 else "LEAD-WRONG-SEAT.first"
            self.exam.report_fault(
                "LEAD-WRONG-SEAT", "play.leader", wording=wording, trick=number, seat=seat, card=card, leader=leader
            )
            return recorded if turned else mended
        seat, card = next(play for play, due in zip(recorded, order, strict=True) if play[0] != due)
        self.exam.report_fault(
            "PLAY-ORDER", "game.rotation", trick=number, seat=seat, card=card, seats=seats, order=order
        )
        # where each has played only the order is wrong
        return recorded if set(seats) == set(order) else mended

    def check(self, number: int, seat: str, card: Card, before: list[Play]) -> None:
        """Check one play: that the card was held, the duties of 1840:63, and a Pagat that must be kept (1840:51.3)."""
        exam, hand = self.exam, self.hands[seat]
        if card not in hand:
            code, key = ("PLAY-TWICE", "pack.packs") if card in self.fallen else ("PLAY-NOT-HELD", "deal.hand")
            exam.report_fault(code, key, trick=number, seat=seat, card=card)
            self.strangers.setdefault(seat, []).append(card)
            return
        if breach := self.law.find_breach(hand, before, card):
            exam.report_fault("PLAY-REVOKE", breach.duty, trick=number, seat=seat, card=card, breach=breach.message)
        if card == exam.pack.pagat and self.must_keep_pagat(number, seat):
            exam.report_fault("PLAY-PAGAT-EARLY", "ultimo.pagat_kept", trick=number, seat=seat, card=card)

    def must_keep_pagat(self, number: int, seat: str) -> bool:
        """Return whether `seat` may not play the Pagat in this trick, after announcing ultimo (1840:51.3)."""
        if seat != self.pagat_keeper:
            return False
        tarocks, last = [card for card in self.hands[seat] if card.is_tarock], number >= len(self.exam.game.tricks)
        return must_keep_pagat(tarocks, self.exam.pack.pagat, tarocks, last_trick=last)
