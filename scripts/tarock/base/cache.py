"""What was found is not looked for again while all that it was found in stays the same.

Where a project has a `build/`, a note of it is kept there: the digest of what was read, the program's own text among
it, and what was reported. A note that does not fit, cannot be read or cannot be written is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
import yaml

from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, write_text

if TYPE_CHECKING:
    from tarock.base.project import Project

T = TypeVar("T")
_PROGRAM = Path(__file__).parents[1]
_WITH = f"{sys.version} msgspec {msgspec.__version__} PyYAML {yaml.__version__}"


class Note(msgspec.Struct, frozen=True):
    """What was read, as a digest, and what was reported of it."""

    digest: str
    report: msgspec.Raw


class Cache:
    """The notes of one project. What a report rests on is named by files and folders of the project."""

    def __init__(self, project: Project):
        self._project = project
        self._digests: dict[Path, str] = {}

    def get(self, name: str, of: tuple[str, ...], kind: type[T]) -> T | None:
        """What was reported when what it rests on, and the program, was the same; or nothing."""
        try:
            note = msgspec.json.decode(self._path(name).read_bytes(), type=Note)
            return msgspec.json.decode(note.report, type=kind) if note.digest == self._digest(of) else None
        except (CodexError, OSError, msgspec.DecodeError):
            return None

    def put(self, name: str, of: tuple[str, ...], report: object) -> None:
        """Note what was reported, where something has been built: nothing else is written into what is only read."""
        if not self._project.build.is_dir():
            return
        with contextlib.suppress(CodexError, OSError):  # then it is looked for again next time
            note = {"digest": self._digest(of), "report": report}
            write_text(self._path(name), msgspec.json.encode(note).decode())

    def clear(self) -> None:
        """Look at the files again, where some were written."""
        self._digests.clear()

    def _path(self, name: str) -> Path:
        return self._project.build / f"{name}.note.json"

    def _digest(self, of: tuple[str, ...]) -> str:
        places = [_PROGRAM, *(self._project.root / name for name in of)]
        for place in places:
            if place not in self._digests:
                self._digests[place] = digest(place)
        return hashlib.sha256("\0".join((_WITH, *(self._digests[place] for place in places))).encode()).hexdigest()


def digest(place: Path) -> str:
    """The sha256 of a file, or of all files below a folder with their names.

    Compiled modules are left out, and the floor that makes the pages: no finding rests on it.
    """
    found = hashlib.sha256()
    for folder, inner, files in os.walk(place):
        inner[:] = sorted(name for name in inner if name not in ("__pycache__", "publish"))
        for name in sorted(files):
            path = os.path.join(folder, name)  # noqa: PTH118 - a third of the time that a Path takes
            found.update(f"{path[len(str(place)) :]}\0".encode(errors="surrogateescape"))
            found.update(hashlib.sha256(read_bytes(path)).digest())
    if place.is_file():
        found.update(read_bytes(place))
    return found.hexdigest()
