"""The search for legal lines where a player revokes in the transcript."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tarock.analysis.legal_lines import legal_lines
from tarock.game.koenigrufen_1840.replay import replay
from tests.game.koenigrufen_1840.builders import (
    hands_to_play,
    may_play,
    model,
    pack,
    rules,
    taker,
    with_exchange,
)

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.record import Game

# By hand: in Musterspiel 1 B must be rid of the Careau-Dame by trick 10; it may go where B has neither the suit
# led nor a Tarock, in tricks 7 and 8, or on the Careau itself. In 5 only the Careau-Dame in trick 9 leaves B
# void for trick 11, the Careau-Zweier being played in 10.
FOUND = {
    "m1": {((7, 12),), ((8, 12),), ((10, 12),)},
    "m5": {((9, 12),)},
}


@pytest.mark.parametrize("name", FOUND)
def test_lines_with_one_exchange(name: str) -> None:
    lines = legal_lines(replay(model(name), pack(), rules()), rules())
    assert {line.swaps for line in lines} == FOUND[name]
    assert {line.seat for line in lines} == {"B"}


def _legal_orders(name: str, seat: str, count: int) -> set[frozenset[tuple[int, int]]]:
    """All sets of `count` separate exchanges that make the seat's plays legal and keep the takers, by brute force."""
    game = model(name)
    pairs = list(combinations(range(1, 13), 2))
    found = set()
    for swaps in combinations(pairs, count):
        if len({number for swap in swaps for number in swap}) < 2 * count:
            continue
        other = game
        for first, second in swaps:
            other = with_exchange(other, seat, first, second)
        if [taker(trick) for trick in other.tricks] != [taker(trick) for trick in game.tricks]:
            continue
        if all(
            dict(new)[seat].suit == dict(old)[seat].suit
            for new, old in zip(other.tricks, game.tricks, strict=True)
            if new[0][0] == seat
        ) and _legal(other, seat):
            found.add(frozenset(swaps))
    return found


def _legal(game: Game, seat: str) -> bool:
    hand = set(hands_to_play(game)[seat])
    for trick in game.tricks:
        each = dict(trick)[seat]
        led = None if trick[0][0] == seat else trick[0][1]
        if each not in may_play(hand, led):
            return False
        hand.discard(each)
    return True


@pytest.mark.parametrize(("name", "seat", "count"), [("m1", "B", 1), ("m2", "D", 1), ("m2", "D", 2), ("m5", "B", 1)])
def test_agrees_with_brute_force(name: str, seat: str, count: int) -> None:
    lines = legal_lines(replay(model(name), pack(), rules()), rules())
    found = {frozenset(line.swaps) for line in lines if len(line.swaps) == count}
    assert found == _legal_orders(name, seat, count)


def test_musterspiel_2_has_four_lines_two_of_which_keep_the_points() -> None:
    # D must be rid of both Careaus by tricks 7 and 9, and may throw one off on the Treffle of 6 or 8. The
    # Spieler's side takes 7, 9 and 10, A takes 6, 8 and 11: 162 thirds as printed.
    lines = legal_lines(replay(model("m2"), pack(), rules()), rules())
    assert {line.seat for line in lines} == {"D"}
    assert {line.swaps: line.declarer_thirds for line in lines} == {
        ((7, 10), (8, 11)): 162,
        ((6, 11), (7, 10)): 162,
        ((7, 10), (9, 11)): 156,  # the Pique-Reiter, 7, goes to A for the Careau-Dreier, 1
        ((6, 10), (7, 11)): 159,  # the Careau-Bube, 4, goes to A for the Herz-Zweier, 1
    }


@pytest.mark.parametrize("name", ["m1", "m2", "m5"])
def test_the_lines_are_legal_and_keep_every_taker(name: str) -> None:
    played = replay(model(name), pack(), rules())
    for line in legal_lines(played, rules()):
        game = played.game
        for first, second in line.swaps:
            game = with_exchange(game, line.seat, first, second)
        again = replay(game, pack(), rules())
        assert not any(each.code.startswith("PLAY") for each in again.findings)
        assert again.winners == played.winners
        assert again.declarer_thirds == line.declarer_thirds


def test_no_line_without_a_revoke_or_with_two_who_revoke() -> None:
    assert legal_lines(replay(model("m7"), pack(), rules()), rules()) == []
    # D keeps his Herz in trick 6, B his Tarock in trick 9
    two = replay(with_exchange(with_exchange(model("m7"), "D", 6, 12), "B", 8, 9), pack(), rules())
    assert {each.seat for each in two.findings if each.code == "PLAY-REVOKE"} == {"B", "D"}
    assert legal_lines(two, rules()) == []
