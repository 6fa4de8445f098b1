"""What the author states of a game's result, held against the replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tarock.game.koenigrufen_1840.vocabulary import Feat, Honours, Side

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.replay import Replay

ResultVerdict = Literal["reproduced", "not reproduced", "undetermined"]

# What each kind of stated result is called by people.
NAMES = {
    "won": "game won",
    "won_by": "points won",
    "lost_by": "points lost",
    "ultimo": "ultimo made",
    "king_lost": "king lost",
    "volat": "Volat made",
    "all_three": "Alle drei count",
    "contra_won": "contra won",
}


@dataclass(frozen=True, slots=True)
class CheckedResult:
    """A stated result, what the replay gives, and the verdict."""

    what: str
    expected: bool | int
    computed: bool | int
    verdict: ResultVerdict
    ref: str
    quote: str


def computed(what: str, replay: Replay) -> bool | int:
    """What the replay gives for a kind of stated result, as seen by the declarer's side."""
    result = replay.result
    announced = result.announced.get(Feat.ULTIMO)
    match what:
        case "won":
            return replay.outcome.won
        case "won_by":
            return replay.outcome.points if replay.outcome.won else -replay.outcome.points
        case "lost_by":
            return -replay.outcome.points if replay.outcome.won else replay.outcome.points
        case "ultimo":
            return result.ultimo_kept if announced else result.ultimo_side == Side.DECLARER
        case "king_lost":
            return result.king_lost
        case "volat":
            return result.volat == Side.DECLARER
        case "all_three":
            seat = result.honours.get(Honours.ALL_THREE)
            return seat is not None and result.side[seat] == Side.DECLARER and seat not in result.lapsed
        case "contra_won":
            return announced is not None and announced.raises > 0 and not result.ultimo_kept
    raise KeyError(what)


def judge(replay: Replay) -> list[CheckedResult]:
    """Every stated result of the game with its verdict; one that the source leaves open is `undetermined`."""
    judged = []
    for stated in replay.game.stated:
        value = computed(stated.what, replay)
        verdict: ResultVerdict = "reproduced" if value == stated.value else "not reproduced"
        if (
            verdict == "not reproduced"
            and stated.what in ("won_by", "lost_by")
            and replay.outcome.other_points == stated.value
        ):
            verdict = "undetermined"
        judged.append(CheckedResult(stated.what, stated.value, value, verdict, stated.ref, stated.quote))
    return judged
