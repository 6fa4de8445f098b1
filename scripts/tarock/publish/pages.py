"""The pages of the site, in the order of the navigation: each a place in it, an address, a template and a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.i18n import translate_text
from tarock.base.structs import Frozen
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.environment import escape_title, get_macro, render, spell_number, translate_prose
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.views.apparatus import DoubtfulView, EmendationsView, PrintView
from tarock.publish.views.bridge import BridgeView
from tarock.publish.views.claims import EvidenceView, VerdictsView, make_part_claims, make_source_claims
from tarock.publish.views.data import LibraryView, link_files_behind, make_about_data
from tarock.publish.views.findings import FindingsView, FoundView, UndecidedView
from tarock.publish.views.front import BooksView, TextsView, make_about, make_home
from tarock.publish.views.game import GamesView, GameView, make_own_game
from tarock.publish.views.glossary import WordsView, group_terms, make_glossary, make_letter, make_subjects
from tarock.publish.views.lesson import FirstTricksView, LessonView, TasksView, find_model_game
from tarock.publish.views.matters import KeysView, list_pairs, make_pair
from tarock.publish.views.one_result import OneResultView
from tarock.publish.views.play import PlayIndexView, find_described_sources, make_play
from tarock.publish.views.playing import PlayingView
from tarock.publish.views.rules import OverviewView, make_topic
from tarock.publish.views.source import make_source_page
from tarock.publish.views.view import View, write_game_title
from tarock.rules.how_to import PROSE, SUMMARY


class Page(Frozen):
    """A page to be made, with its template and its view.

    It has sections in the navigation and a title there, or neither where only other pages lead to it; an address; and
    patterns of the data files behind it.
    """

    titles: tuple[str, ...]
    address: Address
    template: str
    view: object
    data: tuple[str, ...] = ()


def list_site_pages(site: Site) -> tuple[Page, ...]:
    """Return all pages of the site in the order of the navigation, with their views in the current language.

    Five doors stand at its top, as `Router.doors` has them; what one needs to compute and to doubt is in the
    laboratory, behind the last.
    """
    return (
        Page((_translate_title("Home"),), site.router.home, "home.md.j2", make_home(site)),
        *_list_play_pages(site),
        *_list_learn_pages(site),
        *_list_read_pages(site),
        *_list_rule_pages(site),
        *_list_about_pages(site),
    )


def list_translated_pages(site: Site) -> tuple[Page, ...]:
    """Return the pages that exist in the current language, with their views."""
    return tuple(page for page in list_site_pages(site) if page.address.made != page.address.page)


def _list_read_pages(site: Site) -> Iterator[Page]:
    section, router, sources = _translate_title("Read"), site.router, site.corpus.sources
    yield _make_page(site, (section, _translate_title("The texts")), router.sources, "sources.md.j2", TextsView)
    for siglum, pages in site.part_pages.items():
        for page in pages:
            titles = (
                section,
                f"{siglum} {sources[siglum].site.name}",
                *([translate_prose(page.part.title)] if len(pages) > 1 else []),
            )
            data = (
                f"corpus/texts/{siglum}/{sources[siglum].edition}.md",
                f"corpus/emendations/{siglum}.yaml",
                f"corpus/translations/en/{siglum}*.yaml",
            )
            yield Page(titles, Address(page.path), "source.md.j2", make_source_page(site, page), data)
    yield Page((section, _translate_title("Subjects")), router.subjects, "subjects.md.j2", make_subjects(site))
    yield _make_page(site, (section, _translate_title("Historical notes")), router.notes(), "notes.md.j2", View)
    yield _make_page(
        site, (section, _translate_title("Two passages side by side")), router.compare_passages(), "beside.md.j2", View
    )
    yield _make_page(site, (section, _translate_title("Check a quotation")), router.verify, "verify.md.j2", View)
    yield _make_page(site, (section, _translate_title("PDF and EPUB")), router.books, "books.md.j2", BooksView)


def _list_play_pages(site: Site) -> Iterator[Page]:
    section, router = _translate_title("Play"), site.router
    data = tuple(f"rules_data/{ERA}/{topic}.yaml" for topic in ("bidding", "play", "settlement"))
    yield _make_page(
        site, (section, _translate_title("At the table")), router.playing, "playing.md.j2", PlayingView, data
    )
    data = ("rules_data/tasks.yaml", "rules_data/schema/tasks.schema.json")
    yield _make_page(site, (section, _translate_title("Tasks")), router.tasks, "tasks.md.j2", TasksView, data)
    data = ("corpus/examples/*.yaml", "rules_data/schema/game.schema.json", "rules_data/schema/score-*.schema.json")
    yield Page(
        (section, _translate_title("A game of your own")), router.own_game, "own-game.md.j2", make_own_game(site), data
    )


def _list_learn_pages(site: Site) -> Iterator[Page]:
    router, sources = site.router, site.corpus.sources
    section = _translate_title("Learn")
    yield Page(
        (section, _translate_title("How it is played")),
        router.play,
        "play-index.md.j2",
        PlayIndexView(site, router.play.made),
    )
    for siglum in find_described_sources(site):
        titles, prose = (section, f"{siglum} {sources[siglum].site.name}"), f"rules_data/{siglum}/{PROSE}"
        yield Page(titles, router.play_of(siglum), "play.md.j2", make_play(site, siglum), (prose,))
    if (game := find_model_game(site)) and ERA in find_described_sources(site):
        view: View = FirstTricksView(site, router.first_tricks.made, game)
        yield Page((section, _translate_title("Your first tricks")), router.first_tricks, "first-tricks.md.j2", view)
        view = LessonView(site, router.lesson.made, game)
        yield Page((section, _translate_title("For teachers")), router.lesson, "lesson.md.j2", view)
    for siglum in find_described_sources(site, SUMMARY):
        view, summary = make_play(site, siglum, SUMMARY), f"rules_data/{siglum}/{SUMMARY}"
        yield Page((), router.summary_of(siglum), "play-summary.md.j2", view, (summary,))
    yield from _list_game_pages(site, section)
    data = ("corpus/termbase.yaml",)
    yield Page((section, _translate_title("Glossary")), router.glossary, "glossary.md.j2", make_glossary(site), data)
    for letter in group_terms(site):
        yield Page((), router.letter(letter), "glossary-letter.md.j2", make_letter(site, letter))


def _list_rule_pages(site: Site) -> Iterator[Page]:
    section, router, topics = _translate_title("Compare"), site.router, site.codex.topics.by_name
    data = ("rules_data/overview.yaml",)
    yield _make_page(site, (section, _translate_title("Overview")), router.rules, "rules.md.j2", OverviewView, data)
    data = ("rules_data/history.yaml",)
    yield _make_page(site, (section, _translate_title("What changed")), router.history, "history.md.j2", View, data)
    titles, files = (
        (section, _translate_title("Today's terms")),
        ("rules_data/bridge.yaml", "rules_data/neighbours/*.yaml"),
    )
    yield _make_page(site, titles, router.bridge, "bridge.md.j2", BridgeView, files)
    for first, second in list_pairs(site):
        yield Page(
            (section, _translate_title("Two texts"), f"{first} / {second}"),
            router.pair(first, second),
            "pair.md.j2",
            make_pair(site, first, second),
            ("rules_data/matters/*.yaml",),
        )
    yield _make_page(site, (), router.keys, "keys.md.j2", KeysView, ("rules_data/keys/*.yaml",))
    titles, data = (section, _translate_title("One result in each book")), ("rules_data/schema/score-*.schema.json",)
    yield _make_page(site, titles, router.one_result, "one-result.md.j2", OneResultView, data)
    for name in site.compared:
        data = (f"rules_data/*/{name}.yaml",)
        yield Page(
            (section, _translate_title("By topic"), translate_prose(topics[name].title)),
            router.topic(name),
            "topic.md.j2",
            make_topic(site, name),
            data,
        )


def _list_game_pages(site: Site, section: str) -> Iterator[Page]:
    router, reports = site.router, site.codex.game_reports
    games = section, _translate_title("Model games")
    titles = *games, _translate_title("All {count}", count=spell_number(len(reports)))
    yield _make_page(site, titles, router.games, "games.md.j2", GamesView)
    for report in reports:
        address = router.game(report.name)
        data = (f"corpus/games/*-{report.name}.yaml", "rules_data/schema/game.schema.json")
        yield Page(
            (*games, write_game_title(report)), address, "game.md.j2", GameView(site, address.made, report), data
        )


def _list_laboratory_pages(site: Site, above: str) -> Iterator[Page]:
    section, router = (above, _translate_title("Laboratory")), site.router
    yield _make_page(
        site, (*section, _translate_title("What the machine found")), router.found, "found.md.j2", FoundView
    )
    titles, data = (*section, _translate_title("What the books do not decide")), ("rules_data/undecided.yaml",)
    yield _make_page(site, titles, router.undecided, "undecided.md.j2", UndecidedView, data)
    asked = (
        "corpus/emendations/*.yaml",
        "corpus/doubtful/*.yaml",
        "corpus/witnesses/*.yaml",
        "rules_data/schema/witnesses.schema.json",
    )
    titles = *section, _translate_title("What the print would decide")
    yield _make_page(site, titles, router.print, "print.md.j2", PrintView, asked)
    titles, data = (*section, _translate_title("Emendations")), ("corpus/emendations/*.yaml",)
    yield _make_page(site, titles, router.emendations(), "emendations.md.j2", EmendationsView, data)
    titles, data = (*section, _translate_title("Doubtful places")), ("corpus/doubtful/*.yaml",)
    yield _make_page(site, titles, router.doubtful(), "doubtful.md.j2", DoubtfulView, data)
    data = ("corpus/games/known_findings.yaml",)
    yield _make_page(
        site, (*section, _translate_title("Findings")), router.findings(), "findings.md.j2", FindingsView, data
    )
    yield _make_page(site, (*section, _translate_title("All claims")), router.claims, "verdicts.md.j2", VerdictsView)
    for siglum in site.codex.tables:
        parts, data = site.claim_parts[siglum], (f"rules_data/claims/{siglum}*.yaml",)
        claimed = *section, _translate_title("Claims of {siglum}", siglum=siglum)
        short = *claimed, *([_translate_title("All in short")] if parts else [])
        yield Page(short, router.claims_of(siglum), "claims.md.j2", make_source_claims(site, siglum), data)
        for page in parts:
            of_part = *claimed, translate_prose(page.part.title)
            yield Page(of_part, router.claims_on(page.path), "claims.md.j2", make_part_claims(site, page), data)
    yield _make_page(site, (*section, _translate_title("Evidence")), router.evidence, "evidence.md.j2", EvidenceView)
    for siglum, (first, *others) in site.word_pages.items():  # the first leads to the others
        named = _translate_title("Word forms"), _translate_title("Word forms of {siglum}", siglum=siglum)
        view = WordsView(site, Address(first.path).made, first)
        yield Page((*section, *named), Address(first.path), "words.md.j2", view)
        for other in others:
            yield Page((), Address(other.path), "words.md.j2", WordsView(site, Address(other.path).made, other))
    yield Page((*section, _translate_title("Data")), router.about_data, "data.md.j2", make_about_data(site))
    yield _make_page(site, (*section, _translate_title("Python")), router.library, "library.md.j2", LibraryView)


def _list_about_pages(site: Site) -> Iterator[Page]:
    section, router = _translate_title("About"), site.router
    yield Page((section, _translate_title("About this site")), router.about, "about.md.j2", make_about(site))
    yield Page((section, _translate_title("What can be searched")), router.search_help, "search-help.md.j2", None)
    yield from _list_laboratory_pages(site, section)
    wanted = read_text(site.codex.project.root / "WANTED.md")
    yield Page((section, "Texts wanted"), router.wanted, "wanted.md.j2", wanted)
    yield Page((section, "Changelog"), router.changelog, "changelog.md.j2", read_text(site.codex.project.changelog))


def _make_page(
    site: Site,
    titles: tuple[str, ...],
    address: Address,
    template: str,
    view: Callable[[Site, str], View],
    data: tuple[str, ...] = (),
) -> Page:
    """Return a page whose view is made from the site and the page's path."""
    return Page(titles, address, template, view(site, address.made), data)


def compose_pages(site: Site, pages: Iterable[Page]) -> dict[str, str]:
    """Render pages as Markdown by path; raise `CodexError` when two have the same path."""
    foot = get_macro("data.html.j2", "foot")
    composed: dict[str, str] = {}
    for page in pages:
        path = page.address.made
        if path in composed:
            raise CodexError(f"the page {path} is made twice", "expected each page once")
        beside = View(site, path)
        foot_of_page = foot(link_files_behind(beside, page.data), beside.to(site.router.about_data))
        composed[path] = render(page.template, page.view, foot=foot_of_page)
    return composed


def make_navigation(pages: Iterable[Page]) -> list[dict[str, Any]]:
    """Return the navigation for MkDocs: a list of `{title: path}` and `{title: [entries]}`."""
    sections: dict[tuple[str, ...], list[dict[str, Any]]] = {(): []}
    for page in pages:
        for depth, title in enumerate(page.titles, start=1):
            *above, _ = path = page.titles[:depth]
            if path == page.titles:
                sections[*above,].append({escape_title(title): page.address.made})
            elif path not in sections:
                sections[path] = []
                sections[*above,].append({escape_title(title): sections[path]})
    return sections[()]


def _translate_title(title: str, **values: str) -> str:
    """Return a title of the navigation in the current language."""
    return translate_text(title, "navigation").format(**values)
