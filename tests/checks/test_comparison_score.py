"""The score of the comparison: rows and questions meet by their passages on both sides; what is sealed stays so."""

from __future__ import annotations

import hashlib

import pytest

from lab.comparison import compute_score, match_pair
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.comparison_score import load, load_fresh
from tarock.codex import ComputedCodex
from tarock.rules.compare import compare_tables
from tarock.rules.readings import FOLDER, SEALED, FoundDifference, ReadersReport, load_reports, load_rulings
from tests.helpers import replace_once

PACK = FoundDifference(question="How many cards?", left=("1754:1",), right=("1840:2.1",), id="a")
ONE_SIDE = FoundDifference(question="Met on one side only", left=("1754:1",), right=("1840:74.1",), id="b")
READ = ReadersReport(pair="1754-1840", items=(PACK, ONE_SIDE))


def test_a_row_is_on_a_question_when_passages_meet_on_both_sides(computed: ComputedCodex) -> None:
    tables = {siglum: computed.tables[siglum] for siglum in ("1754", "1840")}
    rows = compare_tables(tables, computed.comparison_rules, topic="pack")
    matched = match_pair(READ, rows, {})
    assert [keys for _item, keys in matched.matches] == [("pack.cards",), ()]  # suit_cards is another side of it
    assert (matched.score.found, matched.score.right, matched.score.rows) == (1, 1, 1)
    assert matched.score.missed == (ONE_SIDE.id,)
    ruled = match_pair(READ, rows, {("1754-1840", "a", "pack.cards"): False}).score
    assert (ruled.found, ruled.unmatched) == (0, ("pack.cards",))


def test_the_committed_score_is_that_of_the_tables_and_stale_with_other_values(codex: Project) -> None:
    assert load(codex) == compute_score(ComputedCodex(codex)) == load_fresh(ComputedCodex(codex))
    path = codex.rules / "1754" / "revoke.yaml"
    replace_once(path, "\npenalty:\n  value: 5\n", "\npenalty:\n  value: 6\n")
    with pytest.raises(CodexError, match=r"stale: computed from other rules; run .* lab\.evidence --write"):
        load_fresh(ComputedCodex(codex))


def test_each_question_has_an_id_of_its_own(project: Project) -> None:
    for _name, report in load_reports(project):
        assert report
        assert len({item.id for item in report.items if item.id}) == len(report.items)


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
