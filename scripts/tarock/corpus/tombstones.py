"""Ids that were citable once and are withdrawn: `corpus/tombstones.yaml` says why, and what took their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock import yamlio
from tarock.errors import CodexError

if TYPE_CHECKING:
    from tarock.project import Project


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A withdrawn id: `until` is the last edition that has it, `successors` are the ids that took its place."""

    ref: str
    until: str
    reason: str
    successors: tuple[str, ...] = ()


class Tombstone(msgspec.Struct, frozen=True):
    """A withdrawn id with the place of its record."""

    record: Withdrawal
    file: str
    line: int

    def error(self, what: str, expected: str) -> CodexError:
        """An error at the record."""
        return CodexError(what, expected, file=self.file, line=self.line)

    def withdrawn(self) -> CodexError:
        """What a person is told who asks for the id."""
        record = self.record
        seen = f"see {', '.join(record.successors)}, or" if record.successors else "see"
        return CodexError(
            f"{record.ref} was withdrawn after edition {record.until}: {record.reason}",
            f"{seen} {record.ref}@{record.until}",
        )


def load_tombstones(project: Project) -> dict[str, Tombstone]:
    """The withdrawn ids by reference; raises `CodexError` for a malformed file."""
    document = yamlio.load(project.tombstones)
    file, records = project.relative(document.path), document.records(Withdrawal, "tombstone", "ref")
    return {record.ref: Tombstone(record, file, document.line(index)) for index, record in enumerate(records)}
