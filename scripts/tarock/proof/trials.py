"""The questions that claims ask of committed measures, and what `tarock check` says of all committed results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
from msgspec import structs

from tarock.analysis import annotation
from tarock.analysis.choices import Choice
from tarock.analysis.hands import Measured, Question
from tarock.analysis.measures import RUN, Compared, asked, file_of
from tarock.analysis.tasks import FILE as TASKS
from tarock.base.errors import CodexError
from tarock.corpus.checks import Problem
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof import committed
from tarock.proof.claims.registry import FUNCTIONS
from tarock.proof.codex import Codex, computed_from
from tarock.proof.context import Context

_READ = (*computed_from(ERA), "rules_data/claims", "rules_data/tasks.yaml")


def questions(codex: Codex) -> list[Question]:
    """What the claims on hands ask, each once."""
    found: list[Question] = []
    for given in _inputs(codex, "trials.hand"):
        inputs = structs.asdict(given)
        discards = inputs.pop("discards")
        found += (asked(codex.games.pack, discard=discard, **inputs) for discard in discards)
    return list(dict.fromkeys(found))


def choices(codex: Codex) -> list[Choice]:
    """What the claims on ways to play ask, each once."""
    found = [Choice.from_object(given) for given in _inputs(codex, "trials.choice")]
    return [question for place, question in enumerate(found) if question not in found[:place]]


def _inputs(codex: Codex, name: str) -> Iterator[msgspec.Struct]:
    """The inputs of the claims that call a function."""

    for located in codex.claims:
        if located.record.compute == name:
            yield msgspec.convert(located.record.inputs, FUNCTIONS[name].inputs)


def stale(codex: Codex) -> list[Problem]:
    """Return a problem for each committed result that may not be shown, or that answers other questions than asked."""
    if codex.cache.get("committed", _READ, bool):
        return []
    problems = list(_problems(codex.by_editions))
    if not problems:
        codex.cache.put("committed", _READ, True)
    return problems


def _problems(codex: Codex) -> Iterator[Problem]:
    context, rules = codex.context, codex.project.rules
    results: list[tuple[str, Path, Callable[[], object]]] = [
        ("ANALYSIS-STALE", annotation.file_of(rules, name), partial(committed.annotation, context, name))
        for name in codex.games.names
    ]
    results.append(("TASKS-STALE", rules / TASKS, partial(committed.load_tasks, context)))
    if hands := questions(codex):
        results.append(("HANDS-STALE", file_of(rules), partial(_answers, codex, committed.measured, hands)))
    if ways := choices(codex):
        results.append(("HANDS-STALE", file_of(rules, Compared), partial(_answers, codex, committed.compared, ways)))
    for code, path, read in results:
        try:
            read()
        except CodexError as error:
            yield Problem(code, codex.project.relative(path), f"{error.what}; {error.expected}")


def _answers(
    codex: Codex, read: Callable[[Context], Measured | Compared], wanted: list[Question] | list[Choice]
) -> None:
    """Raise `CodexError` where measures are stale or answer other questions than the claims ask."""
    if [each.question for each in read(codex.context).found] != wanted:
        raise CodexError("stale: it answers other questions than the claims ask", RUN)
