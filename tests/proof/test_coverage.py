"""Evidence coverage: what holds each encoded value, and the figures that the README states."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tarock.codex import Codex
from tarock.proof.claims.ledger import run_claims
from tarock.proof.coverage import HOLDS, alterations, measure, shares

if TYPE_CHECKING:
    from tarock.project import Project
    from tarock.proof.coverage import Evidence
    from tests.conftest import Run

# Values that something computes with and no printed result can hold, each with the reason.
UNHELD = {
    ("1840", "advice.ultimo.tarocks"): "§ 103 says seven or eight; the author's examples lie outside of both",
}


@pytest.fixture(scope="module")
def codex(project: Project) -> Codex:
    return Codex(project)


@pytest.fixture(scope="module")
def evidence(codex: Codex) -> dict[tuple[str, str], Evidence]:
    """The first reading of each key stands for it; rejected practices come later in the tables."""
    found: dict[tuple[str, str], Evidence] = {}
    for each in codex.evidence:
        found.setdefault((each.statement.siglum, each.statement.key), each)
    return found


def test_the_readme_states_the_true_figures(codex: Codex, project: Project) -> None:
    text = (project.root / "README.md").read_text(encoding="utf-8")
    stated = {
        row[1]: tuple(int(cell) for cell in row.groups()[1:])
        for row in re.finditer(r"^\| (\d{4}) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    }
    measured = {
        siglum: (sum(counts.values()), *(counts[hold] for hold in HOLDS))
        for siglum, counts in shares(codex.evidence).items()
    }
    assert stated == measured


def test_whatever_is_computed_with_is_held(codex: Codex) -> None:
    unheld = {(each.statement.siglum, each.statement.key) for each in codex.evidence if each.hold == "unheld"}
    assert unheld == set(UNHELD)


@pytest.mark.parametrize(
    "key",
    [
        # The printed games stand and fall with these: points times two, the Consulation, the value of a Dame,
        # twelve cards each, the half bought at the double Dreier.
        "settlement.multiplier.dreier",
        "settlement.consulation.middle.dreier",
        "card_points.dame",
        "deal.hand",
        "talon.half_for_bid.2",
        "play.follow_suit",
        "counting.win_remainder",
        "ultimo.supra",
        "volat.silent.dreier",
        "king.lost.solo",
    ],
)
def test_the_numbers_of_the_games_are_held(evidence: dict[tuple[str, str], Evidence], key: str) -> None:
    each = evidence["1840", key]
    assert each.hold == "held"
    assert each.noticed_by in each.read_by


def test_what_nothing_computes_with_is_quoted_only(evidence: dict[tuple[str, str], Evidence]) -> None:
    each = evidence["1840", "session.tours"]  # "Gewöhnlich setzt man drei Touren fest": no game depends on it
    assert each.hold in ("quoted only", "held")
    manners = [each for (_siglum, key), each in evidence.items() if key.startswith("conduct.")]
    assert manners
    assert {each.hold for each in manners} <= {"quoted only", "held"}
    assert all(each.read_by for each in evidence.values() if each.hold != "quoted only")


def test_an_alteration_is_another_value_of_the_same_type(codex: Codex) -> None:
    for table in codex.tables.values():
        for statement in table:
            for altered in alterations(statement):
                assert altered != statement.value
                assert type(altered) is type(statement.value)


def test_a_changed_multiplier_is_noticed_by_a_printed_sum(codex: Codex) -> None:
    """§ 45: won by four points at a Dreier with the middle Consulation makes 58 = 4 × 2 + 50."""
    changed = codex.context.altered("1840", {"settlement.multiplier.dreier": 3})
    differing = {
        after.claim.ref
        for before, after in zip(codex.checked_claims, run_claims(codex.claims, changed), strict=True)
        if before.verdict != after.verdict
    }
    assert "1840:45.3" in differing


def test_coverage_as_json_names_value_quote_and_hold(run: Run) -> None:
    ran = run("coverage", "--era", "1945", "--json")
    assert ran.status == 0
    statements = json.loads(ran.out)["statements"]
    assert {each["era"] for each in statements} == {"1945"}
    total = next(each for each in statements if each["key"] == "counting.thirds.total")
    assert total["value"] == 210  # "Summe: 210 / 210 : 3 = 70"
    assert total["ref"] == "1945:allg.2.3.16"
    assert total["hold"] == "held"


def test_coverage_of_an_unknown_era_names_the_known(run: Run) -> None:
    ran = run("coverage", "--era", "1755")
    assert ran.status == 2
    assert "1754, 1840, 1863, 1945" in ran.err


def test_measuring_twice_gives_the_same(codex: Codex) -> None:
    again = measure(codex.context, codex.checked_claims, codex.game_reports)
    assert [each.as_json() for each in again] == [each.as_json() for each in codex.evidence]
