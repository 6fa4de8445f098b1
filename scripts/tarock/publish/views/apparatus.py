"""The apparatus: what the editions changed, and what was weighed and left as it is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.apparatus import load_doubts, load_patterns
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.apparatus import Doubt, Pattern
    from tarock.corpus.editions import Edition
    from tarock.corpus.emendations import Emendation
    from tarock.publish.places import Site


class Changes(Value):
    """What is recorded for one source, each with its anchor; `kinds` counts the emendations, the most frequent first."""

    edition: Edition
    kinds: tuple[tuple[str, int], ...]
    emendations: tuple[tuple[str, Emendation], ...]
    conjectures: tuple[tuple[str, Emendation], ...]


class EmendationsView(View):
    """All emendations and conjectures, oldest source first."""

    sources: tuple[Changes, ...]


def emendations_view(site: Site) -> EmendationsView:
    changes = (_changes(site, edition) for edition in site.corpus.editions())
    return EmendationsView(site, site.router.emendations().page, tuple(changes))


def _changes(site: Site, edition: Edition) -> Changes:
    conjectures = [conjecture for passage in edition.passages.values() for conjecture in passage.conjectures]
    return Changes(
        edition,
        tuple(Counter(emendation.kind for emendation in edition.emendations).most_common()),
        tuple(_anchored(site, edition)),
        tuple((site.router.conjecture(c.passage, number).anchor, c) for number, c in enumerate(conjectures, 1)),
    )


def _anchored(site: Site, edition: Edition) -> Iterator[tuple[str, Emendation]]:
    seen: Counter[str] = Counter()
    for emendation in edition.emendations:
        seen[emendation.passage] += 1
        yield site.router.emendation(emendation.passage, seen[emendation.passage]).anchor, emendation


class DoubtfulView(View):
    """All doubtful places, oldest source first, and the patterns that are decided once."""

    sources: tuple[tuple[Edition, tuple[Doubt, ...]], ...]
    patterns: tuple[Pattern, ...]


def doubtful_view(site: Site) -> DoubtfulView:
    return DoubtfulView(
        site,
        site.router.doubtful().page,
        tuple(
            (edition, tuple(doubt.record for doubt in load_doubts(site.corpus, edition.siglum)))
            for edition in site.corpus.editions()
        ),
        tuple(pattern.record for pattern in load_patterns(site.corpus)),
    )
