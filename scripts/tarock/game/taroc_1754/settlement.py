"""Settling a game of 1754: honours, Pagat, shares of the points, penalties (1754:1-21)."""

from __future__ import annotations

import msgspec

from tarock.base.wording import Message
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.records import MISDEAL, exclude_seats, is_word, read_choice
from tarock.game.common.score import Ledger, Reason, SettledScore, read_unit, settle_accounts
from tarock.game.taroc_1754.checks import check, count_needed, has_doubtful_tarocks
from tarock.game.taroc_1754.dealt_game import DEALT
from tarock.game.taroc_1754.honours import HonourPayments
from tarock.game.taroc_1754.piles import count_excess_cards, count_pile, explain_moved_cards
from tarock.game.taroc_1754.record import Discard, DiscardNoticed, PagatFate, Revoke, TarocGame, WrongDiscard
from tarock.rules.ruleset import Rules


def is_lone_excuse_paid(how: str, rules: Rules) -> bool:
    """Return whether the points of an Excuse that took no trick are paid, and not counted (1754:9)."""
    return is_word(rules, "excuse.lone_how", how, "paid", "counted")


# the rule that prices each fate of the Pagat: its key and case
_PAGAT: dict[PagatFate, tuple[str, dict[str, str]]] = {
    PagatFate.LOST: ("ultimo.pagat_lost", {"moment": "during the play"}),
    PagatFate.LOST_LAST: ("ultimo.pagat_lost", {"moment": "last trick"}),
    PagatFate.WON_LAST: ("ultimo.bonus", {}),
}


def settle(record: TarocGame, rules: Rules) -> SettledScore:
    """Return the payments of a game whose record is sound, in points."""
    accounts = (*record.seats, *((record.king,) if record.king else ()))
    unit = read_unit(rules)
    return settle_accounts(rules, record.title, unit, accounts, lambda ledger: GamePayments(record, ledger).run())


class GamePayments:
    """Writes who pays whom for a game."""

    def __init__(self, record: TarocGame, ledger: Ledger):
        self.record = record
        self.rules = ledger.rules
        self.ledger = ledger
        self.persons: tuple[str, ...] = record.seats

    def find_others(self, seat: str) -> tuple[str, ...]:
        """Return the persons beside a seat."""
        return exclude_seats(self.persons, seat)

    def run(self) -> None:
        """Write all that is paid."""
        record, rules, ledger = self.record, self.rules, self.ledger
        if record.king and ledger.choose_reading("taroc_1754.king", "game.players_with_extra", king=record.king):
            self.persons = (*record.seats, record.king)
        if record.misdeal:
            dealer = record.dealer
            ledger.fine(Message("taroc_1754.misdeal"), dealer, self.find_others(dealer), "misdeal.penalty", MISDEAL)
            ledger.note("taroc_1754.void", "misdeal.deal_void", MISDEAL)
            return
        if record.discard and has_doubtful_tarocks(record.discard, rules):
            case = {"holding": "three tarocks with the Pagat"}
            ledger.note_silence("taroc_1754.discard_tarock", "discard.tarock", case, seat=record.dealer)
        elif record.discard and (record.discard.numbered or record.discard.koenig):
            self.note_discard_of_need(record.discard)
        if record.excuse_kept:
            ledger.note_silence("taroc_1754.excuse_kept", "excuse.played_before_last", seat=record.excuse_kept)
        if record.wrong_discard is not None:
            self.settle_wrong_discard(record.wrong_discard)
            return
        HonourPayments(ledger, self.persons).pay(record.honours)
        self.pay_pagat()
        for index, revoke in enumerate(record.revokes):
            self.pay_revoke(index, revoke)
        self.pay_shares()

    def note_discard_of_need(self, discard: Discard) -> None:
        """Note that the text does not say what a dealer discards who has too few cards that may go (1754:1)."""
        for name, laid in (("tarock", discard.numbered), ("König", discard.koenig)):
            if 0 < laid <= count_needed(discard, name, self.rules):
                self.ledger.note_silence("taroc_1754.discard_of_need", "discard.never", seat=self.record.dealer)

    def pay_revoke_penalty(self, seat: str) -> None:
        """Let a seat pay the penalty of a revoke."""
        self.ledger.fine(Message("revoke_of", seat=seat), seat, self.find_others(seat), "revoke.penalty")

    def settle_wrong_discard(self, wrong: WrongDiscard) -> None:
        """Let the dealer alone pay the others' honours, return his own and pay the penalty (1754:4)."""
        record, rules, ledger, dealer = self.record, self.rules, self.ledger, self.record.dealer
        if wrong.cards not in {int(name) for name in rules.words("discard.wrong.numbers")}:
            ledger.note_silence("taroc_1754.discard_not_named", "discard.wrong.numbers", cards=wrong.cards)
        if wrong.found is DiscardNoticed.EARLIER:
            ledger.note_silence("taroc_1754.discard_earlier", "discard.wrong.found")
        liable = dealer if rules.flag("discard.wrong.pays_honours") else ""
        HonourPayments(ledger, self.persons, liable=liable).pay(record.honours)
        what = Message("taroc_1754.wrong_discard", cards=wrong.cards)
        ledger.fine(what, dealer, self.find_others(dealer), "discard.wrong.penalty")
        void = "discard.wrong.deal_void"
        ledger.note("taroc_1754.void", void)
        if record.pagat and ledger.choose_reading("taroc_1754.pagat_in_void", void, seat=record.pagat.seat):
            self.pay_pagat()
        for revoke in record.revokes:
            if ledger.choose_reading("taroc_1754.revoke_in_void", void):
                self.pay_revoke_penalty(revoke.seat)

    def pay_revoke(self, index: int, revoke: Revoke) -> None:
        """Pay five to each; the cards stay where they are but for the Pagat (1754:5)."""
        rules, ledger, owner = self.rules, self.ledger, revoke.took_pagat_of
        not_due = revoke.took is False and ledger.choose_reading(
            "taroc_1754.revoke_took_nothing", "revoke.counts_as", about=index, seat=revoke.seat
        )
        if not not_due:
            self.pay_revoke_penalty(revoke.seat)
        if not owner:
            if revoke.took is not False and rules.flag("revoke.cards_kept"):
                ledger.note("taroc_1754.cards_kept", "revoke.cards_kept", seat=revoke.seat)
            return
        returned = "revoke.cards_kept", {"card": "Pagat"}
        ledger.note("taroc_1754.pagat_returned", *returned, seat=owner)
        if ledger.choose_reading("taroc_1754.pagat_returned_lost", *returned):
            key, case = _PAGAT[PagatFate.LOST]
            what, points = Message("taroc_1754.pagat.returned_lost"), rules.number(key, **case)
            ref = rules.ref("revoke.cards_kept", card="Pagat")
            payer = self.find_pagat_payer(owner, revoke.seat, case)
            ledger.pay(Reason.PAGAT, what, (payer,), self.find_others(payer), points, ref)

    def pay_pagat(self) -> None:
        """Pay for a Pagat taken during play or in the last trick, or brought home in it (1754:15)."""
        pagat = self.record.pagat
        if pagat is None:
            return
        key, case = _PAGAT[pagat.fate]
        points, ref = self.rules.number_with_ref(key, **case)
        what = Message(f"taroc_1754.pagat.{pagat.fate.name.lower()}", seat=pagat.seat)
        won, taker = pagat.fate is PagatFate.WON_LAST, pagat.by or self.record.find_holder("pagat")
        seat = pagat.seat if won else self.find_pagat_payer(pagat.seat, taker, case)
        payers, payees = (self.find_others(seat), (seat,)) if won else ((seat,), self.find_others(seat))
        self.ledger.pay(Reason.PAGAT, what, payers, payees, points, ref, Message("each", amount=points))
        if pagat.fate is PagatFate.LOST_LAST:
            self.pay_pagat_taken_last(taker)

    def find_pagat_payer(self, holder: str, taker: str, case: dict[str, str]) -> str:
        """Return who pays when `taker` takes the Pagat of `holder`; the text names nobody (1754:15)."""
        by_holder = read_choice(self.rules, "ultimo.pagat_lost_paid_by", "holder", "winner of the trick", **case)
        return holder if by_holder else taker

    def pay_pagat_taken_last(self, taker: str) -> None:
        """Pay the taker of the Pagat, by one reading of 'welcher den Pagat auf den letzten Stich einbekommen kann'."""
        paid = self.ledger.read_value("taroc_1754.pagat_taken_last", "ultimo.bonus_to", taker=taker)
        if "winner of the trick" in paid:
            what = Message("taroc_1754.pagat.taken_last")
            self.ledger.pay(
                Reason.PAGAT, what, self.find_others(taker), (taker,), *self.rules.number_with_ref("ultimo.bonus")
            )

    def pay_shares(self) -> None:
        """Pay what each has over or under his share of the points (1754:20)."""
        rules, record, ledger = self.rules, self.record, self.ledger
        share, ref = rules.number_with_ref("counting.number")
        lone = self.find_lone_excuse()
        self.note_piles(lone)
        balance = {seat: self.count_points(seat, lone) - share for seat in record.seats}
        if self.is_paid_by_all():
            for seat in record.seats:
                self.pay_share_of_all(seat, balance.pop(seat), ref)
        winners = [seat for seat in balance if balance[seat] > 0]
        for loser in (seat for seat in balance if balance[seat] < 0):
            for winner in winners:
                points, what = min(-balance[loser], balance[winner]), Message("taroc_1754.share")
                ledger.pay(Reason.SHARE, what, (loser,), (winner,), points, ref)
                balance[loser] += points
                balance[winner] -= points
        for seat, left in balance.items():
            if left:
                ledger.note_silence("taroc_1754.share_left", "counting.number", seat=seat, points=abs(left))
        if lone:
            points, ref = rules.number_with_ref("excuse.lone_points")
            how = ledger.read_value("taroc_1754.excuse_lone", "excuse.lone_how", seat=lone, points=points)
            if is_lone_excuse_paid(how, rules):
                what = Message("taroc_1754.lone_excuse")
                ledger.pay(Reason.LONE_EXCUSE, what, self.find_others(lone), (lone,), points, ref)

    def is_paid_by_all(self) -> bool:
        """Return whether each point over a share is paid by all others, by what is assumed."""
        paid_by = self.ledger.read_value("taroc_1754.share_paid_by", "settlement.paid_by")
        return is_word(self.rules, "settlement.paid_by", paid_by[0], "each other player", "each loser")

    def pay_share_of_all(self, seat: str, points: int, ref: str) -> None:
        """Let all others pay a seat each point over his share, or be paid each that he lacks."""
        payers, payees = (self.find_others(seat), (seat,)) if points > 0 else ((seat,), self.find_others(seat))
        if points:
            self.ledger.pay(Reason.SHARE, Message("taroc_1754.share"), payers, payees, abs(points), ref)

    def note_piles(self, lone: str) -> None:
        """Note in whose piles the discard, the Excuse, the card for it and a Pagat given back are."""
        record, rules, ledger = self.record, self.rules, self.ledger
        cards = rules.number("discard.cards")
        ledger.note_silence("taroc_1754.discard_counts", "discard.cards", cards=cards, dealer=record.dealer)
        place = explain_moved_cards(record, rules)
        assert place is not None  # a sound record
        if place.kept and place.kept != lone:
            ledger.note_silence("taroc_1754.excuse_not_exchanged", "excuse.exchanged", seat=place.kept)
        if place.paid_to:
            code, holder = "taroc_1754.excuse_card_to", record.find_holder("excuse")
            ledger.note_silence(code, "excuse.exchanged", seat=holder, other=place.paid_to)
        if record.returned_pagats:
            code = "taroc_1754.pagat_for_nothing" if place.pagats_free else "taroc_1754.pagat_for_card"
            ledger.note_silence(code, "revoke.cards_kept", {"card": "Pagat"})

    def find_lone_excuse(self) -> str:
        """Return the seat that has the Excuse and has made no trick (1754:9), or an empty string."""
        excess = count_excess_cards(self.record, self.rules)
        holder = self.record.find_holder("excuse")
        return holder if not self.record.tricks[holder] and excess[holder] else ""

    def count_points(self, seat: str, lone: str) -> int:
        """Return the points of a seat as taken; note them and what is doubtful in them."""
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
        if counted.uncovered and counted.otherwise != points:  # cards for which no two plain ones are left
            total, literal = rules.number("counting.total"), counted.otherwise
            literal_total = sum(count_pile(each, rules).literal for each in self.record.piles.values())
            ledger.note_silence(
                "taroc_1754.pile_uncovered",
                key,
                seat=seat,
                wanting=counted.uncovered,
                points=points,
                total=total,
                literal=literal,
                literal_total=literal_total,
            )
        if over and whole != points:
            ledger.note_silence(
                "taroc_1754.pile_uneven",
                key,
                seat=seat,
                over=over,
                group=group,
                points=points,
                whole=whole,
                total=rules.number("counting.total"),
            )
        return points


ERA = Era(
    siglum="1754",
    score=RecordKind(TarocGame, "score-1754.schema.json", "examples/score-1754.yaml"),
    check=check,
    settle=settle,
    prefix="taroc_1754",
    game=DEALT,
    engine="tarock.game.taroc_1754.state:TarocEngine",
    replay="tarock.game.taroc_1754.state:replay_game",
)
