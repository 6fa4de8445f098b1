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
    """A point that the source leaves open, as the engine meets it: the reading taken and the other one."""

    code: str
    what: Message
    taken: Message
    other: Message
    ref: str


class Rules:
    """The rule values of one era, read by key and case: `rules.number("ultimo.bonus", contract="solo")`.

    The answer for the most specific case that holds is given. Every `number`, `fraction`, `flag`, `word`, `words`,
    `text` or `names` read is noted in `reads` by its name, `ultimo.bonus[contract=solo]`; every point that the source
    leaves open, where the engine comes to it, in `met` by its code, and whether it can take the other reading there.
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
        self._found: dict[tuple[str, Case], str] = {}
        self._disputed: dict[str, Any] = {
            statement.ident: statement.value for statement in table if statement.grade == "disputed"
        }
        self._rejected = {statement.key for statement in table if statement.grade == "disputed"}
        self._others = {name: held.other_reading.value for name, held in table.effective.items() if held.other_reading}
        self._otherwise: frozenset[str] = frozenset()
        self.prices = True  # whether what is left open is reckoned both ways, to tell what the other reading costs

    def with_values(self, changed: Mapping[str, Any]) -> Self:
        """Return a copy of these rules with some values replaced or added, by their names."""
        other = copy(self)
        other.reads, other.open_questions = set(), {}
        other._values = {**self._values, **changed}
        return other

    def with_readings(self, values: Mapping[str, Any], points: Collection[str]) -> Self:
        """Return a copy that reads some values, and some open questions of the source, the other way."""
        other = self.with_values(values)
        swapped = {name: self._values[name] for name, value in values.items() if self._others.get(name) == value}
        other._others = {**self._others, **swapped}
        other._otherwise = frozenset(points)
        return other

    def without_prices(self) -> Rules:
        """Return a view for callers that need sums only: open questions are reckoned one way; reads are shared."""
        other = copy(self)
        other.prices = False
        return other

    def uses_alternative(self, code: str) -> bool:
        """Return whether a point that the source leaves open is read the other way."""
        return code in self._otherwise

    def note_open_question(self, point: OpenQuestion, *, varied: bool = False) -> None:
        """Record that the engine meets such a point; `varied` where it can take the other reading (`with_readings`)."""
        self.open_questions.setdefault(point.code, (point, varied))

    def has(self, key: str, **when: Any) -> bool:
        """Return whether the source states a key, in a case where one is given."""
        return bool(self._name(key, when)) or (not when and key in self._cases)

    def ref(self, key: str, **when: Any) -> str:
        """Return the reference of the passage that states a key for a case, e.g. `1840:41.1`; empty when none does."""
        statement = self.table.find_rule(key, **when)
        return statement.ref if statement else ""

    def file(self, key: str) -> str:
        """Return the file that states the key, or would."""
        return f"{self.table.folder}/{key.partition('.')[0]}.yaml"

    def other_reading(self, key: str, **when: Any) -> Any:
        """Return the value that the text may mean instead; none where it is not ambiguous."""
        statement = self.table.find_rule(key, **when)
        return self._others.get(statement.ident) if statement else None

    def _name(self, key: str, when: Mapping[str, Any]) -> str:
        """Return the name of the answer to `key` in a case; empty when there is none."""
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
        """Return a value of any type; raise `CodexError` for a key or case that the source does not state."""
        asked = answer_name(key, make_case(when)) if when and key in self._rejected else key
        name = asked if asked in self._disputed and asked not in self._values else self._name(key, when)
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
        """Record that a value is read."""
        self.reads.add(name)

    def _wrong(self, key: str, value: Any, expected: str) -> CodexError:
        return CodexError(
            f"`{key}` is {value!r}",
            f"expected {expected}",
            file=self.file(key),
        )

    def number(self, key: str, **when: Any) -> int:
        """Return a whole number; raise `CodexError` for any other value."""
        value = self.value(key, **when)
        if type(value) is not int:
            raise self._wrong(key, value, "a whole number")
        return value

    def number_with_ref(self, key: str, **when: Any) -> tuple[int, str]:
        """Return a whole number, and the passage that states it."""
        return self.number(key, **when), self.ref(key, **when)

    def fraction(self, key: str, **when: Any) -> Fraction:
        """Return a fraction or whole number; raise `CodexError` for any other value."""
        value = self.value(key, **when)
        try:
            if type(value) is int or isinstance(value, str | Fraction):
                return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
        raise self._wrong(key, value, "a number")

    def flag(self, key: str, **when: Any) -> bool:
        """Return a yes or no; raise `CodexError` for any other value."""
        value = self.value(key, **when)
        if not isinstance(value, bool):
            raise self._wrong(key, value, "yes or no")
        return value

    def word(self, key: str, **when: Any) -> str:
        """Return a word of a vocabulary, or of the key's own choices."""
        return str(self.value(key, **when))

    def words(self, key: str, **when: Any) -> tuple[str, ...]:
        """Return a list of words or names; raise `CodexError` for any other value."""
        value = self.value(key, **when)
        if not isinstance(value, list | tuple):
            raise self._wrong(key, value, "a list")
        return tuple(str(item) for item in value)

    def numbers(self, key: str, **when: Any) -> tuple[int, ...]:
        """Return a list of whole numbers; raise `CodexError` for any other value."""
        values = self.value(key, **when)
        if not isinstance(values, list | tuple) or any(type(value) is not int for value in values):
            raise self._wrong(key, values, "a list of whole numbers")
        return tuple(values)
