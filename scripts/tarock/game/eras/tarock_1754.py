"""Settling a game of 1754: three players with 78 cards, honours, Pagat, shares, penalties (1754:1-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock.game.counting import show_thirds
from tarock.game.eras.count_1754 import COUNTING, PLAIN, Counted, Pile, count_pile, pack_kinds
from tarock.game.eras.honours_1754 import Honour, check_honours, pay_honours
from tarock.game.eras.ledger import Ledger, Settled, settle
from tarock.game.eras.records import Count, Header, Record, Seat, check_seat, check_seats

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document


class Pagat(Record, frozen=True, kw_only=True):
    """What became of the Pagat of `seat`: lost to `by`, or brought home in the last trick."""

    seat: Seat
    fate: Literal["lost", "lost in the last trick", "won in the last trick"]
    by: str = ""


class Revoke(Record, frozen=True, kw_only=True):
    """`seat` denied a suit; `took_pagat_of` names whose Pagat was wrongly taken and is given back."""

    seat: Seat
    took_pagat_of: str = ""


class WrongDiscard(Record, frozen=True, kw_only=True):
    """The dealer laid away a wrong number of `cards`; noticed at the end of the game or earlier."""

    cards: Count
    found: Literal["end", "earlier"] = "end"


class ScoreFile(Header, frozen=True, kw_only=True):
    """One game of 1754. `king` is a fourth person 'zum Könige'; tricks and piles stand by seat."""

    dealer: Seat
    king: str = ""
    tricks: dict[str, Count] = msgspec.field(default_factory=dict)
    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    honours: tuple[Honour, ...] = ()
    pagat: Pagat | None = None
    revokes: tuple[Revoke, ...] = ()
    misdeal: bool = False
    wrong_discard: WrongDiscard | None = None


def settle_file(record: ScoreFile, document: Document, rules: Rules) -> Settled:
    """The payments of a game, in points; raises `CodexError` for a file that contradicts itself."""
    _check(record, document, rules)
    accounts = (*record.seats, *((record.king,) if record.king else ()))
    game = _Game(record, document, rules)
    return settle(rules.era, record.title, rules.text("settlement.unit"), accounts, game.run)


def _check(record: ScoreFile, document: Document, rules: Rules) -> None:
    players = tuple(int(name) for name in rules.names("game.players"))
    check_seats(document, record.seats, players, rules.ref("game.players"))
    check_seat(document, record.dealer, record.seats, "dealer")
    if record.king in record.seats:
        raise document.error(f"the König `{record.king}` has a seat", "expected a fourth person", "king")
    for index, revoke in enumerate(record.revokes):
        check_seat(document, revoke.seat, record.seats, "revokes", index, "seat")
        if revoke.took_pagat_of:
            check_seat(document, revoke.took_pagat_of, record.seats, "revokes", index, "took_pagat_of")
            if revoke.took_pagat_of == revoke.seat:
                raise document.error(
                    f"{revoke.seat} takes his own Pagat",
                    "expected another seat",
                    "revokes",
                    index,
                    "took_pagat_of",
                )
    if record.misdeal:
        for name in ("piles", "tricks", "honours", "pagat", "revokes", "wrong_discard"):
            if getattr(record, name):
                raise document.error(
                    f"`{name}` in a misdealt game",
                    f"expected none: the game is void by {rules.ref('misdeal.deal_void')}",
                    name,
                )
        return
    check_honours(record.honours, record.seats, document, rules)
    if record.wrong_discard is not None:
        right = rules.number("discard.cards")
        if record.wrong_discard.cards == right:
            raise document.error(
                f"{right} cards are the right number",
                f"expected another by {rules.ref('discard.cards')}",
                "wrong_discard",
                "cards",
            )
        return
    _check_piles(record, document, rules)
    _check_pagat(record, document, rules)


def _check_piles(record: ScoreFile, document: Document, rules: Rules) -> None:
    """The piles are the pack, and each has the cards of its tricks and, the dealer's, of the discard."""
    for name in ("piles", "tricks"):
        given: dict[str, object] = getattr(record, name)
        for seat in given:
            check_seat(document, seat, record.seats, name, seat)
        for seat in record.seats:
            if seat not in given:
                raise document.error(f"`{name}` has nothing for {seat}", "expected each seat, if only with 0", name)
    pack = pack_kinds(rules)
    for kind in (*COUNTING, PLAIN):
        found = sum(pile.of(kind) for pile in record.piles.values())
        if found != pack.of(kind):
            ref = rules.ref("pack.cards")
            raise document.error(f"the piles have {found} of `{kind}`", f"expected {pack.of(kind)} by {ref}", "piles")
    played = sum(record.tricks.values())
    if played != rules.number("deal.hand"):
        raise document.error(
            f"{played} tricks", f"expected {rules.number('deal.hand')} by {rules.ref('deal.hand')}", "tricks"
        )
    excess = _excess(record, rules)
    moved = sorted(number for number in excess.values() if number)
    one = rules.number("excuse.exchange_cards")
    holder = next(seat for seat, pile in record.piles.items() if pile.excuse)
    if moved and not (moved == [-one, one] and excess[holder] == one):
        seat = next(seat for seat, number in excess.items() if number)
        expected = record.piles[seat].cards - excess[seat]
        raise document.error(
            f"the pile of {seat} has {record.piles[seat].cards} cards",
            f"expected {expected}: {record.tricks[seat]} tricks of {len(record.seats)}"
            + (f" and {rules.number('deal.dealer_extra')} laid away" if seat == record.dealer else "")
            + f" ({rules.ref('deal.dealer_extra')})",
            "piles",
            seat,
        )


def _excess(record: ScoreFile, rules: Rules) -> dict[str, int]:
    """By seat, the cards of the pile over those of its tricks and the discard; not 0 only for the Excuse."""
    extra = rules.number("deal.dealer_extra")
    return {
        seat: pile.cards - len(record.seats) * record.tricks[seat] - (extra if seat == record.dealer else 0)
        for seat, pile in record.piles.items()
    }


def _check_pagat(record: ScoreFile, document: Document, rules: Rules) -> None:
    holder = next(seat for seat, pile in record.piles.items() if pile.pagat)
    for index, revoke in enumerate(record.revokes):
        if revoke.took_pagat_of and rules.flag("revoke.pagat_returned") and holder != revoke.took_pagat_of:
            raise document.error(
                f"the Pagat lies with {holder}",
                f"expected it with {revoke.took_pagat_of} by {rules.ref('revoke.pagat_returned')}",
                "revokes",
                index,
                "took_pagat_of",
            )
    pagat = record.pagat
    if pagat is None:
        return
    check_seat(document, pagat.seat, record.seats, "pagat", "seat")
    if pagat.by:
        check_seat(document, pagat.by, record.seats, "pagat", "by")
    lost = pagat.fate != "won in the last trick"
    if (lost and pagat.by == pagat.seat) or (not lost and pagat.by):
        raise document.error("`by` names no taker", "expected who took the Pagat, only when it is lost", "pagat", "by")
    if lost == (holder == pagat.seat) or pagat.by not in ("", holder):
        raise document.error(
            f"the Pagat of {pagat.seat} is {pagat.fate}, but lies with {holder}",
            "expected it in the pile of the one who took it",
            "pagat",
        )


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
        excess = _excess(self.record, self.rules)
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
