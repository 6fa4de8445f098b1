"""What the engine needs and 1863 does not say: computed with, shown as ours, and never a value of the source."""

from __future__ import annotations

import json

import pytest

from tarock.base.project import Project
from tarock.checks.check import check
from tarock.codex import ComputedCodex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.play import make_play
from tarock.publish.views.rules import make_topic
from tarock.rules.compare import find_answer
from tarock.rules.ruleset import Rules
from tests.conftest import Run
from tests.helpers import replace_once

KEYS = ("revoke.both_decided_by", "revoke.one_point_at_least", "volat.with_revoke")


def test_the_engine_has_what_is_assumed(computed: ComputedCodex) -> None:
    rules = Rules(computed.tables["1863"])
    assert rules.word("revoke.both_decided_by") == "the earlier"
    assert rules.other_reading("revoke.both_decided_by") == "the later"
    assert rules.flag("volat.with_revoke", role="declarer") is False
    assert rules.flag("revoke.one_point_at_least", role="defender") is True
    assert not rules.ref("revoke.both_decided_by")


def test_it_is_no_value_of_the_source(computed: ComputedCodex, run: Run) -> None:
    table = computed.tables["1863"]
    for key in KEYS:
        assert key not in table.statements
        answer = find_answer(table, key)
        assert (answer.readings, answer.silence.silence) == ((), "not stated")
        assert [each.record.key for each in answer.assumed] == [key] * len(answer.assumed) != []
    assert {each.record.key for each in table.assumed.by_name.values()} >= {*KEYS}
    rows = json.loads(run("compare", "--topic", "revoke.both_decided_by", "--all", "--json").out)["rows"]
    assert all(row["eras"]["1863"]["silence"] == "not stated" for row in rows)
    told = run("show", "1863:28").out
    assert "assumed by us, no rule of 1863: revoke.both_decided_by: If both sides revoke, the earlier revoke" in told
    assert "assumed" not in run("show", "1863:27").out


@pytest.mark.parametrize("key", KEYS)
def test_the_row_of_a_key_shows_it_as_ours(computed: ComputedCodex, key: str) -> None:
    whole = render("topic.md.j2", make_topic(Site(computed), key.partition(".")[0]))
    page = whole.partition(f'id="rule-{key}"')[2].partition('<div class="rule" id=')[0]
    assert "Assumed by us, no rule of 1863:" in page
    assert page.count("It could be otherwise:") >= 1


def test_what_rests_on_it_says_so(computed: ComputedCodex) -> None:
    """That the earlier revoke decides is ours: the claim stands under one reading of two, and names it."""
    (claim,) = [it for it in computed.checked_claims if it.claim.id == "1863-28-earlier"]
    assert ("1863", "revoke.both_decided_by") in claim.reads
    robust = computed.robustness["1863-28-earlier"]
    (rests,) = [it for it in robust.rests_on if it.id == "1863/revoke.both_decided_by"]
    assert (rests.kind, rests.readings, rests.varied) == ("assumed", ("the earlier", "the later"), True)


def test_how_to_play_tells_it_as_ours(computed: ComputedCodex) -> None:
    view = make_play(Site(computed), "1863")
    lines = [line for _title, blocks in view.parts for block in blocks for line in block.lines]
    assert any("assumed by us" in [place.text for place in line.places] for line in lines)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"both_decided_by\n": "penalty_by\n", "the earlier\n": "offender\n", "the later,": "dealer,"}, "ASSUMED-KEY"),
        (
            {'at: "1863:28"\n  says: "If both sides revoke': 'at: "1863:99"\n  says: "If both sides revoke'},
            "DATA-REFERENCE",
        ),
    ],
)
def test_what_cannot_be_assumed_is_a_problem(codex: Project, changes: dict[str, str], code: str) -> None:
    for old, new in changes.items():
        replace_once(codex.rules / "1863" / "assumed.yaml", old, new)
    assert code in [problem.code for problem in check(ComputedCodex(codex)).problems]


def test_a_second_record_and_an_unknown_key_are_refused(codex: Project, run: Run) -> None:
    path = codex.rules / "1863" / "assumed.yaml"
    replace_once(path, "- key: revoke.both_decided_by", "- key: revoke.both_decided")
    outcome = run("check", root=codex)
    assert "unknown key `revoke.both_decided`" in outcome.out + outcome.err
    text = path.read_text(encoding="utf-8").replace("revoke.both_decided\n", "revoke.both_decided_by\n")
    path.write_text(text + text[text.index("- key: revoke.both_decided_by") : text.index("- key: revoke.one")], "utf-8")
    outcome = run("check", root=codex)
    assert "is assumed twice" in outcome.out + outcome.err
