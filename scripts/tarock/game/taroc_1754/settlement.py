"""Settling a game of 1754: honours, Pagat, shares of the points, penalties (1754:1-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.game.common.counting import show_thirds
from tarock.game.common.ledger import Ledger, Settled, settle
from tarock.game.taroc_1754.count import Counted, count_pile
from tarock.game.taroc_1754.game import Revoke, ScoreFile, WrongDiscard, check_file, excess_cards
from tarock.game.taroc_1754.honours import pay_honours

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document

__all__ = ["ScoreFile", "settle_file"]


def settle_file(record: ScoreFile, document: Document, rules: Rules) -> Settled:
    """The payments of a game, in points; raises `CodexError` for a file that contradicts itself."""
    check_file(record, document, rules)
    accounts = (*record.seats, *((record.king,) if record.king else ()))
    game = _Game(record, document, rules)
    return settle(rules.era, record.title, rules.text("settlement.unit"), accounts, game.run)


class _Game:
    def __init__(self, record: ScoreFile, document: Document, rules: Rules):
        self.record = record
        self.document = document
        self.rules = rules
        self.persons: tuple[str, ...] = record.seats

    def others(self, seat: str) -> tuple[str, ...]:
        return tuple(person for person in self.persons if person != seat)

    def run(self, ledger: Ledger) -> None:
        record, rules = self.record, self.rules
        self.persons = record.seats
        if record.king and ledger.either(
            "king",
            f"what {record.king}, the König, pays and is paid",
            "nothing",
            "what each of the others pays and is paid for honours, Pagat and penalties",
            rules.ref("game.extra_player.rule"),
        ):
            self.persons = (*record.seats, record.king)
        if record.misdeal:
            self.penalty(ledger, "misdeal", record.dealer, "misdeal.penalty.points")
            ledger.note("the game is void; the cards are dealt again", rules.ref("misdeal.deal_void"))
            return
        if record.wrong_discard is not None:
            self.wrong_discard(ledger, record.wrong_discard)
            return
        pay_honours(ledger, record.honours, self.persons, rules)
        self.pagat(ledger)
        for revoke in record.revokes:
            self.revoke(ledger, revoke)
        self.shares(ledger)

    def penalty(self, ledger: Ledger, what: str, seat: str, key: str) -> None:
        """`seat` pays a penalty to each."""
        points = self.rules.number(key)
        ledger.pay(f"penalty: {what}", (seat,), self.others(seat), points, f"{points} to each", self.rules.ref(key))

    def wrong_discard(self, ledger: Ledger, wrong: WrongDiscard) -> None:
        """The dealer alone pays the others' honours, returns his own and pays the penalty (1754:4)."""
        record, rules = self.record, self.rules
        named = {int(name) for name in rules.names("discard.wrong_number.counts")}
        ref = rules.ref("discard.wrong_number.counts")
        if wrong.cards not in named:
            ledger.unsaid(f"{wrong.cards} cards laid away", "treated like the numbers named", "not provided for", ref)
        if wrong.found != "end":
            ledger.unsaid(
                "a wrong number laid away, found before the end",
                "treated as if found at the end",
                "not provided for",
                rules.ref("discard.wrong_number.found"),
            )
        liable = record.dealer if rules.flag("discard.wrong_number.pays_honours") else ""
        pay_honours(ledger, record.honours, self.persons, rules, liable=liable)
        self.penalty(ledger, f"{wrong.cards} cards laid away", record.dealer, "discard.wrong_number.penalty_points")
        void = rules.ref("discard.wrong_number.game_void")
        ledger.note("the game is void; the cards are dealt again", void)
        for revoke in record.revokes:
            if ledger.either(
                "void-revoke", "the penalty of a revoke in a void game", "not paid", "paid all the same", void
            ):
                self.penalty(ledger, f"revoke of {revoke.seat}", revoke.seat, "revoke.penalty.points")

    def revoke(self, ledger: Ledger, revoke: Revoke) -> None:
        """Five to each; the cards stay where they are but for the Pagat (1754:5)."""
        self.penalty(ledger, f"revoke of {revoke.seat}", revoke.seat, "revoke.penalty.points")
        if not revoke.took_pagat_of:
            if self.rules.flag("revoke.cards_kept"):
                ledger.note(f"{revoke.seat} keeps the cards taken by the revoke", self.rules.ref("revoke.cards_kept"))
            return
        ref = self.rules.ref("revoke.pagat_returned")
        ledger.note(f"the Pagat is given back to {revoke.took_pagat_of}", ref)
        if ledger.either(
            "pagat-returned",
            "whether a Pagat given back was lost",
            "no: nothing is paid for it",
            "yes: paid as lost",
            ref,
        ):
            seat = revoke.took_pagat_of
            ledger.pay("Pagat lost", (seat,), self.others(seat), self.rules.number("ultimo.lost"), "", ref)

    def pagat(self, ledger: Ledger) -> None:
        """Pagat taken during play or in the last trick, or brought home in it (1754:15)."""
        pagat, rules = self.record.pagat, self.rules
        if pagat is None:
            return
        others = self.others(pagat.seat)
        key = {
            "lost": "ultimo.lost",
            "lost in the last trick": "ultimo.lost_last",
            "won in the last trick": "ultimo.won_last",
        }[pagat.fate]
        points, ref = rules.number(key), rules.ref(key)
        reckoning = f"{points} each"
        if pagat.fate == "won in the last trick":
            ledger.pay(
                f"Pagat of {pagat.seat} brought home in the last trick",
                others,
                (pagat.seat,),
                points,
                reckoning,
                ref,
            )
            return
        ledger.pay(f"Pagat of {pagat.seat} {pagat.fate}", (pagat.seat,), others, points, reckoning, ref)
        taker = pagat.by or next(seat for seat, pile in self.record.piles.items() if pile.pagat)
        if pagat.fate == "lost in the last trick" and ledger.either(
            "einbekommen",
            "whether who takes the Pagat in the last trick 'einbekommt' it",
            "no: only its holder can, who is paid for bringing it home",
            f"yes: {taker} is paid by each",
            rules.ref("ultimo.won_last"),
        ):
            points = rules.number("ultimo.won_last")
            ledger.pay("Pagat taken in the last trick", self.others(taker), (taker,), points, "", ref)

    def shares(self, ledger: Ledger) -> None:
        """Each has his share of the points; what is over is won, what is under is lost (1754:20)."""
        rules, record = self.rules, self.record
        share = rules.number("counting.share")
        ref = rules.ref("counting.share")
        lone = self.lone()
        balance: dict[str, int] = {}
        for seat in record.seats:
            counted = self.counted(ledger, seat, lone)
            balance[seat] = counted - share
        winners = [seat for seat in record.seats if balance[seat] > 0]
        for loser in (seat for seat in record.seats if balance[seat] < 0):
            for winner in winners:
                points = min(-balance[loser], balance[winner])
                if points > 0:
                    ledger.pay("points over and under the share", (loser,), (winner,), points, "", ref)
                    balance[loser] += points
                    balance[winner] -= points
        if lone and ledger.either(
            "lone",
            f"how the lone Excuse of {lone} is 'für {rules.number('excuse.lone_points')} Points gezahlet'",
            "counted so towards his share",
            f"counted, and {rules.number('excuse.lone_points')} paid by each of the others",
            rules.ref("excuse.lone_points"),
        ):
            points = rules.number("excuse.lone_points")
            ledger.pay("lone Excuse", self.others(lone), (lone,), points, "", rules.ref("excuse.lone_points"))

    def lone(self) -> str:
        """The seat that has the Excuse and has made no trick (1754:9), or an empty string."""
        excess = excess_cards(self.record, self.rules)
        for seat, pile in self.record.piles.items():
            if pile.excuse and not self.record.tricks[seat] and excess[seat]:
                return seat
        return ""

    def counted(self, ledger: Ledger, seat: str, lone: str) -> int:
        """The points of a seat as taken; notes them and what is doubtful in them."""
        rules, pile = self.rules, self.record.piles[seat]
        ref = rules.ref("counting.group")
        if seat == lone:
            rest = count_pile(msgspec.structs.replace(pile, excuse=0), rules)
            points = rest.points + rules.number("excuse.lone_points")
            ledger.note(f"{seat} counts {points}: the lone Excuse", rules.ref("excuse.lone_points"))
            return points
        counted = count_pile(pile, rules)
        ledger.note(f"{seat} counts {counted.points} of {pile.cards} cards", ref)
        if counted.uncovered and counted.literal != counted.points:
            self.note_uncovered(ledger, seat, counted, ref)
        if counted.thirds % rules.number("counting.group"):
            if not lone and pile.excuse:
                ledger.unsaid(
                    f"{seat} gave no invalid card for the Excuse",
                    "the pile keeps a card over",
                    "not provided for",
                    rules.ref("excuse.exchange"),
                )
            whole = counted.thirds // rules.number("counting.group")
            if whole != counted.points:
                ledger.unsaid(
                    f"the pile of {seat} is uneven and makes {show_thirds(counted.thirds)}",
                    f"{counted.points}, so that all make {rules.number('counting.total')}",
                    f"{whole}: what is left over counts for nothing",
                    ref,
                )
        return counted.points

    def note_uncovered(self, ledger: Ledger, seat: str, counted: Counted, ref: str) -> None:
        """Counting cards for which no two plain ones are left: how they count is not stated."""
        total = self.rules.number("counting.total")
        literal = sum(count_pile(pile, self.rules).literal for pile in self.record.piles.values())
        ledger.unsaid(
            f"the pile of {seat} lacks {counted.uncovered} plain cards to cover its counting ones",
            f"{counted.points}, so that all make {total}",
            f"{counted.literal}: uncovered cards in full; all would make {literal}",
            ref,
        )
