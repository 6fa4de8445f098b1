"""Königrufen of 1840 as the rest of the program sees it: sessions are settled, games replayed."""

from __future__ import annotations

from tarock.game.common.era import Era, RecordKind
from tarock.game.koenigrufen_1840.record import GameFile
from tarock.game.koenigrufen_1840.session import Fact, Silence, settle
from tarock.game.koenigrufen_1840.session_record import ScoreFile
from tarock.game.koenigrufen_1840.session_status import check

GAME = RecordKind(GameFile, "game.schema.json", "examples/my-game.yaml")
ERA = Era(
    siglum="1840",
    score=RecordKind(ScoreFile, "score-1840.schema.json", "examples/score-1840.yaml"),
    check=check,
    settle=settle,
    codes=frozenset((*Fact, *Silence)),
    game=GAME,
)
