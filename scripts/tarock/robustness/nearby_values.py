"""Nearby values: what could be in the place of a value. `rules_data/nearby_values.yaml` fixes them, by types."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record, Words
from tarock.replay.context import Context
from tarock.rules.topics import KeyDefinition


class NearbyStep(StrEnum):
    """A way from a value to nearby ones."""

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


class NearbyTable(Record):
    """The steps by type of value, the keys whose lists stand in an order, and the words that are added to sets."""

    types: dict[str, tuple[NearbyStep, ...]]
    orders: tuple[Words, ...]
    added: dict[Words, tuple[str, ...]] = msgspec.field(default_factory=dict)


def load_nearby_values(context: Context) -> NearbyTable:
    """Return the table of nearby values, read once."""
    return context.get(_load_nearby_values)


def _load_nearby_values(context: Context) -> NearbyTable:
    topics = next(iter(context.tables.values())).topics
    return read_nearby_values(context.corpus.project, topics.entries)


def read_nearby_values(project: Project, entries: Mapping[str, KeyDefinition]) -> NearbyTable:
    """Load the table of nearby values; raise `CodexError` if it is malformed or names an unknown key or type."""
    document = yamlio.load(project.rules / "nearby_values.yaml")
    table = document.convert(NearbyTable, document.data)
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
