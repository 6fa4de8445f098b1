"""All emendations and conjectures, source by source."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.apparatus import Note, note

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition
    from tarock.publish.places import Site


class Changes(Value):
    """What is recorded for one source; `kinds` counts its emendations by kind, the most frequent first."""

    title: str
    anchor: str
    kinds: tuple[tuple[str, int], ...]
    emendations: tuple[Note, ...]
    conjectures: tuple[Note, ...]


class EmendationsView(Value):
    """The page with all of them."""

    sources: tuple[Changes, ...]


def emendations_view(site: Site) -> EmendationsView:
    """The emendations of every source, oldest source first."""
    return EmendationsView(tuple(_changes(site, edition) for edition in site.corpus.editions()))


def _changes(site: Site, edition: Edition) -> Changes:
    router = site.router
    page = router.emendations().page
    seen: Counter[str] = Counter()
    emendations = []
    for emendation in edition.emendations:
        seen[emendation.passage] += 1
        anchor = router.emendation(emendation.passage, seen[emendation.passage]).anchor
        emendations.append(note(site, page, emendation, anchor=anchor))
    conjectures = [conjecture for passage in edition.passages.values() for conjecture in passage.conjectures]
    return Changes(
        edition.source.short_title,
        router.emendations(edition.siglum).anchor,
        tuple(Counter(emendation.kind for emendation in edition.emendations).most_common()),
        tuple(emendations),
        tuple(
            note(site, page, conjecture, anchor=router.conjecture(conjecture.passage, number).anchor)
            for number, conjecture in enumerate(conjectures, 1)
        ),
    )
