"""Read committed results of long computations, unless they are stale.

A result that comes from another algorithm, from other rules or games, or that was altered since raises a `CodexError`
with the command that computes it. Results are compared with the files as they are, whatever a context alters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import structs

from tarock.analysis import annotation as game_values
from tarock.analysis import choices, hands, measures, tasks
from tarock.analysis.annotation import Annotation, inputs_of
from tarock.analysis.calls import calls_inputs, other_calls
from tarock.analysis.goals import Aim
from tarock.analysis.hands import Measured
from tarock.analysis.measures import Compared
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.stamps import Stamp, content_of, decoded, digest, rules_inputs, sealed, stale_reason
from tarock.analysis.tasks import Posed
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.record import dump_game
from tarock.proof.context import Context
from tarock.proof.games import ModelGames

M = TypeVar("M", Measured, Compared)
_TASKS_RUN = "run `.venv/bin/python -m lab.tasks --write`"


def load_annotation(context: Context, name: str) -> Annotation:
    """Return the values of a model game; raise `CodexError` where none are committed or they are stale."""

    def read() -> Annotation:
        path = game_values.file_of(context.corpus.project.rules, name)
        return _fresh(
            context,
            path,
            game_values.load(path),
            lambda found: explain_stale_game(context, name, found),
            game_command(name),
        )

    return context.unaltered.memoize(("committed", name), read)


def load_measured(context: Context) -> Measured:
    """Return the measures of hands; raise `CodexError` where none are committed or they are stale."""
    return context.unaltered.memoize(("committed", "hands"), lambda: _measures(context, Measured))


def load_compared(context: Context) -> Compared:
    """Return the measures of ways to play; raise `CodexError` where none are committed or they are stale."""
    return context.unaltered.memoize(("committed", "choices"), lambda: _measures(context, Compared))


def load_tasks(context: Context) -> list[Posed]:
    """Return the tasks in their order; raise `CodexError` where they are stale."""

    def read() -> list[Posed]:
        project = context.corpus.project
        stamp = decoded(project.rules / tasks.STAMP, Stamp, _TASKS_RUN)
        _fresh(
            context, project.rules / tasks.FILE, stamp, lambda found: explain_stale_tasks(context, found), _TASKS_RUN
        )
        return tasks.load_tasks(project)

    return context.unaltered.memoize(("committed", "tasks"), read)


def _measures(context: Context, kind: type[M]) -> M:
    path = measures.file_of(context.corpus.project.rules, kind)
    held = measures.load(path, kind)
    return _fresh(context, path, held, lambda found: explain_stale_measures(context, found), measures.RUN)


S = TypeVar("S", bound=Stamp)


def _fresh(context: Context, path: Path, found: S | None, reason: Callable[[S], str], run: str) -> S:
    fault = reason(found) if found else "there is no committed result"
    if found is None or fault:
        raise CodexError(fault, run, file=context.corpus.project.relative(path))
    return found


def stamp_again(context: Context, name: str, values: Annotation) -> Annotation:
    """Return the values of a model game with the stamp that values computed now would have."""
    games, module = ModelGames(context.unaltered), context.corpus.project.solver
    deal = OpenCards(games.follow(name, BASE), games.pack, games.rules, None, games.leaves)
    inputs, calls = inputs_of(deal, module, values.nodes, [aim for aim in Aim if aim in deal.goals]), values.calls
    if calls:
        calls = structs.replace(calls, inputs=calls_inputs(list(other_calls(deal)), module, values.nodes))
    return sealed(structs.replace(values, algorithm=game_values.ALGORITHM, inputs=inputs, calls=calls))


def explain_stale_game(context: Context, name: str, found: Annotation) -> str:
    """Return why the values of a model game may not be shown; empty where they may."""
    now = stamp_again(context, name, found)
    inputs = now.inputs if now.calls == found.calls else ""
    return stale_reason(found, now.algorithm, inputs, content_of(found))


def measures_stamp(context: Context, kind: type[Measured | Compared]) -> tuple[int, str]:
    """Return the version and the digest of inputs that measures computed now have."""
    version = hands.ALGORITHM if kind is Measured else choices.ALGORITHM
    return version, rules_inputs(context.tables[ERA], context.corpus.project.solver)


def explain_stale_measures(context: Context, found: Measured | Compared) -> str:
    """Return why measures may not be shown; empty where they may."""
    return stale_reason(found, *measures_stamp(context, type(found)), content_of(found))


def tasks_stamp(context: Context) -> Stamp:
    """Return the stamp that the tasks have if they are computed now and come out as they are."""
    project, games = context.corpus.project, ModelGames(context.unaltered)
    models = {
        name: dump_game(structs.replace(games.report(name).best.replay.game, stated=(), remarks=()))
        for name in sorted({each.model for each in tasks.load_tasks(project) if each.model})
    }
    content = hashlib.sha256(read_bytes(project.rules / tasks.FILE)).hexdigest()
    inputs = digest([models, rules_inputs(context.tables[ERA], project.solver)])
    return Stamp(algorithm=tasks.ALGORITHM, inputs=inputs, content=content)


def explain_stale_tasks(context: Context, found: Stamp) -> str:
    """Return why the tasks may not be shown; empty where they may."""
    now = tasks_stamp(context)
    return stale_reason(found, now.algorithm, now.inputs, now.content)


def game_command(name: str) -> str:
    """Return the command that computes the values of a model game."""
    return f"run `.venv/bin/python -m lab.games {name} --write`"
