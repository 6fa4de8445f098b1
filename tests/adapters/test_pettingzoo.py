"""The game of 1840 in PettingZoo, by its own tests."""

from __future__ import annotations

import importlib
import random
import sys
import warnings
from typing import Any

import pytest

import tarock
from tarock.game.eras import ERAS
from tarock.game.koenigrufen_1840.state import Phase
from tests.adapters import shown

pytestmark = pytest.mark.slow

checks: Any = pytest.importorskip("pettingzoo.test", reason="PettingZoo has no wheel for this machine")
zoo: Any = importlib.import_module("tarock.adapters.pettingzoo")
np: Any = importlib.import_module("numpy")


def played(env: Any, chance: random.Random) -> dict[str, float]:
    """A game to its end at random, each agent's rewards added up."""
    won = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _info = env.last()
        won[agent] += reward
        env.step(None if ended or cut else chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return won


def test_it_passes_pettingzoos_tests() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an observation with a mask is no array
        checks.api_test(zoo.env(), num_cycles=500)
        checks.seed_test(zoo.env, num_cycles=100)


def test_a_game_pays_what_the_sheet_says() -> None:
    env, chance = zoo.env(tarock.Options(next_deals=True)), random.Random(5)
    for seed in range(5):
        env.reset(seed=seed)
        won = played(env, chance)
        assert list(won.values()) == env.state_.returns()
        assert sum(won.values()) == 0  # 1840:128.1
        assert not env.agents


@pytest.mark.parametrize("era", [siglum for siglum, era in ERAS.items() if era.engine and siglum != "1840"])
def test_a_game_of_another_source_is_played_to_its_end(era: str) -> None:
    env = zoo.env(era=era)
    env.reset(seed=4)
    won = played(env, random.Random(era))
    assert list(won.values()) == env.state_.returns()
    assert era in env.metadata["name"]


def test_the_mask_is_the_legal_actions_and_others_have_none() -> None:
    env, chance = zoo.env(), random.Random(1)
    env.reset(seed=3)
    for _step in range(40):
        agent = env.agent_selection
        for other in env.possible_agents:
            mask = np.flatnonzero(env.observe(other)["action_mask"]).tolist()
            assert mask == (env.state_.legal_actions() if other == agent else [])
        env.step(chance.choice(env.state_.legal_actions()))
        if env.state_.is_terminal():
            env.reset()


def test_an_observation_holds_what_the_player_sees_and_nothing_else() -> None:
    """Part by part, against the words of the state: his hand, the trick, who bid what, what was played by whom."""
    env, chance = zoo.env(tarock.Options(next_deals=True)), random.Random(2)
    env.reset(seed=11)
    phases = set()
    while not env.state_.is_terminal():
        state, layout = env.state_, env.layout
        phases.add(state.phase)
        names = state.engine.names
        for player in range(4):
            array = layout.observe(state, player)
            part = {
                name: np.flatnonzero(array[start : start + layout.parts[name]]).tolist()
                for name, start in layout.starts.items()
            }
            told = state.observation_string(player).split(" | ")
            assert " ".join(names[card] for card in part["hand"]) == told[2].removeprefix("hand ")
            assert part["dealer"] == [(state.dealer - player) % 4]
            assert part["king"] == [names.index(each[5:]) for each in told if each.startswith("king ")]
            known = state.observe(player)
            assert sorted(part["bids"]) == sorted(
                {(seat - player) % 4 * len(state.engine.bids) + bid - state.engine.pass_ for seat, bid in known.bids}
            )
            on_table = known.tricks[-1] if known.tricks else ()
            assert part["trick"] == sorted((seat - player) % 4 * 54 + card for seat, card in on_table)
            assert len(part["played"]) == sum(map(len, known.tricks))
            assert part["discard"] == sorted(known.discard)
            assert sum(array) == sum(map(len, part.values()))
        env.step(chance.choice(state.legal_actions()))
    assert {Phase.BIDDING, Phase.PLAY} <= phases


def test_what_is_wrong_is_told_with_its_rule() -> None:
    env = zoo.env()
    env.reset(seed=1)
    with pytest.raises(tarock.Error, match=r"is not legal in the bidding \(`.*`, 1840:"):
        env.step(env.state_.engine.nothing)
    before = str(env.state_)
    for no_number in (None, 55.9, "55"):
        with pytest.raises(tarock.Error, match="no action"):
            env.step(no_number)
    assert str(env.state_) == before
    env.step(np.int64(env.state_.legal_actions()[0]))
    assert str(env.state_) != before
    with pytest.raises(tarock.Error, match="render"):
        zoo.env(render_mode="human")
    shown = zoo.env(render_mode="ansi")
    shown.reset(seed=1)
    assert shown.render() == str(shown.state_)


def test_what_the_page_shows_runs() -> None:
    names: dict[str, Any] = {}
    exec(shown("agent_iter"), names)
    assert names["env"].state_.is_terminal()


def test_without_it_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tarock.adapters.pettingzoo")
    with pytest.raises(ImportError, match=r"PettingZoo is not installed; expected it with .*tarock-codex\[play\]"):
        importlib.import_module("tarock.adapters.pettingzoo")
