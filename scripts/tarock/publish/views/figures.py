"""What was encoded and checked, in figures: on the start page, with the findings and with the evidence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.proof.claims.ledger import AGREEING
from tarock.proof.coverage import HOLDS, shares
from tarock.publish.views.findings import game_title
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.publish.places import Site


class Game(Value):
    """A model game: its title and address; the verdict on its stated results."""

    title: Link
    verdict: str


class Share(Value):
    """How many rule values of a source are held in which way; `vouched` in whole per cent, rounded down."""

    siglum: str
    total: int
    counts: tuple[int, ...]
    vouched: int


class Figures(Value):
    """What was encoded and checked. `verdicts` counts the games by verdict, the most frequent first.

    `tested` claims of the authors were recomputed, of which so many `agree`; `trials` are ours.
    """

    values: int
    verdicts: tuple[tuple[str, int], ...]
    tested: int
    agree: int
    trials: int


def games(site: Site, page: str) -> tuple[Game, ...]:
    """The model games with their verdicts, as they are listed on `page`."""
    return tuple(
        Game(Link(game_title(report), site.router.game(report.name).seen_from(page)), report.verdict)
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
