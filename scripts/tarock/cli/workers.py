"""Who solves the deals of a hand: processes of this machine or workers of a Dask cluster, with the same numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import parent_process
from threading import Lock, Thread, local

from tarock.analysis.core import Core
from tarock.analysis.hands import DealtHand, HandMeasures, HandQuestion, HandSolver
from tarock.analysis.stamps import ResultStamp
from tarock.base.errors import CodexError
from tarock.base.project import find_project
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.state import Engine
from tarock.replay.committed import measures_stamp

Solve = Callable[[Sequence[int]], Iterable[DealtHand]]

ANSWER = "5s"  # in which a scheduler must answer
_here = local()  # what a thread works with, `hands`: a worker may have several, and a core serves one
_one_at_a_time = Lock()  # Python 3.11 cannot parse in two threads


def make_hands(codex: ComputedCodex, question: HandQuestion) -> HandSolver:
    """Return a solver for a question; raise `CodexError` for a faulty question, or without `wasmtime`."""
    return HandSolver(Engine(codex.games.pack, codex.games.rules), Core(codex.project.core), question)


@contextmanager
def open_pool(jobs: int, codex: ComputedCodex, question: HandQuestion) -> Iterator[Solve]:
    """Start `jobs` processes; yield a function that solves deals given by their numbers."""
    with ProcessPoolExecutor(jobs, initializer=_end_with_parent) as processes:
        try:
            yield lambda numbers: processes.map(partial(_solve_deal, str(codex.project.root), None, question), numbers)
        except BaseException:
            processes.shutdown(cancel_futures=True)
            raise


def _end_with_parent() -> None:
    """Have this process end with the process that started it, also if that has ended already."""
    parent = parent_process()

    def watch() -> None:
        if parent:
            parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def open_cluster(address: str, codex: ComputedCodex, question: HandQuestion) -> Iterator[Solve]:
    """Connect to a Dask scheduler; yield a function that solves deals given by their numbers.

    Each worker needs Tarock Codex; another one repeats the work of a lost worker. Raises `CodexError` without the extra
    `dask`, where no scheduler answers, and where a worker has other rules or another program.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError:
        raise CodexError("a cluster needs Dask", "install it with `pip install 'tarock-codex[dask]'`") from None
    try:
        client = Client(address, timeout=ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        raise CodexError(
            f"no scheduler answers at {address[:80]} ({str(error).partition(' (known')[0]})",
            "expected an address such as tcp://host:8786",
        ) from None
    stamp = measures_stamp(codex.context, HandMeasures)
    with client:
        deal = partial(_solve_deal, None, stamp, question)
        yield lambda numbers: (future.result() for future in client.map(deal, numbers, pure=False))


def _solve_deal(root: str | None, stamp: ResultStamp | None, question: HandQuestion, number: int) -> DealtHand:
    """Solve one deal with the project in `root`, or with the one installed on the worker if its stamp is equal."""
    hands: HandSolver | None = getattr(_here, "hands", None)
    if hands is None or hands.question != question:
        with _one_at_a_time:
            codex = ComputedCodex(find_project(root))
            hands = make_hands(codex, question)
            same = stamp in (None, measures_stamp(codex.context, HandMeasures))
        if not same:
            raise CodexError(
                "a worker has other rules or another program",
                "expected the same Tarock Codex everywhere",
            )
        _here.hands = hands
    return hands.solve_deal(number)
