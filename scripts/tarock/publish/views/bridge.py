"""The page on terms of today's table: what each is, how each text stands to it, and where it was first seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tarock.base.i18n import pgettext
from tarock.publish.views.matters import MattersView
from tarock.rules.bridge import (
    BridgeTerm,
    FactSource,
    GameFact,
    NeighbourFacts,
    OtherGame,
    Standing,
    load_bridge,
    load_facts,
)


class BridgeView(MattersView):
    """The terms with all that is said of them."""

    @cached_property
    def terms(self) -> list[BridgeTerm]:
        """Return the terms, in the order of their file."""
        return [located.record for located in load_bridge(self.site.codex.project)]

    @cached_property
    def facts(self) -> NeighbourFacts:
        """Return the facts of other games."""
        return load_facts(self.site.codex.project)

    @property
    def sought(self) -> list[str]:
        """Return the words by which a reader may look for the page."""
        return [word for term in self.terms for word in (term.term, *term.also)]

    def stand(self, standing: Standing) -> str:
        """Return how a text stands to a term, in the language of the page."""
        names: dict[Standing, str] = {
            "has it": pgettext("bridge", "has it"),
            "excludes it": pgettext("bridge", "excludes it"),
            "not stated": pgettext("bridge", "not stated"),
            "named, its rule not extant": pgettext("bridge", "named, its rule not extant"),
            "lost": pgettext("bridge", "lost"),
        }
        return names[standing]

    def told(self, term: BridgeTerm) -> Iterator[tuple[OtherGame, GameFact]]:
        """Yield the facts of other games on a term, each with its game."""
        for each in term.told:
            game = self.facts.games[each.game]
            yield game, game.facts[each.fact]

    def cite(self, name: str) -> str:
        """Return the name of a source of facts, with its grade."""
        return f"{name}, {self.facts.sources[name].grade}"

    @property
    def seen(self) -> list[tuple[str, FactSource]]:
        """Return the sources of facts that the page names, in the order of their file."""
        named = {fact.source for term in self.terms for _game, fact in self.told(term)}
        named |= {term.first.neighbour for term in self.terms}
        return [(name, source) for name, source in self.facts.sources.items() if name in named]
