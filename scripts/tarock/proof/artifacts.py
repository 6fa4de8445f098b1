"""Everything that `tarock build` writes and commits: one list, for writing and for checking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarock.base.files import below, contains, write_text
from tarock.corpus.differences import Difference, Verified
from tarock.corpus.publication import CitationRecord
from tarock.corpus.references import ShownPassage
from tarock.corpus.search import Hit
from tarock.corpus.spelling import WordForm
from tarock.corpus.translation.records import lock_files
from tarock.corpus.versions import corpus_files
from tarock.game.common.score import ScoreJson
from tarock.game.eras import record_schema_files
from tarock.proof.claims.ledger import claim_schema_files
from tarock.proof.coverage import CoverageJson
from tarock.proof.games import ReplayJson, game_files
from tarock.proof.history import Chapter
from tarock.proof.release import rights_text
from tarock.proof.report import CheckJson
from tarock.rules.compare import ComparisonJson
from tarock.rules.schema import dump_schema, record_schema, schema_files
from tarock.rules.translation_schema import translation_schema_files

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.proof.codex import Codex


OUTPUTS: dict[str, Any] = {
    "check": CheckJson,
    "cite": CitationRecord,
    "compare": ComparisonJson,
    "coverage": CoverageJson,
    "diff": list[Difference],
    "replay": list[ReplayJson],
    "score": ScoreJson,
    "search": list[Hit],
    "show": list[ShownPassage],
    "verify": Verified,
    "words": list[WordForm],
}


def built_files(codex: Codex) -> dict[Path, str]:
    """Every built file of the project with its text; raises `CodexError` when one would lie outside of it."""
    files = {
        **corpus_files(codex.corpus),
        **schema_files(codex.project, codex.topics),
        **record_schema_files(codex.project),
        **claim_schema_files(codex.project),
        **translation_schema_files(codex.project),
        **lock_files(codex.corpus),
        **game_files(codex.games),
        codex.project.root / "RIGHTS.md": rights_text(codex.corpus.sources),
        **{
            codex.project.rules / "schema" / f"{name}.schema.json": dump_schema(
                record_schema(kind, f"The JSON of tarock {name}")
            )
            for name, kind in OUTPUTS.items()
        },
        codex.project.rules / "schema" / "history.schema.json": dump_schema(
            record_schema(list[Chapter], "What changed from source to source")
        ),
    }
    return {below(codex.project.root, path): text for path, text in files.items()}


def stale_files(codex: Codex) -> list[Path]:
    """The built files that are missing or differ from what would be written."""
    return [path for path, text in built_files(codex).items() if not contains(path, text.encode())]


def write_built(codex: Codex, files: dict[Path, str]) -> list[Path]:
    """Write what is stale of the `built_files`; returns the files that changed."""
    changed = [path for path, text in files.items() if write_text(path, text)]
    codex.cache.clear()
    return changed
