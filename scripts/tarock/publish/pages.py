"""The pages of the site, in the order of the navigation: each a place in it, an address, a template and a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.i18n import translate_text
from tarock.base.structs import Frozen
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.environment import macro, plain_title, render, spelled, told
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.views.apparatus import DoubtfulView, EmendationsView, PrintView
from tarock.publish.views.claims import EvidenceView, VerdictsView, part_claims, source_claims
from tarock.publish.views.data import LibraryView, about_data_view, files_behind
from tarock.publish.views.findings import FindingsView, FoundView, UndecidedView
from tarock.publish.views.front import BooksView, TextsView, about_view, home_view
from tarock.publish.views.game import GamesView, GameView, own_game_view
from tarock.publish.views.glossary import NotesView, WordsView, glossary_view, letter_view, letters_of, subjects_view
from tarock.publish.views.lesson import FirstTricksView, LessonView, TasksView, model
from tarock.publish.views.one_result import OneResultView
from tarock.publish.views.play import play_index_view, play_view, told_sources
from tarock.publish.views.rules import HistoryView, OverviewView, topic_view
from tarock.publish.views.source import source_view
from tarock.publish.views.view import View, game_title
from tarock.rules.how_to import PROSE, SUMMARY


class Page(Frozen):
    """A page to be made: its sections in the navigation and its title there, or neither where only other pages lead to it;
    where it is, its template, what it shows; patterns of the data files behind it.
    """

    named: tuple[str, ...]
    address: Address
    template: str
    view: object
    data: tuple[str, ...] = ()


def site_pages(site: Site) -> tuple[Page, ...]:
    """All pages with what they show."""
    return (
        Page((_said("Home"),), site.router.home, "home.md.j2", home_view(site)),
        *_sources(site),
        *_play(site),
        *_rules(site),
        *_games(site),
        *_proof(site),
        *_looked_up(site),
        *_about(site),
    )


def translated_pages(site: Site) -> tuple[Page, ...]:
    """Those of them that are in other languages too, with what they show in the one that is spoken."""
    return tuple(page for page in site_pages(site) if page.address.made != page.address.page)


def _sources(site: Site) -> Iterator[Page]:
    sources = site.corpus.sources
    yield _shown(site, (_said("Sources"), _said("Overview")), site.router.sources, "sources.md.j2", TextsView)
    for siglum, pages in site.part_pages.items():
        for page in pages:
            named = (
                _said("Sources"),
                f"{siglum} {sources[siglum].site.name}",
                *([told(page.part.title)] if len(pages) > 1 else []),
            )
            data = (
                f"corpus/texts/{siglum}/{sources[siglum].edition}.md",
                f"corpus/emendations/{siglum}.yaml",
                f"corpus/translations/en/{siglum}*.yaml",
            )
            yield Page(named, Address(page.path), "source.md.j2", source_view(site, page), data)


def _play(site: Site) -> Iterator[Page]:
    router, sources = site.router, site.corpus.sources
    section = _said("How it is played")
    yield Page((section, _said("Where to begin")), router.play, "play-index.md.j2", play_index_view(site))
    for siglum in told_sources(site):
        named, prose = (section, f"{siglum} {sources[siglum].site.name}"), f"rules_data/{siglum}/{PROSE}"
        yield Page(named, router.play_of(siglum), "play.md.j2", play_view(site, siglum), (prose,))
    if (game := model(site)) and ERA in told_sources(site):
        view: View = FirstTricksView(site, router.first_tricks.made, game)
        yield Page((section, _said("Your first tricks")), router.first_tricks, "first-tricks.md.j2", view)
        view = LessonView(site, router.lesson.made, game)
        yield Page((section, _said("For teachers")), router.lesson, "lesson.md.j2", view)
    for siglum in told_sources(site, SUMMARY):
        view, summary = play_view(site, siglum, SUMMARY), f"rules_data/{siglum}/{SUMMARY}"
        yield Page((), router.summary_of(siglum), "play-summary.md.j2", view, (summary,))


def _rules(site: Site) -> Iterator[Page]:
    section, router, topics = _said("Rules compared"), site.router, site.codex.topics.by_name
    data = ("rules_data/overview.yaml",)
    yield _shown(site, (section, _said("Overview")), router.rules, "rules.md.j2", OverviewView, data)
    data = ("rules_data/history.yaml",)
    yield _shown(site, (section, _said("What changed")), router.history, "history.md.j2", HistoryView, data)
    named, data = (section, _said("One result in each book")), ("rules_data/schema/score-*.schema.json",)
    yield _shown(site, named, router.one_result, "one-result.md.j2", OneResultView, data)
    for name in site.compared:
        data = (f"rules_data/*/{name}.yaml",)
        yield Page((section, told(topics[name].title)), router.topic(name), "topic.md.j2", topic_view(site, name), data)


def _games(site: Site) -> Iterator[Page]:
    section, router, reports = _said("Games"), site.router, site.codex.game_reports
    named = section, _said("All {count}", count=spelled(len(reports)))
    yield _shown(site, named, router.games, "games.md.j2", GamesView)
    for report in reports:
        address = router.game(report.name)
        data: tuple[str, ...] = (f"corpus/games/*-{report.name}.yaml", "rules_data/schema/game.schema.json")
        yield Page((section, game_title(report)), address, "game.md.j2", GameView(site, address.made, report), data)
    data = ("rules_data/tasks.yaml", "rules_data/schema/tasks.schema.json")
    yield _shown(site, (section, _said("Tasks")), router.tasks, "tasks.md.j2", TasksView, data)
    data = ("corpus/games/known_findings.yaml",)
    yield _shown(site, (section, _said("Findings")), router.findings(), "findings.md.j2", FindingsView, data)
    data = ("corpus/examples/*.yaml", "rules_data/schema/game.schema.json", "rules_data/schema/score-*.schema.json")
    yield Page((section, _said("A game of your own")), router.own_game, "own-game.md.j2", own_game_view(site), data)


def _proof(site: Site) -> Iterator[Page]:
    section, router = _said("Proof"), site.router
    yield _shown(site, (section, _said("What the machine found")), router.found, "found.md.j2", FoundView)
    named, data = (section, _said("What the books do not decide")), ("rules_data/undecided.yaml",)
    yield _shown(site, named, router.undecided, "undecided.md.j2", UndecidedView, data)
    asked = (
        "corpus/emendations/*.yaml",
        "corpus/doubtful/*.yaml",
        "corpus/witnesses/*.yaml",
        "rules_data/schema/witnesses.schema.json",
    )
    named = section, _said("What the print would decide")
    yield _shown(site, named, router.print, "print.md.j2", PrintView, asked)
    yield _shown(site, (section, _said("All claims")), router.claims, "verdicts.md.j2", VerdictsView)
    for siglum in site.codex.tables:
        parts, data = site.claim_parts[siglum], (f"rules_data/claims/{siglum}*.yaml",)
        claimed = _said("Claims of {siglum}", siglum=siglum)
        above = (section, claimed, *([_said("All in short")] if parts else []))
        yield Page(above, router.claims_of(siglum), "claims.md.j2", source_claims(site, siglum), data)
        for page in parts:
            of_part = (section, claimed, told(page.part.title))
            yield Page(of_part, router.claims_on(page.path), "claims.md.j2", part_claims(site, page), data)
    yield _shown(site, (section, _said("Evidence")), router.evidence, "evidence.md.j2", EvidenceView)


def _looked_up(site: Site) -> Iterator[Page]:
    section, router = _said("Look up"), site.router
    data = ("corpus/termbase.yaml",)
    yield Page((section, _said("Glossary")), router.glossary, "glossary.md.j2", glossary_view(site), data)
    for letter in letters_of(site):
        yield Page((), router.letter(letter), "glossary-letter.md.j2", letter_view(site, letter))
    yield _shown(site, (section, _said("Historical notes")), router.notes(), "notes.md.j2", NotesView)
    yield Page((section, _said("Subjects")), router.subjects, "subjects.md.j2", subjects_view(site))
    for siglum, (first, *others) in site.word_pages.items():  # the first leads to the others
        named = (section, _said("Word forms"), _said("Word forms of {siglum}", siglum=siglum))
        yield Page(named, Address(first.path), "words.md.j2", WordsView(site, Address(first.path).made, first))
        for page in others:
            yield Page((), Address(page.path), "words.md.j2", WordsView(site, Address(page.path).made, page))
    yield _shown(site, (section, _said("Two passages side by side")), router.beside(), "beside.md.j2", View)
    yield _shown(site, (section, _said("Check a quotation")), router.verify, "verify.md.j2", View)
    yield Page((section, _said("What can be searched")), router.search_help, "search-help.md.j2", None)


def _about(site: Site) -> Iterator[Page]:
    section, router = _said("About"), site.router
    yield Page((section, _said("About this site")), router.about, "about.md.j2", about_view(site))
    named, data = (section, _said("Emendations")), ("corpus/emendations/*.yaml",)
    yield _shown(site, named, router.emendations(), "emendations.md.j2", EmendationsView, data)
    named, data = (section, _said("Doubtful places")), ("corpus/doubtful/*.yaml",)
    yield _shown(site, named, router.doubtful(), "doubtful.md.j2", DoubtfulView, data)
    yield _shown(site, (section, _said("PDF and EPUB")), router.books, "books.md.j2", BooksView)
    yield Page((section, _said("Data")), router.about_data, "data.md.j2", about_data_view(site))
    yield _shown(site, (section, _said("Python")), router.library, "library.md.j2", LibraryView)
    yield Page((section, "Changelog"), router.changelog, "changelog.md.j2", read_text(site.codex.project.changelog))


def _shown(
    site: Site,
    named: tuple[str, ...],
    address: Address,
    template: str,
    view: Callable[[Site, str], View],
    data: tuple[str, ...] = (),
) -> Page:
    """A page with a view that is made for its address."""
    return Page(named, address, template, view(site, address.made), data)


def compose_pages(site: Site, pages: Iterable[Page]) -> dict[str, str]:
    """The Markdown of the pages of a site by path; raises `CodexError` when two claim one path."""
    foot = macro("data.html.j2", "foot")
    composed: dict[str, str] = {}
    for page in pages:
        path = page.address.made
        if path in composed:
            raise CodexError(f"the page {path} is made twice", "expected each page once")
        beside = View(site, path)
        foot_of_page = foot(files_behind(beside, page.data), beside.to(site.router.about_data))
        composed[path] = render(page.template, page.view, foot=foot_of_page)
    return composed


def navigation(pages: Iterable[Page]) -> list[dict[str, Any]]:
    """The navigation as MkDocs has it: titles, each with a page or with a list of such entries."""
    sections: dict[tuple[str, ...], list[dict[str, Any]]] = {(): []}
    for page in pages:
        for depth, title in enumerate(page.named, start=1):
            *above, _ = path = page.named[:depth]
            if path == page.named:
                sections[*above,].append({plain_title(title): page.address.made})
            elif path not in sections:
                sections[path] = []
                sections[*above,].append({plain_title(title): sections[path]})
    return sections[()]


def _said(title: str, **values: str) -> str:
    """A title in the navigation, in the language that is spoken."""
    return translate_text(title, "navigation").format(**values)
