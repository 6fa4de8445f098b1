"""The search of endings: hand-worked endings, and the same results as a naive search without any short cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.errors import CodexError
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import read_cards
from tarock.game.common.trick_law import TrickLaw
from tarock.project import Project
from tarock.proof import endgame
from tarock.proof.endgame import (
    Goal,
    Position,
    Trick,
    all_tricks,
    can_force,
    card_taken,
    good_cards,
    opposite,
    solve,
    ultimo,
)
from tarock.rules.ruleset import Rules
from tarock.rules.tables import load_tables

from ..conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Collection

RULES = Rules(load_tables(Project(ROOT), ["1840"])["1840"])
PACK = Pack(RULES)
LAW = TrickLaw.of(RULES)
SEATS = "ABCD"


def ending(leader: str, *hands: str, seats: str = SEATS) -> Position:
    return Position({seat: frozenset(read_cards(text, PACK)) for seat, text in zip(seats, hands, strict=True)}, leader)


def naive(position: Position, goal: Goal, party: Collection[str], law: TrickLaw) -> bool:
    """The same question by plain recursion: every legal card is tried, nothing remembered."""
    seat = position.to_play
    results = []
    for card in law.legal(position.hands[seat], position.table):
        after = position.after(seat, card, law)
        if after.table:
            results.append(naive(after, goal, party, law))
            continue
        last = not any(after.hands.values())
        decided = goal.judge(Trick((*position.table, (seat, card)), after.leader, last))
        if decided is None:
            decided = False if last else naive(after, goal, party, law)
        results.append(decided)
    return any(results) if seat in party else all(results)


class TestHandWorked:
    def test_the_highest_tarock_left_takes_its_trick(self) -> None:
        position = ending("A", "XX - Herz-Aß", "XIX - Herz-König", "Pique-König, Dame", "Pique-Bube, Zehner")
        assert not can_force(position, all_tricks("A"), "A", LAW)  # Herz-Aß loses, before or after the XX
        assert can_force(position, card_taken(PACK.card("XIX"), "A"), "A", LAW)
        # either by leading the XX, or the Herz: then B is in and must lead the XIX himself
        assert good_cards(position, card_taken(PACK.card("XIX"), "A"), "A", LAW) == [
            PACK.card("Herz-Aß"), PACK.card("XX"),
        ]  # fmt: skip

    def test_a_partner_behind_can_be_set_in(self) -> None:
        # A has nothing; his friend C takes Herz with the king and then has the highest tarock.
        position = ending("A", "Herz-Aß - Careau-Aß", "II - Herz-Zweier", "XX - Herz-König", "Herz-Dreier - Pique-Dame")
        assert can_force(position, all_tricks("AC"), "AC", LAW)
        assert [str(card) for card in good_cards(position, all_tricks("AC"), "AC", LAW)] == ["Careau-Aß", "Herz-Aß"]

    def test_the_line_shows_the_catch(self) -> None:
        # § 117: the V forces out the blank Scüs, and the Mond comes home.
        position = ending("A", "XXI V", "Scüs - Herz-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        found = solve(position, card_taken(PACK.mond, "A"), "A", LAW)
        assert found.forced
        assert [trick.winner for trick in found.line] == ["B", "A"]
        assert found.line[0].plays[0] == ("A", PACK.card("V"))

    def test_a_failing_party_is_shown_its_refutation(self) -> None:
        position = ending("A", "XXI V", "Scüs II", "Pique-König, Dame", "Treffle-König, Dame")
        found = solve(position, card_taken(PACK.mond, "A"), "A", LAW)
        assert not found.forced
        assert found.line[-1].winner == "B"
        assert PACK.mond in dict(found.line[-1].plays).values()

    def test_ultimo_needs_the_last_trick(self) -> None:
        goal = ultimo(PACK.pagat, "A")
        kept = ending("A", "Pagat - Herz-König", "Herz-Aß - Careau-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        assert good_cards(kept, goal, "A", LAW) == [PACK.card("Herz-König")]
        assert not can_force(kept, opposite(goal), "BCD", LAW)
        guarded = ending("A", "Pagat - Herz-König", "II - Herz-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        assert not can_force(guarded, goal, "A", LAW)
        assert can_force(guarded, opposite(goal), "B", LAW)

    def test_plays_on_the_table_count(self) -> None:
        position = ending("A", "XXI V", "Scüs - Herz-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        goal = card_taken(PACK.mond, "A")
        assert can_force(position.after("A", PACK.card("V"), LAW), goal, "A", LAW)
        assert not can_force(position.after("A", PACK.mond, LAW), goal, "A", LAW)

    def test_a_law_that_must_overtake_gives_another_result(self) -> None:
        # Playing under with the II catches the Mond; who must overtake cannot.
        position = ending("A", "XXI V", "Scüs II", "Pique-König, Dame", "Treffle-König, Dame")
        strict = TrickLaw.of(RULES.with_values({"play.must_overtake": True}))
        goal = card_taken(PACK.mond, "A")
        assert can_force(position, goal, "A", strict) and not can_force(position, goal, "A", LAW)

    def test_three_seats_play_too(self) -> None:
        position = ending("B", "XX - Herz-Aß", "XIX V", "VI - Herz-König", seats="ABC")
        assert can_force(position, card_taken(PACK.card("XIX"), "A"), "A", LAW) == naive(
            position, card_taken(PACK.card("XIX"), "A"), "A", LAW
        )


class TestPosition:
    def test_a_card_cannot_lie_twice(self) -> None:
        with pytest.raises(CodexError, match="XX twice in the ending"):
            ending("A", "XX", "XX", "II", "III")

    def test_hands_must_be_even(self) -> None:
        with pytest.raises(CodexError, match="as many cards in each"):
            ending("A", "XX V", "XIX", "II", "III")

    def test_the_leader_sits_at_the_table(self) -> None:
        with pytest.raises(CodexError, match="nobody sits at E"):
            ending("E", "XX", "XIX", "II", "III")

    def test_the_table_is_played_in_turn(self) -> None:
        with pytest.raises(CodexError, match="out of turn"):
            Position({"A": frozenset(), "B": frozenset()}, "A", (("B", PACK.card("XX")),))

    def test_a_play_out_of_turn_is_refused(self) -> None:
        with pytest.raises(CodexError, match="C plays out of turn"):
            ending("A", "XX", "XIX", "II", "III").after("C", PACK.card("II"), LAW)

    def test_a_revoke_is_refused(self) -> None:
        position = ending("A", "XX V", "XIX - Herz-Aß", "II VI", "III VII").after("A", PACK.card("XX"), LAW)
        with pytest.raises(CodexError, match="B may not play Herz-Aß"):
            position.after("B", PACK.card("Herz-Aß"), LAW)

    def test_the_winner_leads_the_next_trick(self) -> None:
        position = ending("A", "XX V", "XIX - Herz-Aß", "XXI VI", "III VII")
        for seat, name in (("A", "XX"), ("B", "XIX"), ("C", "XXI"), ("D", "III")):
            position = position.after(seat, PACK.card(name), LAW)
        assert (position.leader, position.table) == ("C", ())
        assert all(len(hand) == 1 for hand in position.hands.values())


# A pack in which tarocks and suits meet often.
SMALL = [PACK.card(name) for name in ("Pagat", "II", "VII", "XIII", "XX", "Mond", "Scüs")] + [
    card for card in PACK.cards if card.suit in ("Herz", "Pique")
]


@st.composite
def endings(draw: st.DrawFn) -> Position:
    size = draw(st.integers(2, 3))
    cards = draw(st.permutations(SMALL))[: 4 * size]
    hands = {seat: frozenset(cards[number::4]) for number, seat in enumerate(SEATS)}
    return Position(hands, draw(st.sampled_from(SEATS)))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Position, Goal, str]:
    position = draw(endings())
    party = "".join(seat for seat in SEATS if draw(st.booleans()))
    held = sorted((card for hand in position.hands.values() for card in hand), key=str)
    card: Card = draw(st.sampled_from(held))
    goal = draw(
        st.sampled_from([all_tricks(party), card_taken(card, party), ultimo(card, draw(st.sampled_from(SEATS)))])
    )
    return position, draw(st.sampled_from([goal, opposite(goal)])), party


class TestLaws:
    @given(questions())
    def test_agrees_with_naive_search(self, question: tuple[Position, Goal, str]) -> None:
        position, goal, party = question
        assert can_force(position, goal, party, LAW) == naive(position, goal, party, LAW)

    @given(questions())
    def test_what_is_not_forced_can_be_prevented(self, question: tuple[Position, Goal, str]) -> None:
        position, goal, party = question
        others = "".join(seat for seat in SEATS if seat not in party)
        assert can_force(position, goal, party, LAW) != can_force(position, opposite(goal), others, LAW)

    @given(questions())
    def test_the_line_is_legal_and_has_the_result(self, question: tuple[Position, Goal, str]) -> None:
        position, goal, party = question
        found = solve(position, goal, party, LAW)
        decided = None
        for trick in found.line:
            assert decided is None
            for seat, card in trick.plays:
                position = position.after(seat, card, LAW)
            assert position.leader == trick.winner
            decided = goal.judge(trick)
        assert bool(decided) == found.forced

    @given(questions())
    def test_good_cards_are_those_that_keep_the_goal(self, question: tuple[Position, Goal, str]) -> None:
        position, goal, party = question
        good = good_cards(position, goal, party, LAW)
        seat = position.to_play
        for card in LAW.legal(position.hands[seat], ()):
            assert (card in good) == can_force(position.after(seat, card, LAW), goal, party, LAW)

    @given(endings(), st.integers(0, 3), st.sampled_from(["A", "AC", "BD", "ABC"]))
    def test_names_and_counting_of_seats_do_not_matter(self, position: Position, turn: int, party: str) -> None:
        other = dict(zip(SEATS, ("Nord", "Ost", "Süd", "West"), strict=True))
        order = SEATS[turn:] + SEATS[:turn]
        renamed = Position({other[seat]: position.hands[seat] for seat in order}, other[position.leader])
        assert can_force(position, all_tricks(party), party, LAW) == can_force(
            renamed, all_tricks([other[seat] for seat in party]), [other[seat] for seat in party], LAW
        )

    @given(endings())
    def test_nobody_forces_what_all_others_cannot_stop_together(self, position: Position) -> None:
        """A larger party can do whatever a smaller one can."""
        assert can_force(position, all_tricks("AC"), "AC", LAW) or not can_force(position, all_tricks("AC"), "A", LAW)


def test_undecided_is_not_reached() -> None:
    never = Goal("never decided", lambda trick: None)
    assert not can_force(ending("A", "XX", "XIX", "II", "III"), never, "A", LAW)


def test_module_has_a_plain_interface() -> None:
    assert endgame.__doc__
    assert all(getattr(endgame, name).__doc__ for name in ("Position", "Goal", "solve", "can_force", "good_cards"))
