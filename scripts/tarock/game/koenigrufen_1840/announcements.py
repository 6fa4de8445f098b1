"""Announcing ultimo and Volat, and answering with contra, re, supra (1840:51-62)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.common.vocabulary import words
from tarock.game.koenigrufen_1840.vocabulary import Feat, Role, Word

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.examination import Examination


@dataclass(frozen=True, slots=True)
class Announced:
    """An announced ultimo or Volat: by whom, and how many raises (0 none, 1 contra, 2 re, 3 supra)."""

    of: Feat
    seat: str
    raises: int


def check_announcements(exam: Examination, partner: str) -> dict[Feat, Announced]:
    """The announcements in force by their object, after checking who made them and in which order.

    An announcement out of order counts in the order of speaking: the third word is the second raise.
    """
    return _Announcements(exam, partner).run()


class _Announcements:
    def __init__(self, exam: Examination, partner: str):
        self.exam = exam
        self.order = words(exam.rules, "announcements.order", Word)
        self.roles = dict.fromkeys(exam.game.seats, Role.GEGNER)
        self.roles |= {partner: Role.FREUND, exam.game.declarer: Role.SPIELER}
        self.standing: dict[Feat, Announced] = {}
        self.contra_by: dict[Feat, str] = {}

    def run(self) -> dict[Feat, Announced]:
        for said in self.exam.game.announcements:
            if said.call is Word.ANNOUNCE:
                self.announce(said.seat, said.of)
            else:
                self.raise_(said.seat, said.of, said.call)
        return self.standing

    def announce(self, seat: str, of: Feat) -> None:
        """Who may announce, that it stands once announced, and that the declarer speaks first (1840:37.4, 52, 53)."""
        exam, key = self.exam, f"announcements.{of}_by"
        if self.roles[seat] not in words(exam.rules, key, Role):
            exam.fault("ANNOUNCE-SEAT", key, seat=seat, of=of, role=self.roles[seat])
        if of in self.standing:
            first = self.standing[of].seat
            exam.fault(
                "ANNOUNCE-ORDER", "announcements.irrevocable", wording="ANNOUNCE-ORDER.again", seat=seat, of=of,
                first=first,
            )  # fmt: skip
        elif seat == exam.game.declarer and self.standing and exam.rules.flag("announcements.declarer_first"):
            before = [announced.seat for announced in self.standing.values() if announced.seat != seat]
            if before:
                exam.fault(
                    "ANNOUNCE-ORDER", "announcements.declarer_first", wording="ANNOUNCE-ORDER.late", seat=seat, of=of,
                    first=before[0],
                )  # fmt: skip
        self.standing.setdefault(of, Announced(of, seat, 0))

    def raise_(self, seat: str, of: Feat, call: Word) -> None:
        """Contra, re, supra: to what stands, in their order, by whom it is allowed (1840:55, 56)."""
        exam, announced = self.exam, self.standing.get(of)
        if announced is None:
            exam.fault(
                "ANNOUNCE-ORDER", "announcements.order", wording="ANNOUNCE-ORDER.nothing", seat=seat, call=call, of=of
            )
            return
        if announced.raises >= len(self.order):
            exam.fault(
                "ANNOUNCE-ORDER", "announcements.highest", wording="ANNOUNCE-ORDER.highest", seat=seat, call=call,
                last=self.order[-1],
            )  # fmt: skip
            return
        due = self.order[announced.raises]
        if call is not due:
            exam.fault("ANNOUNCE-ORDER", "announcements.order", seat=seat, call=call, due=due)
        key = self.forbidden_by(seat, announced)
        if key:
            exam.fault("ANNOUNCE-SEAT", key, wording="ANNOUNCE-SEAT.raise", seat=seat, of=of)
        if not announced.raises:
            self.contra_by[of] = seat
        self.standing[of] = Announced(of, announced.seat, announced.raises + 1)

    def forbidden_by(self, seat: str, announced: Announced) -> str:
        """The key of the rule that forbids `seat` the next raise; empty when it may."""
        match announced.raises:
            case 0:
                return "" if self.may_contra(seat, announced.seat) else "announcements.contra_by"
            case 1:
                return "" if seat == announced.seat else "announcements.re_by"
            case _:
                return "" if seat == self.contra_by[announced.of] else "announcements.supra_by"

    def may_contra(self, seat: str, announcer: str) -> bool:
        """Against the Spieler a Gegner; against a Gegner the Spieler (1840:55.1)."""
        flag = self.exam.rules.flag
        if self.roles[announcer] is not Role.GEGNER:
            return self.roles[seat] is Role.GEGNER
        match self.roles[seat]:
            case Role.SPIELER:
                return True
            case Role.FREUND:
                return flag("announcements.friend_may_contra")
            case Role.GEGNER:
                return seat != announcer and flag("announcements.opponent_may_contra_opponent")
