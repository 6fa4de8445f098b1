"""What every era of the game offers to the rest of the program: one record of plain functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    import msgspec

    from tarock.game.common.findings import Finding
    from tarock.game.common.ledger import Settled
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of file that an era reads: its record, the name of its schema, its example below `corpus/`."""

    record: type[msgspec.Struct]
    schema: str
    example: str


@dataclass(frozen=True, slots=True)
class Era(Generic[R]):
    """An era. A room of `tarock.game` offers one as `ERA`; `tarock.game.eras` finds it there.

    `status` lists everything that is wrong with a finished game or session, each finding with its place in
    the file; `settle` says who pays whom, for a record without findings. `replay` goes through a recorded
    game trick by trick, where the source allows it.
    """

    siglum: str
    score: RecordKind
    status: Callable[[R, Document, Rules], tuple[Finding, ...]]
    settle: Callable[[R, Rules], Settled]
    game: RecordKind | None = None
    replay: Callable[..., Any] | None = None
