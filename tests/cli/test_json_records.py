"""What leaves as JSON has the shape that its schema tells."""

from __future__ import annotations

import io
import json
from argparse import ArgumentParser
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tarock.checks.schemas import OUTPUTS
from tarock.cli import COMMANDS
from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "corpus/examples"
# Each command with what makes every part of its records appear.
CALLS = {
    "check": [["check", "--json"]],
    "cite": [["cite", "1863:7", "--json"], ["cite", "1840:47.2", "--quote", "--translation", "--json"]],
    "compare": [
        ["compare", "--topic", "ultimo", "--format", "json"],
        ["compare", "1754", "1863", "--json", "--changed"],
    ],
    "analyse": [
        ["analyse", "1840:m3", "--json"],
        ["analyse", "1840:m8", "--goal", "king", "--nodes", "1000", "--json"],
    ],
    "coverage": [["coverage", "--era", "1754", "--json"]],
    "diff": [["diff", f"{siglum}@1.0.0", f"{siglum}@1.1.0", "--json"] for siglum in ("1840", "1754")],
    "export": [["export", "bib", "-o", "FOLDER", "--json"]],
    "hand": [
        ["hand", "XXI XX XIX XVIII XVII XVI XV XIV XIII XII XI Scüs", "--deals", "2", "--nodes", "1000", "--json"]
    ],
    "play": [["play", "--seed", "6", "--level", "1", "--json"]],
    "replay": [
        ["replay", "1840:m1", "1840:m5", "--json"],
        ["replay", "1840:m1", "--level", "conjectured", "--json"],
        *(
            ["replay", str(EXAMPLES / f"{name}.yaml"), "--json"]
            for name in ("my-game", "game-1754", "game-1863", "game-1945")
        ),
    ],
    "score": [
        ["score", "--era", name[6:10], str(EXAMPLES / f"{name}.yaml"), "--json"]
        for name in ("score-1754", "score-1840", "score-1863", "score-1945", "score-1945-play")
    ],
    "search": [["search", "revoke", "--json"], ["search", "Tarock", "--source", "1863", "--json"]],
    "show": [["show", "1863:1-3", *more, "--json"] for more in ([], ["--modern"], ["--english"], ["--transcript"])]
    + [["show", "1840:82.2", "--json"], ["show", "1945:allg.2.3.1", "--json"]],
    "verify": [
        ["verify", "1840:47.2", "0" * 12, "--json"],
        ["verify", "“Unfug” 1840:47.2. Es folgt anderes. 1840:47.2 sha256:9fd2c72411e3", "--json"],
        ["verify", str(ROOT / "tests/corpus/cp1252.txt"), "--json"],
    ],
    "words": [["words", "1863", "--json"]],
}


def commands_with_json() -> set[str]:
    """The commands that have `--json`, or a `--format json`."""
    found = set()
    for name, (declared, _help) in COMMANDS.items():
        parser = ArgumentParser()
        resolve_name(declared)(parser)
        for action in parser._actions:
            if "--json" in action.option_strings or "json" in (action.choices or ()):
                found.add(name)
    return found


def shortened(data: Any) -> Any:
    """The data with one record of each list of them."""
    if isinstance(data, list):
        return [shortened(item) for item in data[:1]] if all(isinstance(item, dict) for item in data) else data
    return {name: shortened(value) for name, value in data.items()} if isinstance(data, dict) else data


def test_every_command_that_prints_json_has_a_schema_and_is_tried_here() -> None:
    assert commands_with_json() == set(OUTPUTS) == set(CALLS)


@pytest.mark.slow
@pytest.mark.parametrize("command", CALLS)
def test_the_output_fits_the_schema_and_what_is_wrong_does_not(
    run: Run, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 60))  # what somebody answers who plays
    schema = json.loads((ROOT / f"rules_data/schema/{command}.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    seen: set[str] = set()
    for arguments in CALLS[command]:
        data = json.loads(run(*(each.replace("FOLDER", str(tmp_path)) for each in arguments)).out)
        assert [error.message for error in validator.iter_errors(data)] == []
        data = shortened(data)  # what is wrong is as wrong there
        assert validator.is_valid(data)
        record: dict[str, Any] = data[0] if isinstance(data, list) else data
        seen |= record.keys()
        for name in [*record]:
            value = record.pop(name)
            optional = command == "show" and name in ("marked", "summary")
            optional |= command == "analyse" and name in ("calls", "algorithm", "content")
            optional |= command == "diff" and name == "id_since"
            optional |= command == "verify" and name in ("recognised", "unread", "notes")
            optional |= command == "compare" and name == "matters"
            assert validator.is_valid(data) is optional, name
            record[name] = value
        record["unheard-of"] = 1
        assert not validator.is_valid(data)
    # the one stands only in copies that are given away, the other where somebody looked into a print
    seen |= {"left_out", "copies"} if command == "show" else set()
    records = schema.get("items", schema)
    named = [each["$ref"].rpartition("/")[2] for each in records.get("anyOf", [records])]
    fields = {field for each in named for field in schema["$defs"][each]["properties"]}
    assert seen | ({"altered"} & fields) == fields  # which only a codex has that is altered
