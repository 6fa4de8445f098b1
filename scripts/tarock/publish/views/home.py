"""The start page: what Tarock is, a trick that breaks a rule, the books on a time line, and what the proof says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.claims import Figures, coverage, figures
from tarock.publish.views.findings import BreachView, breach_view
from tarock.publish.views.rules import families
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site


class Lane(Value):
    """A family on the time line: its title and its sources."""

    title: str
    sources: tuple[Source, ...]


class HomeView(View):
    """The page. `vouched` counts the rule values that a printed result vouches for, `sentences` those of all books."""

    breach: BreachView | None
    sources: tuple[Source, ...]
    lanes: tuple[Lane, ...]
    games: int
    figures: Figures
    vouched: int
    sentences: int

    def lane(self, source: Source) -> int:
        """The number of its line on the time line, from 1."""
        return next(number for number, lane in enumerate(self.lanes, 1) if source in lane.sources)

    def at(self, source: Source) -> float:
        """Its place on the time line in per cent."""
        years = [each.year for each in self.sources]
        return 100 * (source.year - min(years)) / ((max(years) - min(years)) or 1)


def home_view(site: Site) -> HomeView:
    """Everything on the start page that is not prose."""
    sources = tuple(edition.source for edition in site.corpus.editions())
    return HomeView(
        site,
        site.router.home.page,
        breach_view(site),
        sources,
        tuple(Lane(title, tuple(each for each in sources if each.siglum in sigla)) for title, sigla in families(site)),
        len(site.codex.game_reports),
        figures(site),
        sum(share.counts[0] for share in coverage(site)),
        sum(accounts.sentences.total() for accounts in site.codex.accounts.values()),
    )
