"""Answers that vary by case, and what the tables refuse: made by editing a copy of the real files.

1754:16 "eine Dame 4": as if the Queen counted 4 at a Dreier and more in other cases. What is expected follows from
the rule that a more specific case wins.
"""

from __future__ import annotations

import json
import re

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.rules.cases import answer_name, make_case, most_specific
from tarock.rules.ruleset import Rules
from tarock.rules.tables import load_table
from tarock.rules.topics import load_topics
from tests.conftest import Run
from tests.helpers import replace_once, table_problems

KEY = "card_points.dame"
QUEEN = 'dame: {value: 4, ref: "1754:16", quote: "eine Dame 4", says: "A queen counts 4."}\n'
ENTRY = 'dame: {type: integer, unit: points, by: [method], title: "Queen"'
BY = ENTRY.replace("[method]", "[contract, stake, announced, method]")
FOUR = 'ref: "1754:16", quote: "eine Dame 4", says: "The queen counts 4."'
CASES = f"""dame:
- {{value: 4, when: {{contract: dreier}}, {FOUR}}}
- {{value: 5, when: {{contract: solo}}, ref: "1754:16", quote: "der Pagat 5", says: "The queen counts 5."}}
- {{value: 3, when: {{contract: solo, announced: true}}, ref: "1754:16", quote: "ein Cavall 3", says: "It counts 3."}}
"""


@pytest.fixture
def cased(codex: Project) -> Project:
    """A copy in which the Queen of 1754 has three cases."""
    replace_once(codex.rules / "keys" / "card_points.yaml", ENTRY, BY)
    replace_once(codex.rules / "1754" / "card_points.yaml", QUEEN, CASES)
    return codex


def rules_of(project: Project) -> Rules:
    return Rules(load_table(project, "1754", load_topics(project)))


def test_the_most_specific_case_answers_and_is_noted_by_its_name(cased: Project) -> None:
    rules = rules_of(cased)
    assert rules.number(KEY, contract="dreier") == 4
    assert rules.number(KEY, contract="solo") == 5
    assert rules.number(KEY, contract="solo", announced=True) == 3
    assert rules.number(KEY, contract="solo", announced=False, stake="high") == 5
    assert rules.reads == {f"{KEY}[{case}]" for case in ("contract=dreier", "contract=solo")} | {
        f"{KEY}[announced=true,contract=solo]"
    }
    assert rules.ref(KEY, contract="solo") == "1754:16"
    assert rules.has(KEY)
    assert rules.has(KEY, contract="solo")
    assert not rules.has(KEY, contract="a_un")


def test_a_value_is_altered_in_its_case_alone(cased: Project) -> None:
    rules = rules_of(cased).fork({f"{KEY}[contract=solo]": 9})
    assert rules.number(KEY, contract="solo") == 9
    assert rules.number(KEY, contract="dreier") == 4
    assert rules.number(KEY, contract="solo", announced=True) == 3


def test_a_case_without_an_answer_is_an_error_that_names_the_cases(cased: Project) -> None:
    rules = rules_of(cased)
    cases = f"`{KEY}[contract=dreier]`, `{KEY}[contract=solo]`, `{KEY}[announced=true,contract=solo]`"
    for when, asked in (({}, KEY), ({"contract": "a_un"}, f"{KEY}[contract=a_un]")):
        with pytest.raises(CodexError) as caught:
            rules.number(KEY, **when)
        assert str(caught.value) == (
            f"rules_data/1754/card_points.yaml: source 1754 does not state `{asked}`; expected one of {cases}"
        )
    with pytest.raises(CodexError, match="expected a dimension of the key: contract, stake, announced, method"):
        rules.number(KEY, players=4)
    with pytest.raises(CodexError, match="expected one of: dreier, solo"):
        rules.number(KEY, contract="duo")


def test_two_cases_that_are_equally_specific_do_not_answer_what_both_reach() -> None:
    answers = [(make_case({"contract": "solo"}), 1), (make_case({"stake": "high"}), 2)]
    assert most_specific({"contract": "solo"}, answers) == 1
    with pytest.raises(CodexError, match=r"\[contract=solo\] and \[stake=high\] both reach"):
        most_specific({"contract": "solo", "stake": "high"}, answers)
    assert (
        most_specific({"contract": "solo", "stake": "high"}, [*answers, ((("contract", "solo"), ("stake", "high")), 3)])
        == 3
    )
    assert most_specific({}, answers) is None
    assert answer_name("a.b", make_case({"z": True, "a": 3})) == "a.b[a=3,z=true]"


def test_the_comparison_shows_every_case_with_its_label(cased: Project, run: Run) -> None:
    outcome = run("compare", "1754", "--topic", KEY, "--format", "markdown", root=cased)
    assert "Dreier: 4 points / Solo: 5 points / announced, Solo: 3 points" in outcome.out
    data = json.loads(run("compare", "1754", "--topic", KEY, "--format", "json", root=cased).out)
    readings = data["rows"][0]["eras"]["1754"]["readings"]
    assert [reading["when"] for reading in readings] == [
        {"contract": "dreier"}, {"contract": "solo"}, {"contract": "solo", "announced": True},
    ]  # fmt: skip
    assert readings[0]["says"] == "The queen counts 4."


def test_one_value_in_every_case_is_no_difference_from_a_value_without_cases(cased: Project, run: Run) -> None:
    path = cased.rules / "1754" / "card_points.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("value: 5, when", "value: 4, when").replace("value: 3, when", "value: 4, when")
    path.write_text(text, encoding="utf-8")
    rows = json.loads(run("compare", "1754", "1840", "--topic", KEY, "--format", "json", root=cased).out)["rows"]
    assert [row["changed"] for row in rows] == [False]  # 1840:5.1 too counts a Dame 4


def test_a_formula_names_a_case(cased: Project) -> None:
    path = cased.rules / "1754" / "card_points.yaml"
    replace_once(
        path,
        "value: 5, when: {contract: solo}",
        f'value: 8, derived: "{KEY}[contract=dreier] * 2", when: {{contract: solo}}',
    )
    replace_once(path, 'solo}, ref: "1754:16", quote: "der Pagat 5"', 'solo}, ref: "1754:16", quote: "ein Valet 2"')
    assert not re.search(r"STATEMENT-[A-Z]+: card_points\.dame", "\n".join(table_problems(cased, "1754")))
    replace_once(path, "value: 8", "value: 9")
    assert f"`{KEY}[contract=dreier] * 2` makes 8, not 9" in "\n".join(table_problems(cased, "1754"))


def one(statement: str) -> str:
    return f"dame: {{{statement}, {FOUR}}}\n"


REFUSED = [  # file below rules_data, what is replaced, by what, and the message
    ("1754/card_points.yaml", QUEEN, one("value: 4, when: {contrct: solo}"),
     "holds when contrct is 'solo'; expected a dimension of the key"),
    ("1754/card_points.yaml", QUEEN, one("value: 4, when: {players: 4}"),
     "expected a dimension of the key: contract, stake, announced, method"),
    ("1754/card_points.yaml", QUEEN, one("value: 4, when: {contract: duo}"),
     "holds when contract is 'duo'; expected one of: dreier, solo"),
    ("1754/card_points.yaml", QUEEN, one("value: 4, when: {announced: yes}"),
     "holds when announced is 'yes'; expected true or false"),
    ("1754/card_points.yaml", QUEEN, one("value: 4, unit: pints"), "counts `pints`; expected a unit: "),
    ("1754/card_points.yaml", QUEEN, one("value: 4, other_reading: {value: four, why: so}"),
     "may be 'four'; expected a whole number"),
    ("1754/card_points.yaml", QUEEN, one("value: 4, other_reading: {value: 4, why: so}"), "reads the same"),
    ("1754/card_points.yaml", QUEEN, f"dame:\n- {{value: 4, {FOUR}}}\n- {{value: 4, {FOUR}}}\n",
     "`card_points.dame` says 4 points twice; expected another value or case"),
    ("keys/card_points.yaml", BY, BY.replace("stake", "steak"), "varies by `steak`; expected a dimension: "),
    ("keys/card_points.yaml", BY, BY.replace("unit: points", "unit: pints"), "counts `pints`; expected a unit: "),
    ("keys/card_points.yaml", BY, BY.replace("integer", "rolle"), "has type rolle; expected integer"),
    ("keys/card_points.yaml", BY, BY.replace("{type", '{only: {source: "1840", why: "it has queens"}, type'),
     "`card_points.dame` is answered; expected it in 1840 only: it has queens"),
    ("vocabulary.yaml", "{title: \"Size of the stake\", of: stake}", "{title: \"Size of the stake\", of: steak}",
     "`stake` is of `steak`; expected integer, boolean, bid"),
    ("vocabulary.yaml", "announced, \"no\": \"not announced\"}", "announced}",
     "`announced` cannot be shown; expected `yes:` and `no:`"),
    ("deprecated_keys.yaml", "{}", "card_points.queen: {now: [{key: card_points.quen}]}",
     "`card_points.quen` is no key; expected the key that answers now"),
    ("deprecated_keys.yaml", "{}", "card_points.koenig: {now: [{key: card_points.dame}]}",
     "`card_points.koenig` is a key; expected only keys that are no more"),
    ("deprecated_keys.yaml", "{}", "card_points.queen: {now: [{key: card_points.dame, when: {players: 3}}]}",
     "expected a dimension of the key"),
    ("deprecated_keys.yaml", "{}", "card_points.queen: {}",
     "`card_points.queen` has neither or both of `now:` and `reason:`; expected one"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "message"), REFUSED)
def test_nonsense_is_refused_with_file_and_line(
    codex: Project, run: Run, name: str, old: str, new: str, message: str
) -> None:
    replace_once(codex.rules / "keys" / "card_points.yaml", ENTRY, BY)
    path = codex.rules / name
    if path.name == "deprecated_keys.yaml":
        path.write_text(new + "\n", encoding="utf-8")
        line = 1
    else:
        line = replace_once(path, old, new)
    outcome = run("compare", "1754", root=codex)
    assert (outcome.status, outcome.out) == (2, "")
    place = re.match(r"(\S+):(\d+): ", outcome.err)
    assert place, outcome.err
    if "only" not in message:
        assert place[1] == str(path)
        assert line <= int(place[2]) <= line + 3
    assert message in outcome.err


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [  # what the engine decides on, one letter wrong
        ("volat", "value: [card_points]\n", "value: [card_point]\n"),
        ("honours", "value: [first, second, third]", "value: [first, second, thrid]"),
        ("honours", "value: [all_three, all_four]", "value: [all_three, all_for]"),
        (
            "announcements",
            "value: [contra-giver]\n    when: {call: supra}",
            "value: [contra giver]\n    when: {call: supra}",
        ),
        ("announcements", 'when: {call: supra}\n    ref: "1840:56.1"', 'when: {call: subra}\n    ref: "1840:56.1"'),
        ("settlement", "value: middle\n      when", "value: mittel\n      when"),
    ],
)
def test_a_word_that_nobody_knows_is_refused(codex: Project, run: Run, name: str, old: str, new: str) -> None:
    path = codex.rules / "1840" / f"{name}.yaml"
    line = replace_once(path, old, new)
    outcome = run("check", root=codex)
    assert outcome.status == 2
    place = re.match(r"(\S+):(\d+): .*; expected .*one of: ", outcome.err)
    assert place, outcome.err
    assert place[1] == str(path)
    assert line <= int(place[2]) <= line + 1


@pytest.fixture
def deprecated(codex: Project) -> Project:
    """A copy that remembers a key that went and one with a successor in a case."""
    replace_once(codex.rules / "keys" / "card_points.yaml", ENTRY, BY)
    (codex.rules / "deprecated_keys.yaml").write_text(
        "card_points.queen: {now: [{key: card_points.dame, when: {contract: solo}}]}\n"
        'card_points.ace: {reason: "no pack has one"}\n',
        encoding="utf-8",
    )
    return codex


def test_a_deprecated_key_names_its_successor(deprecated: Project, run: Run) -> None:
    outcome = run("compare", "--topic", "card_points.queen", root=deprecated)
    assert (outcome.status, outcome.err) == (
        2, "`card_points.queen` is no key any more; it is now card_points.dame[contract=solo]\n",
    )  # fmt: skip
    assert "it went: no pack has one" in run("compare", "--topic", "card_points.ace", root=deprecated).err
    replace_once(deprecated.rules / "1754" / "card_points.yaml", "dame: {value", "queen: {value")
    outcome = run("check", root=deprecated)
    assert "unknown key `card_points.queen`; it is now card_points.dame[contract=solo]" in outcome.err


def test_a_key_of_one_source_is_not_applicable_in_the_others(codex: Project) -> None:
    replace_once(
        codex.rules / "keys" / "card_points.yaml",
        ENTRY,
        ENTRY.replace("{", '{only: {source: "1754", why: "a reason"}, '),
    )
    for siglum in ("1840", "1945"):
        path = codex.rules / siglum / "card_points.yaml"
        text = re.sub(r"(?m)^dame:.*\n([- ].*\n)*", "", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
    topics = load_topics(codex)
    silence = load_table(codex, "1840", topics).silence(KEY)
    assert (silence.silence, silence.note) == ("not applicable", "a reason")
    assert load_table(codex, "1754", topics).find_rule(KEY)
