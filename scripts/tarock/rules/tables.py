"""Era tables: the statements of one source, read strictly from `rules_data/SIGLUM.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tarock import yamlio
from tarock.rules.topics import Entry, Topics, load_topics
from tarock.shapes import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.errors import CodexError
    from tarock.project import Project
    from tarock.yamlio import Document, Key

Grade = Literal["stated", "implied", "example", "disputed"]
SilenceKind = Literal["not stated", "lost", "not applicable"]
SetAsideReason = Literal[
    "advice", "manners", "definition", "motivation", "history", "example", "narrative", "transition", "reference"
]


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A passage and the words in it that a value rests on."""

    ref: Words
    quote: Words


class _Leaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: Any
    ref: Words
    quote: Words
    grade: Grade = "stated"
    note: str = ""
    derived: str = ""
    also: tuple[Support, ...] = ()


class Silence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A source's silence on a key, said on purpose."""

    silence: SilenceKind
    note: str = ""


class SetAside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Passages that state no rule, and why they are set aside."""

    passages: str
    reason: SetAsideReason
    note: str = ""


@dataclass(frozen=True)
class Statement:
    """One encoded rule value: its key, value, grade and the passages that it rests on."""

    siglum: str
    key: str
    entry: Entry
    value: Any
    grade: Grade
    note: str
    derived: str
    supports: tuple[Support, ...]
    file: str
    line: int

    @property
    def ref(self) -> str:
        """The passage that states it first."""
        return self.supports[0].ref

    @property
    def quote(self) -> str:
        """The words that state it."""
        return self.supports[0].quote

    @property
    def shown(self) -> str:
        """The value as a person reads it, with its unit."""
        return show_value(self.value, self.entry)

    def error(self, what: str, expected: str) -> CodexError:
        """An error at this statement."""
        from tarock.errors import CodexError

        return CodexError(f"{self.key}: {what}", expected, file=self.file, line=self.line)


def show_value(value: Any, entry: Entry) -> str:
    """A value as a person reads it: yes and no, lists with commas, numbers with their unit."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    if not entry.unit or (isinstance(value, str) and entry.type != "fraction"):
        return text
    if entry.unit == "fold":
        return f"{text}-fold"
    unit = entry.unit
    if unit.endswith("s") and (text == "1" or ("/" in text and Fraction(text) < 1)):
        unit = unit[:-1]
    return f"{text} {unit}"


@dataclass(frozen=True)
class Table:
    """All statements of one source, by key; several under one key are several readings."""

    siglum: str
    default_silence: SilenceKind
    statements: dict[str, tuple[Statement, ...]]
    silences: dict[str, Silence]
    set_aside: tuple[tuple[SetAside, int], ...]
    topics: Topics
    file: str

    def __iter__(self) -> Iterator[Statement]:
        for readings in self.statements.values():
            yield from readings

    def silence(self, key: str) -> Silence:
        """What kind of silence the source keeps on a key that it has no statement for."""
        topic = key.partition(".")[0]
        return self.silences.get(key) or self.silences.get(topic) or Silence(silence=self.default_silence)

    def rule(self, key: str) -> Statement | None:
        """The statement that holds: the first that the author does not reject."""
        held = [statement for statement in self.statements.get(key, ()) if statement.grade != "disputed"]
        return held[0] if held else None

    @cached_property
    def by_passage(self) -> dict[str, tuple[Statement, ...]]:
        """The statements that rest on each passage, by its full reference."""
        found: dict[str, list[Statement]] = {}
        for statement in self:
            for support in statement.supports:
                resting = found.setdefault(support.ref, [])
                if statement not in resting:
                    resting.append(statement)
        return {ref: tuple(resting) for ref, resting in found.items()}


class _Raw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: str
    statements: dict[str, Any]
    default_silence: SilenceKind = "not stated"
    set_aside: tuple[Any, ...] = ()


class Tables(Mapping[str, Table]):
    """The era tables of some sources by siglum, each read when it is first asked for (`load_table`)."""

    def __init__(self, project: Project, sigla: list[str], topics: Topics | None = None):
        self._project = project
        self._topics = topics or load_topics(project)
        self._read: dict[str, Table | None] = dict.fromkeys(sigla)

    def __getitem__(self, siglum: str) -> Table:
        table = self._read[siglum]
        if table is None:
            table = self._read[siglum] = load_table(self._project, siglum, self._topics)
        return table

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def load_table(project: Project, siglum: str, topics: Topics) -> Table:
    """Read one era table strictly; raises `CodexError` with file, line and key for any fault."""
    document = yamlio.load(project.rules / f"{siglum}.yaml")
    raw = document.convert(_Raw, document.data)
    if raw.source != siglum:
        raise document.error(f"is the table of {raw.source}", f"expected source {siglum}", "source")
    reader = _Reader(document, topics, siglum, project.relative(document.path))
    reader.walk(raw.statements, ("statements",))
    set_aside = tuple(
        (document.convert(SetAside, record, "set_aside", index), document.line("set_aside", index))
        for index, record in enumerate(raw.set_aside)
    )
    return Table(siglum, raw.default_silence, reader.statements, reader.silences, set_aside, topics, reader.file)


class _Reader:
    """Walks the nested mappings down to the values."""

    def __init__(self, document: Document, topics: Topics, siglum: str, file: str):
        self.document = document
        self.topics = topics
        self.siglum = siglum
        self.file = file
        self._below: dict[str, list[str]] = {}  # the keys under each word group that a silence may name
        for key in topics:
            parts = key.split(".")
            for length in range(1, len(parts)):
                self._below.setdefault(".".join(parts[:length]), []).append(key)
        self.statements: dict[str, tuple[Statement, ...]] = {}
        self.silences: dict[str, Silence] = {}

    def walk(self, node: Any, path: tuple[Key, ...]) -> None:
        key = ".".join(str(part) for part in path[1:])
        if isinstance(node, dict) and "silence" in node:
            self._silence(node, key, path)
        elif isinstance(node, dict) and "value" in node:
            self.statements[key] = (self._statement(node, key, path),)
        elif isinstance(node, list) and node:
            self.statements[key] = tuple(self._statement(leaf, key, (*path, index)) for index, leaf in enumerate(node))
        elif isinstance(node, dict) and node and not {"ref", "quote"} & set(node):
            for name, child in node.items():
                self.walk(child, (*path, name))
        else:
            raise self.document.error(f"`{key}` has no value", "expected `value:`, or `silence:`", *path)

    def _silence(self, node: Any, key: str, path: tuple[Key, ...]) -> None:
        silence = self.document.convert(Silence, node, *path)
        if self.topics.entry(key):
            self.silences[key] = silence
        inside = self._below.get(key, ())
        if not inside and not self.topics.entry(key):
            raise self._unknown(key, path)
        for name in inside:
            self.silences[name] = silence

    def _unknown(self, key: str, path: tuple[Key, ...]) -> CodexError:
        near = self.topics.nearest(key)
        expected = f"did you mean {', '.join(near)}?" if near else "expected a key of topics.yaml"
        return self.document.error(f"unknown key `{key}`", expected, *path)

    def _statement(self, node: Any, key: str, path: tuple[Key, ...]) -> Statement:
        entry = self.topics.entry(key)
        if entry is None:
            raise self._unknown(key, path)
        leaf = self.document.convert(_Leaf, node, *path)
        if expected := entry.misfit(leaf.value):
            raise self.document.error(f"`{key}` is {leaf.value!r}", f"expected {expected}", *path, "value")
        if leaf.derived and entry.type not in ("integer", "fraction"):
            raise self.document.error(f"`{key}` is derived but no number", "expected a number", *path, "derived")
        return Statement(
            self.siglum,
            key,
            entry,
            leaf.value,
            leaf.grade,
            leaf.note,
            leaf.derived,
            (Support(ref=leaf.ref, quote=leaf.quote), *leaf.also),
            self.file,
            self.document.line(*path),
        )
