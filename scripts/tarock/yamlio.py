"""The one YAML loader: PyYAML's C parser under strict rules.

Duplicate keys, aliases and tags are errors; only `true`, `false`, `null` and whole numbers are anything
but text (so `no` and `1:30` stay text); every value keeps its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import yaml

from tarock.errors import CodexError
from tarock.files import read_text

if TYPE_CHECKING:
    from pathlib import Path

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}

Key = str | int
T = TypeVar("T")


@dataclass(slots=True)
class Document:
    """A loaded file: its data and the line of every value, by path of keys and indexes."""

    path: Path
    data: Any
    lines: dict[tuple[Key, ...], int] = field(default_factory=dict)

    def line(self, *path: Key) -> int:
        """The line of the value at `path`, or of its nearest parent."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def error(self, what: str, expected: str = "", *path: Key) -> CodexError:
        """An error at the value named by `path`."""
        return CodexError(what, expected, file=self.path, line=self.line(*path))

    def convert(self, kind: type[T], value: Any, *path: Key) -> T:
        """`value` as a msgspec record of `kind`; raises `CodexError` at its line when it does not fit."""
        import msgspec

        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$")
            inner = tuple(
                int(name) if name.isdigit() else name for name in re.findall(r"[^.\[\]`]+", where) if name != "..."
            )
            if unknown := re.search(r"unknown field `(.+)`", what):
                inner = (*inner, unknown[1])
            named = f" in `{'.'.join(str(key) for key in (*path, *inner))}`" if path or inner else ""
            raise self.error(f"{what[0].lower()}{what[1:]}{named}", "see the file's schema", *path, *inner) from None


def load(path: Path) -> Document:
    """Read a YAML file strictly; raises `CodexError` with file and line for anything malformed."""
    return parse(read_text(path), path)


def parse(text: str, path: Path) -> Document:
    """Like `load`, from a text; `path` only names it in messages."""
    text = text.removeprefix("\ufeff")
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise CodexError(
            f"broken YAML: {error.problem or error.context}",
            "expected well-formed YAML",
            file=path,
            line=mark.line + 1 if mark else None,
        ) from None
    except yaml.YAMLError as error:
        position = getattr(error, "position", None)  # of a character that YAML does not allow
        raise CodexError(
            f"broken YAML: {str(error).partition(chr(10))[0]}",
            "expected well-formed YAML",
            file=path,
            line=None if position is None else text.count("\n", 0, position) + 1,
        ) from None
    document = Document(path, None)
    if node is not None:
        document.data = _construct(node, (), document, text)
    return document


def _construct(node: Any, path: tuple[Key, ...], document: Document, text: str) -> Any:
    document.lines[path] = _plain(node, document, text)
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(item, (*path, index), document, text) for index, item in enumerate(node.value)]
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        where = _plain(key_node, document, text)
        if not isinstance(key_node, yaml.ScalarNode):
            raise CodexError("a key is not a plain word", "expected text as key", file=document.path, line=where)
        key = str(key_node.value)
        if key in result:
            raise CodexError(f"duplicate key `{key}`", "expected each key once", file=document.path, line=where)
        result[key] = _construct(value_node, (*path, key), document, text)
    return result


def _plain(node: Any, document: Document, text: str) -> int:
    """The line of a node; raises `CodexError` at a tag or an anchor (without anchors there are no aliases)."""
    line: int = node.start_mark.line + 1
    found = {"!": "a tag (!)", "&": "an anchor (&)"}.get(text[node.start_mark.index : node.start_mark.index + 1])
    if found:
        raise CodexError(f"{found} is used", "expected the value itself", file=document.path, line=line)
    return line


def _scalar(node: Any) -> Any:
    text = str(node.value)
    if node.style:  # quoted or block: text, whatever it looks like
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.match(text) else text


def dump(data: Any) -> str:
    """YAML of plain data, keys in the given order, the same bytes for the same data."""
    return str(yaml.dump(data, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None))
