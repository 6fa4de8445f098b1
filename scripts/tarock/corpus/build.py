"""What the corpus writes: the versioned Markdown of every edition and the lock file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.locks import dump_lock
from tarock.corpus.markdown_text import write_markdown
from tarock.corpus.versions import HEAD, advance_lock, load_lock, text_path

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.corpus.editions import Corpus


def corpus_files(corpus: Corpus) -> dict[Path, str]:
    """Every file that the corpus writes, with its text.

    Raises `CheckFailed` when an edition changed without a new version (`tarock.corpus.versions`).
    """
    project = corpus.project
    editions = list(corpus.editions())
    texts = {edition.siglum: write_markdown(edition) for edition in editions}
    lock = advance_lock(project, editions, texts, load_lock(project))
    files = {text_path(project, e.siglum, e.source.edition): texts[e.siglum] for e in editions}
    files[project.lock] = dump_lock(HEAD, lock)
    return files
