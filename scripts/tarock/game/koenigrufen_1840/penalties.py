"""Fines of Königrufen outside of play: who pays how many Consulations to whom (1840:12-19, 31, 37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.score import Reason, ScoreLine
from tarock.game.koenigrufen_1840.settlement import consulation
from tarock.game.koenigrufen_1840.vocabulary import Call
from tarock.wording import Message

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.vocabulary import Size
    from tarock.rules.ruleset import Rules

# The faults that the source fines in Consulations of a single Dreier, and the key that says how many.
FAULTS = {
    "misdeal": "misdeal.penalty.consulations",
    "bottom_card": "misdeal.bottom_card.consulations",
    "cut": "misdeal.cut.consulations",
    "early_reminder": "king.early_reminder.consulations",
    "omitted_reminder": "king.reminder.omitted_consulations",
    "early_lead": "play.early_lead_consulations",
}


def penalty_line(
    fault: str, guilty: str, seats: tuple[str, ...], rules: Rules, *, size: Size | None = None, agreed: int = 0
) -> ScoreLine:
    """What each of the others writes for a fault of `guilty`, in points.

    Among five the König is one of the others: 12.1 and 31.2 name him, elsewhere he is a Mitspieler (1840:7.4).
    """
    key = FAULTS[fault]
    times = rules.number(key)
    simple = consulation(rules, size, Call.DREIER, agreed)
    others = tuple(seat for seat in seats if seat != guilty)
    what, reckoning = Message(f"penalty.{fault}", seat=guilty), Message("reckoning.times", times=times, each=simple)
    return ScoreLine(Reason.PENALTY, (), others, times * simple, what, reckoning, rules.ref(key))
