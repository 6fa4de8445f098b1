"""Settling a score file written in a test, and asking who paid whom."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarock import yamlio
from tarock.game.eras import score_document
from tarock.project import Project
from tarock.rules.ruleset import Rules
from tarock.rules.tables import load_table
from tarock.rules.topics import load_topics

if TYPE_CHECKING:
    from tarock.game.common.ledger import Settled
    from tarock.rules.tables import Table

ROOT = Path(__file__).resolve().parents[2]


@cache
def _table(era: str) -> Table:
    project = Project(ROOT)
    return load_table(project, era, load_topics(project))


def rules_of(era: str, **changed: Any) -> Rules:
    """The rules of an era; `changed` names keys with `__` for the dot."""
    return Rules(_table(era), {key.replace("__", "."): value for key, value in changed.items()})


def score(era: str, text: str, **changed: Any) -> Settled:
    """Settle a file with this text behind `era:`."""
    document = yamlio.parse(f'era: "{era}"\n{text}', Path("game.yaml"))
    settled = score_document(document, era, rules_of(era, **changed))
    assert sum(settled.totals.values()) == 0
    for silence in settled.undetermined:
        assert sum(silence.difference.values()) == 0
    return settled


def paid(settled: Settled, what: str) -> dict[tuple[str, str], int]:
    """(payer, payee) to amount, of the payments whose name begins so."""
    found: dict[tuple[str, str], int] = {}
    for one in settled.transfers:
        if one.what.startswith(what):
            found[one.payer, one.payee] = found.get((one.payer, one.payee), 0) + one.amount
    return found


def refs(settled: Settled, what: str) -> set[str]:
    """The paragraphs of the payments whose name begins so."""
    return {one.ref for one in settled.transfers if one.what.startswith(what)}


def silence(settled: Settled, words: str) -> dict[str, int]:
    """The difference of the only silence in which these words stand."""
    found = [one for one in settled.undetermined if words in one.what]
    assert len(found) == 1, [one.what for one in settled.undetermined]
    return {seat: sum_ for seat, sum_ in found[0].difference.items() if sum_}
