"""Doubtful places: what was weighed and not emended, and the patterns that are decided once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.apparatus import load_doubts, load_patterns
from tarock.publish.views.prose import Link, Prose, linked, place

if TYPE_CHECKING:
    from tarock.corpus.apparatus import Doubt
    from tarock.publish.places import Site


class DoubtNote(Value):
    """One doubtful place; where the words of the source are withheld, only the place is left."""

    place: Link
    withheld: bool
    lemma: str = ""
    reading: str = ""
    reason: Prose = ()
    pattern: Link | None = None


class PatternNote(Value):
    """A pattern with its places; `exceptions` look alike and are settled the other way."""

    anchor: str
    name: str
    decision: str
    rule: Prose
    reason: Prose
    places: tuple[Link, ...]
    exceptions: tuple[Link, ...]


class Doubts(Value):
    """The doubtful places of one source."""

    title: str
    anchor: str
    notes: tuple[DoubtNote, ...]


class DoubtfulView(Value):
    """The page with all of them."""

    sources: tuple[Doubts, ...]
    patterns: tuple[PatternNote, ...]


def doubtful_view(site: Site) -> DoubtfulView:
    """The doubtful places of every source, oldest source first, and all patterns."""
    page = site.router.doubtful().page
    router = site.router

    def places(refs: tuple[str, ...]) -> tuple[Link, ...]:
        return tuple(place(router, page, ref) for ref in refs if router.has(ref))

    return DoubtfulView(
        tuple(
            Doubts(
                edition.source.short_title,
                router.doubtful(edition.siglum).anchor,
                tuple(_note(site, page, doubt.record) for doubt in load_doubts(site.corpus, edition.siglum)),
            )
            for edition in site.corpus.editions()
        ),
        tuple(
            PatternNote(
                router.pattern(pattern.name).anchor,
                pattern.name.replace("-", " "),
                pattern.decision,
                linked(router, page, pattern.rule),
                linked(router, page, pattern.reason),
                places(pattern.places),
                places(pattern.exceptions),
            )
            for pattern in (located.record for located in load_patterns(site.corpus))
        ),
    )


def _note(site: Site, page: str, doubt: Doubt) -> DoubtNote:
    siglum, _, ident = doubt.passage.partition(":")
    stands = place(site.router, page, doubt.passage, site.corpus.edition(siglum).label(ident))
    if site.withheld(siglum):
        return DoubtNote(stands, withheld=True)
    pattern = Link(doubt.pattern.replace("-", " "), site.router.pattern(doubt.pattern).seen_from(page))
    reason = linked(site.router, page, doubt.reason)
    return DoubtNote(stands, False, doubt.lemma, doubt.reading, reason, pattern if doubt.pattern else None)
