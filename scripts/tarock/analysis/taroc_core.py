"""Whole games of 1754 in the core of the pack of 78 cards: played, refused and settled by a table of its rules."""

from __future__ import annotations

from pathlib import Path

from tarock.analysis.play_core import PlayingModule
from tarock.analysis.rule_table import RuleTable, TableReason
from tarock.base.structs import Frozen

PHASES = ("deal", "discard", "honours", "tricks", "end")  # in the order of the core
SEATS = 3


class TarocLine(Frozen):
    """A line of a sheet: each of `payers` pays each of `payees` an amount, for a reason of the table."""

    line: str
    payers: tuple[int, ...]
    payees: tuple[int, ...]
    amount: int
    reason: TableReason


class TarocSheet(Frozen):
    """A settled game: by seat the gain, the card points as taken and the tricks; and the lines.

    `lone` is who has the Excuse and has made no trick, -1 if nobody.
    """

    totals: tuple[int, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    lone: int
    lines: tuple[TarocLine, ...]


class TarocCore(PlayingModule):
    """One instance of the core of 78 cards, which plays one game at a time by the table that it has learnt."""

    def __init__(self, path: Path, table: RuleTable):
        """Load the module and give it a table; raise `CodexError` with the entry that it cannot play by."""
        super().__init__(path)
        self.learn(table)

    def begin(self, dealer: int) -> int:
        """Begin a game; return 0, or a `CoreFault`."""
        return self.ask("begin", dealer, 0)

    def look(self) -> tuple[str, int]:
        """Return the phase and who is to act."""
        self.require(self.ask("look"))
        return PHASES[self.box[0]], self.box[1]

    def settle(self) -> TarocSheet:
        """Return the sheet of the finished game; raise `CodexError` before the end."""
        told = self.take(self.require(self.ask("sheet")))
        totals, points, tricks = (tuple(told[at : at + SEATS]) for at in range(0, 3 * SEATS, SEATS))
        rows = [told[at : at + 5] for at in range(3 * SEATS + 2, len(told), 5)]
        lines = tuple(
            TarocLine(self.table.lines[line], _list_seats(payers), _list_seats(payees), amount, self.reasons[reason])
            for line, payers, payees, amount, reason in rows
        )
        return TarocSheet(totals, points, tricks, told[3 * SEATS], lines)


def _list_seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if mask >> seat & 1)
