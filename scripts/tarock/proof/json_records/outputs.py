"""Which shape the JSON of each command has; the schemas are made from it."""

from __future__ import annotations

from typing import Any

from tarock.corpus.differences import Difference, Verified
from tarock.corpus.publication import CitationRecord
from tarock.corpus.references import ShownPassage
from tarock.corpus.search import Hit
from tarock.corpus.spelling import WordForm
from tarock.proof.json_records.checked import CheckRecord
from tarock.proof.json_records.play import ReplayRecord, ScoreRecord
from tarock.proof.json_records.rules import ComparisonRecord, CoverageRecord

OUTPUTS: dict[str, Any] = {
    "check": CheckRecord,
    "cite": CitationRecord,
    "compare": ComparisonRecord,
    "coverage": CoverageRecord,
    "diff": list[Difference],
    "replay": list[ReplayRecord],
    "score": ScoreRecord,
    "search": list[Hit],
    "show": list[ShownPassage],
    "verify": Verified,
    "words": list[WordForm],
}
