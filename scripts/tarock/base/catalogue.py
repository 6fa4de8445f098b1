"""What the program says: logic makes messages, and only the edge turns them into words.

A message is a key and values. The catalogue holds the words for each key: a template of `str.format`, or a
function where a template is too little (a plural, a part that may be missing). No logic reads the words.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache

from tarock.base.english import FILES
from tarock.base.language import ENGLISH, grouped, manner, spoken, translated
from tarock.base.wordings import Entry, Listed


class Message:
    """A thing to say: the `key` of its wording and the `values` that are in it.

    Values are text, numbers, cards, other messages, or lists of them. Messages are immutable; two with the
    same key and values are equal.
    """

    __slots__ = ("_values", "key")

    def __init__(self, key: str, /, **values: Hashable):
        self.key = key
        self._values = tuple(values.items())

    @property
    def values(self) -> dict[str, Hashable]:
        """The values by name."""
        return dict(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self._values) == (other.key, other._values)

    def __hash__(self) -> int:
        return hash((self.key, self._values))

    def __repr__(self) -> str:
        return f"Message({', '.join([repr(self.key), *(f'{name}={value!r}' for name, value in self._values)])})"


def say(message: Message) -> str:
    """The words of a message; raises `KeyError` for a key or a value that the catalogue does not know."""
    entry = _entry(message.key)
    values = {name: _shown(value) for name, value in message.values.items()}
    if not isinstance(entry, str):
        return entry(**values)
    return entry.format(**(values if spoken() == ENGLISH else grouped(values, spoken())))


def _entry(key: str) -> Entry:
    """The wording of a key in the language that is spoken."""
    entry, own = catalogue()[key], manner()
    if own is None:
        return entry
    if key in own.CATALOGUE:
        return own.CATALOGUE[key]
    if isinstance(entry, str):
        return translated(entry, key)
    translated("(a function)", key)  # so that it is told that its German is missing
    return entry


def _shown(value: object) -> object:
    if isinstance(value, Message):
        return say(value)
    return Listed(_shown(item) for item in value) if isinstance(value, tuple) else value


@cache
def catalogue() -> Mapping[str, Entry]:
    """The wording by key, out of the files that `tarock.base.english` lists; raises `ValueError` for a key twice."""

    found: dict[str, Entry] = {}
    for file in FILES:
        for key, entry in file.CATALOGUE.items():
            if key in found:
                raise ValueError(f"two wordings of `{key}`")
            found[key] = entry
    return found
