"""The steps after the last trick: the count, the score line by line, and once more by what a revoke costs (1840:65)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.game.common.counting import count_thirds, show_thirds
from tarock.publish.views.prose import section
from tarock.publish.views.step_records import Kind, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.common.score import ScoreLine, ScoreSheet
    from tarock.publish.views.step_level import ToldLevel


def after(level: ToldLevel) -> Iterator[Step]:
    """All of them, in order."""
    replay = level.replay
    yield _count(level)
    for number, line in enumerate(replay.sheet.lines, 1):
        yield _line(level, f"score{number}", Kind.SCORE, line)
    if replay.sheet_with_revokes:
        yield from _revoke(level, replay.sheet_with_revokes)
    for number, point in enumerate((replay.sheet_with_revokes or replay.sheet).open, 1):
        told = Message("step.open", what=point.what, taken=point.taken, other=point.other)
        yield Step(id=f"open{number}", kind=Kind.OPEN, says=say(told), ref=point.ref)


def _count(level: ToldLevel) -> Step:
    replay, rules, volat = level.replay, level.rules, level.replay.result.volat
    outcome = replay.outcome
    end = "volat" if volat else outcome.end
    told = Message(
        "step.count",
        points=show_thirds(replay.declarer_thirds),
        total=show_thirds(count_thirds(level.pack.cards)),
        end=Message(f"step.count.{end}", points=outcome.points),
    )
    known, points = level.show(level.game.seats), level.points(len(level.game.tricks))
    ref = rules.ref("volat.taken_by") if volat else rules.ref("counting.number", party="declarer")
    return Step(id="count", kind=Kind.COUNT, known=known, points=points, says=say(told), ref=ref)


def _line(level: ToldLevel, ident: str, kind: Kind, line: ScoreLine) -> Step:
    told = Message("step.score", seats=line.payees, what=line.what, amount=line.amount, reckoning=line.reckoning)
    law = level.says(line.rule)
    return Step(id=ident, kind=kind, seats=list(line.payees), amount=line.amount, says=say(told), ref=line.ref, law=law)


def _revoke(level: ToldLevel, sheet: ScoreSheet) -> Iterator[Step]:
    """Why there is a second sheet, and its lines."""
    replay, (key, case) = level.replay, sheet.rule
    struck = {f"score{number}": line for number, line in enumerate(replay.sheet.lines, 1) if line not in sheet.lines}
    ref = level.rules.ref(key, **dict(case))
    told = Message(
        "step.revoke",
        seats=replay.result.revokes,
        section=section(level.site, ref),
        struck=tuple(line.what for line in struck.values()),
    )
    law = level.says(sheet.rule)
    yield Step(id="revoke", kind=Kind.REVOKE, says=say(told), law=law, ref=ref, struck=list(struck))
    for number, line in enumerate(sheet.lines, 1):
        yield _line(level, f"again{number}", Kind.AGAIN, line)
