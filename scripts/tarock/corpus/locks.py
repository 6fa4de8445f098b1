"""What the locks of texts and of translations share: their lines, the order of versions, the changelog."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.base.errors import CheckFailed, CodexError
from tarock.base.field_types import SHA256, VERSION
from tarock.base.files import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tarock.base.project import Project

Lock = dict[tuple[str, ...], dict[str, str]]  # what a version is of, and the version: by name, the hash
_WORD = r"\S+"
_SHAPES = {"EDITION": VERSION, "VERSION": VERSION, "SHA256": SHA256}


def read_lock(path: Path, fields: str) -> Lock:
    """The hashes of a lock whose lines have these `fields`; the last two are the name of a thing and its hash.

    Raises `CodexError` for a malformed line, and for a second one of the same thing with another hash.
    """
    lock: Lock = {}
    pattern = re.compile(r"\s+".join(f"({_SHAPES.get(field, _WORD)})" for field in fields.split()))
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line and not line.startswith("#"):
            found = pattern.fullmatch(line.strip())
            if not found:
                raise CodexError("malformed line", f"expected `{fields}`", file=path, line=number)
            *key, name, digest = found.groups()
            if lock.setdefault(tuple(key), {}).setdefault(name, digest) != digest:
                what = f"`{' '.join((*key, name))}` is locked twice"
                raise CodexError(what, "expected it once", file=path, line=number)
    return lock


def dump_lock(head: str, lock: Lock) -> str:
    """The text of a lock; `head` says what its fields are."""
    lines = (f"{' '.join((*key, name, digest))}\n" for key, held in lock.items() for name, digest in held.items())
    return f"# {head}, written by `tarock build`\n{''.join(lines)}"


def version_order(version: str) -> tuple[int, ...]:
    """By what versions are ordered: `1.10.0` comes after `1.9.0`."""
    return tuple(int(part) for part in version.split("."))


def require_higher(version: str, locked: Iterable[str], what: str, expected: str, file: Path) -> None:
    """Raises `CheckFailed` for a new version that is not higher than each one that is locked."""
    for before in locked:
        if version_order(version) <= version_order(before):
            raise CheckFailed(f"{what} is not higher than {before}, which is locked", expected, file=file)


def require_named(project: Project, name: str) -> None:
    """Raises `CheckFailed` where the changelog does not name a version, such as `1840 edition 1.1.0`."""
    changes = read_text(project.changelog) if project.changelog.exists() else ""
    if not re.search(rf"{re.escape(name)}(?![0-9.]*[0-9])", changes):
        raise CheckFailed(
            f"the changelog does not name `{name}`", f"expected a line with `{name}`", file=project.changelog
        )
