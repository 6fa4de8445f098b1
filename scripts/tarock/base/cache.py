"""Results that are cached in `build/`, where a project has one, by the digest of what they were made of.

The program's own text is part of it. An entry that does not fit, was altered since, cannot be read or cannot be written
counts as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import yaml

from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, write_bytes, write_text
from tarock.base.i18n import ENGLISH, current_language
from tarock.base.project import Project

T = TypeVar("T")
# The packages that findings are made with; commands and pages only show them.
_FLOORS = tuple(Path(__file__).parents[1] / name for name in ("base", "corpus", "rules", "game", "analysis", "proof"))
_WITH = f"{sys.version} msgspec {msgspec.__version__} PyYAML {yaml.__version__}"


class CachedResult(msgspec.Struct, frozen=True):
    digest: str
    content: str
    report: msgspec.Raw


class Cache:
    """The cached results of a project; `of` names the files and folders that a result is made of."""

    def __init__(self, project: Project):
        self._project = project
        self._digests: dict[Path, str] = {}

    def get(self, name: str, of: tuple[str, ...], kind: type[T]) -> T | None:
        """Return a cached result, or nothing where the program or an input has changed since."""
        try:
            entry = msgspec.json.decode(self._path(name).read_bytes(), type=CachedResult)
            if entry.digest != self.hash_inputs(of) or entry.content != _content(
                name, entry.digest, bytes(entry.report)
            ):
                return None
            return msgspec.json.decode(entry.report, type=kind)
        except (CodexError, OSError, msgspec.DecodeError):
            return None

    def put(self, name: str, of: tuple[str, ...], report: object) -> None:
        """Cache a result, where something has been built: nothing else is written into what is only read."""
        if not self._project.build.is_dir():
            return
        with contextlib.suppress(CodexError, OSError):  # then it is computed again
            written, made_of = msgspec.json.encode(report), self.hash_inputs(of)
            entry = CachedResult(made_of, _content(name, made_of, written), msgspec.Raw(written))
            write_text(self._path(name), msgspec.json.encode(entry).decode())

    def clear(self) -> None:
        """Read the files again, where some were written."""
        self._digests.clear()

    def _path(self, name: str) -> Path:
        language = "" if current_language() == ENGLISH else f"-{current_language()}"  # a result may hold words
        return self._project.build / f"{name}{language}.note.json"

    def hash_inputs(self, of: tuple[str, ...]) -> str:
        """Return the digest of the program and of these paths; raise `CodexError` for one that cannot be read."""
        places = [*_FLOORS, *(self._project.root / name for name in of)]
        for place in places:
            if place not in self._digests:
                self._digests[place] = hash_files(place)
        return hashlib.sha256("\0".join((_WITH, *(self._digests[place] for place in places))).encode()).hexdigest()


def _content(name: str, made_of: str, report: bytes) -> str:
    """Return the digest by which a note is known to be the one that was written under this name."""
    return hashlib.sha256(b"\0".join((name.encode(), made_of.encode(), report))).hexdigest()


def cached_file(folder: Path, of: str, name: str, make: Callable[[], bytes], *, like: str, most: int) -> bytes:
    """Return the content of a file cached in a folder of `build/`, or make it again.

    Its name has the digest of its content: a file that was altered since is made anew. Of those `like` it the `most`
    that are youngest stay.
    """
    begins = f"{of[:16]}-"
    for path in folder.glob(f"{begins}*-{name}"):
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if path.name == f"{begins}{_short(data)}-{name}":
                return data
    data = make()
    if folder.parent.is_dir():  # nothing is written into a project that is only read
        with contextlib.suppress(CodexError, OSError):
            write_bytes(folder / f"{begins}{_short(data)}-{name}", data)
            for old in sorted(folder.glob(like), key=lambda each: each.stat().st_mtime)[:-most]:
                old.unlink()
    return data


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def hash_files(place: Path) -> str:
    """Return the sha256 of a file, or of all files below a folder with their names, without compiled modules."""
    found = hashlib.sha256()
    for folder, inner, files in os.walk(place):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for name in sorted(files):
            path = os.path.join(folder, name)  # noqa: PTH118 - a third of the time that a Path takes
            found.update(f"{path[len(str(place)) :]}\0".encode(errors="surrogateescape"))
            found.update(hashlib.sha256(read_bytes(path)).digest())
    if place.is_file():
        found.update(read_bytes(place))
    return found.hexdigest()
