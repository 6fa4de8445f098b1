"""Ids that were citable once and are withdrawn: `corpus/tombstones.yaml` says why, and what took their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.base import yamlio
from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from tarock.base.project import Project
    from tarock.base.yamlio import Located


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A withdrawn id: `until` is the last edition that has it, `successors` are the ids that took its place."""

    ref: str
    until: str
    reason: str
    successors: tuple[str, ...] = ()

    def withdrawn(self) -> CodexError:
        """What a person is told who asks for the id."""
        seen = f"see {', '.join(self.successors)}, or" if self.successors else "see"
        return CodexError(
            f"{self.ref} was withdrawn after edition {self.until}: {self.reason}", f"{seen} {self.ref}@{self.until}"
        )


def load_tombstones(project: Project) -> dict[str, Located[Withdrawal]]:
    """The withdrawn ids by reference; raises `CodexError` for a malformed file."""
    located = yamlio.load(project.tombstones).located(project, Withdrawal, "tombstone", "ref")
    return {tombstone.record.ref: tombstone for tombstone in located}
