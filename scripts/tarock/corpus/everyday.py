"""How people ask: everyday words, of `corpus/everyday.yaml`, and the words of the sources that they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base import yamlio
from tarock.base.language import worded
from tarock.base.structs import Record, Siglum, Words
from tarock.corpus.termbase import TermId

if TYPE_CHECKING:
    from collections.abc import Collection

    from tarock.base.project import Project


class Small(Record):
    """Words that weigh nothing beside others, with spaces between them."""

    de: Words
    en: Words


class Alike(Record):
    """Who types one of `words` looks for `leads` too, and finds the passages `at`."""

    words: tuple[Words, ...]
    leads: tuple[Words, ...] = ()
    at: tuple[Words, ...] = ()


class Everyday(Record):
    """Small words, those of them that ask what a word means or ask nothing else; words that are not missed; words that
    ask for advice; the English of German ones that ask; the sources by the names of their games; everyday names of
    terms; and other words.
    """

    small: Small
    asks: tuple[Words, ...]
    plain: tuple[Words, ...]
    light: tuple[Words, ...]
    advice: tuple[Words, ...]
    asked: dict[Words, Words]
    named: dict[Words, Siglum]
    terms: dict[TermId, tuple[Words, ...]]
    alike: tuple[Alike, ...]


def load_everyday(project: Project, terms: Collection[str]) -> Everyday:
    """The file; raises `CodexError` for a malformed one, and for a term that the termbase does not have."""
    document = yamlio.load(project.corpus / "everyday.yaml")
    everyday = document.convert(Everyday, document.data)
    for term in everyday.terms:
        if term not in terms:
            raise document.error(
                worded("`{term}` is no term", term=term),
                worded("expected an id of corpus/termbase.yaml"),
                "terms",
                term,
            )
    return everyday
