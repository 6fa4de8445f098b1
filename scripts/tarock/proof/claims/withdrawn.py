"""Claims that are withdrawn: `rules_data/withdrawn_claims.yaml` keeps their ids, and none of them returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.base import yamlio
from tarock.base.structs import PassageRef, Words
from tarock.corpus.checks import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.base.project import Project
    from tarock.base.yamlio import Located
    from tarock.proof.claims.ledger import Placed


class Withdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An id that was a claim's, the passage it was on, why it went, and which claims say now what it said."""

    id: Words
    ref: PassageRef
    reason: Words
    successors: tuple[Words, ...] = ()


def load_withdrawn(project: Project) -> dict[str, Located[Withdrawn]]:
    """The withdrawn claims by id; raises `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / "withdrawn_claims.yaml")
    return {found.record.id: found for found in document.located(project, Withdrawn, "withdrawn claim", "id")}


def withdrawn_problems(
    withdrawn: dict[str, Located[Withdrawn]], placed: Iterable[Placed], left_out: Iterable[str] = ()
) -> Iterator[Problem]:
    """Ids that are used again, and successors that do not exist; sources that are left out are not looked at."""
    present = {each.claim.id: each.place for each in placed}
    absent = set(left_out)
    for ident, located in withdrawn.items():
        record, place = located.record, located.place
        if ident in present:
            yield Problem("CLAIM-WITHDRAWN", present[ident], f"{ident} is withdrawn ({place}); expected a new id")
        if record.ref.partition(":")[0] not in absent:
            for successor in record.successors:
                if successor not in present:
                    yield Problem("CLAIM-WITHDRAWN", place, f"{ident}: there is no claim {successor} to take its place")
