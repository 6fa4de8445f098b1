"""Two passages side by side: the page itself is a form, which a script answers with their short pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.publish.places import Site


def beside_view(site: Site) -> tuple[Link, ...]:
    """The sources, for readers whose browser runs no script."""
    here, router = site.router.beside.page, site.router
    return tuple(
        Link(source.short_title, router.source(siglum).seen_from(here))
        for siglum, source in site.corpus.sources.items()
    )
