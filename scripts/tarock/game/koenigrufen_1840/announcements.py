"""Announcing ultimo and Volat, and answering with contra, re, supra (1840:51-62)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.common.records import word, words
from tarock.game.koenigrufen_1840.vocabulary import Feat, Role, Side, Word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.game.koenigrufen_1840.examination import Examination
    from tarock.rules.ruleset import Rules


class Announced(Value):
    """An announced ultimo or Volat: by whom, and how many raises (0 none, 1 contra, 2 re, 3 supra)."""

    of: Feat
    seat: str
    raises: int


def check_announcements(exam: Examination, partner: str) -> dict[Feat, Announced]:
    """The announcements in force by their object, after checking who made them and in which order.

    An announcement out of order counts in the order of speaking: the third word is the second raise.
    """
    return _Announcements(exam, partner).run()


def pagat_keeper(announced: Mapping[Feat, Announced], rules: Rules) -> str:
    """The seat that announced ultimo and must keep the Pagat to the last trick; empty when none must (1840:51.3)."""
    kept = rules.has("ultimo.pagat_kept") and rules.flag("ultimo.pagat_kept")
    return announced[Feat.ULTIMO].seat if kept and Feat.ULTIMO in announced else ""


class _Announcements:
    def __init__(self, exam: Examination, partner: str):
        self.exam = exam
        self.raises = words(exam.rules, "announcements.raises", Word)
        self.first = word(exam.rules, "announcements.first", Role)
        self.roles = dict.fromkeys(exam.game.seats, Role.DEFENDER)
        self.roles |= {partner: Role.PARTNER, exam.game.declarer: Role.DECLARER}
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
        """Who may announce, that it stands once announced, and who speaks first (1840:37.4, 52, 53)."""
        exam, key, role = self.exam, "announcements.allowed_to", self.roles[seat]
        if role not in words(exam.rules, key, Role, feat=of):
            exam.fault("ANNOUNCE-SEAT", key, when={"feat": of}, seat=seat, of=of, role=role)
        if of in self.standing:
            first = self.standing[of].seat
            exam.fault(
                "ANNOUNCE-ORDER", "announcements.irrevocable", wording="ANNOUNCE-ORDER.again", seat=seat, of=of,
                first=first,
            )  # fmt: skip
        elif role is self.first:
            before = [said.seat for said in self.standing.values() if self.roles[said.seat] is not role]
            if before:
                exam.fault(
                    "ANNOUNCE-ORDER", "announcements.first", wording="ANNOUNCE-ORDER.late", seat=seat, of=of,
                    first=before[0], role=role,
                )  # fmt: skip
        self.standing.setdefault(of, Announced(of, seat, 0))

    def raise_(self, seat: str, of: Feat, call: Word) -> None:
        """Contra, re, supra: to what stands, in their order, by whom it is allowed (1840:55, 56)."""
        exam, announced, key = self.exam, self.standing.get(of), "announcements.raises"
        if announced is None:
            exam.fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.nothing", seat=seat, call=call, of=of)
            return
        if announced.raises >= len(self.raises):
            last = self.raises[-1]
            exam.fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.highest", seat=seat, call=call, last=last)
            return
        due = self.raises[announced.raises]
        if call is not due:
            exam.fault("ANNOUNCE-ORDER", key, seat=seat, call=call, due=due)
        self.check_raiser(seat, announced, due)
        if not announced.raises:
            self.contra_by[of] = seat
        self.standing[of] = Announced(of, announced.seat, announced.raises + 1)

    def check_raiser(self, seat: str, announced: Announced, due: Word) -> None:
        """Who may give the raise that is due, to an announcement of either party (1840:55, 56)."""
        exam, key, of = self.exam, "announcements.raise_by", announced.of
        party = Side.DEFENDERS if self.roles[announced.seat] is Role.DEFENDER else Side.DECLARER
        when = {"call": due, "party": party}
        is_one_of = {self.roles[seat]}
        if seat == announced.seat:
            is_one_of.add(Role.ANNOUNCER)
        elif seat == self.contra_by.get(of):
            is_one_of.add(Role.CONTRA_GIVER)
        if is_one_of.isdisjoint(words(exam.rules, key, Role, **when)):
            exam.fault("ANNOUNCE-SEAT", key, when=when, wording="ANNOUNCE-SEAT.raise", seat=seat, of=of)
