"""The books to print and to carry: where they stand, on their own page and in the heads of the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.paper.book import CODEX
from tarock.publish.paper.files import file_name, offered
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site


class BooksView(Value):
    """The books with each source, the source first; those with the whole codex; whose text is left out."""

    sources: tuple[tuple[Source, Link], ...]
    codex: tuple[Link, ...]
    left_out: tuple[str, ...]


def books_view(site: Site) -> BooksView:
    """The page with all of them."""
    page = site.router.books.page
    named = [name for name in site.corpus.sources if books_of(site, page, name)]
    return BooksView(
        tuple((site.corpus.sources[name], books_of(site, page, name)[0]) for name in named),
        books_of(site, page, CODEX),
        site.withheld_sources,
    )


def books_of(site: Site, page: str, name: str) -> tuple[Link, ...]:
    """The files of one book, as links on `page`, each called by its form."""
    return tuple(
        Link(form.upper(), site.router.book(file_name(book, form)).seen_from(page))
        for book, form in offered(site)
        if book == name
    )
