"""Whole folders, replaced so that nothing half-written stays and nothing of anybody's is deleted."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tarock.base.errors import CodexError, system_reason
from tarock.base.files import write_error

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


MANIFEST = ".built-by-tarock"  # in a folder of ours: the names of its files, a line for each


@contextmanager
def replace_folder(target: Path) -> Iterator[Path]:
    """Yield an empty folder that replaces `target` when the block ends without error, and is removed otherwise.

    The block must write the manifest. Of two simultaneous builds the later one stays; folders left by builds that were
    killed are removed. Raises `CodexError` when the place cannot be written, or has files that no build put there.
    """
    temporary = handle = None
    lonely = not target.parent.exists()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _hold_lock(target.parent):
            _require_own(target)
            _sweep(target)
            temporary = Path(tempfile.mkdtemp(prefix=_make_prefix(target), dir=target.parent))
            handle = _lock(temporary)  # as long as this process works on it
        fresh = temporary / "new"
        fresh.mkdir()
        yield fresh
        with _hold_lock(target.parent):
            _require_own(target)  # it may have been used in the meantime
            _swap(fresh, target, temporary / "old")
    except OSError as error:
        raise write_error(error, target) from None  # not the name of ours beside it
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)
        if handle is not None:
            os.close(handle)
        if lonely and not target.exists():
            with suppress(OSError):
                target.parent.rmdir()


def require_own(target: Path) -> None:
    """Raise `CodexError` unless `target` is missing, empty, or a folder that a build made and nobody added to.

    A folder without our manifest is refused before anything in it is looked at.
    """
    if os.path.lexists(target):
        with _hold_lock(target.parent):
            _require_own(target)


def _require_own(target: Path) -> None:
    try:
        if not target.is_dir():
            if target.is_symlink() or target.exists():
                raise CodexError("is not a folder", "expected a folder", file=target)
            return
        found = set(os.listdir(target))  # noqa: PTH208 - names
        if MANIFEST in found:
            text = (target / MANIFEST).read_text(encoding="utf-8", errors="surrogateescape")
            listed = {
                line.rpartition("  ")[2] for line in text.splitlines()
            }  # for a while hashes stood before the names
            found = set(_list_paths(target)) - listed - {MANIFEST}
    except OSError as error:
        raise CodexError(
            f"cannot be read ({system_reason(error)})",
            "expected a folder that this user may write to",
            file=target,
        ) from None
    if found:
        raise CodexError(
            f"holds something else that no build of ours put there: {min(found)}",
            "expected an empty folder, or one as an earlier build left it",
            file=target,
        )


def write_manifest(folder: Path) -> None:
    """Write the manifest of a finished folder, by which later builds know it as theirs."""
    names = "".join(f"{name}\n" for name in sorted(_list_paths(folder)) if name != MANIFEST)
    (folder / MANIFEST).write_text(names, encoding="utf-8", errors="surrogateescape")


def list_files(folder: Path) -> str:
    """Return a digest of names, sizes and modification times of all files below a folder."""
    found = hashlib.sha256()
    for name in sorted(_list_paths(folder)):
        state = os.stat(f"{folder}/{name}", follow_symlinks=False)  # noqa: PTH116 - tens of thousands of them
        found.update(f"{name}\0{state.st_size} {state.st_mtime_ns}\n".encode(errors="surrogateescape"))
    return found.hexdigest()


def _list_paths(folder: Path) -> list[str]:
    """Return the paths of all files below a folder, relative to it; links are not followed."""
    found = []
    for place, inner, files in os.walk(folder, onerror=_refuse):  # names as text: a Path takes ten times as long
        links = [name for name in inner if os.path.islink(f"{place}/{name}")]  # noqa: PTH114
        inside = place[len(str(folder)) + 1 :].replace(os.sep, "/")
        found += [f"{inside}/{name}" if inside else name for name in (*files, *links)]
    return found


def _refuse(error: OSError) -> None:
    raise error


def _make_prefix(target: Path) -> str:
    return f".{target.name}-"


def _sweep(target: Path) -> None:
    """Remove folders that killed builds of `target` left, which nobody has locked."""
    for left in target.parent.glob(f"{_make_prefix(target)}*"):
        if fcntl is None or not (left / "new").is_dir():
            continue
        try:
            handle = _lock(left, fcntl.LOCK_NB)
        except OSError:  # another build works on it
            continue
        if (left / "old").is_dir() and not target.exists():  # killed between the renames
            (left / "old").rename(target)
        shutil.rmtree(left, ignore_errors=True)
        os.close(handle)


def _swap(fresh: Path, target: Path, aside: Path) -> None:
    """Replace `target` by `fresh`, moving the old one aside; one of the two always exists."""
    try:
        if target.exists():
            target.rename(aside)
        fresh.rename(target)
    finally:
        if aside.exists() and not target.exists():
            aside.rename(target)


def _lock(folder: Path, kind: int = 0) -> int:
    """Lock a folder until the returned file descriptor is closed; on systems without such locks do nothing."""
    handle = os.open(folder, os.O_RDONLY)
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | kind)
        except OSError:
            os.close(handle)
            raise
    return handle


@contextmanager
def _hold_lock(folder: Path) -> Iterator[None]:
    """Hold a lock against other builds that use `folder`."""
    handle = _lock(folder)
    try:
        yield
    finally:
        os.close(handle)
