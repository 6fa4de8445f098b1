"""The docs folder that MkDocs builds from: hand-written pages, assets, and pages made from the corpus."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.files import write_text
from tarock.publish.claim_pages import claim_pages
from tarock.publish.emendation_pages import emendation_pages
from tarock.publish.folders import replaced_folder
from tarock.publish.found_page import found_pages
from tarock.publish.front_pages import front_pages
from tarock.publish.game_pages import game_pages
from tarock.publish.places import Site
from tarock.publish.rule_pages import rule_pages
from tarock.publish.source_pages import source_pages
from tarock.publish.subject_pages import subject_pages

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.codex import Codex
    from tarock.corpus.editions import Corpus

# Each makes some pages: docs path -> Markdown. A new section is a new writer here and a line in mkdocs.yml.
WRITERS = (front_pages, source_pages, subject_pages, emendation_pages, rule_pages, game_pages, claim_pages, found_pages)


def compose_pages(site: Site) -> dict[str, str]:
    """All made pages by path; raises `CodexError` when two writers claim one path."""
    composed: dict[str, str] = {}
    for writer in WRITERS:
        for path, text in writer(site).items():
            if path in composed:
                raise CodexError(f"two writers make the page {path}", "expected one")
            composed[path] = text
    return composed


def write_pages(corpus: Corpus, folder: Path, *, public_domain_only: bool, computed: Codex | None = None) -> int:
    """Write the whole docs folder, or leave it as it was; returns the number of pages.

    `computed` spares computing again what is known of the same data. Raises `CodexError` when the folder cannot be
    written or the hand-written part is missing.
    """
    docs = corpus.project.docs
    if not docs.is_dir():
        raise CodexError("the hand-written pages are missing", "expected the folder docs", file=docs)
    pages = compose_pages(Site(corpus, public_domain_only, computed))
    with replaced_folder(folder) as fresh:
        try:
            shutil.copytree(docs, fresh, dirs_exist_ok=True)
        except OSError as error:
            raise CodexError(f"cannot be copied ({error.strerror})", "expected readable files", file=docs) from None
        for path, text in pages.items():
            write_text(fresh / path, text)
        return sum(1 for _page in fresh.rglob("*.md"))
