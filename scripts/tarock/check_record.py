"""The shape of `tarock check --json`: a contract, extended and never broken."""

from __future__ import annotations

from typing import Any

import msgspec

from tarock.corpus.checks import Problem


class SourceReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A source as it was read; where `left_out` stands, its text is not here, and nothing of it was checked."""

    siglum: str
    title: str
    edition: str
    sha256: str
    passages: int
    emendations: int
    completeness: str
    left_out: bool = False


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One of several values under a key."""

    value: Any
    ref: str


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """A key on which passages of a source disagree."""

    key: str
    readings: list[Reading]


class StatementsReport(msgspec.Struct, frozen=True, kw_only=True):
    """An era table: its statements by grade, and how the passages of its source are accounted for."""

    statements: int
    grades: dict[str, int]
    passages: int
    encoded: int
    exemplified: int
    set_aside: int
    forgotten: list[str]
    disagreements: list[Disagreement]


class CheckRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The shape of `check --json`."""

    version: str
    sources: list[SourceReport]
    statements: dict[str, StatementsReport]
    claims: list[dict[str, Any]]
    games: list[dict[str, Any]]
    problems: list[Problem]
