"""Paying a session of 1840: adding up, differences, rounding, running settlement (1840:126-131)."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from tarock.game.common.ledger import settle as settle_account
from tarock.game.common.records import Count, Header, Positive, Record, Seat, check_seat, check_seats
from tarock.game.common.score import Reason
from tarock.game.common.vocabulary import word
from tarock.game.koenigrufen_1840.penalties import penalty_line
from tarock.game.koenigrufen_1840.vocabulary import Side, Size
from tarock.wording import Message

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.common.ledger import Ledger, Settled
    from tarock.game.common.score import ScoreLine
    from tarock.rules.ruleset import Rules

Rounding = Literal["hundreds", "tens", "fives", "none"]


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
    RUNNING_ROUNDED = "session.running_rounded"
    TOTALS_ROUNDED = "session.totals_rounded"


class Penalty(Record, frozen=True, kw_only=True):
    """A fine outside of play: which fault, and whose; each of the others writes it (1840:12-19, 31, 37)."""

    fault: Literal["misdeal", "bottom_card", "cut", "early_reminder", "omitted_reminder", "early_lead"]
    guilty: Seat


class Taille(Record, frozen=True, kw_only=True):
    """What each wrote after a Taille, in Points; who is left out wrote nothing. A `penalty` comes on top.

    Among five, `king` is the dealer who had no cards and `declarers` the Spieler and his Freund: the König
    then has what each of the opponents wrote.
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


def check(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Add everything that is wrong with the record to `findings`."""
    allowed = _seat_counts(rules)
    check_seats(findings, record.seats, tuple(allowed), rules.ref("session.tour_deals"))
    five = len(record.seats) > min(allowed)
    for index, taille in enumerate(record.taillen):
        place = ("taillen", index)
        for seat in taille.wrote:
            check_seat(findings, seat, record.seats, *place, "wrote", seat)
        if taille.penalty:
            check_seat(findings, taille.penalty.guilty, record.seats, *place, "penalty", "guilty")
            if taille.king or taille.wrote:
                findings.report("FINE-AND-PLAY", *place, "penalty")
        elif taille.king:
            _check_king(taille, record, findings, rules, index, five=five)
        elif taille.declarers:
            findings.report("DECLARERS-WITHOUT-KING", *place, "declarers")


def _check_king(taille: Taille, record: ScoreFile, findings: Findings, rules: Rules, index: int, *, five: bool) -> None:
    """Among five the König shares with one side (1840:131.3)."""
    place, ref, king = ("taillen", index), rules.ref("five.king_shares_with"), taille.king
    known = [check_seat(findings, king, record.seats, *place, "king")]
    if not five:
        findings.report("KING-AMONG-FOUR", *place, "king", king=king)
    if not taille.declarers:
        findings.report("KING-WITHOUT-DECLARERS", *place, "king", ref=ref)
    for number, seat in enumerate(taille.declarers):
        known.append(check_seat(findings, seat, record.seats, *place, "declarers", number))
    if king in taille.declarers:
        findings.report("KING-PLAYS", *place, "declarers", king=king)
    if not (five and taille.declarers and all(known)):
        return
    written = [taille.wrote.get(seat, 0) for seat in _sharing(taille, record, rules)]
    if len(set(written)) > 1 and king not in taille.wrote:
        findings.report("KING-SHARE-UNCLEAR", *place, "wrote", ref=ref, written=tuple(written))
    if len(set(written)) == 1 and taille.wrote.get(king, written[0]) != written[0]:
        wrote, due = taille.wrote[king], written[0]
        findings.report("KING-SHARE-DIFFERS", *place, "wrote", king, ref=ref, king=king, wrote=wrote, due=due)


def _seat_counts(rules: Rules) -> set[int]:
    return {int(name) for key in ("game.players", "session.tour_deals") for name in rules.names(key)}


def _sharing(taille: Taille, record: ScoreFile, rules: Rules) -> list[str]:
    """The seats with which the König shares."""
    with_defenders = word(rules, "five.king_shares_with", Side) is Side.DEFENDERS
    return [seat for seat in record.seats if seat != taille.king and (seat in taille.declarers) != with_defenders]


def settle(record: ScoreFile, rules: Rules) -> Settled:
    """The payments of a session whose record is sound, in Points."""
    rows = [_row(taille, record, rules) for taille in record.taillen]
    unit = rules.text("settlement.unit")
    return settle_account(
        rules.era, record.title, unit, record.seats, lambda ledger: _Session(record, rules, ledger).run(rows)
    )


def _row(taille: Taille, record: ScoreFile, rules: Rules) -> dict[str, int]:
    """What a Taille adds to each seat, the König's share filled in (1840:131.3), or the fine (1840:19.1)."""
    row = {seat: taille.wrote.get(seat, 0) for seat in record.seats}
    if taille.penalty:
        line = _fine(record, taille.penalty, rules)
        return {seat: row[seat] + (line.amount if seat in line.payees else 0) for seat in row}
    sharing = _sharing(taille, record, rules)
    if taille.king and taille.king not in taille.wrote and sharing:
        row[taille.king] = row[sharing[0]]
    return row


def _fine(record: ScoreFile, penalty: Penalty, rules: Rules) -> ScoreLine:
    return penalty_line(
        penalty.fault,
        penalty.guilty,
        record.seats,
        rules,
        size=record.consulation,
        agreed=record.small_consulation,
    )


def round_points(points: int, rounding: str, rules: Rules) -> int:
    """Points as they are paid: whole units, and one more when more than half of one is over (1840:128)."""
    if rounding == "none":
        return points
    if rounding == "hundreds":
        unit, unpaid = rules.number("session.unit"), rules.number("session.rounding.hundreds.unpaid_up_to")
    else:
        units = dict(zip(("tens", "fives"), rules.names("session.rounding.fine.units"), strict=True))
        unit = int(units[rounding])
        unpaid = rules.number(f"session.rounding.fine.unpaid_up_to.{rounding}")
    whole, rest = divmod(points, unit)
    return unit * (whole + (1 if rest > unpaid else 0))


class _Session:
    def __init__(self, record: ScoreFile, rules: Rules, ledger: Ledger):
        self.record = record
        self.rules = rules
        self.ledger = ledger
        self.rounding: str = record.rounding or "hundreds"

    def run(self, rows: list[dict[str, int]]) -> None:
        record, rules, ledger = self.record, self.rules, self.ledger
        self.note_method()
        sums = dict.fromkeys(record.seats, 0)
        for taille in record.taillen:
            if taille.penalty:
                line = _fine(record, taille.penalty, rules)
                ledger.note(Fact.FINE, line.ref, what=line.what, amount=line.amount, reckoning=line.reckoning)
        for index, row in enumerate(rows):
            for seat, points in row.items():
                sums[seat] += points
            if record.running and max(sums.values()) >= record.running:
                self.settle_running(sums, record.running, index)
        ledger.note(Fact.AT_END, rules.ref("session.payment.when"), sums=_listed(sums))
        self.pay(Message("session.at_end"), sums, self.rounding)
        if record.stake:
            self.note_money(record.stake)

    def note_method(self) -> None:
        rules, record = self.rules, self.record
        fine = self.rounding in ("tens", "fives")
        key = "session.rounding.fine.units" if fine else "session.rounding.hundreds.unpaid_up_to"
        how = Message(f"session.rounding.{self.rounding}")
        self.ledger.note(Fact.AGREED if record.rounding else Fact.NOT_AGREED, rules.ref(key), how=how)
        small = rules.number("session.rounding.hundreds.stake_kreuzer")
        if not record.stake or record.stake <= small or record.rounding:
            return
        if self.ledger.either(Silence.HIGHER_STAKE, rules.ref("session.rounding.depends_on"), kreuzer=small):
            self.rounding = "none"

    def settle_running(self, sums: dict[str, int], at: int, index: int) -> None:
        """A seat has the round sum: all is paid, what is above it stays to its credit (1840:129)."""
        rules, ledger, taille = self.rules, self.ledger, index + 1
        ledger.note(Fact.RUNNING, rules.ref("session.running.at"), taille=taille, sums=_listed(sums), at=at)
        capped = {seat: min(points, at) for seat, points in sums.items()}
        credit = {seat: max(0, points - at) for seat, points in sums.items()}
        exact = ledger.either(Silence.RUNNING_ROUNDED, rules.ref("session.running.rest"))
        self.pay(Message("session.running", at=at, taille=taille), capped, "none" if exact else self.rounding)
        sums.update(credit)
        if any(credit.values()):
            ledger.note(Fact.CREDIT, rules.ref("session.running.surplus"), sums=_listed(credit))

    def pay(self, what: Message, sums: dict[str, int], rounding: str) -> None:
        """Each pays every other the difference of their sums (1840:128.1)."""
        rules = self.rules
        totals_first = rounding != "none" and self.ledger.either(
            Silence.TOTALS_ROUNDED, rules.ref("session.rounding.remainder_below")
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
            values = {"seat": seat, "whole": whole, "rest": rest, "unit": unit, "points": abs(points)}
            self.ledger.note(fact, self.rules.ref("session.unit"), **values)


def _listed(sums: dict[str, int]) -> tuple[Message, ...]:
    return tuple(Message("session.sum", seat=seat, points=points) for seat, points in sums.items())
