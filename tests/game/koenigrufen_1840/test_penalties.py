"""Fines of Königrufen outside of play (1840:12-19, 31, 37), and the agreed small Consulation (1840:43.2)."""

from __future__ import annotations

import pytest

from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.vocabulary import BidKind, ConsulationSize
from tests.game.score_files import left_open, noted, rules_of, score

RULES = rules_of("1840")
FOUR = "seats: [A, B, C, D]\nrounding: none\ntaillen:\n  - penalty: {fault: %s, guilty: B}\n"


@pytest.mark.parametrize(
    ("fault", "ref"),
    [
        ("misdeal", "1840:19.1"),  # "verliert an jedem der Uebrigen die Consulation eines einfachen Dreiers"
        ("bottom_card", "1840:12.1"),  # "verliert der Fehlende die Consulation eines einfachen Dreiers an Jedem"
        ("cut", "1840:13.1"),  # "widrigens der Abheber die Consulation eines einfachen Dreiers"
        ("early_reminder", "1840:31.2"),  # "verliert die einfache Consulation eines Dreiers"
        ("omitted_reminder", "1840:31.3"),  # "in dieselbe Strafe verfällt"
        ("early_lead", "1840:37.6"),  # "mit der Consulation eines einfachen Dreiers gestraft"
    ],
)
def test_each_fault_costs_one_single_consulation_to_each_of_the_others(fault: str, ref: str) -> None:
    settled = score("1840", FOUR % fault)
    # middle Consulation unless agreed (44.1), fifty points at Dreier (43.3)
    assert settled.totals == {"A": 50, "B": -150, "C": 50, "D": 50}
    assert noted(settled, "session.fine") == [ref]


FIVE = "seats: [A, B, C, D, E]\nrounding: none\ntaillen:\n  - {king: E, penalty: {fault: %s, guilty: B}}\n"


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        ("bottom_card", True),  # 12.1: "an Jedem der übrigen Mitspieler (auch an den König)"
        ("early_reminder", True),  # 31.2: "(auch an den König)"
        ("omitted_reminder", True),  # 31.3: "in dieselbe Strafe"
        ("cut", False),  # 13.1: "an jedem der Uebrigen"
        ("misdeal", False),  # 19.1: "an jedem der Uebrigen"
    ],
)
def test_where_the_koenig_is_not_named_both_readings_are_given(fault: str, named: bool) -> None:
    settled = score("1840", FIVE % fault)
    assert settled.totals == {"A": 50, "B": -200, "C": 50, "D": 50, "E": 50}  # 7.4: he is a Mitspieler
    open_points = [point for point in settled.undetermined if point.code == "session.fine_extra"]
    # not paid, he has nothing, and B keeps the 50; at the differences E then pays each of A, C and D 50, and B gets 50
    assert [point.difference for point in open_points] == (
        [] if named else [{"A": 50, "B": 50 + 50 - 50, "C": 50, "D": 50, "E": -200}]
    )
    # among five one of them is König (7.2), though the record may not say who
    unsaid = left_open(score("1840", (FIVE % fault).replace("king: E, ", "")))
    assert ("session.fine_extra" in unsaid) is not named


def test_leading_too_early_is_fined_only_by_very_strict_players() -> None:
    settled = score("1840", FIVE % "early_lead")  # 37.6: "bei sehr strengen Spielern ... gestraft werden könnte"
    assert "session.early_lead" in {point.code for point in settled.undetermined}


@pytest.mark.parametrize(
    ("size", "amount"),
    [("high", 100), ("small", 40)],  # 43.4; 43.2: the largest that it names
)
def test_the_fine_is_of_the_agreed_consulation(size: str, amount: int) -> None:
    settled = score("1840", f"consulation: {size}\n{FOUR % 'misdeal'}")
    assert settled.totals == {"A": amount, "B": -3 * amount, "C": amount, "D": amount}


def test_the_agreed_small_consulation_counts_and_doubles_at_solo() -> None:
    # 43.2: "Z. B. zehn, zwanzig, dreißig oder vierzig Points - bei Solo in dem Doppelten"
    assert find_consulation_price(RULES, ConsulationSize.SMALL, BidKind.DREIER, 20) == 20
    assert find_consulation_price(RULES, ConsulationSize.SMALL, BidKind.SOLO, 20) == 40


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("penalty: {fault: misdeal, guilty: X}", "X"),
        ("penalty: {fault: sneezing, guilty: A}", "sneezing"),
        ("{penalty: {fault: misdeal, guilty: A}, wrote: {B: 50}}", "a penalty and a played Taille"),
    ],
)
def test_a_wrong_fine_is_an_error_at_its_line(entry: str, message: str) -> None:
    with pytest.raises(CodexError, match=message) as caught:
        score("1840", f"seats: [A, B, C, D]\ntaillen:\n  - {entry}\n")
    assert caught.value.line is not None
