"""Whole games with 78 cards in the core: played, refused and settled by a table of their rules."""

from __future__ import annotations

from pathlib import Path

from tarock.analysis.play_core import PlayingModule
from tarock.analysis.rule_table import RuleTable, TableReason
from tarock.base.structs import Frozen

_ACCOUNTS = 4  # the seats, and what stands on the table
_ROW = 5  # of a line
# the phases in the order of the core, and the numbers that head a sheet
_PHASES = {
    "1754": ("deal", "discard", "honours", "tricks", "end"),
    "1863": ("deal", "discard", "auction", "give", "name", "match", "tricks", "vole", "end"),
}
_HEADS = {
    "1754": {"totals": 3, "points": 3, "tricks": 3, "lone": 1},
    "1863": {"totals": _ACCOUNTS, "tricks": 3, "thirds": 1, "points": 1},
}


class PaidLine(Frozen):
    """A line of a sheet: each of `payers` pays each of `payees` an amount, for a reason of the table."""

    line: str
    payers: tuple[int, ...]
    payees: tuple[int, ...]
    amount: int
    reason: TableReason


class ExcuseCore(PlayingModule):
    """One instance of a core of 78 cards, which plays one game at a time by the table that it has learnt."""

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
        return _PHASES[self.table.era][self.box[0]], self.box[1]

    def settle(self) -> tuple[dict[str, tuple[int, ...]], tuple[PaidLine, ...]]:
        """Return the counts of the finished game and the lines of its sheet; raise `CodexError` before the end.

        `totals` are the gains, of 1863 that of the table last; `tricks` are by seat. The `points` of 1754 are those
        taken, by seat, and `lone` is who has the Excuse and no trick (-1: nobody); `points` and `thirds` of 1863 are
        the declarer's.
        """
        told = iter(self.take(self.require(self.ask("sheet"))))
        counts = {name: tuple(next(told) for _ in range(size)) for name, size in _HEADS[self.table.era].items()}
        rows = zip(*[iter([*told][1:])] * _ROW, strict=True)
        return counts, tuple(
            PaidLine(
                self.table.lines[line], _list_accounts(payers), _list_accounts(payees), amount, self.reasons[reason]
            )
            for line, payers, payees, amount, reason in rows
        )


def _list_accounts(mask: int) -> tuple[int, ...]:
    return tuple(account for account in range(_ACCOUNTS) if mask >> account & 1)
