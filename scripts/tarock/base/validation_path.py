"""Where a value does not fit its record: the path to the first misfit, found by trying the parts one by one.

msgspec says it in a sentence, which is for people; a program needs the keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator


def validation_path(kind: Any, value: Any) -> tuple[tuple[str | int, ...], str]:
    """The keys and indexes that lead to the first part of `value` that does not fit, and what is wrong there.

    `value` is plain data that `msgspec.convert(value, kind)` refuses; `kind` is made of records, lists,
    tuples, mappings with text as keys, unions and plain types.
    """
    for key, inner_kind, inner in _parts(kind, value):
        if inner_kind is None:
            return (key,), f"object contains unknown field `{key}`"
        if _refusal(inner_kind, inner):
            path, what = validation_path(inner_kind, inner)
            return (key, *path), what
    return (), _refusal(kind, value)


def _refusal(kind: Any, value: Any) -> str:
    """What is wrong with a value, in words for people; empty when it fits."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _parts(kind: Any, value: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """The parts of a value, each with its key and the kind that it must have; `None` for a key of no field."""
    kind = _member(kind, value)
    arguments = get_args(kind)
    if not _holds(kind, value):  # a mapping in the place of a list, or the other way about
        return
    if isinstance(value, list):
        variadic = len(arguments) == 1 or arguments[1:] == (...,)
        kinds = [arguments[0]] * len(value) if variadic else arguments
        yield from ((index, inner, item) for index, (inner, item) in enumerate(zip(kinds, value, strict=False)))
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        for key, inner in value.items():
            if key in fields or kind.__struct_config__.forbid_unknown_fields:
                yield key, fields.get(key), inner
    elif len(arguments) == 2:
        for key, inner in value.items():
            yield from ((key, arguments[0], key), (key, arguments[1], inner))


def _member(kind: Any, value: Any) -> Any:
    """The kind without annotations; of a union the member that can hold a value of this sort."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _member(get_args(kind)[0], value)
    if origin in (Union, UnionType):
        members = [_member(member, value) for member in get_args(kind)]
        return next((member for member in members if _holds(member, value)), None)
    return kind


def _holds(kind: Any, value: Any) -> bool:
    """Whether a kind is one for mappings or lists, as the value is."""
    plain = get_origin(kind) or kind
    if not isinstance(plain, type):
        return False
    if isinstance(value, dict):
        return issubclass(plain, msgspec.Struct | Mapping)
    return isinstance(value, list) and issubclass(plain, Sequence) and plain is not str
