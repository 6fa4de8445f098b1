"""Whether the committed measures of the author's hands answer what the claims ask, and come from what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.analysis.goals import Aim
from tarock.analysis.hands import Discard, Hands, Question, machines_hash
from tarock.analysis.measures import RUN, asked, file_of, load
from tarock.corpus.checks import Problem
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.codex import computed_from

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.proof.codex import Codex

_MACHINES = ("hands", "players", "goals", "open_cards", "solver", "core")
_READ = (*computed_from(ERA), "rules_data/claims", "scripts/solver")


def questions(codex: Codex) -> Iterator[Question]:
    """What the claims on hands ask, each once."""
    from tarock.proof.claims.functions.trials import hand
    from tarock.proof.claims.registry import FUNCTIONS

    found: dict[Question, None] = {}
    for located in codex.claims:
        function = FUNCTIONS.get(located.record.compute)
        if function and function.compute is hand:
            given = msgspec.to_builtins(msgspec.convert(located.record.inputs, function.inputs))
            for discard in given.pop("discards"):
                found[asked(codex.games.pack, discard=Discard(discard), **given | {"aim": Aim(given["aim"])})] = None
    yield from found


def inputs_of(hands: Hands, module: Path) -> str:
    """The sha256 of everything that the measures depend on but the questions, which stand beside them."""
    return machines_hash(hands.engine, module, _MACHINES)


def stale(codex: Codex) -> list[Problem]:
    """Whether the committed measures answer other questions than the claims ask, or come from something else."""
    module, path = codex.project.solver, file_of(codex.project.rules)
    if not module.is_file() or codex.cache.get("trials", _READ, bool):
        return []
    codex, wanted, held = codex.by_editions, set(questions(codex)), load(path)
    if wanted or held:
        from tarock.game.koenigrufen_1840.state import Engine

        engine = Engine(codex.games.pack, codex.games.rules)
        fresh = held is not None and held.inputs == machines_hash(engine, module, _MACHINES)
        if not (fresh and held and {each.question for each in held.found} == wanted):
            return [Problem("HANDS-STALE", codex.project.relative(path), RUN)]
    codex.cache.put("trials", _READ, True)
    return []
