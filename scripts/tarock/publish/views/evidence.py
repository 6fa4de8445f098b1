"""How much of the rulebook is held by evidence, source by source and topic by topic; what is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.proof.coverage import HOLDS
from tarock.publish.views.home import Share, coverage
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.publish.places import Site


@dataclass(frozen=True, slots=True)
class TopicShare:
    """A topic with held and all values of each source."""

    title: Link
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Unheld:
    """A value that something computes with, though no result notices its change."""

    siglum: str
    rule: Link
    shown: str
    key: str


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """The page."""

    sigla: tuple[str, ...]
    holds: tuple[str, ...]
    shares: tuple[Share, ...]
    topics: tuple[TopicShare, ...]
    unheld: tuple[Unheld, ...]


def evidence_view(site: Site) -> EvidenceView:
    """The whole page."""
    page, sigla = site.router.evidence.page, tuple(site.codex.tables)
    held: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for evidence in site.codex.evidence:
        place = evidence.statement.key.partition(".")[0], evidence.statement.siglum
        total[place] += 1
        held[place] += evidence.hold == "held"
    stated = {name for name, _siglum in total}
    return EvidenceView(
        sigla,
        tuple(HOLDS),
        coverage(site),
        tuple(
            TopicShare(
                Link(topic.title, site.router.topic(name).seen_from(page)),
                tuple((held[name, siglum], total[name, siglum]) for siglum in sigla),
            )
            for name, topic in site.codex.topics.by_name.items()
            if name in stated
        ),
        tuple(
            Unheld(
                evidence.statement.siglum,
                Link(evidence.statement.entry.title, site.router.rule(evidence.statement.key).seen_from(page)),
                evidence.statement.answer,
                evidence.statement.key,
            )
            for evidence in site.codex.evidence
            if evidence.hold == "unheld"
        ),
    )
