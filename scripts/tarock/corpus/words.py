"""The word forms of the texts: how often each stands there, in which passages, and its modern form."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.spelling import WORD, own_units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.editions import Edition
    from tarock.corpus.spelling import Spelling


class WordForm(Value):
    """A form as the texts have it, with one modern form; the passages and headings in which it stands, in order."""

    form: str
    modern: str
    count: int
    refs: tuple[str, ...]


def word_forms(editions: Iterable[Edition], spelling: Spelling) -> list[WordForm]:
    """All word forms of these texts in alphabetical order.

    A form whose modern one depends on the sentence is there once for each; capital and small forms are apart.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for edition in editions:
        for unit in own_units(edition):
            for form in WORD.findall(unit.text):
                found.setdefault((form, spelling.modern_in(unit.ref, form)), []).append(unit.ref)
    words = [WordForm(form, modern, len(refs), tuple(dict.fromkeys(refs))) for (form, modern), refs in found.items()]
    return sorted(words, key=lambda word: (collation_key(word.form), word.form.swapcase(), word.modern))


def collation_key(text: str) -> str:
    """German alphabetical order: case and umlauts aside, ß as ss."""
    plain = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).lstrip("([„ ")
