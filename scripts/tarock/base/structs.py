"""The bases of the program's own records: quicker than dataclasses, to define and to make.

Those of data that is read derive from `msgspec.Struct` themselves.
"""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True):
    """Fields that never change; two with the same fields are equal."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class LazyValue(msgspec.Struct, frozen=True, dict=True):
    """A value that keeps what follows from its fields when it was first asked for (`cached_property`)."""


class Draft(msgspec.Struct):
    """Fields that are filled in step by step."""
