"""The rules for the engine: the values of one era table, each read recorded for the evidence coverage."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from fractions import Fraction
from typing import Any, Self

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.rules.cases import Case, answer_name, make_case, most_specific
from tarock.rules.tables import EraTable


class OpenQuestion(Frozen):
    """A point that the source leaves open: the reading that the engine takes, the other one, and the passage."""

    code: str
    what: Message
    taken: Message
    other: Message
    ref: str


class Rules:
    """The rule values of one source for the engine: `rules.number("ultimo.bonus", contract="solo")`.

    A value is given for the most specific case that applies. Each value read is recorded in `reads` by the name of its
    answer (`ultimo.bonus[contract=solo]`), each open question that the engine comes to in `open_questions` by its code,
    with whether the engine can take the other reading there.
    """

    def __init__(self, table: EraTable):
        self.table = table
        self.era = table.siglum
        self.reads: set[str] = set()
        self.open_questions: dict[str, tuple[OpenQuestion, bool]] = {}
        self._values: dict[str, Any] = {name: statement.value for name, statement in table.effective.items()}
        self._cases: dict[str, list[tuple[Case, str]]] = {}  # of each key, with the names of the answers
        for name, statement in table.effective.items():
            self._cases.setdefault(statement.key, []).append((statement.case, name))
        for name, assumption in table.assumed.by_name.items():
            self._values[name] = assumption.record.value
            self._cases.setdefault(assumption.record.key, []).append((assumption.case, name))
        self._found: dict[tuple[str, Case], str] = {}
        self._disputed: dict[str, Any] = {
            statement.ident: statement.value for statement in table if statement.grade == "disputed"
        }
        self._rejected = {statement.key for statement in table if statement.grade == "disputed"}
        self._others = {name: held.other_reading.value for name, held in table.effective.items() if held.other_reading}
        for name, assumption in table.assumed.by_name.items():
            self._others[name] = assumption.record.other_readings[0].value
        self._otherwise: frozenset[str] = frozenset()
        self.prices = True  # whether what is left open is reckoned both ways, to tell what the other reading costs

    def with_values(self, changed: Mapping[str, Any]) -> Self:
        """Return a copy with some values replaced or added, by answer name; its records of reads are empty."""
        other = copy(self)
        other.reads, other.open_questions = set(), {}
        other._values = {**self._values, **changed}
        return other

    def with_readings(self, values: Mapping[str, Any], points: Collection[str]) -> Self:
        """Return a copy with other values, in which the open questions with these codes are read the other way."""
        other = self.with_values(values)
        swapped = {name: self._values[name] for name, value in values.items() if self._others.get(name) == value}
        other._others = {**self._others, **swapped}
        other._otherwise = frozenset(points)
        return other

    def without_prices(self) -> Rules:
        """Return a copy that settles open questions one way only, for callers that need sums.

        It records reads in this one.
        """
        other = copy(self)
        other.prices = False
        return other

    def uses_alternative(self, code: str) -> bool:
        """Return whether the open question with this code is read the other way."""
        return code in self._otherwise

    def note_open_question(self, point: OpenQuestion, *, varied: bool = False) -> None:
        """Record that the engine came to an open question.

        `varied` says whether `with_readings` can change it there.
        """
        self.open_questions.setdefault(point.code, (point, varied))

    def has(self, key: str, **when: Any) -> bool:
        """Return whether there is a value of a key: in the case `when`, or without one in any case."""
        return bool(self._find_name(key, when)) or (not when and key in self._cases)

    def ref(self, key: str, **when: Any) -> str:
        """Return the passage that states a key in a case, such as `1840:41.1`; empty when none does.

        What is assumed is stated by none.
        """
        statement = self.table.find_rule(key, **when)
        return statement.ref if statement else ""

    def file(self, key: str) -> str:
        """Return the file of the key's topic, for messages; it need not exist."""
        return f"{self.table.folder}/{key.partition('.')[0]}.yaml"

    def other_reading(self, key: str, **when: Any) -> Any:
        """Return the value that ambiguous words may have, or that could be assumed, instead; None without one."""
        found = self.table.find_rule(key, **when) or self.table.find_assumption(key, **when)
        return self._others.get(found.ident) if found else None

    def _find_name(self, key: str, when: Mapping[str, Any]) -> str:
        """Return the name of the answer to `key` in a case; empty when there is none.

        Raises `CodexError` for a dimension or value by which the key does not vary.
        """
        if not when and key in self._values:
            return key
        case = make_case(when)
        name = self._found.get((key, case))
        if name is None:
            entry = self.table.topics.find(key)
            for dimension, value in when.items():
                if (
                    expected := entry.case_error_hint(dimension, value, self.table.topics.vocabulary)
                    if entry
                    else "a key"
                ):
                    raise CodexError(
                        f"`{answer_name(key, case)}` is asked for",
                        f"expected {expected}",
                        file=self.file(key),
                    )
            name = self._found[key, case] = most_specific(when, self._cases.get(key, ())) or ""
        return name or (key if key in self._values else "")

    def value(self, key: str, **when: Any) -> Any:
        """Return the value of a key in a case, of any type; a rejected value only where the case names it exactly.

        Raises `CodexError` for a key or case that the source does not state.
        """
        asked = answer_name(key, make_case(when)) if when and key in self._rejected else key
        name = asked if asked in self._disputed and asked not in self._values else self._find_name(key, when)
        if name:
            self.note_read(name)
            return self._values[name] if name in self._values else self._disputed[name]  # rejected, but asked for
        cases = ", ".join(f"`{name}`" for _case, name in self._cases.get(key, ()))
        raise CodexError(
            f"source {self.era} does not state `{answer_name(key, make_case(when))}`",
            f"expected one of {cases}" if cases else "expected a statement to compute with",
            file=self.file(key),
        )

    def note_read(self, name: str) -> None:
        """Record that the value of an answer was read."""
        self.reads.add(name)

    def _make_value_error(self, key: str, value: Any, expected: str) -> CodexError:
        return CodexError(
            f"`{key}` is {value!r}",
            f"expected {expected}",
            file=self.file(key),
        )

    def number(self, key: str, **when: Any) -> int:
        """Return a whole number in the unit of the key; raise `CodexError` for any other value, or none."""
        value = self.value(key, **when)
        if type(value) is not int:
            raise self._make_value_error(key, value, "a whole number")
        return value

    def number_with_ref(self, key: str, **when: Any) -> tuple[int, str]:
        """Return a whole number as `number` does, and the passage that states it (empty if no passage does)."""
        return self.number(key, **when), self.ref(key, **when)

    def fraction(self, key: str, **when: Any) -> Fraction:
        """Return an exact fraction; raise `CodexError` for a value that is no number, or none."""
        value = self.value(key, **when)
        try:
            if type(value) is int or isinstance(value, str | Fraction):
                return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
        raise self._make_value_error(key, value, "a number")

    def flag(self, key: str, **when: Any) -> bool:
        """Return a boolean; raise `CodexError` for any other value, or none."""
        value = self.value(key, **when)
        if not isinstance(value, bool):
            raise self._make_value_error(key, value, "yes or no")
        return value

    def word(self, key: str, **when: Any) -> str:
        """Return a value as text: a word of a vocabulary, or one of the key's choices; raise `CodexError` for none."""
        return str(self.value(key, **when))

    def words(self, key: str, **when: Any) -> tuple[str, ...]:
        """Return a list of words; raise `CodexError` for any other value, or none."""
        value = self.value(key, **when)
        if not isinstance(value, list | tuple):
            raise self._make_value_error(key, value, "a list")
        return tuple(str(item) for item in value)

    def numbers(self, key: str, **when: Any) -> tuple[int, ...]:
        """Return a list of whole numbers; raise `CodexError` for any other value, or none."""
        values = self.value(key, **when)
        if not isinstance(values, list | tuple) or any(type(value) is not int for value in values):
            raise self._make_value_error(key, values, "a list of whole numbers")
        return tuple(values)
