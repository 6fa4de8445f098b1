"""A page of the concordance: word forms with their modern spelling, their count and every passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.router import Address
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.publish.places import Site
    from tarock.publish.word_pages import WordPage


class Word(Value):
    """A form; `modern` is empty where it is spelled so today."""

    form: str
    modern: str
    count: int
    places: tuple[Link, ...]


class WordsView(Value):
    """The page. `alphabet` leads to every letter of the source; `name` says which are here, if not all."""

    source: Source
    name: str
    forms: int
    alphabet: tuple[Link, ...]
    spelling: str
    letters: tuple[tuple[str, str, tuple[Word, ...]], ...]  # letter, anchor, words


def words_view(site: Site, page: WordPage) -> WordsView:
    """A page of the concordance of one source."""
    router, all_pages, here = site.router, site.word_pages[page.siglum], page.path
    return WordsView(
        site.corpus.sources[page.siglum],
        "" if page.only else page.name,
        len({word.form for other in all_pages for _, words in other.letters for word in words}),
        tuple(
            Link(letter, Address(other.path, _anchor(letter)).seen_from(page.path))
            for other in all_pages
            for letter, _ in other.letters
        ),
        Address(router.about.page, "spelling").seen_from(page.path),
        tuple(
            (
                letter,
                _anchor(letter),
                tuple(
                    Word(
                        word.form,
                        word.modern if word.modern != word.form else "",
                        word.count,
                        tuple(Link(ref.partition(":")[2], router.passage(ref).seen_from(here)) for ref in word.refs),
                    )
                    for word in words
                ),
            )
            for letter, words in page.letters
        ),
    )


def _anchor(letter: str) -> str:
    return f"words-{letter}"
