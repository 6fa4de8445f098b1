"""How much of the rulebook is held by evidence, source by source and topic by topic; what is not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.proof.coverage import HOLDS
from tarock.publish.views.figures import Share, coverage
from tarock.publish.views.prose import Link
from tarock.rules.tables import show_value

if TYPE_CHECKING:
    from tarock.proof.coverage import Hold
    from tarock.publish.places import Site


class TopicShare(Value):
    """A topic with the values of each source that are vouched for, and all of them."""

    title: Link
    counts: tuple[tuple[int, int], ...]


class Unnoticed(Value):
    """A value with those of its neighbours that nobody notices, though something computes with it."""

    siglum: str
    rule: Link
    shown: str
    key: str
    hold: Hold
    others: tuple[str, ...]


class EvidenceView(Value):
    """The page."""

    sigla: tuple[str, ...]
    holds: tuple[str, ...]
    shares: tuple[Share, ...]
    topics: tuple[TopicShare, ...]
    unnoticed: tuple[Unnoticed, ...]


def evidence_view(site: Site) -> EvidenceView:
    """The whole page."""
    page, sigla = site.router.evidence.page, tuple(site.codex.tables)
    vouched: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for evidence in site.codex.evidence:
        place = evidence.statement.key.partition(".")[0], evidence.statement.siglum
        total[place] += 1
        vouched[place] += evidence.hold == HOLDS[0]
    stated = {name for name, _siglum in total}
    return EvidenceView(
        sigla,
        tuple(HOLDS),
        coverage(site),
        tuple(
            TopicShare(
                Link(topic.title, site.router.topic(name).seen_from(page)),
                tuple((vouched[name, siglum], total[name, siglum]) for siglum in sigla),
            )
            for name, topic in site.codex.topics.by_name.items()
            if name in stated
        ),
        tuple(
            Unnoticed(
                evidence.statement.siglum,
                Link(evidence.statement.entry.title, site.router.rule(evidence.statement.key).seen_from(page)),
                evidence.statement.answer,
                evidence.statement.key,
                evidence.hold,
                tuple(show_value(value, evidence.statement.entry) for value in evidence.unnoticed),
            )
            for evidence in site.codex.evidence
            if evidence.unnoticed
        ),
    )
