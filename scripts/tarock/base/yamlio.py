"""The one YAML loader: PyYAML's C parser under strict rules.

Duplicate keys, aliases and tags are errors; only `true`, `false`, `null` and whole numbers are anything
but text (so `no` and `1:30` stay text); every value is located. Length, depth and numbers have limits,
lower than those of the parser and of Python.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar
from unicodedata import normalize

import msgspec
import yaml

from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.project import Project
from tarock.base.structs import Frozen, Mutable, validation_path

SAFE_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_SCHEMA = re.compile(r"yaml-language-server: \$schema=([^\s#]+)")
_HEAD = 500  # characters of a file in which its schema is named
_MARKS = {"!": "a tag (!) is used", "&": "an anchor (&) is used"}
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}

DEEPEST = 100  # lists and mappings inside each other
LONGEST = 4_000_000  # characters of a file
LONGEST_NUMBER = 18  # digits of a whole number

Key = str | int
T = TypeVar("T")


class _TooDeepError(Exception):
    """More lists and mappings inside each other than the parser may follow; the line is its argument."""


class _Loader(SAFE_LOADER):  # type: ignore[misc]
    """The parser without PyYAML's own guesses about plain words (`_read_scalar` reads these), and not too deep.

    The parser calls itself for what is inside; without a limit a hostile text would use up its stack.
    """

    resolve = "".format  # no tag, whatever it is asked with; as no function of Python, for it is asked at each value

    def __init__(self, stream: str):
        super().__init__(stream)
        self.around: list[Any] = []
        self.ascend_resolver = self.around.pop

    def descend_resolver(self, around: Any, _index: Any) -> None:
        """Refuse a text that is nested too deep."""
        self.around.append(around)
        if len(self.around) > DEEPEST:
            raise _TooDeepError(around.start_mark.line + 1)


class Located(Frozen, Generic[T]):
    """A record with its file and line."""

    record: T
    file: str
    line: int

    @property
    def place(self) -> str:
        """Return `FILE:LINE`."""
        return f"{self.file}:{self.line}"

    def error(self, what: str, expected: str) -> CodexError:
        """Return an error at the record."""
        return CodexError(what, expected, file=self.file, line=self.line)


# The messages of msgspec on a value that does not fit.
_REFUSALS = (
    (r"Object missing required field `(?P<field>.*)`", "object missing required field `{field}`"),
    (r"Object contains unknown field `(?P<field>.*)`", "object contains unknown field `{field}`"),
    (r"Expected `(?P<type>[^`]*)`, got `(?P<found>[^`]*)`", "expected `{type}`, got `{found}`"),
    (r"Expected `(?P<type>[^`]*)` matching regex (?P<regex>.*)", "expected `{type}` matching regex {regex}"),
    (r"Expected `(?P<type>[^`]*)` of length (?P<bound>.*)", "expected `{type}` of length {bound}"),
    (r"Expected `(?P<type>[^`]*)` (?P<bound>[<>]=? .*)", "expected `{type}` {bound}"),
    (r"Invalid enum value (?P<value>.*)", "invalid enum value {value}"),
)


# The messages of the parser on a text that is no YAML.
_BROKEN = (
    "mapping values are not allowed in this context",
    "block sequence entries are not allowed in this context",
    "block mapping keys are not allowed in this context",
    "could not find expected ':'",
    "did not find expected key",
    "did not find expected ',' or ']'",
    "did not find expected ',' or '}'",
    "did not find expected '-' indicator",
    "did not find expected node content",
    "did not find expected <document start>",
    "found unexpected end of stream",
    "found character that cannot start any token",
    "found a tab character that violates indentation",
    "found unknown escape character",
    "found undefined alias",
    "control characters are not allowed",
    "special characters are not allowed",
)


def _reword_error(what: str) -> str:
    for pattern, said in _REFUSALS:
        if found := re.fullmatch(pattern, what, re.DOTALL):
            return said.format(**found.groupdict())
    return f"{what[0].lower()}{what[1:]}"


class Document(Mutable):
    """A loaded file: its data, and the parsed text that knows the line of every value.

    `pattern` is the file in which its form can be seen: the schema that it names, or an example.
    """

    path: Path
    data: Any
    node: Any = None
    pattern: str = ""
    has_keys: bool = True  # whether its keys stand in the text, so that messages may name them

    def line(self, *path: Key) -> int:
        """Return the line, from 1, of the value at `path` (keys and indexes), or of its nearest parent."""
        node = self._find_node(path)
        return 1 if node is None else int(node.start_mark.line) + 1

    def column(self, character: int, *path: Key) -> str:
        """Return where in its line a character (from 1) of the text at `path` is, in words: `column 12`.

        Where text and line do not run alike, as with escapes or several lines: `character 3 of the value`.
        """
        node = self._find_node(path)
        if isinstance(node, yaml.ScalarNode):
            start, end, quotes = node.start_mark, node.end_mark, int(node.style in ("'", '"'))
            if start.line == end.line and end.column - start.column == len(node.value) + 2 * quotes:
                return f"column {start.column + quotes + character}"
        return f"character {character} of the value"

    def _find_node(self, path: tuple[Key, ...]) -> Any:
        """Return the parsed value at `path`, or its nearest parent."""
        node = self.node
        for key in path:
            inner = _find_child(node, key)
            if inner is None:
                break
            node = inner
        return node

    def error(self, what: str, expected: str = "", *path: Key) -> CodexError:
        """Return an error at the value named by `path`: at its line or, in data that was never a text, at that path."""
        if self.node is None and self.data is not None:
            return CodexError(what, expected, file=".".join(map(str, (self.path, *path))))
        return CodexError(what, expected, file=self.path, line=self.line(*path))

    def convert(self, kind: type[T], value: Any, *path: Key) -> T:
        """Return `value` as a msgspec record of `kind`; raise `CodexError` at its line when it does not fit."""
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            inner, what = validation_path(kind, value)
        whole = (*path, *inner)
        what = _reword_error(what)
        raise self.error(
            "{what} in `{path}`".format(what=what, path=".".join(map(str, whole))) if whole and self.has_keys else what,
            self.pattern and f"see {self.pattern}",
            *whole,
        )

    def records(self, kind: type[T], name: str, unique: str = "") -> list[T]:
        """Return the file as a list of records, called by `name` in messages; no two have the same field `unique`."""
        if not isinstance(self.data, list):
            raise self.error("not a list", f"expected a list of {name}s, `[]` when there is none")
        records = [self.convert(kind, record, index) for index, record in enumerate(self.data)]
        seen: set[str] = set()
        for index, ident in enumerate(getattr(record, unique) for record in records if unique):
            if ident in seen:
                raise self.error(
                    f"a second {name} `{ident}`",
                    f"expected each {unique} once",
                    index,
                    unique,
                )
            seen.add(ident)
        return records

    def located_records(self, project: Project, kind: type[T], name: str, unique: str = "") -> list[Located[T]]:
        """Return the records as `records` does, each with its place; files are named from the project's top folder."""
        file, records = project.relative(self.path), self.records(kind, name, unique)
        return [Located(record, file, self.line(index)) for index, record in enumerate(records)]


def load(path: Path) -> Document:
    """Read a YAML file strictly; raise `CodexError` with file and line for anything malformed."""
    return parse(read_text(path), path)


def parse(text: str, path: Path) -> Document:
    """Parse a text as `load` does a file; `path` only names it in messages."""
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST:
        raise CodexError(
            f"{len(text)} characters",
            f"expected at most {LONGEST}",
            file=path,
        )
    try:
        node = compose(text)
    except _TooDeepError as error:
        raise CodexError(
            "too many lists and mappings inside each other",
            f"expected at most {DEEPEST}",
            file=path,
            line=error.args[0],
        ) from None
    except yaml.YAMLError as error:
        what, line = str(error).partition("\n")[0], None
        if isinstance(error, yaml.MarkedYAMLError):
            what, mark = str(error.problem or error.context), error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else None
        elif (position := getattr(error, "position", None)) is not None:  # of a character that YAML does not allow
            line = text.count("\n", 0, position) + 1
        raise CodexError(f"broken YAML: {what}", "expected well-formed YAML", file=path, line=line) from None
    marked = text if any(mark in text for mark in _MARKS) else ""  # most files need no look at each value
    schema = _SCHEMA.search(text, 0, _HEAD)
    pattern = os.path.normpath(path.parent / schema[1]) if schema else ""
    return Document(path, None if node is None else _construct(node, path, marked), node, pattern)


def parse_data(data: object) -> Document:
    """Return the document of data that a program gives in place of a file: the text of one, or the data in it.

    A letter is one character, however it was typed. Raises `CodexError` for what no file could have.
    """
    try:
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise CodexError(
            f"data that no file could have ({error})",
            "expected objects, lists, words and numbers",
        ) from None
    if isinstance(data, str):
        return parse(normalize("NFC", data), Path("<text>"))
    if len(text) > LONGEST:
        raise CodexError(f"data of {len(text)} characters", f"expected at most {LONGEST}")
    return Document(Path("<data>"), json.loads(normalize("NFC", text)))


@lru_cache(maxsize=512)  # a program that opens a project twice, or a changed copy, parses each text once
def compose(text: str) -> Any:
    """Return the parsed text, as PyYAML has it, which nobody changes; raise its errors."""
    loader = _Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _find_child(node: Any, key: Key) -> Any:
    """Return the node under a key or index; `None` when there is none."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == key:
                return value
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
        return node.value[key]
    return None


def _construct(node: Any, path: Path, text: str) -> Any:
    if text:
        _require_plain(node, path, text)
    if isinstance(node, yaml.ScalarNode):
        return _read_scalar(node, path)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(item, path, text) for item in node.value]
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if text:
            _require_plain(key_node, path, text)
        if not isinstance(key_node, yaml.ScalarNode):
            raise _make_error("a key is not a plain word", "expected text as key", path, key_node)
        key = str(key_node.value)
        if key in result:
            raise _make_error(f"duplicate key `{key}`", "expected each key once", path, key_node)
        result[key] = _construct(value_node, path, text)
    return result


def _require_plain(node: Any, path: Path, text: str) -> None:
    """Raise `CodexError` at a tag or an anchor (without anchors there are no aliases)."""
    index = node.start_mark.index
    if text[index : index + 1] in _MARKS:
        raise _make_error(_MARKS[text[index]], "expected the value itself", path, node)


def _make_error(what: str, expected: str, path: Path, node: Any) -> CodexError:
    return CodexError(what, expected, file=path, line=node.start_mark.line + 1)


def _read_scalar(node: Any, path: Path) -> Any:
    text = str(node.value)
    if node.style:  # quoted or block: text, whatever it looks like
        return text
    if text in _WORDS:
        return _WORDS[text]
    if not _INTEGER.match(text):
        return text
    digits = len(text.lstrip("+-"))
    if digits > LONGEST_NUMBER:
        raise _make_error(
            f"a whole number of {digits} digits",
            f"expected at most {LONGEST_NUMBER}",
            path,
            node,
        )
    return int(text)


def dump(data: Any) -> str:
    """Return plain data as YAML with keys in the given order; equal data give equal text."""
    return str(yaml.dump(data, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None))


def keep_comments(text: str, before: str) -> str:
    """Return a YAML text, written by a program, with the comments of the text that it replaces.

    Each stands in front of the field or item that it stood before or beside, and is gone with it; those at the head and
    at the end stay there. An item of a list is known by its text, or by its first field.
    """
    lines, there = text.splitlines(keepends=True), {line.strip() for line in text.splitlines()}
    new = {path: node.start_mark.line for path, node in _walk(compose(text))}
    within = {at for _path, node in _walk(compose(text)) for at in _list_later_lines(node)}
    old: dict[int, tuple[Key, ...]] = {}
    for path, node in _walk(compose(before)):
        old.setdefault(node.start_mark.line, path)
    put: dict[int, list[str]] = {}
    for number, comment, alone in _find_comments(before):
        path = old.get(number if not alone else min((at for at in old if at > number), default=-1), ())
        place = 0 if number < min(old, default=0) else new.get(path, -1) if path else len(lines)
        while place in within:
            place -= 1
        if comment not in there and place >= 0:
            line = lines[place] if 0 < place < len(lines) else ""
            put.setdefault(place, []).append(f"{line[: len(line) - len(line.lstrip())]}{comment}\n")
    return "".join(each for at in range(len(lines) + 1) for each in (*put.get(at, ()), *lines[at : at + 1]))


def _walk(node: Any, path: tuple[Key, ...] = ()) -> Iterator[tuple[tuple[Key, ...], Any]]:
    """Yield the names of fields, their texts and the items below a node, each with its path."""
    if not isinstance(node, yaml.CollectionNode):
        return
    seen: dict[str, int] = {}
    for begins, value in node.value if isinstance(node, yaml.MappingNode) else zip(node.value, node.value, strict=True):
        fields = begins.value if isinstance(begins, yaml.MappingNode) else ()
        name = f"{fields[0][0].value}: {fields[0][1].value}" if fields else str(begins.value)
        seen[name] = seen.get(name, 0) + 1
        here = (*path, name, seen[name])
        yield here, begins
        if value is not begins and isinstance(value, yaml.ScalarNode):
            yield (*here, ""), value
        yield from _walk(value, here)


def _list_later_lines(node: Any) -> range:
    """Return the lines on which a text goes on that has more than one, counted from 0."""
    is_text = isinstance(node, yaml.ScalarNode)
    return range(node.start_mark.line + 1, node.end_mark.line + (node.style not in ("|", ">")) if is_text else 0)


def _find_comments(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the comments of a text: the line, counted from 0, the words, and whether they stand alone there."""
    spans = [
        (node.start_mark.index, node.end_mark.index) for _path, node in _walk(compose(text)) if node.id == "scalar"
    ]
    taken = {at for start, end in spans for at in range(start, end)}  # they may hold the sign of a comment
    start = 0
    for number, line in enumerate(text.splitlines(keepends=True)):
        signs = (sign.start(1) for sign in re.finditer(r"(?:^|\s)(#)", line))
        if (at := next((each for each in signs if start + each not in taken), None)) is not None:
            yield number, line[at:].strip(), not line[:at].strip()
        start += len(line)
