"""The JSON of `tarock check`."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from tarock.base.structs import Record
from tarock.corpus.checks import Problem, SpellingReport
from tarock.proof.json_records.play import GameRecord
from tarock.proof.json_records.rules import ClaimRecord


class SourceReport(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A source as it was read; where `left_out` stands, its text is not here, and nothing of it was checked."""

    siglum: str
    title: str
    edition: str
    sha256: str
    passages: int
    emendations: int
    completeness: str
    left_out: bool = False


class Reading(Record, kw_only=True):
    """One of several values under a key."""

    value: Any
    ref: str


class Disagreement(Record, kw_only=True):
    """A key on which passages of a source disagree."""

    key: str
    readings: list[Reading]


class SentencesReport(Record, kw_only=True):
    """How the sentences of a source are accounted for."""

    sentences: int
    encoded: int
    claimed: int
    exemplified: int
    set_aside: int
    unaccounted: list[str]


class StatementsReport(Record, kw_only=True):
    """An era table: its statements by grade, and how its source is accounted for: `sentences`, and by passages.

    A passage counts as the first of its sentences does, of which `exemplified` are the claimed ones too; in `forgotten`
    stand those of which no sentence is accounted for.
    """

    statements: int
    grades: dict[str, int]
    passages: int
    encoded: int
    exemplified: int
    set_aside: int
    forgotten: list[str]
    sentences: SentencesReport
    disagreements: list[Disagreement]


class TranslationReport(Record, kw_only=True):
    """The translation of a source: units rendered, translator's notes, exceptions recorded with their reasons."""

    kind: Literal["translation", "summary"]
    version: str
    units: int
    notes: int
    allowed: int


class TextsReport(Record, kw_only=True):
    """What the check says of the words of each source: how they are spelled and rendered in English."""

    spelling: dict[str, SpellingReport] = field(default_factory=dict)
    translations: dict[str, TranslationReport] = field(default_factory=dict)


class CheckRecord(Record, kw_only=True):
    """The object of `check --json`."""

    version: str
    sources: list[SourceReport]
    spelling: dict[str, SpellingReport]
    translations: dict[str, TranslationReport]
    statements: dict[str, StatementsReport]
    claims: list[ClaimRecord]
    games: list[GameRecord]
    problems: list[Problem]
