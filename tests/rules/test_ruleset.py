"""What the engine reads: values by key and type, each read noted, some values altered, none made up."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tarock.base.errors import CodexError
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTable


@pytest.fixture
def rules(tables: dict[str, EraTable]) -> Rules:
    return Rules(tables["1840"])


def test_each_type_is_read_as_itself(rules: Rules) -> None:
    assert rules.number("deal.hand") == 12  # 14.1 "zwölf Blätter"
    assert rules.fraction("card_points.plain") == Fraction(1, 3)  # 5.1 "1/3 Point"
    assert rules.fraction("card_points.koenig") == 5
    assert rules.flag("play.must_overtake") is False  # 64.1 "Weder in den Farben noch bei Tarocks"
    assert rules.word("rank.scues_nature") == "highest trump"
    assert rules.words("discard.never") == ("König", "Scüs", "Mond", "Pagat")
    assert rules.era == "1840"


def test_every_read_is_noted_and_nothing_else(rules: Rules) -> None:
    assert rules.reads == set()
    rules.number("deal.hand")
    rules.words("discard.never")
    assert rules.has("deal.talon")
    assert rules.ref("deal.talon") == "1840:14.2"
    assert rules.reads == {"deal.hand", "discard.never"}


def test_a_missing_key_is_an_error_and_no_read(rules: Rules, tables: dict[str, EraTable]) -> None:
    with pytest.raises(CodexError) as caught:
        rules.number("counting.lost_below")  # 1840 knows no share for each person
    assert str(caught.value) == (
        "rules_data/1840/counting.yaml: source 1840 does not state `counting.lost_below`; "
        "expected a statement to compute with"
    )
    assert rules.reads == set()
    assert not rules.has("counting.lost_below")
    assert rules.ref("counting.lost_below") == ""
    with pytest.raises(CodexError, match=r"source 1945 does not state `bidding\.pass_words`"):
        Rules(tables["1945"]).words("bidding.pass_words")


WRONG: list[tuple[Callable[[Rules], Any], str]] = [
    (lambda rules: rules.number("card_points.plain"), "`card_points.plain` is '1/3'; expected a whole number"),
    (lambda rules: rules.number("king.called"), "`king.called` is True; expected a whole number"),
    (lambda rules: rules.flag("deal.hand"), "`deal.hand` is 12; expected yes or no"),
    (
        lambda rules: rules.fraction("discard.never"),
        "`discard.never` is ['König', 'Scüs', 'Mond', 'Pagat']; expected a number",
    ),
    (lambda rules: rules.fraction("king.called"), "`king.called` is True; expected a number"),
    (lambda rules: rules.fraction("rank.scues_nature"), "`rank.scues_nature` is 'highest trump'; expected a number"),
    (lambda rules: rules.words("rank.scues_nature"), "`rank.scues_nature` is 'highest trump'; expected a list"),
]


@pytest.mark.parametrize(("read", "message"), WRONG)
def test_a_value_of_another_type_is_an_error(rules: Rules, read: Callable[[Rules], Any], message: str) -> None:
    with pytest.raises(CodexError) as caught:
        read(rules)
    assert message in str(caught.value)


def test_changed_values_hold_only_in_the_copy(rules: Rules) -> None:
    other = rules.fork({"deal.hand": 11})
    again = other.fork({"deal.talon": 10, "counting.lost_below": 26})
    assert (rules.number("deal.hand"), other.number("deal.hand"), again.number("deal.hand")) == (12, 11, 11)
    assert (rules.number("deal.talon"), again.number("deal.talon")) == (6, 10)
    assert again.number("counting.lost_below") == 26  # a value that the source lacks can be put in
    assert not rules.has("counting.lost_below")
    assert again.reads == {"deal.hand", "deal.talon", "counting.lost_below"}


def test_the_rule_that_holds_is_read_and_not_the_rejected_one(rules: Rules) -> None:
    assert rules.flag("honours.one_hand") is True  # 30.7 "Hiermit sind wir aber nicht einverstanden"
    assert rules.flag("ultimo.extra_stake") is False  # 59.1
    assert rules.flag("session.written.netted") is False  # 127.2


def test_a_rejected_value_can_be_read_by_name_only(rules: Rules) -> None:
    # 6.1: "nach der Behauptung Einiger" the pack has 106 points, counted card by card
    assert rules.number("counting.total", method="card by card") == 106
    assert rules.reads == {"counting.total[method=card by card]"}
    assert rules.number("counting.total") == 70
    assert rules.number("counting.total", method="in groups") == 70


def test_of_two_readings_the_first_holds(rules: Rules) -> None:
    assert rules.words("announcements.raises") == ("contra", "re", "supra")  # § 56, not Musterspiel 5
