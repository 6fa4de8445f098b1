"""Read committed results of long computations, unless they are stale.

A result that comes from another algorithm, from other rules or games, or that was altered since raises a `CodexError`
with the command that computes it. Results are compared with the files as they are, whatever a context alters.
"""

from __future__ import annotations

from collections.abc import Callable
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
from tarock.corpus.sources import hash_file
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.record import dump_game
from tarock.proof.context import Context
from tarock.proof.games import ModelGames

M = TypeVar("M", HandMeasures, ChoiceMeasures)
_TASKS_RUN = "run `.venv/bin/python -m lab.tasks --write`"


def load_annotation(context: Context, name: str) -> GameValues:
    """Return the values of a model game; raise `CodexError` where none are committed or they are stale."""

    def read() -> GameValues:
        path = game_values.locate_file(context.corpus.project.rules, name)
        return _fresh(
            context,
            path,
            game_values.load(path),
            lambda found: explain_stale_game(context, name, found),
            game_command(name),
        )

    return context.unaltered.memoize(("committed", name), read)


def load_measured(context: Context) -> HandMeasures:
    """Return the measures of hands; raise `CodexError` where none are committed or they are stale."""
    return context.unaltered.memoize(("committed", "hands"), lambda: _measures(context, HandMeasures))


def load_compared(context: Context) -> ChoiceMeasures:
    """Return the measures of ways to play; raise `CodexError` where none are committed or they are stale."""
    return context.unaltered.memoize(("committed", "choices"), lambda: _measures(context, ChoiceMeasures))


def load_tasks(context: Context) -> list[Task]:
    """Return the tasks in their order; raise `CodexError` where they are stale."""

    def read() -> list[Task]:
        project = context.corpus.project
        stamp = load_stamped(project.rules / tasks.STAMP, ResultStamp, _TASKS_RUN)
        _fresh(
            context, project.rules / tasks.FILE, stamp, lambda found: explain_stale_tasks(context, found), _TASKS_RUN
        )
        return tasks.load_tasks(project)

    return context.unaltered.memoize(("committed", "tasks"), read)


def _measures(context: Context, kind: type[M]) -> M:
    path = measures.locate_file(context.corpus.project.rules, kind)
    found = measures.load(path, kind)
    return _fresh(context, path, found, lambda found: explain_stale_measures(context, found), measures.RUN)


S = TypeVar("S", bound=ResultStamp)


def _fresh(context: Context, path: Path, found: S | None, reason: Callable[[S], str], run: str) -> S:
    fault = reason(found) if found else "there is no committed result"
    if found is None or fault:
        raise CodexError(fault, run, file=context.corpus.project.relative(path))
    return found


def stamp_again(context: Context, name: str, values: GameValues) -> GameValues:
    """Return the values of a model game with the stamp that values computed now would have."""
    games, module = ModelGames(context.unaltered), context.corpus.project.solver
    deal = OpenCards(games.follow(name, BASE), games.pack, games.rules, None, games.leaves)
    inputs, calls = digest_inputs(deal, module, values.nodes, [aim for aim in Aim if aim in deal.payoffs]), values.calls
    if calls:
        calls = structs.replace(
            calls, inputs=digest_call_inputs(list(generate_other_calls(deal)), module, values.nodes)
        )
    return seal(structs.replace(values, algorithm=game_values.ALGORITHM, inputs=inputs, calls=calls))


def explain_stale_game(context: Context, name: str, found: GameValues) -> str:
    """Return why the values of a model game may not be shown; empty where they may."""

    def digest_now() -> str:
        now = stamp_again(context, name, found)
        return now.inputs if now.calls == found.calls else ""

    return explain_stale(found, game_values.ALGORITHM, digest_now, digest_content(found))


def measures_stamp(context: Context, kind: type[HandMeasures | ChoiceMeasures]) -> tuple[int, str]:
    """Return the version and the digest of inputs that measures computed now have."""
    version = hands.ALGORITHM if kind is HandMeasures else choices.ALGORITHM
    return version, digest_rules(context.tables[ERA], context.corpus.project.solver)


def explain_stale_measures(context: Context, found: HandMeasures | ChoiceMeasures) -> str:
    """Return why measures may not be shown; empty where they may."""
    version, inputs = measures_stamp(context, type(found))
    return explain_stale(found, version, lambda: inputs, digest_content(found))


def tasks_stamp(context: Context) -> ResultStamp:
    """Return the stamp that the tasks have if they are computed now and come out as they are."""
    project, games = context.corpus.project, ModelGames(context.unaltered)
    models = {
        name: dump_game(structs.replace(games.report(name).best.replay.game, stated=(), remarks=()))
        for name in sorted({each.model for each in tasks.load_tasks(project) if each.model})
    }
    inputs = digest([models, digest_rules(context.tables[ERA], project.solver)])
    return ResultStamp(algorithm=tasks.ALGORITHM, inputs=inputs, content=hash_file(project.rules / tasks.FILE))


def explain_stale_tasks(context: Context, found: ResultStamp) -> str:
    """Return why the tasks may not be shown; empty where they may."""
    content = hash_file(context.corpus.project.rules / tasks.FILE)
    return explain_stale(found, tasks.ALGORITHM, lambda: tasks_stamp(context).inputs, content)


def game_command(name: str) -> str:
    """Return the command that computes the values of a model game."""
    return f"run `.venv/bin/python -m lab.games {name} --write`"
