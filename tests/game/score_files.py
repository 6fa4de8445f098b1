"""Settling a score file written in a test, and asking who paid whom."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.yamlio import Document
from tarock.game.common.score import Reason, SettledScore, Transfer
from tarock.game.eras import find_era
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTable, load_table
from tarock.rules.topics import load_topics

ROOT = Path(__file__).resolve().parents[2]


@cache
def _table(era: str) -> EraTable:
    project = Project(ROOT)
    return load_table(project, era, load_topics(project))


def rules_of(era: str, changed: Mapping[str, Any] | None = None) -> Rules:
    """The rules of an era, with some values changed by key and case."""
    return Rules(_table(era)).fork(changed or {})


def score(siglum: str, text: str, changed: Mapping[str, Any] | None = None) -> SettledScore:
    """Settle a file with this text behind `era:`; all totals and differences sum to zero."""
    settled = find_era(siglum).settle_document(document(siglum, text), rules_of(siglum, changed))
    assert sum(settled.totals.values()) == 0
    for point in settled.undetermined:
        assert sum((point.difference or {}).values()) == 0
    return settled


def document(siglum: str, text: str) -> Document:
    """A file with this text behind `era:`."""
    return yamlio.parse(f'era: "{siglum}"\n{text}', Path("game.yaml"))


def found(siglum: str, text: str) -> list[tuple[str, int, str]]:
    """Code, line and paragraph of everything that is wrong with such a file."""
    file = document(siglum, text)
    era = find_era(siglum)
    findings = era.find_faults(era.read(file), rules_of(siglum))
    return [(finding.code, file.line(*finding.place), finding.ref) for finding in findings]


def paid(settled: SettledScore, reason: Reason, deal: int = 0) -> dict[tuple[str, str], int]:
    """(payer, payee) to amount, of the payments for that reason (in a deal)."""
    sums: dict[tuple[str, str], int] = {}
    for transfer in transfers(settled, reason):
        if deal in (0, transfer.what.values.get("deal")):
            sums[transfer.payer, transfer.payee] = sums.get((transfer.payer, transfer.payee), 0) + transfer.amount
    return sums


def refs(settled: SettledScore, reason: Reason) -> set[str]:
    """The paragraphs of the payments for that reason."""
    return {transfer.ref for transfer in transfers(settled, reason)}


def transfers(settled: SettledScore, reason: Reason) -> list[Transfer]:
    """The payments for that reason."""
    return [transfer for line in settled.sheet.lines if line.reason is reason for transfer in line.split()]


def noted(settled: SettledScore, code: str) -> list[str]:
    """The paragraphs of the notes with that code."""
    return [note.ref for note in settled.notes if note.code == code]


def left_open(settled: SettledScore) -> list[str]:
    """The codes of what the source leaves open."""
    return [point.code for point in settled.undetermined]


def difference(settled: SettledScore, code: str) -> dict[str, int]:
    """What the other reading of the only open point with that code adds to each account, where anything."""
    (point,) = [point for point in settled.undetermined if point.code == code]
    return {seat: amount for seat, amount in (point.difference or {}).items() if amount}
