"""The stakes of Tarokhombre: Stämme, bêtes set and bêtes written down (1863:2, 15, 20, 22, 26)."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from copy import copy

from tarock.base.wording import Message
from tarock.game.common.records import is_word
from tarock.game.common.score import Ledger, Reason
from tarock.rules.ruleset import Rules

POT = "pot"
_SUM = "settlement.pool.sum_is"  # read two ways (1863:20, 26)


PotFlow = tuple[str, int]  # the amount that a seat sets (drawn: negative)


class Pot:
    """The stakes on the table, in Marken: Stämme, fines, at most one bête, and the bêtes only written down."""

    def __init__(self, stamm: int, rules: Rules):
        self.stamm = stamm
        self.stamm_count = rules.number("settlement.pool.count")  # of Stämme that a dealer sets
        self.rules = rules
        self.stakes = 0
        self.fines = 0
        self.bete = 0
        self.written: deque[PotFlow] = deque()
        self.skip = False  # by the other reading, no Stamm follows a deal that nobody has won
        self.sums_all = self.reads_all(rules.word(_SUM))  # in the sum of the Stämme, all that stands
        self.losers_sum = 0  # the sum that whoever loses this deal sets
        self.gained = Counter[str]()  # from the pot, by seat

    def copy(self) -> Pot:
        """Return a copy of the pot, to go on by another reading."""
        other = copy(self)
        other.written, other.gained = self.written.copy(), self.gained.copy()
        return other

    @property
    def state(self) -> tuple[object, ...]:
        """Return everything on which later deals depend."""
        return self.stakes, self.fines, self.bete, self.skip, self.sums_all, self.written

    def reads_all(self, which: str) -> bool:
        """Return whether words say that the sum is all that stands, and not the stakes of the dealers alone."""
        return is_word(self.rules, _SUM, which, "all that stands", "the stakes of the dealers")

    @property
    def sum(self) -> int:
        """Return the sum of the Stämme, which a loser sets, or who reports too late."""
        return self.stakes + (self.fines + self.bete if self.sums_all else 0)

    def move(self, move: Move, seat: str) -> list[PotFlow]:
        """Do what one seat does to the pot; returns what seats set by it."""
        flows = move(self, seat)
        for payer, amount in flows:
            self.gained[payer] -= amount
        return flows

    def set_stamm(self, dealer: str) -> list[PotFlow]:
        """Set the Stämme of a dealer; the sum that a loser of this deal sets is fixed by it."""
        amount, self.skip = 0 if self.skip else self.stamm_count * self.stamm, False
        self.stakes += amount
        self.losers_sum = self.sum
        return [(dealer, amount)]

    def set_penalty(self, seat: str) -> list[PotFlow]:
        """Set as much as a loser of this deal sets; it stands for the next winner."""
        self.fines += self.losers_sum
        return [(seat, self.losers_sum)]

    def draw(self, winner: str) -> list[PotFlow]:
        """Draw the sum for the winner; the next bête written down is now set, to be played for."""
        flows: list[PotFlow] = []
        if self.rules.flag("settlement.pool.winner_draws"):
            flows.append((winner, -self.stakes - self.fines - self.bete))
            self.stakes = self.fines = self.bete = 0
        if self.written:
            flows.append(self.written.popleft())
            self.bete += flows[-1][1]
        return flows

    def set_bete(self, seat: str) -> list[PotFlow]:
        """Set as much as a loser of this deal sets; nothing for a bête that is only written down."""
        bete = seat, self.losers_sum
        if (self.bete or self.written) and self.rules.flag("settlement.bete.first_set_only"):
            self.written.append(bete)
            return []
        self.bete += self.losers_sum
        return [bete]


Move = Callable[[Pot, str], list[PotFlow]]


class DealStakes:
    """The moves of one deal, written into a ledger as payments."""

    def __init__(self, pot: Pot, ledger: Ledger):
        self.pot = pot
        self.ledger = ledger
        self.rules = ledger.rules
        self.moves: list[tuple[Move, str]] = []

    def move(self, move: Move, seat: str) -> list[PotFlow]:
        """Do what one seat does to the pot, and remember the move."""
        self.moves.append((move, seat))
        return self.pot.move(move, seat)

    def set_stamm(self, dealer: str) -> None:
        """Set the Stämme of a dealer."""
        reckoning = Message("reckoning.times", times=self.pot.stamm_count, each=self.pot.stamm)
        what, ref = Message("tarokhombre_1863.stamm"), self.rules.ref("settlement.pool.count")
        self._pay(Reason.STAKE, what, self.move(Pot.set_stamm, dealer), ref, reckoning)

    def draw(self, winner: str) -> None:
        """Draw the sum for the winner, and set the next bête that was written down."""
        pot = self.pot
        reckoning = Message("tarokhombre_1863.stakes_and_bete", stakes=pot.stakes, fines=pot.fines, bete=pot.bete)
        for seat, amount in self.move(Pot.draw, winner):
            reason, what, key = Reason.POOL, Message("tarokhombre_1863.sum"), "settlement.pool.winner_draws"
            if amount > 0:
                what, key = Message("tarokhombre_1863.bete_now_set", seat=seat), "settlement.bete.played_singly"
                reason, reckoning = Reason.BETE, Message("amount", amount=amount)
            self._pay(reason, what, [(seat, amount)], self.rules.ref(key), reckoning)

    def read_sum(self) -> None:
        """Read whether the sum of the Stämme holds the bête and the fines that stand too."""
        pot, code = self.pot, "tarokhombre_1863.sum_of_stakes"
        if pot.bete or pot.fines:
            which = self.ledger.read_value(code, _SUM, in_session=True, beside=pot.bete + pot.fines)
            pot.sums_all = pot.reads_all(which)
            pot.losers_sum = pot.sum

    def set_bete(self, seat: str, ref: str) -> None:
        """Set a bête as high as the sum of the Stämme if none stands, else write it down."""
        amount = self.pot.losers_sum
        flows, what = self.move(Pot.set_bete, seat) if amount else [], Message("tarokhombre_1863.bete", seat=seat)
        self._pay(Reason.BETE, what, flows, ref, Message("amount", amount=amount))
        if amount and not flows:
            key = "settlement.bete.others_written"
            self.ledger.note("tarokhombre_1863.bete_written", key, seat=seat, amount=amount)

    def set_penalty(self, seat: str, what: Message, ref: str) -> None:
        """Set a penalty of the sum of the standing Stämme at once (1863:26)."""
        flows, what = self.move(Pot.set_penalty, seat), Message("penalty", what=what)
        self._pay(Reason.PENALTY, what, flows, ref, Message("tarokhombre_1863.standing"))

    def note_rest(self) -> None:
        """Note what stands at the end."""
        pot, key = self.pot, "settlement.bete.played_singly"
        for seat, amount in pot.written:
            self.ledger.note("tarokhombre_1863.bete_still_written", key, seat=seat, amount=amount)
        left = pot.stakes + pot.fines + pot.bete
        if left or pot.written:
            self.ledger.note_silence("tarokhombre_1863.pot_left", key, amount=left)

    def _pay(self, reason: Reason, what: Message, flows: list[PotFlow], ref: str, reckoning: Message) -> None:
        for seat, amount in flows:
            payer, payee = (seat, POT) if amount > 0 else (POT, seat)
            self.ledger.pay(reason, what, (payer,), (payee,), abs(amount), ref, reckoning)
