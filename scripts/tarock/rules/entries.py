"""A key of the rule tables: a question that any source may answer, and what an answer may be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base.structs import Siglum, Words

if TYPE_CHECKING:
    from tarock.base.errors import CodexError
    from tarock.base.yamlio import Document, Key
    from tarock.rules.vocabulary import Vocabulary

NUMERIC = ("integer", "fraction", "integers")
LISTS = ("names", "integers")
TYPES = (*NUMERIC, "boolean", "choice", "names")

_FRACTION = re.compile(r"[0-9]+(?:/[1-9][0-9]*)?\Z")


class Only(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The one source that can answer a question, and why no other can."""

    source: Siglum
    why: Words


class EntryRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A key as its file has it: the question, the type of the answers, what they count and vary by.

    `sought` are other words by which a reader may look for it.
    """

    title: Words
    type: Words
    asks: Words
    unit: str = ""
    choices: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    only: Only | None = None
    alike: str = ""
    note: str = ""
    sought: tuple[Words, ...] = ()


class Entry(EntryRecord, frozen=True, kw_only=True):
    """A key, ready to judge its answers; `alike` says why some that look different are the same rule.

    `words` maps each word that an answer may be to its label; it is empty for numbers and free words. `many` says
    that an answer is a list.
    """

    words: dict[str, str] = msgspec.field(default_factory=dict)
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
        }.get(self.type, "words")

    def misfit_of(self, dimension: str, value: Any, vocabulary: Vocabulary) -> str:
        """What was expected if an answer may not vary so, else an empty string."""
        if dimension not in self.by:
            return f"a dimension of the key: {', '.join(self.by) or 'it has none'}"
        return vocabulary.misfit(dimension, value)


def make_entry(document: Document, key: str, record: EntryRecord, vocabulary: Vocabulary) -> Entry:
    """The key of a record; raises `CodexError` for a type, unit or dimension that there is not."""

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
    return Entry(**msgspec.structs.asdict(record), words=dict(words), many=many)
