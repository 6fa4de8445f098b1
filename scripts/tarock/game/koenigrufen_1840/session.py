"""Sessions of Königrufen: what each wrote, fines, and how all is paid (1840:12-19, 126-131)."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message
from tarock.game.common.counting import whole_units
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.records import (
    MISDEAL,
    Count,
    Header,
    Positive,
    Record,
    Seat,
    check_seat,
    check_seats,
    others,
    word,
    words,
)
from tarock.game.common.score import Reason, ScoreLine
from tarock.game.common.score import settle as settle_account
from tarock.game.koenigrufen_1840.record import GAME, check_agreed
from tarock.game.koenigrufen_1840.settlement import consulation
from tarock.game.koenigrufen_1840.vocabulary import Call, Fault, Payee, Side, Size

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.common.score import Ledger, Settled
    from tarock.rules.ruleset import Rules


class Rounding(StrEnum):
    """To what differences are rounded when they are paid (1840:128)."""

    HUNDREDS = "hundreds"
    TENS = "tens"
    FIVES = "fives"
    NONE = "none"


class Penalty(Record, frozen=True, kw_only=True):
    """A fine outside of play: which fault, and whose; each of the others writes it (1840:12-19, 31, 37)."""

    fault: Fault
    guilty: Seat


class Taille(Record, frozen=True, kw_only=True):
    """What each wrote after a Taille, in Points; who is left out wrote nothing. A `penalty` comes on top.

    Among five, `king` is the dealer who had no cards and `declarers` the Spieler and his Freund: the König
    then has what each of the opponents wrote. With a `penalty` among five, `king` says who he was.
    """

    wrote: dict[Seat, Count] = {}  # noqa: RUF012 - msgspec copies the default for every record
    penalty: Penalty | None = None
    king: str = ""
    declarers: tuple[Seat, ...] = ()


class ScoreFile(Header, frozen=True, kw_only=True):
    """A session. `stake`: Kreuzer for 100 Points; `consulation`, `rounding` and `running`: as agreed at the start."""

    taillen: tuple[Taille, ...]
    consulation: Size | None = None
    small_consulation: Count = 0
    stake: Positive | None = None
    rounding: Rounding | None = None
    running: Positive | None = None


def sharing(taille: Taille, seats: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    """The seats with which the König shares (1840:131.3)."""
    with_defenders = word(rules, "five.shares_with", Side) is Side.DEFENDERS
    return tuple(seat for seat in seats if seat != taille.king and (seat in taille.declarers) != with_defenders)


def check(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Add everything that is wrong with the record to `findings`."""
    check_seats(findings, record.seats, rules, "game.players_with_extra")
    check_agreed(record.consulation, record.small_consulation, findings, rules)
    five = len(record.seats) > min(rules.numbers("game.players"))
    for index, taille in enumerate(record.taillen):
        place = ("taillen", index)
        for seat in taille.wrote:
            check_seat(findings, seat, record.seats, *place, "wrote", seat)
        if taille.penalty:
            check_seat(findings, taille.penalty.guilty, record.seats, *place, "penalty", "guilty")
            if taille.declarers or taille.wrote:
                findings.report("FINE-AND-PLAY", *place, "penalty")
            elif taille.king and check_seat(findings, taille.king, record.seats, *place, "king") and not five:
                findings.report("KING-AMONG-FOUR", *place, "king", king=taille.king)
        elif taille.king:
            _check_king(taille, record, findings, rules, index, five=five)
        elif taille.declarers:
            findings.report("DECLARERS-WITHOUT-KING", *place, "declarers")


def _check_king(taille: Taille, record: ScoreFile, findings: Findings, rules: Rules, index: int, *, five: bool) -> None:
    """Among five the König shares with one side (1840:131.3)."""
    place, ref, king = ("taillen", index), rules.ref("five.shares_with"), taille.king
    known = [check_seat(findings, king, record.seats, *place, "king")]
    if not five:
        findings.report("KING-AMONG-FOUR", *place, "king", king=king)
    if not taille.declarers:
        findings.report("KING-WITHOUT-DECLARERS", *place, "king", ref=ref)
    for number, seat in enumerate(taille.declarers):
        known.append(check_seat(findings, seat, record.seats, *place, "declarers", number))
    if king in taille.declarers:
        findings.report("KING-PLAYS", *place, "declarers", king=king)
    elif five and taille.declarers and all(known):
        _check_share(taille, record, findings, rules, index)


def _check_share(taille: Taille, record: ScoreFile, findings: Findings, rules: Rules, index: int) -> None:
    """The Spieler, and his Freund if there is one, have the others as Gegner (1840:7.5), who wrote the same."""
    place, ref, king, wrote = ("taillen", index), rules.ref("five.shares_with"), taille.king, taille.wrote
    key, friend, declarers = "game.defenders", {"with_partner": True}, taille.declarers
    fewest = rules.number(key, **friend)
    if len(set(declarers)) < len(declarers) or len(others(record.seats, king, *declarers)) < fewest:
        words, due_by = "session.DECLARERS-IMPOSSIBLE", rules.ref(key, **friend)
        findings.report("DECLARERS-IMPOSSIBLE", *place, "declarers", ref=due_by, words=words)
        return
    written = tuple(wrote.get(seat, 0) for seat in sharing(taille, record.seats, rules))
    due, *different = set(written)
    if different:
        if king not in wrote:
            findings.report("KING-SHARE-UNCLEAR", *place, "wrote", ref=ref, written=written)
    elif wrote.get(king, due) != due:
        findings.report("KING-SHARE-DIFFERS", *place, "wrote", king, ref=ref, king=king, wrote=wrote[king], due=due)


# the key and case that say how many Consulations
FAULTS: dict[Fault, tuple[str, dict[str, str]]] = {
    Fault.MISDEAL: ("misdeal.penalty", MISDEAL),
    Fault.BOTTOM_CARD: ("misdeal.penalty", {"slip": "bottom card seen"}),
    Fault.CUT: ("misdeal.penalty", {"slip": "wrong cut"}),
    Fault.EARLY_REMINDER: ("king.reminder.fine", {"reminder": "too early"}),
    Fault.OMITTED_REMINDER: ("king.reminder.fine", {"reminder": "omitted"}),
    Fault.EARLY_LEAD: ("play.early_lead_fine", {}),
}

# the key that says to whom they are paid, with the case
PAID_TO: dict[Fault, tuple[str, dict[str, str]]] = {
    Fault.MISDEAL: ("misdeal.paid_to", MISDEAL),
    Fault.BOTTOM_CARD: ("misdeal.paid_to", {"slip": "bottom card seen"}),
    Fault.CUT: ("misdeal.paid_to", {"slip": "wrong cut"}),
    Fault.EARLY_REMINDER: ("king.reminder.paid_to", {}),
    Fault.OMITTED_REMINDER: ("king.reminder.paid_to", {}),
}


def names_extra(fault: Fault, rules: Rules) -> bool:
    """Whether the text names the König, who has no cards, among those who are paid (1840:12.1, 31.2).

    It does not where he is only one of the company (1840:7.4), so that the text has another reading.
    """
    key, case = PAID_TO[fault]
    return Payee.EXTRA in words(rules, key, Payee, **case) and not rules.other_reading(key, **case)


def penalty_line(
    fault: Fault, guilty: str, seats: tuple[str, ...], rules: Rules, *, size: Size | None = None, agreed: int = 0
) -> ScoreLine:
    """What each of the others writes for a fault of `guilty`, in points.

    Among five the König is one of the others: where the text does not name him, he is a Mitspieler (1840:7.4).
    """
    key, case = FAULTS[fault]
    times, ref = rules.number(key, **case), rules.ref(key, **case)
    simple = consulation(rules, size, Call.DREIER, agreed)
    what, reckoning = Message(f"penalty.{fault}", seat=guilty), Message("reckoning.times", times=times, each=simple)
    return ScoreLine(Reason.PENALTY, (), others(seats, guilty), times * simple, what, reckoning, ref)


class Fact(StrEnum):
    """What settling notes."""

    AGREED = "session.agreed"
    NOT_AGREED = "session.not_agreed"
    FINE = "session.fine"
    RUNNING = "session.running_reached"
    CREDIT = "session.credit"
    AT_END = "session.sums_at_end"
    GETS = "session.gets"
    PAYS = "session.pays"


class Silence(StrEnum):
    """What the source leaves open."""

    HIGHER_STAKE = "session.higher_stake"
    STAKE_UNKNOWN = "session.stake_unknown"
    SMALL_CONSULATION = "session.small_consulation"
    RUNNING_ROUNDED = "session.running_rounded"
    TOTALS_ROUNDED = "session.totals_rounded"
    FINE_EXTRA = "session.fine_extra"
    EARLY_LEAD = "session.early_lead"


def settle(record: ScoreFile, rules: Rules) -> Settled:
    """The payments of a session whose record is sound, in Points."""
    unit = rules.words("settlement.unit")[0]
    return settle_account(rules, record.title, unit, record.seats, lambda ledger: _Session(record, rules, ledger).run())


def _row(taille: Taille, record: ScoreFile, rules: Rules) -> dict[str, int]:
    """What a Taille adds to each seat, the König's share filled in (1840:131.3)."""
    row = {seat: taille.wrote.get(seat, 0) for seat in record.seats}
    if taille.king and taille.king not in taille.wrote:
        (row[taille.king],) = {row[seat] for seat in sharing(taille, record.seats, rules)}
    return row


def round_points(points: int, rounding: Rounding, rules: Rules) -> int:
    """Points as they are paid: whole units, and one more when more than half of one is over (1840:128)."""
    if rounding is Rounding.NONE:
        return points
    if rounding is Rounding.HUNDREDS:
        unit, unpaid = rules.number("session.unit"), rules.number("session.rounding.hundreds.unpaid_up_to")
    else:
        units = dict(zip((Rounding.TENS, Rounding.FIVES), rules.words("session.rounding.fine.units"), strict=True))
        unit = int(units[rounding])
        unpaid = rules.number(f"session.rounding.fine.unpaid_up_to.{rounding}")
    return unit * whole_units(points, unit, unpaid + 1)


class _Session:
    def __init__(self, record: ScoreFile, rules: Rules, ledger: Ledger):
        self.record = record
        self.rules = rules
        self.ledger = ledger
        self.rounding = record.rounding or Rounding.HUNDREDS

    def run(self) -> None:
        record, rules, ledger = self.record, self.rules, self.ledger
        self.note_method()
        sums = dict.fromkeys(record.seats, 0)
        rows = [
            self.fine(index, taille, taille.penalty) if taille.penalty else _row(taille, record, rules)
            for index, taille in enumerate(record.taillen)
        ]
        fined = any(taille.penalty for taille in record.taillen)
        if fined and record.consulation is Size.SMALL and not record.small_consulation:
            ref = rules.ref("settlement.stake.small_examples")
            ledger.unsaid(Silence.SMALL_CONSULATION, ref=ref, points=consulation(rules, Size.SMALL, Call.DREIER))
        for index, row in enumerate(rows):
            for seat, points in row.items():
                sums[seat] += points
            if record.running and max(sums.values()) >= record.running:
                self.settle_running(sums, record.running, index)
        ledger.note(Fact.AT_END, "session.payment.when", sums=_listed(sums))
        self.pay(Message("session.at_end"), sums, self.rounding)
        if record.stake:
            self.note_money(record.stake)

    def fine(self, index: int, taille: Taille, penalty: Penalty) -> dict[str, int]:
        """What each writes for a fine (1840:19.1); who of the others is paid is not said everywhere."""
        record, rules, ledger = self.record, self.rules, self.ledger
        size, agreed = record.consulation, record.small_consulation
        line = penalty_line(penalty.fault, penalty.guilty, record.seats, rules, size=size, agreed=agreed)
        ledger.note(Fact.FINE, ref=line.ref, what=line.what, amount=line.amount, reckoning=line.reckoning)
        payees = line.payees
        if penalty.fault is Fault.EARLY_LEAD:
            ledger.unsaid(Silence.EARLY_LEAD, ref=line.ref, seat=penalty.guilty)
        elif len(record.seats) == rules.number("game.players_with_extra") and not names_extra(penalty.fault, rules):
            if not taille.king:
                ledger.unsaid(Silence.FINE_EXTRA, ref=line.ref, seat="")
            elif taille.king in payees and ledger.either(
                Silence.FINE_EXTRA, ref=line.ref, about=index, seat=taille.king
            ):
                payees = others(payees, taille.king)
        return {seat: line.amount if seat in payees else 0 for seat in record.seats}

    def note_method(self) -> None:
        rules, record = self.rules, self.record
        fine = self.rounding in (Rounding.TENS, Rounding.FIVES)
        key = "session.rounding.fine.units" if fine else "session.rounding.hundreds.unpaid_up_to"
        how = Message(f"session.rounding.{self.rounding}")
        self.ledger.note(Fact.AGREED if record.rounding else Fact.NOT_AGREED, key, how=how)
        small = rules.number("session.rounding.hundreds.stake_kreuzer")
        if record.rounding or (record.stake and record.stake <= small):
            return
        code = Silence.HIGHER_STAKE if record.stake else Silence.STAKE_UNKNOWN
        if self.ledger.either(code, "session.rounding.by_stake", kreuzer=small):
            self.rounding = Rounding.NONE

    def settle_running(self, sums: dict[str, int], at: int, index: int) -> None:
        """A seat has the round sum: all is paid, what is above it stays to its credit (1840:129)."""
        ledger, taille = self.ledger, index + 1
        ledger.note(Fact.RUNNING, "session.running.at", taille=taille, sums=_listed(sums), at=at)
        capped = {seat: min(points, at) for seat, points in sums.items()}
        credit = {seat: max(0, points - at) for seat, points in sums.items()}
        exact = ledger.either(Silence.RUNNING_ROUNDED, "session.running.rest_as_at_end")
        self.pay(Message("session.running", at=at, taille=taille), capped, Rounding.NONE if exact else self.rounding)
        sums.update(credit)
        if any(credit.values()):
            ledger.note(Fact.CREDIT, "session.running.surplus_credited", sums=_listed(credit))

    def pay(self, what: Message, sums: dict[str, int], rounding: Rounding) -> None:
        """Each pays every other the difference of their sums (1840:128.1)."""
        rules = self.rules
        totals_first = rounding is not Rounding.NONE and self.ledger.either(
            Silence.TOTALS_ROUNDED, "session.rounding.remainder_below"
        )
        for first, second in combinations(sums, 2):
            winner, loser = (first, second) if sums[first] > sums[second] else (second, first)
            more, less = sums[winner], sums[loser]
            if totals_first:
                points = round_points(more, rounding, rules) - round_points(less, rounding, rules)
            else:
                points = round_points(more - less, rounding, rules)
            reckoning = Message("session.difference", more=more, less=less, difference=more - less)
            ref = rules.ref("session.payment.of")
            self.ledger.pay(Reason.DIFFERENCE, what, (loser,), (winner,), points, ref, reckoning)

    def note_money(self, stake: int) -> None:
        """What the totals make in money, at the stake for each hundred Points (1840:44.3)."""
        unit = self.rules.number("session.unit")
        for seat, points in self.ledger.totals().items():
            whole, rest = divmod(abs(points) * stake, unit)
            fact = Fact.GETS if points >= 0 else Fact.PAYS
            values: dict[str, Any] = {"seat": seat, "whole": whole, "rest": rest, "unit": unit, "points": abs(points)}
            self.ledger.note(fact, "session.unit", **values)


def _listed(sums: dict[str, int]) -> tuple[Message, ...]:
    return tuple(Message("session.sum", seat=seat, points=points) for seat, points in sums.items())


ERA = Era(
    siglum="1840",
    score=RecordKind(ScoreFile, "score-1840.schema.json", "examples/score-1840.yaml"),
    check=check,
    settle=settle,
    prefix="session",
    game=GAME,
)
