"""The page about the edition: its sources, who has rights in them, what is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site


@dataclass(frozen=True, slots=True)
class AboutView:
    """Every source, with a link to its first page; those that are fragments."""

    sources: tuple[tuple[Link, Source], ...]
    fragments: tuple[Source, ...]
    games: int


def about_view(site: Site) -> AboutView:
    """What the page tells of the sources."""
    page = site.router.about.page
    sources = site.corpus.sources.values()
    links = (Link(source.short_title, site.router.source(source.siglum).seen_from(page)) for source in sources)
    return AboutView(
        tuple(zip(links, sources, strict=True)),
        tuple(source for source in sources if source.completeness.status == "fragment"),
        len(site.codex.game_reports),
    )
