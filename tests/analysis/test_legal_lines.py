"""The search for legal lines where a player revokes in the transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tarock.analysis.legal_lines import LegalLine, search_legal_lines
from tarock.game.common.cards import Card
from tarock.game.common.records import Side
from tarock.game.koenigrufen_1840.record import Game
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

REVOKING = {"m1": "B", "m2": "D", "m5": "B"}

# By hand: in Musterspiel 1 B must be rid of the Careau-Dame by trick 10; it may go where B has neither the suit
# led nor a Tarock, in tricks 7 and 8, or on the Careau itself. In 5 only the Careau-Dame in trick 9 leaves B
# void for trick 11, the Careau-Zweier being played in 10.
FOUND = {
    "m1": {((7, 12),), ((8, 12),), ((10, 12),)},
    "m5": {((9, 12),)},
}


@pytest.mark.parametrize("name", FOUND)
def test_lines_with_one_exchange(name: str) -> None:
    lines = search_legal_lines(replay(model(name), pack(), rules()), rules()).fewest
    assert {line.swaps for line in lines} == FOUND[name]
    assert {line.changed for line in lines} == {swaps[0] for swaps in FOUND[name]}
    assert {line.seat for line in lines} == {"B"}


def _orders(game: Game, seat: str) -> Iterator[tuple[Card, ...]]:
    """Every order of the seat's cards in which all plays are legal and the takers stay, card by card (1840:63)."""
    takers = [taker(trick) for trick in game.tricks]
    hands = hands_to_play(game)
    rest = {other: [dict(trick)[other] for trick in game.tricks] for other in hands}

    def extend(number: int, order: tuple[Card, ...], left: list[Card]) -> Iterator[tuple[Card, ...]]:
        if number == len(game.tricks):
            yield order
            return
        trick = game.tricks[number]
        for each in may_play(left, None if trick[0][0] == seat else trick[0][1]):
            plays = [(who, each if who == seat else other) for who, other in trick]
            if taker(plays) == takers[number] and all(
                other in may_play(rest[who][number:], plays[0][1]) for who, other in plays[1:] if who != seat
            ):
                yield from extend(number + 1, (*order, each), [one for one in left if one is not each])

    return extend(0, (), sorted(hands[seat], key=str))


@pytest.mark.parametrize("name", ["m1", "m2"])
def test_the_class_is_counted_as_brute_force_does(name: str) -> None:
    """The third of the games has 342,720 lines: brute force over them takes too long for every run."""
    game, seat = model(name), REVOKING[name]
    played = replay(game, pack(), rules())
    ours = [played.side[winner] is Side.DECLARER for winner in played.winners]
    printed = [dict(trick)[seat] for trick in game.tricks]
    found: Counter[tuple[int, int]] = Counter()
    for order in _orders(game, seat):
        changed = sum(new is not old for new, old in zip(order, printed, strict=True))
        gained = sum(mine * (new.thirds - old.thirds) for new, old, mine in zip(order, printed, ours, strict=True))
        found[changed, gained] += 1
    lines = search_legal_lines(played, rules())
    fewest = min(changed for changed, _gained in found)
    assert lines.total == found.total()
    assert lines.total_same_points == sum(count for (_changed, gained), count in found.items() if not gained)
    assert Counter(line.declarer_thirds - played.declarer_thirds for line in lines.fewest) == {
        gained: count for (changed, gained), count in found.items() if changed == fewest
    }


def test_the_classes_of_the_three_games() -> None:
    """The sizes as brute force by another hand found them, before this search was written."""
    sizes = {name: search_legal_lines(replay(model(name), pack(), rules()), rules()) for name in REVOKING}
    assert {name: (len(lines.fewest), lines.total) for name, lines in sizes.items()} == {
        "m1": (3, 6_912),
        "m2": (8, 2_160),
        "m5": (1, 342_720),
    }


def test_musterspiel_2_has_eight_lines_three_of_which_keep_the_points() -> None:
    # D must be rid of both Careaus by tricks 7 and 9, and may throw one off on the Treffle of 6 or 8. The
    # Spieler's side takes 7, 9 and 10, A takes 6, 8 and 11: 162 thirds as printed. Which of the two Careaus comes
    # first, and which card of 10 and 11 goes with it, makes two orders of each pair of tricks but one.
    lines = search_legal_lines(replay(model("m2"), pack(), rules()), rules()).fewest
    assert {line.seat for line in lines} == {"D"}
    swaps = {line.swaps: line.declarer_thirds for line in lines}
    assert swaps[(7, 10), (8, 11)] == swaps[(6, 11), (7, 10)] == 162
    assert swaps[(7, 10), (9, 11)] == 156  # the Pique-Reiter, 7, goes to A for the Careau-Dreier, 1
    assert swaps[(6, 10), (7, 11)] == 159  # the Careau-Bube, 4, goes to A for the Herz-Zweier, 1
    assert Counter(swaps.values()) == {162: 3, 159: 3, 156: 2}


def with_line(game: Game, line: LegalLine) -> Game:
    """The game with the exchanges of a line made, one after the other."""
    for first, second in line.swaps:
        game = with_exchange(game, line.seat, first, second)
    return game


@pytest.mark.parametrize("name", REVOKING)
def test_the_lines_are_legal_and_keep_every_taker(name: str) -> None:
    played = replay(model(name), pack(), rules())
    for line in search_legal_lines(played, rules()).fewest:
        again = replay(with_line(played.game, line), pack(), rules())
        assert not any(each.code.startswith("PLAY") for each in again.findings)
        assert again.winners == played.winners
        assert again.declarer_thirds == line.declarer_thirds
        seat = [[dict(trick)[line.seat] for trick in each.game.tricks] for each in (played, again)]
        assert line.changed == tuple(n for n, (old, new) in enumerate(zip(*seat, strict=True), 1) if old != new)


def test_an_announced_pagat_is_held_back_in_every_line() -> None:
    """In game 3 B has announced ultimo (1840:51.3). He is made to revoke in trick 8."""
    game = with_exchange(model("m3"), "B", 3, 8)
    orders = list(_orders(game, "B"))
    kept = [order for order in orders if not any(one.is_tarock for one in order[order.index(pack().pagat) + 1 :])]
    assert 0 < len(kept) < len(orders)
    assert search_legal_lines(replay(game, pack(), rules()), rules()).total == len(kept)


def test_no_line_without_a_revoke_or_with_two_who_revoke() -> None:
    assert search_legal_lines(replay(model("m7"), pack(), rules()), rules()).fewest == ()
    # D keeps his Herz in trick 6, B his Tarock in trick 9
    two = replay(with_exchange(with_exchange(model("m7"), "D", 6, 12), "B", 8, 9), pack(), rules())
    assert {each.seat for each in two.findings if each.code == "PLAY-REVOKE"} == {"B", "D"}
    assert search_legal_lines(two, rules()).fewest == ()
