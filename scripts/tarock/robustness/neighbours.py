"""The neighbours of a value: what could be in its place. `rules_data/neighbours.yaml` fixes them, by types."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record, Words
from tarock.replay.context import Context
from tarock.rules.topics import KeyDefinition


class NeighbourStep(StrEnum):
    """A way from a value to its neighbours."""

    MORE = "one more"
    LESS = "one less"
    PART_MORE = "one part more"
    PART_LESS = "one part less"
    SMALLER_PART = "of a smaller part"
    NEGATED = "negated"
    OTHERS = "every other word"
    EACH_MORE = "each one more"
    EACH_LESS = "each one less"
    WITHOUT = "each left out"
    ADDED = "one added"
    EXCHANGED = "adjacent exchanged"


class NeighbourTable(Record):
    """The steps by type of value, the keys whose lists stand in an order, and the words that are added to sets."""

    types: dict[str, tuple[NeighbourStep, ...]]
    orders: tuple[Words, ...]
    added: dict[Words, tuple[str, ...]] = msgspec.field(default_factory=dict)


def load_neighbours(context: Context) -> NeighbourTable:
    """Return the table of neighbours, read once."""
    return context.get(_load_neighbours)


def _load_neighbours(context: Context) -> NeighbourTable:
    topics = next(iter(context.tables.values())).topics
    return read_neighbours(context.corpus.project, topics.entries)


def read_neighbours(project: Project, entries: Mapping[str, KeyDefinition]) -> NeighbourTable:
    """Load the table of neighbours; raise `CodexError` if it is malformed or names an unknown key or type."""
    document = yamlio.load(project.rules / "neighbours.yaml")
    table = document.convert(NeighbourTable, document.data)
    lists = {key for key, entry in entries.items() if entry.many}
    for place, key in enumerate(table.orders):
        if key not in lists:
            raise document.error(f"`{key}` is not a key with lists", "remove it from `orders:`", "orders", place)
    kinds = lists | {entries[key].type for key in lists}
    for name in table.added:
        if name not in kinds:
            raise document.error(
                f"`{name}` is neither a key with lists nor the type of one", "remove it from `added:`", "added", name
            )
    return table
