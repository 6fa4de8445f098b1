"""The ids of statements are permanent: `rules_data/statements.lock` has every id that ever was one.

An id that is no more has a record in `withdrawn_statements.yaml`, or its key has one in `deprecated_keys.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record, Words
from tarock.corpus.checks import Problem
from tarock.corpus.locks import NONE, Lock, dump_lock, read_lock
from tarock.rules.cases import key_of_name
from tarock.rules.tables import EraTable
from tarock.rules.topics import Topics

LOCK = "statements.lock"
WITHDRAWN = "withdrawn_statements.yaml"


class WithdrawnStatement(Record):
    """An id that was a statement's, why it went, and which statements say now what it said."""

    id: Words
    reason: Words
    successors: tuple[Words, ...] = ()


def list_ids(tables: Mapping[str, EraTable]) -> list[str]:
    """Return the ids of all statements, such as `1840/deal.hand`, table by table."""
    return [statement.id for table in tables.values() for statement in table]


def read_locked_ids(project: Project) -> list[str]:
    """Return the ids in `statements.lock`: all that a statement ever had; empty before the first build."""
    return [f"{siglum}/{ident}" for (siglum, _), ids in read_lock(project.rules / LOCK).items() for ident in ids]


def update_lock(project: Project, tables: Mapping[str, EraTable]) -> dict[Path, str]:
    """Return the path and new content of the lock: the present ids added, none removed."""
    lock: Lock = {}
    for each in sorted({*read_locked_ids(project), *list_ids(tables)}):
        siglum, _, ident = each.partition("/")
        lock.setdefault((siglum, NONE), {})[ident] = NONE
    return {project.rules / LOCK: dump_lock(lock)}


def id_problems(project: Project, tables: Mapping[str, EraTable], topics: Topics) -> Iterator[Problem]:
    """Yield ids that are gone without a record, and records of withdrawn ids that are still or never were in use."""
    present = {*list_ids(tables)}
    ever = [*read_locked_ids(project), *present]
    document = yamlio.load(project.rules / WITHDRAWN)
    withdrawn = document.convert(list[WithdrawnStatement], document.data or [])
    for index, record in enumerate(withdrawn):
        place = f"{project.relative(document.path)}:{document.line(index)}"
        if record.id in present:
            yield Problem(
                "STATEMENT-WITHDRAWN",
                place,
                f"{record.id} is a statement; expected an id that is no more",
            )
        if record.id not in ever:
            yield Problem("STATEMENT-WITHDRAWN", place, f"{record.id} never was a statement")
        for successor in record.successors:
            if successor not in present:
                yield Problem(
                    "STATEMENT-WITHDRAWN",
                    place,
                    f"{record.id}: there is no {successor} to take its place",
                )
    known = {record.id for record in withdrawn}
    for ident in ever:
        key = key_of_name(ident.partition("/")[2].partition("~")[0])
        if ident not in present and ident not in known and key not in topics.deprecated:
            what = f"{ident} is no statement any more; expected it, or a record in rules_data/{WITHDRAWN}"
            yield Problem("STATEMENT-GONE", f"rules_data/{LOCK}", what)
