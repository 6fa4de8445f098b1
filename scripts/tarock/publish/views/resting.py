"""What rests on a passage: the rule values that quote it, the claims that were checked on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.prose import Link

if TYPE_CHECKING:
    from tarock.publish.places import Site


class RuleValue(Value):
    """A rule value: the row it stands in, what it is, how the passage says it, what holds it."""

    rule: Link
    shown: str
    grade: str
    hold: str


class Claim(Value):
    """A claim, in words that lead to it, and its verdict."""

    says: Link
    verdict: str


class Resting(Value):
    """Everything that rests on one passage; false when nothing does."""

    values: tuple[RuleValue, ...]
    claims: tuple[Claim, ...]

    def __bool__(self) -> bool:
        return bool(self.values or self.claims)


def resting(site: Site, ref: str, page: str) -> Resting:
    """What rests on the passage `ref`, as it is shown on `page`."""
    router = site.router
    statements = site.codex.tables[ref.partition(":")[0]].by_passage.get(ref, ())
    return Resting(
        tuple(
            RuleValue(
                Link(statement.entry.title, router.rule(statement.key).seen_from(page)),
                statement.answer,
                statement.grade,
                site.hold(statement),
            )
            for statement in statements
        ),
        tuple(
            Claim(
                Link(checked.claim.says, router.claim(ref, checked.claim.id).seen_from(page)),
                checked.verdict,
            )
            for checked in site.claims_at(ref)
        ),
    )
