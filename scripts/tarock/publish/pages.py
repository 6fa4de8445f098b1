"""The pages of the site: each an address, a template and a view; and the folder that MkDocs builds from."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.files import below, read_text, write_text
from tarock.publish.claim_pages import claim_pages
from tarock.publish.configuration import CONFIG, configuration
from tarock.publish.environment import render
from tarock.publish.folders import replaced_folder
from tarock.publish.found_page import found_pages
from tarock.publish.game_pages import game_pages
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.rule_pages import rule_pages
from tarock.publish.views.about import about_view
from tarock.publish.views.emendations import emendations_view
from tarock.publish.views.home import home_view
from tarock.publish.views.own_game import own_game_view
from tarock.publish.views.source import source_view
from tarock.publish.views.subjects import subjects_view

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.codex import Codex

# Still without views: each makes some pages, docs path -> Markdown.
WRITERS = (rule_pages, game_pages, claim_pages, found_pages)


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be made: where it stands, its template, what it shows."""

    address: Address
    template: str
    view: object


def pages_of(site: Site) -> Iterator[Page]:
    """Every page of the site that has a view."""
    router = site.router
    yield Page(router.home, "home.md.j2", home_view(site))
    for part_page in chain(*site.part_pages.values()):
        yield Page(Address(part_page.path), "source.md.j2", source_view(site, part_page))
    yield Page(router.own_game, "own-game.md.j2", own_game_view(site))
    yield Page(router.subjects, "subjects.md.j2", subjects_view(site))
    yield Page(router.emendations(), "emendations.md.j2", emendations_view(site))
    yield Page(router.about, "about.md.j2", about_view(site))
    yield Page(router.changelog, "changelog.md.j2", read_text(site.codex.project.changelog))


def compose_pages(site: Site) -> dict[str, str]:
    """The Markdown of all made pages by path; raises `CodexError` when two claim one path."""
    composed: dict[str, str] = {}
    made = ((page.address.page, render(page.template, page.view)) for page in pages_of(site))
    for path, text in chain(made, *(writer(site).items() for writer in WRITERS)):
        if path in composed:
            raise CodexError(f"two writers make the page {path}", "expected one")
        composed[path] = text
    return composed


def write_pages(codex: Codex, work: Path, *, public_domain_only: bool) -> int:
    """Write what MkDocs builds from into `work`: the folder `docs`, whole or not at all, and `mkdocs.yml`.

    Returns the number of pages. Raises `CodexError` when something cannot be written, or when the styles and
    scripts are missing.
    """
    docs = codex.project.docs
    if not docs.is_dir():
        raise CodexError("the styles and scripts of the site are missing", "expected the folder docs", file=docs)
    site = Site(codex, public_domain_only)
    pages = compose_pages(site)
    with replaced_folder(work / "docs") as fresh:
        try:
            shutil.copytree(docs, fresh, dirs_exist_ok=True)
        except OSError as error:
            raise CodexError(f"cannot be copied ({error.strerror})", "expected readable files", file=docs) from None
        for path, text in pages.items():
            write_text(below(fresh, path), text)
    write_text(work / CONFIG, configuration(site, work))
    return len(pages)
