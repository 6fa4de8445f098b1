"""What the comparison is worth: rows and questions meet by their passages on both sides; what is sealed stays so."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from tarock.base.errors import CodexError
from tarock.rules.compare import compare_tables
from tarock.rules.measure import (
    FOLDER,
    SEALED,
    FoundDifference,
    ReadersReport,
    load_reports,
    load_rulings,
    score_comparison,
)

if TYPE_CHECKING:
    from tarock.base.project import Project
    from tarock.rules.meanings import ComparisonRules
    from tarock.rules.tables import EraTable

PACK = FoundDifference(question="How many cards?", left=("1754:1",), right=("1840:2.1",), id="a")
ONE_SIDE = FoundDifference(question="Met on one side only", left=("1754:1",), right=("1840:74.1",), id="b")
READ = ReadersReport(pair="1754-1840", items=(PACK, ONE_SIDE))


def test_a_row_is_on_a_question_when_passages_meet_on_both_sides(
    tables: dict[str, EraTable], meanings: ComparisonRules
) -> None:
    rows = compare_tables({siglum: tables[siglum] for siglum in ("1754", "1840")}, meanings, topic="pack")
    worth = score_comparison(READ, rows, {})
    assert [match.keys for match in worth.matches] == [("pack.cards",), ()]  # suit_cards is another side of it
    assert (worth.found, worth.right, len(worth.rows)) == (1, 1, 1)
    assert worth.missed == (ONE_SIDE,)
    ruled = score_comparison(READ, rows, {("1754-1840", "a", "pack.cards"): False})
    assert (ruled.found, [row.key for row in ruled.false]) == (0, ["pack.cards"])


def test_the_pairs_are_read_or_sealed(codex: Project) -> None:
    folder = codex.rules / FOLDER
    sealed = [line.split()[1] for line in (folder / SEALED).read_text(encoding="utf-8").splitlines()]
    found = dict(load_reports(codex))
    assert set(found) == {"1754-1840", "1863-1840", *(name.removesuffix(".yaml") for name in sealed)}
    assert all(found[name] for name in ("1754-1840", "1863-1840"))
    assert load_rulings(codex) == {}
    other = folder / "1754-1945.yaml"
    other.write_text('pair: 1754-1945\nitems: [{question: Q, left: ["1754:1"], right: ["1945:allg.1.1"], id: a}]\n')
    with (folder / SEALED).open("a") as lock:
        lock.write(f"{hashlib.sha256(other.read_bytes()).hexdigest()}  1754-1945.yaml\n")
    reading = dict(load_reports(codex))["1754-1945"]
    assert reading
    assert reading.items[0].id == "a"
    other.write_text(other.read_text() + "open: []\n")
    with pytest.raises(CodexError, match="this is not what was sealed"):
        dict(load_reports(codex))
