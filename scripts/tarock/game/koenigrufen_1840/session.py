"""Paying a session of 1840: adding up, differences, rounding, running settlement (1840:126-131)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal

from tarock.game.common.ledger import Ledger, Settled, settle
from tarock.game.common.records import Count, Header, Positive, Record, Seat, check_seat, check_seats
from tarock.game.common.vocabulary import word
from tarock.game.koenigrufen_1840.penalties import penalty_line
from tarock.game.koenigrufen_1840.vocabulary import Side, Size
from tarock.wording import say

if TYPE_CHECKING:
    from tarock.game.common.score import ScoreLine
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document, Key

Rounding = Literal["hundreds", "tens", "fives", "none"]


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


def settle_file(record: ScoreFile, document: Document, rules: Rules) -> Settled:
    """The payments of a session, in Points; raises `CodexError` for a file that contradicts itself."""
    players = [int(name) for name in rules.names("game.players")]
    allowed = {*players, *(int(name) for name in rules.names("session.tour_deals"))}
    check_seats(document, record.seats, tuple(allowed), rules.ref("session.tour_deals"))
    five = len(record.seats) > min(allowed)
    rows = [_row(record, index, five, document, rules) for index in range(len(record.taillen))]

    def run(ledger: Ledger) -> None:
        _Session(record, rules, ledger).run(rows)

    return settle(rules.era, record.title, rules.text("settlement.unit"), record.seats, run)


def _row(record: ScoreFile, index: int, five: bool, document: Document, rules: Rules) -> dict[str, int]:
    """What a Taille adds to each seat, the König's share filled in (1840:131.3)."""
    taille = record.taillen[index]
    place = ("taillen", index)
    for seat in taille.wrote:
        check_seat(document, seat, record.seats, *place, "wrote", seat)
    row = {seat: taille.wrote.get(seat, 0) for seat in record.seats}
    if taille.penalty:
        return _fined(record, taille, row, document, rules, place)
    if not taille.king:
        if taille.declarers:
            raise document.error("declarers without a König", "expected them with `king:` only", *place, "declarers")
        return row
    ref = rules.ref("five.king_shares_with")
    check_seat(document, taille.king, record.seats, *place, "king")
    if not five:
        raise document.error(f"{taille.king} is König among four", "expected a König among five only", *place, "king")
    if not taille.declarers:
        raise document.error("a König without declarers", f"expected who played, to share by {ref}", *place, "king")
    for number, seat in enumerate(taille.declarers):
        check_seat(document, seat, record.seats, *place, "declarers", number)
    if taille.king in taille.declarers:
        raise document.error(f"the König {taille.king} plays", "expected others as declarers", *place, "declarers")
    with_defenders = word(rules, "five.king_shares_with", Side) is Side.DEFENDERS
    group = [seat for seat in record.seats if seat != taille.king and (seat in taille.declarers) != with_defenders]
    written = {row[seat] for seat in group}
    if len(written) > 1 and taille.king not in taille.wrote:
        raise document.error(
            f"the opponents wrote different Points ({', '.join(str(row[seat]) for seat in group)})",
            f"expected the König's own entry; he shares with them by {ref}",
            *place,
            "wrote",
        )
    if len(written) == 1:
        shared = written.pop()
        if taille.king in taille.wrote and row[taille.king] != shared:
            raise document.error(
                f"the König {taille.king} wrote {row[taille.king]}",
                f"expected {shared}, as the opponents, by {ref}",
                *place,
                "wrote",
                taille.king,
            )
        row[taille.king] = shared
    return row


def _fined(
    record: ScoreFile, taille: Taille, row: dict[str, int], document: Document, rules: Rules, place: tuple[Key, ...]
) -> dict[str, int]:
    """The row of a fine: nothing else was played (1840:19.1)."""
    assert taille.penalty is not None
    check_seat(document, taille.penalty.guilty, record.seats, *place, "penalty", "guilty")
    if taille.king or taille.wrote:
        raise document.error("a fine and a played Taille in one", "expected an entry for each", *place, "penalty")
    line = _fine(record, taille.penalty, rules)
    return {seat: row[seat] + (line.amount if seat in line.payees else 0) for seat in row}


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
        key = (
            "session.rounding.fine.units"
            if self.rounding in ("tens", "fives")
            else "session.rounding.hundreds.unpaid_up_to"
        )
        self.ref = rules.ref(key)

    def run(self, rows: list[dict[str, int]]) -> None:
        record, rules, ledger = self.record, self.rules, self.ledger
        self.note_method()
        sums = dict.fromkeys(record.seats, 0)
        for taille in record.taillen:
            if taille.penalty:
                line = _fine(record, taille.penalty, rules)
                ledger.note(f"{say(line.what)}: {line.amount} to each of the others ({say(line.reckoning)})", line.ref)
        for index, row in enumerate(rows):
            for seat, points in row.items():
                sums[seat] += points
            if record.running and max(sums.values()) >= record.running:
                self.settle_running(sums, record.running, index)
        ledger.note("at the end: " + _listed(sums), rules.ref("session.payment.when"))
        self.pay("differences at the end", sums, self.rounding, "rounding")
        if record.stake:
            self.note_money(record.stake)

    def note_method(self) -> None:
        rules, record = self.rules, self.record
        words = {"none": "point by point", "hundreds": "in hundreds"}.get(self.rounding, f"in {self.rounding}")
        self.ledger.note(f"paid {words}{'' if record.rounding else ', nothing else being agreed'}", self.ref)
        small = rules.number("session.rounding.hundreds.stake_kreuzer")
        if not record.stake or record.stake <= small or record.rounding:
            return
        if self.ledger.either(
            "higher-stake",
            f"how a stake over {small} Kreuzer is paid when nothing was agreed",
            "in hundreds: other ways must be agreed upon",
            "point by point",
            rules.ref("session.rounding.depends_on"),
        ):
            self.rounding = "none"

    def settle_running(self, sums: dict[str, int], at: int, index: int) -> None:
        """One has the round sum: all is paid, what is above it stays to his credit (1840:129)."""
        rules = self.rules
        ref = rules.ref("session.running.surplus")
        self.ledger.note(f"after Taille {index + 1}: {_listed(sums)}; {at} is reached", rules.ref("session.running.at"))
        capped = {seat: min(points, at) for seat, points in sums.items()}
        credit = {seat: max(0, points - at) for seat, points in sums.items()}
        rounding = self.rounding
        if self.ledger.either(
            "running-rounding",
            "whether differences paid in the course of the session are rounded",
            "yes, like those at the end",
            "no: paid point by point",
            rules.ref("session.running.rest"),
        ):
            rounding = "none"
        self.pay(f"differences at {at}, after Taille {index + 1}", capped, rounding, "rounding")
        sums.update(credit)
        if any(credit.values()):
            self.ledger.note("to the credit of the next games: " + _listed(credit), ref)

    def pay(self, what: str, sums: dict[str, int], rounding: str, code: str) -> None:
        """Each pays every other the difference of their sums (1840:128.1)."""
        rules = self.rules
        totals_first = rounding != "none" and self.ledger.either(
            code,
            "whether the differences are rounded or the totals",
            "each difference",
            "each total, before",
            rules.ref("session.rounding.remainder_below"),
        )
        for one, other in combinations(sums, 2):
            winner, loser = (one, other) if sums[one] > sums[other] else (other, one)
            if totals_first:
                points = round_points(sums[winner], rounding, rules) - round_points(sums[loser], rounding, rules)
            else:
                points = round_points(sums[winner] - sums[loser], rounding, rules)
            reckoning = f"{sums[winner]} − {sums[loser]} = {sums[winner] - sums[loser]}"
            self.ledger.pay(what, (loser,), (winner,), points, reckoning, rules.ref("session.payment.of"))

    def note_money(self, stake: int) -> None:
        """What the totals make in money, at the stake for each hundred Points (1840:44.3)."""
        unit = self.rules.number("session.unit")
        for seat, points in self.ledger.totals().items():
            whole, rest = divmod(abs(points) * stake, unit)
            money = f"{whole} {rest}/{unit}" if rest else str(whole)
            word = "gets" if points >= 0 else "pays"
            self.ledger.note(f"{seat} {word} {money} Kreuzer: {abs(points)} Points", self.rules.ref("session.unit"))


def _listed(sums: dict[str, int]) -> str:
    return ", ".join(f"{seat} {points}" for seat, points in sums.items())
