"""Compute what could be in the place of a value, by the table of neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tarock.robustness.neighbours import NeighbourStep, NeighbourTable
from tarock.rules.tables import Statement
from tarock.rules.topics import KeyDefinition


def neighbours_of(table: NeighbourTable, statement: Statement) -> Iterator[Any]:
    """Yield the neighbours of a value, each once; none of free words."""
    value, key, entry = statement.value, statement.key, statement.entry
    if entry.many:
        kind = "order" if key in table.orders else "words" if entry.words else entry.type
    else:
        kind = "word" if entry.words else entry.type
    found = [each for step in table.types.get(kind, ()) for each in _reached(table, step, value, key, entry)]
    return (each for place, each in enumerate(found) if each != value and each not in found[:place])


def neighbours_and_beyond(table: NeighbourTable, statement: Statement) -> Iterator[Any]:
    """Yield its neighbours; of a list also those without an item and those with one more word."""
    yield from neighbours_of(table, statement)
    if statement.entry.many:
        value, entry = statement.value, statement.entry
        yield from _reached(table, NeighbourStep.WITHOUT, value, statement.key, entry)
        yield from ([*value, word] for word in entry.words if word not in value)


def _reached(table: NeighbourTable, step: NeighbourStep, value: Any, key: str, entry: KeyDefinition) -> Iterator[Any]:
    match step:
        case NeighbourStep.MORE | NeighbourStep.LESS:
            yield from _counted(value, step is NeighbourStep.MORE)
        case NeighbourStep.PART_MORE | NeighbourStep.PART_LESS | NeighbourStep.SMALLER_PART:
            yield from _parts(step, Fraction(value))
        case NeighbourStep.NEGATED:
            yield not value
        case NeighbourStep.OTHERS:
            yield from entry.words
        case NeighbourStep.EACH_MORE | NeighbourStep.EACH_LESS:
            for place, number in enumerate(value):
                for each in _counted(number, step is NeighbourStep.EACH_MORE):
                    yield [*value[:place], each, *value[place + 1 :]]
        case NeighbourStep.WITHOUT:
            yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        case NeighbourStep.ADDED:
            yield from ([*value, each] for each in _addable(table, value, key, entry)[:1])
        case NeighbourStep.EXCHANGED:
            for place, (one, other) in enumerate(pairwise(value)):
                yield [*value[:place], other, one, *value[place + 2 :]]


def _addable(table: NeighbourTable, value: list[Any], key: str, entry: KeyDefinition) -> list[Any]:
    if not entry.words:
        return [max(value) + 1]
    first = table.added.get(key) or table.added.get(entry.type) or ()
    return [word for word in (*first, *entry.words) if word not in value]


def _counted(number: int, more: bool) -> Iterator[int]:
    """Yield one more, and one less where there is one."""
    if more or number:
        yield number + (1 if more else -1)


def _parts(step: NeighbourStep, value: Fraction) -> Iterator[str]:
    """Yield a part more or less of the same whole, and the same part of a larger whole: of 1/3 that is 2/3 and 1/4."""
    whole = value.denominator
    if step is NeighbourStep.PART_MORE:
        yield str(Fraction(value.numerator + 1, whole))
    elif step is NeighbourStep.SMALLER_PART:
        yield str(Fraction(value.numerator, whole + 1))
    elif value.numerator > 1:
        yield str(Fraction(value.numerator - 1, whole))
