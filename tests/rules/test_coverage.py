"""Every passage is encoded, exemplified or set aside on purpose; where passages disagree, the check says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tarock.rules.checks import check_coverage, disagreements
from tarock.rules.tables import load_table
from tests.conftest import SIGLA
from tests.helpers import replace_once

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition
    from tarock.project import Project
    from tarock.rules.tables import Table
    from tests.conftest import Run

ASIDE_7_6 = '- {passages: "1840:7.6", reason: definition, note: "friends who belong together are called a Parthei"}\n'
SCUES = """scues:
  value: 5
  ref: "1754:16"
  quote: "Excuse 5"
  note: "Rule 9 gives 4 for the Excuse of a player who has made no trick: see excuse.lone_points."
"""


def problem_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("problem  ")]


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_passage_is_accounted_for_exactly_once(
    tables: dict[str, Table], editions: dict[str, Edition], siglum: str
) -> None:
    coverage, problems = check_coverage(tables[siglum], editions[siglum])
    assert (coverage.forgotten, problems) == ([], [])
    assert coverage.encoded + coverage.exemplified + coverage.set_aside == coverage.passages
    # counted again, without the code under test
    resting = {support.ref for statement in tables[siglum] for support in statement.supports}
    passages = editions[siglum].passages.values()
    assert coverage.passages == len(passages)
    assert coverage.encoded == sum(passage.ref in resting for passage in passages)
    # only the eight Musterspiele of 1840 exemplify: `1840:m1` to `1840:m8`
    in_games = [p for p in passages if siglum == "1840" and p.ident.split(".")[0] in editions["1840"].games]
    assert coverage.exemplified == sum(passage.ref not in resting for passage in in_games)


def test_only_1840_has_model_games(editions: dict[str, Edition]) -> None:
    assert list(editions["1840"].games) == [f"m{number}" for number in range(1, 9)]
    for siglum in ("1754", "1863", "1945"):
        assert not editions[siglum].games


def test_the_check_prints_the_coverage_of_each_source(run: Run, editions: dict[str, Edition]) -> None:
    outcome = run("check")
    for siglum in SIGLA:
        (line,) = [text for text in outcome.out.splitlines() if text.startswith(f"  {siglum}  ") and "encoded" in text]
        assert f"of {len(editions[siglum].passages):>3} passages" in line
        assert line.endswith("0 forgotten")


def test_a_forgotten_passage_fails_the_check_by_name(codex: Project, run: Run) -> None:
    replace_once(codex.rules / "1840" / "set_aside.yaml", ASIDE_7_6, "")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert (
        "problem  1840:7.6: COVERAGE-FORGOTTEN: no value rests on it "
        "and rules_data/1840/set_aside.yaml does not set it aside" in outcome.out.splitlines()
    )
    assert "1 forgotten" in outcome.out
    report = json.loads(run("check", "--json", root=codex).out)
    assert report["statements"]["1840"]["forgotten"] == ["1840:7.6"]
    assert report["statements"]["1754"]["forgotten"] == []


def forgotten(codex: Project, siglum: str) -> list[str]:
    """The passages of a source on which no value rests and that are not set aside; claims are left out."""
    from tarock.corpus.editions import Corpus
    from tarock.rules.topics import load_topics

    return check_coverage(load_table(codex, siglum, load_topics(codex)), Corpus(codex).edition(siglum))[0].forgotten


def test_a_passage_that_loses_its_last_value_is_forgotten(codex: Project) -> None:
    # sentence 27 carries two values: the void deal and what a misdeal is
    path = codex.rules / "1863" / "misdeal.yaml"
    kind = (
        'counts_as: {value: ["unequal numbers of cards"], ref: "1863:27", quote: "ungleichen Karten gespielte Spiel"}\n'
    )
    replace_once(path, kind, "")
    assert forgotten(codex, "1863") == []
    replace_once(path, 'deal_void: {value: true, ref: "1863:27", quote: "gespielte Spiel ist ungültig"}\n', "")
    assert forgotten(codex, "1863") == ["1863:27"]


def test_a_passage_with_a_value_cannot_be_set_aside(codex: Project, run: Run) -> None:
    line = replace_once(codex.rules / "1754" / "set_aside.yaml", "[]", '- {passages: "1754:12", reason: definition}')
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert (
        f"problem  rules_data/1754/set_aside.yaml:{line}: COVERAGE-BOTH: 1754:12 is set aside, but a value rests on it"
        in outcome.out.splitlines()
    )


def test_a_passage_is_set_aside_once_and_must_exist(codex: Project, run: Run) -> None:
    path = codex.rules / "1840" / "set_aside.yaml"
    line = replace_once(path, ASIDE_7_6, ASIDE_7_6 + ASIDE_7_6.replace("7.6", "7.99") + ASIDE_7_6)
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert f"problem  rules_data/1840/set_aside.yaml:{line + 1}: COVERAGE-REF: " in outcome.out
    assert "7.99" in outcome.out
    assert (
        f"problem  rules_data/1840/set_aside.yaml:{line + 2}: COVERAGE-TWICE: 1840:7.6 is set aside twice"
        in outcome.out
    )


def test_a_range_sets_aside_every_passage_in_it(codex: Project) -> None:
    # §§ 80 and 81: five and two paragraphs, none of which carries a value
    replace_once(codex.rules / "1840" / "set_aside.yaml", '"1840:80-81"', '"1840:80"')
    assert forgotten(codex, "1840") == ["1840:81.1", "1840:81.2"]


def test_a_claim_accounts_for_its_passage(tables: dict[str, Table], editions: dict[str, Edition]) -> None:
    coverage, problems = check_coverage(tables["1840"], editions["1840"], ["1840:88.2"])
    assert problems == []
    without, _ = check_coverage(tables["1840"], editions["1840"])
    assert (coverage.exemplified, coverage.set_aside) == (without.exemplified + 1, without.set_aside - 1)


# --- disagreements ----------------------------------------------------------------------------------------


def test_the_order_of_re_and_supra_is_the_disagreement_in_1840(tables: dict[str, Table]) -> None:
    # § 56: the announcer gives re, then the contra supra; Musterspiel 5: "A supra und C. Re"
    (found,) = disagreements(tables["1840"])
    assert found.key == "announcements.order"
    assert [(reading.value, reading.ref) for reading in found.readings] == [
        (["contra", "re", "supra"], "1840:56.1"),
        (["contra", "supra", "re"], "1840:m5.spiel.4"),
    ]
    assert str(found) == ("announcements.order: contra, re, supra (1840:56.1) / contra, supra, re (1840:m5.spiel.4)")
    rule = tables["1840"].rule("announcements.order")
    assert rule is not None
    assert rule.ref == "1840:56.1"  # the rule holds, not the example against it


@pytest.mark.parametrize("siglum", ["1754", "1863", "1945"])
def test_the_other_sources_agree_with_themselves(tables: dict[str, Table], siglum: str) -> None:
    assert disagreements(tables[siglum]) == []


def test_two_stated_readings_are_a_finding_and_no_problem(codex: Project, run: Run) -> None:
    # Art. I: "zu viert"; but § 5 knows a "Spiel zu fünft": as if both were the scope of the rules
    before = run("check", root=codex)
    replace_once(
        codex.rules / "1945" / "game.yaml",
        'scope: {value: "Four players", ref: "1945:allg.1.1", '
        'quote: "Diese Regeln gelten für das Tarockspiel zu viert"}\n',
        "scope:\n"
        '  - {value: "Four players", ref: "1945:allg.1.1", quote: "für das Tarockspiel zu viert"}\n'
        '  - {value: "Five too", ref: "1945:bes.A.2.5.1", quote: "beim Spiel zu fünft"}\n',
    )
    outcome = run("check", root=codex)
    assert outcome.status == before.status
    assert problem_lines(outcome.out) == problem_lines(before.out)
    expected = "        passages disagree on game.scope: Four players (1945:allg.1.1) / Five too (1945:bes.A.2.5.1)"
    assert expected in outcome.out.splitlines()
    report = json.loads(run("check", "--json", root=codex).out)
    readings = [
        {"value": "Four players", "ref": "1945:allg.1.1"},
        {"value": "Five too", "ref": "1945:bes.A.2.5.1"},
    ]
    assert report["statements"]["1945"]["disagreements"] == [{"key": "game.scope", "readings": readings}]
    shown = json.loads(run("compare", "1945", "--topic", "game.scope", "--format", "json", root=codex).out)
    assert [one["value"] for one in shown["rows"][0]["eras"]["1945"]["readings"]] == ["Four players", "Five too"]


def test_equal_readings_rejected_ones_and_examples_do_not_disagree(codex: Project, run: Run) -> None:
    path = codex.rules / "1754" / "card_points.yaml"
    replace_once(
        path,
        SCUES,
        "scues:\n"
        '  - {value: 5, ref: "1754:16", quote: "Excuse 5"}\n'
        '  - {value: 5, ref: "1754:16", quote: "der Pagat 5, Excuse 5"}\n'
        '  - {value: 4, ref: "1754:9", quote: "für 4 Points", grade: disputed}\n',
    )
    assert "disagree on card_points.scues" not in run("check", root=codex).out


def test_several_examples_are_no_disagreement(tables: dict[str, Table]) -> None:
    # § 78 gives two hands that are good enough for a Solo
    assert len(tables["1840"].statements["advice.bid.solo.hand"]) == 2
    assert "advice.bid.solo.hand" not in {found.key for found in disagreements(tables["1840"])}
