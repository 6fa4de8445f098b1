"""Settling a game of 1754: honours, Pagat, shares of the points, penalties (1754:1-21)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tarock.base.wording import Message
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.records import MISDEAL, others, word
from tarock.game.common.score import Ledger, Reason, Settled
from tarock.game.common.score import settle as settle_account
from tarock.game.taroc_1754.honours import HonourPayments
from tarock.game.taroc_1754.piles import count_pile, excess_cards, moved
from tarock.game.taroc_1754.record import Fate, Noticed, Revoke, ScoreFile, WrongDiscard
from tarock.game.taroc_1754.status import check, tarocks_doubtful
from tarock.rules.ruleset import Rules


class Lone(StrEnum):
    """What the points for the Excuse alone are (1754:9)."""

    COUNTED = "counted"
    PAID = "paid"


class Payer(StrEnum):
    """Who pays for a Pagat that another takes."""

    HOLDER = "holder"
    TAKER = "winner of the trick"


# what each fate of the Pagat is worth: the key and its case
_PAGAT: dict[Fate, tuple[str, dict[str, str]]] = {
    Fate.LOST: ("ultimo.pagat_lost", {"moment": "during the play"}),
    Fate.LOST_LAST: ("ultimo.pagat_lost", {"moment": "last trick"}),
    Fate.WON_LAST: ("ultimo.bonus", {}),
}


def settle(record: ScoreFile, rules: Rules) -> Settled:
    """The payments of a game whose record is sound, in points."""
    accounts = (*record.seats, *((record.king,) if record.king else ()))
    unit = rules.words("settlement.unit")[0]
    return settle_account(rules, record.title, unit, accounts, lambda ledger: _GamePayments(record, ledger).run())


class _GamePayments:
    def __init__(self, record: ScoreFile, ledger: Ledger):
        self.record = record
        self.rules = ledger.rules
        self.ledger = ledger
        self.persons: tuple[str, ...] = record.seats

    def others(self, seat: str) -> tuple[str, ...]:
        return others(self.persons, seat)

    def run(self) -> None:
        record, rules, ledger = self.record, self.rules, self.ledger
        if record.king and ledger.either("taroc_1754.king", "game.players_with_extra", king=record.king):
            self.persons = (*record.seats, record.king)
        if record.misdeal:
            dealer = record.dealer
            ledger.fine(Message("taroc_1754.misdeal"), dealer, self.others(dealer), "misdeal.penalty", MISDEAL)
            ledger.note("taroc_1754.void", "misdeal.deal_void", MISDEAL)
            return
        if record.discard and tarocks_doubtful(record.discard, rules):
            case = {"holding": "three tarocks with the Pagat"}
            ledger.unsaid("taroc_1754.discard_tarock", "discard.tarock", case, seat=record.dealer)
        if record.excuse_kept:
            ledger.unsaid("taroc_1754.excuse_kept", "excuse.played_before_last", seat=record.excuse_kept)
        if record.wrong_discard is not None:
            self.wrong_discard(record.wrong_discard)
            return
        HonourPayments(ledger, self.persons).pay(record.honours)
        self.pagat()
        for index, revoke in enumerate(record.revokes):
            self.revoke(index, revoke)
        self.shares()

    def revoke_penalty(self, seat: str) -> None:
        self.ledger.fine(Message("revoke_of", seat=seat), seat, self.others(seat), "revoke.penalty")

    def wrong_discard(self, wrong: WrongDiscard) -> None:
        """The dealer alone pays the others' honours, returns his own and pays the penalty (1754:4)."""
        record, rules, ledger, dealer = self.record, self.rules, self.ledger, self.record.dealer
        if wrong.cards not in {int(name) for name in rules.words("discard.wrong.numbers")}:
            ledger.unsaid("taroc_1754.discard_not_named", "discard.wrong.numbers", cards=wrong.cards)
        if wrong.found is Noticed.EARLIER:
            ledger.unsaid("taroc_1754.discard_earlier", "discard.wrong.found")
        liable = dealer if rules.flag("discard.wrong.pays_honours") else ""
        HonourPayments(ledger, self.persons, liable=liable).pay(record.honours)
        what = Message("taroc_1754.wrong_discard", cards=wrong.cards)
        ledger.fine(what, dealer, self.others(dealer), "discard.wrong.penalty")
        void = "discard.wrong.deal_void"
        ledger.note("taroc_1754.void", void)
        if record.pagat and ledger.either("taroc_1754.pagat_in_void", void, seat=record.pagat.seat):
            self.pagat()
        for revoke in record.revokes:
            if ledger.either("taroc_1754.revoke_in_void", void):
                self.revoke_penalty(revoke.seat)

    def revoke(self, index: int, revoke: Revoke) -> None:
        """Five to each; the cards stay where they are but for the Pagat (1754:5)."""
        rules, ledger, owner = self.rules, self.ledger, revoke.took_pagat_of
        not_due = revoke.took is False and ledger.either(
            "taroc_1754.revoke_took_nothing", "revoke.counts_as", about=index, seat=revoke.seat
        )
        if not not_due:
            self.revoke_penalty(revoke.seat)
        if not owner:
            if revoke.took is not False and rules.flag("revoke.cards_kept"):
                ledger.note("taroc_1754.cards_kept", "revoke.cards_kept", seat=revoke.seat)
            return
        returned = "revoke.cards_kept", {"card": "Pagat"}
        ledger.note("taroc_1754.pagat_returned", *returned, seat=owner)
        if ledger.either("taroc_1754.pagat_returned_lost", *returned):
            key, case = _PAGAT[Fate.LOST]
            what, points = Message("taroc_1754.pagat.returned_lost"), rules.number(key, **case)
            ref = rules.ref("revoke.cards_kept", card="Pagat")
            payer = self.pagat_payer(owner, revoke.seat, case)
            ledger.pay(Reason.PAGAT, what, (payer,), self.others(payer), points, ref)

    def pagat(self) -> None:
        """Pagat taken during play or in the last trick, or brought home in it (1754:15)."""
        pagat = self.record.pagat
        if pagat is None:
            return
        key, case = _PAGAT[pagat.fate]
        points, ref = self.rules.number_with_ref(key, **case)
        what = Message(f"taroc_1754.pagat.{pagat.fate.name.lower()}", seat=pagat.seat)
        won, taker = pagat.fate is Fate.WON_LAST, pagat.by or self.record.holder("pagat")
        seat = pagat.seat if won else self.pagat_payer(pagat.seat, taker, case)
        payers, payees = (self.others(seat), (seat,)) if won else ((seat,), self.others(seat))
        self.ledger.pay(Reason.PAGAT, what, payers, payees, points, ref, Message("each", amount=points))
        if pagat.fate is Fate.LOST_LAST:
            self.pagat_taken_last(taker)

    def pagat_payer(self, holder: str, taker: str, case: dict[str, str]) -> str:
        """Who pays when `taker` takes the Pagat of `holder`; the text names nobody (1754:15)."""
        payer = word(self.rules, "ultimo.pagat_lost_paid_by", Payer, **case)
        return holder if payer is Payer.HOLDER else taker

    def pagat_taken_last(self, taker: str) -> None:
        """Whether 'welcher den Pagat auf den letzten Stich einbekommen kann' is its taker too is not said."""
        paid = self.ledger.reading("taroc_1754.pagat_taken_last", "ultimo.bonus_to", taker=taker)
        if "winner of the trick" in paid:
            what = Message("taroc_1754.pagat.taken_last")
            self.ledger.pay(
                Reason.PAGAT, what, self.others(taker), (taker,), *self.rules.number_with_ref("ultimo.bonus")
            )

    def shares(self) -> None:
        """Each has his share of the points; what is over is won, what is under is lost (1754:20)."""
        rules, record, ledger = self.rules, self.record, self.ledger
        share, ref = rules.number_with_ref("counting.number")
        lone = self.lone()
        self.note_piles(lone)
        balance = {seat: self.counted(seat, lone) - share for seat in record.seats}
        winners = [seat for seat in record.seats if balance[seat] > 0]
        for loser in (seat for seat in record.seats if balance[seat] < 0):
            for winner in winners:
                points, what = min(-balance[loser], balance[winner]), Message("taroc_1754.share")
                ledger.pay(Reason.SHARE, what, (loser,), (winner,), points, ref)
                balance[loser] += points
                balance[winner] -= points
        for seat, left in balance.items():
            if left:
                ledger.unsaid("taroc_1754.share_left", "counting.number", seat=seat, points=abs(left))
        if lone:
            points, ref = rules.number_with_ref("excuse.lone_points")
            how = ledger.reading("taroc_1754.excuse_lone", "excuse.lone_how", seat=lone, points=points)
            if Lone(how) is Lone.PAID:
                what = Message("taroc_1754.lone_excuse")
                ledger.pay(Reason.LONE_EXCUSE, what, self.others(lone), (lone,), points, ref)

    def note_piles(self, lone: str) -> None:
        """In whose piles the discard, the Excuse, the card for it and a Pagat given back are, as the record has it."""
        record, rules, ledger = self.record, self.rules, self.ledger
        cards = rules.number("discard.cards")
        ledger.unsaid("taroc_1754.discard_counts", "discard.cards", cards=cards, dealer=record.dealer)
        place = moved(record, rules)
        assert place is not None  # a sound record
        if place.kept and place.kept != lone:
            ledger.unsaid("taroc_1754.excuse_not_exchanged", "excuse.exchanged", seat=place.kept)
        if place.paid_to:
            code, holder = "taroc_1754.excuse_card_to", record.holder("excuse")
            ledger.unsaid(code, "excuse.exchanged", seat=holder, other=place.paid_to)
        if record.pagats_back:
            code = "taroc_1754.pagat_for_nothing" if place.pagats_free else "taroc_1754.pagat_for_card"
            ledger.unsaid(code, "revoke.cards_kept", {"card": "Pagat"})

    def lone(self) -> str:
        """The seat that has the Excuse and has made no trick (1754:9), or an empty string."""
        excess = excess_cards(self.record, self.rules)
        holder = self.record.holder("excuse")
        return holder if not self.record.tricks[holder] and excess[holder] else ""

    def counted(self, seat: str, lone: str) -> int:
        """The points of a seat as taken; notes them and what is doubtful in them."""
        rules, ledger, pile = self.rules, self.ledger, self.record.piles[seat]
        if seat == lone:
            rest = count_pile(msgspec.structs.replace(pile, excuse=0), rules)
            points = rest.points + rules.number("excuse.lone_points")
            ledger.note("taroc_1754.counted_lone", "excuse.lone_points", seat=seat, points=points)
            return points
        key = "counting.group"
        counted, group = count_pile(pile, rules), rules.number(key)
        points, (whole, over) = counted.points, divmod(counted.thirds, group)
        ledger.note("taroc_1754.counted", key, seat=seat, points=points, cards=pile.cards)
        if counted.uncovered and counted.literal != points:  # cards for which no two plain ones are left
            total, literal = rules.number("counting.total"), counted.literal
            literal_total = sum(count_pile(each, rules).literal for each in self.record.piles.values())
            ledger.unsaid("taroc_1754.pile_uncovered", key, seat=seat, wanting=counted.uncovered, points=points,
                          total=total, literal=literal, literal_total=literal_total)  # fmt: skip
        if over and whole != points:
            ledger.unsaid("taroc_1754.pile_uneven", key, seat=seat, over=over, group=group, points=points, whole=whole,
                          total=rules.number("counting.total"))  # fmt: skip
        return points


ERA = Era(
    siglum="1754",
    score=RecordKind(ScoreFile, "score-1754.schema.json", "examples/score-1754.yaml"),
    check=check,
    settle=settle,
    prefix="taroc_1754",
)
