"""The plausible neighbours of a rule value: one more, one less, the other choice, the list without one or with one."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.rules.tables import Statement


_FEW = 12  # words of a vocabulary that are all tried


def alterations(statement: Statement) -> Iterator[Any]:
    """Other values of the statement's type that could stand in its place; none for free words."""
    value, entry = statement.value, statement.entry
    if entry.many:
        yield from _lists(value, entry.words)
    elif entry.words:
        yield from _near(tuple(entry.words), value)
    elif entry.type == "boolean":
        yield not value
    elif entry.type == "integer":
        yield value + 1
        if value:
            yield value - 1
    elif entry.type == "fraction":
        yield from _fractions(Fraction(value))


def _lists(value: list[Any], words: Any) -> Iterator[list[Any]]:
    """The list without one of its items, with one word more; of numbers with another number."""
    if len(value) > 1:
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
    yield from islice(([*value, word] for word in words if word not in value), _FEW)
    if type(value[0]) is int:
        yield from ([*value[:place], number + 1, *value[place + 1 :]] for place, number in enumerate(value))


def _near(words: tuple[str, ...], value: str) -> Iterator[str]:
    """The other words of a small vocabulary; of a large one those before and after."""
    place = words.index(value)
    yield from (word for at, word in enumerate(words) if at != place and (len(words) <= _FEW or abs(at - place) == 1))


def _fractions(value: Fraction) -> Iterator[str]:
    """A part more or less of the same whole, or the same of a whole with a part more: of 1/3 that is 2/3 and 1/4."""
    whole = value.denominator
    yield str(Fraction(value.numerator + 1, whole))
    if value.numerator > 1:
        yield str(Fraction(value.numerator - 1, whole))
    elif value:
        yield str(Fraction(value.numerator, whole + 1))
