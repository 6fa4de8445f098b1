"""The games of our sources in PettingZoo: `env()` is an environment whose agents act in turn (AEC), of 1840 or another.

The cards are dealt by the environment, by its seed. An observation has `observation`, the array of
`tarock.adapters.observation`, and `action_mask`, a one for each legal action.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed; expected it with `pip install 'tarock-codex[play]'`") from error

import tarock
from tarock.adapters.observation import make_layout
from tarock.game.common.play import TableState
from tarock.game.eras import find_era

_CODEX = tarock.open()


class TarockEnv(AECEnv):  # type: ignore[misc]
    """One game of a source, from the deal to the sheet; an illegal action raises `tarock.Error` with its rule.

    `infos` of the agent who acts are empty; `state_` is ours. Rewards come at the end: Points, as `State.returns`.
    """

    metadata = {"is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(
        self,
        options: tarock.Options | Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        era: str = "1840",
    ):
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise tarock.Error(f"no way to render `{render_mode}`", "expected ansi, or none")
        self.options, self.era = options, era
        self.render_mode = render_mode
        self.state_: TableState[Any] = _CODEX.new_initial_state(era, options=options)
        self.metadata = {**self.metadata, "name": f"{find_era(era).engine.split('.')[2]}_v0"}
        engine = self.state_.engine
        self.layout = make_layout(engine)
        self.possible_agents = [f"player_{number}" for number in range(engine.players)]
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._actions = len(engine.names)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.layout.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; with a seed the same cards each time, and after it."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.state_ = _CODEX.new_initial_state(self.era, options=self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deal_cards()

    def _deal_cards(self) -> None:
        """Deal all cards where that is next, and select the agent to act unless the game is over."""
        state = self.state_
        if state.is_chance_node():
            for card in self._chance.permutation(state.legal_actions()):
                state.apply_action(int(card))
        if not state.is_terminal():
            self.agent_selection = self.possible_agents[state.current_player()]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return what an agent sees, and a mask of its legal actions, which is empty where it is not its turn."""
        player = self._number[agent]
        mask = np.zeros(self._actions, np.int8)
        mask[self.state_.legal_actions(player)] = 1
        return {"observation": self.layout.observe(self.state_, player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is; at the end each agent acts once with `None`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            raise tarock.Error(f"no action: {action!r}", "expected the number of one") from None
        self.state_.apply_action(number)
        self._cumulative_rewards[agent] = 0.0
        self._deal_cards()
        if self.state_.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.state_.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the state as text, where `render_mode` asks for it."""
        return str(self.state_) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: no resource is held open."""


def env(
    options: tarock.Options | Mapping[str, Any] | None = None, render_mode: str | None = None, era: str = "1840"
) -> TarockEnv:
    """Return an environment, to be reset before it is used; raises `tarock.Error` for a source that is not played."""
    return TarockEnv(options, render_mode, era)
