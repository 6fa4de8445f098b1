"""Measure the hands and the ways to play that claims ask about, and commit what is found.

    .venv/bin/python -m lab.trials           # measure all again; fail where one differs from what is committed
    .venv/bin/python -m lab.trials --write   # measure what is not committed or is stale, and commit it

Deals that were solved before are cached in `build/`, those of an interrupted run too.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lab.choices import Positions, count_positions
from tarock.analysis import measures
from tarock.analysis.core import Core
from tarock.analysis.hands import HandMeasure, HandMeasures
from tarock.analysis.measures import ChoiceMeasure, ChoiceMeasures
from tarock.analysis.stamps import explain_stale, seal
from tarock.base.project import find_project
from tarock.base.terminal import print_error, show, show_progress
from tarock.checks import trials
from tarock.cli.hand import choice_line, hand_lines, solve_deals
from tarock.cli.workers import make_hands
from tarock.codex import ComputedCodex
from tarock.replay import committed


def measure_hands(
    codex: ComputedCodex, known: Iterable[HandMeasure], jobs: int, dask: str | None
) -> Iterator[HandMeasure]:
    """Measure each hand that claims ask about; print and yield it. Hands in `known` are not measured again.

    `dask` is the address of a scheduler; without one `jobs` processes are used.
    """
    held = {each.question: each for each in known}
    for question in trials.collect_questions(codex):
        if not (found := held.get(question)):
            deals = solve_deals(codex, make_hands(codex, question), measures.DEALS, jobs, dask)
            found = HandMeasure(question=question, values=tuple(deal.values[question.aim] for deal in deals))
        show("\n".join([*hand_lines(found), ""]))
        yield found


def compare_ways(codex: ComputedCodex, known: Iterable[ChoiceMeasure], *_jobs: object) -> Iterator[ChoiceMeasure]:
    """Count the outcomes of each choice that claims ask about; print and yield them.

    Choices in `known` are not counted again.
    """
    core = Core(codex.project.core)
    for question in trials.collect_choices(codex):
        found = next((each for each in known if each.question == question), None)
        if not found:
            positions = Positions(codex.games.pack, codex.games.rules, core, question)
            numbers = show_progress([*range(1, measures.POSITIONS + 1)], "positions")
            counted = count_positions(question.aim, [positions.values(number) for number in numbers])
            found = ChoiceMeasure(question=question, tally=counted)
        show(choice_line(found))
        yield found


def main(codex: ComputedCodex, *, writing: bool, jobs: int, dask: str | None) -> int:
    """Measure hands and choices, then write or compare them.

    Return the exit status, 1 where committed results differ.
    """
    codex, differs = codex.without_copies, 0
    kinds: dict[Any, Callable[..., Iterator[Any]]] = {HandMeasures: measure_hands, ChoiceMeasures: compare_ways}
    for kind, measure in kinds.items():
        path = measures.locate_file(codex.project.rules, kind)
        held, now = measures.load(path, kind), committed.measures_stamp(codex.context, kind)
        fresh = held and writing and not explain_stale(held, now)
        found = tuple(measure(codex, held.found if held and fresh else (), jobs, dask))
        found = seal(kind(algorithm=now.algorithm, inputs=now.inputs, found=found))
        if writing:
            measures.write(path, found)
        elif held != found:
            differs = 1
            print_error(f"{codex.project.relative(path)}: differs from what is measured now; run with --write")
    return differs


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write what is not committed or is stale")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="processes (default: all)")
    parser.add_argument("--dask", metavar="ADDRESS", help="of a cluster's scheduler that does the work")
    options = parser.parse_args()
    sys.exit(main(ComputedCodex(find_project()), writing=options.write, jobs=options.jobs, dask=options.dask))
