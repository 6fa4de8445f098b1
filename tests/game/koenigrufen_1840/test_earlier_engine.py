"""Games of 1840 by this engine and by that of an earlier commit, in a process of its own."""

from __future__ import annotations

import subprocess

import pytest
from benchmarks.compare_engines import ServedEngine, compare, extract

from tests.conftest import EVERY, ROOT

BEFORE = "ef7843b4"  # before the phases of a game became one kernel for play and record
GAMES = 20_000 if EVERY == 1 else 500

pytestmark = pytest.mark.slow


def test_games_are_as_by_an_earlier_engine() -> None:
    """What is legal and why not, findings and sheets; a third stacked, a third against the rules."""
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{BEFORE}^{{commit}}"], cwd=ROOT, capture_output=True, check=False
    )
    if known.returncode:
        pytest.skip(f"commit {BEFORE} is not in this repository")
    before, after = ServedEngine(extract(BEFORE)), ServedEngine(ROOT)
    assert compare(before, after, GAMES, seed=52) == 0
    before.close()
    after.close()
