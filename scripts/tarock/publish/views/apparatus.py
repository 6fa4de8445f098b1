"""The apparatus: what the editions changed, and what was weighed and left as it is."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.apparatus import load_doubts, load_patterns
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.apparatus import Doubt, Pattern
    from tarock.corpus.editions import Edition
    from tarock.corpus.elsewhere import Witnessed
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

    @cached_property
    def sources(self) -> list[Changes]:
        """What is recorded for each source."""
        return [_changes(self.site, edition) for edition in self.site.corpus.editions()]


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

    @property
    def sources(self) -> Iterator[tuple[Edition, list[Doubt]]]:
        """Each source with its doubtful places."""
        corpus = self.site.corpus
        for edition in corpus.editions():
            yield edition, [doubt.record for doubt in load_doubts(corpus, edition.siglum)]

    def witnessed(self, siglum: str) -> list[tuple[str, Witnessed]]:
        """What other texts say on words of a source, by passage."""
        found = self.site.codex.witnessed.items()
        return [(ref, each) for ref, all_of in found if ref.startswith(f"{siglum}:") for each in all_of]

    @property
    def patterns(self) -> list[Pattern]:
        return [pattern.record for pattern in load_patterns(self.site.corpus)]
