"""Deals solved by the workers of a Dask cluster: the numbers of one process, also when a worker is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarock.analysis.hands import HandQuestion, HandSolver
from tarock.base.project import Project
from tarock.cli import workers
from tarock.cli.workers import make_hands, open_cluster, open_pool
from tarock.codex import ComputedCodex
from tests.analysis.test_hands import DREIER
from tests.conftest import Run, thorough

pytestmark = pytest.mark.slow

distributed = pytest.importorskip("distributed")
QUESTION = HandQuestion(hand=DREIER, bid="dreier 1", nodes=500)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster of two processes on this machine."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None) as made:
        yield made.scheduler_address


def forget(project: Project) -> None:
    for kept in (project.root / "build").glob("hand-*"):
        kept.unlink()


@thorough  # the next test has a cluster find it too
def test_a_cluster_finds_what_one_process_finds(run: Run, codex: Project, scheduler: str) -> None:
    asked = ("hand", " ".join(DREIER), "--nodes", "500", "--deals", "12", "--json")
    alone = run(*asked, "--jobs", "1", root=codex)
    assert json.loads(alone.out)["deals"] == 12
    forget(codex)
    assert run(*asked, "--dask", scheduler, root=codex) == alone


def test_when_a_worker_is_lost_nothing_is_lost_or_counted_twice(computed: ComputedCodex, scheduler: str) -> None:
    hands, numbers = make_hands(computed, QUESTION), list(range(1, 61))
    client = distributed.Client(scheduler, set_as_default=False)
    lost, *_rest = pids = set(client.run(os.getpid).values())
    done = threading.Event()

    def kill() -> None:
        done.wait(60)
        os.kill(lost, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    found = []
    with open_cluster(scheduler, computed, QUESTION) as solve:
        for deal in solve(numbers):
            found.append(deal)
            if len(found) == 3:
                done.set()
                killer.join()
    assert found == [hands.solve_deal(number) for number in numbers]
    for _attempt in range(200):
        if len(now := set(client.run(os.getpid).values())) == 2 and now != pids:
            break
        time.sleep(0.05)
    assert lost not in now  # it was a worker, and is gone
    client.close()


def test_a_worker_with_another_program_is_refused(
    run: Run, codex: Project, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "measures_stamp", lambda context, kind: (1, "another"))
    refused = run("hand", " ".join(DREIER), "--deals", "2", "--seed", "7", "--dask", scheduler, root=codex)
    assert refused.status == 2
    assert "a worker has other rules or another program" in refused.err
    assert "Traceback" not in refused.err


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:9", "no scheduler answers at tcp://127.0.0.1:9"),
        ("nonsense://x", "no scheduler answers at nonsense"),
    ],
)
def test_where_no_scheduler_answers_it_is_said(run: Run, codex: Project, address: str, said: str) -> None:
    refused = run("hand", " ".join(DREIER), "--deals", "2", "--seed", "8", "--dask", address, root=codex)
    assert refused.status == 2
    assert said in refused.err
    assert "Traceback" not in refused.err


def test_without_the_extra_it_is_named(run: Run, codex: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    refused = run("hand", " ".join(DREIER), "--deals", "2", "--seed", "9", "--dask", "tcp://127.0.0.1:9", root=codex)
    assert refused.status == 2
    assert "tarock-codex[dask]" in refused.err


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc to see children")
def test_workers_end_with_the_process_that_started_them(codex: Project) -> None:
    """Killed, it can tell them nothing."""
    line = [sys.executable, "-m", "tarock", "--root", str(codex.root), "hand", " ".join(DREIER), "--jobs", "2"]
    with subprocess.Popen([*line, "--deals", "5000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as parent:
        try:
            children: list[str] = []
            deadline = time.monotonic() + 60
            while len(children) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
                children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
        finally:
            parent.kill()
    assert len(children) == 2
    deadline = time.monotonic() + 20
    while any(map(_runs, children)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_runs, children))


def _runs(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_processes_find_what_one_finds(computed: ComputedCodex) -> None:
    hands = make_hands(computed, QUESTION)
    with open_pool(2, computed, QUESTION) as solve:
        assert list(solve([3, 1, 2])) == [hands.solve_deal(number) for number in (3, 1, 2)]
    assert isinstance(hands, HandSolver)
