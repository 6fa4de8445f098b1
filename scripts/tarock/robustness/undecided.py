"""Points that the texts leave open when a game is settled, each from games in which it matters.

The games are those of `rules_data/undecided.yaml`, made up so that each point comes up, the examples and model games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Frozen, Record, Siglum
from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import FinishedGame, settle_file, settle_finished
from tarock.game.common.score import OpenPoint
from tarock.game.eras import ERAS, find_era
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.replay.context import Context
from tarock.replay.games import GameReport

FILE = "undecided.yaml"


class UndecidedGame(Record, kw_only=True):
    """A game in which something is left open: a score `file`, the rest from a `scene`, or what one of 1840 came to."""

    era: Siglum
    file: dict[str, Any] = msgspec.field(default_factory=dict)
    scene: str = ""
    finished: FinishedGame | None = None


class UndecidedPoint(Frozen):
    """A point that a source leaves open, as it comes up in one of the games."""

    siglum: str
    point: OpenPoint

    @property
    def price(self) -> dict[str, int]:
        """Return by account what the other reading adds; empty where it is unknown or adds nothing."""
        found = self.point.difference
        return {seat: amount for seat, amount in (found or {}).items() if amount}


def collect_undecided(context: Context, games: Iterable[GameReport]) -> dict[str, list[UndecidedPoint]]:
    """Return by source every open point once, in the order of the games, with a price if a game gives one."""
    found: dict[str, dict[str, UndecidedPoint]] = {siglum: {} for siglum in ERAS}
    for siglum, points in _list_points(context, games):
        for point in points:
            known, now = found[siglum].get(point.code), UndecidedPoint(siglum, point)
            if known is None or (now.price and not known.price):
                found[siglum][point.code] = now
    return {siglum: list(points.values()) for siglum, points in found.items()}


def _list_points(context: Context, games: Iterable[GameReport]) -> Iterator[tuple[str, tuple[OpenPoint, ...]]]:
    """Yield the points that each game leaves open, with the era."""
    for report in games:
        for level in report.levels.values():
            for sheet in filter(None, (level.replay.sheet, level.replay.sheet_with_revokes)):
                yield ERA, sheet.open
    for path in sorted((context.corpus.project.corpus / "examples").glob("score-*.yaml")):
        document = yamlio.load(path)
        siglum = str(document.data["era"])
        yield siglum, find_era(siglum).settle_document(document, context.rules(siglum)).undetermined
    document = yamlio.load(context.corpus.project.rules / FILE)
    for made in document.convert(list[UndecidedGame], document.data):
        if made.finished:
            yield ERA, settle_finished(ClaimContext(context), made.finished).open
        else:
            yield made.era, settle_file(ClaimContext(context), made.era, made.file, made.scene).undetermined
