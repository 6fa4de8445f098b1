"""Königrufen 1840 in OpenSpiel: importing this module registers `python_koenigrufen_1840`.

Its parameters are `tarock.Options`, but for `next_deals`: a game of which nobody can say how long it lasts OpenSpiel
does not take. Observation and information state are strings; the tensor is that of `tarock.adapters.observation`.
"""

from __future__ import annotations

from typing import Any

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed; expected it with `pip install 'tarock-codex[play]'`") from error

from collections.abc import Mapping

import tarock
from tarock.adapters.observation import Layout
from tarock.game.koenigrufen_1840.state import SpeakingOrder

NAME = "python_koenigrufen_1840"
_CODEX = tarock.open()
_ENGINE = _CODEX.new_initial_state().engine
_DEFAULT = tarock.Options()
_PARAMETERS = {"words": str(_DEFAULT.words), "knocked": _DEFAULT.knocked, "left_shown": _DEFAULT.left_shown}
_PAID = _ENGINE.payment

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Königrufen 1840",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM if _PAID.zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_ENGINE.players,
    min_num_players=_ENGINE.players,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)
_INFO: dict[str, Any] = {
    "num_distinct_actions": len(_ENGINE.names),
    "max_chance_outcomes": len(_ENGINE.cards),
    "num_players": _ENGINE.players,
    "min_utility": float(_PAID.lowest),
    "max_utility": float(_PAID.highest),
    "max_game_length": _ENGINE.max_game_length,
    **({"utility_sum": 0.0} if _PAID.zero_sum else {}),
}


class KoenigrufenGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its options; raises `tarock.Error` for an order of words that there is not."""

    def __init__(self, params: Mapping[str, Any] | None = None):
        given = {**_PARAMETERS, **(params or {})}
        if given["words"] not in {*SpeakingOrder}:
            raise tarock.Error(f"no order of words `{given['words']}`", f"expected one of {', '.join(SpeakingOrder)}")
        super().__init__(GAME_TYPE, pyspiel.GameInfo(**_INFO), dict(params or {}))
        self.options = tarock.Options(
            words=SpeakingOrder(given["words"]), knocked=given["knocked"], left_shown=given["left_shown"]
        )

    def new_initial_state(self) -> KoenigrufenState:
        """Return the state before the first card is dealt."""
        return KoenigrufenState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> KoenigrufenObserver:
        """Return an observer of states."""
        return KoenigrufenObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class KoenigrufenState(pyspiel.State):  # type: ignore[misc]
    """A moment of the game; `state` is the `tarock.State` behind it."""

    def __init__(self, game: KoenigrufenGame):
        super().__init__(game)
        self.state = _CODEX.new_initial_state(options=game.options)

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
        """Return the gain of each player in Points."""
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)


class KoenigrufenObserver:
    """Describes what a player sees: all since the deal with perfect recall, else what is before him."""

    def __init__(self, iig_obs_type: Any, params: Mapping[str, Any] | None):
        if params:
            raise tarock.Error(f"parameters {', '.join(params)}", "expected none")
        self.recalls = bool(iig_obs_type.perfect_recall)
        self.layout = Layout(_ENGINE)
        self.tensor = self.layout.observe(_CODEX.new_initial_state(), 0).astype("float32")
        self.dict = {
            name: self.tensor[start : start + self.layout.parts[name]] for name, start in self.layout.starts.items()
        }

    def set_from(self, state: KoenigrufenState, player: int) -> None:
        """Put what a player sees into `tensor`."""
        self.tensor[:] = self.layout.observe(state.state, player)

    def string_from(self, state: KoenigrufenState, player: int) -> str:
        """Return what a player sees as text."""
        ours = state.state
        return ours.information_state_string(player) if self.recalls else ours.observation_string(player)


pyspiel.register_game(GAME_TYPE, KoenigrufenGame)
