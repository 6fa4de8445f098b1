"""Whole folders, replaced so that nothing half-written stays and nothing of anybody's is deleted."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator

MANIFEST = ".built-by-tarock"  # in a folder of ours: the names of its files
_HEAD = "This folder was built by `tarock`. The next build replaces it whole, if it holds no files but these:\n"


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """An empty folder that takes the place of `target` when the block ends well, and goes when it does not.

    Of two builds at the same time the later one stays. Raises `CodexError` when the place cannot be written, or
    holds something that no build put there.
    """
    temporary = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone(target.parent):
            require_own(target)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        fresh = temporary / "new"
        fresh.mkdir()
        yield fresh
        names = "".join(f"{name}\n" for name in sorted(_files(fresh)))
        (fresh / MANIFEST).write_text(_HEAD + names, encoding="utf-8", errors="surrogateescape")
        with _alone(target.parent):
            old = require_own(target)  # it may have been used in the meantime
            _swap(fresh, target, temporary.with_name(f"{temporary.name}-old"), old)
    except OSError as error:
        raise CodexError(
            f"cannot be written ({error.strerror})",
            "expected a folder that this user may write to",
            file=target,  # not the name of ours beside it
        ) from None
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


def require_own(target: Path) -> list[str]:
    """The files of `target`; raises `CodexError` unless it is missing, empty, or one of ours with nothing added."""
    try:
        if not target.is_dir():
            if target.is_symlink() or target.exists():
                raise CodexError("is not a folder", "expected a folder", file=target)
            return []
        found = _files(target)
        listed = set()
        if MANIFEST in found:
            manifest = (target / MANIFEST).read_text(encoding="utf-8", errors="surrogateescape")
            listed = {MANIFEST, *manifest.removeprefix(_HEAD).splitlines()}
    except OSError as error:
        raise CodexError(
            f"cannot be read ({error.strerror})", "expected a folder that this user may write to", file=target
        ) from None
    if foreign := sorted(set(found) - listed):
        raise CodexError(
            f"holds something else that no build of ours put there: {foreign[0]}",
            "expected an empty folder, or one as an earlier build left it",
            file=target,
        )
    return found


def _files(folder: Path) -> list[str]:
    """The files below a folder, by their names seen from it; links are not followed."""
    found: list[str] = []
    left = [""]
    for inside in left:
        with os.scandir(f"{folder}{os.sep}{inside}") as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    left.append(f"{inside}{entry.name}{os.sep}")
                else:
                    found.append(f"{inside}{entry.name}")
    return found


def _swap(fresh: Path, target: Path, aside: Path, old: list[str]) -> None:
    """Put `fresh` in the place of `target`; whatever interrupts, one of the two stands there in the end.

    `old` are the files of `target`: to remove them by name takes half as long as to look for them again.
    """
    try:
        if target.exists():
            target.rename(aside)
        fresh.rename(target)
    finally:
        if aside.exists() and not target.exists():
            aside.rename(target)
        with suppress(OSError):
            for name in old:
                os.unlink(f"{aside}{os.sep}{name}")  # noqa: PTH108
            folders = {name[:end] for name in old for end, sign in enumerate(name) if sign == os.sep}
            for inside in sorted(folders, reverse=True):  # each behind what is in it
                os.rmdir(f"{aside}{os.sep}{inside}")  # noqa: PTH106
        shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep out other builds that look at or change what stands in `folder`, where the system has such locks."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
