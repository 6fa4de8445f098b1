"""The evidence coverage, for people."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.terminal import paint
from tarock.proof.coverage import HOLDS
from tarock.rules.tables import show_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.proof.claims.ledger import Checked
    from tarock.proof.coverage import Evidence


_SHOWN = 3  # neighbours of a value that nobody notices


def coverage_lines(evidence: list[Evidence]) -> Iterator[str]:
    """A line per source and topic: how many values are held how; then the neighbours of values that nobody notices."""
    groups: dict[tuple[str, str], Counter[str]] = {}
    for entry in evidence:
        topic = entry.statement.key.partition(".")[0]
        groups.setdefault((entry.statement.siglum, ""), Counter())[entry.hold] += 1
        groups.setdefault((entry.statement.siglum, topic), Counter())[entry.hold] += 1
    for (siglum, topic), counts in sorted(groups.items(), key=lambda item: item[0][0]):
        numbers = "  ".join(f"{counts[hold]:>4} {hold}" for hold in HOLDS)
        line = f"{siglum if not topic else '':<6}{topic or 'all':<14}{numbers}"
        yield paint(f"{line}  ({100 * counts[HOLDS[0]] // counts.total()} % vouched for)", *([] if topic else ["bold"]))
    for entry in evidence:
        if entry.unnoticed:
            statement = entry.statement
            shown = [show_value(value, statement.entry) for value in entry.unnoticed]
            others = "; ".join(shown[:_SHOWN]) + (
                f"; {len(shown) - _SHOWN} more (--json)" if len(shown) > _SHOWN else ""
            )
            yield (
                f"{paint('unnoticed', 'yellow')}  {statement.siglum} {statement.ident} = {statement.shown} "
                f"[{statement.ref}] is {entry.hold}; nobody would notice: {others}"
            )


def claim_lines(blind: Iterable[Checked], unread: Iterable[Checked]) -> Iterator[str]:
    """The claims that do not move with a value of their own passage, and those that read none."""
    for checked in blind:
        yield f"{paint('blind', 'red')}  {checked.claim.id} [{checked.claim.ref}]: {checked.claim.says}"
    for checked in unread:
        yield f"{paint('reads no rule', 'yellow')}  {checked.claim.id} [{checked.claim.ref}]: {checked.claim.says}"
