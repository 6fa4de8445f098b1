"""The configuration that MkDocs builds with: it inherits `mkdocs.yml` and adds what comes from the data."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tarock import __version__
from tarock.publish.environment import plain_title, spelled
from tarock.publish.router import Address
from tarock.publish.views.play import told_sources
from tarock.publish.views.view import game_title

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.publish.places import Site

CONFIG = "mkdocs.yml"

Entry = dict[str, Any]  # a title with its page, or with a list of entries


def configuration(site: Site, work: Path) -> str:
    """The text of `work/mkdocs.yml`, for `mkdocs build -f`: folders, description and navigation. JSON is YAML."""
    root = os.path.relpath(site.codex.project.root.resolve(), work.resolve())
    years = [source.year for source in site.corpus.sources.values()]
    made: Entry = {
        "INHERIT": f"{root}/{CONFIG}",
        "site_description": f"{spelled(len(years)).capitalize()} German rule texts of the card game Tarock, {min(years)} "
        f"to {max(years)}, as a citable edition, a rulebook as data and a proof",
        "docs_dir": "docs",
        "site_dir": "site",
        "theme": {"custom_dir": f"{root}/overrides"},
        "nav": navigation(site),
        # each page would carry them; glossary and word forms lead to their letters
        "not_in_nav": "/glossary/?.md\n/words/*/*.md\n/play/*-summary.md",
    }
    if address := site.publication.url:  # no host is ours by default
        made["site_url"] = address
    sources = site.corpus.sources
    made["extra"] = {"sources": " ".join(sources), "urns": " ".join(source.urn for source in sources.values())}
    made["extra"]["version"] = __version__
    if numbered := [edition.siglum for edition in site.corpus.editions() if edition.profile.claimed]:
        made["extra"]["sections"] = numbered[0]  # the source that `§ 47` in the search box is of
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def navigation(site: Site) -> list[Entry]:
    """Every page of the site once, in the order of the navigation."""
    router = site.router
    reports = site.codex.game_reports
    topics = site.codex.topics.by_name
    return [
        _page("Home", router.home),
        {"Sources": [_source(site, siglum) for siglum in site.corpus.sources]},
        {"How it is played": [_page("Where to begin", router.play), *_played(site)]},
        {
            "Rules compared": [
                _page("Overview", router.rules),
                _page("What changed", router.history),
                *(_page(topics[name].title, router.topic(name)) for name in site.compared),
            ]
        },
        {
            "Games": [
                _page(f"All {spelled(len(reports))}", router.games),
                *(_page(game_title(report), router.game(report.name)) for report in reports),
                _page("Findings", router.findings()),
                _page("A game of your own", router.own_game),
            ]
        },
        {
            "Proof": [
                _page("What the machine found", router.found),
                _page("All claims", router.claims),
                *(_claims(site, siglum) for siglum in site.codex.tables),
                _page("Evidence", router.evidence),
            ]
        },
        {
            "Look up": [
                _page("Glossary", router.glossary),
                _page("Historical notes", router.notes()),
                _page("Subjects", router.subjects),
                {"Word forms": _words(site)},
                _page("Two passages side by side", router.beside),
                _page("What can be searched", router.search_help),
            ]
        },
        {
            "About": [
                _page("About this site", router.about),
                _page("Emendations", router.emendations()),
                _page("Doubtful places", router.doubtful()),
                _page("PDF and EPUB", router.books),
                _page("Data", router.about_data),
                _page("Changelog", router.changelog),
            ]
        },
    ]


def _page(title: str, address: Address) -> Entry:
    return {plain_title(title): address.page}


def _played(site: Site) -> list[Entry]:
    """How each game is played; its page to print is led to from there."""
    sources = site.corpus.sources
    return [
        _page(f"{siglum} {sources[siglum].site.name}", site.router.play_of(siglum)) for siglum in told_sources(site)
    ]


def _claims(site: Site, siglum: str) -> Entry:
    title, whole = f"Claims of {siglum}", site.router.claims_of(siglum)
    parts = [_page(page.part.title, site.router.claims_on(page.path)) for page in site.claim_parts[siglum]]
    return {title: [_page("All in short", whole), *parts]} if parts else _page(title, whole)


def _words(site: Site) -> list[Entry]:
    """The first page of each source's word forms, which leads to the others."""
    return [_page(f"Word forms of {siglum}", Address(pages[0].path)) for siglum, pages in site.word_pages.items()]


def _source(site: Site, siglum: str) -> Entry:
    title = f"{siglum} {site.corpus.sources[siglum].site.name}"
    pages = site.part_pages[siglum]
    if len(pages) == 1:
        return _page(title, Address(pages[0].path))
    return {plain_title(title): [_page(page.part.title, Address(page.path)) for page in pages]}
