"""The bases of the program's records, quicker than dataclasses to define and to make; and the types of their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from copy import deepcopy
from typing import Annotated, Any, Self, TypeVar, dataclass_transform

import msgspec

from tarock.base.wording import format_message

K = TypeVar("K")
V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable record; two with the same fields are equal."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Cached(msgspec.Struct, frozen=True, dict=True):
    """Immutable record with cached properties."""


class Mutable(msgspec.Struct):
    """Mutable record."""


class Record(Frozen):
    """Data that is read from a file or leaves as JSON: an object with these keys and no others, in this order.

    A key that may be `UNSET` is absent where it does not apply.
    """

    def as_dict(self) -> dict[str, Any]:
        """Return this record as plain data, as its JSON has it: objects, lists, words, numbers, true, false, none."""
        return to_plain(self)

    @classmethod
    def from_object(cls, source: object, **own: Any) -> Self:
        """Make a record of `own` values and, for other fields, of attributes of `source` by their names; nested too.

        Raises `TypeError` where one of both is missing, and for a value of another type.
        """
        names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
        try:
            values = {
                key: own[name] if name in own else getattr(source, name)
                for name, key in names
                if own.get(name) is not msgspec.UNSET
            }
        except AttributeError as error:
            raise TypeError(f"argument `source` is of type {type(source).__name__}: {error}") from None
        try:
            return msgspec.convert(values, cls, from_attributes=True)
        except msgspec.ValidationError as error:
            raise TypeError(f"argument `source` is of type {type(source).__name__}: {error}") from None


def to_plain(value: object) -> dict[str, Any]:
    """Return a value as plain data, as its JSON has it: dicts, lists, strings, numbers, booleans, None."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value, enc_hook=format_message))
    return made


def group_pairs(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """Return a mapping from each key to its values, each value once, in order of appearance."""
    found: dict[K, dict[V, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}


def pattern_type(pattern: str, what: str) -> msgspec.Meta:
    """Return the type of a text that matches a pattern as a whole; `what` describes it in the schema."""
    return msgspec.Meta(pattern=f"^{pattern}$", description=what)


VERSION = r"[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}"
SHA256 = "[0-9a-f]{64}"

Words = Annotated[str, msgspec.Meta(pattern=r"\S", description="text that is not blank")]
Siglum = Annotated[str, pattern_type("[A-Za-z0-9]+", "what a reference begins with")]
PassageRef = Annotated[str, pattern_type(r"[A-Za-z0-9]+:[A-Za-z0-9]+(\.[A-Za-z0-9]+)*", "a passage such as 1840:47.2")]
Version = Annotated[str, pattern_type(VERSION, "a version such as 1.0.0")]
WebAddress = Annotated[
    str,
    pattern_type(
        r"https?://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/[^\s<>\"\\^`{|}]*", "an address such as https://example.org/tarock"
    ),
]
Day = Annotated[str, pattern_type("[0-9]{4}-[0-9]{2}-[0-9]{2}", "a day such as 2005-09-15")]


def pattern_fault(pattern: str, becomes: str = "") -> str:
    """Return the fault of a regular expression, or of its replacement text `becomes`; empty when both are sound."""
    try:
        expression = re.compile(pattern)
    except re.error as error:
        return f"`{pattern}` is no regular expression ({error})"
    try:
        expression.sub(becomes, "")
    except (re.error, IndexError) as error:  # IndexError: a group by a name that there is not
        return f"`{becomes}` cannot be put for `{pattern}` ({error})"
    return ""


_AT = re.compile(r" - at (`key` in )?`\$((?:\.[^.\[`]+|\[\d+\]|\[\.\.\.\])*)`\Z")
_STEP = re.compile(r"\.([^.\[`]+)|\[(?:(\d+)|\.\.\.)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`\Z", re.DOTALL)


def validation_path(kind: Any, value: Any) -> tuple[tuple[str | int, ...], str]:
    """Return the keys and indexes that lead to the first part of `value` that does not fit, and the fault there.

    `value` is plain data that `msgspec.convert(value, kind)` refuses. msgspec names fields and indexes, but of a
    mapping only `[...]`: which key it is shows when the mapping is halved until one entry is left.
    """
    error = _explain_refusal(kind, value)
    located = _AT.search(error)
    what = error[: located.start()] if located else error
    part = whole = deepcopy(value)
    path: list[str | int] = []
    with suppress(LookupError, TypeError, AttributeError):  # a key may look like the end of a message
        for name, index in _STEP.findall(located[2] + "[...]" * bool(located[1])) if located else ():
            entries = list(part.items()) if not (name or index) else []
            while len(entries) > 1:
                half = len(entries) // 2
                part.clear()
                part.update(entries[:half])
                entries = entries[:half] if _explain_refusal(kind, whole) == error else entries[half:]
            if entries:
                part.clear()
                part.update(entries)
            path.append(entries[0][0] if entries else name or int(index))
            part = part[path[-1]]
    if (unknown := _UNKNOWN.match(what)) and isinstance(part, dict) and unknown[1] in part:
        path.append(unknown[1])
    return tuple(path), what


def _explain_refusal(kind: Any, value: Any) -> str:
    """Return the reason why a value does not fit, in msgspec's words; empty when it fits."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""
