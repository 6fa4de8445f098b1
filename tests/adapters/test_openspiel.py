"""The game of 1840 in OpenSpiel, by its own tests."""

from __future__ import annotations

import importlib
import random
import sys
from typing import Any

import numpy as np
import pytest

import tarock
from tarock.game.eras import ERAS
from tests.adapters import shown
from tests.conftest import EVERY

pytestmark = pytest.mark.slow

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) has no wheel for this machine")
openspiel: Any = importlib.import_module("tarock.adapters.openspiel")

ITERATIONS = 1000 if EVERY == 1 else 50
OPTIONS = ("", "(knocked=True,left_shown=True,words=forehand)")


@pytest.mark.parametrize("options", OPTIONS)
def test_it_passes_openspiels_simulation(options: str) -> None:
    """Legal actions, clones, serialization, returns within their bounds and adding up, observers: as OpenSpiel asks."""
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.NAME + options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("siglum", [siglum for siglum in openspiel.NAMES if siglum != "1840"])
def test_games_of_other_sources_pass_it_too(siglum: str) -> None:
    game = pyspiel.load_game(openspiel.NAMES[siglum])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert siglum in game.get_type().long_name
    assert ERAS[siglum].played_as in game.get_type().long_name


def test_an_information_state_has_a_tensor() -> None:
    """That of the library, in the shape that the game declares."""
    game, chance = pyspiel.load_game(openspiel.NAME), random.Random(11)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    rows, columns = state.state.information_state_shape()
    assert game.information_state_tensor_size() == rows * columns
    tensor = state.information_state_tensor(1)
    assert tensor == state.state.information_state_tensor(1)
    assert sum(tensor) >= len(state.state.events(1))


def test_it_makes_a_playthrough() -> None:
    generate_playthrough: Any = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")
    text = generate_playthrough.playthrough(openspiel.NAME, action_sequence=None, seed=1840)
    assert 'GameType.short_name = "python_koenigrufen_1840"' in text
    assert "GameType.utility = Utility.ZERO_SUM" in text  # what one gains the others pay: 1840:128.1
    assert "NumPlayers() = 4" in text  # 1840:1
    assert text.rstrip().splitlines()[-1].startswith("Returns") or "IsTerminal() = True" in text


def test_it_is_the_game_of_the_library() -> None:
    """The same actions in both: the same legal actions, turns, words and returns."""
    chance = random.Random(1840)
    codex = tarock.open()
    for _game in range(5):
        theirs, ours = pyspiel.load_game(openspiel.NAME).new_initial_state(), codex.new_initial_state()
        while not theirs.is_terminal():
            assert theirs.legal_actions() == ours.legal_actions()
            assert theirs.current_player() == ours.current_player()
            action = chance.choice(ours.legal_actions())
            player = max(theirs.current_player(), 0)
            assert theirs.action_to_string(theirs.current_player(), action) == ours.action_to_string(action)
            theirs.apply_action(action)
            ours.apply_action(action)
            if not theirs.is_chance_node() and not theirs.is_terminal():
                assert theirs.information_state_string(player) == ours.information_state_string(player)
                assert theirs.observation_string(player) == ours.observation_string(player)
        assert ours.is_terminal()
        assert theirs.returns() == ours.returns()
        assert theirs.move_number() - 54 <= theirs.get_game().max_game_length()


def test_what_it_does_not_take_is_told() -> None:
    with pytest.raises(tarock.Error, match="no words `backwards`; expected one of next to the declarer"):
        pyspiel.load_game(f"{openspiel.NAME}(words=backwards)")
    with pytest.raises(Exception, match="next_deals"):  # nobody can say how long it lasts
        pyspiel.load_game(f"{openspiel.NAME}(next_deals=True)")
    with pytest.raises(tarock.Error, match="expected none"):
        openspiel.OpenSpielObserver(
            pyspiel.load_game(openspiel.NAME).engine, pyspiel.IIGObservationType(perfect_recall=True), {"x": 1}
        )


def test_an_illegal_action_is_refused_by_its_rule_and_changes_nothing() -> None:
    """OpenSpiel itself does not ask whether an action is legal."""
    chance, refused = random.Random(9), 0
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        illegal = chance.choice([each for each in range(state.num_distinct_actions()) if each not in legal])
        before = (str(state), state.history(), state.move_number())
        with pytest.raises(tarock.Error, match=r"is not legal in the .* \(`.*`, 1840:"):
            state.apply_action(illegal)
        assert (str(state), state.history(), state.move_number()) == before
        refused += 1
        state.apply_action(chance.choice(legal))
    assert refused > pyspiel.load_game(openspiel.NAME).max_chance_outcomes()


def test_what_the_page_shows_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(shown("pyspiel"), {})
    assert capsys.readouterr().out == "[0.0, 0.0, 0.0, 0.0]\n"  # all pass, who may, and nothing is written: 1840:28.1


def test_without_it_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tarock.adapters.openspiel")
    with pytest.raises(ImportError, match=r"OpenSpiel is not installed; expected it with .*tarock-codex\[play\]"):
        importlib.import_module("tarock.adapters.openspiel")


@pytest.mark.parametrize("options", OPTIONS)
def test_outcome_sampling_runs(options: str) -> None:
    """A tabular method fails where two decisions with other legal actions have the same information state."""
    mccfr: Any = importlib.import_module("open_spiel.python.algorithms.outcome_sampling_mccfr")
    np.random.seed(1840)
    solver = mccfr.OutcomeSamplingSolver(pyspiel.load_game(openspiel.NAME + options))
    for _iteration in range(ITERATIONS):
        solver.iteration()
    assert len(solver._infostates) > ITERATIONS


def test_information_set_search_runs() -> None:
    """It asserts that the legal actions are the same wherever the information state is."""
    ismcts: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
    mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
    chance = random.Random(52)
    game = pyspiel.load_game(openspiel.NAME)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    numbers = np.random.RandomState(52)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    bot = ismcts.ISMCTSBot(game, evaluator, 20.0, ITERATIONS, random_state=numbers)
    assert bot.step(state) in state.legal_actions()
    assert sum(bot._nodes[bot.get_state_key(state)].child_info[each].visits for each in state.legal_actions()) > 1
