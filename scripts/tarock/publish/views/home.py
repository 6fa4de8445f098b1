"""The start page: what Tarock is, a trick that breaks a rule, the books on a time line, and what the proof says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.breach import BreachView, breach_view
from tarock.publish.views.evidence import Figures, coverage, figures
from tarock.publish.views.overview import families
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarock.corpus.editions import Edition
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site


class Book(Value):
    """One source in short: its family and the number of its line from 1, its place on the line in per cent."""

    source: Source
    title: Link
    passages: int
    withheld: bool
    family: str
    lane: int
    at: float


class Lane(Value):
    """A family on the time line."""

    title: str
    books: tuple[Book, ...]


class HomeView(Value):
    """The page. `vouched` counts the rule values that a printed result vouches for, `sentences` those of all books."""

    breach: BreachView | None
    books: tuple[Book, ...]
    lanes: tuple[Lane, ...]
    games: int
    figures: Figures
    vouched: int
    sentences: int


def home_view(site: Site) -> HomeView:
    """Everything on the start page that is not prose."""
    kin = families(site)
    lanes = {siglum: (title, lane) for lane, (title, sigla) in enumerate(kin, 1) for siglum in sigla}
    years = [edition.source.year for edition in site.corpus.editions()]
    books = tuple(_book(site, edition, *lanes[edition.siglum], years) for edition in site.corpus.editions())
    return HomeView(
        breach_view(site),
        books,
        tuple(Lane(title, tuple(book for book in books if book.family == title)) for title, _sigla in kin),
        len(site.codex.game_reports),
        figures(site),
        sum(share.counts[0] for share in coverage(site)),
        sum(accounts.sentences.total() for accounts, _problems in site.codex.accounts.values()),
    )


def _book(site: Site, edition: Edition, family: str, lane: int, years: Sequence[int]) -> Book:
    source = edition.source
    return Book(
        source,
        Link(source.short_title, site.router.source(source.siglum).seen_from(site.router.home.page)),
        len(edition.passages),
        site.withheld(source.siglum),
        family,
        lane,
        100 * (source.year - min(years)) / ((max(years) - min(years)) or 1),
    )
