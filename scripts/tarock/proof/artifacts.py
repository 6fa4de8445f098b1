"""Everything that `tarock build` writes and commits: one list, for writing and for checking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.files import below, contains, write_text
from tarock.corpus.translation.records import lock_files
from tarock.corpus.versions import corpus_files
from tarock.proof.games import game_files
from tarock.proof.release import rights_text
from tarock.proof.schemas import schema_files

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.proof.codex import Codex


def built_files(codex: Codex) -> dict[Path, str]:
    """Every built file of the project with its text; raises `CodexError` when one would lie outside of it."""
    files = {
        **corpus_files(codex.corpus),
        **schema_files(codex.project, codex.topics),
        **lock_files(codex.corpus),
        **game_files(codex.games),
        codex.project.root / "RIGHTS.md": rights_text(codex.corpus.sources),
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
