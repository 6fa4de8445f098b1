"""The books that there are: each source whose text is shown, and the whole codex."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from tarock import __version__
from tarock.publish.citation_formats import edition_date, written
from tarock.publish.paper import records as to
from tarock.publish.paper.games import games
from tarock.publish.paper.rules import topics, verdicts
from tarock.publish.paper.terms import terms
from tarock.publish.paper.text import chapter, historical

if TYPE_CHECKING:
    from tarock.publish.places import Site

CODEX = "codex"


def book_names(site: Site) -> tuple[str, ...]:
    """What books there are: the sigla of the sources whose text is shown, and `codex`."""
    shown = (edition.siglum for edition in site.corpus.editions() if not site.withheld(edition.siglum))
    return (*shown, CODEX)


def left_out(site: Site, name: str) -> tuple[str, ...]:
    """The years of the sources whose words are not in a book, though they belong there: their rights are not clear."""
    belong = (source for siglum, source in site.corpus.sources.items() if name in (siglum, CODEX))
    absent = site.corpus.left_out
    return tuple(str(each.year) for each in belong if each.siglum in absent or site.withheld(each.siglum))


def make_book(site: Site, name: str) -> to.Book:
    """The book with one of `book_names`, dated by the newest edition in it."""
    whole = name == CODEX
    sigla = [edition.siglum for edition in site.corpus.editions()] if whole else [name]
    sources = [site.corpus.sources[siglum] for siglum in sigla]
    day = max(edition_date(source, source.edition) for source in sources)
    publication = site.publication
    book = to.Book(
        whole=whole,
        title=publication.publisher if whole else sources[0].title,
        by=publication.editor or publication.publisher,
        version=__version__ if whole else sources[0].edition,
        day=day,
        date=written(day, "en"),
        address=publication.url,
        chapters=tuple(chapter(site, siglum) for siglum in sigla),
        left_out=left_out(site, name),
        history=historical(site, sigla),
        terms=tuple(terms(site)) if whole else (),
        topics=tuple(topics(site)) if whole else (),
        games=games(site) if whole else (),
        verdicts=tuple(verdicts(site)) if whole else (),
    )
    return msgspec.structs.replace(book, hash=hashlib.sha256(msgspec.json.encode(book)).hexdigest())
