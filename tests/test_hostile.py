"""Altered project files, game files and arguments: every command ends with 0, 1 or 2 and a message, never a traceback.

The alterations are drawn at random from fixed seeds; `TAROCK_HOSTILE=2000` draws that many, and others each time.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import secrets
from pathlib import Path

import pytest

from tarock import cli
from tarock.base import terminal
from tarock.base.project import Project
from tests.conftest import ROOT, copy_data, remember, usual

pytestmark = pytest.mark.slow

DRAWN = int(os.environ.get("TAROCK_HOSTILE", "0"))
CHANCE = random.Random(os.environ.get("PYTEST_XDIST_TESTRUNUID") or secrets.token_hex())  # one for all processes
SEEDS = [CHANCE.randrange(10**9) for _seed in range(DRAWN)] if DRAWN else usual(range(14))
VALUES = (  # what may stand where a value stood
    "latest", "-1", "0", "[]", "{}", "null", "true", '""', '"1863:99"', '"1840:47.2"', "9" * 25, "9" * 5000, "1.5",
    '"\\e[31m"', '"<b onclick=x>"', "1/0", "-3/2", "x" * 5000, "[a, b]", "{a: b}", '"\\0"', '"../../x"', '"%s {0} {x}"',
    "[" * 2000 + "]" * 2000, "{a: " * 600 + "1" + "}" * 600,
)  # fmt: skip
INSERTED = ("\0", "\t", "- ", "{", "]", '"', "\u2028", "\ufeff", "!!python/object:os.system x", "&a ", "*a")
WHOLE = ("", "[]\n", "{}\n", "null\n", "- 1\n", "x\n", "- {}\n", "- " * 30_000, "1840: {}\n", "a: &a [*a]\n")
VALUE = re.compile(r"(?<=: )[^\n{\[#]+?(?=[,}\n])")
KEY = re.compile(r"[\w.]+(?=:)")
ERAS = ("1754", "1840", "1863", "1945")


def altered(draw: random.Random, text: str) -> str:
    """The text with one thing in it changed: a value, a key, a line, a stretch, or all of it."""
    lines = text.split("\n")
    line, place = draw.randrange(len(lines)), draw.randrange(len(text))
    how = draw.choice(["value"] * 5 + ["key", "line away", "line twice", "end away", "insert", "stretch away", "whole"])
    if how in ("value", "key"):
        found = list((VALUE if how == "value" else KEY).finditer(text))
        if found:
            chosen = draw.choice(found)
            new = draw.choice(VALUES) if how == "value" else draw.choice(["x", "", "value", "silence", "ref", "1840"])
            return text[: chosen.start()] + new + text[chosen.end() :]
    if how == "line away":
        return "\n".join(lines[:line] + lines[line + 1 :])
    if how == "line twice":
        return "\n".join([*lines[: line + 1], *lines[line:]])
    if how == "end away":
        return text[:place]
    if how == "insert":
        return text[:place] + draw.choice(INSERTED) + text[place:]
    return draw.choice(WHOLE) if how == "whole" else text[:place] + text[place + 20 :]


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory, cached: Path) -> Project:
    project = copy_data(tmp_path_factory.mktemp("hostile") / "codex")
    remember(project.root, cached)
    return project


def ends_well(capsys: pytest.CaptureFixture[str], *arguments: str) -> int:
    """Run a command; it must end with 0, 1 or 2, and say why in lines of bounded length."""
    capsys.readouterr()
    status = cli.main(arguments)
    said = capsys.readouterr().err
    assert status in (0, 1, 2), arguments
    assert "internal fault" not in said, said
    assert "Traceback" not in said, said
    assert status != 2 or said, arguments
    assert all(len(line) <= terminal.MESSAGE_LIMIT + 2 for line in said.splitlines())
    assert len(said.splitlines()) < 100
    return status


def commands(root: Path) -> list[list[str]]:
    examples = root / "corpus" / "examples"
    return [
        ["check"], ["check"], ["check"], ["check", "--json"], ["build", "--check"], ["affected"], ["--version"],
        ["show", "1840:47.2"], ["show", "1945"], ["cite", "1863:7", "--format", "ris"], ["search", "ultimo"],
        ["compare"], ["compare", "--format", "json"], ["replay", "1840:m3"],
        *([["replay", str(examples / "my-game.yaml")]] * 2),
        *(["score", "--era", era, str(examples / f"score-{era}.yaml")] for era in ERAS),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_altered_files(victim: Project, capsys: pytest.CaptureFixture[str], seed: int) -> None:
    draw = random.Random(seed)
    command = draw.choice(commands(victim.root))
    folders = ("corpus", "rules_data")
    found = (path for folder in folders for path in (victim.root / folder).rglob("*.*") if path.is_file())
    files = sorted(path for path in found if path.suffix != ".json")  # a folder may be named 1.1.0
    own = [path for path in files if str(path) in command]
    path = (
        own[0] if own and draw.random() < 0.7 else draw.choice([*files, victim.changelog, victim.root / "CITATION.cff"])
    )
    sources = victim.sources / "sources.yaml"
    old, record = path.read_bytes(), sources.read_bytes()
    new = altered(draw, old.decode()).encode()
    try:
        path.write_bytes(new)
        if path.suffix == ".txt" and draw.random() < 0.8:  # a transcript that has the recorded hash
            before, after = (hashlib.sha256(data).hexdigest().encode() for data in (old, new))
            sources.write_bytes(record.replace(before, after))
        ends_well(capsys, "--root", str(victim.root), *command)
    finally:
        path.write_bytes(old)
        sources.write_bytes(record)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("rules_data/1863/deal.yaml", "folder"), ("rules_data/1863/deal.yaml", "zero bytes"),
        ("rules_data/claims/1754.yaml", "not UTF-8"), ("corpus/emendations/1840.yaml", "loop"),
    ],
)  # fmt: skip
def test_files_that_are_no_texts(codex: Project, capsys: pytest.CaptureFixture[str], name: str, how: str) -> None:
    path = codex.root / name
    path.unlink()
    if how == "folder":
        path.mkdir()
    elif how == "loop":
        path.symlink_to(path.name)
    else:
        path.write_bytes(b"\xff\xfe\xfa" if how == "not UTF-8" else b"\0" * 100_000)
    for command in (["check"], ["build"], ["compare"], ["show", "1840:1"]):
        ends_well(capsys, "--root", str(codex.root), *command)
    assert cli.main(["--root", str(codex.root), "check"]) in (1, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('ref: "1863:2"', 'ref: "1863:99"'),
        ("edition: ", "edition: latest # "),
    ],
)
def test_a_build_of_what_does_not_hold_ends_with_a_message(
    codex: Project, capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    for path in (codex.rules / "1863" / "deal.yaml", codex.sources / "sources.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    for command in (["build"], ["site", "build", "--output", str(codex.root / "site")]):
        assert ends_well(capsys, "--root", str(codex.root), *command) in (1, 2)
    assert not (codex.root / "site").exists()


LONG = "x" * 100_000
ARGUMENTS = [
    ["show", "1840:" + ".".join(["1"] * 50_000)], ["cite", LONG], ["show", "1840:\x1b[31m"], ["show", "1840:1@9.9.9"],
    ["show", "1840:1@" + "9" * 5000], ["show", ""], ["show", "-1"], ["show", "1840:1-1840:"], ["show", "\udcff"],
    ["search", *["der"] * 20_000], ["search", LONG], ["search", ""], ["search", "a", "--source", LONG],
    ["compare", LONG], ["compare", "--topic", LONG], ["compare", "\0"], ["coverage", "--era", LONG], ["affected", LONG],
    ["replay", LONG], ["replay", "/" + "a/" * 5000], ["replay", "\0"], ["replay", "/"], ["replay", "/dev/null"],
    ["replay", "1840:m99"], ["replay", "1840:m1", "--level", "file"], ["score", "--era", "1754", LONG],
    ["score", "--era", "1700", "x"], ["score", "--era", "1754", "\0"], ["score", "--era", "1754", "/dev/null"],
    ["site", "serve", "--port", "9" * 5000], ["site", "serve", "--port", "-1"],
    ["site", "build", "--output", "/dev/null/x"], ["site", "build", "--output", "\0"],
    ["site", "build", "--output", LONG], ["build", "--own"],
    ["--root", LONG, "check"], ["--root", "\0", "check"], ["--root", "/dev/null", "check"], [LONG], ["\udcff"],
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ARGUMENTS)))
def test_arguments(capsys: pytest.CaptureFixture[str], number: int) -> None:
    arguments = ARGUMENTS[number]
    start = [] if "--root" in arguments else ["--root", str(ROOT)]
    assert ends_well(capsys, *start, *arguments) in (1, 2)
