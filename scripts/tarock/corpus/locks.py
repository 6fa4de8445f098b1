"""What the locks of texts and of translations share: their lines, the order of versions, the changelog."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.errors import CheckFailed, CodexError
from tarock.files import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tarock.project import Project


def lock_lines(path: Path, fields: str) -> Iterator[tuple[int, list[str]]]:
    """Number and fields of each line of a lock; raises `CodexError` for a line that has not these `fields`."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line and not line.startswith("#"):
            found = line.split()
            if len(found) != len(fields.split()):
                raise CodexError("malformed line", f"expected `{fields}`", file=path, line=number)
            yield number, found


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
