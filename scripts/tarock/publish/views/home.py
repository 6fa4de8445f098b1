"""The start page: the sources, and what the proof says of them, in figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.proof.claims.ledger import AGREEING
from tarock.proof.coverage import HOLDS, shares
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site


@dataclass(frozen=True, slots=True)
class Card:
    """One source in short; `page` is its first page, for a link in Markdown."""

    source: Source
    page: str
    title: Link
    passages: int
    withheld: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A model game: number, printed title and address; the verdict on its stated results."""

    number: str
    title: Link
    verdict: str


@dataclass(frozen=True, slots=True)
class Share:
    """How many rule values of a source are held in which way; `vouched` in whole per cent, rounded down."""

    siglum: str
    total: int
    counts: tuple[int, ...]
    vouched: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What was encoded and checked. `verdicts` counts the games by verdict, the most frequent first.

    `tested` claims of the authors were recomputed, of which so many `agree`; `trials` are ours.
    """

    values: int
    verdicts: tuple[tuple[str, int], ...]
    tested: int
    agree: int
    trials: int


@dataclass(frozen=True, slots=True)
class HomeView:
    """The page."""

    cards: tuple[Card, ...]
    withheld: tuple[str, ...]
    figures: Figures
    games: tuple[Game, ...]
    holds: tuple[str, ...]
    shares: tuple[Share, ...]


def home_view(site: Site) -> HomeView:
    """Everything on the start page that is not prose."""
    cards = tuple(_card(site, edition) for edition in site.corpus.editions())
    return HomeView(
        cards,
        tuple(card.source.short_title for card in cards if card.withheld),
        figures(site),
        games(site, site.router.home.page),
        tuple(HOLDS),
        coverage(site),
    )


def games(site: Site, page: str) -> tuple[Game, ...]:
    """The model games with their verdicts, as they are listed on `page`."""
    return tuple(
        Game(report.name[1:], Link(report.title, site.router.game(report.name).seen_from(page)), report.verdict)
        for report in site.codex.game_reports
    )


def coverage(site: Site) -> tuple[Share, ...]:
    """How much of each era table is held by evidence."""
    found = []
    for siglum, counts in shares(site.codex.evidence).items():
        total = sum(counts.values())
        numbers = tuple(counts[hold] for hold in HOLDS)
        found.append(Share(siglum, total, numbers, 100 * counts[HOLDS[0]] // total))
    return tuple(found)


def _card(site: Site, edition: Edition) -> Card:
    source = edition.source
    first = site.router.source(source.siglum)
    title = Link(source.short_title, first.seen_from(site.router.home.page))
    return Card(source, first.page, title, len(edition.passages), site.withheld(source.siglum))


def figures(site: Site) -> Figures:
    """The figures of the proof."""
    checked = [claim for claim in site.codex.checked_claims if claim.verdict != "not testable"]
    authors = [claim.verdict in AGREEING for claim in checked if claim.claim.kind != "trial"]
    ended = Counter(report.verdict for report in site.codex.game_reports)
    return Figures(
        sum(len(list(table)) for table in site.codex.tables.values()),
        tuple(ended.most_common()),
        len(authors),
        sum(authors),
        len(checked) - len(authors),
    )
