"""The report of the check, for machines (`check --json`) and for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import tarock
from tarock.base.structs import Mutable, Record
from tarock.claims.ledger import CheckedClaim, ClaimCounts, ClaimJson, build_claim_json, count_claims
from tarock.corpus.checks import Problem, SpellingReport
from tarock.corpus.sources import OnlineCopy
from tarock.corpus.witnesses import AttestationStatus, CopyReport
from tarock.replay.games import GameJson, GameReport, build_game_json
from tarock.replay.uncertain import Robustness
from tarock.robustness.print_places import Effect
from tarock.rules.checks import Disagreement


class SourceReport(Record, omit_defaults=True):
    """A source as it was read; where `left_out` stands, its text is not here, and nothing of it was checked.

    `not_checkable` are the units of which only the words are not here.
    """

    siglum: str
    title: str
    edition: str
    sha256: str
    passages: int
    emendations: int
    completeness: str
    found_at: tuple[OnlineCopy, ...] = ()
    left_out: bool = False
    not_checkable: tuple[str, ...] = ()


class SentencesReport(Record):
    """How the sentences of a source are accounted for."""

    sentences: int
    encoded: int
    claimed: int
    exemplified: int
    set_aside: int
    unaccounted: list[str]


class StatementsReport(Record):
    """An era table: its statements by grade, and how its source is accounted for: `sentences`, and by passages.

    A passage counts as the first of its sentences does, of which `exemplified` are the claimed ones too; in `forgotten`
    stand those of which no sentence is accounted for.
    """

    statements: int
    ids: list[str]
    grades: dict[str, int]
    passages: int
    encoded: int
    exemplified: int
    set_aside: int
    forgotten: list[str]
    sentences: SentencesReport
    disagreements: list[Disagreement]


class TranslationReport(Record):
    """The translation of a source: units rendered, translator's notes, exceptions recorded with their reasons."""

    kind: Literal["translation", "summary"]
    version: str
    units: int
    notes: int
    allowed: int


class CorrectionJson(Record):
    """An emendation or conjecture; `standing` is what copies of the print make of it, null where none has told."""

    passage: str
    lemma: str
    reading: str
    kind: str
    certainty: str
    standing: AttestationStatus | None


class CopiesReport(Record):
    """What was read in copies of the prints, what is otherwise by it than by the editions, what is to be read anew."""

    copies: list[CopyReport] = []
    changes: tuple[Effect, ...] = ()
    to_read_anew: tuple[Effect, ...] = ()


class CheckJson(Record):
    """The object of `check --json`; `claim_counts` counts the claims of each source by what they show."""

    version: str
    sources: list[SourceReport]
    spelling: dict[str, SpellingReport]
    translations: dict[str, TranslationReport]
    statements: dict[str, StatementsReport]
    claims: list[ClaimJson]
    claim_counts: dict[str, ClaimCounts]
    games: list[GameJson]
    corrections: list[CorrectionJson]
    witnesses: CopiesReport
    problems: list[Problem]


class Report(Mutable):
    """The result of the check; `problems` are those that are not recorded as known."""

    sources: list[SourceReport] = []
    spelling: dict[str, SpellingReport] = {}
    translations: dict[str, TranslationReport] = {}
    statements: dict[str, StatementsReport] = {}
    claims: list[CheckedClaim] = []
    games: list[GameReport] = []
    corrections: list[CorrectionJson] = []
    witnesses: CopiesReport = CopiesReport()
    problems: list[Problem] = []

    def json(self, robustness: Mapping[str, Robustness]) -> CheckJson:
        """Return the object that `check --json` prints, with the robustness of claims and games."""
        return CheckJson.from_object(
            self,
            version=tarock.__version__,
            claims=[build_claim_json(each, robustness.get(each.claim.id, Robustness())) for each in self.claims],
            claim_counts={
                siglum: count_claims(each for each in self.claims if each.claim.era == siglum)
                for siglum in sorted({each.claim.era for each in self.claims})
            },
            games=[build_game_json(game, robustness) for game in self.games],
        )
