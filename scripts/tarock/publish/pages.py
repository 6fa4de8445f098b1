"""The pages of the site: each an address, a template and a view; and their places in the navigation."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.structs import Value
from tarock.publish.environment import macro, plain_title, render, spelled
from tarock.publish.router import Address
from tarock.publish.views.about import about_view, books_view
from tarock.publish.views.apparatus import DoubtfulView, EmendationsView
from tarock.publish.views.claims import EvidenceView, VerdictsView, part_claims, source_claims
from tarock.publish.views.data import about_data_view, foot_view
from tarock.publish.views.findings import FindingsView, FoundView
from tarock.publish.views.game import GamesView, GameView
from tarock.publish.views.glossary import NotesView, glossary_view, letter_view, letters_of
from tarock.publish.views.home import home_view
from tarock.publish.views.indexes import WordsView, subjects_view
from tarock.publish.views.own_game import own_game_view
from tarock.publish.views.play import play_index_view, play_view, told_sources
from tarock.publish.views.rules import HistoryView, overview_view, topic_view
from tarock.publish.views.source import source_view
from tarock.publish.views.view import View, game_title
from tarock.rules.how_to import PROSE, SUMMARY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site

NavEntry = dict[str, Any]  # a title with its page, or with a list of entries


class Page(Value):
    """A page to be made: where it stands, its template, what it shows; patterns of the data files behind it."""

    address: Address
    template: str
    view: object
    data: tuple[str, ...] = ()


def _read_and_played(site: Site) -> Iterator[Page]:
    """The pages of the sources, of how they are played, of the rules and the games."""
    router = site.router
    data: tuple[str, ...]
    yield Page(router.home, "home.md.j2", home_view(site))
    for part_page in chain(*site.part_pages.values()):
        edition = part_page.edition
        data = (
            f"corpus/texts/{edition.siglum}/{edition.source.edition}.md",
            f"corpus/emendations/{edition.siglum}.yaml",
            f"corpus/translations/en/{edition.siglum}*.yaml",
        )
        yield Page(Address(part_page.path), "source.md.j2", source_view(site, part_page), data)
    yield Page(router.play, "play-index.md.j2", play_index_view(site))
    for siglum in told_sources(site):
        data = (f"rules_data/{siglum}/{PROSE}",)
        yield Page(router.play_of(siglum), "play.md.j2", play_view(site, siglum), data)
    for siglum in told_sources(site, SUMMARY):
        data = (f"rules_data/{siglum}/{SUMMARY}",)
        yield Page(router.summary_of(siglum), "play-summary.md.j2", play_view(site, siglum, SUMMARY), data)
    yield Page(router.rules, "rules.md.j2", overview_view(site), ("rules_data/overview.yaml",))
    yield Page(router.history, "history.md.j2", HistoryView(site, router.history.page), ("rules_data/history.yaml",))
    for name in site.compared:
        yield Page(router.topic(name), "topic.md.j2", topic_view(site, name), (f"rules_data/*/{name}.yaml",))
    yield Page(router.games, "games.md.j2", GamesView(site, router.games.page))
    for report in site.codex.game_reports:
        data = (f"corpus/games/*-{report.name}.yaml", "rules_data/schema/game.schema.json")
        address = router.game(report.name)
        yield Page(address, "game.md.j2", GameView(site, address.page, report), data)
    data = ("corpus/games/known_findings.yaml",)
    yield Page(router.findings(), "findings.md.j2", FindingsView(site, router.findings().page), data)
    data = ("corpus/examples/*.yaml", "rules_data/schema/game.schema.json", "rules_data/schema/score-*.schema.json")
    yield Page(router.own_game, "own-game.md.j2", own_game_view(site), data)


def _proved_and_looked_up(site: Site) -> Iterator[Page]:
    """The pages of the claims, and those on which one looks something up."""
    router = site.router
    yield Page(router.found, "found.md.j2", FoundView(site, router.found.page))
    yield Page(router.claims, "verdicts.md.j2", VerdictsView(site, router.claims.page))
    for siglum in site.codex.tables:
        yield Page(
            router.claims_of(siglum),
            "claims.md.j2",
            source_claims(site, siglum),
            (f"rules_data/claims/{siglum}*.yaml",),
        )
    for part_page in chain(*site.claim_parts.values()):
        yield Page(
            router.claims_on(part_page.path),
            "claims.md.j2",
            part_claims(site, part_page),
            (f"rules_data/claims/{part_page.edition.siglum}*.yaml",),
        )
    yield Page(router.evidence, "evidence.md.j2", EvidenceView(site, router.evidence.page))
    yield Page(router.glossary, "glossary.md.j2", glossary_view(site), ("corpus/termbase.yaml",))
    for letter in letters_of(site):
        yield Page(router.letter(letter), "glossary-letter.md.j2", letter_view(site, letter))
    yield Page(router.notes(), "notes.md.j2", NotesView(site, router.notes().page))
    yield Page(router.subjects, "subjects.md.j2", subjects_view(site))
    for word_page in chain(*site.word_pages.values()):
        yield Page(Address(word_page.path), "words.md.j2", WordsView(site, word_page.path, word_page))


def _about(site: Site) -> Iterator[Page]:
    """The pages about the editions and the site."""
    router = site.router
    yield Page(
        router.emendations(),
        "emendations.md.j2",
        EmendationsView(site, router.emendations().page),
        ("corpus/emendations/*.yaml",),
    )
    yield Page(
        router.doubtful(), "doubtful.md.j2", DoubtfulView(site, router.doubtful().page), ("corpus/doubtful/*.yaml",)
    )
    yield Page(router.books, "books.md.j2", books_view(site))
    yield Page(router.about_data, "data.md.j2", about_data_view(site))
    yield Page(router.search_help, "search-help.md.j2", None)
    yield Page(router.beside, "beside.md.j2", View(site, router.beside.page))
    yield Page(router.about, "about.md.j2", about_view(site))
    yield Page(router.changelog, "changelog.md.j2", read_text(site.codex.project.changelog))


def compose_pages(site: Site) -> dict[str, str]:
    """The Markdown of all pages by path; raises `CodexError` when two claim one path."""
    foot = macro("data.html.j2", "foot")
    composed: dict[str, str] = {}
    for page in chain(_read_and_played(site), _proved_and_looked_up(site), _about(site)):
        path = page.address.page
        if path in composed:
            raise CodexError(f"the page {path} is made twice", "expected each page once")
        composed[path] = render(page.template, page.view, foot=foot(foot_view(site, path, page.data)))
    return composed


def navigation(site: Site) -> list[NavEntry]:
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


def _page(title: str, address: Address) -> NavEntry:
    return {plain_title(title): address.page}


def _played(site: Site) -> list[NavEntry]:
    """How each game is played; its page to print is led to from there."""
    sources = site.corpus.sources
    return [
        _page(f"{siglum} {sources[siglum].site.name}", site.router.play_of(siglum)) for siglum in told_sources(site)
    ]


def _claims(site: Site, siglum: str) -> NavEntry:
    title, whole = f"Claims of {siglum}", site.router.claims_of(siglum)
    parts = [_page(page.part.title, site.router.claims_on(page.path)) for page in site.claim_parts[siglum]]
    return {title: [_page("All in short", whole), *parts]} if parts else _page(title, whole)


def _words(site: Site) -> list[NavEntry]:
    """The first page of each source's word forms, which leads to the others."""
    return [_page(f"Word forms of {siglum}", Address(pages[0].path)) for siglum, pages in site.word_pages.items()]


def _source(site: Site, siglum: str) -> NavEntry:
    title = f"{siglum} {site.corpus.sources[siglum].site.name}"
    pages = site.part_pages[siglum]
    if len(pages) == 1:
        return _page(title, Address(pages[0].path))
    return {plain_title(title): [_page(page.part.title, Address(page.path)) for page in pages]}
