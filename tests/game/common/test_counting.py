"""Counting heaps, § 6: in groups and in closed form, the rejected way, and what a count means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.game.common.cards import Card
from tarock.game.common.counting import count_by_groups, count_singly, count_thirds, decide_outcome, format_thirds
from tests.game.koenigrufen_1840.builders import cards, pack, rules

piles = st.sets(st.sampled_from(pack().cards))


def heap(fives: int = 0, fours: int = 0, threes: int = 0, twos: int = 0, empty: int = 0) -> list[Card]:
    """A heap of so many cards of each value."""
    wanted = {5: fives, 4: fours, 3: threes, 2: twos, 0: empty}
    return [one for points, count in wanted.items() for one in [c for c in pack().cards if c.points == points][:count]]


def test_the_whole_pack_counts_seventy_and_by_the_other_way_106() -> None:
    assert count_by_groups(pack().cards, rules()) == count_thirds(pack().cards) == 210  # 6.18: 70 points
    assert count_singly(pack().cards, rules()) == 106  # 6.1


@given(piles)
def test_groups_and_closed_form_agree(pile: set[Card]) -> None:
    assert count_by_groups(pile, rules()) == count_thirds(pile)


@given(st.integers(0, 7), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 35))
def test_groups_and_closed_form_agree_whatever_the_mixture(
    fives: int, fours: int, threes: int, twos: int, empty: int
) -> None:
    pile = heap(fives, fours, threes, twos, empty)
    assert count_by_groups(pile, rules()) == count_thirds(pile)


def test_all_small_mixtures() -> None:
    # few empty cards: groups of two and three counting cards, and counting cards left over alone
    for counting in range(8):
        for empty in range(8):
            pile = heap(fives=counting, empty=empty)
            assert count_by_groups(pile, rules()) == 13 * counting + empty, (counting, empty)


@given(piles)
def test_two_piles_of_a_pack_count_seventy_together(pile: set[Card]) -> None:
    rest = [one for one in pack().cards if one not in pile]
    assert count_by_groups(pile, rules()) + count_by_groups(rest, rules()) == 210
    assert count_singly(pile, rules()) + count_singly(rest, rules()) == 106


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (("Herz-Dame", "Herz-Cavall", "Herz-Bube"), 7),  # 6.15: not nine, seven
        (("Herz-König", "Herz-Bube", "Herz-Aß"), 6),  # 6.16: not eight, six
        (("Herz-Dame", "Herz-Aß", "XX"), 4),  # 6.17
        (("XX", "II", "Pique-Zehner"), 1),  # 6.14: three empty cards
    ],
)
def test_triples(names: tuple[str, ...], points: int) -> None:
    assert count_by_groups(cards(*names), rules()) == count_thirds(cards(*names)) == 3 * points


def test_the_trick_of_6_2() -> None:
    # König, Dame, Reiter and an empty card: thirteen by the other way of counting
    assert count_singly(cards("Herz-König", "Herz-Dame", "Herz-Cavall", "II"), rules()) == 13


@pytest.mark.parametrize(
    ("name", "pile", "leaves", "thirds", "singly"),
    [
        # A, 6.4: 2·5 + 4·4 + 4·3 + 2·2 = 42 and three empty: 126 − 24 + 3 = 105 thirds, 35: Remis; 45: lost by 8
        ("A", heap(2, 4, 4, 2, 3), 15, 105, 45),
        # B, 6.5: 5 + 12 + 12 + 8 = 37 and nineteen empty: 111 − 24 + 19 = 106, 35 1/3: Remis; 56: won by 3
        ("B", heap(1, 3, 4, 4, 19), 31, 106, 56),
        # C, 6.6: 30 + 8 + 2 = 40 and six empty: 120 − 18 + 6 = 108, 36: won by one; 46: lost by 7
        ("C", heap(6, 2, 0, 1, 6), 15, 108, 46),
    ],
)
def test_the_three_heaps_of_6(name: str, pile: list[Card], leaves: int, thirds: int, singly: int) -> None:
    assert len(pile) == leaves, name
    assert count_thirds(pile) == count_by_groups(pile, rules()) == thirds
    assert count_singly(pile, rules()) == singly


def test_what_the_three_heaps_win() -> None:
    assert decide_outcome(105, rules()).remis
    assert decide_outcome(106, rules()).remis
    assert (decide_outcome(108, rules()).won, decide_outcome(108, rules()).points) == (True, 1)


def test_leaves_left_over_with_the_scat() -> None:
    # 6.21: at 1, 4, 7, 10 tricks one card is left over, at 2, 5, 8, 11 two
    over = {tricks: (tricks * 4 + 3) % 3 for tricks in range(13)}
    assert [tricks for tricks in over if over[tricks] == 1] == [1, 4, 7, 10]
    assert [tricks for tricks in over if over[tricks] == 2] == [2, 5, 8, 11]
    # so many empty cards show as so many thirds
    for tricks in (1, 2, 4, 5, 7):
        assert count_by_groups(heap(empty=tricks * 4 + 3), rules()) % 3 == over[tricks]


@pytest.mark.parametrize(
    ("points", "over", "won", "remis", "by"),
    [
        (36, 0, True, False, 1),  # 6.18
        (35, 2, True, False, 1),  # 6.24: lacks one card, the others two
        (35, 1, False, True, 0),  # 6.25
        (35, 0, False, True, 0),  # 6.19
        (34, 0, False, False, 1),
        (34, 1, False, False, 1),
        (36, 1, True, False, 1),
        (58, 1, True, False, 23),  # Musterspiel 1, as the author counts it
        (33, 1, False, False, 2),  # Musterspiel 3
        (27, 0, False, False, 8),  # Musterspiel 6
        (70, 0, True, False, 35),
        (0, 0, False, False, 35),
    ],
)
def test_outcome(points: int, over: int, won: bool, remis: bool, by: int) -> None:
    found = decide_outcome(3 * points + over, rules())
    assert (found.won, found.remis, found.points, found.other_points) == (won, remis, by, None)


@pytest.mark.parametrize(
    ("points", "taken", "other"),
    [
        (36, 2, 1),  # 36 2/3: up to 37 or down to 36
        (40, 6, 5),
        (34, 0, 1),  # 34 2/3: Remis like 35, or lost by one
        (33, 1, 2),
        (20, 14, 15),
    ],
)
def test_two_cards_over_elsewhere_than_at_35_leave_the_source_open(points: int, taken: int, other: int) -> None:
    found = decide_outcome(3 * points + 2, rules())
    assert (found.points, found.other_points) == (taken, other)


@given(st.integers(0, 210))
def test_both_sides_agree_on_who_won(thirds: int) -> None:
    found = decide_outcome(thirds, rules())
    assert found.won == (thirds >= 107)  # 35 2/3
    assert not (found.won and found.remis)
    assert found.points >= 0


def test_show_thirds() -> None:
    assert [format_thirds(value) for value in (0, 1, 105, 106, 107, 210)] == [
        "0",
        "0 1/3",
        "35",
        "35 1/3",
        "35 2/3",
        "70",
    ]
