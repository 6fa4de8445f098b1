"""Records of programs: JSON and JSON lines, BibTeX, RIS; each as its fields without the escapes of the format.

A record has its fields as they stand in it: a key may be there twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tarock.corpus.verify.documents import Field, Fields

_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
_TEX = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}
_OTHER_TEX = re.compile(r"\\(?:[A-Za-z]+|[\"'`^~=.])")
BIBTEX = re.compile(r"^\s*@[A-Za-z]+\s*[{(]\s*[^\s,{}()=]+\s*,", re.MULTILINE)
_ENTRY = re.compile(r"@(\w+)\s*[{(]\s*([^,\s{}()]*)")
_FIELD, _BARE_VALUE = re.compile(r"\s*,?\s*([\w:+.-]+)\s*=\s*"), re.compile(r"[^,}#\s]*")
_END, _JOIN = re.compile(r"\s*,?\s*[})]"), re.compile(r"\s*#\s*")
RIS = re.compile(r"\A\s*TY  - ")
_RIS_LINE = re.compile(r"^(?:(?P<tag>[A-Z][A-Z0-9])  - ?)?(?P<value>.*)$", re.MULTILINE)


class _Pairs(NamedTuple):
    """A JSON object as it is written: a key may stand in it twice."""

    pairs: list[tuple[str, Any]]


def read_records(text: str, decode: Callable[[str], str] | None = None) -> tuple[str, tuple[Fields, ...]] | None:
    """Return the name of a format and the records in it; nothing for a running text.

    `decode` reads the commands of TeX that stand in the fields of BibTeX, other than those that we write ourselves.
    """
    whole = text.strip()
    if whole[:1] in ("[", "{"):
        try:
            return "JSON", tuple(_json_records(text))
        except (ValueError, RecursionError):
            return None  # a source's title may begin with a bracket
    if BIBTEX.search(whole):
        return "BibTeX", tuple(_bibtex(text, decode))
    if RIS.match(text):
        return "RIS", tuple(_ris(text))
    return None


def flattened(data: Any, name: str = "") -> Iterator[Field]:
    """Yield the values in plain data, each under its keys; a list of such values is one."""
    if isinstance(data, _Pairs | dict):
        for key, value in data.pairs if isinstance(data, _Pairs) else data.items():
            yield from flattened(value, f"{name}/{key}" if name else key)
    elif isinstance(data, list) and any(isinstance(each, list | dict | _Pairs) for each in data):
        for each in data:
            yield from flattened(each, name)
    elif isinstance(data, list):
        yield Field(name, ", ".join(each if isinstance(each, str) else json.dumps(each) for each in data))
    else:
        yield Field(name, data if isinstance(data, str) else json.dumps(data))


def _json_records(text: str) -> Iterator[Fields]:
    try:
        data = json.loads(text, object_pairs_hook=_Pairs)
    except ValueError:  # JSON lines
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield Fields(f"line {number}", tuple(flattened(json.loads(line, object_pairs_hook=_Pairs))))
        return
    if isinstance(data, list) and data and all(isinstance(each, _Pairs) for each in data):
        for number, each in enumerate(data, 1):
            yield Fields(f"record {number}", tuple(flattened(each)))
    else:
        yield Fields("record 1", tuple(flattened(data)))


def _bibtex(text: str, decode: Callable[[str], str] | None) -> Iterator[Fields]:
    """Yield the entries, each with what stands behind it; what stands before the first belongs to that."""
    entries: list[tuple[int, list[Field]]] = []
    position = 0
    while entry := _ENTRY.search(text, position):
        line = text.count("\n", 0, entry.start()) + 1
        between = Field("%", text[position : entry.start()])
        fields = [Field("@", entry[1]), Field("@key", entry[2])]
        (entries[-1][1] if entries else fields).append(between)
        position = entry.end()
        while field := _FIELD.match(text, position):
            value, position = _value(text, field.end())
            fields.append(Field(field[1].lower(), value))
        if end := _END.match(text, position):
            position = end.end()
        entries.append((line, fields))
    entries[-1][1].append(Field("%", text[position:]))
    for line, fields in entries:
        yield Fields(
            f"line {line}",
            tuple(
                Field(each.name, _plain_tex(each.words, decode if each.name[0] not in "%@" else None))
                for each in fields
            ),
        )


def _value(text: str, start: int) -> tuple[str, int]:
    """Return the value of a field, which may be joined of several, and where it ends."""
    parts = []
    position = start
    while True:
        if text[position : position + 1] in ("{", '"'):
            value = _braced(text, position)
            position += len(value) + 2
        else:
            bare = _BARE_VALUE.match(text, position)
            value = bare[0] if bare else ""
            position += len(value)
        parts.append(value)
        joined = _JOIN.match(text, position)
        if not joined:
            return "".join(parts), position
        position = joined.end()


def _braced(text: str, at: int) -> str:
    """Return the value of a BibTeX field, which begins at its brace or quotation mark."""
    opening, depth, escaped = text[at], 0, False
    for position in range(at, len(text)):
        sign = text[position]
        if not escaped:
            depth += (sign == "{") - (sign == "}")
            if opening == "{" and sign == "}" and not depth:
                return text[at + 1 : position]
            if opening == '"' and sign == '"' and not depth and position > at:
                return text[at + 1 : position]
        escaped = sign == "\\" and not escaped
    return text[at + 1 :]


def _plain_tex(text: str, decode: Callable[[str], str] | None) -> str:
    for written, meant in _TEX.items():
        text = text.replace(written, meant)
    if decode and _OTHER_TEX.search(text):
        return decode(text)
    return _ESCAPED.sub(r"\1", text).replace("{", "").replace("}", "")


def _ris(text: str) -> list[Fields]:
    """Return the fields of each RIS record; a line without a tag continues the one before."""
    records: list[tuple[int, list[Field]]] = []
    for number, line in enumerate(_RIS_LINE.finditer(text), 1):
        tag, value = line["tag"], line["value"].rstrip("\r")
        if tag == "TY":
            records.append((number, []))
        if not records:
            continue
        if tag:
            records[-1][1].append(Field(tag, value))
        elif records[-1][1]:
            before = records[-1][1].pop()
            records[-1][1].append(Field(before.name, f"{before.words} {value}"))
    return [Fields(f"line {number}", tuple(fields)) for number, fields in records]
