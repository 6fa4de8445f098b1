"""The shared topics and their keys: every key that an era table may use, with its type, unit and title."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tarock import yamlio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.project import Project

ValueType = Literal["integer", "fraction", "boolean", "choice", "text", "list", "integers"]
Value = bool | int | str | list[str] | list[int]

_FRACTION = re.compile(r"[0-9]+(?:/[1-9][0-9]*)?\Z")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A key: what type its values have and what they count."""

    type: ValueType
    title: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    note: str = ""

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers that must stand in their quotes."""
        return self.type in ("integer", "fraction", "integers")

    def misfit(self, value: Any) -> str:
        """What was expected if `value` is not of this type, else an empty string."""
        match self.type:
            case "integer":
                fits, expected = type(value) is int, "a whole number"
            case "fraction":
                fits = isinstance(value, str) and bool(_FRACTION.match(value))
                expected = 'a fraction such as "1/3"'
            case "boolean":
                fits, expected = isinstance(value, bool), "true or false"
            case "choice":
                fits, expected = value in self.choices, f"one of: {', '.join(self.choices)}"
            case "text":
                fits, expected = isinstance(value, str) and bool(value), "text"
            case "list":
                fits = isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
                expected = "a list of text"
            case "integers":
                fits = isinstance(value, list) and bool(value) and all(type(item) is int for item in value)
                expected = "a list of whole numbers"
        return "" if fits else expected


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of keys."""

    title: str
    about: str


@dataclass(frozen=True)
class Topics:
    """All topics by name, in the order of the file, and the keys of each."""

    by_name: dict[str, Topic]
    entries: dict[str, Entry]  # by full key

    def entry(self, key: str) -> Entry | None:
        """The entry of a full key such as `settlement.consulation.middle.dreier`."""
        return self.entries.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def keys(self) -> list[str]:
        """All full keys, in order."""
        return list(self.entries)

    def below(self, group: str) -> list[str]:
        """The keys that begin with a group of words, such as `settlement.consulation`."""
        return [key for key in self.entries if key.startswith(f"{group}.")]

    def nearest(self, key: str) -> list[str]:
        """The existing keys that look most like `key`."""
        import difflib

        return difflib.get_close_matches(key, self.keys(), 3, cutoff=0.4)


def load_topics(project: Project) -> Topics:
    """Read `topics.yaml` and the keys of each topic in `keys/`; raises `CodexError` for what is malformed."""
    topics = _load_topics(project)
    entries: dict[str, Entry] = {}
    for name in topics:
        document = yamlio.load(project.rules / "keys" / f"{name}.yaml")
        for key, entry in document.convert(dict[str, Entry], document.data or {}).items():
            if (entry.type == "choice") != bool(entry.choices):
                raise document.error(
                    f"`{name}.{key}` has type {entry.type} and {len(entry.choices)} choices",
                    "expected choices with the type choice, and only there",
                    key,
                )
            entries[f"{name}.{key}"] = entry
    return Topics(topics, entries)


def topic_names(project: Project) -> list[str]:
    """The names of all topics, in order; raises `CodexError` for a malformed `topics.yaml`."""
    return list(_load_topics(project))


def _load_topics(project: Project) -> dict[str, Topic]:
    document = yamlio.load(project.rules / "topics.yaml")
    if not isinstance(document.data, dict) or not document.data:
        raise document.error("no topics", "expected a mapping from name to topic")
    return document.convert(dict[str, Topic], document.data)
