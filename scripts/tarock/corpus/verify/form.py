"""The form of our own citations: what they say of a place besides its words, by which they are known again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from tarock.base.structs import Frozen
from tarock.corpus.verify.documents import Field
from tarock.corpus.verify.record_formats import read_records

LEAST_DIGITS = 8  # of a hash: fewer could be met by chance
# Fields by the last part of their name that are made of several phrases; the others are compared whole.
_OF_PHRASES = {
    "", "annotation", "N1", "N2", "AB", "annote", "abstract", "note", "quote", "title", "TI", "booktitle", "T2",
    "container-title", "emended",
}  # fmt: skip
_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
_PHRASE_ENDS = re.compile(r"[;,](?=\s|\Z)|[()\[\]“”„\n]|\.\s+(?=In:)|\.\Z")
_OF_WORDS = r"\w§♠-♧🂠-🃿"  # what a word may begin and end with: letters, digits, and the signs that cards have
_SIGNS = re.compile(rf"\A[^{_OF_WORDS}]+|[^{_OF_WORDS}]+\Z")


class Form(Frozen):
    """All that our citations of a place say besides its words: whole fields, and phrases as their words."""

    fields: frozenset[tuple[str, str]] = frozenset()
    phrases: frozenset[tuple[str, ...]] = frozenset()

    @property
    def names(self) -> set[str]:
        """Return the names of the fields of our records, each by its last part."""
        return {name.rpartition("/")[2] for name, _words in self.fields}


class _Word(NamedTuple):
    """A word without the signs around it, and where it stands."""

    text: str
    start: int
    end: int


def form_of(citations: Iterable[str], fields: Iterable[Field] = (), phrases: Iterable[str] = ()) -> Form:
    """Return the form of citations in whichever format, with more `fields` and `phrases` of such."""
    parts = [*fields]
    for text in citations:
        records = read_records(text)
        parts += [Field("", _ESCAPED.sub(r"\1", text))] if records is None else records[1][0].fields
    composed = (phrase for part in parts if of_phrases(part.name) for phrase in _PHRASE_ENDS.split(part.words))
    known = {tuple(word.text for word in _words(phrase)) for phrase in (*composed, *phrases)} - {()}
    return Form(frozenset(collapsed(part.name, part.words) for part in parts), frozenset(known))


def collapsed(name: str, words: str) -> tuple[str, str]:
    """Return a field as it is compared, however it is broken into lines."""
    return name, unicodedata.normalize("NFC", " ".join(words.split()))


def known_spans(text: str, form: Form) -> list[tuple[int, int]]:
    """Find the phrases of a form in a text, each from its first to behind its last word."""
    known: dict[str, list[tuple[str, ...]]] = {}
    for phrase in form.phrases:
        known.setdefault(phrase[0], []).append(phrase)
    words, found, position = _words(text), list[tuple[int, int]](), 0
    while position < len(words):
        fitting = (
            len(phrase)
            for phrase in known.get(words[position].text, ())
            if tuple(word.text for word in words[position : position + len(phrase)]) == phrase
        )
        length = max(fitting, default=0)
        if length:
            found.append((words[position].start, words[position + length - 1].end))
        position += length or 1
    return found


def agree(digits: str, others: str) -> bool:
    """Return whether two hashes, as far as both are given, are the same."""
    shorter, longer = sorted((digits.lower(), others.lower()), key=len)
    return len(shorter) >= LEAST_DIGITS and longer.startswith(shorter)


def of_phrases(field: str) -> bool:
    """Return whether a field is made of several phrases."""
    return field.rpartition("/")[2] in _OF_PHRASES


def _words(text: str) -> list[_Word]:
    """Return the words of a text as those of a form are compared."""
    found = []
    for run in re.finditer(r"\S+", text):
        word = _SIGNS.sub("", run[0])
        if word:
            found.append(_Word(unicodedata.normalize("NFC", word).casefold(), *run.span()))
    return found
