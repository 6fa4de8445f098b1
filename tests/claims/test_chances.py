"""Where unseen cards may lie: against lists of all ways, and against sums made by hand from binomial coefficients."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.claims.context import ClaimContext
from tarock.claims.functions import chances
from tarock.codex import ComputedCodex

HAND, TALON, SCAT = 12, 6, 3  # 1840:14.1, 15.1 and 37.1


@pytest.fixture(scope="module")
def context(computed: ComputedCodex) -> ClaimContext:
    return ClaimContext(computed.context)


def none_of(count: int, at: tuple[int, ...], of: int) -> Fraction:
    """The chance that `count` cards in `of` places all lie elsewhere than in places of these sizes."""
    return Fraction(comb(of - sum(at), count), comb(of, count))


def either(count: int, one: int, other: int, of: int) -> Fraction:
    """That one place or the other has none: what both have is counted once."""
    return none_of(count, (one,), of) + none_of(count, (other,), of) - none_of(count, (one, other), of)


# m6: none of the fourteen tarocks in the talon (28 other cards, 6 of them there); then five Careau lie among 28 - 6
# cards that are in the hands. By inclusion and exclusion over the three hands, of the 36 cards that are not the talon.
TALONS = comb(28, 6)


def m6() -> Fraction:
    whole = comb(42, 6) * comb(36, 12) * comb(24, 12)
    found = 0
    for low in range(6):  # so many Careau are in the talon
        talons = comb(5, low) * comb(23, 6 - low)
        left = 5 - low
        hands = comb(36, 12) * comb(24, 12)
        one, two = comb(36 - left, 12) * comb(24, 12), comb(36 - left, 12) * comb(24 - left, 12)
        three = hands if left == 0 else 0
        found += talons * (3 * one - 3 * two + three)
    return Fraction(found, whole)


EXPECTED = {
    "1840-m3-fear-for-king": either(4, HAND, HAND, 35),
    "1840-m5-volat-founded": sum(
        (Fraction(comb(11, held) * comb(24, 12 - held), comb(35, 12)) for held in range(5)), Fraction(0)
    ),
    "1840-m6-not-to-be-expected": m6(),
    "1840-m7-volat-not-expected": Fraction(comb(11, 2), comb(35, 2)),
    "1840-77-three-kings-likely": Fraction(HAND, 3 * HAND + TALON),
    "1840-77-fourth-king-in-talon": Fraction(TALON, 3 * HAND + TALON),
    "1840-85-five-in-sight": either(2, HAND, HAND, 35),
    "1840-85-six-in-sight": Fraction(1),
    # an opponent does not see the cards laid away: of 39 unseen ones the king is the partner's
    "1840-96-three-of-called-suit-counted": none_of(4, (HAND,), SCAT + 3 * HAND - 1),
    "1840-96-four-of-called-suit-counted": none_of(3, (HAND,), SCAT + 3 * HAND - 1),
    "1840-96-five-of-called-suit-counted": none_of(2, (HAND,), SCAT + 3 * HAND - 1),
    "1840-110-king-zu-dritt-counted": none_of(4, (HAND,), 11 + HAND + SCAT + HAND),
    "1840-m7-c-sees": Fraction(1, 2),  # seven places with A and with B
}


def test_the_counts_of_the_claims_are_those_of_the_binomial_coefficients(computed: ComputedCodex) -> None:
    found = {each.claim.id: each for each in computed.checked_claims if each.claim.compute == "chances.share"}
    assert {name: each.computed for name, each in found.items()} == {k: str(v) for k, v in EXPECTED.items()}
    certain = {name for name, each in EXPECTED.items() if each == 1}
    assert {name for name, each in found.items() if each.verdict in ("confirmed", "as expected")} == certain
    assert {each.verdict for name, each in found.items() if name not in certain} == {"undetermined"}


def test_the_numbers_of_the_model_games_are_those_of_their_cards(computed: ComputedCodex) -> None:
    """The missing cards, counted from the hands and talons of the games."""
    for game, seat, with_talon, kind, count in (
        ("m3", "B", True, "Herz", 5), ("m5", "A", True, "Tarock", 13), ("m6", "C", False, "Tarock", 14),
        ("m6", "C", False, "Careau", 5),
    ):  # fmt: skip
        played = computed.games.follow(game, "corrected").game
        seen = {*played.hands[seat], *(played.talon.cards if with_talon else ())}
        missing = [card for card in computed.games.pack.cards if card not in seen]
        assert len([card for card in missing if card.suit == kind]) == count, (game, kind)
        assert len(missing) == (36 if with_talon else 42)


@pytest.mark.slow
@given(
    st.integers(0, 2), st.integers(0, 2), st.integers(0, 3), st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.booleans(),
)  # fmt: skip
def test_a_share_is_that_of_all_ways_listed(
    small: int, other: int, least: int, bounds: tuple[int, int], alternative: bool
) -> None:
    """Two hands of four places and three; the ways are listed card by card."""

    class Few:
        def rules(self) -> Any:
            return self

        def number(self, key: str) -> int:
            return {"deal.hand": 4, "deal.talon": 3}[key]

    kinds = {"red": small, "black": other}
    low, high = min(bounds), max(bounds)
    every: dict[str, Any] = {"Anna": {"red": (low, high)}}
    some: dict[str, Any] = {"Anna": {"black": (0, 0)}, "Talon": {"black": (0, least)}} if alternative else {}
    cards = ["red"] * small + ["black"] * other + ["plain"] * (7 - small - other)
    found = whole = 0
    for held in combinations(range(7), 4):
        whole += 1
        mine = [cards[place] for place in held]
        theirs = [card for place, card in enumerate(cards) if place not in held]
        one = not some or mine.count("black") == 0 or theirs.count("black") <= least
        found += low <= mine.count("red") <= high and one
    share = chances.share(Few(), kinds, {"Anna": 0}, talon=True, all=every, any=some)  # type: ignore[arg-type]
    assert Fraction(share) == Fraction(found, whole)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"kinds": {"Herz": 1}, "hands": {"B": 0}, "all": {"C": {"Herz": (0, 0)}}}, "unknown place `C`"),
        ({"kinds": {"Herz": 1}, "hands": {"B": 0}, "any": {"B": {"Pique": (0, 0)}}}, "cards of an unknown kind"),
        ({"kinds": {"Herz": 13}, "hands": {"B": 0}}, "there are more cards than room for them"),
    ],
)
def test_what_cannot_be_asked_is_refused(context: ClaimContext, given: dict[str, Any], said: str) -> None:
    with pytest.raises(CodexError, match=said):
        chances.share(context, **given)
