"""The shared topics and their keys: every question that an era table may answer, with the type of its values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from tarock import yamlio
from tarock.rules.renamed import Gone, load_renamed
from tarock.rules.vocabulary import load_vocabulary
from tarock.shapes import Siglum, Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.errors import CodexError
    from tarock.project import Project
    from tarock.rules.renamed import Renamed
    from tarock.rules.vocabulary import Vocabulary
    from tarock.yamlio import Document, Key

NUMERIC = ("integer", "fraction", "integers")
LISTS = ("names", "list", "integers")
TYPES = (*NUMERIC, "boolean", "choice", "names", "list", "text")

_FRACTION = re.compile(r"[0-9]+(?:/[1-9][0-9]*)?\Z")


class Only(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The one source that can answer a question, and why no other can."""

    source: Siglum
    why: Words


class EntryRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A key as its file has it: the question, the type of the answers, what they count and vary by."""

    title: Words
    type: Words
    asks: str = ""
    unit: str = ""
    choices: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    only: Only | None = None
    alike: str = ""
    note: str = ""


@dataclass(frozen=True)
class Entry:
    """A key: its question (`asks`), the type, unit and words of its answers, and what they may vary by.

    `words` maps each word that an answer may be to its label; it is empty for numbers and free words. `many` says
    that an answer is a list. `alike` says why answers that look different are the same rule.
    """

    title: str
    type: str
    asks: str = ""
    unit: str = ""
    by: tuple[str, ...] = ()
    only: Only | None = None
    alike: str = ""
    note: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    many: bool = False

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers that must stand in their quotes."""
        return self.type in NUMERIC

    def misfit(self, value: Any) -> str:
        """What was expected if `value` is not of this type, else an empty string."""
        if not self.many:
            return self._misfit(value)
        if not isinstance(value, list) or not value:
            return f"a list: {self._expected}"
        return next((f"in the list {expected}" for item in value if (expected := self._misfit(item))), "")

    def _misfit(self, value: Any) -> str:
        if self.words:
            fits = isinstance(value, str) and value in self.words
        elif self.type in ("integer", "integers"):
            fits = type(value) is int
        elif self.type == "fraction":
            fits = isinstance(value, str) and bool(_FRACTION.match(value))
        elif self.type == "boolean":
            fits = isinstance(value, bool)
        else:
            fits = isinstance(value, str) and bool(value)
        return "" if fits else self._expected

    @property
    def _expected(self) -> str:
        if self.words:
            return f"one of: {', '.join(self.words)}"
        return {
            "integer": "a whole number",
            "integers": "a whole number",
            "fraction": 'a fraction such as "1/3"',
            "boolean": "true or false",
        }.get(self.type, "text")

    def misfit_of(self, dimension: str, value: Any, vocabulary: Vocabulary) -> str:
        """What was expected if an answer may not vary so, else an empty string."""
        if dimension not in self.by:
            return f"a dimension of the key: {', '.join(self.by) or 'it has none'}"
        return vocabulary.misfit(dimension, value)


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of keys."""

    title: str
    about: str


@dataclass(frozen=True)
class Topics:
    """All topics by name, in the order of the file, and the keys of each; what keys are no more."""

    by_name: dict[str, Topic]
    entries: dict[str, Entry]  # by full key
    vocabulary: Vocabulary
    renamed: Mapping[str, Renamed]

    def entry(self, key: str) -> Entry | None:
        """The entry of a full key such as `settlement.stake.default`."""
        return self.entries.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def keys(self) -> list[str]:
        """All full keys, in order."""
        return list(self.entries)

    def below(self, group: str) -> list[str]:
        """The keys that begin with a group of words, such as `settlement.stake`."""
        return [key for key in self.entries if key.startswith(f"{group}.")]

    def answerable(self, key: str, siglum: str) -> bool:
        """Whether a source can answer a key: any can, unless the key is of one other source `only`."""
        only = self.entries[key].only
        return only is None or only.source == siglum

    def nearest(self, key: str) -> list[str]:
        """The existing keys that look most like `key`."""
        import difflib

        return difflib.get_close_matches(key, self.keys(), 3, cutoff=0.4)

    def instead(self, key: str) -> str:
        """What to write for a key that is none: its successors, why it went, or the keys that look like it."""
        renamed = self.renamed.get(key)
        if isinstance(renamed, Gone):
            return f"it went: {renamed.gone}"
        if renamed:
            return f"it is now {', '.join(map(str, renamed))}"
        near = self.nearest(key)
        return f"did you mean {', '.join(near)}?" if near else "expected a key of rules_data/keys"


def load_topics(project: Project) -> Topics:
    """Read `topics.yaml`, the keys of each topic in `keys/`, and what both rest on.

    Raises `CodexError` for what is malformed.
    """
    topics, vocabulary = _load_topics(project), load_vocabulary(project)
    entries: dict[str, Entry] = {}
    for name in topics:
        document = yamlio.load(project.rules / "keys" / f"{name}.yaml")
        for key, record in document.convert(dict[str, EntryRecord], document.data or {}).items():
            entries[f"{name}.{key}"] = _entry(document, f"{name}.{key}", record, vocabulary)
    return Topics(topics, entries, vocabulary, load_renamed(project, entries, vocabulary))


def _entry(document: Document, key: str, record: EntryRecord, vocabulary: Vocabulary) -> Entry:
    def wrong(what: str, expected: str, *path: Key) -> CodexError:
        return document.error(f"`{key}` {what}", expected, key.partition(".")[2], *path)

    named = vocabulary.of_type(record.type)
    if record.type not in TYPES and named is None:
        expected = f"expected {', '.join(TYPES)}, or a word of vocabulary.yaml: {', '.join(vocabulary.labels)}"
        raise wrong(f"has type {record.type}", expected, "type")
    if (record.type == "choice") != bool(record.choices):
        expected = "expected choices with the type choice, and only there"
        raise wrong(f"has type {record.type} and {len(record.choices)} choices", expected)
    if record.unit and record.unit not in vocabulary.units:
        raise wrong(f"counts `{record.unit}`", f"expected a unit: {', '.join(vocabulary.units)}", "unit")
    for index, name in enumerate(record.by):
        if name not in vocabulary.dimensions:
            expected = f"expected a dimension: {', '.join(vocabulary.dimensions)}"
            raise wrong(f"varies by `{name}`", expected, "by", index)
    words, many = named or ({choice: choice for choice in record.choices}, record.type in LISTS)
    return Entry(
        record.title,
        record.type,
        record.asks,
        record.unit,
        record.by,
        record.only,
        record.alike,
        record.note,
        words,
        many,
    )


def topic_names(project: Project) -> list[str]:
    """The names of all topics, in order; raises `CodexError` for a malformed `topics.yaml`."""
    return list(_load_topics(project))


def _load_topics(project: Project) -> dict[str, Topic]:
    document = yamlio.load(project.rules / "topics.yaml")
    if not isinstance(document.data, dict) or not document.data:
        raise document.error("no topics", "expected a mapping from name to topic")
    return document.convert(dict[str, Topic], document.data)
