"""Whole games in the core: played, refused, settled and judged by a table that the rules are compiled to.

The core is the module that pages play with. From Python it serves where loops are, which run in it; asked action by
action it is slower than `State`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from tarock.analysis.core import Core, LoadedModule
from tarock.analysis.rule_table import RuleTable, TableReason
from tarock.base.errors import CodexError, list_and
from tarock.base.structs import Frozen
from tarock.game.koenigrufen_1840.state import SEATS, Options, Phase, SpeakingOrder, State

BOX = 1 << 14
SOLVER_BYTES = 1 << 20
ANYWAY = 256
_PARTS = 16  # of a Point, in which hints count
PHASES = tuple(Phase)


class CoreFault(IntEnum):
    """The codes of wrong input; of a table, -100 and lower is the number of an entry."""

    SEAT = -5
    ACTION = -20
    OVER = -21
    TABLE = -22
    OPTION = -23
    FULL = -24
    SHAPE = -25
    NOT_THERE = -26
    ENTRY = -100


class SheetLine(Frozen):
    """A line of a sheet: what is written, for which reason of the table, by which seats."""

    line: str
    seats: tuple[int, ...]
    points: int
    reason: TableReason


class Sheet(Frozen):
    """A settled game: totals and payments by seat, the lines, and what happened.

    `side` are the seats of the declarer's side, `ultimo` who made it (-1: nobody), `volat` 1 of the declarer's side, 2
    of the others.
    """

    totals: tuple[int, ...]
    pay: tuple[int, ...]
    side: tuple[int, ...]
    thirds: int
    won: bool
    remis: bool
    points: int
    volat: int
    king_lost: bool
    ultimo: int
    early: bool
    revokes: tuple[int, ...]
    lines: tuple[SheetLine, ...]


class HintedAction(NamedTuple):
    """An action and its mean gain in Points beside what the rules of thumb do; chance may have moved it by `spread`."""

    action: int
    gain: float
    spread: float


class Hint(Frozen):
    """The advice of a machine: what it would do, the first of `actions`, and what it takes for likely, in thousandths.

    `ahead`: that who is to act is paid something. `partners`: by seat, that it is the declarer's partner.
    """

    ahead: int
    partners: tuple[int, ...]
    actions: tuple[HintedAction, ...]

    @property
    def is_sure(self) -> bool:
        """Return whether the machine takes all else to be worse, by more than chance may have moved it."""
        best, *rest = self.actions
        return all(each.gain + each.spread < best.gain - best.spread for each in rest)


class PlayingModule(LoadedModule):
    """A module that plays one game at a time by the table that it has learnt."""

    box: ctypes.Array[ctypes.c_int32]
    table: RuleTable
    reasons: tuple[TableReason, ...]

    def learn(self, table: RuleTable) -> None:
        """Play by a table from now on; raise `CodexError` with the entry that the core cannot play by."""
        at = ctypes.addressof(self.memory.contents) + self.ask("box")
        self.box = (ctypes.c_int32 * BOX).from_address(at)
        self.table, self.reasons = table, table.reasons
        code = table.encode()
        if len(code) > BOX:
            raise CodexError(f"the table has {len(code)} numbers", f"expected at most {BOX}")
        self.put(code)
        found = self.ask("learn", len(code))
        if found <= CoreFault.ENTRY:
            entry = table.entries[CoreFault.ENTRY - found]
            names = list_and(f"`{name}`" for name in _name_changed(table, entry.statements))
            raise CodexError(f"the core cannot play by `{entry.name}`", f"expected other values of {names}")
        if found < 0:
            raise CodexError("the core cannot read the table", "run `make solver`")

    def put(self, numbers: Sequence[int]) -> None:
        """Put numbers into the box, from its beginning."""
        for place, number in enumerate(numbers):
            self.box[place] = number

    def take(self, count: int) -> list[int]:
        """Return so many numbers out of the box."""
        return self.box[:count]

    def follow(self, actions: Iterable[int]) -> int:
        """Play actions from where the game is; return 0, or the fault of the first that was not played."""
        self.put(told := list(actions))
        return self.box[0] if self.ask("follow", len(told)) else 0

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order."""
        return self.take(self.require(self.ask("legal")))

    def history(self) -> list[int]:
        """Return all actions so far, with `ANYWAY` on those that were played against the law."""
        return self.take(self.require(self.ask("history")))

    def rule(self, action: int) -> TableReason:
        """Return the reason by which an action is legal, or is not."""
        return self.reasons[self.require(self.ask("reason", action))]

    def require(self, found: int) -> int:
        """Return what the core returned; raise `CodexError` for the code of a fault."""
        if found < 0:
            raise CodexError(
                f"the core refuses what it was given ({CoreFault(found).name.lower()})", "begin a game first"
            )
        return found


class GameCore(Core, PlayingModule):
    """One instance of the core of 1840, which has the solver too."""

    def __init__(self, path: Path, table: RuleTable, solver_bytes: int = SOLVER_BYTES):
        """Load the module and give it a table; raise `CodexError` with the entry that it cannot play by."""
        super().__init__(path, solver_bytes)
        self.learn(table)

    def begin(self, dealer: int, options: Options | None = None) -> int:
        """Begin a game; return 0, or a `CoreFault`."""
        return self.ask("begin", dealer, encode_options(options or Options()))

    def enter(self, state: State) -> None:
        """Begin the game of a state and play it to where it is, acts against the law too.

        Raises `CodexError` for a state of other rules.
        """
        told = [action | ANYWAY for action in state.history()]
        is_other = state.engine.digest != self.table.digest
        if is_other or self.begin(state.first_dealer, state.engine.options) or self.follow(told):
            raise CodexError("the core plays by other rules than this game", "expected a state of the same codex")

    def look(self) -> tuple[Phase, int]:
        """Return the phase and who is to act."""
        self.require(self.ask("look"))
        return PHASES[self.box[0]], self.box[1]

    def think(self, level: int, seed: int) -> int:
        """Return what the machine of a level does for who is to act, by what he knows."""
        return self.require(self.ask("think", level, *split_seed(seed)))

    def advise(self, level: int, seed: int) -> Hint:
        """Return what the machine of a level tells who is to act, by what he knows."""
        count = self.require(self.ask("hint", level, *split_seed(seed)))
        ahead, *told = self.take(1 + len(SEATS) + 3 * count)
        partners, rows = told[: len(SEATS)], told[len(SEATS) :]
        each = zip(rows[::3], rows[1::3], rows[2::3], strict=True)
        return Hint(
            ahead,
            tuple(partners),
            tuple(HintedAction(act, gain / _PARTS, spread / _PARTS) for act, gain, spread in each),
        )

    def settle(self, *, revokes: bool = False) -> Sheet | None:
        """Return the sheet of the finished game, None where all have passed; raise `CodexError` before the end."""
        count = self.require(self.ask("sheet", int(revokes)))
        if not count:
            return None
        told = self.take(count)
        side, thirds, won, remis, points, volat, king_lost, ultimo, early, revoked = told[8:18]
        rows = [told[at : at + 4] for at in range(23, count, 4)]
        return Sheet(
            totals=tuple(told[:4]), pay=tuple(told[4:8]), side=_seats(side), thirds=thirds, won=bool(won),
            remis=bool(remis), points=points, volat=volat, king_lost=bool(king_lost), ultimo=ultimo, early=bool(early),
            revokes=tuple(told[18 : 18 + revoked]),
            lines=tuple(
                SheetLine(self.table.lines[line], _seats(seats), amount, self.reasons[reason])
                for line, seats, amount, reason in rows
            ),
        )  # fmt: skip


def split_seed(seed: int) -> tuple[int, int]:
    """Return the lower and the upper half of a seed of 64 bits, as signed numbers."""
    return ctypes.c_int32(seed).value, ctypes.c_int32(seed >> 32).value


def encode_options(options: Options) -> int:
    """Return options as the core reads them: one bit each."""
    flags = options.next_deals, options.words is SpeakingOrder.FOREHAND, options.knocked, options.left_shown
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if mask >> seat & 1)


def _name_changed(table: RuleTable, statements: Sequence[str]) -> list[str]:
    """Return those of the statements that are altered, or all where none is."""
    altered = [each.statement for each in table.altered if each.statement in statements]
    return altered or list(statements)
