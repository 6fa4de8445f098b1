"""Reading files up to a limit, and writing them so that nothing is ever half-written."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tarock.base.errors import CodexError, system_reason

STANDARD_INPUT = Path("-")
LARGEST = 10_000_000  # bytes of an input
# Errors with which the system may refuse any program that writes, and the way out.
_FULL = {
    errno.ENOSPC: ("the disk is full", "expected room for it"),
    errno.EDQUOT: ("the disk is full", "expected room for it"),
    errno.EFBIG: ("is larger than this process may write", "expected a higher limit of file sizes"),
    errno.EROFS: ("lies on a read-only file system", "expected a folder that this user may write to"),
}

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)  # of a file system without a second name


def read_bytes(path: str | Path, largest: int | None = None) -> bytes:
    """Return the content of a file; `-` is standard input. No more than `largest` bytes are ever read, or `LARGEST`.

    Raises `CodexError` for a larger one, and for what cannot be read. A pipe to which nobody writes is empty.
    """
    largest = LARGEST if largest is None else largest
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise CodexError("cannot be read (closed)", "expected something on standard input", file=path)
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with open(path, "rb", opener=_open_at_once) as stream:
                data = stream.read(largest + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise CodexError(f"cannot be read ({system_reason(error)})", "expected a readable file", file=path) from None
    if len(data) > largest:
        raise CodexError(
            f"more than {largest} bytes",
            f"expected at most {largest}",
            file=path,
        )
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer of a pipe; its contents are waited for."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    return handle


def read_text(path: Path) -> str:
    """Return the file's text, line ends as they are; raise `CodexError` as `read_bytes` does, and without UTF-8."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CodexError(f"is not UTF-8 (byte {error.start})", "expected a text in UTF-8", file=path) from None


def has_content(path: Path, data: bytes) -> bool:
    """Return whether a file exists and has exactly this content."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def write_text(path: Path, text: str) -> bool:
    """Write `text` in UTF-8 as `write_bytes` does; return whether the file changed."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> bool:
    """Write `data` whole or not at all; True when the file changed. A link stays, and what it leads to is written.

    Raises `CodexError` when the folder or the file cannot be written, or when something else lies there.
    """
    try:
        place = resolve_path(path)
        if os.path.lexists(place):  # a link to itself too
            if not stat.S_ISREG(place.stat().st_mode):
                raise CodexError(
                    "is not a file",
                    "expected the name of a file, or of a folder to put it in",
                    file=path,
                )
            if has_content(place, data):
                return False
        place.parent.mkdir(parents=True, exist_ok=True)
        _replace(place, data)
    except OSError as error:
        error.filename = None  # it may be our temporary file
        raise write_error(error, path) from None
    return True


def write_new(path: Path, text: str) -> Path:
    """Write `text` into a file that was not there, whole or not at all; return its path.

    Where something else has that name, a link too, it stays, and the next of `NAME-2`, `NAME-3` … is taken. A file that
    has this text already is not written again.
    """
    data, place, number = text.encode("utf-8"), path, 1
    while True:
        try:
            write_set({place: data})
            return place
        except FileThere:
            number += 1
            place = path.with_stem(f"{path.stem}-{number}")


class FileThere(CodexError):
    """Raised where a file would replace one that has another content and was not named."""


def _make_file_there_error(path: Path) -> FileThere:
    return FileThere(
        "is there already, with another content",
        "expected another folder, or this name after -o, which replaces it",
        file=path,
    )


def _holds_data(path: Path, data: bytes) -> bool:
    """Return whether a file can be read and has this content."""
    try:
        return has_content(path, data)
    except OSError:
        return False


def require_no_link(path: Path) -> None:
    """Raise `CodexError` where a path that nobody named is a symbolic link."""
    if path.is_symlink():
        raise CodexError("is a link, and what it leads to would be replaced", "expected another name", file=path)


def require_replaceable(files: Mapping[Path, bytes], named: Path | None = None) -> None:
    """Raise `CodexError` where a file would replace one that has another content and was not `named`.

    A named file is not replaced either where it is a link, or no file.
    """
    for path, data in files.items():
        if path != named:
            if os.path.lexists(path) and not _holds_data(path, data):
                raise _make_file_there_error(path)
            continue
        require_no_link(path)
        if path.exists() and not path.is_file():
            raise CodexError("is not a file", "expected the name of a file, or of a folder to put it in", file=path)


def write_set(files: Mapping[Path, bytes], named: Path | None = None) -> None:
    """Write files that belong together, all or none: each is made beside its place, then all are moved there.

    Raises `CodexError` as `require_replaceable` does before anything is written, and where the system refuses.
    """
    require_replaceable(files, named)
    made: dict[Path, Path] = {}
    moved: list[Path] = []
    try:
        for path, data in files.items():
            place = path
            if not _holds_data(path, data):
                path.parent.mkdir(parents=True, exist_ok=True)
                made[path] = _write_beside(path, data)
        for place, temporary in made.items():
            if place == named:
                temporary.replace(place)
            else:
                _link_new(temporary, place)
                moved.append(place)
    except BaseException as error:  # an interruption too leaves nothing behind
        for other in moved:
            other.unlink()
        if isinstance(error, FileExistsError) and os.path.lexists(place):  # somebody was quicker
            raise _make_file_there_error(place) from None
        if isinstance(error, OSError):
            error.filename = None  # it may be our temporary file
            raise write_error(error, place) from None
        raise
    finally:
        for temporary in made.values():
            temporary.unlink(missing_ok=True)


def _link_new(temporary: Path, path: Path) -> None:
    """Give a file the name `path` too; raise `FileExistsError` where something has that name."""
    try:
        path.hardlink_to(temporary)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))  # from here on the name is ours
        temporary.replace(path)


def is_full(error: OSError) -> bool:
    """Return whether an error is one of a disk that takes no more, whoever writes there."""
    return error.errno in _FULL


def write_error(error: OSError, path: Path) -> CodexError:
    """Return the error to raise when the system refuses to write below `path`."""
    if error.errno in _FULL:
        what, expected = _FULL[error.errno]
        return CodexError(f"{what} ({system_reason(error)})", expected, file=error.filename or path)
    return CodexError(
        f"cannot be written ({system_reason(error)})",
        "expected a folder that this user may write to",
        file=path,
    )


def _replace(path: Path, data: bytes) -> None:
    """Replace a file in one atomic step; leave nothing behind when interrupted."""
    temporary = _write_beside(path, data)
    try:
        temporary.replace(path)  # the one atomic step
    except BaseException:  # an interruption too leaves nothing behind
        temporary.unlink()
        raise


def _write_beside(path: Path, data: bytes) -> Path:
    """Write a file into the folder of `path`, under a name of its own; return that name."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o644)  # noqa: PTH101 - mkstemp makes files that only their owner can read
    except BaseException:
        os.unlink(temporary)  # noqa: PTH108
        raise
    return Path(temporary)


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of files, with the same bytes each time: all have the earliest day that zip knows."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def resolve_path(path: str | Path) -> Path:
    """Return the whole path, links followed.

    Raises `CodexError` when the working folder it begins in was deleted, and for a name that no file can have.
    """
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise CodexError(f"no file can have this name ({error})", "expected another one", file=ascii(path)) from None
    except OSError:
        raise CodexError(
            "the working folder has been deleted",
            "expected a whole path, or a folder that is there",
            file=path,
        ) from None


def path_below(folder: Path, name: str | Path) -> Path:
    """Return the path of `name` in `folder`; raise `CodexError` when it leads out of it."""
    path = folder / name
    if not Path(os.path.normpath(path)).is_relative_to(os.path.normpath(folder)):
        raise CodexError(
            f"`{name}` leads out of {folder}",
            "expected the name of something in it",
        )
    return path
