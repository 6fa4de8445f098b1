"""The overview of claims: how many of each source have which verdict."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.publish.places import Site


class SourceVerdicts(Value):
    """The claims of a source: all, and how many of each verdict."""

    source: Link
    claims: int
    counts: tuple[int, ...]


class VerdictsView(Value):
    """The page. `verdicts` are in the order of the counts; `games` is the number of model games."""

    games: int
    verdicts: tuple[str, ...]
    sources: tuple[SourceVerdicts, ...]


def verdicts_view(site: Site) -> VerdictsView:
    """The whole page."""
    page = site.router.claims.page
    counted: dict[str, Counter[str]] = {siglum: Counter() for siglum in site.codex.tables}
    for checked in site.codex.checked_claims:
        counted[checked.claim.ref.partition(":")[0]][checked.verdict] += 1
    verdicts = tuple(dict.fromkeys(verdict for counts in counted.values() for verdict in counts))
    return VerdictsView(
        len(site.codex.game_reports),
        verdicts,
        tuple(
            SourceVerdicts(
                Link(site.corpus.sources[siglum].short_title, site.router.claims_of(siglum).seen_from(page)),
                counts.total(),
                tuple(counts[verdict] for verdict in verdicts),
            )
            for siglum, counts in counted.items()
        ),
    )
