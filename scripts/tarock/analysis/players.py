"""The machines of 1840, those of the core: they are given the game, and it shows them what who is to act knows."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from tarock.analysis.play_core import GameCore, Hint
from tarock.base.structs import Record
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.state import State
from tarock.rules.ruleset import Alteration

LEVELS = (1, 2, 3)  # of the core's machines: beginners, practised, strong
USUAL_LEVEL = 2  # where none is chosen, as on the page *Play*


class SessionJson(Record):
    """The object of `play --json`: what a session was begun with, what was answered, and the finished games.

    `altered` is what of the rules is not as the source has it; absent where all is.
    """

    seat: str
    seed: int
    level: int
    answers: tuple[str, ...]
    games: tuple[Game, ...]
    totals: dict[str, int]  # by seat, in Points
    altered: tuple[Alteration, ...] | UnsetType = UNSET


class CorePlayer:
    """A machine of 1840, as the page *Play* has it: in equal games equal seeds give equal actions."""

    def __init__(self, core: GameCore, level: int, seed: int = 0):
        self.core, self.level, self.seed = core, level, seed

    def act(self, state: State) -> int:
        """Return what the machine does for the player who is to act; the core shows it only what he knows."""
        self.core.enter(state)
        return self.core.think(self.level, self.seed + len(state.history()))

    def advise(self, state: State) -> Hint:
        """Return what the highest level, whose hints were tried, would do for the player who is to act."""
        self.core.enter(state)
        return self.core.advise(LEVELS[-1], self.seed + len(state.history()))
