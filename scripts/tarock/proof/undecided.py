"""What the texts leave open wherever a game is settled: every point, from games in which it matters.

The games are those of `rules_data/undecided.yaml`, made up so that each point comes up, the examples and model games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Frozen, Record, Siglum
from tarock.game.common.score import OpenPoint
from tarock.game.eras import ERAS, era_of
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.proof.claims.scenarios import Finished, settled, sheet_of
from tarock.proof.context import Context
from tarock.proof.games import GameReport

FILE = "undecided.yaml"


class MadeUp(Record, kw_only=True):
    """A game in which something is left open: a score `file`, the rest from a `scene`, or what one of 1840 came to."""

    era: Siglum
    file: dict[str, Any] = msgspec.field(default_factory=dict)
    scene: str = ""
    finished: Finished | None = None


class Undecided(Frozen):
    """A point that a source leaves open, as it comes up in one of the games."""

    siglum: str
    point: OpenPoint

    @property
    def price(self) -> dict[str, int]:
        """By account, what the other reading adds there; empty where it cannot be reckoned, or adds nothing."""
        found = self.point.difference
        return {seat: amount for seat, amount in (found or {}).items() if amount}


def undecided(context: Context, games: Iterable[GameReport]) -> dict[str, list[Undecided]]:
    """By source, every point once, in the order in which it comes up, with a price if any game gives one."""
    found: dict[str, dict[str, Undecided]] = {siglum: {} for siglum in ERAS}
    for siglum, points in _points(context, games):
        for point in points:
            known, now = found[siglum].get(point.code), Undecided(siglum, point)
            if known is None or (now.price and not known.price):
                found[siglum][point.code] = now
    return {siglum: list(points.values()) for siglum, points in found.items()}


def _points(context: Context, games: Iterable[GameReport]) -> Iterator[tuple[str, tuple[OpenPoint, ...]]]:
    """What each game leaves open."""
    for report in games:
        for level in report.levels.values():
            for sheet in filter(None, (level.replay.sheet, level.replay.sheet_with_revokes)):
                yield ERA, sheet.open
    for path in sorted((context.corpus.project.corpus / "examples").glob("score-*.yaml")):
        document = yamlio.load(path)
        siglum = str(document.data["era"])
        yield siglum, era_of(siglum).score_document(document, context.rules(siglum)).undetermined
    document = yamlio.load(context.corpus.project.rules / FILE)
    for made in document.convert(list[MadeUp], document.data):
        if made.finished:
            yield ERA, sheet_of(context, made.finished).open
        else:
            yield made.era, settled(context, made.era, made.file, made.scene).undetermined
