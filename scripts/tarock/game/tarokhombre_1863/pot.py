"""The stakes of Tarokhombre: Stämme, bêtes set and bêtes written down (1863:2, 15, 20, 22, 26)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.game.common.ledger import Ledger
    from tarock.rules.ruleset import Rules

POT = "pot"


class Pot:
    """What stands on the table, in Marken: Stämme, at most one bête, and the bêtes only written down."""

    def __init__(self, ledger: Ledger, rules: Rules, stamm: int):
        self.ledger = ledger
        self.rules = rules
        self.stamm = stamm
        self.name = ""  # of the deal, before what is written
        self.stakes = 0
        self.bete = 0
        self.written: deque[tuple[str, int]] = deque()
        self.skip = False  # by the other reading, no Stamm follows a game thrown in

    def set_stamm(self, dealer: str) -> None:
        """The dealer sets his Stamm."""
        if self.skip:
            self.skip = False
            return
        count, ref = self.rules.number("settlement.stake.count"), self.rules.ref("settlement.stake.count")
        self.ledger.pay(self.name + "Stamm", (dealer,), (POT,), count * self.stamm, f"{count} × {self.stamm}", ref)
        self.stakes += count * self.stamm

    def draw(self, winner: str) -> None:
        """The winner draws the sum; the next bête written down is then set, to be played for."""
        if self.rules.flag("settlement.stake.winner_draws"):
            amount = self.stakes + self.bete
            ref = self.rules.ref("settlement.stake.winner_draws")
            self.ledger.pay(
                self.name + "the sum played for", (POT,), (winner,), amount, f"{self.stakes} + {self.bete}", ref
            )
            self.stakes = self.bete = 0
        if self.written:
            seat, amount = self.written.popleft()
            self._set(seat, amount, "bête written down, now set", self.rules.ref("settlement.bete.played_off"))

    def sum(self) -> int:
        """The sum of the Stämme played for; whether it holds a standing bête is not said."""
        if not self.bete:
            return self.stakes
        without = self.ledger.either(
            "bete-in-sum",
            "whether 'the sum of the Stämme' holds a bête that stands",
            "yes: all that is played for",
            "no: the Stämme alone",
            self.rules.ref("settlement.stake.loser_sets_sum"),
        )
        return self.stakes if without else self.stakes + self.bete

    def lose(self, seat: str, amount: int, ref: str) -> None:
        """A bête of `seat`: set if none stands, else written down."""
        if not amount:
            return
        if (self.bete or self.written) and self.rules.flag("settlement.bete.first_set_only"):
            self.written.append((seat, amount))
            self.ledger.note(
                f"{self.name}bête of {seat}, {amount}: written down",
                self.rules.ref("settlement.bete.others_written"),
            )
            return
        self._set(seat, amount, "bête", ref)

    def fine(self, seat: str, what: str, ref: str) -> None:
        """A penalty of the sum of the standing Stämme, set at once."""
        self.ledger.pay(f"{self.name}penalty: {what}", (seat,), (POT,), self.stakes, "the Stämme that stand", ref)
        self.stakes += self.stakes

    def close(self) -> None:
        """Notes what stands at the end."""
        ref = self.rules.ref("settlement.bete.played_off")
        for seat, amount in self.written:
            self.ledger.note(f"bête of {seat}, {amount}: still written down", ref)
        if self.stakes or self.bete or self.written:
            self.ledger.unsaid(
                "what becomes of stakes and bêtes left at the end",
                f"{self.stakes + self.bete} stay in the pot",
                "not provided for",
                ref,
            )

    def _set(self, seat: str, amount: int, what: str, ref: str) -> None:
        self.ledger.pay(f"{self.name}{what} of {seat}", (seat,), (POT,), amount, str(amount), ref)
        self.bete += amount
