"""Which shape the JSON of each command has; the schemas are made from it."""

from __future__ import annotations

from typing import Any

from tarock.proof.json_records.checked import CheckRecord
from tarock.proof.json_records.play import ReplayRecord, ScoreRecord
from tarock.proof.json_records.rules import ComparisonRecord, CoverageRecord
from tarock.proof.json_records.texts import (
    CitationRecord,
    DifferenceRecord,
    HitRecord,
    PassageRecord,
    VerifiedRecord,
    WordRecord,
)

OUTPUTS: dict[str, Any] = {
    "check": CheckRecord,
    "cite": CitationRecord,
    "compare": ComparisonRecord,
    "coverage": CoverageRecord,
    "diff": list[DifferenceRecord],
    "replay": list[ReplayRecord],
    "score": ScoreRecord,
    "search": list[HitRecord],
    "show": list[PassageRecord],
    "verify": VerifiedRecord,
    "words": list[WordRecord],
}
