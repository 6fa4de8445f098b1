"""The JSON of games: replayed (`tarock check`, `tarock replay`) and settled (`tarock score`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.catalogue import say
from tarock.base.structs import Record

if TYPE_CHECKING:
    from tarock.game.common.score import OpenPoint, ScoreSheet, Settled
    from tarock.proof.games import GameReport, LevelReport


class FindingRecord(Record, kw_only=True):
    """Something that the checker noticed; trick 0 is before play."""

    code: str
    trick: int
    seat: str
    card: str
    message: str
    ref: str


class LineRecord(Record, kw_only=True):
    """A line of a score sheet: who writes up how much, by which paragraph."""

    what: str
    seats: list[str]
    points: int
    ref: str


class OpenRecord(Record, kw_only=True):
    """What the text leaves open, by its code: the reading that is taken, and the other."""

    code: str
    what: str
    taken: str
    other: str
    ref: str


class StatedRecord(Record, kw_only=True):
    """A result that the source states, held against the replay."""

    what: str
    expected: Any
    computed: Any
    verdict: str
    ref: str
    quote: str


class LevelRecord(Record, kw_only=True):
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


class LegalLineRecord(Record, kw_only=True):
    """A legal line of play with the same hands, by what is exchanged in it."""

    seat: str
    swaps: list[list[int]]
    declarer_side_thirds: int


class GameRecord(Record, kw_only=True):
    """A model game at all levels; a level that the game does not have is null."""

    id: str
    ref: str
    title: str
    levels: dict[str, LevelRecord | None]
    verdict: str
    legal_lines: list[LegalLineRecord]


class ReplayRecord(LevelRecord, frozen=True, kw_only=True):
    """An entry of `replay --json`: a game, at one level if it is a model game."""

    id: str


class NoteRecord(Record, kw_only=True):
    """A fact that the settling found."""

    code: str
    text: str
    ref: str


class PaymentRecord(Record, kw_only=True):
    """A single payment, a whole number of the unit."""

    what: str
    payer: str
    payee: str
    amount: int
    reckoning: str
    ref: str


class OpenDifferenceRecord(OpenRecord, frozen=True, kw_only=True):
    """What the text leaves open, with what the other reading would add for each account, if that can be reckoned."""

    difference: dict[str, int]


class ScoreRecord(Record, kw_only=True):
    """The object of `score --json`; amounts are whole numbers of `unit`, and `totals` sum to zero."""

    era: str
    title: str
    unit: str
    notes: list[NoteRecord]
    payments: list[PaymentRecord]
    totals: dict[str, int]
    undetermined: list[OpenDifferenceRecord]


def level_record(report: LevelReport) -> LevelRecord:
    """The object `L` of `check --json`."""
    replay = report.replay
    outcome, by_65 = replay.outcome, replay.sheet_with_revokes
    return LevelRecord(
        findings=[FindingRecord.like(found, message=say(found.message)) for found in report.findings],
        tricks_won=replay.tricks_won,
        points_thirds=replay.points_thirds,
        declarer_side_thirds=replay.declarer_thirds,
        result_points=outcome.points if outcome.won else -outcome.points,
        scores=replay.sheet.totals,
        scores_with_revokes=by_65.totals if by_65 else None,
        sheet=_lines(replay.sheet),
        sheet_with_revokes=_lines(by_65) if by_65 else None,
        undetermined=[_open(point) for point in replay.sheet.open],
        undetermined_with_revokes=[_open(point) for point in by_65.open] if by_65 else None,
        stated=list(map(StatedRecord.like, report.stated)),
    )


def replay_record(report: LevelReport) -> ReplayRecord:
    """The entry of `replay --json`."""
    return ReplayRecord(id=report.replay.game.id, **structs.asdict(level_record(report)))


def game_record(report: GameReport) -> GameRecord:
    """The entry of `games` in `check --json`."""
    from tarock.game.koenigrufen_1840.model_games import LEVELS

    return GameRecord(
        id=report.name,
        ref=report.ref,
        title=report.title,
        levels={level: level_record(report.levels[level]) if level in report.levels else None for level in LEVELS},
        verdict=report.verdict,
        legal_lines=[
            LegalLineRecord.like(
                line, swaps=[list(swap) for swap in line.swaps], declarer_side_thirds=line.declarer_thirds
            )
            for line in report.lines
        ],
    )


def score_record(settled: Settled) -> ScoreRecord:
    """The object of `score --json`."""
    return ScoreRecord.like(
        settled,
        notes=[NoteRecord.like(note, text=say(note.message)) for note in settled.notes],
        payments=[
            PaymentRecord.like(paid, what=say(paid.what), reckoning=say(paid.reckoning)) for paid in settled.transfers
        ],
        totals=dict(settled.totals),
        undetermined=[
            OpenDifferenceRecord(**structs.asdict(_open(point)), difference=dict(point.difference))
            for point in settled.undetermined
        ],
    )


def _lines(sheet: ScoreSheet) -> list[LineRecord]:
    return [
        LineRecord(what=say(line.what), seats=list(line.payees), points=line.amount, ref=line.ref)
        for line in sheet.lines
    ]


def _open(point: OpenPoint) -> OpenRecord:
    return OpenRecord.like(point, what=say(point.what), taken=say(point.taken), other=say(point.other))
