"""Reform-Tarock of 1945 as the rest of the program sees it."""

from __future__ import annotations

from tarock.game.common.era import Era, RecordKind
from tarock.game.reform_1945.record import ScoreFile
from tarock.game.reform_1945.settlement import settle
from tarock.game.reform_1945.status import check
from tarock.game.reform_1945.words import Fact, Silence

ERA = Era(
    siglum="1945",
    score=RecordKind(ScoreFile, "score-1945.schema.json", "examples/score-1945.yaml"),
    check=check,
    settle=settle,
    codes=frozenset((*Fact, *Silence)),
)
