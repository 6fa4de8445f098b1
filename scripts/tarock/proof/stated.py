"""What the author states of a game's result, held against the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.game.koenigrufen_1840.vocabulary import Feat, Honours, Side, StatedKind

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.record import Stated
    from tarock.game.koenigrufen_1840.replay import Course

ResultVerdict = Literal["reproduced", "not reproduced", "undetermined"]


class CheckedResult(Value):
    """A stated result, what the replay gives, and the verdict."""

    what: StatedKind
    expected: bool | int
    computed: bool | int
    verdict: ResultVerdict
    ref: str
    quote: str

    @property
    def name(self) -> Message:
        """What is stated."""
        return Message(f"stated.{self.what}")


def computed(what: StatedKind, course: Course) -> bool | int:
    """What the course of a game gives for a kind of stated result, as seen by the declarer's side."""
    result, points = course.result, course.outcome.points
    announced = result.announced.get(Feat.ULTIMO)
    match what:
        case StatedKind.WON:
            return course.outcome.won
        case StatedKind.WON_BY | StatedKind.LOST_BY:
            return _signed(points, what, course)
        case StatedKind.ULTIMO:
            ours = announced is not None and result.side[announced.seat] is Side.DECLARER
            return result.ultimo_kept if ours else result.ultimo_side is Side.DECLARER
        case StatedKind.KING_LOST:
            return result.king_lost
        case StatedKind.VOLAT:
            return result.volat is Side.DECLARER
        case StatedKind.ALL_THREE | StatedKind.ALL_FOUR:
            kind = Honours(what)
            seat = result.honours.get(kind, "")
            return kind not in result.lapsed and result.side.get(seat) is Side.DECLARER
        case StatedKind.CONTRA_WON:
            return announced is not None and announced.raises > 0 and not result.ultimo_kept


def judge(course: Course) -> list[CheckedResult]:
    """Every stated result of the game with its verdict; one that the source leaves open is `undetermined`."""
    return [
        CheckedResult(stated.what, stated.value, value, _verdict(course, stated, value), stated.ref, stated.quote)
        for stated in course.game.stated
        for value in [computed(stated.what, course)]
    ]


def _signed(points: int, what: StatedKind, course: Course) -> int:
    """Points as `won_by` or `lost_by` has them: negative where it was the other way round."""
    return points if (what is StatedKind.WON_BY) is course.outcome.won else -points


def _verdict(course: Course, stated: Stated, value: bool | int) -> ResultVerdict:
    if type(stated.value) is not type(value):  # 1 is no yes
        return "not reproduced"
    if value == stated.value:
        return "reproduced"
    other = course.outcome.other_points if stated.what in (StatedKind.WON_BY, StatedKind.LOST_BY) else None
    open_ = other is not None and _signed(other, stated.what, course) == stated.value
    return "undetermined" if open_ else "not reproduced"
