"""The start page: what Tarock is, the doors, a trick that breaks a rule, what the proof says; and the books by their years."""

from __future__ import annotations

from functools import cached_property
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
    sources: list[Source]


class TextsView(View):
    """The books on a time line, a lane for each family."""

    @cached_property
    def sources(self) -> list[Source]:
        return [edition.source for edition in self.site.corpus.editions()]

    @cached_property
    def lanes(self) -> list[Lane]:
        kin = families(self.site)
        return [Lane(title, [each for each in self.sources if each.siglum in sigla]) for title, sigla in kin]

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


def home_view(site: Site) -> HomeView:
    """Everything on the start page that is not prose."""
    page = site.router.home.made
    learn = site.router.play_of(ERA) if ERA in told_sources(site) else site.router.play
    return HomeView(
        site,
        page,
        breach_view(site),
        learn.seen_from(page),
        len(site.codex.game_reports),
        figures(site),
        sum(share.counts[0] for share in coverage(site)),
        sum(accounts.sentences.total() for accounts in site.codex.accounts.values()),
    )
