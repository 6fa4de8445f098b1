"""The game of 1754 as the rest of the program sees it."""

from __future__ import annotations

from tarock.game.common.era import Era, RecordKind
from tarock.game.taroc_1754.record import ScoreFile
from tarock.game.taroc_1754.settlement import settle
from tarock.game.taroc_1754.status import check
from tarock.game.taroc_1754.words import Fact, Silence

ERA = Era(
    siglum="1754",
    score=RecordKind(ScoreFile, "score-1754.schema.json", "examples/score-1754.yaml"),
    check=check,
    settle=settle,
    codes=frozenset((*Fact, *Silence)),
)
