"""The committed values of the model games: recomputed where that is quick, and held against the replay."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from msgspec import structs

from tarock.analysis.annotation import GameValues, PlayValues, annotate, digest_inputs, find_turning_points
from tarock.analysis.calls import digest_call_inputs, generate_other_calls
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import Interval, OpenCards
from tarock.base.project import Project
from tarock.game.koenigrufen_1840.replay import replay
from tarock.replay.analyses import NODES, load
from tests.analysis.open_endings import MODULE, core
from tests.conftest import ROOT, Run
from tests.game.koenigrufen_1840.builders import model, pack, rules
from tests.helpers import reported

GAMES = tuple(f"m{number}" for number in range(1, 9))


def committed(name: str) -> GameValues:
    found = load(Project(ROOT).rules / "analysis" / f"1840-{name}.json")
    assert found
    return found


def opened(name: str) -> OpenCards:
    return OpenCards(replay(model(name), pack(), rules()), pack(), rules(), core())


@pytest.mark.parametrize("name", GAMES)
def test_values_of_the_last_tricks_are_those_of_the_solver(name: str) -> None:
    deal, found = opened(name), committed(name)
    assert found.nodes == NODES
    assert [(play.seat, play.card) for play in found.plays] == [
        (seat, card.name) for trick in deal.course.tricks for seat, card in trick.plays
    ]
    for (moment, _seat, _card), play in zip(deal.generate_moments(), found.plays, strict=True):
        assert {card.name for card in deal.find_legal(moment)} == set(play.legal)
        if moment.cards <= 5:
            for aim, bounds in play.values.items():
                values = {card.name: value for card, value in deal.solve_cards(moment, aim).items()}
                assert [Interval(*pair) for pair in bounds] == [values[name] for name in play.legal]


@pytest.mark.parametrize("name", GAMES)
def test_each_value_is_the_best_that_comes_after_it(name: str) -> None:
    found = committed(name)
    for before, after in zip(found.plays, found.plays[1:], strict=False):
        if before.card not in before.legal:
            continue
        for aim, bounds in after.values.items():
            best = max if after.seat in found.wanted_by[aim] else min
            low, high = before.find_bounds(before.card)[aim]
            # bounds of both may be wider than the value, which is one
            assert best(pair[0] for pair in bounds) <= high and low <= best(pair[1] for pair in bounds)


@pytest.mark.parametrize("name", GAMES)
def test_after_the_last_card_stands_what_was_played(name: str) -> None:
    course, last = replay(model(name), pack(), rules()), committed(name).plays[-1]
    values = last.find_bounds(last.card)
    totals = course.sheet.totals
    defender = next(seat for seat in course.hands if seat not in (course.game.declarer, course.partner))
    due = {
        Aim.POINTS: course.declarer_thirds,
        Aim.WIN: int(course.outcome.won),
        Aim.KING: int(not course.result.king_lost),
        Aim.VOLAT: int(course.result.volat == "declarer"),
        Aim.SHEET: totals[course.game.declarer] - totals[defender],
    }
    assert {aim: values[aim] for aim in due if aim in values} == {
        aim: (value, value) for aim, value in due.items() if aim in values
    }


def _told(played: dict[Aim, tuple[int, int]], other: dict[Aim, tuple[int, int]], seat: str = "A") -> GameValues:
    values: dict[Aim, tuple[tuple[int, int], ...]] = {aim: (played[aim], other[aim]) for aim in played}
    play = PlayValues(trick=1, seat=seat, card="XX", legal=("XX", "II"), values=values)
    return GameValues(inputs="", nodes=1, wanted_by=dict.fromkeys(played, ("A", "C")), plays=(play,))


def test_a_card_gave_away_only_what_nothing_was_gained_for() -> None:
    points, win = Aim.POINTS, Aim.WIN
    for found, due in (
        (_told({points: (90, 90), win: (0, 0)}, {points: (93, 93), win: (0, 0)}), {points: (3, "II")}),
        (_told({points: (90, 90), win: (1, 1)}, {points: (93, 93), win: (0, 0)}), {}),  # it gained the game
        (_told({points: (90, 95), win: (0, 0)}, {points: (93, 99), win: (0, 0)}), {}),  # not proven
        (_told({points: (90, 92), win: (0, 0)}, {points: (94, 99), win: (0, 0)}), {points: (2, "II")}),  # at least
        (_told({points: (93, 93)}, {points: (90, 90)}), {}),
        (_told({points: (93, 93)}, {points: (90, 90)}, seat="B"), {points: (3, "II")}),  # the other side wants few
    ):
        assert found.find_losses(found.plays[0]) == due


def test_a_value_turns_where_the_card_proves_it() -> None:
    open_ = _told({Aim.POINTS: (90, 95)}, {Aim.POINTS: (93, 99)})
    assert list(find_turning_points(open_, Aim.POINTS)) == []
    lost = _told({Aim.POINTS: (90, 92)}, {Aim.POINTS: (93, 99)})
    assert [turn[1:] for turn in find_turning_points(lost, Aim.POINTS)] == [((93, 99), (90, 92))]


def test_the_inputs_are_everything_that_decides() -> None:
    """The hash is that of the file, and another with other rules, plays, nodes or goals."""
    game, law = model("m8"), rules()
    deal = OpenCards(replay(game, pack(), law), pack(), law, None)
    aims = [aim for aim in Aim if aim in deal.payoffs]
    held = digest_inputs(deal, MODULE, NODES, aims)
    assert held == committed("m8").inputs
    dearer = law.fork({"ultimo.bonus[announced=false,contract=dreier]": 2})
    free = law.fork({"play.must_tarock": False})
    fewer = structs.replace(game, tricks=(*game.tricks[:-1], game.tricks[-1][::-1]))
    for other in (
        digest_inputs(OpenCards(replay(game, pack(), dearer), pack(), dearer, None), MODULE, NODES, aims),
        digest_inputs(OpenCards(replay(game, pack(), free), pack(), free, None), MODULE, NODES, aims),
        digest_inputs(OpenCards(replay(fewer, pack(), law), pack(), law, None), MODULE, NODES, aims),
        digest_inputs(deal, MODULE, NODES + 1, aims),
        digest_inputs(deal, MODULE, NODES, aims[1:]),
    ):
        assert other != held


@pytest.mark.slow
def test_values_that_are_stale_are_a_problem(codex: Project) -> None:
    path = codex.rules / "analysis" / "1840-m8.json"
    path.write_text(path.read_text(encoding="utf-8").replace(committed("m8").inputs, "0" * 64), encoding="utf-8")
    (found,) = reported(codex).problems
    assert (found.code, found.ref) == ("ANALYSIS-STALE", "rules_data/analysis/1840-m8.json")


def test_a_game_of_ones_own_is_valued(run: Run) -> None:
    found = run("analyse", str(ROOT / "corpus/examples/my-game.yaml"), "--goal", "king", "--nodes", "20000")
    assert found.status == 0
    assert "nobody at the table saw" in found.out
    assert found.out.count("; forced") >= 4  # the last trick


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("1840:m8", "--nodes", "0"), "0 nodes; expected 1 to"),
        (("1840:m8", "--check", "--level", "printed"), "use it with a model game, without --level"),
        (("1840:m9",), "neither a model game nor a file"),
    ],
)
def test_what_cannot_be_asked_is_told(run: Run, arguments: tuple[str, ...], expected: str) -> None:
    found = run("analyse", *arguments)
    assert found.status == 2
    assert expected in found.err


def test_what_annotate_writes_is_read_back(run: Run) -> None:
    deal = opened("m8")
    found = annotate(deal, MODULE, 1000, (Aim.KING,))
    assert found.wanted_by == {Aim.KING: ("B", "C")}
    printed = json.loads(run("analyse", "1840:m8", "--goal", "king", "--nodes", "1000", "--json").out)
    assert printed["inputs"] == found.inputs
    assert len(printed["plays"]) == 48


@pytest.mark.slow
def test_the_committed_values_are_computed_again(run: Run) -> None:
    assert run("analyse", "1840:m6", "--check").status == 0


def test_the_discards_are_those_of_the_rules_and_each_call_is_what_the_solver_says() -> None:
    """§ 35: no king, and no trump where other cards are held. B has six such cards after buying."""
    calls = committed("m3").calls
    assert calls
    low = {"Treffle-Neuner", "Treffle-Achter", "Careau-Cavall", "Careau-Dreier", "Careau-Vierer", "Pique-Zehner"}
    lawful = {frozenset(three) for three in combinations(low, 3)}
    kings = {
        king.name: {frozenset(call.scat) for call in calls.found if call.king == king.name} for king in pack().kings
    }
    assert list(kings.values()) == [lawful] * 4 and len(calls.found) == 4 * len(lawful)
    # who holds the kings: the hands of m3.A to m3.D; B's own makes no partner (§ 38)
    holders = {"Treffle-König": "D", "Pique-König": "A", "Herz-König": "C", "Careau-König": ""}
    assert {call.king: call.partner for call in calls.found} == holders
    deals = {(deal.course.game.king.name, deal.course.game.scat): deal for deal in generate_other_calls(opened("m3"))}
    for call, deal in zip(calls.found[::7], list(deals.values())[::7], strict=True):
        found = deal.solve(deal.make_start(), Aim.WIN, NODES)
        assert (found.low, found.high) == call.win


def test_calls_are_stale_when_the_discard_of_one_may_be_otherwise() -> None:
    deals, module = list(generate_other_calls(opened("m3"))), Project(ROOT).core
    calls = committed("m3").calls
    assert calls and digest_call_inputs(deals, module, NODES) == calls.inputs
    assert digest_call_inputs(deals[:-1], module, NODES) != calls.inputs != digest_call_inputs(deals, module, NODES + 1)
