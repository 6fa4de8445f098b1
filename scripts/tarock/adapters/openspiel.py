"""The games of our sources in OpenSpiel: importing this module registers one for each source that is played.

They are named after their rooms, as `python_koenigrufen_1840`. Their parameters are the options of the engine
(`tarock.Options`), but for `next_deals`: a game of which nobody can say how long it lasts OpenSpiel does not take.
Observation and information state are there as strings and tensors; `resample_from_infostate` is ours.
"""

from __future__ import annotations

from typing import Any

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed; expected it with `pip install 'tarock-codex[play]'`") from error

from collections.abc import Callable, Mapping
from enum import Enum

import msgspec
import numpy as np

import tarock
from tarock.adapters.observation import make_layout
from tarock.game.common.play import GameEngine, TableState
from tarock.game.eras import ERAS

_CODEX = tarock.open()
_UNBOUNDED = "next_deals"  # the option by which a game has no bound
NAMES: dict[str, str] = {  # of the games, by siglum
    siglum: f"python_{era.engine.split('.')[2]}" for siglum, era in ERAS.items() if era.engine
}
NAME = NAMES["1840"]


def _list_parameters(engine: GameEngine[Any]) -> dict[str, Any]:
    """Return the options of an engine with what they are by default, as OpenSpiel takes them."""
    plain = msgspec.to_builtins(engine.options_type())
    return {name: value for name, value in plain.items() if name != _UNBOUNDED}


def _make_type(siglum: str, engine: GameEngine[Any]) -> pyspiel.GameType:
    zero_sum = engine.payment.zero_sum
    return pyspiel.GameType(
        short_name=NAMES[siglum],
        long_name=ERAS[siglum].played_as
        or f"{NAMES[siglum].removeprefix('python_').partition('_')[0].capitalize()} {siglum}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=engine.players,
        min_num_players=engine.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_list_parameters(engine),
    )


def _make_info(engine: GameEngine[Any]) -> pyspiel.GameInfo:
    paid = engine.payment
    return pyspiel.GameInfo(
        num_distinct_actions=len(engine.names),
        max_chance_outcomes=len(engine.cards),
        num_players=engine.players,
        min_utility=float(paid.lowest),
        max_utility=float(paid.highest),
        max_game_length=engine.max_game_length,
        **({"utility_sum": 0.0} if paid.zero_sum else {}),
    )


class TarockGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; raises `tarock.Error` for an option that there is not."""

    siglum: str
    game_type: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None):
        kind = ERAS[self.siglum].load_engine().options_type
        known = {name: type(value) for name, value in msgspec.structs.asdict(kind()).items()}
        for name, value in (params or {}).items():
            words = known.get(name)
            if words and issubclass(words, Enum) and value not in {*words}:
                raise tarock.Error(f"no {name} `{value}`", f"expected one of {', '.join(map(str, words))}")
        self.options = dict(params or {})
        self.engine = _CODEX.new_initial_state(self.siglum, options=self.options).engine
        super().__init__(self.game_type, _make_info(self.engine), self.options)

    def new_initial_state(self) -> OpenSpielState:
        """Return the state before the first card is dealt."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> OpenSpielObserver:
        """Return an observer of states."""
        return OpenSpielObserver(self.engine, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of the game; `state` is ours behind it."""

    def __init__(self, game: TarockGame):
        super().__init__(game)
        self.state: TableState[Any] = game.engine.new_state()

    def current_player(self) -> int:
        """Return the number of the player to act, of chance or of the end."""
        return self.state.current_player()

    def _legal_actions(self, _player: int) -> list[int]:
        return self.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, each with its probability."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """Return the gain of each player."""
        return self.state.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """Return a state in which a player has seen the same, each lie of the unseen cards as likely as the others."""
        other: OpenSpielState = self.get_game().new_initial_state()
        for action in self.state.resample_from_infostate(player, sampler).history():
            other.apply_action(action)
        return other

    def __str__(self) -> str:
        return str(self.state)


class OpenSpielObserver:
    """Describes what a player sees: all since the deal with perfect recall, else what is before him."""

    def __init__(self, engine: GameEngine[Any], iig_obs_type: Any, params: Mapping[str, Any] | None):
        if params:
            raise tarock.Error(f"parameters {', '.join(params)}", "expected none")
        self.recalls = bool(iig_obs_type.perfect_recall)
        self.layout, first = make_layout(engine), engine.new_state()
        if self.recalls:
            shape = first.information_state_shape()
            self.tensor = np.zeros(shape[0] * shape[1], np.float32)
            self.dict = {"events": self.tensor.reshape(shape)}
        else:
            self.tensor = np.zeros(self.layout.size, np.float32)
            parts, starts = self.layout.parts, self.layout.starts
            self.dict = {name: self.tensor[start : start + parts[name]] for name, start in starts.items()}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Put what a player sees into `tensor`."""
        ours = state.state
        self.tensor[:] = ours.information_state_tensor(player) if self.recalls else self.layout.observe(ours, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return what a player sees as text."""
        ours = state.state
        return ours.information_state_string(player) if self.recalls else ours.observation_string(player)


for _siglum in NAMES:
    _type = _make_type(_siglum, _CODEX.new_initial_state(_siglum).engine)
    pyspiel.register_game(_type, type(f"Tarock{_siglum}", (TarockGame,), {"siglum": _siglum, "game_type": _type}))
