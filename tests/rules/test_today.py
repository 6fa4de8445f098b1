"""How a game is played today, as a dated text tells it: beside the source, and never a value of it."""

from __future__ import annotations

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.check import check
from tarock.codex import ComputedCodex
from tarock.publish.places import Site
from tarock.publish.views.play import make_play
from tarock.rules.today import compare_today, today_problems
from tests.helpers import replace_once


def test_what_is_the_same_is_found_by_comparing(computed: ComputedCodex) -> None:
    """54 cards (1840:2.1), 70 points (6.18) and the turn to the right (11.1) are read in the text of 1840."""
    [located] = computed.today["1840"]
    same = {it.point.rule: it.same for it in compare_today(located.record, computed.tables["1840"])}
    assert same["pack.cards"] and same["counting.total"] and same["game.rotation"]
    assert not same["king.called"]  # in every deal of 1840 (1.1), today in some games only
    assert not same["bidding.games"]
    assert not same[""]


def test_the_page_says_whose_it_is_and_where_from(computed: ComputedCodex) -> None:
    [(text, same, other)] = make_play(Site(computed), "1840").today
    assert "17 March 2023" in text.printed
    assert [it.statement.ref for it in other if it.statement] == ["1840:1.1", "1840:21.2"]
    assert all(it.statement for it in same)


def test_another_value_is_no_longer_the_same(codex: Project) -> None:
    path = codex.rules / "1840" / "today.yaml"
    replace_once(path, "value: 54", "value: 78")
    fresh = ComputedCodex(codex)
    [located] = fresh.today["1840"]
    assert not next(
        it.same for it in compare_today(located.record, fresh.tables["1840"]) if it.point.rule == "pack.cards"
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("text: wikipedia-koenigrufen", "text: nowhere", "TODAY-TEXT"),
        ('"2023-03-17"', '"2023-02-30"', "TODAY-DAY"),
        ('"2023-03-17"', '"2999-01-01"', "TODAY-DAY"),
        ("rule: pack.cards", "rule: pack.horses", "TODAY-RULE"),
        ('quote: "K Q C V 1 2 3 4"', f'quote: "{"K " * 16}"', "TODAY-QUOTE"),
    ],
)
def test_faults_are_reported_with_their_line(
    codex: Project, computed: ComputedCodex, old: str, new: str, code: str
) -> None:
    replace_once(codex.rules / "1840" / "today.yaml", old, new)
    found = today_problems(ComputedCodex(codex).today["1840"], computed.tables["1840"], computed.elsewhere)
    assert [(problem.code, problem.ref) for problem in found] == [(code, "rules_data/1840/today.yaml:5")]


@pytest.mark.slow
def test_check_reports_it(codex: Project) -> None:
    replace_once(codex.rules / "1840" / "today.yaml", "rule: pack.cards", "rule: pack.horses")
    assert "TODAY-RULE" in [problem.code for problem in check(ComputedCodex(codex)).problems]


def test_a_text_without_a_day_is_refused(codex: Project) -> None:
    replace_once(codex.rules / "1840" / "today.yaml", '  dated: "2023-03-17"\n', "")
    with pytest.raises(CodexError, match="dated"):
        _ = ComputedCodex(codex).today["1840"]
