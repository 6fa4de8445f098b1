"""Doing two things at once where the system can fork: the site has thousands of small files beside its pages."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def beside(task: Callable[[], object]) -> Iterator[None]:
    """Run `task`, which only writes files, in a process beside the block; both are done when the block ends.

    Where that cannot be had, or the process fails, `task` runs (again) here behind the block, so that its errors
    are raised as they are. When the block fails, the process is ended. A signal waits until there is a process to end:
    what Python raises while it forks is lost.
    """
    if not hasattr(os, "fork") or _threads() != 1:
        yield
        task()
        return
    ends = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            for kind in ends:
                signal.signal(kind, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            task()
            status = 0
        finally:
            os._exit(status)  # nothing of the parent's is flushed or cleaned up twice
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield
    except BaseException:
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        raise
    if os.waitpid(child, 0)[1]:
        task()


def _threads() -> int:
    """How many threads this process has, those of libraries included: a fork has only one of them, and none may wait."""
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208 - only their number
    return threading.active_count()
