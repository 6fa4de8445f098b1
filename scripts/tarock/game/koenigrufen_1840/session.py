"""Sessions of Königrufen: what each wrote, fines, and how all is paid (1840:12-19, 126-131)."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations, pairwise
from typing import Annotated

import msgspec

from tarock.base.structs import Record
from tarock.base.wording import Message
from tarock.game.common.counting import count_whole_units
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.records import (
    MISDEAL,
    Count,
    Positive,
    ScoreFile,
    Seat,
    Side,
    check_seat,
    check_seats,
    exclude_seats,
    find_seat,
    read_enum,
    read_enums,
)
from tarock.game.common.score import Ledger, Reason, SettledScore, read_unit, settle_accounts
from tarock.game.koenigrufen_1840.record import GAME, check_small_consulation
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.vocabulary import BidKind, ConsulationSize, Fault, Payee
from tarock.rules.ruleset import Rules

LONGEST = 500  # no session comes near: a longer one is refused before it is settled
_BOTTOM, _CUT = {"slip": "bottom card seen"}, {"slip": "wrong cut"}


class Rounding(StrEnum):
    """To what differences are rounded when they are paid (1840:128)."""

    HUNDREDS = "hundreds"
    TENS = "tens"
    FIVES = "fives"
    NONE = "none"


class Penalty(Record, kw_only=True):
    """A fine outside of play: which fault, and whose; each of the others writes it (1840:12-19, 31, 37)."""

    fault: Fault
    guilty: Seat


class Taille(Record, kw_only=True):
    """The Points that each wrote after a Taille; who is left out wrote nothing. A `penalty` comes on top.

    Among five, `king` is the dealer who had no cards and `declarers` the Spieler and his Freund: the König
    then has what each of the opponents wrote. With a `penalty` among five, `king` says who he was.
    """

    wrote: dict[Seat, Count] = {}
    penalty: Penalty | None = None
    king: str = ""
    declarers: tuple[Seat, ...] = ()


class KoenigrufenSession(ScoreFile, kw_only=True):
    """A session. `stake`: Kreuzer for 100 Points; `consulation`, `rounding` and `running`: as agreed at the start."""

    taillen: Annotated[tuple[Taille, ...], msgspec.Meta(max_length=LONGEST)]
    consulation: ConsulationSize | None = None
    small_consulation: Count = 0
    stake: Positive | None = None
    rounding: Rounding | None = None
    running: Positive | None = None


def find_sharing_seats(taille: Taille, seats: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    """Return the seats with whom the dealer without cards (König) shares what is written (1840:131.3)."""
    with_defenders = read_enum(rules, "five.shares_with", Side) is Side.DEFENDERS
    return tuple(seat for seat in seats if seat != taille.king and (seat in taille.declarers) != with_defenders)


def check(record: KoenigrufenSession, findings: Findings) -> None:
    """Report what is wrong with the record of a session (1840:19.1, 131)."""
    check_seats(findings, record.seats, "game.players_with_extra")
    check_small_consulation(record.consulation, record.small_consulation, findings)
    five = len(record.seats) > min(findings.rules.numbers("game.players"))
    for index, taille in enumerate(record.taillen):
        here = findings.at("taillen", index)
        for seat in taille.wrote:
            check_seat(here, seat, record.seats, "wrote", seat)
        if taille.penalty:
            check_seat(here, taille.penalty.guilty, record.seats, "penalty", "guilty")
            if taille.declarers or taille.wrote:
                here.report("FINE-AND-PLAY", "penalty")
                continue
        elif taille.declarers and not taille.king:
            here.report("DECLARERS-WITHOUT-KING", "declarers")
        if not taille.king:
            continue
        known = check_seat(here, taille.king, record.seats, "king")
        if not five and (known or not taille.penalty):
            here.report("KING-AMONG-FOUR", "king", king=taille.king)
        if not taille.penalty:
            _check_share(taille, record.seats, here, sound=known and five)


def _check_share(taille: Taille, seats: tuple[str, ...], findings: Findings, *, sound: bool) -> None:
    """Report where, among five, the König did not write what the opponents of the declarer did (1840:7.5, 131.3)."""
    king, declarers, wrote, rules = taille.king, taille.declarers, taille.wrote, findings.rules
    ref = rules.ref("five.shares_with")
    if not declarers:
        findings.report("KING-WITHOUT-DECLARERS", "king", ref=ref)
    known = [check_seat(findings, seat, seats, "declarers", number) for number, seat in enumerate(declarers)]
    if king in declarers:
        findings.report("KING-PLAYS", "declarers", king=king)
        return
    if not (sound and declarers and all(known)):
        return
    fewest, due_by = rules.number_with_ref("game.defenders", with_partner=True)
    if len(set(declarers)) < len(declarers) or len(exclude_seats(seats, king, *declarers)) < fewest:
        findings.report("DECLARERS-IMPOSSIBLE", "declarers", ref=due_by, words="session.DECLARERS-IMPOSSIBLE")
        return
    written = tuple(wrote.get(seat, 0) for seat in find_sharing_seats(taille, seats, rules))
    due, *different = set(written)
    if different:
        if king not in wrote:
            findings.report("KING-SHARE-UNCLEAR", "wrote", ref=ref, written=written)
    elif wrote.get(king, due) != due:
        findings.report("KING-SHARE-DIFFERS", "wrote", king, ref=ref, king=king, wrote=wrote[king], due=due)


# the key and case that say how many Consulations are paid for a fault, and those that say to whom, if any do
FAULTS: dict[Fault, tuple[str, dict[str, str], str, dict[str, str]]] = {
    Fault.MISDEAL: ("misdeal.penalty", MISDEAL, "misdeal.paid_to", MISDEAL),
    Fault.BOTTOM_CARD: ("misdeal.penalty", _BOTTOM, "misdeal.paid_to", _BOTTOM),
    Fault.CUT: ("misdeal.penalty", _CUT, "misdeal.paid_to", _CUT),
    Fault.EARLY_REMINDER: ("king.reminder.fine", {"reminder": "too early"}, "king.reminder.paid_to", {}),
    Fault.OMITTED_REMINDER: ("king.reminder.fine", {"reminder": "omitted"}, "king.reminder.paid_to", {}),
    Fault.EARLY_LEAD: ("play.early_lead_fine", {}, "", {}),
}


def is_extra_open(rules: Rules, key: str, case: dict[str, str]) -> bool:
    """Return whether the text leaves open that the König writes a fine, which is paid by this key (1840:7.4)."""
    if not key:
        return False
    return Payee.EXTRA not in read_enums(rules, key, Payee, **case) or bool(rules.other_reading(key, **case))


def settle(record: KoenigrufenSession, rules: Rules) -> SettledScore:
    """Settle a session without faults; amounts are in Points."""
    unit = read_unit(rules)
    return settle_accounts(
        rules, record.title, unit, record.seats, lambda ledger: _SessionPayments(record, ledger).run()
    )


def round_points(points: int, rounding: Rounding, rules: Rules) -> int:
    """Round points to whole units as they are paid: more than half a unit counts as one (1840:128)."""
    if rounding is Rounding.NONE:
        return points
    if rounding is Rounding.HUNDREDS:
        unit, unpaid = rules.number("session.unit"), rules.number("session.rounding.hundreds.unpaid_up_to")
    else:
        units = dict(zip((Rounding.TENS, Rounding.FIVES), rules.words("session.rounding.fine.units"), strict=True))
        unit = int(units[rounding])
        unpaid = rules.number(f"session.rounding.fine.unpaid_up_to.{rounding}")
    return unit * count_whole_units(points, unit, unpaid + 1)


class _SessionPayments:
    def __init__(self, record: KoenigrufenSession, ledger: Ledger):
        self.record = record
        self.ledger = ledger
        self.rules = ledger.rules
        self.rounding = self.choose_rounding()

    def run(self) -> None:
        record, ledger, sums = self.record, self.ledger, dict.fromkeys(self.record.seats, 0)
        rows = [
            self.make_fine_row(index, taille.penalty, taille.king) if taille.penalty else self.make_row(taille)
            for index, taille in enumerate(record.taillen)
        ]
        self.note_dealers()
        fined = any(taille.penalty for taille in record.taillen)
        if fined and record.consulation is ConsulationSize.SMALL and not record.small_consulation:
            points = find_consulation_price(self.rules, ConsulationSize.SMALL, BidKind.DREIER)
            ledger.note_silence("session.small_consulation", "settlement.stake.small_examples", points=points)
        for number, row in enumerate(rows, 1):
            for seat, points in row.items():
                sums[seat] += points
            if record.running and max(sums.values()) >= record.running:
                self.settle_running(sums, record.running, number)
        ledger.note("session.sums_at_end", "session.payment.when", sums=_list_sums(sums))
        self.pay(Message("session.at_end"), sums, self.rounding)
        if record.stake:
            self.note_money(record.stake)

    def note_dealers(self) -> None:
        """Record each König who dealt out of turn; after a fine the text does not say who deals."""
        for number, (before, taille) in enumerate(pairwise(self.record.taillen), 2):
            if before.king and taille.king and not before.penalty:
                due = find_seat(self.rules, "deal.next_dealer", self.record.seats, before.king)
                if taille.king != due:
                    self.ledger.note("session.dealer", "deal.next_dealer", taille=number, seat=taille.king, due=due)

    def make_row(self, taille: Taille) -> dict[str, int]:
        """Return the points that a Taille adds to each seat, with the König's share (1840:131.3)."""
        row = {seat: taille.wrote.get(seat, 0) for seat in self.record.seats}
        if taille.king and taille.king not in taille.wrote:
            (row[taille.king],) = {row[seat] for seat in find_sharing_seats(taille, self.record.seats, self.rules)}
        return row

    def make_fine_row(self, index: int, penalty: Penalty, king: str) -> dict[str, int]:
        """Map each seat to the points that it writes for the fine of another (1840:19.1), 0 where it writes none.

        The text does not say everywhere that the König writes too. Among five he is one of them: where the text does
        not name him, he is a Mitspieler (1840:7.4).
        """
        record, rules, ledger, guilty = self.record, self.rules, self.ledger, penalty.guilty
        fine, of, key, case = FAULTS[penalty.fault]
        times, ref = rules.number_with_ref(fine, **of)
        simple = find_consulation_price(rules, record.consulation, BidKind.DREIER, record.small_consulation)
        amount, payees = times * simple, exclude_seats(record.seats, guilty)
        what = Message(f"penalty.{penalty.fault}", seat=guilty)
        reckoning = Message("reckoning.times", times=times, each=simple)
        ledger.note("session.fine", ref=ref, what=what, amount=amount, reckoning=reckoning)
        if not key:
            ledger.note_silence("session.early_lead", ref=ref, seat=guilty)
        elif len(record.seats) == rules.number("game.players_with_extra") and is_extra_open(rules, key, case):
            if not king:
                ledger.note_silence("session.fine_extra", ref=ref, seat="")
            elif king in payees and ledger.choose_reading("session.fine_extra", ref=ref, about=index, seat=king):
                payees = exclude_seats(payees, king)
        return {seat: amount if seat in payees else 0 for seat in record.seats}

    def choose_rounding(self) -> Rounding:
        """Return how differences are rounded: as agreed, else to hundreds.

        At a high stake the source leaves it open.
        """
        rules, record, ledger = self.rules, self.record, self.ledger
        rounding = record.rounding or Rounding.HUNDREDS
        fine = rounding in (Rounding.TENS, Rounding.FIVES)
        key = "session.rounding.fine.units" if fine else "session.rounding.hundreds.unpaid_up_to"
        how = Message(f"session.rounding.{rounding}")
        ledger.note("session.agreed" if record.rounding else "session.not_agreed", key, how=how)
        small = rules.number("session.rounding.hundreds.stake_kreuzer")
        if record.rounding or (record.stake and record.stake <= small):
            return rounding
        code = "session.higher_stake" if record.stake else "session.stake_unknown"
        exact = ledger.choose_reading(code, "session.rounding.by_stake", kreuzer=small)
        return Rounding.NONE if exact else rounding

    def settle_running(self, sums: dict[str, int], at: int, taille: int) -> None:
        """Pay everybody when a seat has the agreed sum; what is above it stays to its credit (1840:129)."""
        ledger = self.ledger
        ledger.note("session.running_reached", "session.running.at", taille=taille, sums=_list_sums(sums), at=at)
        capped = {seat: min(points, at) for seat, points in sums.items()}
        credit = {seat: max(0, points - at) for seat, points in sums.items()}
        exact = ledger.choose_reading("session.running_rounded", "session.running.rest_as_at_end")
        what = Message("session.running", at=at, taille=taille)
        self.pay(what, capped, Rounding.NONE if exact else self.rounding)
        sums.update(credit)
        if any(credit.values()):
            ledger.note("session.credit", "session.running.surplus_credited", sums=_list_sums(credit))

    def pay(self, what: Message, sums: dict[str, int], rounding: Rounding) -> None:
        """Pay every two seats the difference of their sums (1840:128.1)."""
        rules, ledger = self.rules, self.ledger
        totals_first = rounding is not Rounding.NONE and ledger.choose_reading(
            "session.totals_rounded", "session.rounding.remainder_below"
        )
        for pair in combinations(sums, 2):
            loser, winner = sorted(pair, key=lambda seat: sums[seat])
            more, less = sums[winner], sums[loser]
            if totals_first:
                points = round_points(more, rounding, rules) - round_points(less, rounding, rules)
            else:
                points = round_points(more - less, rounding, rules)
            reckoning = Message("session.difference", more=more, less=less, difference=more - less)
            ledger.pay(Reason.DIFFERENCE, what, (loser,), (winner,), points, rules.ref("session.payment.of"), reckoning)

    def note_money(self, stake: int) -> None:
        """Record the totals in Kreuzer, at `stake` for a hundred Points (1840:44.3)."""
        unit = self.rules.number("session.unit")
        for seat, points in self.ledger.sum_totals().items():
            whole, rest = divmod(abs(points) * stake, unit)
            code = "session.gets" if points >= 0 else "session.pays"
            self.ledger.note(code, "session.unit", seat=seat, whole=whole, rest=rest, unit=unit, points=abs(points))


def _list_sums(sums: dict[str, int]) -> tuple[Message, ...]:
    return tuple(Message("session.sum", seat=seat, points=points) for seat, points in sums.items())


ERA = Era(
    siglum="1840",
    score=RecordKind(KoenigrufenSession, "score-1840.schema.json", "examples/score-1840.yaml"),
    check=check,
    settle=settle,
    prefix="session",
    game=GAME,
    engine="tarock.game.koenigrufen_1840.state:Engine",
)
