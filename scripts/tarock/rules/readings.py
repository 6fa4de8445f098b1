"""Differences between two texts that readers found in the texts alone, to score the comparison of the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import PassageRef, Record, Words

FOLDER = "readings/differences"
SEALED = "sealed.sha256"
RULINGS = "rulings.yaml"


class FoundDifference(Record):
    """A matter in which two texts differ, or may: the passages on both sides, and what each says in a sentence."""

    question: Words
    left: tuple[PassageRef, ...]
    right: tuple[PassageRef, ...]
    says: str = ""
    why: str = ""
    found_by: tuple[str, ...] = ()
    settled: str = ""
    id: str = ""
    kind: Literal["differs", "one has none", ""] = ""


class ReadersReport(Record):
    """The differences that two readers found in a pair of texts; `open` they could not tell, `dropped` are none."""

    pair: Words
    items: tuple[FoundDifference, ...]
    open: tuple[FoundDifference, ...] = ()
    dropped: tuple[FoundDifference, ...] = ()


class Ruling(Record):
    """The decision of a third reader on a doubtful match: whether the row is about the question."""

    pair: Words
    item: Words
    key: Words
    same: bool
    why: str = ""


def load_reports(project: Project) -> Iterator[tuple[str, ReadersReport | None]]:
    """Yield each pair of sources, such as `1754-1840`, with the differences that readers found.

    None for one that is sealed and was not opened. Every file is sealed: it is what was found before the comparison was
    built.

    Raises `CodexError` for a file whose SHA-256 is not the one in `sealed.sha256`.
    """
    folder = project.rules / FOLDER
    lines = (line.split() for line in (folder / SEALED).read_text("utf-8").splitlines())
    sealed = {name: found for found, name in lines}
    names = [path.name for path in sorted(folder.glob("*.yaml")) if path.name != RULINGS]
    for name in sorted({*names, *sealed}):
        path = folder / name
        document = yamlio.load(path) if path.exists() else None
        if document and hashlib.sha256(path.read_bytes()).hexdigest() != sealed.get(name):
            expected = f"expected a file with its SHA-256 in {SEALED}: what was found then is not changed"
            raise CodexError("this is not what was sealed", expected, file=project.relative(path))
        yield name.removesuffix(".yaml"), document.convert(ReadersReport, document.data) if document else None


def load_rulings(project: Project) -> dict[tuple[str, str, str], bool]:
    """Return what the third reader decided: (pair, question id, key) to whether the row is about the question."""
    path = project.rules / FOLDER / RULINGS
    if not path.exists():
        return {}
    document = yamlio.load(path)
    return {(each.pair, each.item, each.key): each.same for each in document.convert(list[Ruling], document.data or [])}
