"""Every sentence is encoded, claimed, exemplified or set aside; where passages disagree, the check says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus, Edition
from tarock.rules.accounting import CoverageStatus, SentenceCoverage, find_coverage
from tarock.rules.checks import find_disagreements
from tarock.rules.tables import EraTable, load_table
from tarock.rules.topics import load_topics
from tests.conftest import SIGLA, Run
from tests.helpers import replace_once, reported

ASIDE_7_3 = '- {sentences: "1840:7.3", reason: transition, words: "b150b170464c", note: "refers to § 131"}\n'
ASIDE_30_8 = (
    '- {sentences: "1840:30.8#2", reason: transition, words: "25c3c8b56089", note: "leads to the example of § 30"}\n'
)
SCUES = """scues:
  value: 5
  ref: "1754:16"
  quote: "Excuse 5"
  says: "The Excuse counts 5."
  note: "Rule 9 gives 4 for the Excuse of a player who has made no trick: see excuse.lone_points."
"""


def problem_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("problem  ")]


def accounts_of(project: Project, siglum: str) -> SentenceCoverage:
    """The accounts of a source in a copy of the project; claims are left out."""
    return find_coverage(load_table(project, siglum, load_topics(project)), Corpus(project).edition(siglum))


def problems_of(project: Project, computed: ComputedCodex) -> list[str]:
    """What is wrong with the accounts of 1840 by the altered table of a copy."""
    claims = [(located.record.ref, located.record.quote) for located in computed.claims]
    table = load_table(project, "1840", computed.topics)
    return list(map(str, find_coverage(table, computed.corpus.edition("1840"), claims).problems))


def entry_of(path: Path, key: str) -> str:
    """The lines of one key in a file of statements."""
    found = re.search(rf"^{key}:.*\n(?:[ -].*\n)*", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[0]


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_sentence_has_one_account(computed: ComputedCodex, siglum: str) -> None:
    table, edition = computed.tables[siglum], computed.corpus.edition(siglum)
    claims = [(located.record.ref, located.record.quote) for located in computed.claims]
    accounts = find_coverage(table, edition, claims)
    problems = accounts.problems
    assert problems == []
    # counted again, without the code under test: a sentence is encoded where words of it stand in a quote
    quotes = [(support.ref, support.quote) for statement in table for support in statement.supports]
    for ident, passage in edition.passages.items():
        sentences = edition.sentences[ident]
        assert len(accounts.passages[ident]) == len(sentences)
        for number, (sentence, found) in enumerate(zip(sentences, accounts.passages[ident], strict=True)):
            start = len(passage.text) - len(passage.text.split(sentence.text, 1)[1]) - len(sentence.text)
            letters = set(range(start, start + len(sentence.text)))
            resting = {
                ways is quotes
                for ways in (quotes, claims)
                for ref, quote in ways
                if ref == passage.ref and letters & set(range((at := passage.text.index(quote)), at + len(quote)))
            }
            if True in resting:
                assert found is CoverageStatus.ENCODED, (passage.ref, number)
            elif resting:
                assert found is CoverageStatus.CLAIMED, (passage.ref, number)
            else:  # only the eight Musterspiele of 1840 exemplify: `1840:m1` to `1840:m8`
                in_game = siglum == "1840" and ident.split(".")[0] in edition.games
                assert (found is CoverageStatus.EXEMPLIFIED) == in_game, (passage.ref, number)


def test_only_1840_has_model_games(editions: dict[str, Edition]) -> None:
    assert list(editions["1840"].games) == [f"m{number}" for number in range(1, 9)]
    for siglum in ("1754", "1863", "1945"):
        assert not editions[siglum].games


@pytest.mark.slow
def test_the_check_counts_the_sentences_of_each_source(run: Run, editions: dict[str, Edition]) -> None:
    lines = run("check", "--verbose").out.splitlines()
    reports = json.loads(run("check", "--json").out)["statements"]
    for siglum in SIGLA:
        (line,) = [text for text in lines if text.startswith(f"  {siglum}  ") and "encoded" in text]
        report, edition = reports[siglum], editions[siglum]
        sentences = report["sentences"]
        count = sum(len(edition.sentences[ident]) for ident in edition.passages)
        assert f"of {count:>3} sentences {sentences['encoded']:>3} encoded, " in line
        assert line.endswith(f", {len(sentences['unaccounted'])} unaccounted for")
        named = sum(sentences[kind] for kind in ("encoded", "claimed", "exemplified", "set_aside"))
        assert sentences["sentences"] == count == named + len(sentences["unaccounted"])
        assert report["passages"] == len(edition.passages)
        assert report["encoded"] + report["exemplified"] + report["set_aside"] == report["passages"]
        assert report["forgotten"] == []


@pytest.mark.slow
def test_a_forgotten_passage_fails_the_check_by_name(codex: Project, run: Run) -> None:
    replace_once(codex.rules / "1840" / "set_aside.yaml", ASIDE_7_3, "")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert (
        "problem  1840:7.3#1: COVERAGE-FORGOTTEN: no value rests on it "
        "and rules_data/1840/set_aside.yaml does not set it aside" in outcome.out.splitlines()
    )
    found = reported(codex).statements
    assert found["1840"].forgotten == ["1840:7.3"]
    assert "1840:7.3#1" in found["1840"].sentences.unaccounted
    assert found["1754"].forgotten == []


def test_a_forgotten_sentence_beside_an_encoded_one_fails_the_check(codex: Project) -> None:
    # § 30, 8 has two sentences; a value rests on the first
    replace_once(codex.rules / "1840" / "set_aside.yaml", ASIDE_30_8, "")
    table, edition = load_table(codex, "1840", load_topics(codex)), Corpus(codex).edition("1840")
    problems = {problem.ref: problem.code for problem in find_coverage(table, edition).problems}
    assert problems["1840:30.8#2"] == "COVERAGE-FORGOTTEN"
    assert "1840:30.8#1" not in problems


def test_a_sentence_that_loses_its_last_value_is_forgotten(codex: Project) -> None:
    # sentence 27 carries the void deal, what a wrong discard is and does, and the name of a deal
    path, terms = (codex.rules / "1863" / f"{topic}.yaml" for topic in ("misdeal", "terms"))
    replace_once(terms, entry_of(terms, "deal"), "")
    discard = codex.rules / "1863" / "discard.yaml"
    text = discard.read_text(encoding="utf-8")
    discard.write_text(
        text[: text.index("wrong:\n")], encoding="utf-8"
    )  # faults and deal_void are all that stand under it
    assert accounts_of(codex, "1863").unaccounted == []
    replace_once(path, entry_of(path, "deal_void"), "")
    assert accounts_of(codex, "1863").unaccounted == ["1863:27#1"]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("1840:30.8#2", "1840:30.8", ["1840:30.8#1"]),  # a value rests on the first of two
        ("1840:30.8#2", "1840:30.8#1-#2", ["1840:30.8#1"]),
        ("1840:22.1#2", "1840:22.1#1,22.1#2", ["1840:22.1#1"]),
    ],
)
def test_a_sentence_with_a_value_cannot_be_set_aside(
    codex: Project, computed: ComputedCodex, old: str, new: str, wrong: list[str]
) -> None:
    line = replace_once(codex.rules / "1840" / "set_aside.yaml", f'"{old}"', f'"{new}"')
    stale, *both = problems_of(codex, computed)
    assert stale.startswith(
        f"rules_data/1840/set_aside.yaml:{line}: COVERAGE-STALE: {new} was set aside with other words"
    )
    assert both == [
        f"rules_data/1840/set_aside.yaml:{line}: COVERAGE-BOTH: {ref} is set aside, but a value rests on it"
        for ref in wrong
    ]


@pytest.mark.parametrize(
    ("ref", "code", "message"),
    [
        ("1840:7.3", "TWICE", "1840:7.3#1 is set aside twice"),
        ("1840:7.3#1", "TWICE", "1840:7.3#1 is set aside twice"),
        ("1840:7.99", "REF", "no `7.99` in source 1840"),
        ("1840:7.3#2", "REF", "no sentence 2 in 1840:7.3; expected 1840:7.3#1"),
        ("1840:7.3#", "REF", "`1840:7.3#` is not a reference"),
        ("1840:h7", "REF", "1840:h7 is no passage; expected a sentence, or a passage"),
        ("1754:12", "REF", "`1754:12` is not of source 1840"),
        ("1840:7.3#1@1.0.0", "REF", "expected a sentence of it, without version"),
    ],
)
def test_a_sentence_is_set_aside_once_and_must_exist(
    codex: Project, computed: ComputedCodex, ref: str, code: str, message: str
) -> None:
    path = codex.rules / "1840" / "set_aside.yaml"
    line = replace_once(path, ASIDE_7_3, ASIDE_7_3 + ASIDE_7_3.replace("1840:7.3", ref))
    (problem,) = problems_of(codex, computed)
    assert problem.startswith(f"rules_data/1840/set_aside.yaml:{line + 1}: COVERAGE-{code}: ")
    assert message in problem


def test_a_range_sets_aside_every_sentence_in_it(codex: Project) -> None:
    # the preface: its second paragraph is one sentence, which carries no value
    before = set(accounts_of(codex, "1840").unaccounted)
    replace_once(codex.rules / "1840" / "set_aside.yaml", '"1840:vorwort.1-vorwort.2"', '"1840:vorwort.1"')
    assert set(accounts_of(codex, "1840").unaccounted) - before == {"1840:vorwort.2#1"}


def test_a_claim_accounts_for_the_sentence_that_it_quotes(
    tables: dict[str, EraTable], editions: dict[str, Edition]
) -> None:
    claim = ("1840:73.verderben", "Dann versteht man darunter auch")  # the second of two sentences
    accounts = find_coverage(tables["1840"], editions["1840"], [claim])
    problems = accounts.problems
    assert accounts.passages["73.verderben"] == (CoverageStatus.SET_ASIDE, CoverageStatus.CLAIMED)
    assert "COVERAGE-BOTH" not in {problem.code for problem in problems}


def test_a_quote_over_two_sentences_accounts_for_both(
    tables: dict[str, EraTable], editions: dict[str, Edition]
) -> None:
    claim = ("1840:73.verderben", "wie umbringen.\nDann versteht")
    accounts = find_coverage(tables["1840"], editions["1840"], [claim])
    assert accounts.passages["73.verderben"] == (CoverageStatus.CLAIMED, CoverageStatus.CLAIMED)


# --- disagreements ----------------------------------------------------------------------------------------


def test_the_order_of_re_and_supra_is_the_disagreement_in_1840(tables: dict[str, EraTable]) -> None:
    # § 56: the announcer gives re, then the contra supra; Musterspiel 5: "A supra und C. Re"
    found, *others = sorted(find_disagreements(tables["1840"]), key=lambda disagreement: disagreement.key, reverse=True)
    assert found.key == "announcements.raises"
    assert {other.key for other in others} == {f"announcements.raise_by[call={call}]" for call in ("re", "supra")}
    assert [(reading.value, reading.ref) for reading in found.readings] == [
        (["contra", "re", "supra"], "1840:56.1"),
        (["contra", "supra", "re"], "1840:m5.spiel.4"),
    ]
    rule = tables["1840"].find_rule("announcements.raises")
    assert rule is not None
    assert rule.ref == "1840:56.1"  # the rule holds, not the example against it


@pytest.mark.parametrize("siglum", ["1754", "1863", "1945"])
def test_the_other_sources_agree_with_themselves(tables: dict[str, EraTable], siglum: str) -> None:
    assert find_disagreements(tables[siglum]) == []


@pytest.mark.slow
def test_two_stated_readings_are_a_finding_and_no_problem(codex: Project, run: Run) -> None:
    # Art. I: "zu viert"; but § 5 knows a "Spiel zu fünft": as if both were the number of players
    before = run("check", root=codex)
    path = codex.rules / "1945" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    (old,) = re.findall(r"(?m)^players:\n(?:  .*\n)+", text)
    five = '- {value: [5], reading: second, ref: "1945:bes.A.2.5.1", quote: "beim Spiel zu fünft", says: "Five play."}'
    four = '- {value: [4], ref: "1945:allg.1.1", quote: "für das Tarockspiel zu viert", says: "Four play."}'
    path.write_text(text.replace(old, f"players:\n{four}\n{five}\n"), encoding="utf-8")
    outcome = run("check", "--verbose", root=codex)
    lock = "rules_data/statements.lock: BUILD-STALE: run `tarock build`"  # the second reading has an id
    decision = "DECISION-STALE: game.players of 1754 and 1945:"  # was made on the one answer
    new = [line for line in problem_lines(outcome.out) if line not in problem_lines(before.out)]
    assert [line for line in new if lock not in line and decision not in line] == []
    expected = "        passages disagree on game.players: [4] (1945:allg.1.1) / [5] (1945:bes.A.2.5.1)"
    assert expected in outcome.out.splitlines()
    (found,) = reported(codex).statements["1945"].disagreements
    readings = [([4], "1945:allg.1.1"), ([5], "1945:bes.A.2.5.1")]
    assert (found.key, [(each.value, each.ref) for each in found.readings]) == ("game.players", readings)
    shown = json.loads(run("compare", "1945", "--topic", "game.players", "--format", "json", root=codex).out)
    assert [each["value"] for each in shown["rows"][0]["eras"]["1945"]["readings"]] == [[4], [5]]


def test_equal_readings_rejected_ones_and_examples_do_not_disagree(codex: Project, run: Run) -> None:
    path = codex.rules / "1754" / "card_points.yaml"
    replace_once(
        path,
        SCUES,
        "scues:\n"
        '  - {value: 5, ref: "1754:16", quote: "Excuse 5", says: "It counts 5."}\n'
        '  - {value: 5, ref: "1754:16", quote: "der Pagat 5, Excuse 5", says: "It counts 5."}\n'
        '  - {value: 4, ref: "1754:9", quote: "für 4 Points", says: "It is paid with 4.", grade: disputed}\n',
    )
    assert "disagree on card_points.scues" not in run("check", "--verbose", root=codex).out


def test_several_examples_are_no_disagreement(tables: dict[str, EraTable]) -> None:
    # § 78 gives two hands that are good enough for a Solo
    hands = [each for each in tables["1840"].statements["advice.bid.hand"] if each.ref == "1840:78.3"]
    assert len({each.ident for each in hands}) == 1
    assert len(hands) == 2
    assert hands[0].ident not in {found.key for found in find_disagreements(tables["1840"])}
