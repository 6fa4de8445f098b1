"""The questions that claims ask of committed measures, and what `tarock check` says of all committed results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
from msgspec import structs

from tarock.analysis import annotation, machines
from tarock.analysis.choices import ChoiceQuestion
from tarock.analysis.hands import HandMeasures, HandQuestion
from tarock.analysis.measures import RUN, ChoiceMeasures, build_question, locate_file
from tarock.analysis.tasks import FILE as TASKS
from tarock.base.errors import CodexError
from tarock.claims.registry import FUNCTIONS
from tarock.codex import ComputedCodex, text_files
from tarock.corpus.checks import Problem
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.replay import committed
from tarock.replay.context import Context
from tarock.replay.kept import keep_results

_FILES = (*text_files(ERA), "rules_data/claims", "rules_data/tasks.yaml", "scripts/core/core.sha256")
_READ = (*_FILES, f"rules_data/{ERA}")


def collect_questions(codex: ComputedCodex) -> list[HandQuestion]:
    """Return the questions on hands that claims ask, each once."""
    found: list[HandQuestion] = []
    for given in _find_inputs(codex, "trials.hand"):
        inputs = structs.asdict(given)
        discards = inputs.pop("discards")
        found += (build_question(codex.games.pack, discard=discard, **inputs) for discard in discards)
    return list(dict.fromkeys(found))


def collect_choices(codex: ComputedCodex) -> list[ChoiceQuestion]:
    """Return the choices between ways to play that claims ask about, each once."""
    found = [ChoiceQuestion.from_object(given) for given in _find_inputs(codex, "trials.choice")]
    return [question for place, question in enumerate(found) if question not in found[:place]]


def _find_inputs(codex: ComputedCodex, name: str) -> Iterator[msgspec.Struct]:
    """Yield the inputs of the claims that call a function."""
    for located in codex.claims:
        if located.record.compute == name:
            yield msgspec.convert(located.record.inputs, FUNCTIONS[name].inputs)


def find_stale(codex: ComputedCodex) -> list[Problem]:
    """Return a problem for each committed result that is stale or answers other questions than the claims ask."""
    if codex.cache.get("committed", _READ, bool):
        return []
    codex = codex.without_copies
    results = {path: (code, read) for code, path, read in _list_results(codex)}
    wanted = {
        codex.project.relative(path): (code, partial(_find_fault, read)) for path, (code, read) in results.items()
    }
    found = keep_results(codex.cache, "stale", _FILES, codex.context, wanted)
    problems = [Problem(wanted[shown][0], shown, kept.value) for shown, kept in found.items() if kept.value]
    if not problems:
        codex.cache.put("committed", _READ, True)
    return problems


def _list_results(codex: ComputedCodex) -> Iterator[tuple[str, Path, Callable[[Context], object]]]:
    rules = codex.project.rules
    for name in codex.games.names:
        yield "ANALYSIS-STALE", annotation.locate_file(rules, name), partial(_read_annotation, name)
    yield "TASKS-STALE", rules / TASKS, committed.read_tasks
    yield "MACHINES-STALE", machines.locate_file(rules), committed.read_machines
    if hands := collect_questions(codex):
        yield "HANDS-STALE", locate_file(rules), partial(_require_answers, committed.read_measured, hands)
    if ways := collect_choices(codex):
        path = locate_file(rules, ChoiceMeasures)
        yield "HANDS-STALE", path, partial(_require_answers, committed.read_compared, ways)


def _read_annotation(name: str, context: Context) -> object:
    return context.get(committed.read_annotation, name)


def _find_fault(read: Callable[[Context], object], context: Context) -> str:
    """Return why a committed result may not be shown; empty where it may."""
    try:
        read(context)
    except CodexError as error:
        return f"{error.what}; {error.expected}"
    return ""


def _require_answers(
    read: Callable[[Context], HandMeasures | ChoiceMeasures],
    wanted: list[HandQuestion] | list[ChoiceQuestion],
    context: Context,
) -> None:
    """Raise `CodexError` where measures are stale or answer other questions than the claims ask."""
    if [each.question for each in read(context).found] != wanted:
        raise CodexError("stale: it answers other questions than the claims ask", RUN)
