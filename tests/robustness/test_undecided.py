"""What the books do not decide: the list has every point that a settlement can leave open, with its price."""

from __future__ import annotations

from tarock.base.project import Project
from tarock.base.wording import all_wordings
from tarock.codex import ComputedCodex
from tarock.game.eras import find_era
from tests.helpers import replace_once

# Said only where piles of both sides win or lose, which the numbers of 1945 (107 and 104 of 210 thirds) do not allow.
NEVER = {"reform_1945.who_won"}


def codes(found: dict[str, list[object]]) -> set[str]:
    """By the names that the catalogue of words has them under: those of a single game of 1840 begin with `open.`."""
    of = (point.point.code for points in found.values() for point in points)  # type: ignore[attr-defined]
    return {code if "." in code else f"open.{code}" for code in of}


def test_every_point_that_has_words_comes_up(computed: ComputedCodex) -> None:
    worded = {name.removesuffix(".taken") for name in all_wordings() if name.count(".") > 1 and name.endswith(".taken")}
    assert len(worded) > 100
    assert codes(computed.undecided_points) == worded - NEVER  # type: ignore[arg-type]


def test_each_stands_under_its_source_with_its_passage(computed: ComputedCodex) -> None:
    for siglum, points in computed.undecided_points.items():
        prefix = find_era(siglum).prefix
        for found in points:
            assert found.siglum == siglum
            assert found.point.code.startswith(prefix) or siglum == "1840"
            assert found.point.ref == "" or found.point.ref.startswith(f"{siglum}:")


def test_a_price_is_what_the_other_reading_brings_or_costs(computed: ComputedCodex) -> None:
    """Whoever gets more by the other reading gets it from somebody."""
    priced = [found for points in computed.undecided_points.values() for found in points if found.price]
    assert len(priced) > 30
    for found in priced:
        if found.siglum != "1840":  # there is no account for those who write points on a sheet
            assert sum(found.price.values()) == 0, found.point.code


def test_1863_decides_in_its_table_what_is_paid_and_says_why(computed: ComputedCodex) -> None:
    """Each payment that its text leaves open is a statement with another reading, whose note gives the reason."""
    priced = [found.point for found in computed.undecided_points["1863"] if found.price]
    assert len(priced) > 25
    assert [point.code for point in priced if not point.why] == []


def test_a_point_that_no_game_raises_would_be_missed(codex: Project) -> None:
    path = codex.rules / "undecided.yaml"
    from tarock.codex import ComputedCodex as Computed

    before = Computed(codex).undecided_points
    replace_once(path, "{by: 3, over: 2}", "{by: 3, over: 0}")
    after = Computed(codex).undecided_points
    gone = {found.point.code for found in before["1840"]} - {found.point.code for found in after["1840"]}
    assert gone == {"rounding"}
