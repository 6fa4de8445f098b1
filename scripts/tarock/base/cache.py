"""Results that are cached in `build/`, where a project has one, by the digest of what they were made of.

The program's own text is part of it. An entry that does not fit, was altered since, cannot be read or cannot be written
counts as none. Where the program's text was changed after this process began (another commit was checked out), the
process runs what is no longer there: it reads and writes no entry. Nor does it write one whose files changed meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec
import yaml

from tarock.base.errors import CodexError
from tarock.base.files import read_bytes, write_bytes, write_text
from tarock.base.i18n import ENGLISH, current_language
from tarock.base.project import Project

P = ParamSpec("P")
T = TypeVar("T")
_MOST_SHARED = 24  # results of a function that a process keeps: of every source, in a few states
_BEGUN = time.time_ns() - 20_000_000  # when this was loaded; file systems know the time less precisely
# The packages that findings are made with; commands and pages only show them.
_PROGRAM = tuple(
    Path(__file__).parents[1] / name
    for name in (
        "base", "corpus", "rules", "game", "analysis", "replay", "claims", "robustness", "codex.py", "checks",
    )
)  # fmt: skip
_VERSIONS = f"{sys.version} msgspec {msgspec.__version__} PyYAML {yaml.__version__}"


class CachedResult(msgspec.Struct, frozen=True):
    """A cached result with the digests of its inputs and of its own content."""

    digest: str
    content: str
    report: msgspec.Raw


class Cache:
    """The cached results of a project; `inputs` names the files and folders that a result is computed from.

    Of results that come from more than the files nothing is kept (`enabled`).
    """

    def __init__(self, project: Project, *, enabled: bool = True):
        self._project = project
        self._enabled = enabled
        self._digests: dict[Path, str] = {}
        self._states: dict[Path, int] = {}  # of the same places, before they were read

    def get(self, name: str, inputs: tuple[str, ...], kind: type[T]) -> T | None:
        """Return the cached result `name`; None where there is none, or the program or an input changed since.

        `inputs` are the files and folders that it was computed from, from the top folder; `kind` is its type.
        """
        try:
            if not self._enabled or not self._project.build.is_dir() or _is_program_changed():
                return None
            now = self.hash_inputs(inputs)  # before anything is computed of them
            entry = msgspec.json.decode(self._locate(name).read_bytes(), type=CachedResult)
            if entry.digest != now or entry.content != _hash_entry(name, entry.digest, bytes(entry.report)):
                return None
            return msgspec.json.decode(entry.report, type=kind)
        except (CodexError, OSError, msgspec.DecodeError):
            return None

    def put(self, name: str, inputs: tuple[str, ...], report: object) -> None:
        """Cache a result under `name`, if the folder `build/` exists: a project without it may be read-only."""
        if not self._enabled or not self._project.build.is_dir() or _is_program_changed():
            return
        with contextlib.suppress(CodexError, OSError):  # then it is computed again
            written, digest = msgspec.json.encode(report), self.hash_inputs(inputs)
            if any(_digest_state(place) != self._states[place] for place in map(self._project.root.joinpath, inputs)):
                return  # a file was changed while the result was computed
            entry = CachedResult(digest, _hash_entry(name, digest, written), msgspec.Raw(written))
            write_text(self._locate(name), msgspec.json.encode(entry).decode())

    def clear(self) -> None:
        """Forget the digests of files, after some were written."""
        self._digests.clear()
        self._states.clear()

    def _locate(self, name: str) -> Path:
        language = "" if current_language() == ENGLISH else f"-{current_language()}"  # a result may hold words
        return self._project.build / f"{name}{language}.note.json"

    def hash_inputs(self, inputs: tuple[str, ...]) -> str:
        """Return the digest of the program and of these paths; raise `CodexError` for one that cannot be read."""
        places = [*_PROGRAM, *(self._project.root / name for name in inputs)]
        for place in places:
            if place not in self._digests:
                self._states[place] = _digest_state(place)
                self._digests[place] = hash_files(place)
        return hashlib.sha256("\0".join((_VERSIONS, *(self._digests[place] for place in places))).encode()).hexdigest()


def _is_program_changed() -> bool:
    """Return whether a file of the program was changed after this process had loaded it."""
    return any(found.st_ctime_ns > _BEGUN for package in _PROGRAM for _name, found in _stat_files(package))


def _digest_state(place: Path) -> int:
    """Return a number that changes when a file below a place is changed, without reading the files."""
    files = ((name, found.st_size, found.st_mtime_ns, found.st_ctime_ns) for name, found in _stat_files(place))
    return hash(frozenset(files))


def _stat_files(place: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the file, or those below the folder, that are there, without compiled modules."""
    names = [str(place)]
    for folder, inner, files in os.walk(place):
        inner[:] = [name for name in inner if name != "__pycache__"]
        names += (f"{folder}{os.sep}{name}" for name in files)
    for name in names:
        with contextlib.suppress(OSError):
            found = os.stat(name)  # noqa: PTH116 - a third of the time that a Path takes
            if not stat.S_ISDIR(found.st_mode):
                yield name, found


def _hash_entry(name: str, digest: str, report: bytes) -> str:
    """Return the digest of a cache entry, by which one written under another name or altered is refused."""
    return hashlib.sha256(b"\0".join((name.encode(), digest.encode(), report))).hexdigest()


def cached_file(folder: Path, inputs: str, name: str, make: Callable[[], bytes], *, pattern: str, limit: int) -> bytes:
    """Return the content of a file cached in a folder of `build/`, or make it again; `inputs` is a digest of them.

    Its name has the digest of its content: a file that was altered since is made anew. At most `limit` files matching
    `pattern` are kept; the oldest are deleted.
    """
    begins = f"{inputs[:16]}-"
    for path in folder.glob(f"{begins}*-{name}"):
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if path.name == f"{begins}{_shorten_digest(data)}-{name}":
                return data
    data = make()
    if folder.parent.is_dir():  # nothing is written into a project that is only read
        with contextlib.suppress(CodexError, OSError):
            write_bytes(folder / f"{begins}{_shorten_digest(data)}-{name}", data)
            for old in sorted(folder.glob(pattern), key=lambda each: each.stat().st_mtime)[:-limit]:
                old.unlink()
    return data


def _shorten_digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def read_once(inputs: Callable[P, tuple[Hashable, ...]]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function that reads files return what it has made before, as long as they have the same content.

    `inputs` gets its arguments and returns all that the result depends on; of a path that is the content. The whole
    process shares the result, and nobody changes it.
    """

    def share(make: Callable[P, T]) -> Callable[P, T]:
        known: dict[tuple[Hashable, ...], T] = {}

        @wraps(make)
        def read(*args: P.args, **kwargs: P.kwargs) -> T:
            depends_on = inputs(*args, **kwargs)
            try:
                now = _read_inputs(depends_on)
            except CodexError:
                return make(*args, **kwargs)  # it says which file cannot be read
            if now in known:
                held = known[now]
                known[now] = known.pop(now, held)  # the one used last goes last
                return held
            made = make(*args, **kwargs)
            if _read_inputs(depends_on) == now:  # no file was changed meanwhile
                for oldest in [*known][: len(known) - _MOST_SHARED + 1]:
                    known.pop(oldest, None)
                known[now] = made
            return made

        return read

    return share


def _read_inputs(inputs: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
    return tuple((str(each), hash_files(each)) if isinstance(each, Path) else each for each in inputs)


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
