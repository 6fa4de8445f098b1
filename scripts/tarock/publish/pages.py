"""The pages of the site: each an address, a template and a view; and the folder that MkDocs builds from."""

from __future__ import annotations

import shutil
from itertools import chain
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import msgspec

from tarock.base.errors import CodexError
from tarock.base.files import below, read_text, write_text
from tarock.base.structs import Value
from tarock.publish.at_once import beside
from tarock.publish.configuration import CONFIG, configuration
from tarock.publish.environment import macro, render
from tarock.publish.folders import replaced_folder
from tarock.publish.router import Address
from tarock.publish.search_script import PATH as SEARCH_DATA
from tarock.publish.search_script import search_script
from tarock.publish.term_data import PATH as TERM_DATA
from tarock.publish.term_data import term_data
from tarock.publish.views.about import about_view, books_view
from tarock.publish.views.apparatus import doubtful_view, emendations_view
from tarock.publish.views.claims import VerdictsView, part_claims, source_claims
from tarock.publish.views.data import about_data_view, foot_view
from tarock.publish.views.evidence import EvidenceView
from tarock.publish.views.findings import FindingsView, FoundView
from tarock.publish.views.game import GamesView, GameView
from tarock.publish.views.glossary import glossary_view, letter_view, letters_of, notes_view
from tarock.publish.views.home import home_view
from tarock.publish.views.indexes import subjects_view, words_view
from tarock.publish.views.own_game import own_game_view
from tarock.publish.views.play import play_index_view, play_view, told_sources
from tarock.publish.views.rules import history_view, overview_view, topic_view
from tarock.publish.views.source import source_view
from tarock.publish.views.view import View
from tarock.rules.how_to import PROSE, SUMMARY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tarock.publish.places import Site


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
    yield Page(router.history, "history.md.j2", history_view(site), ("rules_data/history.yaml",))
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
    yield Page(router.notes(), "notes.md.j2", notes_view(site))
    yield Page(router.subjects, "subjects.md.j2", subjects_view(site))
    for word_page in chain(*site.word_pages.values()):
        yield Page(Address(word_page.path), "words.md.j2", words_view(site, word_page))


def _about(site: Site) -> Iterator[Page]:
    """The pages about the editions and the site."""
    router = site.router
    yield Page(router.emendations(), "emendations.md.j2", emendations_view(site), ("corpus/emendations/*.yaml",))
    yield Page(router.doubtful(), "doubtful.md.j2", doubtful_view(site), ("corpus/doubtful/*.yaml",))
    yield Page(router.books, "books.md.j2", books_view(site))
    yield Page(router.about_data, "data.md.j2", about_data_view(site))
    yield Page(router.search_help, "search-help.md.j2", None)
    yield Page(router.beside, "beside.md.j2", View(site, router.beside.page))
    yield Page(router.about, "about.md.j2", about_view(site))
    yield Page(router.changelog, "changelog.md.j2", read_text(site.codex.project.changelog))


def compose_pages(site: Site) -> dict[str, str]:
    """The Markdown of all made pages by path, some of them made in a process beside.

    Raises `CodexError` when two claim one path.
    """
    _ = site.router, site.word_pages  # made once: both processes need them, as does the navigation
    with TemporaryFile() as store:

        def further() -> None:
            store.seek(0)
            store.write(msgspec.msgpack.encode(list(_composed(site, _proved_and_looked_up(site)))))
            store.flush()

        with beside(further):
            first, last = [*_composed(site, _read_and_played(site))], [*_composed(site, _about(site))]
        store.seek(0)
        made = [*first, *msgspec.msgpack.decode(store.read(), type=list[tuple[str, str]]), *last]
    composed: dict[str, str] = {}
    for path, text in made:
        if composed.setdefault(path, text) is not text:
            raise CodexError(f"the page {path} is made twice", "expected each page once")
    return composed


def _composed(site: Site, pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
    foot = macro("data.html.j2", "foot")
    for page in pages:
        path = page.address.page
        yield path, render(page.template, page.view, foot=foot(foot_view(site, path, page.data)))


def write_pages(site: Site, work: Path) -> int:
    """Write what MkDocs builds from into `work`: the folder `docs`, whole or not at all, and `mkdocs.yml`.

    Returns the number of pages. Raises `CodexError` when something cannot be written, or when the styles and
    scripts are missing.
    """
    docs = site.codex.project.root / "docs"
    if not docs.is_dir():
        raise CodexError("the styles and scripts of the site are missing", "expected the folder docs", file=docs)
    pages = compose_pages(site)
    with replaced_folder(work / "docs") as fresh:
        try:
            shutil.copytree(docs, fresh, dirs_exist_ok=True)
        except OSError as error:
            raise CodexError(f"cannot be copied ({error.strerror})", "expected readable files", file=docs) from None
        for path, text in pages.items():
            write_text(below(fresh, path), text)
        write_text(below(fresh, TERM_DATA), term_data(site))
        write_text(below(fresh, SEARCH_DATA), search_script(site, pages))
    write_text(work / CONFIG, configuration(site, work))
    return len(pages)
