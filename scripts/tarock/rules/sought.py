"""Rules as a search finds them: by title, question and the sentences that state them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tarock.corpus.search_data import SearchRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.rules.tables import Statement
    from tarock.rules.topics import Topics


def search_rules(topics: Topics, tables: Iterable[Iterable[Statement]]) -> Iterator[SearchRule]:
    """The rules that these tables state, in the order of the topics."""
    found: dict[str, list[Statement]] = {}
    for statement in chain.from_iterable(tables):
        found.setdefault(statement.key, []).append(statement)
    for key, entry in topics.entries.items():
        if stated := found.get(key):
            says = tuple((each.says, tuple(dict.fromkeys(at.ref for at in each.supports))) for each in stated)
            yield SearchRule(key, entry.title, entry.asks, entry.sought, says)
