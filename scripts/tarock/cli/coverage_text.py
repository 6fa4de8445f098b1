"""The evidence coverage, for people."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.proof.coverage import HOLDS
from tarock.term import paint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.proof.coverage import Evidence


def coverage_lines(evidence: list[Evidence]) -> Iterator[str]:
    """The evidence coverage: a line per source and topic, then the values that are used but not held."""
    groups: dict[tuple[str, str], Counter[str]] = {}
    for entry in evidence:
        topic = entry.statement.key.partition(".")[0]
        groups.setdefault((entry.statement.siglum, ""), Counter())[entry.hold] += 1
        groups.setdefault((entry.statement.siglum, topic), Counter())[entry.hold] += 1
    for (siglum, topic), counts in sorted(groups.items(), key=lambda item: item[0][0]):
        total = sum(counts.values())
        line = f"{siglum if not topic else '':<6}{topic or 'all':<14}" + "  ".join(
            f"{counts[hold]:>4} {hold}" for hold in HOLDS
        )
        yield paint(f"{line}  ({100 * counts['held'] // total} % held)", *([] if topic else ["bold"]))
    for entry in evidence:
        if entry.hold == "unheld":
            statement = entry.statement
            readers = ", ".join(entry.read_by[:3]) + (" …" if len(entry.read_by) > 3 else "")
            yield (
                f"{paint('unheld', 'yellow')}  {statement.siglum} {statement.ident} = {statement.shown} "
                f"[{statement.ref}], read by {readers}"
            )
