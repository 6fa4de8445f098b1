"""The base of everything that leaves as JSON."""

from __future__ import annotations

from typing import Any, Self

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object with these keys, in this order; a key that may be `UNSET` is not there where it does not apply."""

    @classmethod
    def like(cls, source: object, **own: Any) -> Self:
        """The record with its `own` values, and those that `source` has by the same names."""
        return cls(**{name: getattr(source, name) for name in cls.__struct_fields__ if name not in own}, **own)
