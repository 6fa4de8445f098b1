"""Tarokhombre of 1863 as the rest of the program sees it."""

from __future__ import annotations

from tarock.game.common.era import Era, RecordKind
from tarock.game.tarokhombre_1863.record import ScoreFile
from tarock.game.tarokhombre_1863.settlement import settle
from tarock.game.tarokhombre_1863.status import check
from tarock.game.tarokhombre_1863.words import Fact, Silence

ERA = Era(
    siglum="1863",
    score=RecordKind(ScoreFile, "score-1863.schema.json", "examples/score-1863.yaml"),
    check=check,
    settle=settle,
    codes=frozenset((*Fact, *Silence)),
)
