"""The rules side by side, and what the sources say that can be recomputed with its verdict, for a book."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.publish.paper import records as to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site
    from tarock.rules.compare import Cell


def topics(site: Site) -> Iterator[to.Topic]:
    """Every topic with rows."""
    named = site.codex.topics.by_name
    for name, rows in site.compared.items():
        made = (to.Row(row.entry.title, tuple(_cell(cell) for cell in row.cells)) for row in rows)
        yield to.Topic(named[name].title, named[name].about, tuple(made))


def _cell(cell: Cell) -> to.Cell:
    readings = (
        to.Reading(each.case_label, each.shown, each.grade, tuple(dict.fromkeys(s.ref for s in each.supports)))
        for each in cell.readings
    )
    return to.Cell(cell.siglum, tuple(readings), cell.silence.silence)


def verdicts(site: Site) -> Iterator[to.Verdicts]:
    """The claims of every source that has any, in the order of its text."""
    for edition in site.corpus.editions():
        if claims := site.claims_of(edition.siglum):
            yield to.Verdicts(
                edition.source.short_title,
                tuple(Counter(each.verdict for each in claims).most_common()),
                tuple(
                    to.Claim(each.claim.ref, each.claim.says, each.claim.kind, each.verdict, each.claim.known)
                    for each in claims
                ),
            )
