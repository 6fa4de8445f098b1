"""Locks: what was published once, line by line `NAME VERSION ID SHA256`, so that nothing of it changes in silence.

`corpus/versions.lock` has the units of each edition of each source, `corpus/translations/en/versions.lock` the files of
each version of the English, `rules_data/statements.lock` the ids that statements ever had, without version and hash,
`corpus/records.lock` the records that nothing else states, without version and with the beginning of their hash. The
second line of a lock has the digest of its other lines, against damage.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from tarock.base.errors import CheckFailed, CodexError
from tarock.base.files import read_text
from tarock.base.project import Project
from tarock.base.structs import SHA256, VERSION

NONE = "-"  # no version, no hash; as an id the whole file
Lock = dict[tuple[str, str], dict[str, str]]  # by name and version: the hashes by id
SHORT = 12  # characters of the hash of a record: against damage, not forgery
_LINE = re.compile(rf"(\S+) ({VERSION}|{NONE}) (.+) ({SHA256}|[0-9a-f]{{{SHORT}}}|{NONE})")
_HEAD = "# name version id sha256 (`-`: none, or the whole file), written by `tarock build`\n"
_CONTENT = "# content "


def read_lock(path: Path) -> Lock:
    """Read a lock file: a pair (siglum, version) to a mapping from id to hash; empty where there is no file yet.

    Raises `CodexError` for a malformed line, for a line given twice, and when the file's own digest does not fit.
    """
    lock: Lock = {}
    held, content = [], ""
    for number, line in enumerate(read_text(path).splitlines() if path.exists() else (), 1):
        if line.startswith(_CONTENT):
            content = line.removeprefix(_CONTENT)
        elif line and not line.startswith("#"):
            held.append(f"{line}\n")
            found = _LINE.fullmatch(line)
            if not found:
                raise CodexError("malformed line", "expected `NAME VERSION ID SHA256`", file=path, line=number)
            name, version, ident, digest = found.groups()
            if ident in lock.setdefault((name, version), {}):
                what = f"`{name} {version} {ident}` is locked twice"
                raise CodexError(what, "expected it once", file=path, line=number)
            lock[name, version][ident] = digest
    if held and content != (now := _join_lines(held)):
        what = f"the lock is not as `tarock build` wrote it: the content of its lines is {now}"
        raise CodexError(what, "get it back from version control; after a merge, write that digest", file=path, line=2)
    return lock


def _join_lines(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def dump_lock(lock: Lock) -> str:
    """Return the content of the file for a lock, with its digest."""
    lines = [f"{' '.join((*key, ident, digest))}\n" for key, ids in lock.items() for ident, digest in ids.items()]
    return f"{_HEAD}{_CONTENT}{_join_lines(lines)}\n{''.join(lines)}"


def changed_ids(locked: Mapping[str, str], current: Mapping[str, str]) -> list[str]:
    """Return the ids that are new, gone or have another hash than is locked; the locked ones first."""
    return [ident for ident in {**locked, **current} if locked.get(ident) != current.get(ident)]


def version_key(version: str) -> tuple[int, ...]:
    """Return a sort key by which `1.10.0` comes after `1.9.0`."""
    return tuple(int(part) for part in version.split("."))


def require_next_version(
    project: Project, version: str, locked: Iterable[str], called: str, file: Path, field: str
) -> None:
    """Raise `CheckFailed` for a version not higher than every locked one, or without an entry in the changelog.

    `called` is how the changelog names it, without the version (`1840 edition`); `file` and `field` tell where the
    version is set.
    """
    for before in locked:
        if version_key(version) <= version_key(before):
            what = f"{called} {version} is not higher than {before}, which is locked"
            raise CheckFailed(what, f"expected a higher {field}", file=file)
    named, changes = f"{called} {version}", read_text(project.changelog) if project.changelog.exists() else ""
    if not re.search(rf"{re.escape(named)}(?![0-9.]*[0-9])", changes):
        what = f"the changelog does not name `{named}`"
        raise CheckFailed(what, f"expected a line with `{named}`", file=project.changelog)
