"""What the engine reads: the values of one era table, each read noted for the evidence coverage."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.rules.tables import Table


class Rules:
    """The rule values of one era. Every `number`, `flag`, `text` or `names` read is noted in `reads`.

    `changed` replaces values by key: other rules than the source's, for tests and for the coverage.
    """

    def __init__(self, table: Table, changed: Mapping[str, Any] | None = None):
        self.table = table
        self.era = table.siglum
        self.reads: set[str] = set()
        self._values: dict[str, Any] = {}
        for key in table.statements:
            if statement := table.rule(key):
                self._values[key] = statement.value
        self._values.update(changed or {})
        self._disputed: dict[str, Any] = {
            statement.key: statement.value for statement in table if statement.grade == "disputed"
        }

    def with_values(self, changed: Mapping[str, Any]) -> Rules:
        """The same rules with some values replaced."""
        other = copy(self)
        other.reads = set()
        other._values = {**self._values, **changed}
        return other

    def has(self, key: str) -> bool:
        """Whether the source states this key at all."""
        return key in self._values

    def ref(self, key: str) -> str:
        """The passage that states the key, e.g. `1840:41.1`; empty when none does."""
        statement = self.table.rule(key)
        return statement.ref if statement else ""

    def file(self, key: str) -> str:
        """The file that states the key, or would."""
        return f"{self.table.folder}/{key.partition('.')[0]}.yaml"

    def _get(self, key: str) -> Any:
        try:
            value = self._values[key]
        except KeyError:
            if key in self._disputed:  # a practice that the author rejects, asked for by name
                self.reads.add(key)
                return self._disputed[key]
            raise CodexError(
                f"source {self.era} does not state `{key}`",
                "expected a statement to compute with",
                file=self.file(key),
            ) from None
        self.reads.add(key)
        return value

    def value(self, key: str) -> Any:
        """A value of whatever type."""
        return self._get(key)

    def number(self, key: str) -> int:
        """A whole number."""
        value = self._get(key)
        if type(value) is not int:
            raise CodexError(f"`{key}` is {value!r}", "expected a whole number", file=self.file(key))
        return value

    def fraction(self, key: str) -> Fraction:
        """A fraction or whole number."""
        value = self._get(key)
        try:
            if type(value) is int or isinstance(value, str | Fraction):
                return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
        raise CodexError(f"`{key}` is {value!r}", "expected a number", file=self.file(key))

    def flag(self, key: str) -> bool:
        """Yes or no."""
        value = self._get(key)
        if not isinstance(value, bool):
            raise CodexError(f"`{key}` is {value!r}", "expected yes or no", file=self.file(key))
        return value

    def text(self, key: str) -> str:
        """A word or sentence."""
        return str(self._get(key))

    def names(self, key: str) -> tuple[str, ...]:
        """A list of names."""
        value = self._get(key)
        if not isinstance(value, list | tuple):
            raise CodexError(f"`{key}` is {value!r}", "expected a list", file=self.file(key))
        return tuple(str(item) for item in value)
