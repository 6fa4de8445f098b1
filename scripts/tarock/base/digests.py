"""Digests that are committed: of a value as canonical JSON, the same on every machine and with every interpreter."""

from __future__ import annotations

import hashlib

import msgspec


def digest(value: object) -> str:
    """Return the sha256 of a value as canonical JSON: keys sorted, no spaces, UTF-8."""
    return hashlib.sha256(msgspec.json.encode(msgspec.to_builtins(value), order="sorted")).hexdigest()
