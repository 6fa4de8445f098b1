"""Era tables: the statements of one source, read strictly from the files of `rules_data/SIGLUM/`."""

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
    from pathlib import Path

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
    """A source's silence on some keys, said on purpose; `topic.*` stands for every key of the topic."""

    silence: SilenceKind
    keys: tuple[str, ...]
    note: str = ""


class SetAside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Sentences that state no rule, and why they are set aside; a passage or range stands for all its sentences."""

    sentences: Words
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
    statements: dict[str, tuple[Statement, ...]]
    silences: dict[str, Silence]
    set_aside: tuple[tuple[SetAside, int], ...]
    topics: Topics
    folder: str  # its files, as messages name it: `rules_data/1840`

    def __iter__(self) -> Iterator[Statement]:
        for readings in self.statements.values():
            yield from readings

    def silence(self, key: str) -> Silence:
        """What kind of silence the source keeps on a key that it has no statement for."""
        return self.silences.get(key) or Silence(silence="not stated", keys=(key,))

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
    """Read one era table strictly; raises `CodexError` with file, line and key for any fault.

    A topic on which the source says nothing has no file.
    """
    folder = project.rules / siglum
    statements: dict[str, tuple[Statement, ...]] = {}
    for topic in topics.by_name:
        if (path := folder / f"{topic}.yaml").exists():
            document = yamlio.load(path)
            reader = _Reader(document, topics, siglum, project.relative(path), topic)
            for name, node in document.convert(dict[str, Any], document.data).items():
                reader.walk(node, (name,))
            statements.update(reader.statements)
    return Table(
        siglum,
        statements,
        _load_silences(folder / "silences.yaml", topics),
        _load_set_aside(folder / "set_aside.yaml"),
        topics,
        project.relative(folder),
    )


def _load_silences(path: Path, topics: Topics) -> dict[str, Silence]:
    document = yamlio.load(path)
    silences: dict[str, Silence] = {}
    for index, silence in enumerate(document.convert(tuple[Silence, ...], document.data)):
        for number, name in enumerate(silence.keys):
            named = topics.below(name[:-2]) if name.endswith(".*") else [name] if topics.entry(name) else []
            if not named:
                raise unknown_key(document, topics, name, index, "keys", number)
            silences.update(dict.fromkeys(named, silence))
    return silences


def _load_set_aside(path: Path) -> tuple[tuple[SetAside, int], ...]:
    document = yamlio.load(path)
    records = document.convert(tuple[SetAside, ...], document.data)
    return tuple((record, document.line(index)) for index, record in enumerate(records))


def unknown_key(document: Document, topics: Topics, key: str, *path: Key) -> CodexError:
    """An error at a key that no topic has."""
    near = topics.nearest(key)
    expected = f"did you mean {', '.join(near)}?" if near else "expected a key of rules_data/keys"
    return document.error(f"unknown key `{key}`", expected, *path)


class _Reader:
    """Walks the nested mappings of a topic's file down to the values."""

    def __init__(self, document: Document, topics: Topics, siglum: str, file: str, topic: str):
        self.document = document
        self.topics = topics
        self.siglum = siglum
        self.file = file
        self.topic = topic
        self.statements: dict[str, tuple[Statement, ...]] = {}

    def walk(self, node: Any, path: tuple[Key, ...]) -> None:
        key = ".".join((self.topic, *map(str, path)))
        if isinstance(node, dict) and "value" in node:
            self.statements[key] = (self._statement(node, key, path),)
        elif isinstance(node, list) and node:
            self.statements[key] = tuple(self._statement(leaf, key, (*path, index)) for index, leaf in enumerate(node))
        elif isinstance(node, dict) and node and not {"ref", "quote", "silence"} & set(node):
            for name, child in node.items():
                self.walk(child, (*path, name))
        else:
            raise self.document.error(f"`{key}` has no value", "expected `value:`", *path)

    def _statement(self, node: Any, key: str, path: tuple[Key, ...]) -> Statement:
        entry = self.topics.entry(key)
        if entry is None:
            raise unknown_key(self.document, self.topics, key, *path)
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
