"""The sentences about games, verdicts and pages: logic makes messages, and only the edge turns them into words.

A message is a key and values. The files of this folder hold the English sentence of each key, a file per subject; its
German stands under the same key in `locale/de/wording.po`. No logic reads the words.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache

from tarock.base.i18n import Listed, Wording, npgettext, pgettext
from tarock.base.wording import (
    completed_1945,
    footing,
    games,
    koenigrufen_1840,
    pages,
    program,
    reform_1945,
    taroc_1754,
    tarokhombre_1863,
)

SUBJECTS = (
    completed_1945,
    footing,
    games,
    koenigrufen_1840,
    pages,
    program,
    reform_1945,
    taroc_1754,
    tarokhombre_1863,
)


class Message:
    """Name a thing to say: the `key` of its wording and the `values` that are in it.

    Values are text, numbers, cards, other messages, or lists of them. Messages are immutable; two with the
    same key and values are equal.
    """

    __slots__ = ("_values", "key")

    def __init__(self, key: str, /, **values: Hashable):
        self.key = key
        self._values = tuple(values.items())

    @property
    def values(self) -> dict[str, Hashable]:
        """Return the values by name."""
        return dict(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self._values) == (other.key, other._values)

    def __hash__(self) -> int:
        return hash((self.key, self._values))

    def __repr__(self) -> str:
        return f"Message({', '.join([repr(self.key), *(f'{name}={value!r}' for name, value in self._values)])})"


def format_message(message: Message) -> str:
    """Return a message in words of the current language; raise `KeyError` for an unknown key or a missing value."""
    entry = all_wordings()[message.key]
    values = {name: _show_value(value) for name, value in message.values.items()}
    if isinstance(entry, str):
        return pgettext(message.key, entry, **values)
    if isinstance(entry, tuple):
        return npgettext(message.key, *entry, values["number"], **values)  # type: ignore[arg-type]
    return entry(**values)


def _show_value(value: object) -> object:
    if isinstance(value, Message):
        return format_message(value)
    return Listed(_show_value(item) for item in value) if isinstance(value, tuple) else value


def write_message(key: str, /, **values: Hashable) -> str:
    """Return the wording of a key, with these values, in words of the current language.

    Raises `KeyError` for an unknown key or a missing value.
    """
    return format_message(Message(key, **values))


@cache
def all_wordings() -> Mapping[str, Wording]:
    """Return the English wording of every key; raise `ValueError` for a key defined twice."""
    found: dict[str, Wording] = {}
    for subject in SUBJECTS:
        for key, entry in subject.WORDINGS.items():
            if key in found:
                raise ValueError(f"two wordings of `{key}`")
            found[key] = entry
    return found
