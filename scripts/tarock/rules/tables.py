"""Era tables: the statements of one source, read strictly from the files of `rules_data/SIGLUM/`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import Annotated, Any, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.arguments import check_arguments
from tarock.base.cache import read_once
from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, translate_text
from tarock.base.project import Project
from tarock.base.structs import Cached, Frozen, Record, Words, pattern_type, to_plain
from tarock.base.yamlio import Document, Key, Located
from tarock.corpus.editions import Unit
from tarock.corpus.numbers import to_roman
from tarock.corpus.search_data import SearchRule
from tarock.rules.assumptions import ASSUMED, Assumption, Assumptions
from tarock.rules.cases import Case, answer_name, make_case, most_specific
from tarock.rules.silences import BORROWED, Borrowed, Silence, Silences, unknown_key
from tarock.rules.topics import Beside, KeyDefinition, Topics, load_topics
from tarock.rules.vocabulary import FILE as VOCABULARY
from tarock.rules.vocabulary import Vocabulary

Grade = Literal["stated", "implied", "example", "disputed", "custom", "option", "advice"]
_SINGULAR = {"Marken": "Marke", "Stämme": "Stamm"}  # units that are German words
SetAsideReason = Literal[
    "advice", "manners", "definition", "motivation", "history", "example", "narrative", "transition", "reference"
]


class Support(Record):
    """A passage and the words in it that a value rests on."""

    ref: Words
    quote: Words

    @check_arguments
    def find(self, unit: Unit | None) -> tuple[int, int] | None:
        """Return start and end of the quote's first occurrence in the text of a unit; None where it does not occur.

        A unit other than the passage of this support has no occurrence.
        """
        start = unit.text.find(self.quote) if unit and unit.ref == self.ref and self.quote else -1
        return (start, start + len(self.quote)) if start >= 0 else None

    @check_arguments
    def overlaps(self, unit: Unit, start: int, end: int) -> bool:
        """Return whether the quote shares a character with `start`:`end` of the unit's text.

        An empty span counts as one.
        """
        place = self.find(unit)
        return place is not None and place[0] < max(end, start + 1) and start < place[1]


class OtherReading(Record):
    """The value that an ambiguous text may have instead, and why."""

    value: Any
    why: Words


class StatementRecord(Record):
    """A statement as its file has it; `reading` names it where the source has several under the same key and case."""

    value: Any
    ref: Words
    quote: Words
    says: Words
    when: dict[str, Any] = {}
    unit: str = ""
    grade: Grade = "stated"
    note: str = ""
    reading: Annotated[str, pattern_type("([a-z][a-z0-9-]*)?", "a name such as rejected")] = ""
    derived: str = ""
    also: tuple[Support, ...] = ()
    other_reading: OtherReading | None = None


class SetAside(Record):
    """Sentences that state no rule, and why they are set aside; a passage or range stands for all its sentences.

    `words` begins the sha256 of what they say: other words are to be read again.
    """

    sentences: Words
    reason: SetAsideReason
    words: Annotated[str, pattern_type("[0-9a-f]{12}", "the first twelve characters of the sha256 of the sentences")]
    note: str = ""


class Statement(StatementRecord, frozen=True, kw_only=True, dict=True):
    """One encoded rule value, under its key.

    `case` is what it holds in, in words of the `vocabulary`, empty for a value that holds in every case;
    `unit` is that of its key unless the source counts in another; `supports` are all passages that it rests on; the
    values `beside` it are shown with it.
    """

    siglum: str
    key: str
    entry: KeyDefinition
    case: Case
    vocabulary: Vocabulary
    supports: tuple[Support, ...]
    file: str
    line: int
    beside: tuple[tuple[Beside, Statement], ...] = ()

    def __repr__(self) -> str:
        return f"Statement({self.id} = {self.value!r}, {self.ref})"

    @cached_property
    def ident(self) -> str:
        """Return the name of its answer: the key, then the case in brackets (`honours.count[honour=all_three]`)."""
        return answer_name(self.key, self.case)

    @cached_property
    def id(self) -> str:
        """Return its permanent id: `1840/honours.count[honour=all_three]`, then `~NAME` if it is a further reading."""
        return f"{self.siglum}/{self.ident}" + (f"~{self.reading}" if self.reading else "")

    @property
    def case_label(self) -> str:
        """Return the case for people in the words of the source; empty where the value holds in every case."""
        return self.vocabulary.format_case(self.case, self.siglum)

    @property
    def shown(self) -> str:
        """Return the value for people with its unit, followed by the values of other keys that belong to the answer."""
        text = format_value(self.value, self.entry, self.unit)
        for how, other in self.beside:
            if other.value is not False:
                text = translate_text(how.shown, DATA).format(
                    text, other.shown, format_plain_value(other.value, other.entry)
                )
        return text

    def display_value(self, value: Any) -> str:
        """Return some other value of the same key for people, with the unit of this statement.

        Raises `CodexError` for what is no value of the key.
        """
        if expected := self.entry.type_error_hint(value):
            raise CodexError(f"{self.key} is {value!r}", f"expected {expected}")
        return format_value(value, self.entry, self.unit)

    @property
    def display_with_case(self) -> str:
        """Return the value for people, after its case: `Solo: 4 Marken`."""
        return f"{self.case_label}: {self.shown}" if self.case_label else self.shown

    def as_dict(self) -> dict[str, Any]:
        """Return the statement as plain data, with the fields that the library and `tarock rules --json` document."""
        own = ("id", "siglum", "key", "when", "value", "shown", "unit", "grade", "reading", "says", "note", "derived")
        fields = {name: getattr(self, name) for name in (*own, "ref", "quote", "supports", "other_reading")}
        return to_plain({**fields, "title": self.entry.title})

    @check_arguments
    def error(self, what: str, expected: str) -> CodexError:
        """Return an error with the key, file and line of this statement."""
        return CodexError(f"{self.key}: {what}", expected, file=self.file, line=self.line)


def format_value(value: Any, entry: KeyDefinition, unit: str = "") -> str:
    """Return a value for people: lists with commas, words by their labels, numbers with their unit.

    `unit` is that of the key unless given; `5` and `Marken` give `5 Marken`, `1` gives `1 Marke`.
    """
    if isinstance(value, bool):
        return translate_text("yes" if value else "no", VOCABULARY)
    parts = value if isinstance(value, list) else [value]
    text = format_plain_value(value, entry)
    unit = unit or entry.unit
    if not unit or (isinstance(value, str) and entry.type != "fraction"):
        return text
    if unit == "fold":
        return translate_text("{}-fold", VOCABULARY).format(text)
    if unit == "trump number":
        return translate_text("trump {}", VOCABULARY).format(", ".join(map(to_roman, parts)))
    counted, *of = unit.split(" ", 1)
    if text == "1" or ("/" in text and Fraction(text) < 1):
        unit = " ".join((_SINGULAR.get(counted, counted.removesuffix("s")), *of))
    return f"{text} {translate_text(unit, VOCABULARY)}"


def format_plain_value(value: Any, entry: KeyDefinition) -> str:
    """Return a value, or the items of a list with commas, for people, without unit; not for booleans."""
    parts = value if isinstance(value, list) else [value]
    return ", ".join(
        translate_text(entry.words[part], VOCABULARY) if part in entry.words else str(part) for part in parts
    )


class EraTable(Cached):
    """All statements of one source by key; several under one key are several cases, or readings of one case."""

    siglum: str
    statements: dict[str, tuple[Statement, ...]]
    silences: Silences
    set_aside: list[Located[SetAside]]
    topics: Topics
    folder: str  # its files, as messages name it: `rules_data/1840`
    borrowed: Borrowed  # stands beside silences; no value
    assumed: Assumptions  # values of ours, which a rule set has beside the statements
    project: Project

    def __iter__(self) -> Iterator[Statement]:
        for readings in self.statements.values():
            yield from readings

    def silence(self, key: str) -> Silence:
        """Return the silence of the source on a key; `not stated` where its file does not name the key.

        A key for one other source only is `not applicable`.
        """
        entry = self.topics.find(key)
        if entry and entry.only and entry.only.source != self.siglum:
            return Silence(silence="not applicable", keys=(key,), note=entry.only.why)
        return self.silences.by_key.get(key) or Silence(silence="not stated", keys=(key,))

    @cached_property
    def effective(self) -> dict[str, Statement]:
        """Map each answer name to the statement that holds: the first that the author does not reject."""
        held: dict[str, Statement] = {}
        for statement in self:
            if statement.grade != "disputed":
                held.setdefault(statement.ident, statement)
        return held

    @cached_property
    def alternatives(self) -> dict[str, tuple[Any, ...]]:
        """Map each answer name to the values that are possible instead: of ambiguous words, or of another passage.

        Values that the author rejects, or uses in an example against the rule, are no alternatives.
        """
        found: dict[str, tuple[Any, ...]] = {}
        for statement in self:
            held = self.effective.get(statement.ident)
            if held is statement and statement.other_reading:
                found[statement.ident] = (*found.get(statement.ident, ()), statement.other_reading.value)
            elif held is not statement and statement.grade not in ("disputed", "example"):
                found[statement.ident] = (*found.get(statement.ident, ()), statement.value)
        for name, assumption in self.assumed.by_name.items():
            if others := assumption.record.other_readings:
                found[name] = tuple(each.value for each in others)
        return found

    def find_held(self, name: str) -> Statement | Assumption | None:
        """Return the statement of a name that holds, or what is assumed under it."""
        return self.holding.get(name) or self.assumed.by_name.get(name)

    @cached_property
    def holding(self) -> dict[str, Statement]:
        """Map each statement name to the statement that holds; to a rejected one where the source has no other."""
        return {**{each.ident: each for each in self if each.grade == "disputed"}, **self.effective}

    def find_name(self, key: str, when: Mapping[str, Any]) -> str:
        """Return the name of the statement that answers a key in a case; empty when there is none.

        A value that the source rejects is found by its own case only. Raises `CodexError` for a case that no answer to
        the key could have.
        """
        asked = (key, *when.items())
        name = self._names.get(asked)
        if name is None:
            name = self._names[asked] = self._match_name(key, when)
        return name

    def _match_name(self, key: str, when: Mapping[str, Any]) -> str:
        case, entry = make_case(when), self.topics.find(key)
        own = answer_name(key, case)
        if self.find_held(own) and (not when or own not in self.effective):
            return own
        for dimension, value in when.items():
            hint = entry.case_error_hint(dimension, value, self.topics.vocabulary) if entry else "a key"
            if hint:
                file = f"{self.folder}/{key.partition('.')[0]}.yaml"
                raise CodexError(f"`{own}` is asked for", f"expected {hint}", file=file)
        answers = [(each.case, each.ident) for each in self.effective.values() if each.key == key]
        answers += [(each.case, each.ident) for each in self.assumed.on_key(key)]
        return most_specific(when, answers) or (key if key in self.effective else "")

    @cached_property
    def _names(self) -> dict[tuple[Any, ...], str]:
        """Cache the results of `find_name`."""
        return {}

    def answers(self, key: str) -> list[Statement]:
        """Return the statements under a key that are not rejected, in every case; empty where the source is silent."""
        return [reading for reading in self.statements.get(key, ()) if reading.grade != "disputed"]

    def find_rule(self, key: str, **when: Any) -> Statement | None:
        """Return the statement that applies in a case: the one with the most specific case; None when none applies.

        Raises `CodexError` when two equally specific cases apply.
        """
        asked = (key, *when.items())
        if asked not in self._rules:
            self._rules[asked] = most_specific(when, ((each.case, each) for each in self.answers(key)))
        return self._rules[asked]

    @cached_property
    def _rules(self) -> dict[tuple[Any, ...], Statement | None]:
        """Cache the results of `find_rule`: a settlement asks for the same some hundred times."""
        return {}

    def find_assumption(self, key: str, **when: Any) -> Assumption | None:
        """Return what is assumed in a case, where the source states nothing: the most specific record."""
        return most_specific(when, ((each.case, each) for each in self.assumed.on_key(key)))

    @cached_property
    def by_passage(self) -> dict[str, list[Statement]]:
        """Map each full reference to the statements that it supports."""
        found: dict[str, list[Statement]] = {}
        for statement in self:
            for ref in dict.fromkeys(support.ref for support in statement.supports):
                found.setdefault(ref, []).append(statement)
        return found


class EraTables(Mapping[str, EraTable]):
    """The era tables of some sources by siglum, each read when it is first asked for (`load_table`)."""

    def __init__(self, project: Project, sigla: list[str], topics: Topics | None = None):
        self._project = project
        self._topics = topics or load_topics(project)
        self._read: dict[str, EraTable | None] = dict.fromkeys(sigla)

    def __getitem__(self, siglum: str) -> EraTable:
        table = self._read[siglum]
        if table is None:
            table = self._read[siglum] = load_table(self._project, siglum, self._topics)
        return table

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def collect_search_rules(topics: Topics, tables: Collection[EraTable]) -> Iterator[SearchRule]:
    """Yield a record to search for each key that one of these tables states, in the order of the topics."""
    for key, entry in topics.entries.items():
        if stated := [statement for table in tables for statement in table.statements.get(key, ())]:
            says = tuple(
                (each.says, tuple(dict.fromkeys(at.ref for at in each.supports)), each.grade == "advice")
                for each in stated
            )
            silent = ((each.siglum, each.silence(key).silence) for each in tables if key not in each.statements)
            yield SearchRule(key, entry.title, entry.asks, entry.sought, says, tuple(silent))


def _list_table_inputs(project: Project, siglum: str, topics: Topics) -> tuple[Hashable, ...]:
    return project.rules / siglum, id(topics)  # the table keeps its topics


@read_once(_list_table_inputs)
def load_table(project: Project, siglum: str, topics: Topics) -> EraTable:
    """Read the table of one source from `rules_data/SIGLUM/`; a topic without a file has no statements.

    Raises `CodexError` with file, line and key for any fault.
    """
    folder = project.rules / siglum
    statements: dict[str, tuple[Statement, ...]] = {}
    for topic in topics.by_name:
        if (path := folder / f"{topic}.yaml").exists():
            document = yamlio.load(path)
            reader = _TableReader(document, topics, siglum, project.relative(path), topic)
            for name, node in document.convert(dict[str, Any], document.data).items():
                statements.update(reader.walk(node, (name,)))
    statements = {key: tuple(map(partial(_add_beside, statements), readings)) for key, readings in statements.items()}
    silences, aside = folder / "silences.yaml", folder / "set_aside.yaml"
    return EraTable(
        siglum,
        statements,
        Silences.load(silences, project.relative(silences), topics, statements),
        yamlio.load(aside).located_records(project, SetAside, "set-aside sentence") if aside.exists() else [],
        topics,
        project.relative(folder),
        Borrowed.load(folder / BORROWED, project.relative(folder / BORROWED), topics),
        Assumptions.load(folder / ASSUMED, siglum, project.relative(folder / ASSUMED), topics),
        project,
    )


def _add_beside(statements: Mapping[str, tuple[Statement, ...]], statement: Statement) -> Statement:
    """Return a statement with those of other keys that belong to its answer: same case, and rejected or not like it."""
    found = tuple(
        (how, other)
        for how in statement.entry.beside
        for other in statements.get(how.key, ())
        if (other.case, other.grade == "disputed") == (statement.case, statement.grade == "disputed")
    )
    return msgspec.structs.replace(statement, beside=found) if found else statement


class _TableReader(Frozen):
    """Walks the nested mappings of a topic's file down to the values."""

    document: Document
    topics: Topics
    siglum: str
    file: str
    topic: str

    def walk(self, node: Any, path: tuple[Key, ...]) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        key = ".".join((self.topic, *map(str, path)))
        if isinstance(node, dict) and "value" in node:
            yield key, (self._read_statement(node, key, path),)
        elif isinstance(node, list) and node:
            yield key, tuple(self._read_statements(node, key, path))
        elif isinstance(node, dict) and node and not {"ref", "quote", "silence"} & set(node):
            for name, child in node.items():
                yield from self.walk(child, (*path, name))
        else:
            raise self.document.error(f"`{key}` has no value", "expected `value:`", *path)

    def _read_statements(self, nodes: list[Any], key: str, path: tuple[Key, ...]) -> Iterator[Statement]:
        """Yield the statements under a key; raise `CodexError` for one that stands twice."""
        seen: set[tuple[str, str, Grade]] = set()
        ids: set[str] = set()
        for index, node in enumerate(nodes):
            statement = self._read_statement(node, key, (*path, index))
            same = (statement.ident, repr(statement.value), statement.grade)
            if same in seen:
                expected = "expected another value or case; a further passage goes to `also:`"
                raise self.document.error(
                    f"`{statement.ident}` says {statement.shown} twice",
                    expected,
                    *path,
                    index,
                )
            seen.add(same)
            if statement.id in ids:
                what = f"`{statement.ident}` has a second reading without a name"
                raise self.document.error(what, "expected `reading:` with a name of its own, which stays", *path, index)
            ids.add(statement.id)
            yield statement

    def _read_statement(self, node: Any, key: str, path: tuple[Key, ...]) -> Statement:
        """Return the statement of a node of a file; raise `CodexError` for an unknown key, case or value."""
        entry = self.topics.find(key)
        if entry is None:
            raise unknown_key(self.document, self.topics, key, *path)
        if entry.only and not self.topics.can_answer(key, self.siglum):
            expected = f"expected it in {entry.only.source} only: {entry.only.why}"
            raise self.document.error(f"`{key}` is answered", expected, *path)
        leaf = self.document.convert(StatementRecord, node, *path)
        self._require_sound(leaf, key, entry, path)
        case = make_case(leaf.when)
        vocabulary = self.topics.vocabulary
        if called := vocabulary.source_words(self.siglum, entry.kind):
            entry = msgspec.structs.replace(entry, words={**entry.words, **called})
        return Statement(
            **{**msgspec.structs.asdict(leaf), "when": dict(case), "unit": leaf.unit or entry.unit},
            siglum=self.siglum,
            key=key,
            entry=entry,
            case=case,
            vocabulary=vocabulary,
            supports=(Support(ref=leaf.ref, quote=leaf.quote), *leaf.also),
            file=self.file,
            line=self.document.line(*path),
        )

    def _require_sound(self, leaf: StatementRecord, key: str, entry: KeyDefinition, path: tuple[Key, ...]) -> None:
        """Raise `CodexError` for a value, case, unit or reading that the key does not allow."""
        vocabulary = self.topics.vocabulary
        if expected := entry.type_error_hint(leaf.value):
            raise self.document.error(
                f"`{key}` is {leaf.value!r}",
                f"expected {expected}",
                *path,
                "value",
            )
        for name, value in leaf.when.items():
            if expected := entry.case_error_hint(name, value, vocabulary):
                raise self.document.error(
                    f"`{key}` holds when {name} is {value!r}",
                    f"expected {expected}",
                    *path,
                    "when",
                    name,
                )
        if leaf.unit and leaf.unit not in vocabulary.units:
            expected = "expected a unit: {units}".format(units=", ".join(vocabulary.units))
            raise self.document.error(f"`{key}` counts `{leaf.unit}`", expected, *path, "unit")
        if leaf.derived and entry.type not in ("integer", "fraction"):
            raise self.document.error(f"`{key}` is derived but no number", "expected a number", *path, "derived")
        if other := leaf.other_reading:
            if expected := entry.type_error_hint(other.value):
                place = (*path, "other_reading", "value")
                raise self.document.error(
                    f"`{key}` may be {other.value!r}",
                    f"expected {expected}",
                    *place,
                )
            if other.value == leaf.value:
                raise self.document.error(f"`{key}` reads the same", "expected another value", *path, "other_reading")
