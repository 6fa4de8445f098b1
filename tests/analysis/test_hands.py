"""What a hand is worth: hands of which it is plain without any search, laws, and the command."""

from __future__ import annotations

import json
import random
import re
from math import isclose, sqrt
from typing import Any

import pytest
from msgspec import structs

from tarock.analysis import hands, measures
from tarock.analysis.goals import Aim
from tarock.analysis.hands import (
    DealtHand,
    DiscardMethod,
    HandMeasures,
    HandQuestion,
    HandSolver,
    compute_mean_bounds,
    summarise_deals,
)
from tarock.base.project import Project
from tarock.checks import trials
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Pack
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.replay import Course, play_through
from tarock.rules.ruleset import Rules
from tests.analysis.open_endings import core
from tests.conftest import Run
from tests.game.koenigrufen_1840.builders import cards, pack
from tests.game.koenigrufen_1840.test_state import engine

# The eleven highest trumps and a king take every trick of the forehand, whatever lies where: they beat all (1840:4.1),
# the other eleven fall to them, and nobody is left who could ruff the king. A Solo needs a king of one's own (38.1).
ALL_TRICKS = ("Scüs", "XXI", "XX", "XIX", "XVIII", "XVII", "XVI", "XV", "XIV", "XIII", "XII", "Herz-König")
# 1840:77.2, five trumps of middle size, a king, a suit that is not held, plain cards
DREIER = (
    "XIX", "XVIII", "XVII", "XIV", "XIII", "Herz-König", "Careau-Dreier", "Careau-Vierer", "Careau-Zweier",
    "Pique-Zehner", "Pique-Achter", "Pique-Neuner",
)  # fmt: skip


def asked(hand: tuple[str, ...] = DREIER, **fields: Any) -> HandSolver:
    question = HandQuestion(hand=hand, bid="dreier 1", aims=(Aim.WIN,), nodes=3000)
    return HandSolver(engine(), core(), structs.replace(question, **fields))


def test_the_highest_trumps_take_every_trick() -> None:
    of = asked(ALL_TRICKS, bid="solo", aims=(Aim.WIN, Aim.VOLAT, Aim.ULTIMO), nodes=3_000_000)
    for number in range(1, 6):
        values = of.solve_deal(number).values
        assert values[Aim.WIN] == values[Aim.VOLAT] == (1, 1)
        assert Aim.ULTIMO not in values  # who plays alone has not the Pagat here
    found = summarise_deals(of.question, [of.solve_deal(number) for number in range(1, 6)])
    assert (found.shares[Aim.VOLAT].reached, found.shares[Aim.VOLAT].missed) == (5, 0)


@pytest.mark.parametrize("seat", "ABCD")
@pytest.mark.parametrize("bid", ["dreier 1", "dreier 2", "dreier 3", "solo"])
def test_the_hand_is_the_declarers_and_the_rest_is_dealt(seat: str, bid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[Game] = []

    def noted(game: Game, pack: Pack, rules: Rules) -> Course:
        dealt.append(game)
        return play_through(game, pack, rules)

    monkeypatch.setattr(hands, "play_through", noted)
    others = set()
    for number in (1, 2):
        asked(seat=seat, bid=bid).solve_deal(number)
        game = dealt.pop()
        assert game.declarer == seat
        assert set(game.hands[seat]) == set(cards(*DREIER))
        lying = [card for hand in game.hands.values() for card in hand]
        lying += [*game.talon.whole, *game.talon.upper, *game.talon.lower]
        assert len(lying) == len(set(lying)) == len(pack().cards)
        assert (game.king in game.hands[seat]) is (bid == "solo")  # one's own at Solo (38.1), else of another hand
        assert [card for card in game.scat if card.is_tarock or card in pack().kings] == []
        others.add(frozenset(game.hands["ABCD"[("ABCD".index(seat) + 1) % 4]]))
    assert len(others) == 2


def test_the_same_question_has_the_same_deals_and_another_seed_others() -> None:
    first, again, other = asked(), asked(), asked(seed=2)
    assert [first.solve_deal(number) for number in (1, 2, 3)] == [again.solve_deal(number) for number in (3, 2, 1)][
        ::-1
    ]
    assert [first.solve_deal(number).scat for number in range(1, 9)] != [
        other.solve_deal(number).scat for number in range(1, 9)
    ]


def test_the_advice_keeps_the_called_suit_and_makes_voids() -> None:
    """1840:84.1, with the talon that comes: none of the called suit while there are others."""
    of = asked()
    for number in range(1, 9):
        deal = of.solve_deal(number)
        suit = deal.king.partition("-")[0]
        assert not [name for name in deal.scat if name.startswith(suit)]


def test_open_cards_bound_from_above_what_the_advice_reaches() -> None:
    exact = {"aims": (Aim.VOLAT,), "aim": Aim.VOLAT, "nodes": 0}
    strong = (*ALL_TRICKS[:9], "Herz-Aß", "Careau-Aß", "Pique-Zehner")
    advice, best = asked(strong, **exact), asked(strong, discard=DiscardMethod.OPEN, **exact)
    for number in range(1, 5):
        assert advice.solve_deal(number).values[Aim.VOLAT] <= best.solve_deal(number).values[Aim.VOLAT]


def test_a_discard_on_average_asks_nothing_of_the_hidden_cards() -> None:
    """Two deals alike in all that the declarer sees, his hand and what he buys; the samples depend on the number."""
    of = asked(discard=DiscardMethod.AVERAGE, nodes=300)
    seen: list[tuple[object, object]] = []
    order = of._draw_order

    def moved(rng: Any, bought: Any = (), left: Any = ()) -> list[int]:
        made = order(rng, bought, left)
        if seen and not bought:  # the second deal: the hidden cards are turned round, behind those he sees
            hidden = [place for place in range(len(made)) if place not in (*of._own_places, *of._bought_places)]
            for place, card in zip(hidden, [made[place] for place in reversed(hidden)], strict=True):
                made[place] = card
        return made

    for _time in (1, 2):
        of._draw_order = moved  # type: ignore[method-assign]
        deal = of.solve_deal(1)
        seen.append((deal.king, deal.scat))
    assert seen[0] == seen[1]


def test_shares_and_their_bounds() -> None:
    """Wilson's bounds solve |share - p| = z sqrt(p (1 - p) / n); what is not known is missed for the lower one."""
    values = [(1, 1)] * 12 + [(0, 0)] * 20 + [(0, 1)] * 8
    deals = [DealtHand(number=n, king="", scat=(), values={Aim.WIN: pair}) for n, pair in enumerate(values)]
    share = summarise_deals(asked().question, deals).shares[Aim.WIN]
    assert (share.reached, share.missed, share.unknown) == (12, 20, 8)
    for bound, seen in ((share.low, 12 / 40), (share.high, 20 / 40)):
        assert isclose(abs(seen - bound), 1.96 * sqrt(bound * (1 - bound) / 40))
    assert share.low < 12 / 40 < 20 / 40 < share.high


def test_the_bounds_of_a_mean() -> None:
    """Of 1, 2, 3, 4: the variance is 5/3, so that of the mean 5/12."""
    low, high = compute_mean_bounds([1, 2, 3, 4])
    assert isclose(high - 2.5, 1.96 * sqrt(5 / 12))
    assert isclose(2.5 - low, high - 2.5)
    assert compute_mean_bounds([7]) == (7, 7)


@pytest.mark.slow
def test_the_command_solves_once_and_goes_on_after_an_interruption(
    run: Run, codex: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    codex.build.mkdir(exist_ok=True)
    asked_for = ("hand", " ".join(ALL_TRICKS), "--bid", "solo", "--nodes", "3000000", "--deals", "4", "--json")
    solved: list[int] = []
    deal, limit = HandSolver.solve_deal, 2

    def counting(self: HandSolver, number: int) -> DealtHand:
        if len(solved) == limit:
            raise KeyboardInterrupt
        solved.append(number)
        return deal(self, number)

    monkeypatch.setattr(HandSolver, "solve_deal", counting)
    assert run(*asked_for, "--jobs", "1", root=codex).status == 130
    limit = 100
    first = run(*asked_for, "--jobs", "1", root=codex)
    assert first.status == 0
    assert solved == [1, 2, 3, 4]
    assert json.loads(first.out)["shares"]["win"]["reached"] == 4
    monkeypatch.setattr(HandSolver, "solve_deal", None)
    assert run(*asked_for, root=codex).out == first.out  # nothing is solved again
    assert re.search(r"^win +#{40} 4 of 4", run(*asked_for[:-1], root=codex).out, re.M)


def test_processes_find_what_one_finds(run: Run) -> None:
    asked_for = ("hand", " ".join(DREIER), "--nodes", "500", "--deals", "4", "--json")
    assert run(*asked_for, "--jobs", "1").out == run(*asked_for, "--jobs", "2").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((" ".join(ALL_TRICKS[:11]),), "the hand has 11 cards; expected 12"),
        ((" ".join((*ALL_TRICKS[:11], "XXI")),), "XXI is there twice"),
        (("XXI XXIII",), "XXIII"),
        ((" ".join(ALL_TRICKS), "--bid", "trischaken"), "`trischaken` is no bid; expected one of"),
        ((" ".join(ALL_TRICKS), "--king", "XX"), "`XX` is no king"),
        ((" ".join(ALL_TRICKS), "--deals", "0"), "0 deals; expected 1 to"),
        ((" ".join(ALL_TRICKS), "--jobs", "0"), "0 jobs; expected 1 to"),
    ],
)
def test_bad_input_is_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    refused = run("hand", *arguments)
    assert refused.status == 2
    assert said in refused.err


def test_where_trumps_must_be_discarded_the_advice_is_followed_card_by_card() -> None:
    """Twelve trumps, and a king among what is bought: fewer than three cards may go before a trump may (1840:35.2)."""
    of = asked((*ALL_TRICKS[1:11], "XI", "X"), nodes=200)
    assert [len(of.solve_deal(number).scat) for number in range(1, 7)] == [3] * 6


def test_the_authors_hands_are_measured_as_their_claims_ask(computed: ComputedCodex) -> None:
    """The third hand of 78.3: its first deals are solved again; the halves told in 114.4 lie where they are told."""
    path = measures.locate_file(computed.project.rules)
    measured = measures.load(path, HandMeasures)
    assert measured
    wanted = [*trials.collect_questions(computed)]
    assert [each.question for each in measured.found] == wanted
    assert {len(each.values) for each in measured.found} == {measures.DEALS}
    lost = next(
        each for each in measured.found if each.question.hand[:1] == ("XX",) and "Careau-König" in each.question.hand
    )
    of = HandSolver(engine(), core(), lost.question)
    assert tuple(of.solve_deal(number).values[Aim.WIN] for number in range(1, 6)) == lost.values[:5]
    told = next(each.question for each in measured.found if each.question.left)
    of = HandSolver(engine(), core(), told)
    deal = of.solve_deal(1)
    assert (deal.king, set(deal.scat)) == ("Treffle-König", set(told.scat))
    state = of._play_to_discard(of._draw_order(random.Random(3), *of.halves), of.king)
    assert {of.engine.names[card] for card in state.observe(of.seat).halves[-1]} == set(told.bought)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["inputs", "question", "gone"])
def test_measures_that_are_stale_fail_the_check(run: Run, codex: Project, fault: str) -> None:
    path = measures.locate_file(codex.rules)
    text = path.read_text(encoding="utf-8")
    match fault:
        case "inputs":
            path.write_text(text.replace('"inputs":"', '"inputs":"0', 1), encoding="utf-8")
        case "question":
            path.write_text(text.replace('"seed":1', '"seed":2', 1), encoding="utf-8")
        case "gone":
            path.unlink()
    found = run("check", root=codex)
    assert found.status == 1
    assert "-m lab.trials --write" in found.out
