"""`--rule` of `play`, `replay`, `score` and `analyse`: other rules are followed and named, or refused by name."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest

import tarock
from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "corpus/examples"
FREE = ("--rule", "play.must_tarock=false")
NAMED = "another rule than that of 1840: `play.must_tarock` is false, not true"
RECORD = {"source": "1840", "statement": "play.must_tarock", "to": False, "instead_of": True}
COMMANDS = {
    "replay": ("replay", "1840:m3"),
    "score": ("score", "--era", "1840", str(EXAMPLES / "score-1840.yaml")),
    "analyse": ("analyse", "1840:m3", "--goal", "king", "--nodes", "100"),
    "play": ("play", "--seed", "6"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_which_rules_are_altered(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """In its text and in its JSON; without the option neither does."""
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    told = run(*COMMANDS[name], *FREE)
    assert (told.status, NAMED in told.out) == (0, True), told.err
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    found = json.loads(run(*COMMANDS[name], *FREE, "--json").out)
    assert (found[0] if isinstance(found, list) else found)["altered"] == [RECORD]
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert not re.search("another rule|altered", run(*COMMANDS[name]).out)


def test_several_rules_with_cases_give_what_the_library_gives(run: Run) -> None:
    values = {
        "settlement.multiplier[contract=dreier]": 3,
        "ultimo.bonus[announced=true,contract=dreier]": 5,
        "play.must_tarock": False,
    }
    codex = tarock.open(ROOT)
    given = [part for name, to in values.items() for part in ("--rule", f"{name}={json.dumps(to)}")]
    other = codex.altered("1840", values)
    [said] = json.loads(run("replay", "1840:m3", *given, "--json").out)
    assert said == other.replay(codex.model_game("1840:m3")).as_dict()
    assert said["scores"] != codex.replay(codex.model_game("1840:m3")).as_dict()["scores"]


@pytest.mark.slow
def test_a_game_by_other_rules_is_saved_with_them_and_replayed_as_the_message_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the rules of 1754, with one that we assume there altered; the file names it, and so does the way on."""
    rule = ("--rule", "play.must_overtake=true")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 200))
    played = run("play", "--era", "1754", "--seed", "5", "--save", str(tmp_path), *rule)
    assert played.status == 0, played.err
    [file] = tmp_path.glob("*.yaml")
    named = "another rule than that of 1754: `play.must_overtake` is true, not false"
    assert file.read_text(encoding="utf-8").startswith(f"# {named}\n")
    [command] = re.findall(r"`tarock (replay [^`]*)`", played.out)
    replayed = run(*shlex.split(command), "--json")
    assert (replayed.status, json.loads(replayed.out)[0]["findings"]) == (0, [])
    assert json.loads(replayed.out)[0]["altered"][0]["statement"] == "play.must_overtake"
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    left = run("play", "--era", "1754", "--seed", "5", *rule)
    assert f"{shlex.join(rule)} --answers" in left.err


WRONG = {
    "play.must_tarok=false": ("no statement `play.must_tarok`", "did you mean play.must_tarock"),
    "play.must_tarock=3": ("`play.must_tarock` is 3", "expected true or false"),
    "announcements.raise_factor=3": ("no statement", "expected one of `announcements.raise_factor[call=contra]`"),
    "announcements.raise_factor[call=rex]=3": ("no statement", "`announcements.raise_factor[call=re]`"),
    "deal.hand=11": ("Hands and talon are the pack", "change `game.players`"),
    "play.leader=nobody": ("`play.leader`", "expected one of: first"),
    "rank.scues_nature=excuse": ("the engine cannot play with `rank.scues_nature`", "expected highest trump"),
    "play.must_tarock": ("no rule with its value", "expected KEY=VALUE"),
    "play.must_tarock=": ("no rule with its value", "expected KEY=VALUE"),
    "play.must_tarock=[": ("broken YAML", "well-formed"),
}


@pytest.mark.parametrize("given", WRONG)
def test_what_does_not_fit_is_refused_with_the_way_out(run: Run, given: str) -> None:
    refused = [run(*COMMANDS[name], "--rule", given) for name in COMMANDS]
    assert {each.status for each in refused} == {2}
    assert {each.out for each in refused} == {""}
    [told] = {each.err for each in refused}
    assert told.startswith("--rule")
    assert all(part in told for part in WRONG[given])


def test_the_same_rule_twice_and_games_of_two_sources_are_refused(run: Run) -> None:
    twice = run("replay", "1840:m3", *FREE, *FREE)
    assert (twice.status, "given twice" in twice.err) == (2, True)
    both = run("replay", "1840:m3", str(EXAMPLES / "game-1754.yaml"), *FREE)
    assert (both.status, "games of one source" in both.err) == (2, True)


def test_committed_values_are_not_given_for_other_rules(run: Run) -> None:
    checked = run("analyse", "1840:m3", "--check", *FREE)
    assert (checked.status, "--rule" in checked.err) == (2, True)
    dearer = json.loads(
        run("analyse", "1840:m8", "--goal", "points", "--nodes", "100", "--json", "--rule", "card_points.dame=5").out
    )
    usual = json.loads(run("analyse", "1840:m8", "--goal", "points", "--json").out)
    assert dearer["inputs"] != usual["inputs"]


def test_the_short_notation_names_them_and_is_read_again(run: Run, tmp_path: Path) -> None:
    text = run("replay", "1840:m3", "--text", *FREE).out
    assert text.startswith(f"# {NAMED}\n")
    file = tmp_path / "m3.txt"
    file.write_text(text, encoding="utf-8")
    one, other = (json.loads(run("replay", name, *FREE, "--json").out)[0] for name in ("1840:m3", str(file)))
    assert one["scores"] == other["scores"]
