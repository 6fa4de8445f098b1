"""The comparison of games with 78 cards that the core and the kernel play side by side."""

from __future__ import annotations

from collections.abc import Iterable
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
