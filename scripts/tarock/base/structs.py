"""The bases of the program's records, quicker than dataclasses to define and to make; and the types of their fields."""

from __future__ import annotations

import re
from typing import Annotated, Any, Self, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fields that never change; two with the same fields are equal."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class LazyValue(msgspec.Struct, frozen=True, dict=True):
    """A value that keeps what follows from its fields when it was first asked for (`cached_property`)."""


class Draft(msgspec.Struct):
    """Fields that are filled in step by step."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data that is read from a file or leaves as JSON: an object with these keys and no others, in this order.

    A key that may be `UNSET` is absent where it does not apply.
    """

    @classmethod
    def like(cls, source: object, **own: Any) -> Self:
        """The record with its `own` values, and those that `source` has by the same names; so are those inside made."""
        names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
        values = {key: own[name] if name in own else getattr(source, name) for name, key in names}
        return msgspec.convert(values, cls, from_attributes=True)


def shaped(pattern: str, what: str) -> msgspec.Meta:
    """Text that fits a pattern as a whole; `what` describes it in the schema."""
    return msgspec.Meta(pattern=f"^{pattern}$", description=what)


VERSION = r"[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}"
SHA256 = "[0-9a-f]{64}"

Words = Annotated[str, msgspec.Meta(pattern=r"\S", description="text that is not blank")]
Siglum = Annotated[str, shaped("[A-Za-z0-9]+", "what a reference begins with")]
PassageRef = Annotated[str, shaped(r"[A-Za-z0-9]+:[A-Za-z0-9]+(\.[A-Za-z0-9]+)*", "a passage such as 1840:47.2")]
Version = Annotated[str, shaped(VERSION, "a version such as 1.0.0")]
Day = Annotated[str, shaped("[0-9]{4}-[0-9]{2}-[0-9]{2}", "a day such as 2005-09-15")]


def pattern_fault(pattern: str, becomes: str = "") -> str:
    """What is wrong with a regular expression, or with what is put for that which it finds; empty when nothing is."""
    try:
        expression = re.compile(pattern)
    except re.error as error:
        return f"`{pattern}` is no regular expression ({error})"
    try:
        expression.sub(becomes, "")
    except (re.error, IndexError) as error:  # IndexError: a group by a name that there is not
        return f"`{becomes}` cannot be put for `{pattern}` ({error})"
    return ""
