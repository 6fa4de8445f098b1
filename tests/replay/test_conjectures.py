"""Conjectures about play: chosen by kind, never by what the author states, which is computed for each that is left."""

from __future__ import annotations

from typing import Any

import pytest

from tarock.analysis.legal_lines import _are_confusable, _LineSearch
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.replay.games import load_criteria
from tests.conftest import Run
from tests.game.koenigrufen_1840.builders import pack

# By hand from the lists of legal lines. m1: of 7, 8 and 10 with 12 only the last exchanges two of a rank (Pique-Dame
# and Careau-Dame). m2: Herz-Aß, Herz-Zweier, Pique-Zehner or Pique-Cavall against Careau-Bube and -Dreier, two to five
# lines away: none is a slip. m5: Treffle-Zehner against Careau-Dame, three lines away: the only one.
BEST = {"m1": [(10, 12)], "m2": None, "m5": [(9, 12)]}


def test_the_criteria_leave_these_lines(computed: ComputedCodex) -> None:
    found = {report.name: report for report in computed.game_reports if report.lines.fewest}
    assert found.keys() == BEST.keys()
    for name, swaps in BEST.items():
        lines = found[name].lines
        assert lines.best == lines.fewest if swaps is None else [line.swaps for line in lines.best] == [tuple(swaps)]
        assert [mended.line for mended in found[name].mended] == list(lines.best)


def test_the_recorded_conjecture_is_one_of_them(computed: ComputedCodex) -> None:
    """The level `conjectured` shows one of the lines that are as good as any other."""
    for report in computed.game_reports:
        if report.mended:
            shown = report.levels["conjectured"].replay.game.tricks
            assert shown in [mended.report.replay.game.tricks for mended in report.mended], report.name


@pytest.mark.parametrize(
    ("name", "stands", "of", "verdict", "points"),
    [
        ("m1", 1, 1, "reproduced after conjecture", {23}),  # "um drei und zwanzig Points gewonnen"
        # thirds of the declarer's side 162, 159, 156: won by 54, 53, 52 less 35; "um neunzehn Points" stands under 54
        ("m2", 3, 8, "undetermined", {54 - 35, 53 - 35, 52 - 35}),
        ("m5", 1, 1, "reproduced after conjecture", {20}),  # 55 1/3 less 35; the points are not stated
    ],
)
def test_the_results_stand_under_so_many(
    computed: ComputedCodex, checked: dict[str, Any], name: str, stands: int, of: int, verdict: str, points: set[int]
) -> None:
    (report,) = (each for each in computed.game_reports if each.name == name)
    assert (report.stands, len(report.mended), report.verdict) == (stands, of, verdict)
    assert {mended.report.replay.outcome.points for mended in report.mended} == points
    for mended in report.mended:
        assert {finding.code for finding in mended.report.findings} <= {"RESULT-DIFFERS"}  # every play is legal
    (entry,) = (game for game in checked["games"] if game["id"] == name)
    assert (entry["stands"], len(entry["mended"]), entry["verdict"]) == (stands, of, verdict)
    assert [each["stands"] for each in entry["mended"]].count(True) == stands


def test_the_check_says_so(run: Run) -> None:
    said = run("check", "--verbose").out
    assert "m2: the stated results stand under 3 of 8" in said
    assert "5/5 stated results, title undetermined" in said  # m5: "mit ultimo Re" against 1840:56.1


@pytest.mark.parametrize(
    ("order", "slip"),
    [
        ((1, 0, 2, 3), True),  # two neighbours
        ((2, 1, 0, 3), False),  # two lines apart, nothing alike
        ((1, 2, 3, 0), True),  # one moved to the end, those between by one line
        ((3, 0, 1, 2), True),
        ((2, 0, 3, 1), False),  # a rotation that moves two by two lines
        ((1, 0, 3, 2), True),  # each exchange by itself
        ((1, 0, 2, 3, 4, 7, 6, 5), False),  # a slip and another change
    ],
)
def test_what_a_slip_is(order: tuple[int, ...], slip: bool) -> None:
    """Of cards that have nothing in common: places from 0, `order` has where each card is taken from."""
    search: Any = object.__new__(_LineSearch)
    names = ("Herz-König", "III", "Careau-Dame", "XVIII", "Pique-Bube", "VI", "Treffle-Cavall", "Scüs")
    search.cards = [pack().require(name) for name in names]
    assert search._is_slip(order) is slip


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Pique-Dame", "Careau-Dame", True), ("Pique-Dame", "Pique-Bube", False), ("XIX", "XX", True),
        ("XVI", "XV", True), ("IX", "XI", False), ("II", "XXI", False), ("Herz-Zweier", "Herz-Dreier", False),
        ("X", "Pique-Zehner", False),
    ],
)  # fmt: skip
def test_names_that_are_taken_for_each_other(one: str, other: str, alike: bool) -> None:
    cards = [pack().require(name) for name in (one, other)]
    assert _are_confusable(*cards) is alike
    assert _are_confusable(*reversed(cards)) is alike


def test_the_criteria_ask_for_no_result(project: Project) -> None:
    criteria = load_criteria(project)
    assert [each.name for each in criteria] == ["same winners", "fewest cards changed", "slips"]
    assert not any("result" in each.says or "stated" in each.says for each in criteria)
