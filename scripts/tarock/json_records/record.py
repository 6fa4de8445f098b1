"""The base of everything that leaves as JSON."""

from __future__ import annotations

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object with these keys, in this order; a key that may be `UNSET` is not there where it does not apply."""
