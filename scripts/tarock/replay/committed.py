"""Read committed results of long computations, unless they are stale.

A result that comes from another algorithm, from other rules or games, or that was altered since raises a `CodexError`
with the command that computes it. Results are compared with the files as they are, whatever a context alters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import structs

from tarock.analysis import annotation as game_values
from tarock.analysis import choices, hands, machines, measures, tasks
from tarock.analysis.annotation import GameValues, digest_inputs
from tarock.analysis.calls import digest_call_inputs, generate_other_calls
from tarock.analysis.goals import Aim
from tarock.analysis.hands import HandMeasures
from tarock.analysis.machines import MachineResults, digest_machine
from tarock.analysis.measures import ChoiceMeasures
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.stamps import ResultStamp, digest_rules, load_fresh, seal
from tarock.analysis.tasks import Task
from tarock.base.digests import digest
from tarock.corpus.sources import hash_file
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.record import dump_game
from tarock.replay.context import Context
from tarock.replay.games import ModelGames

M = TypeVar("M", HandMeasures, ChoiceMeasures)
S = TypeVar("S", bound=ResultStamp)
_TASKS_RUN = "run `.venv/bin/python -m lab.tasks --write`"


def load_annotation(context: Context, name: str) -> GameValues:
    """Return the values of a model game; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(read_annotation, name)


def load_measured(context: Context) -> HandMeasures:
    """Return the measures of hands; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(read_measured)


def load_compared(context: Context) -> ChoiceMeasures:
    """Return the measures of ways to play; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(read_compared)


def load_tasks(context: Context) -> tuple[Task, ...]:
    """Return the tasks in their order; raise `CodexError` where they are stale."""
    return context.basis.get(read_tasks)


def load_machines(context: Context) -> MachineResults:
    """Return the measures of the machines; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(read_machines)


def read_annotation(context: Context, name: str) -> GameValues:
    """Return the values of a model game if they come from the rules of this context."""
    path = game_values.locate_file(context.corpus.project.rules, name)
    return _load(context, path, GameValues, game_command(name), partial(game_stamp, context, name))


def read_measured(context: Context) -> HandMeasures:
    """Return the measures of hands if they come from the rules of this context."""
    return _measures(context, HandMeasures)


def read_compared(context: Context) -> ChoiceMeasures:
    """Return the measures of ways to play if they come from the rules of this context."""
    return _measures(context, ChoiceMeasures)


def read_machines(context: Context) -> MachineResults:
    """Return the measures of the machines if they come from the rules of this context, and from these machines."""
    path = machines.locate_file(context.corpus.project.rules)
    return _load(context, path, MachineResults, machines.RUN, lambda _found: machines_stamp(context))


def read_tasks(context: Context) -> tuple[Task, ...]:
    """Return the tasks if they come from the rules of this context."""
    project = context.corpus.project
    path, shown = project.rules / tasks.STAMP, project.relative(project.rules / tasks.FILE)
    load_fresh(path, ResultStamp, _TASKS_RUN, lambda _found: tasks_stamp(context), shown)
    return tuple(tasks.load_tasks(project))


def _measures(context: Context, kind: type[M]) -> M:
    path = measures.locate_file(context.corpus.project.rules, kind)
    return _load(context, path, kind, measures.RUN, lambda _found: measures_stamp(context, kind))


def _load(context: Context, path: Path, kind: type[S], run: str, now: Callable[[S], ResultStamp]) -> S:
    return load_fresh(path, kind, run, now, context.corpus.project.relative(path))


def stamp_again(context: Context, name: str, values: GameValues) -> GameValues:
    """Return the values of a model game with the stamp that values computed now would have."""
    games, module = ModelGames(context), context.corpus.project.core
    deal = OpenCards(games.follow(name, BASE), games.pack, games.rules, None, games.leaves)
    inputs, calls = digest_inputs(deal, module, values.nodes, [aim for aim in Aim if aim in deal.payoffs]), values.calls
    if calls:
        calls = structs.replace(
            calls, inputs=digest_call_inputs(list(generate_other_calls(deal)), module, values.nodes)
        )
    return seal(structs.replace(values, algorithm=game_values.ALGORITHM, inputs=inputs, calls=calls))


def game_stamp(context: Context, name: str, found: GameValues) -> ResultStamp:
    """Return the stamp, without the content, that the values of a model game have if they are computed now."""
    now = stamp_again(context, name, structs.replace(found, calls=None))
    same = now.inputs == found.inputs  # if not, it is stale, whatever the many other calls come from
    if found.calls and same and stamp_again(context, name, found).calls != found.calls:
        return ResultStamp(algorithm=now.algorithm, inputs="")
    return ResultStamp(algorithm=now.algorithm, inputs=now.inputs)


def measures_stamp(context: Context, kind: type[HandMeasures | ChoiceMeasures]) -> ResultStamp:
    """Return the stamp, without the content, of measures that are computed now."""
    version = hands.ALGORITHM if kind is HandMeasures else choices.ALGORITHM
    return ResultStamp(algorithm=version, inputs=digest_rules(context.rules(), context.corpus.project.core))


def machines_stamp(context: Context) -> ResultStamp:
    """Return the stamp, without the content, of measures of the machines that are computed now."""
    inputs = digest_machine(context.rules(), context.corpus.project.core)
    return ResultStamp(algorithm=machines.ALGORITHM, inputs=inputs)


def tasks_stamp(context: Context) -> ResultStamp:
    """Return the stamp that the tasks have if they are computed now and come out as they are."""
    project, games = context.corpus.project, ModelGames(context)
    models = {
        name: dump_game(structs.replace(games.report(name).best.replay.game, stated=(), remarks=()))
        for name in sorted({each.model for each in tasks.load_tasks(project) if each.model})
    }
    content = hash_file(project.rules / tasks.FILE)
    inputs = digest([models, digest_rules(context.rules(), project.core)])
    return ResultStamp(algorithm=tasks.ALGORITHM, inputs=inputs, content=content)


def game_command(name: str) -> str:
    """Return the command that computes the values of a model game."""
    return f"run `.venv/bin/python -m lab.games {name} --write`"
