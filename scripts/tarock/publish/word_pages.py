"""The pages of the concordance: the word forms of a source, cut at letters into pages of bearable weight."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.structs import LazyValue
from tarock.corpus.spelling import collation_key, word_forms
from tarock.publish.router import Router

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition
    from tarock.corpus.spelling import Spelling, WordForm

_HEAVIEST = 2_600  # forms and passages on a page, unless a single letter has more: some 200 kB of HTML


class WordPage(LazyValue):
    """The word forms of a source under some letters; all of them when it is the only page."""

    siglum: str
    letters: tuple[tuple[str, tuple[WordForm, ...]], ...]
    only: bool

    @property
    def name(self) -> str:
        """The letters: `A–C`."""
        first, last = self.letters[0][0], self.letters[-1][0]
        return first if first == last else f"{first}–{last}"

    @property
    def path(self) -> str:
        """The page's Markdown file below the docs folder."""
        return Router.words(self.siglum, "" if self.only else self.name.lower().replace("–", "-")).page


def word_pages(edition: Edition, spelling: Spelling) -> list[WordPage]:
    """The pages of one source, in alphabetical order."""
    found = word_forms([edition], spelling)
    letters = [
        (letter, tuple(group)) for letter, group in groupby(found, lambda word: collation_key(word.form)[0].upper())
    ]
    pages: list[list[tuple[str, tuple[WordForm, ...]]]] = []
    room = 0
    for letter, words in letters:
        weight = sum(1 + len(word.refs) for word in words)
        if weight > room:
            pages.append([])
            room = _HEAVIEST
        pages[-1].append((letter, words))
        room -= weight
    return [WordPage(edition.siglum, tuple(page), only=len(pages) == 1) for page in pages]
