"""Whether the committed measures of hands and choices answer what the claims ask, and come from what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from tarock.analysis.choices import Choice
from tarock.analysis.hands import Measured, Question, machines_hash
from tarock.analysis.measures import RUN, Compared, asked, file_of, load
from tarock.corpus.checks import Problem
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.codex import Codex, computed_from

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.game.koenigrufen_1840.state import Engine

_MACHINES = ("hands", "players", "goals", "open_cards", "solver", "core")
_CHOOSES = ("choices", "tasks", "goals", "open_cards", "solver", "core")
_READ = (*computed_from(ERA), "rules_data/claims", "scripts/solver")


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
    found = [Choice.like(given) for given in _inputs(codex, "trials.choice")]
    return [question for place, question in enumerate(found) if question not in found[:place]]


def _inputs(codex: Codex, name: str) -> Iterator[msgspec.Struct]:
    """The inputs of the claims that call a function."""
    from tarock.proof.claims.registry import FUNCTIONS

    for located in codex.claims:
        if located.record.compute == name:
            yield msgspec.convert(located.record.inputs, FUNCTIONS[name].inputs)


def inputs_of(engine: Engine, module: Path, kind: type[Measured | Compared] = Measured) -> str:
    """The sha256 of everything that the measures depend on but the questions, which stand beside them."""
    return machines_hash(engine, module, _MACHINES if kind is Measured else _CHOOSES)


def stale(codex: Codex) -> list[Problem]:
    """Whether the committed measures answer other questions than the claims ask, or come from something else."""
    module, rules = codex.project.solver, codex.project.rules
    if not module.is_file() or codex.cache.get("trials", _READ, bool):
        return []
    codex = codex.by_editions
    asked_for: tuple[tuple[type[Measured | Compared], list[Question] | list[Choice]], ...] = (
        (Measured, questions(codex)),
        (Compared, choices(codex)),
    )
    problems = []
    for kind, wanted in asked_for:
        path = file_of(rules, kind)
        held = load(path, kind)
        if not wanted and not held:
            continue
        from tarock.game.koenigrufen_1840.state import Engine

        inputs = inputs_of(Engine(codex.games.pack, codex.games.rules), module, kind)
        if not held or held.inputs != inputs or [each.question for each in held.found] != wanted:
            problems.append(Problem("HANDS-STALE", codex.project.relative(path), RUN))
    if not problems:
        codex.cache.put("trials", _READ, True)
    return problems
