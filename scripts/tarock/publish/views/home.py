"""The start page: what Tarock is, the doors, a trick that breaks a rule, what the proof says; and the books by their years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.views.claims import Figures, coverage, figures
from tarock.publish.views.findings import BreachView, breach_view
from tarock.publish.views.play import told_sources
from tarock.publish.views.rules import families
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site


class Lane(Value):
    """A family on the time line: its title and its sources."""

    title: str
    sources: tuple[Source, ...]


class TextsView(View):
    """The books on a time line, a lane for each family."""

    sources: tuple[Source, ...]
    lanes: tuple[Lane, ...]

    def lane(self, source: Source) -> int:
        """The number of its line on the time line, from 1."""
        return next(number for number, lane in enumerate(self.lanes, 1) if source in lane.sources)

    def at(self, source: Source) -> float:
        """Its place on the time line in per cent."""
        years = [each.year for each in self.sources]
        return 100 * (source.year - min(years)) / ((max(years) - min(years)) or 1)


class HomeView(TextsView):
    """The start page; `learn` leads to the game that is told with printed games, if it is told.

    `vouched` counts the rule values that a printed result vouches for, `sentences` those of all books.
    """

    breach: BreachView | None
    learn: str
    games: int
    figures: Figures
    vouched: int
    sentences: int


def _lanes(site: Site) -> tuple[tuple[Source, ...], tuple[Lane, ...]]:
    sources = tuple(edition.source for edition in site.corpus.editions())
    lanes = (Lane(title, tuple(each for each in sources if each.siglum in sigla)) for title, sigla in families(site))
    return sources, tuple(lanes)


def texts_view(site: Site) -> TextsView:
    """The overview of the books."""
    return TextsView(site, site.router.sources.made, *_lanes(site))


def home_view(site: Site) -> HomeView:
    """Everything on the start page that is not prose."""
    page = site.router.home.made
    learn = site.router.play_of(ERA) if ERA in told_sources(site) else site.router.play
    return HomeView(
        site,
        page,
        *_lanes(site),
        breach_view(site),
        learn.seen_from(page),
        len(site.codex.game_reports),
        figures(site),
        sum(share.counts[0] for share in coverage(site)),
        sum(accounts.sentences.total() for accounts in site.codex.accounts.values()),
    )
