"""Claims that are withdrawn: `rules_data/withdrawn_claims.yaml` keeps their ids, and none of them returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock import yamlio
from tarock.corpus.checks import Problem
from tarock.shapes import Reference, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.project import Project
    from tarock.proof.claims.ledger import Placed


class Withdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An id that was a claim's, the passage it was on, why it went, and which claims say now what it said."""

    id: Words
    ref: Reference
    reason: Words
    successors: tuple[Words, ...] = ()


def load_withdrawn(project: Project) -> dict[str, tuple[Withdrawn, str]]:
    """The withdrawn claims by id, each with `FILE:LINE`; raises `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / "withdrawn_claims.yaml")
    file, records = project.relative(document.path), document.records(Withdrawn, "withdrawn claim", "id")
    return {record.id: (record, f"{file}:{document.line(index)}") for index, record in enumerate(records)}


def withdrawn_problems(
    withdrawn: dict[str, tuple[Withdrawn, str]], placed: Iterable[Placed], left_out: Iterable[str] = ()
) -> Iterator[Problem]:
    """Ids that are used again, and successors that do not exist; sources that are left out are not looked at."""
    present = {each.claim.id: each.place for each in placed}
    absent = set(left_out)
    for ident, (record, place) in withdrawn.items():
        if ident in present:
            yield Problem("CLAIM-WITHDRAWN", present[ident], f"{ident} is withdrawn ({place}); expected a new id")
        if record.ref.partition(":")[0] not in absent:
            for successor in record.successors:
                if successor not in present:
                    yield Problem("CLAIM-WITHDRAWN", place, f"{ident}: there is no claim {successor} to take its place")
