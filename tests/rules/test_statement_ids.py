"""Statement ids: each its own, listed, and never gone without a record."""

from __future__ import annotations

import json

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.rules.statement_ids import LOCK, WITHDRAWN, id_problems
from tests.conftest import Run
from tests.helpers import replace_once

HAND = "1840/advice.bid.hand[contract=solo]"  # 1840:78.3 has two hands for a Solo


def problems(project: Project) -> list[str]:
    codex = ComputedCodex(project)
    return list(map(str, id_problems(project, codex.tables, codex.topics)))


def test_every_statement_has_an_id_of_its_own_which_is_locked(run: Run, project: Project) -> None:
    report = json.loads(run("check", "--json").out)["statements"]
    ids = [ident for source in report.values() for ident in source["ids"]]
    assert len(ids) == len(set(ids)) == sum(source["statements"] for source in report.values())
    assert {HAND, f"{HAND}~second", "1754/pack.cards"} <= {*ids}
    assert all(ident.startswith(f"{siglum}/") for siglum, source in report.items() for ident in source["ids"])
    lines = (project.rules / LOCK).read_text(encoding="utf-8").splitlines()
    assert {f"{ident.replace('/', ' - ', 1)} -" for ident in ids} <= {*lines}
    rows = json.loads(run("compare", "--json").out)["rows"]
    shown = [reading["id"] for row in rows for era in row["eras"].values() for reading in era.get("readings", ())]
    assert sorted(shown) == sorted(ids)


def test_an_id_that_is_gone_leaves_a_record(codex: Project) -> None:
    replace_once(codex.rules / "1840" / "advice.yaml", "reading: second", "reading: other")
    (gone,) = problems(codex)
    assert f"STATEMENT-GONE: {HAND}~second is no statement any more" in gone
    path = codex.rules / WITHDRAWN
    head = path.read_text(encoding="utf-8").removesuffix("[]\n")
    record = f'- {{id: "{HAND}~second", reason: "Named otherwise.", successors: ["{HAND}~other"]}}\n'
    path.write_text(head + record, encoding="utf-8")
    assert problems(codex) == []
    path.write_text(head + record.replace("~other", "~third"), encoding="utf-8")
    assert any(f"there is no {HAND}~third" in line for line in problems(codex))


@pytest.mark.slow
def test_an_id_does_not_return_and_none_is_withdrawn_that_never_was(codex: Project, run: Run) -> None:
    path = codex.rules / WITHDRAWN
    head = path.read_text(encoding="utf-8").removesuffix("[]\n")
    path.write_text(
        f'{head}- {{id: "1754/pack.cards", reason: "x"}}\n- {{id: "1754/never", reason: "x"}}\n', encoding="utf-8"
    )
    found = problems(codex)
    assert any("1754/pack.cards is a statement" in line for line in found)
    assert any("1754/never never was a statement" in line for line in found)
    told = run("check", root=codex)
    assert told.status == 1
    assert all(f"problem  {line}" in told.out.splitlines() for line in found)


def test_a_second_reading_without_a_name_is_refused(codex: Project, run: Run) -> None:
    replace_once(codex.rules / "1840" / "advice.yaml", "      reading: second\n", "")
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert "`advice.bid.hand[contract=solo]` has a second reading without a name" in outcome.err


@pytest.mark.slow
def test_the_build_keeps_every_id(codex: Project, run: Run) -> None:
    path = codex.rules / LOCK
    replace_once(codex.rules / "1840" / "advice.yaml", "reading: second", "reading: other")
    run("build", root=codex)
    assert f"{HAND.replace('/', ' - ')}~second -" in path.read_text(encoding="utf-8").splitlines()


def test_a_malformed_line_of_the_lock_is_refused(codex: Project, run: Run) -> None:
    path = codex.rules / LOCK
    path.write_text(path.read_text(encoding="utf-8") + "1754/pack.cards\n", encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert "malformed line; expected `NAME VERSION ID SHA256`" in outcome.err
