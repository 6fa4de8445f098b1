"""The search of endings: hand-worked endings, and the same results as a naive search without any short cut."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.analysis.solver import AllTricks, Ending, Goal, Prevent, Solver, Takes, Ultimo, decide_goal
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import Play, read_cards
from tarock.game.common.trick_law import TrickLaw
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTables

from ..conftest import ROOT

RULES = Rules(EraTables(Project(ROOT), ["1840"])["1840"])
PACK = Pack(RULES)
LAW = TrickLaw.of(RULES)
SEATS = "ABCD"
LAWS = {
    "1840": LAW,
    **{
        f"{key} {value}": TrickLaw.of(RULES.fork({key: value}))
        for key, value in (
            ("play.follow_suit", False),
            ("play.follow_tarock", False),
            ("play.must_tarock", False),
            ("play.must_overtake", True),
            ("rank.tarock_beats_suit", False),
        )
    },
}
# One solver for each law and all tests: what it has cached of one ending must not mislead it in another.
SOLVERS = {law: Solver(PACK.cards, law) for law in LAWS.values()}
CORES = {law: Solver(PACK.cards, law, Project(ROOT).core) for law in LAWS.values()}


def can_force(position: Ending, goal: Goal, party: Collection[str], law: TrickLaw = LAW) -> bool:
    """What the search in Python finds; the core finds the same."""
    found = SOLVERS[law].can_force(position, goal, party)
    assert CORES[law].can_force(position, goal, party) is found
    return found


def good_cards(position: Ending, goal: Goal, party: Collection[str]) -> list[Card]:
    found = SOLVERS[LAW].find_good_cards(position, goal, party)
    assert CORES[LAW].find_good_cards(position, goal, party) == found
    return found


class Trick(NamedTuple):
    plays: tuple[Play, ...]
    winner: str
    last: bool


def line(position: Ending, goal: Goal, party: Collection[str]) -> Iterator[Trick]:
    """The tricks of a line in which each side plays a card that keeps its result, up to the deciding one."""
    others = [seat for seat in position.hands if seat not in party]
    while any(position.hands.values()):
        seat = position.to_play
        wanted = (goal, party) if seat in party else (Prevent(goal), others)
        card = (good_cards(position, *wanted) or LAW.find_legal(position.hands[seat], position.table))[0]
        table = (*position.table, (seat, card))
        position = position.play(seat, card, LAW)
        if not position.table:
            trick = Trick(table, position.leader, last=not any(position.hands.values()))
            yield trick
            if decide_goal(goal, trick.winner, [card.name for _seat, card in table], last=trick.last) is not None:
                return


def all_tricks(party: Collection[str]) -> Goal:
    return AllTricks(frozenset(party))


def takes(card: str, party: str) -> Goal:
    return Takes(PACK.require(card).name, frozenset(party))


def ultimo(holder: str) -> Goal:
    return Ultimo(holder, PACK.pagat.name)


def ending(leader: str, *hands: str, seats: str = SEATS) -> Ending:
    return Ending({seat: frozenset(read_cards(text, PACK)) for seat, text in zip(seats, hands, strict=True)}, leader)


def naive(position: Ending, goal: Goal, party: Collection[str], law: TrickLaw) -> bool:
    """The same question by plain recursion: every legal card is tried, nothing remembered."""
    seat = position.to_play
    results = []
    for card in law.find_legal(position.hands[seat], position.table):
        after = position.play(seat, card, law)
        if after.table:
            results.append(naive(after, goal, party, law))
            continue
        last = not any(after.hands.values())
        fallen = [card.name for _seat, card in position.table] + [card.name]
        found = decide_goal(goal, after.leader, fallen, last=last)
        if found is None:
            found = False if last else naive(after, goal, party, law)
        results.append(found)
    return any(results) if seat in party else all(results)


class TestHandWorked:
    def test_the_highest_tarock_left_takes_its_trick(self) -> None:
        position = ending("A", "XX - Herz-Aß", "XIX - Herz-König", "Pique-König, Dame", "Pique-Bube, Zehner")
        assert not can_force(position, all_tricks("A"), "A")  # Herz-Aß loses, before or after the XX
        assert can_force(position, takes("XIX", "A"), "A")
        # either by leading the XX, or the Herz: then B is in and must lead the XIX himself
        assert good_cards(position, takes("XIX", "A"), "A") == [
            PACK.require("Herz-Aß"), PACK.require("XX"),
        ]  # fmt: skip

    def test_a_partner_behind_can_be_set_in(self) -> None:
        # A has nothing; his friend C takes Herz with the king and then has the highest tarock.
        position = ending("A", "Herz-Aß - Careau-Aß", "II - Herz-Zweier", "XX - Herz-König", "Herz-Dreier - Pique-Dame")
        assert can_force(position, all_tricks("AC"), "AC")
        assert [str(card) for card in good_cards(position, all_tricks("AC"), "AC")] == ["Careau-Aß", "Herz-Aß"]

    def test_the_line_shows_the_catch(self) -> None:
        # § 117: the V forces out the blank Scüs, and the Mond comes home.
        position = ending("A", "XXI V", "Scüs - Herz-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        assert can_force(position, takes("Mond", "A"), "A")
        tricks = list(line(position, takes("Mond", "A"), "A"))
        assert [trick.winner for trick in tricks] == ["B", "A"]
        assert tricks[0].plays[0] == ("A", PACK.require("V"))

    def test_a_failing_party_is_shown_its_refutation(self) -> None:
        position = ending("A", "XXI V", "Scüs II", "Pique-König, Dame", "Treffle-König, Dame")
        assert not can_force(position, takes("Mond", "A"), "A")
        last = list(line(position, takes("Mond", "A"), "A"))[-1]
        assert last.winner == "B"
        assert PACK.mond in dict(last.plays).values()

    def test_ultimo_needs_the_last_trick(self) -> None:
        goal = ultimo("A")
        kept = ending("A", "Pagat - Herz-König", "Herz-Aß - Careau-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        assert good_cards(kept, goal, "A") == [PACK.require("Herz-König")]
        assert not can_force(kept, Prevent(goal), "BCD")
        guarded = ending("A", "Pagat - Herz-König", "II - Herz-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        assert not can_force(guarded, goal, "A")
        assert can_force(guarded, Prevent(goal), "B")

    def test_plays_on_the_table_count(self) -> None:
        position = ending("A", "XXI V", "Scüs - Herz-Aß", "Pique-König, Dame", "Treffle-König, Dame")
        goal = takes("Mond", "A")
        assert can_force(position.play("A", PACK.require("V"), LAW), goal, "A")
        assert not can_force(position.play("A", PACK.mond, LAW), goal, "A")

    def test_cards_of_two_suits_are_never_alike(self) -> None:
        # On the Pique B would throw the Herz-Dame away; in the order of the pack no card lies between the two of A.
        goal = takes("Herz-Dame", "A")
        hands = ("Herz-Dame - Treffle-Siebner", "Pique-König, Dame", "Pique-Bube, Zehner")
        position = ending("A", "Herz-König - Pique-Siebner", *hands)
        assert can_force(position, goal, "A")
        assert good_cards(position, goal, "A") == [PACK.require("Herz-König")]

    def test_an_ending_of_the_same_shape_without_the_card_of_the_goal_is_another(self) -> None:
        goal, others = takes("Herz-Dame", "A"), ("Pique-König, Dame", "Pique-Bube, Zehner")
        assert can_force(ending("A", "Herz-König - Treffle-König", "Herz-Dame - Treffle-Dame", *others), goal, "A")
        assert not can_force(ending("A", "Herz-Cavall - Treffle-König", "Herz-Bube - Treffle-Dame", *others), goal, "A")

    def test_a_law_that_must_overtake_gives_another_result(self) -> None:
        # Playing under with the II catches the Mond; who must overtake cannot.
        position = ending("A", "XXI V", "Scüs II", "Pique-König, Dame", "Treffle-König, Dame")
        strict = TrickLaw.of(RULES.fork({"play.must_overtake": True}))
        goal = takes("Mond", "A")
        assert can_force(position, goal, "A", strict) and not can_force(position, goal, "A")

    def test_three_seats_play_too(self) -> None:
        position = ending("B", "XX - Herz-Aß", "XIX V", "VI - Herz-König", seats="ABC")
        assert can_force(position, takes("XIX", "A"), "A") == naive(position, takes("XIX", "A"), "A", LAW)


class TestPosition:
    def test_a_card_cannot_lie_twice(self) -> None:
        with pytest.raises(CodexError, match=r"^XX lies in two places of the ending"):
            ending("A", "XX", "XX", "II", "III")
        with pytest.raises(CodexError, match=r"^XX lies in two places of the ending"):
            Ending({"A": frozenset(), "B": frozenset((PACK.require("XX"),))}, "A", (("A", PACK.require("XX")),))

    def test_hands_must_be_even(self) -> None:
        with pytest.raises(CodexError, match="as many cards in each"):
            ending("A", "XX V", "XIX", "II", "III")

    def test_the_leader_sits_at_the_table(self) -> None:
        with pytest.raises(CodexError, match="nobody sits at E"):
            ending("E", "XX", "XIX", "II", "III")

    def test_the_table_is_played_in_turn(self) -> None:
        with pytest.raises(CodexError, match="not played in turn"):
            Ending({"A": frozenset(), "B": frozenset()}, "A", (("B", PACK.require("XX")),))

    def test_a_play_out_of_turn_is_refused(self) -> None:
        with pytest.raises(CodexError, match="C plays out of turn"):
            ending("A", "XX", "XIX", "II", "III").play("C", PACK.require("II"), LAW)

    def test_a_revoke_is_refused(self) -> None:
        position = ending("A", "XX V", "XIX - Herz-Aß", "II VI", "III VII").play("A", PACK.require("XX"), LAW)
        with pytest.raises(CodexError, match="B may not play Herz-Aß"):
            position.play("B", PACK.require("Herz-Aß"), LAW)

    def test_the_winner_leads_the_next_trick(self) -> None:
        position = ending("A", "XX V", "XIX - Herz-Aß", "XXI VI", "III VII")
        for seat, name in (("A", "XX"), ("B", "XIX"), ("C", "XXI"), ("D", "III")):
            position = position.play(seat, PACK.require(name), LAW)
        assert (position.leader, position.table) == ("C", ())
        assert all(len(hand) == 1 for hand in position.hands.values())


# A pack in which tarocks and suits meet often.
SMALL = [PACK.require(name) for name in ("Pagat", "II", "VII", "XIII", "XX", "Mond", "Scüs")] + [
    card for card in PACK.cards if card.suit in ("Herz", "Pique")
]


@st.composite
def endings(draw: st.DrawFn) -> Ending:
    size = draw(st.integers(2, 3))
    cards = draw(st.permutations(SMALL))[: 4 * size]
    hands = {seat: frozenset(cards[number::4]) for number, seat in enumerate(SEATS)}
    return Ending(hands, draw(st.sampled_from(SEATS)))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Ending, Goal, str]:
    position = draw(endings())
    party = "".join(seat for seat in SEATS if draw(st.booleans()))
    held = sorted((card for hand in position.hands.values() for card in hand), key=str)
    card: Card = draw(st.sampled_from(held))
    goal = draw(
        st.sampled_from([all_tricks(party), takes(card.name, party), Ultimo(draw(st.sampled_from(SEATS)), card.name)])
    )
    return position, draw(st.sampled_from([goal, Prevent(goal)])), party


@pytest.mark.slow
class TestLaws:
    @given(questions(), st.sampled_from(list(LAWS)))
    def test_agrees_with_naive_search(self, question: tuple[Ending, Goal, str], name: str) -> None:
        position, goal, party = question
        law = LAWS[name]
        assert can_force(position, goal, party, law) == naive(position, goal, party, law)

    @given(questions())
    def test_what_is_not_forced_can_be_prevented(self, question: tuple[Ending, Goal, str]) -> None:
        position, goal, party = question
        others = "".join(seat for seat in SEATS if seat not in party)
        assert can_force(position, goal, party, LAW) != can_force(position, Prevent(goal), others)

    @given(questions())
    def test_the_line_is_legal_and_has_the_result(self, question: tuple[Ending, Goal, str]) -> None:
        position, goal, party = question
        forced = can_force(position, goal, party)
        *_before, last = line(position, goal, party)
        assert bool(decide_goal(goal, last.winner, [card.name for _seat, card in last.plays], last=last.last)) == forced

    @given(questions())
    def test_good_cards_are_those_that_keep_the_goal(self, question: tuple[Ending, Goal, str]) -> None:
        position, goal, party = question
        good = good_cards(position, goal, party)
        seat = position.to_play
        for card in LAW.find_legal(position.hands[seat], ()):
            assert (card in good) == can_force(position.play(seat, card, LAW), goal, party)

    @given(endings(), st.integers(0, 3), st.sampled_from(["A", "AC", "BD", "ABC"]))
    def test_names_and_counting_of_seats_do_not_matter(self, position: Ending, turn: int, party: str) -> None:
        other = dict(zip(SEATS, ("Nord", "Ost", "Süd", "West"), strict=True))
        order = SEATS[turn:] + SEATS[:turn]
        renamed = Ending({other[seat]: position.hands[seat] for seat in order}, other[position.leader])
        assert can_force(position, all_tricks(party), party) == can_force(
            renamed, all_tricks([other[seat] for seat in party]), [other[seat] for seat in party], LAW
        )

    @given(endings())
    def test_nobody_forces_what_all_others_cannot_stop_together(self, position: Ending) -> None:
        """A larger party can do whatever a smaller one can."""
        assert can_force(position, all_tricks("AC"), "AC", LAW) or not can_force(position, all_tricks("AC"), "A")


def test_undecided_is_not_reached() -> None:
    position = ending("A", "XX", "XIX", "II", "III")  # nobody has the Mond
    assert not can_force(position, takes("Mond", "A"), "A")
    assert can_force(position, Prevent(takes("Mond", "A")), "BCD")


def test_another_pack_with_the_same_cards_may_be_asked_about() -> None:
    """A solver knows cards by name: packs that differ in points only share what was found."""
    dear = Pack(RULES.fork({"card_points.pagat": 6}))
    hands = ("Pagat - Herz-König", "Herz-Aß - Careau-Aß", "Pique-König, Dame", "Treffle-König, Dame")
    position = Ending({seat: frozenset(read_cards(text, dear)) for seat, text in zip(SEATS, hands, strict=True)}, "A")
    for solver in (SOLVERS[LAW], CORES[LAW]):
        assert solver.find_good_cards(position, ultimo("A"), "A") == [dear.require("Herz-König")]


@pytest.mark.parametrize("solvers", [SOLVERS, CORES])
def test_nothing_can_be_asked_of_an_ending_without_cards(solvers: dict[TrickLaw, Solver]) -> None:
    with pytest.raises(CodexError, match="no card is left in the ending; expected one in each hand"):
        solvers[LAW].can_force(Ending({seat: frozenset() for seat in SEATS}, "A"), all_tricks("A"), "A")
