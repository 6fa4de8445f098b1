"""What data, schemas and JSON take from Python has a name of its own there: renaming in the program moves nothing."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tarock.base.project import Project
from tarock.claims.registry import FUNCTIONS
from tests.conftest import ROOT, Run

CLAIMS = "claims/functions"
MODULE = "chances"  # of claims; nothing else in the package has that name
OTHERS = {"wasmtime"}  # packages of others whose classes have names of ours


def words(path: Path) -> Iterator[tokenize.TokenInfo]:
    """Yield the names in a module, the last one first."""
    tokens = list(tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline))
    return (token for token in reversed(tokens) if token.type == tokenize.NAME)


def renamable(package: Path) -> set[str]:
    """Return the classes and the functions of claims that are named in code only, and for functions only as such.

    A name in a string is one that the program looks up, such as those of `import tarock`.
    """
    classes, taken = set[str](), set[str]()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes.add(node.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                taken.update(re.findall(r"\w+", node.value) if path.name != "registry.py" else ())
            elif isinstance(node, ast.arg | ast.keyword) and node.arg:
                taken.add(node.arg)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in OTHERS:
                taken.add(node.attr)
        if CLAIMS not in path.as_posix() and path.name != "registry.py":
            taken.update(token.string for token in words(path) if token.string.islower())
    functions = {function.compute.__name__ for function in FUNCTIONS.values()}
    return (classes | functions) - taken


def rename(package: Path, names: dict[str, str]) -> None:
    """Rename everywhere in the code, as an editor does, and not in strings."""
    for path in package.rglob("*.py"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        for token in words(path):
            (row, begin), (_row, end) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = line[:begin] + names.get(token.string, token.string) + line[end:]
        path.write_text("".join(lines), "utf-8")


@pytest.mark.slow
def test_renaming_classes_functions_and_a_module_moves_nothing(codex: Project, run: Run) -> None:
    package = codex.root / "scripts/tarock"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "scripts/tarock", package, ignore=shutil.ignore_patterns("__pycache__"))
    names = renamable(package)
    assert {"Claim", "Emendation", "Term", "kings_that_win", "tarocks_fallen"} <= names
    rename(package, {name: f"{name}Renamed" for name in names} | {MODULE: f"{MODULE}_renamed"})
    # out of its folder: what a claim reads itself, of which the evidence tells, does not hang on where it stands
    (package / CLAIMS / f"{MODULE}.py").rename(package / "elsewhere.py")
    registry = package / "claims/registry.py"
    text = registry.read_text("utf-8")
    text, many = re.subn(
        rf"\b{MODULE}_renamed,\s+", "", text
    )  # in the one import of them all, on one line or on several
    assert many == 1
    moved = f"from tarock import elsewhere as {MODULE}_renamed\nfrom tarock.claims.functions import "
    assert text.count("from tarock.claims.functions import ") == 1
    registry.write_text(text.replace("from tarock.claims.functions import ", moved), "utf-8")

    def renamed(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tarock", "--root", str(codex.root), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(package.parent)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    built = renamed("build", "--check")
    assert (built.returncode, built.stderr) == (0, "")
    checked = renamed("check", "--json")
    assert checked.stderr == ""
    assert report(checked.stdout) == report(run("check", "--json", root=codex).out)
    shown = renamed("show", "1840:47.2")
    assert "Renamed" not in shown.stdout + shown.stderr
    assert shown.returncode == 0


def report(printed: str) -> Any:
    """Return what `check --json` says, without the version of the checkout and what is stale by the hash of modules."""
    found = json.loads(printed)
    del found["version"]
    found["problems"] = [each for each in found["problems"] if each["code"] != "HANDS-STALE"]
    return found
