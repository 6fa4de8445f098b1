"""Stamp committed results anew whose answers have not changed, after a seeded sample of them has been computed again.

For what alters no answer: a rebuilt core, a rule that no machine reads, another form of the stamp. Each result of which
an answer of the sample comes out otherwise is refused; it has to be computed anew by the command that is named. Tasks
and model games with short searches are computed again whole; of the others the sample shows an altered algorithm, but
proves nothing of the answers outside it.

    .venv/bin/python -m benchmarks.restamp           # compute the sample of every result; fail where one differs
    .venv/bin/python -m benchmarks.restamp --write   # and stamp those that are stale and agree
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import structs

from benchmarks import bench_machines
from benchmarks.bench_machines import ROOT
from lab.choices import Positions
from lab.choices import count_positions as tallied
from lab.tasks import make_deal, write_stamp
from tarock.analysis import annotation, machines, measures, tasks
from tarock.analysis.advice import AdvicePosition, find_advice
from tarock.analysis.calls import generate_other_calls
from tarock.analysis.core import Core
from tarock.analysis.goals import Aim
from tarock.analysis.hands import DiscardMethod, HandMeasures, HandSolver
from tarock.analysis.measures import ChoiceMeasures
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.stamps import ResultStamp, explain_stale, load_stamped, seal
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.record import Game
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.state import Engine
from tarock.replay import analyses, committed

SEED = 1840
HANDS, DEALS = 2, 3  # hands for each way to discard, and deals of each
LAST = 5  # cards of a hand up to which the values of every game are computed again
WHOLE = ("m6", "m8")  # games that are computed again whole


class SampledAnswer(NamedTuple):
    """An answer of the sample: what it is of, what is committed, what is computed now."""

    of: str
    committed: object
    computed: object


def sample_hands(codex: ComputedCodex) -> Iterator[SampledAnswer]:
    """Yield some deals of some hands for each way to discard."""
    held = measures.load(measures.locate_file(codex.project.rules), HandMeasures)
    assert held
    engine, core, rng = Engine(codex.games.pack, codex.games.rules), Core(codex.project.core), random.Random(SEED)
    for way in DiscardMethod:
        for told in rng.sample([each for each in held.found if each.question.discard is way], HANDS):
            dealt = HandSolver(engine, core, told.question)
            for number in rng.sample(range(1, len(told.values) + 1), DEALS):
                value = dealt.solve_deal(number).values[told.question.aim]
                yield SampledAnswer(f"{told.question.hand} {way} {number}", told.values[number - 1], value)


def sample_choices(codex: ComputedCodex) -> Iterator[SampledAnswer]:
    """Yield a question of which all positions are computed again: one of those with the fewest cards."""
    held = measures.load(measures.locate_file(codex.project.rules, ChoiceMeasures), ChoiceMeasures)
    assert held
    fewest = min(each.question.cards for each in held.found)
    told = random.Random(SEED).choice([each for each in held.found if each.question.cards == fewest])
    of = Positions(codex.games.pack, codex.games.rules, Core(codex.project.core), told.question)
    found = tallied(told.question.aim, [of.values(number) for number in range(1, told.tally.positions + 1)])
    yield SampledAnswer(str(told.question), told.tally, found)


def sample_game(codex: ComputedCodex, name: str) -> Iterator[SampledAnswer]:
    """Yield every play of a game with few cards left, every seventh call, and some games whole."""
    held = annotation.load(annotation.locate_file(codex.project.rules, name))
    assert held
    games, core = codex.games, Core(codex.project.core)
    if name in WHOLE:
        found = analyses.compute(
            codex.games, games.replay_model(name, BASE), held.nodes, tuple(Aim), calls=bool(held.calls)
        )
        yield SampledAnswer(name, (held.plays, held.calls), (found.plays, found.calls))
        return
    deal = OpenCards(games.follow(name, BASE), games.pack, games.rules, core)
    for play, (moment, _seat, _card) in zip(held.plays, deal.generate_moments(), strict=True):
        for aim, bounds in play.values.items() if moment.cards <= LAST else ():
            values = {card.name: (it.low, it.high) for card, it in deal.solve_cards(moment, aim).items()}
            yield SampledAnswer(
                f"{name} {play.trick} {play.seat} {aim}", dict(zip(play.legal, bounds, strict=True)), values
            )
    if held.calls:
        others = {(each.course.game.king.name, each.course.game.scat): each for each in generate_other_calls(deal)}
        yield SampledAnswer(f"{name} calls", len(held.calls.found), len(others))
        for call, other in list(zip(held.calls.found, others.values(), strict=True))[::7]:
            value = other.solve(other.make_start(), Aim.WIN, held.nodes)
            yield SampledAnswer(f"{name} {call.king} {call.scat}", call.win, (value.low, value.high))


def sample_tasks(codex: ComputedCodex) -> Iterator[SampledAnswer]:
    """Yield what is said of each task: its deal, the cards that may be played, that solve it, and the advice."""
    games, core = codex.games, Core(codex.project.core)

    def model(name: str) -> Game:
        return games.report(name).best.replay.game

    for task in tasks.load_tasks(codex.project):
        line = replay(task.make_solved_game(games.pack, model), games.pack, games.rules)
        deal, (trick, before) = OpenCards(line, games.pack, games.rules, core), task.place
        moments = list(deal.generate_moments())
        at = (trick - 1) * len(deal.seats) + before
        plays = tuple((seat, card) for _moment, seat, card in moments[at:])
        shown = AdvicePosition(deal, moments[at][0], task.goal, plays)
        legal, solutions = (
            tuple(" ".join(card.printed for card in group) for group in groups)
            for groups in (shown.groups, shown.solving_groups)
        )
        dealt = make_deal(task.deal.seed, games.pack) if task.deal else None
        yield SampledAnswer(
            task.id,
            (task.legal, task.solutions, task.hard, task.advice, task.deal, ()),
            (legal, solutions, shown.is_hard, find_advice(shown), dealt, line.findings),
        )


def sample_machines(_codex: ComputedCodex) -> Iterator[SampledAnswer]:
    """Yield some deals of matches between levels, and the hints of some games, by the module that is here."""
    rng, held = random.Random(SEED), bench_machines.read_results()
    for match in held.list_matches():
        if {match.of, match.against} <= {"1", "2", "3"}:
            kinds, seed = (f":{match.of}", f":{match.against}"), bench_machines.draw_seed(match.frozen)
            for number in rng.sample(range(match.deals), DEALS):
                paid = bench_machines.play_deal(*kinds, seed, number)
                yield SampledAnswer(f"{match.of} {match.against} {number}", match.points[number], paid)
    if held.hints:
        for number in rng.sample(range(len(held.hints.games)), HANDS):
            seed = bench_machines.draw_seed(held.hints.frozen)
            said = bench_machines.judge_game("", seed, machines.HELD_OUT + number)
            yield SampledAnswer(f"hints {number}", held.hints.games[number], said)


class CommittedResult(NamedTuple):
    """A committed result: its name, why it is stale, its sample, how it is stamped, what computes it anew."""

    name: str
    reason: str
    sample: Callable[[ComputedCodex], Iterator[SampledAnswer]]
    stamp: Callable[[], None]
    run: str


def list_results(codex: ComputedCodex) -> Iterator[CommittedResult]:
    """Yield every committed result."""
    context, rules = codex.context, codex.project.rules
    for kind, sample in ((HandMeasures, sample_hands), (ChoiceMeasures, sample_choices)):
        yield _measures(codex, kind, sample)
    for name in codex.games.names:
        yield _game(codex, name)
    stamp = load_stamped(rules / tasks.STAMP, ResultStamp, "") or ResultStamp(inputs="")

    yield CommittedResult(
        tasks.FILE, explain_stale(stamp, committed.tasks_stamp(context)), sample_tasks, lambda: write_stamp(codex),
        "run `.venv/bin/python -m lab.tasks --write`",
    )  # fmt: skip

    path = machines.locate_file(rules)
    yield CommittedResult(
        path.name, explain_stale(bench_machines.read_results(), committed.machines_stamp(context)), sample_machines,
        lambda: bench_machines.write_results(bench_machines.read_results()), machines.RUN,
    )  # fmt: skip


def _measures(
    codex: ComputedCodex,
    kind: type[HandMeasures | ChoiceMeasures],
    sample: Callable[[ComputedCodex], Iterator[SampledAnswer]],
) -> CommittedResult:
    path = measures.locate_file(codex.project.rules, kind)
    held, now = measures.load(path, kind), committed.measures_stamp(codex.context, kind)
    assert held

    def stamp() -> None:
        measures.write(path, seal(structs.replace(held, algorithm=now.algorithm, inputs=now.inputs)))

    return CommittedResult(path.name, explain_stale(held, now), sample, stamp, measures.RUN)


def _game(codex: ComputedCodex, name: str) -> CommittedResult:
    path = annotation.locate_file(codex.project.rules, name)
    held = annotation.load(path)
    assert held

    def stamp() -> None:
        analyses.write(path, committed.stamp_again(codex.context, name, held))

    reason = explain_stale(held, committed.game_stamp(codex.context, name, held))
    run = committed.game_command(name)
    return CommittedResult(path.name, reason, lambda codex: sample_game(codex, name), stamp, run)


def main(codex: ComputedCodex, *, write: bool) -> int:
    """Compute the sample of every result, stamp those that agree, and return how many do not."""
    refused = 0
    for result in list_results(codex.without_copies):
        other = next((each for each in result.sample(codex.without_copies) if each.committed != each.computed), None)
        if other:
            refused += 1
            said = f"{other.of}: committed {other.committed}, computed {other.computed}; {result.run}"
        else:
            said = "the sample agrees" + (f"; {result.reason}" if result.reason else "")
            if result.reason and write:
                result.stamp()
                said += "; stamped"
        print(f"{result.name}: {said}", flush=True)
    return refused


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="stamp what is stale and agrees")
    sys.exit(bool(main(ComputedCodex(Project(ROOT)), write=parser.parse_args().write)))
