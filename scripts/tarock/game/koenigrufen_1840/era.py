"""Königrufen of 1840 as the rest of the program sees it."""

from __future__ import annotations

from tarock.game.common.era import Era, RecordKind
from tarock.game.koenigrufen_1840.session import Fact, ScoreFile, Silence, check, settle

ERA = Era(
    siglum="1840",
    score=RecordKind(ScoreFile, "score-1840.schema.json", "examples/score-1840.yaml"),
    check=check,
    settle=settle,
    codes=frozenset((*Fact, *Silence)),
)
