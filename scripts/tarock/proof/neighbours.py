"""The neighbours of a value: what could be in its place. `rules_data/neighbours.yaml` fixes them, by types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record, Words
from tarock.rules.tables import Statement
from tarock.rules.topics import Entry


class Step(StrEnum):
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


class Neighbours(Record):
    """The steps by type of value, the keys whose lists stand in an order, and the words that are added to sets."""

    types: dict[str, tuple[Step, ...]]
    orders: tuple[Words, ...]
    added: dict[Words, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def of(self, statement: Statement) -> Iterator[Any]:
        """The neighbours of a value, each once; none of free words."""
        value, key, entry = statement.value, statement.key, statement.entry
        if entry.many:
            kind = "order" if key in self.orders else "words" if entry.words else entry.type
        else:
            kind = "word" if entry.words else entry.type
        found = [each for step in self.types.get(kind, ()) for each in self._reached(step, value, key, entry)]
        return (each for place, each in enumerate(found) if each != value and each not in found[:place])

    def and_beyond(self, statement: Statement) -> Iterator[Any]:
        """The same; of a list also those without an item, and those with any word of the vocabulary more."""
        yield from self.of(statement)
        if statement.entry.many:
            value, entry = statement.value, statement.entry
            yield from self._reached(Step.WITHOUT, value, statement.key, entry)
            yield from ([*value, word] for word in entry.words if word not in value)

    def _reached(self, step: Step, value: Any, key: str, entry: Entry) -> Iterator[Any]:
        match step:
            case Step.MORE | Step.LESS:
                yield from _counted(value, step is Step.MORE)
            case Step.PART_MORE | Step.PART_LESS | Step.SMALLER_PART:
                yield from _parts(step, Fraction(value))
            case Step.NEGATED:
                yield not value
            case Step.OTHERS:
                yield from entry.words
            case Step.EACH_MORE | Step.EACH_LESS:
                for place, number in enumerate(value):
                    for each in _counted(number, step is Step.EACH_MORE):
                        yield [*value[:place], each, *value[place + 1 :]]
            case Step.WITHOUT:
                yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
            case Step.ADDED:
                yield from ([*value, each] for each in self._addable(value, key, entry)[:1])
            case Step.EXCHANGED:
                for place, (one, other) in enumerate(pairwise(value)):
                    yield [*value[:place], other, one, *value[place + 2 :]]

    def _addable(self, value: list[Any], key: str, entry: Entry) -> list[Any]:
        if not entry.words:
            return [max(value) + 1]
        first = self.added.get(key) or self.added.get(entry.type) or ()
        return [word for word in (*first, *entry.words) if word not in value]


def load_neighbours(project: Project, entries: Mapping[str, Entry]) -> Neighbours:
    """The table of neighbours; raises `CodexError` for a malformed file, and for what it names that there is not."""
    document = yamlio.load(project.rules / "neighbours.yaml")
    table = document.convert(Neighbours, document.data)
    lists = {key for key, entry in entries.items() if entry.many}
    for place, key in enumerate(table.orders):
        if key not in lists:
            raise document.error(f"`{key}` is no key of lists", "expected one", "orders", place)
    kinds = lists | {entries[key].type for key in lists}
    for name in table.added:
        if name not in kinds:
            raise document.error(
                f"`{name}` is neither a key of lists nor a type of them",
                "expected one",
                "added",
                name,
            )
    return table


def _counted(number: int, more: bool) -> Iterator[int]:
    """One more, or one less where there is one."""
    if more or number:
        yield number + (1 if more else -1)


def _parts(step: Step, value: Fraction) -> Iterator[str]:
    """A part more or less of the same whole, or the same of a whole with a part more: of 1/3 that is 2/3 and 1/4."""
    whole = value.denominator
    if step is Step.PART_MORE:
        yield str(Fraction(value.numerator + 1, whole))
    elif step is Step.SMALLER_PART:
        yield str(Fraction(value.numerator, whole + 1))
    elif value.numerator > 1:
        yield str(Fraction(value.numerator - 1, whole))
