"""The tasks: their lines before the referee, their solutions before the other solver, their advice in its paragraph."""

from __future__ import annotations

from collections import Counter

import pytest

from tarock.analysis.advice import AdvicePosition, find_advice
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.solver import Goal, Prevent, Solver, Takes, Ultimo
from tarock.analysis.tasks import FILE, Task, TaskGoal, load_tasks
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.replay import Replay, replay
from tests.analysis.open_endings import allowed, core, remembering

SHORT = 4  # cards up to which a plain search is quick


@pytest.fixture(scope="module")
def tasks(computed: ComputedCodex) -> list[Task]:
    return load_tasks(computed.project)


@pytest.fixture(scope="module")
def lines(computed: ComputedCodex, tasks: list[Task]) -> dict[str, Replay]:
    """The whole game of each task, as the engine replays it."""

    def model(name: str) -> Game:
        return computed.games.report(name).best.replay.game

    games = computed.games
    return {task.id: replay(task.make_solved_game(games.pack, model), games.pack, games.rules) for task in tasks}


def shown(task: Task, line: Replay, computed: ComputedCodex) -> AdvicePosition:
    games = computed.games
    deal = OpenCards(line, games.pack, games.rules, core())
    trick, before = task.place
    at = (trick - 1) * 4 + before
    moments = list(deal.generate_moments())
    plays = tuple((seat, card) for _moment, seat, card in moments[at:])
    return AdvicePosition(deal, moments[at][0], task.goal, plays)


@pytest.fixture(scope="module")
def positions(computed: ComputedCodex, tasks: list[Task], lines: dict[str, Replay]) -> dict[str, AdvicePosition]:
    pytest.importorskip("wasmtime")
    return {task.id: shown(task, lines[task.id], computed) for task in tasks}


def named(groups: tuple[str, ...]) -> set[str]:
    return {card for group in groups for card in group.split()}


def printed(cards: list[Card]) -> set[str]:
    return {card.printed for card in cards}


def test_there_are_enough_and_half_of_each_goal_are_hard(tasks: list[Task]) -> None:
    assert len(tasks) >= 60
    goals = Counter(task.goal for task in tasks)
    assert set(goals) == set(TaskGoal)
    for goal, count in goals.items():
        assert 2 * sum(task.hard for task in tasks if task.goal is goal) >= count
    assert sum(bool(task.model) for task in tasks) >= 4
    assert all(bool(task.model) != bool(task.deal) for task in tasks)
    assert all(len(task.legal) >= 3 and 0 < len(task.solutions) < len(task.legal) for task in tasks)
    assert all(len(task.solutions) == 1 for task in tasks if task.deal)
    paragraphs = Counter(task.advice.ref for task in tasks)
    assert len(paragraphs) >= 15
    assert max(paragraphs.values()) <= 8


def test_the_referee_finds_no_fault_in_a_line_and_it_reaches_the_goal(
    tasks: list[Task], lines: dict[str, Replay]
) -> None:
    for task in tasks:
        line = lines[task.id]
        assert line.findings == (), task.id
        trick, before = task.place
        seat, card = line.tricks[trick - 1].plays[before]
        assert (seat, card.printed) == (task.seat, card.printed)
        assert card.printed in named(task.solutions), task.id
        holder = next((seat for seat, hand in line.hands.items() if "Pagat" in {card.printed for card in hand}), "")
        reached = {
            TaskGoal.KEEP: line.result.ultimo_by == holder != "",
            TaskGoal.CATCH: not line.result.ultimo_by,
            TaskGoal.KING: not line.result.king_lost,
            TaskGoal.WIN: line.outcome.won == (line.side[task.seat] is line.side[line.game.declarer]),
        }
        assert reached[task.goal], task.id


def of_solver(it: AdvicePosition) -> tuple[Goal, frozenset[str]]:
    """The goal and those who want it, as the Python solver is asked."""
    deal, goal = it.deal, it.goal
    if goal is TaskGoal.KING:
        return Takes(deal.course.game.king.name, deal.declarer_side), deal.declarer_side
    ultimo, party = Ultimo(deal.pagat_holder, deal.pack.pagat.name), frozenset({it.seat, *it.friends})
    return (ultimo, party) if goal is TaskGoal.KEEP else (Prevent(ultimo), party)


@pytest.mark.slow
def test_another_solver_finds_the_same_solutions(
    tasks: list[Task], positions: dict[str, AdvicePosition], computed: ComputedCodex
) -> None:
    games = computed.games
    solver = Solver(games.pack.cards, next(iter(positions.values())).deal.law)
    for task in tasks:
        position = positions[task.id]
        moment = position.moment
        assert printed(allowed(position.deal, moment)) == named(task.legal), task.id
        assert [" ".join(card.printed for card in group) for group in position.groups] == list(task.legal), task.id
        assert printed(position.solving_cards) == named(task.solutions), task.id
        assert position.is_hard == task.hard, task.id
        if task.goal is not TaskGoal.WIN:
            good = printed(solver.find_good_cards(moment.position, *of_solver(position)))
            assert good & named(task.legal) == named(task.solutions), task.id
        elif moment.cards <= SHORT:
            wants = task.seat in position.deal.declarer_side
            values = {
                card.printed: remembering(position.deal, position.deal.play(moment, card), task.goal.aim)
                for card in position.legal
            }
            assert {card for card, value in values.items() if bool(value) is wants} == named(task.solutions), task.id


def test_the_advice_stands_in_its_paragraph_and_is_what_the_task_shows(
    tasks: list[Task], positions: dict[str, AdvicePosition], computed: ComputedCodex
) -> None:
    edition = computed.corpus.edition("1840")
    for task in tasks:
        ident = task.advice.ref.removeprefix("1840:")
        assert 79 <= int(ident.partition(".")[0]) <= 125
        assert task.advice.quote in edition.passages[ident].text, task.id
        assert find_advice(positions[task.id]) == task.advice, task.id


def test_the_deals_are_those_of_their_seeds(tasks: list[Task], computed: ComputedCodex) -> None:
    from lab.tasks import make_deal

    for task in tasks:
        if task.deal:
            assert make_deal(task.deal.seed, computed.games.pack) == task.deal, task.id


def test_the_tool_that_writes_the_tasks_keeps_comments(codex: Project) -> None:
    """A comment of somebody's stands before the second task; the tool writes the third and the second."""
    from lab.tasks import HEAD, format_task, write_tasks

    file = codex.rules / FILE
    _first, second, third = load_tasks(codex)[:3]
    note = f'# read by somebody\n- id: "{second.id}"\n'
    file.write_text(file.read_text(encoding="utf-8").replace(f'- id: "{second.id}"\n', note), encoding="utf-8")
    write_tasks(ComputedCodex(codex), HEAD + format_task(third) + format_task(second))
    text = file.read_text(encoding="utf-8")
    assert text.count(note) == 1
    assert text.startswith(HEAD)
    assert [task.id for task in load_tasks(codex)] == [third.id, second.id]
