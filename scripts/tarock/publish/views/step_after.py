"""The steps after the last trick: the count, the score line by line, and once more by what a revoke costs (1840:65)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.counting import count_thirds, show_thirds
from tarock.game.common.score import Reason
from tarock.publish.views.prose import section
from tarock.publish.views.step_records import Kind, Step
from tarock.wording import Message, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.common.score import ScoreLine, ScoreSheet
    from tarock.game.koenigrufen_1840.vocabulary import Side
    from tarock.publish.views.step_level import ToldLevel


def after(level: ToldLevel) -> Iterator[Step]:
    """All of them, in order."""
    replay = level.replay
    yield _count(level)
    for number, line in enumerate(replay.sheet.lines, 1):
        yield _line(f"score{number}", Kind.SCORE, line)
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


def _line(ident: str, kind: Kind, line: ScoreLine, law: str = "") -> Step:
    told = Message("step.score", seats=line.payees, what=line.what, amount=line.amount, reckoning=line.reckoning)
    return Step(id=ident, kind=kind, seats=list(line.payees), amount=line.amount, says=say(told), ref=line.ref, law=law)


def _revoke(level: ToldLevel, sheet: ScoreSheet) -> Iterator[Step]:
    """Why there is a second sheet, and its lines."""
    replay, rules, revokes = level.replay, level.rules, level.replay.result.revokes
    both = len({replay.side[seat] for seat in revokes}) > 1 and rules.flag("revoke.both_cancel")
    struck = {f"score{number}": line for number, line in enumerate(replay.sheet.lines, 1) if line not in sheet.lines}
    key = "revoke.both_cancel" if both else "revoke.writes" if struck else "revoke.loss_written"
    case = {} if both or struck else {"result": "lost"}
    ref = rules.ref(key, **case)
    told = Message(
        "step.revoke",
        seats=revokes,
        section=section(level.site, ref),
        struck=tuple(line.what for line in struck.values()),
    )
    yield Step(id="revoke", kind=Kind.REVOKE, says=say(told), law=level.says(key, **case), ref=ref, struck=list(struck))
    for number, line in enumerate(sheet.lines, 1):
        law = _whom(level, line, replay.side[revokes[0]]) if line.reason is Reason.REVOKE else ""
        yield _line(f"again{number}", Kind.AGAIN, line, law)


def _whom(level: ToldLevel, line: ScoreLine, side: Side) -> str:
    """Whom the one who revoked pays, in words of the rules: if his own side has lost, only those with him."""
    lost = all(level.replay.side[seat] is side for seat in line.payees)
    return level.says("revoke.penalty_to", result="lost" if lost else "won")
