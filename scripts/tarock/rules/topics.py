"""The shared topics with their keys: every question that an era table may answer, and what an answer may be."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tarock.base import yamlio
from tarock.base.arguments import check_arguments
from tarock.base.cache import read_once
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Frozen, Record, Siglum, Words
from tarock.base.yamlio import Document, Key
from tarock.rules.cases import answer_name, make_case
from tarock.rules.vocabulary import FILE as VOCABULARY
from tarock.rules.vocabulary import Vocabulary, load_vocabulary, type_error_hint

DEPRECATED = "deprecated_keys.yaml"
NUMERIC = ("integer", "fraction", "integers")
LISTS = ("names", "integers")
TYPES = (*NUMERIC, "boolean", "choice", "names")


class Only(Record):
    """The one source that can answer a question, and why no other can."""

    source: Siglum
    why: Words


class Beside(Record):
    """A key whose value in the same case is part of the answer, and how both are shown.

    In `shown` `{0}` is the value itself, `{1}` the other as it is shown, `{2}` the other without its unit. Of a yes or
    no only a yes is shown.
    """

    key: Words
    shown: Words


class KeyRecord(Record):
    """A key as its file has it: the question, the type of the answers, what they count and vary by.

    `sought` are other words by which a reader may look for it; without what stands `beside` it a value would mislead.
    """

    title: Words
    type: Words
    asks: Words
    unit: str = ""
    choices: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    only: Only | None = None
    alike: str = ""
    alike_where: str = ""
    note: str = ""
    sought: tuple[Words, ...] = ()
    beside: tuple[Beside, ...] = ()


class KeyDefinition(KeyRecord, frozen=True, kw_only=True):
    """A key, ready to judge its answers; `alike` says why some that look different are the same rule.

    They are so between two sources that answer the key `alike_where` alike.

    `words` maps each word that an answer may be to its label; it is empty for numbers and free words. `many` says
    that an answer is a list.
    """

    words: dict[str, str] = {}
    many: bool = False

    @property
    def kind(self) -> str:
        """Return the type of a value, or of one item where answers are lists: `role` for `roles`."""
        return self.type.removesuffix("s")

    @property
    def numeric(self) -> bool:
        """Return whether answers are numbers, each of which must occur in its quote or be derived."""
        return self.type in NUMERIC

    def type_error_hint(self, value: Any) -> str:
        """Return what is expected where `value` is no answer to this key; empty when it is one."""
        kind, items = self.kind, value if self.many else [value]
        expected = type_error_hint(None, kind, self.words)
        if not isinstance(items, list) or not items:
            return f"a list: {expected}"
        if any(type_error_hint(item, kind, self.words) for item in items):
            return f"in the list {expected}" if self.many else expected
        return ""

    @check_arguments
    def case_error_hint(self, dimension: str, value: Any, vocabulary: Vocabulary) -> str:
        """Return what is expected where answers cannot vary by this dimension, or not have this value in it.

        Empty if they can.
        """
        if dimension not in self.by:
            if not self.by:
                return "a dimension of the key: it has none"
            return "a dimension of the key: {dimensions}".format(dimensions=", ".join(self.by))
        return vocabulary.type_error_hint(dimension, value)


class Successor(Record):
    """The key that answers now, in the case that the old key was about."""

    key: str
    when: dict[str, Any] = {}

    def __str__(self) -> str:
        return answer_name(self.key, make_case(self.when))


class DeprecatedKey(Record):
    """A key that is no more: the keys that answer `now`, or the `reason` why it went."""

    now: tuple[Successor, ...] = ()
    reason: str = ""


class Topic(Record):
    """A group of keys."""

    title: str
    about: str


class Topics(Frozen):
    """All topics by name, in the order of the file, and the keys of each; what became of keys that are no more."""

    by_name: dict[str, Topic]
    entries: dict[str, KeyDefinition]  # by full key
    vocabulary: Vocabulary
    deprecated: Mapping[str, DeprecatedKey]

    def find(self, key: str) -> KeyDefinition | None:
        """Return the definition of a full key such as `settlement.stake.default`; None for an unknown one."""
        return self.entries.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def keys_below(self, group: str) -> list[str]:
        """Return the keys below a topic or a part of a key: `settlement.stake` gives `settlement.stake.default`."""
        return [key for key in self.entries if key.startswith(f"{group}.")]

    def can_answer(self, key: str, siglum: str) -> bool:
        """Return whether a source may answer a key.

        Only a key that is limited to one source is closed to the others.
        """
        only = self.entries[key].only
        return only is None or only.source == siglum

    def similar_keys(self, key: str) -> list[str]:
        """Return up to three existing keys that are spelled like `key`, the closest first."""
        return difflib.get_close_matches(key, self.entries, 3, cutoff=0.4)

    def suggest(self, key: str) -> str:
        """Return advice on an unknown key for a message: its successors, why it was removed, or similar keys."""
        if found := self.deprecated.get(key):
            if found.reason:
                return f"it went: {found.reason}"
            return "it is now {keys}".format(keys=", ".join(map(str, found.now)))
        near = self.similar_keys(key)
        return "did you mean {near}?".format(near=", ".join(near)) if near else "expected a key of rules_data/keys"


def _list_topic_files(project: Project) -> tuple[Path, ...]:
    return tuple(project.rules / name for name in ("topics.yaml", "keys", VOCABULARY, DEPRECATED))


@read_once(_list_topic_files)
def load_topics(project: Project) -> Topics:
    """Read the topics and keys, with the vocabulary and the deprecated keys.

    Raises `CodexError` for malformed data.
    """
    topics, vocabulary = load_topic_titles(project), load_vocabulary(project)
    entries: dict[str, KeyDefinition] = {}
    for name in topics:
        document = yamlio.load(project.rules / "keys" / f"{name}.yaml")
        for key, record in document.convert(dict[str, KeyRecord], document.data or {}).items():
            entries[f"{name}.{key}"] = _make_entry(document, f"{name}.{key}", record, vocabulary)
    for key, entry in entries.items():
        for beside in entry.beside:
            if beside.key not in entries or beside.key == key:
                raise CodexError(
                    f"`{key}` has `{beside.key}` beside it",
                    "expected another key of rules_data/keys",
                )
    return Topics(topics, entries, vocabulary, _load_deprecated(project, entries, vocabulary))


def load_topic_titles(project: Project) -> dict[str, Topic]:
    """Read `topics.yaml`: the topics by name, without their keys, in order.

    Raises `CodexError` for a malformed file.
    """
    document = yamlio.load(project.rules / "topics.yaml")
    if not isinstance(document.data, dict) or not document.data:
        raise document.error("no topics", "expected a mapping from name to topic")
    return document.convert(dict[str, Topic], document.data)


def _load_deprecated(
    project: Project, keys: Mapping[str, KeyDefinition], vocabulary: Vocabulary
) -> dict[str, DeprecatedKey]:
    """Read the deprecated keys; raise `CodexError` for one that still exists, or whose successor does not."""
    document = yamlio.load(project.rules / DEPRECATED)
    deprecated = document.convert(dict[str, DeprecatedKey], document.data)
    for old, found in deprecated.items():
        if old in keys:
            raise document.error(f"`{old}` is a key", "expected only keys that are no more", old)
        if bool(found.now) == bool(found.reason):
            raise document.error(f"`{old}` has neither or both of `now:` and `reason:`", "expected one", old)
        for index, successor in enumerate(found.now):
            place = (old, "now", index)
            if successor.key not in keys:
                raise document.error(
                    f"`{successor.key}` is no key",
                    "expected the key that answers now",
                    *place,
                    "key",
                )
            for name, value in successor.when.items():
                if expected := keys[successor.key].case_error_hint(name, value, vocabulary):
                    raise document.error(
                        f"`{name}` is {value!r}",
                        f"expected {expected}",
                        *place,
                        "when",
                        name,
                    )
    return deprecated


def _make_entry(document: Document, key: str, record: KeyRecord, vocabulary: Vocabulary) -> KeyDefinition:
    """Return the definition of a key; raise `CodexError` for an unknown type, unit or dimension."""

    def wrong(what: str, expected: str, *path: Key) -> CodexError:
        return document.error(what, expected, key.partition(".")[2], *path)

    named = vocabulary.words_of_type(record.type)
    if record.type not in TYPES and named is None:
        expected = "expected {types}, or a word of vocabulary.yaml: {words}".format(
            types=", ".join(TYPES),
            words=", ".join(vocabulary.labels),
        )
        raise wrong(f"`{key}` has type {record.type}", expected, "type")
    if (record.type == "choice") != bool(record.choices):
        expected = "expected choices with the type choice, and only there"
        count = len(record.choices)
        raise wrong(f"`{key}` has type {record.type} and {count} choices", expected)
    if record.unit and record.unit not in vocabulary.units:
        raise wrong(
            f"`{key}` counts `{record.unit}`",
            "expected a unit: {units}".format(units=", ".join(vocabulary.units)),
            "unit",
        )
    for index, name in enumerate(record.by):
        if name not in vocabulary.dimensions:
            expected = "expected a dimension: {dimensions}".format(dimensions=", ".join(vocabulary.dimensions))
            raise wrong(f"`{key}` varies by `{name}`", expected, "by", index)
    words, many = named or ({choice: choice for choice in record.choices}, record.type in LISTS)
    return KeyDefinition(**msgspec.structs.asdict(record), words=dict(words), many=many)
