"""The committed measures of the hands that the author judges, as `tarock hand --printed` computes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from tarock.analysis.goals import Aim
from tarock.analysis.hands import Discard, Hands, Measured, Question, Share, machines_hash, share_of
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, write_text
from tarock.corpus.checks import Problem
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.codex import computed_from

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.game.common.cards import Pack
    from tarock.proof.codex import Codex

DEALS = 100
NODES = 4_000_000  # for each value
RUN = "run `tarock hand --printed --write`"
_MACHINES = ("hands", "players", "goals", "open_cards", "solver", "core")
_READ = (*computed_from(ERA), "rules_data/claims", "scripts/solver")


def file_of(rules: Path) -> Path:
    """Where the measures are committed, in the folder of the rules."""
    return rules / "analysis" / f"{ERA}-hands.json"


@lru_cache(maxsize=4)
def load(path: Path) -> Measured | None:
    """The measures of a file; None where there is none; raises `CodexError` for another format."""
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(read_bytes(path), type=Measured)
    except msgspec.DecodeError as error:
        raise CodexError(str(error), f"expected what is written: {RUN}", file=path) from None


def write(path: Path, found: Measured) -> None:
    """Write measures, a question to a line."""
    text = msgspec.json.encode(found).decode()
    write_text(path, text.replace('{"question"', '\n{"question"') + "\n")


def asked(
    pack: Pack,
    cards: str,
    bid: str,
    discard: Discard,
    *,
    king: str,
    bought: str,
    left: str,
    scat: str,
    aim: Aim,
) -> Question:
    """The question of a claim: cards as the books write them, a bid, how the discard is chosen."""

    def names(text: str) -> tuple[str, ...]:
        return tuple(card.name for card in read_cards(text, pack)) if text else ()

    return Question(
        hand=names(cards), bid=bid, discard=discard, king=king, bought=names(bought), left=names(left),
        scat=names(scat), aim=aim, aims=(aim,), nodes=NODES,
    )  # fmt: skip


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


def answer(path: Path, question: Question) -> Share:
    """The committed share; raises `CodexError` where there is none."""
    held = load(path)
    for each in held.found if held else ():
        if each.question == question:
            return share_of(each.values)
    raise CodexError("this hand is not measured", f"expected a committed answer: {RUN}", file=path)
