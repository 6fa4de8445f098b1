"""The committed values of the model games: what every card was worth, with the hash of what they were computed from."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec
from msgspec import structs

from tarock.analysis.annotation import NODES, GameValues, annotate, load, locate_file
from tarock.analysis.calls import value_calls
from tarock.analysis.core import Core
from tarock.analysis.goals import Aim
from tarock.analysis.open_cards import OpenCards
from tarock.analysis.stamps import seal
from tarock.base.errors import CodexError
from tarock.base.files import write_text
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.replay.games import LevelReport, ModelGames

__all__ = ["MOST_NODES", "NODES", "committed_path", "compute", "load", "write"]
MOST_NODES = 2_000_000_000


def committed_path(games: ModelGames, name: str, level: str | None) -> Path | None:
    """Return the file of the committed values of a model game at a level; None where none are committed."""
    model = name.removeprefix(f"{ERA}:")
    rules = games.context.corpus.project.rules
    return locate_file(rules, model) if model in games.names and level in (None, BASE) else None


def write(path: Path, found: GameValues) -> None:
    """Write the values of a game, one play to a line."""
    head, plays = msgspec.json.encode(found).decode().split('"plays":[', 1)
    path.parent.mkdir(exist_ok=True)
    write_text(path, f'{head}"plays":[\n' + plays.replace('},{"trick"', '},\n{"trick"') + "\n")


def compute(
    games: ModelGames, report: LevelReport, nodes: int, aims: Collection[Aim], *, calls: bool = False
) -> GameValues:
    """Compute the values of a game with open cards, and of other `calls` where asked.

    Raises `CodexError` for a game that cannot be followed to its end, or without `wasmtime`.
    """
    course, solver = report.replay, games.context.corpus.project.core
    faults = [finding for finding in course.findings if not finding.code.startswith(("PLAY-REVOKE", "PLAY-PAGAT"))]
    if any(finding.code.startswith(("DEAL", "HAND-SIZE", "TALON", "SCAT", "PLAY", "TRICKS")) for finding in faults):
        raise CodexError("the game cannot be followed to its end", "mend the faults that `tarock replay` shows")
    deal = OpenCards(course, games.pack, games.rules, Core(solver))
    found = annotate(deal, solver, nodes, aims)
    found = structs.replace(found, altered=games.context.alterations)
    return seal(structs.replace(found, calls=value_calls(deal, solver, nodes)) if calls else found)
