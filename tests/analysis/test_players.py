"""The machines of 1840: they know only what a player may, and play games without faults."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from tarock.analysis.players import LEVELS, CorePlayer
from tarock.analysis.table import compile_rules
from tarock.base.errors import CodexError
from tarock.game.common.cards import Pack
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, Phase, State
from tests.analysis.core_games import own_core
from tests.game.koenigrufen_1840.builders import examine, rules
from tests.game.koenigrufen_1840.test_state import elsewhere, engine

pytestmark = pytest.mark.slow


@cache
def machine(level: int) -> CorePlayer:
    pytest.importorskip("wasmtime")
    return CorePlayer(own_core(), level, seed=3)


def deal(number: int, by: Engine | None = None) -> State:
    state = State(by or engine(), dealer=number % len(SEATS))
    order = state.legal_actions()
    random.Random(number).shuffle(order)
    for card in order:
        state.apply_action(card)
    return state


def moments(deals: int) -> Iterator[State]:
    """Decisions of games bid by a machine, so that few are Solos, and played at random; of those of play a few."""
    for number in range(deals):
        rng, state = random.Random(number), deal(number)
        while not state.is_terminal():
            if state.phase is not Phase.PLAY or rng.random() < 1 / 12:
                yield state
            bids = state.phase is Phase.BIDDING
            state.apply_action(machine(1).act(state) if bids else rng.choice(state.legal_actions()))


def test_what_lies_hidden_changes_no_choice_and_no_hint() -> None:
    """The law about secrets, by the paragraphs' reading of what a player knows, and not by the state's."""
    moved: set[Phase] = set()
    for number, state in enumerate(moments(6)):
        other = elsewhere(state, state.current_player(), random.Random(number))
        assert other.observe() == state.observe()
        for level in LEVELS:
            action = machine(level).act(state)
            assert action in state.legal_actions()
            assert machine(level).act(other) == action
        hint = machine(1).advise(state)
        assert machine(1).advise(other) == hint
        assert sorted(each.action for each in hint.actions) == state.legal_actions()
        if [sorted(hand) for hand in other.at.hands] != [sorted(hand) for hand in state.at.hands]:
            moved.add(state.phase)
    assert moved == {Phase.BIDDING, Phase.KING, Phase.PURCHASE, Phase.SCAT, Phase.WORDS, Phase.PLAY}


@pytest.mark.parametrize("options", [Options(), Options(knocked=True, left_shown=True, next_deals=True)], ids=str)
def test_what_is_played_is_a_game_without_faults_and_again_the_same(options: Options) -> None:
    by, played = Engine(Pack(rules()), rules(), options), 0
    for number in range(4):
        first, again = deal(number, by), deal(number, by)
        for state in (first, again):
            while not state.is_terminal() and not state.is_chance_node():
                state.apply_action(machine(LEVELS[state.current_player() % len(LEVELS)]).act(state))
        assert first.history() == again.history()
        if first.is_terminal() and first.declarer >= 0:
            assert not examine(first.to_game()).list
            played += 1
    assert played > 1


def test_a_state_of_other_rules_is_refused() -> None:
    other = rules().fork({"play.must_tarock": False})
    assert compile_rules(other).digest != own_core().table.digest
    with pytest.raises(CodexError, match="the core plays by other rules than this game"):
        machine(1).act(deal(1, Engine(Pack(other), other)))
