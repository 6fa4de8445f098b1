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
    """Yield the values closest to that of a statement, each once; none for free words."""
    value, key, entry = statement.value, statement.key, statement.entry
    if entry.many:
        kind = "order" if key in table.orders else "words" if entry.words else entry.type
    else:
        kind = "word" if entry.words else entry.type
    found = [each for step in table.types.get(kind, ()) for each in _list_reached(table, step, value, key, entry)]
    return (each for place, each in enumerate(found) if each != value and each not in found[:place])


def neighbours_and_beyond(table: NeighbourTable, statement: Statement) -> Iterator[Any]:
    """Yield the closest values, and for a list also the list without one item and with one more word."""
    yield from neighbours_of(table, statement)
    if statement.entry.many:
        value, entry = statement.value, statement.entry
        yield from _list_reached(table, NeighbourStep.WITHOUT, value, statement.key, entry)
        yield from ([*value, word] for word in entry.words if word not in value)


def _list_reached(
    table: NeighbourTable, step: NeighbourStep, value: Any, key: str, entry: KeyDefinition
) -> Iterator[Any]:
    match step:
        case NeighbourStep.MORE | NeighbourStep.LESS:
            yield from _step_count(value, step is NeighbourStep.MORE)
        case NeighbourStep.PART_MORE | NeighbourStep.PART_LESS | NeighbourStep.SMALLER_PART:
            yield from _step_fraction(step, Fraction(value))
        case NeighbourStep.NEGATED:
            yield not value
        case NeighbourStep.OTHERS:
            yield from entry.words
        case NeighbourStep.EACH_MORE | NeighbourStep.EACH_LESS:
            for place, number in enumerate(value):
                for each in _step_count(number, step is NeighbourStep.EACH_MORE):
                    yield [*value[:place], each, *value[place + 1 :]]
        case NeighbourStep.WITHOUT:
            yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        case NeighbourStep.ADDED:
            yield from ([*value, each] for each in _list_addable(table, value, key, entry)[:1])
        case NeighbourStep.EXCHANGED:
            for place, (one, other) in enumerate(pairwise(value)):
                yield [*value[:place], other, one, *value[place + 2 :]]


def _list_addable(table: NeighbourTable, value: list[Any], key: str, entry: KeyDefinition) -> list[Any]:
    if not entry.words:
        return [max(value) + 1]
    first = table.added.get(key) or table.added.get(entry.type) or ()
    return [word for word in (*first, *entry.words) if word not in value]


def _step_count(number: int, more: bool) -> Iterator[int]:
    """Yield the next number up, or down; nothing below 0."""
    if more or number:
        yield number + (1 if more else -1)


def _step_fraction(step: NeighbourStep, value: Fraction) -> Iterator[str]:
    """Yield the neighbour of a fraction in one step: 2/3 or 1/4 for 1/3; nothing where there is none."""
    whole = value.denominator
    if step is NeighbourStep.PART_MORE:
        yield str(Fraction(value.numerator + 1, whole))
    elif step is NeighbourStep.SMALLER_PART:
        yield str(Fraction(value.numerator, whole + 1))
    elif value.numerator > 1:
        yield str(Fraction(value.numerator - 1, whole))
