"""How many deals of a hand a Dask cluster on this machine solves in a second, with one worker and with two.

.venv/bin/python -m benchmarks.bench_cluster
"""

from __future__ import annotations

import time
from pathlib import Path

from distributed import LocalCluster

from tarock.analysis.hands import HandQuestion
from tarock.base.project import Project
from tarock.cli.workers import open_cluster
from tarock.codex import ComputedCodex

# 1840:77.3, suits and suit cards ours
HAND = (
    "Scüs", "XIX", "XVIII", "XVII", "XIV", "XII", "I", "Herz-König", "Careau-Bube", "Careau-Dreier", "Pique-Bube",
    "Pique-Neuner",
)  # fmt: skip
DEALS = 60

if __name__ == "__main__":
    codex = ComputedCodex(Project(Path(__file__).resolve().parents[1]))
    question = HandQuestion(hand=HAND, bid="dreier 2")
    for workers in (1, 2):
        made = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
        with made, open_cluster(made.scheduler_address, codex, question) as solve:
            list(solve(range(1, 2 * workers + 1)))  # imports, rules and core are there
            begun = time.perf_counter()
            solved = len(list(solve(range(101, 101 + DEALS))))
            print(f"{workers} workers: {solved / (time.perf_counter() - begun):.1f} deals/s")
