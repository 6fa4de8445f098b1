"""At which step of a game each remark of the author's and each finding stands."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from tarock.base.catalogue import say
from tarock.publish.views.step_records import Kind, Note
from tarock.publish.views.tricks import remark_in_english

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tarock.game.common.findings import Finding
    from tarock.publish.views.step_level import ToldLevel
    from tarock.publish.views.step_records import Step

# At which kind of step a finding before the first trick stands, by the first word of its code; else at the deal.
_PLACES = {
    "BID": Kind.BID, "KING": Kind.CALL, "PARTNER": Kind.CALL, "PURCHASE": Kind.TALON, "SCAT": Kind.SCAT,
    "HAND-AFTER": Kind.SCAT, "ANNOUNCE": Kind.ANNOUNCE, "RESULT": Kind.COUNT, "TRICKS": Kind.COUNT,
}  # fmt: skip


def noted(level: ToldLevel, steps: Sequence[Step]) -> Iterator[Step]:
    """The steps with their remarks and findings."""
    remarks: dict[str, list[Note]] = {}
    findings: dict[str, list[Note]] = {}
    lasts = {step.id.partition(".")[0]: step.id for step in steps if step.kind is Kind.PLAY}
    start = next(before.id for before, step in pairwise(steps) if step.kind in (Kind.PLAY, Kind.COUNT))
    for remark in level.game.remarks:
        english = remark_in_english(level.site, remark.ref, remark.text)
        place = "count" if remark.after < 0 else lasts.get(str(remark.after), "count") if remark.after else start
        remarks.setdefault(place, []).append(Note(text=remark.text, english=english, ref=remark.ref))
    for finding in level.report.findings:
        english = say(level.in_english(finding.message))
        note = Note(text=say(finding.message), english=english, code=finding.code, ref=finding.ref)
        findings.setdefault(_place(finding, steps, lasts), []).append(note)
    for step in steps:
        yield msgspec.structs.replace(step, remarks=remarks.get(step.id, []), findings=findings.get(step.id, []))


def _place(finding: Finding, steps: Sequence[Step], lasts: Mapping[str, str]) -> str:
    """The step at which a finding stands: the play that it is about, else the end of its trick or of its stage."""
    if finding.trick:
        trick = [step for step in steps if step.kind is Kind.PLAY and step.id.startswith(f"{finding.trick}.")]
        played = [step.id for step in trick if step.seat == finding.seat and finding.card]
        return played[0] if played else lasts.get(str(finding.trick), "count")
    kind = next((kind for opening, kind in _PLACES.items() if finding.code.startswith(f"{opening}-")), Kind.DEAL)
    stage = [step for step in steps if step.kind is kind]
    own = [step.id for step in stage if step.seat == finding.seat]
    return own[-1] if own else stage[-1].id if stage else "deal"
