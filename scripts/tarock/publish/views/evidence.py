"""What was encoded and checked, in figures; how much of the rulebook is held by evidence, and what is not."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tarock.base.structs import Value
from tarock.proof.claims.ledger import AGREEING
from tarock.proof.coverage import HOLDS, shares
from tarock.publish.views.view import View
from tarock.rules.tables import show_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tarock.proof.coverage import Evidence
    from tarock.publish.places import Site
    from tarock.publish.views.view import Link


class Share(Value):
    """How many rule values of a source are held in which way; `vouched` in whole per cent, rounded down."""

    siglum: str
    total: int
    counts: list[int]
    vouched: int


class Figures(Value):
    """What was encoded and checked. `verdicts` counts the games by verdict, the most frequent first.

    `tested` claims of the authors were recomputed, of which so many `agree`; `trials` are ours.
    """

    values: int
    verdicts: Sequence[tuple[str, int]]
    tested: int
    agree: int
    trials: int


def coverage(site: Site) -> list[Share]:
    """How much of each era table is held by evidence."""
    return [
        Share(siglum, counts.total(), [counts[hold] for hold in HOLDS], 100 * counts[HOLDS[0]] // counts.total())
        for siglum, counts in shares(site.codex.evidence).items()
    ]


def figures(site: Site) -> Figures:
    """The figures of the proof."""
    checked = [claim for claim in site.codex.checked_claims if claim.verdict != "not testable"]
    authors = [claim.verdict in AGREEING for claim in checked if claim.claim.kind != "trial"]
    return Figures(
        sum(len(list(table)) for table in site.codex.tables.values()),
        Counter(report.verdict for report in site.codex.game_reports).most_common(),
        len(authors),
        sum(authors),
        len(checked) - len(authors),
    )


class EvidenceView(View):
    """The page on what holds the rulebook."""

    holds = HOLDS

    @cached_property
    def sigla(self) -> list[str]:
        """The sources that have a table."""
        return list(self.site.codex.tables)

    @property
    def shares(self) -> list[Share]:
        """How the values of each source are held."""
        return coverage(self.site)

    @property
    def topics(self) -> Iterator[tuple[Link, list[tuple[int, int]]]]:
        """Each topic with the values of each source that are vouched for, and all of them."""
        vouched: Counter[tuple[str, str]] = Counter()
        total: Counter[tuple[str, str]] = Counter()
        for evidence in self.site.codex.evidence:
            place = evidence.statement.key.partition(".")[0], evidence.statement.siglum
            total[place] += 1
            vouched[place] += evidence.hold == HOLDS[0]
        for name, topic in self.site.codex.topics.by_name.items():
            counts = [(vouched[name, siglum], total[name, siglum]) for siglum in self.sigla]
            if any(all_ for _vouched, all_ in counts):
                yield self.link(topic.title, self.router.topic(name)), counts

    @cached_property
    def unnoticed(self) -> list[Evidence]:
        """The evidence of values of which some neighbour is noticed by nobody, though something computes with it."""
        return [evidence for evidence in self.site.codex.evidence if evidence.unnoticed]

    def shown(self, value: Any, evidence: Evidence) -> str:
        """A neighbour of a value, as the value is shown."""
        return show_value(value, evidence.statement.entry)
