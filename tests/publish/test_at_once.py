"""A task beside a block: done when the block ends, its errors raised, ended when the block fails."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tarock.base.errors import CodexError
from tarock.publish import at_once
from tarock.publish.at_once import beside
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread through which a process of the suite hears from the others counts for nothing: it waits for none."""
    monkeypatch.setattr(at_once, "_threads", lambda: 1)


@pytest.mark.usefixtures("alone")
def test_both_are_done_when_the_block_ends(tmp_path: Path) -> None:
    def task() -> None:
        time.sleep(0.05)
        (tmp_path / "task").write_text("done", encoding="utf-8")

    with beside(task):
        (tmp_path / "block").write_text("done", encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["block", "task"]


@pytest.mark.usefixtures("alone")
def test_an_error_of_the_task_is_raised() -> None:
    def fail() -> None:
        raise CodexError("cannot be written", "expected room")

    with pytest.raises(CodexError, match="cannot be written; expected room"), beside(fail):
        pass


@pytest.mark.usefixtures("alone")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork the task only begins behind the block")
def test_when_the_block_fails_the_task_is_ended(tmp_path: Path) -> None:
    def slow() -> None:
        time.sleep(60)
        (tmp_path / "late").write_text("", encoding="utf-8")

    start = time.monotonic()
    with pytest.raises(KeyError), beside(slow):
        raise KeyError
    assert time.monotonic() - start < 50
    assert not list(tmp_path.iterdir())


FORKING = """
import os, signal, time
from tarock.publish.at_once import beside
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell switches off for what runs behind it
os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    with beside(lambda: time.sleep(60)):
        print("the block ran")
except KeyboardInterrupt:
    print("ended")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork the task only begins behind the block")
def test_a_signal_that_comes_while_forking_is_not_lost() -> None:
    """Python swallows what is raised in that moment, also by the handler of a signal: a build went on to its end."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    line = [sys.executable, "-c", FORKING]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_with_other_threads_about_the_task_runs_here(tmp_path: Path) -> None:
    done = threading.Event()
    waiting = threading.Thread(target=done.wait)
    waiting.start()
    try:
        with beside(lambda: (tmp_path / "task").write_text(str(os.getpid()), encoding="utf-8")):
            assert not list(tmp_path.iterdir())
    finally:
        done.set()
        waiting.join()
    assert (tmp_path / "task").read_text(encoding="utf-8") == str(os.getpid())


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="only Linux counts the threads of libraries")  # noqa: PTH112
def test_with_threads_of_a_library_about_the_task_runs_here(tmp_path: Path) -> None:
    """The typesetter keeps threads; in a fork it would wait for them for ever."""
    import typst

    typst.compile(b"word")
    with beside(lambda: (tmp_path / "task").write_text(str(os.getpid()), encoding="utf-8")):
        assert not list(tmp_path.iterdir())
    assert (tmp_path / "task").read_text(encoding="utf-8") == str(os.getpid())
