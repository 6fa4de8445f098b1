"""Whole games with 78 cards in the core: played, refused and settled by a table of their rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from tarock.analysis.play_core import PlayingModule
from tarock.analysis.rule_table import RuleTable, TableReason
from tarock.base.structs import Frozen

SEATS = 3
POT = SEATS  # what stands on the table, as an account
_ROW = 5  # of a line


class PaidLine(Frozen):
    """A line of a sheet: each of `payers` pays each of `payees` an amount, for a reason of the table."""

    line: str
    payers: tuple[int, ...]
    payees: tuple[int, ...]
    amount: int
    reason: TableReason


class TarocSheet(Frozen):
    """A settled game of 1754: by seat the gain, the card points as taken and the tricks; and the lines.

    `lone` is who has the Excuse and has made no trick, -1 if nobody.
    """

    totals: tuple[int, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    lone: int
    lines: tuple[PaidLine, ...]


class TarokhombreSheet(Frozen):
    """A settled game of 1863: the gain of each account, the pot last, the tricks by seat, and the lines.

    `thirds` and `points` are the card points of the declarer.
    """

    totals: tuple[int, ...]
    tricks: tuple[int, ...]
    thirds: int
    points: int
    lines: tuple[PaidLine, ...]


class ExcuseCore(PlayingModule):
    """One instance of a core of 78 cards, which plays one game at a time by the table that it has learnt."""

    phases: ClassVar[tuple[str, ...]]  # in the order of the core

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
        return self.phases[self.box[0]], self.box[1]

    def take_sheet(self) -> list[int]:
        """Return the sheet of the finished game as numbers; raise `CodexError` before the end."""
        return self.take(self.require(self.ask("sheet")))

    def read_lines(self, told: Sequence[int]) -> tuple[PaidLine, ...]:
        """Return lines out of their numbers."""
        rows = (told[at : at + _ROW] for at in range(0, len(told), _ROW))
        return tuple(
            PaidLine(
                self.table.lines[line], _list_accounts(payers), _list_accounts(payees), amount, self.reasons[reason]
            )
            for line, payers, payees, amount, reason in rows
        )


class TarocCore(ExcuseCore):
    """A core that plays 1754."""

    phases = ("deal", "discard", "honours", "tricks", "end")

    def settle(self) -> TarocSheet:
        """Return the sheet of the finished game; raise `CodexError` before the end."""
        told = self.take_sheet()
        totals, points, tricks = (tuple(told[at : at + SEATS]) for at in range(0, 3 * SEATS, SEATS))
        return TarocSheet(totals, points, tricks, told[3 * SEATS], self.read_lines(told[3 * SEATS + 2 :]))


class TarokhombreCore(ExcuseCore):
    """A core that plays 1863."""

    phases = ("deal", "discard", "auction", "give", "name", "match", "tricks", "vole", "end")

    def settle(self) -> TarokhombreSheet:
        """Return the sheet of the finished game; raise `CodexError` before the end."""
        told, at = self.take_sheet(), 2 * SEATS + 1
        totals, tricks, (thirds, points) = tuple(told[: POT + 1]), tuple(told[POT + 1 : at]), told[at : at + 2]
        return TarokhombreSheet(totals, tricks, thirds, points, self.read_lines(told[at + 3 :]))


def _list_accounts(mask: int) -> tuple[int, ...]:
    return tuple(account for account in range(POT + 1) if mask >> account & 1)
