"""The one YAML loader: PyYAML's C parser under strict rules.

Duplicate keys, aliases and tags are errors; only `true`, `false`, `null` and whole numbers are anything
but text (so `no` and `1:30` stay text); every value keeps its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import yaml

from tarock.errors import CodexError
from tarock.files import read_text

if TYPE_CHECKING:
    from pathlib import Path

_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_MARKS = {"!": "a tag (!)", "&": "an anchor (&)"}
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}

Key = str | int
T = TypeVar("T")


class _Loader(_PARSER):  # type: ignore[misc]
    """The parser without PyYAML's own guesses at what a plain word means: `_scalar` decides that."""

    def resolve(self, _kind: Any, _value: Any, _implicit: Any) -> str:
        """No tag."""
        return ""

    def descend_resolver(self, _node: Any, _index: Any) -> None:
        """Nothing to follow."""

    def ascend_resolver(self) -> None:
        """Nothing to follow."""


@dataclass(slots=True)
class Document:
    """A loaded file: its data, and the parsed text that knows the line of every value."""

    path: Path
    data: Any
    node: Any = None

    def line(self, *path: Key) -> int:
        """The line of the value at `path` (keys and indexes), or of its nearest parent."""
        node = self.node
        for key in path:
            inner = _inside(node, key)
            if inner is None:
                break
            node = inner
        return 1 if node is None else int(node.start_mark.line) + 1

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
        node = yaml.compose(text, Loader=_Loader)
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
    return Document(path, None if node is None else _construct(node, path, text), node)


def _inside(node: Any, key: Key) -> Any:
    """The node under a key or index; `None` when there is none."""
    if isinstance(node, yaml.MappingNode):
        return next((value for name, value in node.value if name.value == key), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
        return node.value[key]
    return None


def _construct(node: Any, path: Path, text: str) -> Any:
    _require_plain(node, path, text)
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(item, path, text) for item in node.value]
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        _require_plain(key_node, path, text)
        if not isinstance(key_node, yaml.ScalarNode):
            raise _fault("a key is not a plain word", "expected text as key", path, key_node)
        key = str(key_node.value)
        if key in result:
            raise _fault(f"duplicate key `{key}`", "expected each key once", path, key_node)
        result[key] = _construct(value_node, path, text)
    return result


def _require_plain(node: Any, path: Path, text: str) -> None:
    """Raises `CodexError` at a tag or an anchor (without anchors there are no aliases)."""
    index = node.start_mark.index
    if text[index : index + 1] in _MARKS:
        raise _fault(f"{_MARKS[text[index]]} is used", "expected the value itself", path, node)


def _fault(what: str, expected: str, path: Path, node: Any) -> CodexError:
    return CodexError(what, expected, file=path, line=node.start_mark.line + 1)


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
