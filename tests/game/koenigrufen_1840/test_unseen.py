"""Deals that agree with what a player knows: each as likely as the others, held against all that there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.state import SEATS, Options, Phase, State
from tests.conftest import EVERY
from tests.game.koenigrufen_1840.test_state import engine, known_to, talking

Lie = tuple[tuple[int, ...], ...]  # the hands as they were dealt, the halves of the talon, what was discarded


def find_lie(state: State) -> Lie:
    talon, half = state.at.talon, engine().half_size
    parts = (*state.at.dealt, talon[:half], talon[half:], state.at.scat)
    return tuple(tuple(sorted(part)) for part in parts)


def ending(seed: int, options: Options, *, solo: bool, left: int, mine: bool) -> tuple[State, int]:
    """A game with so many tricks left, and a player to act: the declarer, or another (`mine` false)."""
    for number in range(seed, seed + 5000):
        rng = random.Random(number)
        state = State(engine(options), dealer=number % len(SEATS))
        for _action in talking(state, rng):
            act = state.current_player()
            played = sum(len(trick) == len(SEATS) for trick in state.at.tricks)
            if state.phase is Phase.PLAY and engine().hand_size - played == left:
                halves = solo or state.at.kept > state.at.first
                if (not state.at.kept) == solo and (act == state.declarer) == mine and halves:
                    return state, act
                break
    raise AssertionError("no such ending")


def list_lies(state: State, player: int) -> Iterator[Lie]:
    """Every lie of the cards that a player does not see, whether it agrees with what he knows or not."""
    known, at = known_to(state, player), state.at
    hidden = sorted({*range(len(engine().cards))} - known)
    buyer = state.declarer if at.kept and state.declarer != player else -1
    places = [seat for seat, hand in enumerate(at.hands) if seat != player for _card in hand]
    shown = [card for card in at.scat if card in known]
    places += [-2] * (len(at.scat) - len(shown)) if buyer >= 0 else []
    places += [-1] * (len(hidden) - len(places))
    for order in {*permutations(places)}:
        lying: dict[int, list[int]] = {place: [] for place in (*range(len(SEATS)), -1, -2)}
        for card, place in zip(hidden, order, strict=True):
            lying[place].append(card)
        for trick in at.tricks:
            for seat, card in trick:
                lying[seat].append(card)
        lying[player] = list(at.dealt[player])
        upper = engine().buys_upper(at.kept) if at.kept else True
        if buyer < 0:
            seen = [card for card in at.talon if card in known]
            first = [card for card in at.talon[: engine().half_size] if card in known]
            if not seen:
                for half in combinations(lying[-1], engine().half_size):
                    yield pack_up(lying, half, [card for card in lying[-1] if card not in half], at.scat)
            else:
                yield pack_up(lying, first, [card for card in seen if card not in first], at.scat)
            continue
        away = [*shown, *lying[-2]]
        held = [*lying[buyer], *away]
        rest = engine().find_half(at.talon, at.kept - engine().raise_fold)  # what is left is shown
        for half in combinations(held, engine().half_size):
            lying[buyer] = [card for card in held if card not in half]
            halves = (half, rest) if upper else (rest, half)
            yield pack_up(lying, halves[0], halves[1], away)


def pack_up(lying: dict[int, list[int]], upper: object, lower: object, away: object) -> Lie:
    hands = [lying[seat] for seat in range(len(SEATS))]
    return tuple(tuple(sorted(part)) for part in (*hands, upper, lower, away))  # type: ignore[call-overload]


def agrees(state: State, player: int, lie: Lie) -> bool:
    """Whether the game can have gone as it has with these cards, and the player would have seen the same."""
    *hands, upper, lower, away = map(list, lie)
    left = dict(enumerate(hands))
    left[-1] = upper + lower
    order = [left[place].pop(0) for place in engine().places[state.dealer]]
    laid = sorted(away, key=lambda card: card in engine().tarocks)  # suit cards first: 1840:35.5
    own = iter(state.at.scat if player == state.declarer else laid)
    other, began = State(state.engine, state.dealer), len(order)
    try:
        for action in [*order, *state.history()[began:]]:
            other.apply_action(next(own) if other.phase is Phase.SCAT else action)
    except CodexError:
        return False
    return other.information_state_string(player) == state.information_state_string(player)


CASES = [
    pytest.param({"solo": False, "left": 2, "mine": True}, Options(), 40, id="declarer who has seen both halves"),
    pytest.param({"solo": True, "left": 1, "mine": False}, Options(), 1, id="defender of a Solo"),
    pytest.param({"solo": False, "left": 1, "mine": False}, Options(left_shown=True), 0.1, id="defender of a Dreier"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "options", "times"), CASES if EVERY == 1 else CASES[:1])
def test_each_deal_that_agrees_is_drawn_as_often_as_the_others(
    case: dict[str, bool | int], options: Options, times: float
) -> None:
    """Against an enumeration of all lies; the sum of squares of what is drawn is that of equal chances."""
    state, player = ending(52, options, **case)  # type: ignore[arg-type]
    lies = {lie for lie in list_lies(state, player) if agrees(state, player, lie)}
    assert find_lie(state) in lies
    assert len(lies) > 1
    rng = random.Random(7)
    draws = round(times * len(lies))
    drawn = Counter(find_lie(state.resample_from_infostate(player, rng.random)) for _draw in range(draws))
    assert {*drawn} <= lies
    spread = sum((drawn[lie] - times) ** 2 / times for lie in lies)
    freedom = len(lies) - 1
    assert abs(spread - freedom) < 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.slow
@pytest.mark.parametrize("options", [Options(), Options(left_shown=True), Options(next_deals=True)], ids=str)
def test_a_deal_is_found_wherever_the_game_stands(options: Options) -> None:
    """For every player, in every phase, and the game goes on from it to its end."""
    rng, phases = random.Random(8), set[Phase]()
    for _game in range(40 if EVERY == 1 else 10):
        state = State(engine(options))
        for _action in talking(state, rng):
            often = {Phase.DEAL: 0.02, Phase.WORDS: 0.1, Phase.PLAY: 0.1}.get(state.phase, 0.5)
            if rng.random() < often:
                player = rng.randrange(len(SEATS))
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observe(player) == state.observe(player)
                assert other.legal_actions(player) == state.legal_actions(player)
                for _other in talking(other, rng):
                    pass
                phases.add(state.phase)
    assert phases == {*Phase} - {Phase.END}
