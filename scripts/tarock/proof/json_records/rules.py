"""The JSON of claims, of `tarock coverage` and of `tarock compare`: rule values and what holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from tarock.base.structs import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tarock.proof.claims.ledger import Checked
    from tarock.proof.coverage import Evidence
    from tarock.rules.compare import Cell, Row
    from tarock.rules.tables import Support


class SupportRecord(Record, kw_only=True):
    """A passage and words in it."""

    ref: str
    quote: str


class ClaimRecord(Record, kw_only=True):
    """A claim with what was computed for it and the verdict."""

    id: str
    ref: str
    verdict: str
    kind: str
    says: str
    quote: str
    expected: Any
    of: str | tuple[str, ...]
    origin: list[SupportRecord] = msgspec.field(name="from")
    derived: Any
    computed: Any
    needs: str
    known: str


class EvidenceRecord(Record, kw_only=True):
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


class CoverageRecord(Record, kw_only=True):
    """The object of `coverage --json`; `blind` and `unread` are ids of claims."""

    statements: list[EvidenceRecord]
    blind: list[str]
    unread: list[str]


class ReadingRecord(Record, kw_only=True):
    """What a source says under a key, in the case `when`; the first of `supports` is what is cited for it."""

    value: Any
    when: dict[str, Any]
    says: str
    grade: str
    note: str
    supports: list[SupportRecord]


class CellRecord(Record, kw_only=True):
    """What a source says under a key: its readings or, where it says nothing, the kind of silence and why."""

    silence: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    readings: list[ReadingRecord] | UnsetType = UNSET


class RowRecord(Record, kw_only=True):
    """A key in the eras that are compared, by siglum; `changed` says whether two of them are known to differ."""

    key: str
    title: str
    type: str
    unit: str
    changed: bool
    eras: dict[str, CellRecord]


class ComparisonRecord(Record, kw_only=True):
    """The object of `compare --format json`: the sigla in their order, and a row for each key."""

    eras: list[str]
    rows: list[RowRecord]


def claim_record(checked: Checked) -> ClaimRecord:
    """The entry of `claims` in `check --json`."""
    claim = checked.claim
    return ClaimRecord.like(claim, verdict=checked.verdict, origin=_supports(claim.origin), computed=checked.computed)


def evidence_record(evidence: Evidence) -> EvidenceRecord:
    """The entry of `coverage --json`; `hold` has the words of old, `evidence` those of today."""
    statement, best = evidence.statement, evidence.best
    return EvidenceRecord.like(
        statement,
        era=statement.siglum,
        when=dict(statement.case),
        number_in_quote=statement.entry.numeric and not statement.derived,
        hold="held" if best.weight else "unheld" if evidence.read_by else "quoted only",
        evidence=evidence.hold,
        read_by=list(evidence.read_by),
        noticed_by=best.noticed_by,
        altered_to=best.value,
        unnoticed=list(evidence.unnoticed),
    )


def comparison_record(rows: Iterable[Row], sigla: Sequence[str]) -> ComparisonRecord:
    """The eras side by side."""
    return ComparisonRecord(
        eras=list(sigla),
        rows=[
            RowRecord(
                key=row.key,
                title=row.entry.title,
                type=row.entry.type,
                unit=row.entry.unit,
                changed=row.changed,
                eras={cell.siglum: _cell(cell) for cell in row.cells},
            )
            for row in rows
        ],
    )


def _cell(cell: Cell) -> CellRecord:
    if not cell.readings:
        return CellRecord(silence=cell.silence.silence, note=cell.silence.note)
    return CellRecord(
        readings=[
            ReadingRecord.like(reading, when=dict(reading.case), supports=_supports(reading.supports))
            for reading in cell.readings
        ]
    )


def _supports(supports: Iterable[Support]) -> list[SupportRecord]:
    return [SupportRecord.like(support) for support in supports]
