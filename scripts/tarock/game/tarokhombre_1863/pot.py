"""The stakes of Tarokhombre: Stämme, bêtes set and bêtes written down (1863:2, 15, 20, 22, 26)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.game.common.score import Reason
from tarock.game.tarokhombre_1863.words import Fact, Silence

if TYPE_CHECKING:
    from tarock.game.common.score import Ledger
    from tarock.rules.ruleset import Rules

POT = "pot"


class Pot:
    """What stands on the table, in Marken: Stämme, at most one bête, and the bêtes only written down."""

    def __init__(self, ledger: Ledger, rules: Rules, stamm: int):
        self.ledger = ledger
        self.rules = rules
        self.stamm = stamm
        self.stakes = 0
        self.bete = 0
        self.written: deque[tuple[str, int]] = deque()
        self.skip = False  # by the other reading, no Stamm follows a game thrown in

    def set_stamm(self, dealer: str) -> None:
        """The dealer sets his Stamm."""
        if self.skip:
            self.skip = False
            return
        count = self.rules.number("settlement.pool.count")
        self.ledger.pay(
            Reason.STAKE,
            Message("tarokhombre_1863.stamm"),
            (dealer,),
            (POT,),
            count * self.stamm,
            self.rules.ref("settlement.pool.count"),
            Message("reckoning.times", times=count, each=self.stamm),
        )
        self.stakes += count * self.stamm

    def draw(self, winner: str) -> None:
        """The winner draws the sum; the next bête written down is then set, to be played for."""
        if self.rules.flag("settlement.pool.winner_draws"):
            self.ledger.pay(
                Reason.POOL,
                Message("tarokhombre_1863.sum"),
                (POT,),
                (winner,),
                self.stakes + self.bete,
                self.rules.ref("settlement.pool.winner_draws"),
                Message("tarokhombre_1863.stakes_and_bete", stakes=self.stakes, bete=self.bete),
            )
            self.stakes = self.bete = 0
        if self.written:
            seat, amount = self.written.popleft()
            what = Message("tarokhombre_1863.bete_now_set", seat=seat)
            self._set(seat, amount, what, self.rules.ref("settlement.bete.played_singly"))

    def sum(self) -> int:
        """The sum of the Stämme played for; whether it holds a standing bête is not said."""
        if not self.bete:
            return self.stakes
        ref = self.rules.ref("settlement.pool.loser_sets")
        without = self.ledger.either(Silence.BETE_IN_SUM, ref, in_session=True)
        return self.stakes if without else self.stakes + self.bete

    def lose(self, seat: str, amount: int, ref: str) -> None:
        """A bête of `seat`: set if none stands, else written down."""
        if not amount:
            return
        if (self.bete or self.written) and self.rules.flag("settlement.bete.first_set_only"):
            self.written.append((seat, amount))
            self.ledger.note(
                Fact.BETE_WRITTEN, self.rules.ref("settlement.bete.others_written"), seat=seat, amount=amount
            )
            return
        self._set(seat, amount, Message("tarokhombre_1863.bete", seat=seat), ref)

    def fine(self, seat: str, what: Message, ref: str) -> None:
        """A penalty of the sum of the standing Stämme, set at once: it stands with them."""
        reckoning = Message("tarokhombre_1863.standing")
        with_bete = self.bete and self.ledger.either(Silence.BETE_IN_PENALTY, ref, bete=self.bete)
        amount = self.stakes + (self.bete if with_bete else 0)
        self.ledger.pay(Reason.PENALTY, Message("penalty", what=what), (seat,), (POT,), amount, ref, reckoning)
        self.stakes += amount

    def close(self) -> None:
        """Notes what stands at the end."""
        ref = self.rules.ref("settlement.bete.played_singly")
        for seat, amount in self.written:
            self.ledger.note(Fact.BETE_STILL_WRITTEN, ref, seat=seat, amount=amount)
        if self.stakes or self.bete or self.written:
            self.ledger.unsaid(Silence.POT_LEFT, ref, amount=self.stakes + self.bete)

    def _set(self, seat: str, amount: int, what: Message, ref: str) -> None:
        self.ledger.pay(Reason.BETE, what, (seat,), (POT,), amount, ref, Message("amount", amount=amount))
        self.bete += amount
