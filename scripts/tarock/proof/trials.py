"""The questions that claims ask of committed measures, and what `tarock check` says of all committed results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
from msgspec import structs

from tarock.analysis import annotation
from tarock.analysis.choices import ChoiceQuestion
from tarock.analysis.hands import HandMeasures, HandQuestion
from tarock.analysis.measures import RUN, ChoiceMeasures, build_question, locate_file
from tarock.analysis.tasks import FILE as TASKS
from tarock.base.errors import CodexError
from tarock.corpus.checks import Problem
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof import committed
from tarock.proof.claims.registry import FUNCTIONS
from tarock.proof.codex import ComputedCodex, input_files
from tarock.proof.context import Context

_READ = (*input_files(ERA), "rules_data/claims", "rules_data/tasks.yaml")


def collect_questions(codex: ComputedCodex) -> list[HandQuestion]:
    """Return the questions on hands that claims ask, each once."""
    found: list[HandQuestion] = []
    for given in _inputs(codex, "trials.hand"):
        inputs = structs.asdict(given)
        discards = inputs.pop("discards")
        found += (build_question(codex.games.pack, discard=discard, **inputs) for discard in discards)
    return list(dict.fromkeys(found))


def collect_choices(codex: ComputedCodex) -> list[ChoiceQuestion]:
    """Return the choices between ways to play that claims ask about, each once."""
    found = [ChoiceQuestion.from_object(given) for given in _inputs(codex, "trials.choice")]
    return [question for place, question in enumerate(found) if question not in found[:place]]


def _inputs(codex: ComputedCodex, name: str) -> Iterator[msgspec.Struct]:
    """Yield the inputs of the claims that call a function."""
    for located in codex.claims:
        if located.record.compute == name:
            yield msgspec.convert(located.record.inputs, FUNCTIONS[name].inputs)


def find_stale(codex: ComputedCodex) -> list[Problem]:
    """Return a problem for each committed result that is stale or answers other questions than the claims ask."""
    if codex.cache.get("committed", _READ, bool):
        return []
    problems = list(_problems(codex.without_copies))
    if not problems:
        codex.cache.put("committed", _READ, True)
    return problems


def _problems(codex: ComputedCodex) -> Iterator[Problem]:
    context, rules = codex.context, codex.project.rules
    results: list[tuple[str, Path, Callable[[], object]]] = [
        ("ANALYSIS-STALE", annotation.locate_file(rules, name), partial(committed.load_annotation, context, name))
        for name in codex.games.names
    ]
    results.append(("TASKS-STALE", rules / TASKS, partial(committed.load_tasks, context)))
    if hands := collect_questions(codex):
        results.append(("HANDS-STALE", locate_file(rules), partial(_answers, codex, committed.load_measured, hands)))
    if ways := collect_choices(codex):
        results.append(
            ("HANDS-STALE", locate_file(rules, ChoiceMeasures), partial(_answers, codex, committed.load_compared, ways))
        )
    for code, path, read in results:
        try:
            read()
        except CodexError as error:
            yield Problem(code, codex.project.relative(path), f"{error.what}; {error.expected}")


def _answers(
    codex: ComputedCodex,
    read: Callable[[Context], HandMeasures | ChoiceMeasures],
    wanted: list[HandQuestion] | list[ChoiceQuestion],
) -> None:
    """Raise `CodexError` where measures are stale or answer other questions than the claims ask."""
    if [each.question for each in read(codex.context).found] != wanted:
        raise CodexError("stale: it answers other questions than the claims ask", RUN)
