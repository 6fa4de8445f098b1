"""The pages about the whole.

They show the edition, its sources, who has rights in them, what is lost; its books; the start page, with a trick to
take and what the proof says; and the texts by their years.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import ClassVar

from tarock.checks.reviews import ReviewCount, count_reviews
from tarock.corpus.publication import Publication
from tarock.corpus.sources import Source
from tarock.corpus.translation.records import Imprint
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.paper.book import CODEX
from tarock.publish.paper.files import list_books, make_file_name
from tarock.publish.places import Site
from tarock.publish.views.claims import Figures, count_figures
from tarock.publish.views.lesson import TrickView, make_trick
from tarock.publish.views.play import find_described_sources
from tarock.publish.views.rules import list_families
from tarock.publish.views.view import Link, View
from tarock.rules.accounting import CoverageStatus
from tarock.rules.how_to import SUMMARY


class AboutView(View):
    """Every source, sigla of those with model games or unclear rights, and how their sentences are accounted for.

    `english` is what our English of them is cited as, `publication` who edits and publishes,
    `example` a paragraph that can be cited.
    """

    kinds: ClassVar = tuple(CoverageStatus)
    sources: tuple[Source, ...]
    game_sources: tuple[str, ...]
    unclear: tuple[str, ...]
    games: int
    accounts: dict[str, Counter[CoverageStatus]]
    english: Imprint | None
    publication: Publication
    example: Link

    @cached_property
    def read(self) -> list[ReviewCount]:
        """Return what has been read against the German, and by whom."""
        return list(count_reviews(self.site.codex, self.site.readings))

    @property
    def besides(self) -> tuple[str, ...]:
        """Return what is not free in the transcripts of free texts."""
        return tuple(source.rights.besides for source in self.sources if source.rights.besides)

    @property
    def fragments(self) -> tuple[Source, ...]:
        """Return the sources that survive as fragments."""
        return tuple(source for source in self.sources if source.completeness.status == "fragment")


def make_about(site: Site) -> AboutView:
    """Return the page on the edition."""
    sources = tuple(site.corpus.sources.values())
    example = next(f"{source.siglum}:{ident}" for source in sources for ident in source.site.examples)
    page = site.router.about.made
    return AboutView(
        site,
        page,
        sources,
        tuple(edition.siglum for edition in site.corpus.editions() if edition.games),
        tuple(source.siglum for source in sources if not source.rights.free),
        len(site.codex.game_reports),
        {siglum: accounts.count_by_status for siglum, accounts in site.codex.sentence_coverage.items()},
        next((translation.imprint for translation in site.codex.translations.values()), None),
        site.publication,
        View(site, page).place(example),
    )


class BooksView(View):
    """The files to take away."""

    @property
    def sources(self) -> list[tuple[Source, Link]]:
        """Return the books with one source each."""
        sources = self.site.corpus.sources.items()
        return [(source, book) for siglum, source in sources for book in link_books(self, siglum)]

    @property
    def codex(self) -> list[Link]:
        """Return the books with the whole codex."""
        return link_books(self, CODEX)

    @property
    def summaries(self) -> list[Link]:
        """Return the pages to print for the table."""
        told = find_described_sources(self.site, SUMMARY).items()
        return [self.link(how_to.title, self.router.summary_of(siglum)) for siglum, how_to in told]


def link_books(view: View, name: str) -> list[Link]:
    """Return the books of a name, by their forms."""
    books = list_books(view.site)
    return [view.file(make_file_name(book, form), form.upper()) for book, form in books if book == name]


class TextsView(View):
    """The books on a time line, a lane for each family."""

    @cached_property
    def sources(self) -> list[Source]:
        """Return the sources whose editions there are."""
        return [edition.source for edition in self.site.corpus.editions()]

    @cached_property
    def lanes(self) -> list[tuple[str, list[Source]]]:
        """Return each family: its title and its sources."""
        kin = list_families(self.site)
        return [(title, [each for each in self.sources if each.siglum in sigla]) for title, sigla in kin]

    def lane(self, source: Source) -> int:
        """Return the number of a source's line on the time line, from 1."""
        return next(number for number, (_title, sources) in enumerate(self.lanes, 1) if source in sources)

    def at(self, source: Source) -> float:
        """Return the place of a source on the time line in per cent."""
        years = [each.year for each in self.sources]
        return 100 * (source.year - min(years)) / ((max(years) - min(years)) or 1)


class HomeView(TextsView):
    """The start page; `learn` leads to the game that is told with model games, if it is told.

    `trick` is one to take, if the model games have one.
    """

    trick: TrickView | None
    learn: str
    games: int
    figures: Figures


def make_home(site: Site) -> HomeView:
    """Return everything on the start page that is not prose."""
    page = site.router.home.made
    learn = site.router.play_of(ERA) if ERA in find_described_sources(site) else site.router.play
    return HomeView(
        site,
        page,
        make_trick(site, page),
        learn.link_from(page),
        len(site.codex.game_reports),
        count_figures(site),
    )
