"""Fines of Königrufen outside of play: who pays how many Consulations to whom (1840:12-19, 31, 37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.game.common.records import MISDEAL, others, words
from tarock.game.common.score import Reason, ScoreLine
from tarock.game.koenigrufen_1840.consulation import consulation
from tarock.game.koenigrufen_1840.vocabulary import Call, Fault, Payee

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.vocabulary import Size
    from tarock.rules.ruleset import Rules

# the key and case that say how many Consulations
FAULTS: dict[Fault, tuple[str, dict[str, str]]] = {
    Fault.MISDEAL: ("misdeal.penalty", MISDEAL),
    Fault.BOTTOM_CARD: ("misdeal.penalty", {"slip": "bottom card seen"}),
    Fault.CUT: ("misdeal.penalty", {"slip": "wrong cut"}),
    Fault.EARLY_REMINDER: ("king.reminder.fine", {"reminder": "too early"}),
    Fault.OMITTED_REMINDER: ("king.reminder.fine", {"reminder": "omitted"}),
    Fault.EARLY_LEAD: ("play.early_lead_fine", {}),
}

# the key that says to whom they are paid, with the case
PAID_TO: dict[Fault, tuple[str, dict[str, str]]] = {
    Fault.MISDEAL: ("misdeal.paid_to", MISDEAL),
    Fault.BOTTOM_CARD: ("misdeal.paid_to", {"slip": "bottom card seen"}),
    Fault.CUT: ("misdeal.paid_to", {"slip": "wrong cut"}),
    Fault.EARLY_REMINDER: ("king.reminder.paid_to", {}),
    Fault.OMITTED_REMINDER: ("king.reminder.paid_to", {}),
}


def names_extra(fault: Fault, rules: Rules) -> bool:
    """Whether the text names the König, who has no cards, among those who are paid (1840:12.1, 31.2).

    It does not where he is only one of the company (1840:7.4), so that the text has another reading.
    """
    key, case = PAID_TO[fault]
    return Payee.EXTRA in words(rules, key, Payee, **case) and not rules.other_reading(key, **case)


def penalty_line(
    fault: Fault, guilty: str, seats: tuple[str, ...], rules: Rules, *, size: Size | None = None, agreed: int = 0
) -> ScoreLine:
    """What each of the others writes for a fault of `guilty`, in points.

    Among five the König is one of the others: where the text does not name him, he is a Mitspieler (1840:7.4).
    """
    key, case = FAULTS[fault]
    times, ref = rules.number(key, **case), rules.ref(key, **case)
    simple = consulation(rules, size, Call.DREIER, agreed)
    what, reckoning = Message(f"penalty.{fault}", seat=guilty), Message("reckoning.times", times=times, each=simple)
    return ScoreLine(Reason.PENALTY, (), others(seats, guilty), times * simple, what, reckoning, ref)
