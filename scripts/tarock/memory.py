"""What was found clean is not read again while it stays the same.

Where a project has a `build/`, a note of it is kept there: the digest of all that was read, the program's own text
among it, and what was reported. A note that does not fit, cannot be read or cannot be written is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, TypeVar

import msgspec

from tarock.errors import CodexError
from tarock.files import write_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tarock.project import Project

T = TypeVar("T")


class Note(msgspec.Struct, frozen=True):
    """What was read, as a digest, and what was reported of it."""

    digest: str
    report: msgspec.Raw


def digest(folders: Iterable[Path], suffixes: tuple[str, ...]) -> str:
    """The sha256 of all files with these endings below the folders, with their names."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in suffixes):
            found.update(f"{path.relative_to(folder)}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()


def recall(project: Project, name: str, now: str, kind: type[T]) -> T | None:
    """What was reported when the digest was the same; or nothing."""
    try:
        note = msgspec.json.decode(_path(project, name).read_bytes(), type=Note)
        return msgspec.json.decode(note.report, type=kind) if note.digest == now else None
    except (OSError, msgspec.DecodeError):
        return None


def keep(project: Project, name: str, now: str, report: object) -> None:
    """Note what was reported, where something has been built: nothing else is written into a project that is read."""
    if not project.build.is_dir():
        return
    note = {"digest": now, "report": report}
    with contextlib.suppress(CodexError):  # then it is computed again next time
        write_text(_path(project, name), msgspec.json.encode(note).decode())


def _path(project: Project, name: str) -> Path:
    return project.build / f"{name}.clean.json"
