"""Compute what could be in the place of a value, by the table of nearby values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tarock.robustness.nearby_values import NearbyStep, NearbyTable
from tarock.rules.tables import Statement
from tarock.rules.topics import KeyDefinition


def list_nearby(table: NearbyTable, statement: Statement) -> Iterator[Any]:
    """Yield the values closest to that of a statement, each once; none for free words."""
    value, key, entry = statement.value, statement.key, statement.entry
    if entry.many:
        kind = "order" if key in table.orders else "words" if entry.words else entry.type
    else:
        kind = "word" if entry.words else entry.type
    found = [each for step in table.types.get(kind, ()) for each in _list_reached(table, step, value, key, entry)]
    return (each for place, each in enumerate(found) if each != value and each not in found[:place])


def list_nearby_and_beyond(table: NearbyTable, statement: Statement) -> Iterator[Any]:
    """Yield the closest values, and for a list also the list without one item and with one more word."""
    yield from list_nearby(table, statement)
    if statement.entry.many:
        value, entry = statement.value, statement.entry
        yield from _list_reached(table, NearbyStep.WITHOUT, value, statement.key, entry)
        yield from ([*value, word] for word in entry.words if word not in value)


def _list_reached(table: NearbyTable, step: NearbyStep, value: Any, key: str, entry: KeyDefinition) -> Iterator[Any]:
    match step:
        case NearbyStep.MORE | NearbyStep.LESS:
            yield from _step_count(value, step is NearbyStep.MORE)
        case NearbyStep.PART_MORE | NearbyStep.PART_LESS | NearbyStep.SMALLER_PART:
            yield from _step_fraction(step, Fraction(value))
        case NearbyStep.NEGATED:
            yield not value
        case NearbyStep.OTHERS:
            yield from entry.words
        case NearbyStep.EACH_MORE | NearbyStep.EACH_LESS:
            for place, number in enumerate(value):
                for each in _step_count(number, step is NearbyStep.EACH_MORE):
                    yield [*value[:place], each, *value[place + 1 :]]
        case NearbyStep.WITHOUT:
            yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        case NearbyStep.ADDED:
            yield from ([*value, each] for each in _list_addable(table, value, key, entry)[:1])
        case NearbyStep.EXCHANGED:
            for place, (one, other) in enumerate(pairwise(value)):
                yield [*value[:place], other, one, *value[place + 2 :]]


def _list_addable(table: NearbyTable, value: list[Any], key: str, entry: KeyDefinition) -> list[Any]:
    if not entry.words:
        return [max(value) + 1]
    first = table.added.get(key) or table.added.get(entry.type) or ()
    return [word for word in (*first, *entry.words) if word not in value]


def _step_count(number: int, more: bool) -> Iterator[int]:
    """Yield the next number up, or down; nothing below 0."""
    if more or number:
        yield number + (1 if more else -1)


def _step_fraction(step: NearbyStep, value: Fraction) -> Iterator[str]:
    """Yield the fraction nearby in one step: 2/3 or 1/4 for 1/3; nothing where there is none."""
    whole = value.denominator
    if step is NearbyStep.PART_MORE:
        yield str(Fraction(value.numerator + 1, whole))
    elif step is NearbyStep.SMALLER_PART:
        yield str(Fraction(value.numerator, whole + 1))
    elif value.numerator > 1:
        yield str(Fraction(value.numerator - 1, whole))
