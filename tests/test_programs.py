"""The programs beside the package: what they cannot work with they refuse, and say what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT


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
