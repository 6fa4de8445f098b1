"""What 1863 leaves to another game, as another text tells it: beside its silence, and never a value of it."""

from __future__ import annotations

import json

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.check import check
from tarock.codex import ComputedCodex
from tarock.corpus.elsewhere import elsewhere_problems
from tarock.publish.places import Site
from tarock.publish.views.play import make_play
from tarock.rules.compare import find_answer
from tarock.rules.ruleset import Rules
from tarock.rules.tables import load_table
from tests.conftest import Run
from tests.helpers import replace_once


def test_no_borrowed_fact_is_a_value_of_the_source(computed: ComputedCodex) -> None:
    table = computed.tables["1863"]
    rules = Rules(table)
    assert {"play.leader", "honours.bonus", "pack.suits_count"} <= table.borrowed.keys
    for key in table.borrowed.keys:
        assert key not in table.statements
        assert not rules.ref(key)
        if table.assumed.on_key(key):  # which is ours, and is said to be
            continue
        assert not rules.has(key)
        with pytest.raises(CodexError, match="does not state"):
            rules.value(key)
    for siglum in ("1754", "1840", "1945"):
        assert not computed.tables[siglum].borrowed.keys


def test_nothing_is_computed_with_what_is_borrowed(codex: Project) -> None:
    """The same verdicts with every fact taken away and with others put in: nothing that computes sees them."""
    path = codex.rules / "1863" / "borrowed.yaml"
    topics = ComputedCodex(codex).topics

    def results() -> tuple[object, ...]:
        fresh = ComputedCodex(codex)
        verdicts = [(it.claim.id, it.verdict, it.computed) for it in fresh.checked_claims if it.claim.era == "1863"]
        return verdicts, load_table(codex, "1863", topics).statements

    before = results()
    replace_once(path, "Ten trumps, the Scüs counted with them, bring 10 counters.", "They bring 99 counters.")
    assert results() == before
    path.unlink()
    assert results() == before


def test_it_stands_beside_the_silence(computed: ComputedCodex, run: Run) -> None:
    found = find_answer(computed.tables["1863"], "play.leader")
    assert not found.readings
    assert found.silence.silence == "left to another game"
    assert [fact.quote for fact in found.borrowed] == ["spielt die Vorhand aus"]
    rows = json.loads(run("compare", "--topic", "play.leader", "--json").out)["rows"]
    assert rows[0]["eras"]["1863"]["borrowed"][0]["text"] == "pierer-tarok"
    assert "borrowed" not in rows[0]["eras"]["1840"]
    told = run("show", "1863:30").out
    assert "no rule of 1863: play.leader: The forehand leads to the first trick." in told
    assert "borrowed" not in run("show", "1863:29").out


def test_how_to_play_tells_what_was_seen_and_what_was_not(computed: ComputedCodex) -> None:
    (text, _topics, left), (other, _seen, _left) = make_play(Site(computed), "1863").borrowed
    assert other.address == "http://www.zeno.org/Meyers-1905/A/Tarock"
    assert text.address == "http://www.zeno.org/Pierer-1857/A/Tarok"
    assert "1969 characters" in text.extent
    unseen = {link.text: count for link, count in left}
    assert unseen["Rank of the cards"] == 4  # of six keys that silences.yaml leaves to the other game two are answered
    assert unseen["Card points"] == 1  # whether it matters who takes a card
    assert not make_play(Site(computed), "1840").borrowed


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ("[play.leader]", "[settlement.price]", "BORROWED-KEY", "settlement.price is not left to another game"),
        ("[play.leader]", "[game.partner]", "BORROWED-KEY", "game.partner is not left to another game"),
        ("- text: pierer-tarok", "- text: meyers-tarock", "BORROWED-TEXT", "`meyers-tarock` is no text"),
        ('"spielt die Vorhand aus"', f'"{"aus " * 16}"', "BORROWED-QUOTE", "a quote of 16 words"),
        ('"1754:18", quote: "nicht länger', '"1754:2", quote: "nicht länger', "BORROWED-QUOTE", "1754:2 does not have"),
    ],
)
def test_what_cannot_be_borrowed_is_a_problem(codex: Project, old: str, new: str, code: str, what: str) -> None:
    path = codex.rules / "1863" / "borrowed.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    changed = ComputedCodex(codex)
    table = changed.tables["1863"]
    problems = list(table.borrowed.problems(table.silences, table.statements, changed.elsewhere, changed.corpus))
    assert {problem.code for problem in problems} == {code}
    assert what in problems[0].message
    assert problems[0].ref.startswith("rules_data/1863/borrowed.yaml:")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("[play.leader]", "[play.leade]", "unknown key `play.leade`"),
        ("keys: [play.leader]", "topic: plays", "unknown topic `plays`"),
        ("keys: [play.leader]", "keys: []", "neither keys nor a topic"),
        ("keys: [play.leader]", "topic: play, keys: [play.leader]", "neither keys nor a topic, or both"),
    ],
)
def test_a_malformed_fact_is_refused(codex: Project, old: str, new: str, what: str) -> None:
    replace_once(codex.rules / "1863" / "borrowed.yaml", old, new)
    with pytest.raises(CodexError, match=what):
        load_table(codex, "1863", ComputedCodex(codex).topics)


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ('"1754:1": "unter 4 Personen zum Könige"}\n    says: "Two', '"1754:99": "zum"}\n    says: "Two',
         "ELSEWHERE-PLACE", "1754:99 does not exist"),
        ('"bei Tarock-Tappen"', '"beim Tarock-Tappen"', "ELSEWHERE-PLACE", "1840:29.1 does not have"),
        ('L’hombre\n', "L’hombre \n", "", ""),
    ],
)  # fmt: skip
def test_evidence_names_words_that_stand_there(codex: Project, old: str, new: str, code: str, what: str) -> None:
    replace_once(codex.corpus / "elsewhere.yaml", old, new)
    changed = ComputedCodex(codex)
    problems = list(elsewhere_problems(changed.elsewhere.values(), changed.corpus))
    assert [problem.code for problem in problems] == ([code] if code else [])
    assert not problems or what in problems[0].message


@pytest.mark.parametrize(("day", "what"), [("2026-11-31", "invalid date"), ("2999-01-01", "is still to come")])
def test_a_text_was_seen_on_a_day(codex: Project, day: str, what: str) -> None:
    path = codex.corpus / "elsewhere.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace('"2026-11-23"', f'"{day}"', 1), encoding="utf-8")
    changed = ComputedCodex(codex)
    (problem,) = elsewhere_problems(changed.elsewhere.values(), changed.corpus)
    assert (problem.code, what in problem.message) == ("ELSEWHERE-DAY", True)


@pytest.mark.slow
def test_the_check_tells_what_is_wrong_with_either(codex: Project) -> None:
    replace_once(codex.rules / "1863" / "borrowed.yaml", "[play.leader]", "[settlement.price]")
    path = codex.corpus / "elsewhere.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace('"2026-11-23"', '"2999-01-01"', 1), encoding="utf-8")
    assert {it.code for it in check(ComputedCodex(codex), built=False).problems} >= {"BORROWED-KEY", "ELSEWHERE-DAY"}
