"""The comparison of games with 78 cards that the core and the kernel play side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tarock.analysis.excuse_core import ExcuseCore
from tarock.game.common.play import TableState


def compare(core: ExcuseCore, state: TableState[Any], why: Iterable[int] = ()) -> None:
    """Where both stand, what is legal, and of some actions why."""
    assert core.look() == (state.phase, state.current_player())
    assert core.legal_actions() == state.legal_actions()
    for action in why:
        said, expected = core.rule(action), state.rule(action)
        assert (said.key, said.ref) == (expected.key, expected.ref), state.engine.names[action]


def compare_lines(lines: Iterable[Any], settled: Iterable[Any], accounts: Sequence[str]) -> None:
    """Each line of a sheet of the core against that of the settlement: what, who pays whom, how much, and why."""
    expected = [
        (
            str(line.reason),
            *(tuple(sorted(map(accounts.index, each))) for each in (line.payers, line.payees)),
            line.amount,
            line.ref,
        )
        for line in settled
    ]
    assert [(line.line, line.payers, line.payees, line.amount, line.reason.ref) for line in lines] == expected
