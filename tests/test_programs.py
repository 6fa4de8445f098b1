"""The programs beside the package: what they cannot work with they refuse, and say what is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.bench_growth import commit_evidence, grow

from tests.conftest import ROOT, thorough

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-m", "tests.mutants", "README.md", "--", "tests/game"), "`README.md` is no Python file of the package"),
        (("-m", "tests.mutants", "setup.py", "--", "tests/game"), "`setup.py` is no Python file of the package"),
        (("benchmarks/bench_search.py", "docs"), f"no built site in {ROOT / 'docs'}; expected one from `make site`"),
    ],
)
def test_what_they_cannot_work_with_is_refused(arguments: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"error: {said}" in done.stderr
    assert "Traceback" not in done.stderr


@thorough  # a source that is added is a part of `tests/fifth`
def test_a_codex_with_a_source_more_is_measured_only_if_it_is_sound(tmp_path: Path) -> None:
    """Every kind of file that a source has is in the copy of 1840; what is new in the data is missed here."""
    root = tmp_path / "grown"
    grow(root, 1)
    for command in ("build", "check"):
        done = subprocess.run(
            [sys.executable, "-m", "tarock", command], cwd=root, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(root / "scripts")}, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr
        if command == "build":
            commit_evidence(root)
    assert re.search(r"^ *2001 ", done.stdout, re.MULTILINE)


@thorough
def test_a_mutation_run_counts_what_no_test_notices() -> None:
    """`cases.py` has a few short functions, most of which their own tests try."""
    files = ("scripts/tarock/rules/cases.py", "--", "tests/rules/test_cases.py")
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", *files], cwd=ROOT, capture_output=True, text=True, check=False,
        timeout=300,
    )  # fmt: skip
    counted = re.search(r"cases\.py: (\d+) mutants, (\d+) survive", done.stdout)
    assert counted, done.stdout[-2000:] + done.stderr[-2000:]
    assert int(counted[2]) < int(counted[1]) / 2
