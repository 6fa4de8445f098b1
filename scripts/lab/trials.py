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

from lab.choices import Choices, tally
from tarock.analysis import measures
from tarock.analysis.core import Core
from tarock.analysis.hands import Measure, Measured
from tarock.analysis.measures import Compared, Counted
from tarock.analysis.stamps import sealed
from tarock.base.project import find_project
from tarock.base.terminal import print_error, show, show_progress
from tarock.cli.hand import choice_line, hand_lines, solved
from tarock.cli.workers import hands_of
from tarock.proof import committed, trials
from tarock.proof.codex import Codex


def measured_hands(codex: Codex, known: Iterable[Measure], jobs: int, dask: str | None) -> Iterator[Measure]:
    """Yield each hand with what was measured of it, and show it."""
    held = {each.question: each for each in known}
    for question in trials.questions(codex):
        if not (found := held.get(question)):
            deals = solved(codex, hands_of(codex, question), measures.DEALS, jobs, dask)
            found = Measure(question=question, values=tuple(deal.values[question.aim] for deal in deals))
        show("\n".join([*hand_lines(found), ""]))
        yield found


def compared_ways(codex: Codex, known: Iterable[Counted], *_jobs: object) -> Iterator[Counted]:
    """Yield each choice with what was counted of it, and show it."""
    core = Core(codex.project.solver)
    for question in trials.choices(codex):
        found = next((each for each in known if each.question == question), None)
        if not found:
            positions = Choices(codex.games.pack, codex.games.rules, core, question)
            numbers = show_progress([*range(1, measures.POSITIONS + 1)], "positions")
            counted = tally(question.aim, [positions.values(number) for number in numbers])
            found = Counted(question=question, tally=counted)
        show(choice_line(found))
        yield found


def main(codex: Codex, *, writing: bool, jobs: int, dask: str | None) -> int:
    """Measure, then write or compare; return 1 where something committed differs."""
    codex, differs = codex.by_editions, 0
    kinds: dict[Any, Callable[..., Iterator[Any]]] = {Measured: measured_hands, Compared: compared_ways}
    for kind, measure in kinds.items():
        path = measures.file_of(codex.project.rules, kind)
        held, (algorithm, inputs) = measures.load(path, kind), committed.measures_stamp(codex.context, kind)
        fresh = held and writing and not committed.measures_reason(codex.context, held)
        found = tuple(measure(codex, held.found if held and fresh else (), jobs, dask))
        found = sealed(kind(algorithm=algorithm, inputs=inputs, found=found))
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
    sys.exit(main(Codex(find_project()), writing=options.write, jobs=options.jobs, dask=options.dask))
