"""Plain search: passages that hold all the given words, whatever their case."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.corpus.editions import Edition, Passage

LIMIT = 1000  # characters of a search


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that holds all words, and where (start and end in the edition's text)."""

    passage: Passage
    spans: tuple[tuple[int, int], ...]


def search(editions: Iterable[Edition], words: list[str]) -> Iterator[Hit]:
    """Hits in reading order; a word matches anywhere inside a word of the text, case aside.

    Raises `CodexError` for a search of more than `LIMIT` characters.
    """
    length = len(" ".join(words))
    if length > LIMIT:
        raise CodexError(f"a search of {length} characters", f"expected at most {LIMIT}")
    patterns = [re.compile(re.escape(word), re.IGNORECASE) for word in words if word.strip()]
    if not patterns:
        return
    for edition in editions:
        for passage in edition.passages.values():
            found = [[match.span() for match in pattern.finditer(passage.text)] for pattern in patterns]
            if all(found):
                yield Hit(passage, tuple(sorted(span for spans in found for span in spans)))
