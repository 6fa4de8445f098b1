"""Settling finished games of the eras beside the Königrufen replay: `score_file` is the way in."""

from __future__ import annotations

from tarock.game.eras.ledger import Settled
from tarock.game.eras.score_file import ERAS, score_file, score_schema_files

__all__ = ["ERAS", "Settled", "score_file", "score_schema_files"]
