"""Who solves the deals of a hand: processes of this machine or workers of a Dask cluster, with the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Lock, local

from tarock.analysis.core import Core
from tarock.analysis.hands import DealtHand, HandMeasures, HandQuestion, HandSolver
from tarock.base.errors import CodexError
from tarock.base.project import find_project
from tarock.game.koenigrufen_1840.state import Engine
from tarock.proof.codex import Codex
from tarock.proof.committed import measures_stamp

Solve = Callable[[Sequence[int]], Iterable[DealtHand]]

ANSWER = "5s"  # in which a scheduler must answer
_here = local()  # what a thread works with, `hands`: a worker may have several, and a core serves one
_one_at_a_time = Lock()  # Python 3.11 cannot parse in two threads


def hands_of(codex: Codex, question: HandQuestion) -> HandSolver:
    """A question before the rules and the core; raises `CodexError` for one that is none, or without `wasmtime`."""
    return HandSolver(Engine(codex.games.pack, codex.games.rules), Core(codex.project.solver), question)


@contextmanager
def pool(jobs: int, codex: Codex, question: HandQuestion) -> Iterator[Solve]:
    """So many processes of this machine."""

    with ProcessPoolExecutor(jobs) as processes:
        try:
            yield lambda numbers: processes.map(partial(_deal, str(codex.project.root), None, question), numbers)
        except BaseException:
            processes.shutdown(cancel_futures=True)
            raise


@contextmanager
def cluster(address: str, codex: Codex, question: HandQuestion) -> Iterator[Solve]:
    """The workers of a cluster, each with Tarock Codex installed; what a lost worker had begun another one does anew.

    Raises `CodexError` without the extra `dask`, where no scheduler answers, and where a worker has other rules or
    another program than there are here.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError:
        raise CodexError("a cluster needs Dask", "install it with `pip install 'tarock-codex[dask]'`") from None
    try:
        client = Client(address, timeout=ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        raise CodexError(
            f"no scheduler answers at {address[:80]} ({error})",
            "expected such as tcp://host:8786",
        ) from None
    stamp = measures_stamp(codex.context, HandMeasures)
    with client:
        deal = partial(_deal, None, stamp, question)
        yield lambda numbers: (future.result() for future in client.map(deal, numbers, pure=False))


def _deal(root: str | None, stamp: tuple[int, str] | None, question: HandQuestion, number: int) -> DealtHand:
    """A deal by a process of this project or, elsewhere, of the one that is installed there, with the same `stamp`."""
    hands: HandSolver | None = getattr(_here, "hands", None)
    if hands is None or hands.question != question:
        with _one_at_a_time:
            codex = Codex(find_project(root))
            hands = hands_of(codex, question)
            same = stamp in (None, measures_stamp(codex.context, HandMeasures))
        if not same:
            raise CodexError(
                "a worker has other rules or another program",
                "expected the same Tarock Codex everywhere",
            )
        _here.hands = hands
    return hands.solve_deal(number)
