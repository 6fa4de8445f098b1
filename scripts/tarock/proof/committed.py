"""Read committed results of long computations, unless they are stale.

A result that comes from another algorithm, from other rules or games, or that was altered since raises a `CodexError`
with the command that computes it. Results are compared with the files as they are, whatever a context alters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import structs

from tarock.analysis import annotation as game_values
from tarock.analysis import choices, hands, measures, tasks
from tarock.analysis.annotation import GameValues, digest_inputs
from tarock.analysis.calls import digest_call_inputs, generate_other_calls
from tarock.analysis.goals import Aim
from tarock.analysis.hands import HandMeasures
from tarock.analysis.measures import ChoiceMeasures
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.stamps import ResultStamp, digest_content, digest_rules, explain_stale, load_stamped, seal
from tarock.analysis.tasks import Task
from tarock.base.digests import digest
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.record import dump_game
from tarock.proof.context import Context
from tarock.proof.games import ModelGames

M = TypeVar("M", HandMeasures, ChoiceMeasures)
_TASKS_RUN = "run `.venv/bin/python -m lab.tasks --write`"


def load_annotation(context: Context, name: str) -> GameValues:
    """Return the values of a model game; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(_read_annotation, name)


def load_measured(context: Context) -> HandMeasures:
    """Return the measures of hands; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(_read_measured)


def load_compared(context: Context) -> ChoiceMeasures:
    """Return the measures of ways to play; raise `CodexError` where none are committed or they are stale."""
    return context.basis.get(_read_compared)


def load_tasks(context: Context) -> tuple[Task, ...]:
    """Return the tasks in their order; raise `CodexError` where they are stale."""
    return context.basis.get(_read_tasks)


def _read_annotation(context: Context, name: str) -> GameValues:
    path = game_values.locate_file(context.corpus.project.rules, name)
    found = game_values.load(path)
    return _fresh(context, path, found, partial(explain_stale_game, context, name), game_command(name))


def _read_measured(context: Context) -> HandMeasures:
    return _measures(context, HandMeasures)


def _read_compared(context: Context) -> ChoiceMeasures:
    return _measures(context, ChoiceMeasures)


def _read_tasks(context: Context) -> tuple[Task, ...]:
    project = context.corpus.project
    stamp = load_stamped(project.rules / tasks.STAMP, ResultStamp, _TASKS_RUN)
    _fresh(context, project.rules / tasks.FILE, stamp, partial(explain_stale_tasks, context), _TASKS_RUN)
    return tuple(tasks.load_tasks(project))


def _measures(context: Context, kind: type[M]) -> M:
    path = measures.locate_file(context.corpus.project.rules, kind)
    return _fresh(context, path, measures.load(path, kind), partial(explain_stale_measures, context), measures.RUN)


S = TypeVar("S", bound=ResultStamp)


def _fresh(context: Context, path: Path, found: S | None, reason: Callable[[S], str], run: str) -> S:
    fault = reason(found) if found else "there is no committed result"
    if found is None or fault:
        raise CodexError(fault, run, file=context.corpus.project.relative(path))
    return found


def stamp_again(context: Context, name: str, values: GameValues) -> GameValues:
    """Return the values of a model game with the stamp that values computed now would have."""
    games, module = ModelGames(context.basis), context.corpus.project.solver
    deal = OpenCards(games.follow(name, BASE), games.pack, games.rules, None, games.leaves)
    inputs, calls = digest_inputs(deal, module, values.nodes, [aim for aim in Aim if aim in deal.payoffs]), values.calls
    if calls:
        calls = structs.replace(
            calls, inputs=digest_call_inputs(list(generate_other_calls(deal)), module, values.nodes)
        )
    return seal(structs.replace(values, algorithm=game_values.ALGORITHM, inputs=inputs, calls=calls))


def explain_stale_game(context: Context, name: str, found: GameValues) -> str:
    """Return why the values of a model game may not be shown; empty where they may."""
    now = stamp_again(context, name, found)
    inputs = now.inputs if now.calls == found.calls else ""
    return explain_stale(found, now.algorithm, inputs, digest_content(found))


def measures_stamp(context: Context, kind: type[HandMeasures | ChoiceMeasures]) -> tuple[int, str]:
    """Return the version and the digest of inputs that measures computed now have."""
    version = hands.ALGORITHM if kind is HandMeasures else choices.ALGORITHM
    return version, digest_rules(context.tables[ERA], context.corpus.project.solver)


def explain_stale_measures(context: Context, found: HandMeasures | ChoiceMeasures) -> str:
    """Return why measures may not be shown; empty where they may."""
    return explain_stale(found, *measures_stamp(context, type(found)), digest_content(found))


def tasks_stamp(context: Context) -> ResultStamp:
    """Return the stamp that the tasks have if they are computed now and come out as they are."""
    project, games = context.corpus.project, ModelGames(context.basis)
    models = {
        name: dump_game(structs.replace(games.report(name).best.replay.game, stated=(), remarks=()))
        for name in sorted({each.model for each in tasks.load_tasks(project) if each.model})
    }
    content = hashlib.sha256(read_bytes(project.rules / tasks.FILE)).hexdigest()
    inputs = digest([models, digest_rules(context.tables[ERA], project.solver)])
    return ResultStamp(algorithm=tasks.ALGORITHM, inputs=inputs, content=content)


def explain_stale_tasks(context: Context, found: ResultStamp) -> str:
    """Return why the tasks may not be shown; empty where they may."""
    now = tasks_stamp(context)
    return explain_stale(found, now.algorithm, now.inputs, now.content)


def game_command(name: str) -> str:
    """Return the command that computes the values of a model game."""
    return f"run `.venv/bin/python -m lab.games {name} --write`"
