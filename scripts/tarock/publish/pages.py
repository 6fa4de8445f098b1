"""The docs folder that MkDocs builds from: hand-written pages, assets, and pages made from the corpus."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.files import below, write_text
from tarock.publish.claim_pages import claim_pages
from tarock.publish.environment import render
from tarock.publish.folders import replaced_folder
from tarock.publish.found_page import found_pages
from tarock.publish.front_pages import front_pages
from tarock.publish.game_pages import game_pages
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.rule_pages import rule_pages
from tarock.publish.subject_pages import subject_pages
from tarock.publish.views.emendations import emendations_view
from tarock.publish.views.source import source_view

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.codex import Codex

# Still without views: each makes some pages, docs path -> Markdown.
WRITERS = (front_pages, subject_pages, rule_pages, game_pages, claim_pages, found_pages)


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be made: where it stands, its template, what it shows."""

    address: Address
    template: str
    view: object


def pages_of(site: Site) -> Iterator[Page]:
    """Every page of the site that has a view."""
    for part_page in chain(*site.part_pages.values()):
        yield Page(Address(part_page.path), "source.md.j2", source_view(site, part_page))
    yield Page(site.router.emendations(), "emendations.md.j2", emendations_view(site))


def compose_pages(site: Site) -> dict[str, str]:
    """The Markdown of all made pages by path; raises `CodexError` when two claim one path."""
    composed: dict[str, str] = {}
    made = ((page.address.page, render(page.template, page.view)) for page in pages_of(site))
    for path, text in chain(made, *(writer(site).items() for writer in WRITERS)):
        if path in composed:
            raise CodexError(f"two writers make the page {path}", "expected one")
        composed[path] = text
    return composed


def write_pages(codex: Codex, folder: Path, *, public_domain_only: bool) -> int:
    """Write the whole docs folder, or leave it as it was; returns the number of pages.

    Raises `CodexError` when the folder cannot be written or the hand-written part is missing.
    """
    docs = codex.project.docs
    if not docs.is_dir():
        raise CodexError("the hand-written pages are missing", "expected the folder docs", file=docs)
    pages = compose_pages(Site(codex, public_domain_only))
    with replaced_folder(folder) as fresh:
        try:
            shutil.copytree(docs, fresh, dirs_exist_ok=True)
        except OSError as error:
            raise CodexError(f"cannot be copied ({error.strerror})", "expected readable files", file=docs) from None
        for path, text in pages.items():
            write_text(below(fresh, path), text)
        return sum(1 for _page in fresh.rglob("*.md"))
