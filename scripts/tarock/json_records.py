"""The shapes of what leaves as JSON (`check --json`, `coverage --json`): contracts, extended and never broken."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tarock.corpus.checks import Problem
from tarock.corpus.spelling_checks import SpellingReport


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object with these keys, in this order."""


class SourceReport(_Record, frozen=True, kw_only=True, omit_defaults=True):
    """A source as it was read; where `left_out` stands, its text is not here, and nothing of it was checked."""

    siglum: str
    title: str
    edition: str
    sha256: str
    passages: int
    emendations: int
    completeness: str
    left_out: bool = False


class Reading(_Record, frozen=True, kw_only=True):
    """One of several values under a key."""

    value: Any
    ref: str


class Disagreement(_Record, frozen=True, kw_only=True):
    """A key on which passages of a source disagree."""

    key: str
    readings: list[Reading]


class SentencesReport(_Record, frozen=True, kw_only=True):
    """How the sentences of a source are accounted for."""

    sentences: int
    encoded: int
    claimed: int
    exemplified: int
    set_aside: int
    unaccounted: list[str]


class StatementsReport(_Record, frozen=True, kw_only=True):
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


class SupportRecord(_Record, frozen=True, kw_only=True):
    """A passage and words in it."""

    ref: str
    quote: str


class ClaimRecord(_Record, frozen=True, kw_only=True):
    """A claim with what was computed for it and the verdict."""

    id: str
    ref: str
    verdict: str
    kind: str
    says: str
    quote: str
    expected: Any
    of: str | list[str]
    origin: list[SupportRecord] = msgspec.field(name="from")
    derived: Any
    computed: Any
    needs: str
    known: str


class FindingRecord(_Record, frozen=True, kw_only=True):
    """Something that the checker noticed; trick 0 is before play."""

    code: str
    trick: int
    seat: str
    card: str
    message: str
    ref: str


class LineRecord(_Record, frozen=True, kw_only=True):
    """A line of a score sheet: who writes up how much, by which paragraph."""

    what: str
    seats: list[str]
    points: int
    ref: str


class OpenRecord(_Record, frozen=True, kw_only=True):
    """What the text leaves open, by its code: the reading that is taken, and the other."""

    code: str
    what: str
    taken: str
    other: str
    ref: str


class StatedRecord(_Record, frozen=True, kw_only=True):
    """A result that the source states, held against the replay."""

    what: str
    expected: Any
    computed: Any
    verdict: str
    ref: str
    quote: str


class LevelRecord(_Record, frozen=True, kw_only=True):
    """A game replayed at one level; points are thirds of a point where the name says so."""

    findings: list[FindingRecord]
    tricks_won: dict[str, int]
    points_thirds: dict[str, int]
    declarer_side_thirds: int
    result_points: int
    scores: dict[str, int]
    scores_with_revokes: dict[str, int] | None
    sheet: list[LineRecord]
    sheet_with_revokes: list[LineRecord] | None
    undetermined: list[OpenRecord]
    undetermined_with_revokes: list[OpenRecord] | None
    stated: list[StatedRecord]


class LegalLineRecord(_Record, frozen=True, kw_only=True):
    """A legal line of play with the same hands, by what is exchanged in it."""

    seat: str
    swaps: list[list[int]]
    declarer_side_thirds: int


class GameRecord(_Record, frozen=True, kw_only=True):
    """A model game at all levels; a level that the game does not have is null."""

    id: str
    ref: str
    title: str
    levels: dict[str, LevelRecord | None]
    verdict: str
    legal_lines: list[LegalLineRecord]


class TranslationReport(_Record, frozen=True, kw_only=True):
    """The translation of a source: units rendered, translator's notes, exceptions recorded with their reasons."""

    kind: Literal["translation", "summary"]
    version: str
    units: int
    notes: int
    allowed: int


class TextsReport(_Record, frozen=True, kw_only=True):
    """What the check says of the words of each source: how they are spelled and rendered in English."""

    spelling: dict[str, SpellingReport] = {}
    translations: dict[str, TranslationReport] = {}


class CheckRecord(_Record, frozen=True, kw_only=True):
    """The object of `check --json`."""

    version: str
    sources: list[SourceReport]
    spelling: dict[str, SpellingReport]
    translations: dict[str, TranslationReport]
    statements: dict[str, StatementsReport]
    claims: list[ClaimRecord]
    games: list[GameRecord]
    problems: list[Problem]


class EvidenceRecord(_Record, frozen=True, kw_only=True):
    """A rule value and what holds it."""

    era: str
    key: str
    when: dict[str, Any]
    value: Any
    grade: str
    ref: str
    quote: str
    number_in_quote: bool
    hold: str
    evidence: str
    read_by: list[str]
    noticed_by: str
    altered_to: Any
    unnoticed: list[Any]


class CoverageRecord(_Record, frozen=True, kw_only=True):
    """The object of `coverage --json`; `blind` and `unread` are ids of claims."""

    statements: list[EvidenceRecord]
    blind: list[str]
    unread: list[str]
