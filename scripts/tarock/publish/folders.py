"""Whole folders, replaced in one step so that nothing half-written stays."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """An empty folder that takes the place of `target` when the block ends well, and goes when it does not.

    Raises `CodexError` when the place cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        fresh = temporary / "new"
        fresh.mkdir()
    except OSError as error:
        raise _unwritable(target, error) from None
    try:
        yield fresh
        _swap(fresh, target, temporary / "old")
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _swap(fresh: Path, target: Path, aside: Path) -> None:
    moved = False
    try:
        if target.exists():
            target.rename(aside)
            moved = True
        fresh.rename(target)
    except OSError as error:
        if moved and not target.exists():
            aside.rename(target)
        raise _unwritable(target, error) from None


def _unwritable(target: Path, error: OSError) -> CodexError:
    return CodexError(
        f"cannot be written ({error.strerror})", "expected a folder that this user may write to", file=target
    )
