"""The kernel of play, by the games of all sources that are played: what follows from the history, and what is known."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any

import pytest

import tarock
from tarock.base.errors import CodexError
from tarock.game.common.play import GameEngine, TableState, draw_places
from tarock.game.eras import ERAS
from tests.conftest import EVERY

PLAYED = [siglum for siglum, era in ERAS.items() if era.engine]
LINES = 300 if EVERY == 1 else 60


@cache
def engine(era: str) -> GameEngine[Any]:
    return tarock.open().new_initial_state(era).engine


def steps(state: TableState[Any], rng: random.Random) -> Iterator[int]:
    """Play on at random; each action is given before it is made."""
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        yield action
        state.apply_action(action)


def whole(state: TableState[Any]) -> tuple[Any, ...]:
    """All of a state: its position, what happened, and what may be done."""
    return vars(state.at), state.events(), state.legal_actions(), state.returns()


def dealt(era: str, rng: random.Random) -> TableState[Any]:
    state = engine(era).new_state(rng.randrange(engine(era).players))
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("era", PLAYED)
def test_a_position_is_the_fold_of_its_history_and_an_action_can_be_taken_back(era: str) -> None:
    rng = random.Random(1)
    for _game in range(3):
        state = dealt(era, rng)
        for _action in steps(state, rng):
            before, player, action = state.clone(), state.current_player(), rng.choice(state.legal_actions())
            seen = whole(before)
            state.apply_action(action)
            state.undo_action(player, action)
            assert whole(state) == seen == whole(before)
            again = type(state).from_history(engine(era), state.history(), state.first_dealer)
            assert whole(again) == seen
        written = pickle.dumps(state)
        assert len(written) < 2000
        assert whole(pickle.loads(written)) == whole(state)
        with pytest.raises(CodexError, match="the last action was not"):
            state.undo_action(0, len(engine(era).names))
        with pytest.raises(CodexError, match="the last action was not"):
            engine(era).new_state().undo_action(0, 0)


@pytest.mark.parametrize("era", PLAYED)
def test_equal_strings_are_equal_sequences_of_what_a_player_has_seen(era: str) -> None:
    """Both ways, for many lines of one deal; so are tensors. His own acts are among them, in order, as he made them."""
    rng = random.Random(2)
    start = dealt(era, rng)
    players = range(engine(era).players)
    of_string: dict[tuple[int, str], tuple[Any, ...]] = {}
    strings: dict[tuple[int, tuple[Any, ...]], str] = {}
    tensors: dict[tuple[int, str], bytes] = {}
    told: dict[tuple[int, bytes], str] = {}
    met = 0
    for _line in range(LINES):
        state = start.clone()
        own: dict[int, tuple[int, ...]] = dict.fromkeys(players, ())
        for action in steps(state, rng):
            for player in players:
                seen = tuple((by, what) for by, what, _whom in state.events(player))
                text, key = state.information_state_string(player), (player, seen)
                met += key in strings
                assert strings.setdefault(key, text) == text
                known = seen, own[player], state.legal_actions(player)
                assert of_string.setdefault((player, text), known) == known
                if rng.random() < 0.05:
                    tensor = bytes(map(int, state.information_state_tensor(player)))
                    assert tensors.setdefault((player, text), tensor) == tensor
                    assert told.setdefault((player, tensor), text) == text
            own[state.current_player()] += (action,)
            if len(state.at.tricks) > 2:
                break
    assert met > LINES


@pytest.mark.parametrize("era", PLAYED)
def test_deals_that_agree_are_the_same_to_the_player(era: str) -> None:
    """For whoever is to act; the game goes on from them to its end."""
    rng, found = random.Random(6), 0
    for _game in range(4):
        state = dealt(era, rng)
        for _action in steps(state, rng):
            if rng.random() < 0.1:
                player = state.current_player()
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.legal_actions() == state.legal_actions()
                found += other.history() != state.history()
                for _other in steps(other, rng):
                    pass
    assert found


def test_a_record_goes_on_behind_what_the_rules_forbid() -> None:
    """Revokes in 1840: each is refused by its rule when it is asked for, and noted when it is told."""
    rng, noted = random.Random(3), 0
    for _game in range(20):
        state = dealt("1840", rng)
        for _action in steps(state, rng):
            hand = state.at.hands[state.current_player()]
            wrong = [card for card in hand if card not in state.legal_actions()] if state.at.tricks else []
            if not wrong:
                continue
            told = state.clone()
            with pytest.raises(CodexError, match="is not legal"):
                told.apply_action(wrong[0])
            rule = told.force_action(wrong[0])
            assert rule == state.rule(wrong[0])
            assert told.history() == [*state.history(), wrong[0]]
            noted += 1
        for refused in (-1, 10**6):
            with pytest.raises(CodexError, match="is not legal"):
                dealt("1840", rng).force_action(refused)
    assert noted > 20


@pytest.mark.parametrize(
    ("may", "room"),
    [
        ({1: "abc", 2: "abc", 3: "a", 4: "bc", 5: "bc"}, {"a": 2, "b": 2, "c": 1}),
        ({1: "ab", 2: "ab", 3: "abc", 4: "abc", 5: "c", 6: "ac"}, {"a": 1, "b": 2, "c": 3}),
        ({1: "a", 2: "a", 3: "ab"}, {"a": 1, "b": 2}),
    ],
)
def test_every_lie_is_drawn_as_often_as_the_others(may: dict[int, str], room: dict[str, int]) -> None:
    """Counted against all lies that there are; where there is none, none is drawn."""
    places = [place for place, count in room.items() for _card in range(count)]
    lies = {order for order in permutations(places) if all(map(str.__contains__, may.values(), order))}
    names = {name: number for number, name in enumerate(room)}
    numbered = {card: [names[each] for each in where] for card, where in may.items()}
    rng, drawn = random.Random(4), Counter[tuple[str, ...]]()
    count = 200 * len(lies) if lies else 1
    for _draw in range(count):
        found = draw_places(numbered, {names[name]: size for name, size in room.items()}, rng)
        assert (found is None) == (not lies)
        if found is not None:
            where = {card: name for name, number in names.items() for card in found[number]}
            drawn[tuple(where[card] for card in may)] += 1
    assert {*drawn} == lies
    assert all(abs(times - 200) < 5 * 200**0.5 for times in drawn.values())
