"""What the honours of 1754 are worth, and who pays for them, or pays them back (1754:2, 4, 6, 8, 10-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.game.common.records import others
from tarock.game.common.score import Reason
from tarock.game.taroc_1754.record import Kind

if TYPE_CHECKING:
    from tarock.game.common.score import Ledger
    from tarock.game.taroc_1754.record import Honour
    from tarock.rules.ruleset import Rules


# the honour of each kind as the rules name it; of a row each further card is paid
HONOURS = {
    Kind.MATADORE: "all_three",
    Kind.TAROCKS: "tarocks",
    Kind.CAVALLERIE: "cavallerie",
    Kind.KINGS: "all_four",
}
ROWS = (Kind.MATADORE, Kind.TAROCKS)


class Worth(Value):
    """What each pays for an honour, how that is reckoned, and by which paragraph."""

    points: int
    reckoning: Message
    ref: str


def worth(honour: Honour, cards: int, rules: Rules) -> Worth:
    """What each pays for an honour of so many `cards`: 0 points below the number that is paid."""
    key, name = "honours.bonus", HONOURS[honour.kind]
    if honour.kind not in ROWS:
        case = {"honour": name, "with_excuse": honour.with_excuse}
        points = rules.number(key, **case)
        return Worth(points, Message("from_each", amount=points), rules.ref(key, **case))
    first, each = rules.number(key, honour=name), rules.number("honours.each_further", honour=name)
    more = cards - rules.number("honours.count", honour=name)
    points = first + more * each if more >= 0 else 0
    ref = rules.ref("honours.count", honour=name)
    return Worth(points, Message("taroc_1754.row", first=first, more=more, each=each), ref)


class HonourPayments:
    """Each of the other `persons` pays for an honour; repayments and penalties where it was wrong.

    `liable` is the dealer who laid away a wrong number of cards: he alone pays for the others too, and
    returns what he got (1754:4).
    """

    def __init__(self, ledger: Ledger, persons: tuple[str, ...], rules: Rules, *, liable: str = ""):
        self.ledger = ledger
        self.persons = persons
        self.rules = rules
        self.liable = liable
        self.best: dict[str, int] = {}  # by seat, the best paid honour that the Excuse is part of
        self.excuse_used: set[str] = set()

    def pay(self, honours: tuple[Honour, ...]) -> None:
        """Writes the payments for all honours of a game."""
        for index, honour in enumerate(honours):
            if self._needs_excuse(index, honour):
                points = worth(honour, honour.size, self.rules).points
                self.best[honour.seat] = max(points, self.best.get(honour.seat, points))
        for index, honour in enumerate(honours):
            self._honour(index, honour)

    def _honour(self, index: int, honour: Honour) -> None:
        ledger, rules = self.ledger, self.rules
        what = Message("taroc_1754.honour_of", seat=honour.seat, name=_name(honour))
        if honour.forgotten:
            ledger.note("taroc_1754.forgotten", rules.ref("honours.forgotten_lapse"), what=what)
            if rules.flag("honours.forgotten_lapse"):
                return
        value = worth(honour, self._cards(index, honour), rules)
        if self._needs_excuse(index, honour) and self._excuse_spent(honour, value.points):
            return
        self._note_silences(honour)
        rest = others(self.persons, honour.seat)
        if self.liable and honour.seat != self.liable and not honour.mistaken:
            fold = len(rest) if rules.flag("discard.wrong.pays_for_others") else 1
            ledger.pay(
                Reason.HONOUR,
                Message("taroc_1754.dealer_for_all", what=what),
                (self.liable,),
                (honour.seat,),
                fold * value.points,
                rules.ref("discard.wrong.pays_honours"),
                Message("taroc_1754.fold", fold=fold, reckoning=value.reckoning),
            )
        else:
            ledger.pay(Reason.HONOUR, what, rest, (honour.seat,), value.points, value.ref, value.reckoning)
        if back := self._returned(honour):
            words, part = Message("taroc_1754.paid_back", what=what), 0
            if honour.held is not None and ledger.either(
                "taroc_1754.mistaken_part", back, about=index, seat=honour.seat, cards=honour.cards, held=honour.held
            ):
                part = worth(honour, honour.held, rules).points
            ledger.pay(Reason.REPAYMENT, words, (honour.seat,), rest, value.points - part, back, value.reckoning)
        for happened, fault in ((honour.mistaken, "not held"), (honour.laid_away, "laid away")):
            if happened:
                case = {"fault": fault, "honour": HONOURS[honour.kind]}
                fine = rules.number("honours.penalty", **case)
                ledger.pay(
                    Reason.PENALTY,
                    Message("penalty", what=what),
                    (honour.seat,),
                    rest,
                    fine,
                    rules.ref("honours.penalty", **case),
                    Message("to_each", amount=fine),
                )

    def _note_silences(self, honour: Honour) -> None:
        """Who pays for ten Taroc is not said in words, nor that the row of Matadore is unbroken."""
        rules = self.rules
        if honour.kind is Kind.TAROCKS:
            self.ledger.unsaid(
                "taroc_1754.tarocks_paid_by", rules.ref("honours.bonus", honour="tarocks"), seat=honour.seat
            )
        elif honour.kind is Kind.MATADORE and honour.size > rules.number("honours.count", honour="all_three"):
            ref = rules.ref("honours.further_in_order")
            self.ledger.unsaid("taroc_1754.matadore_row", ref, seat=honour.seat, cards=honour.cards)

    def _needs_excuse(self, index: int, honour: Honour) -> bool:
        """Whether the Excuse is a card of what is paid: not of tarocks, by the reading that it is none of them."""
        lapsed = honour.forgotten or honour.mistaken
        return honour.uses_excuse and not lapsed and self._cards(index, honour) == honour.size

    def _cards(self, index: int, honour: Honour) -> int:
        """How many cards of the honour count: whether the Excuse is one of the tarocks is not said."""
        if honour.kind is not Kind.TAROCKS or not honour.with_excuse:
            return honour.size
        without = honour.size - 1
        counts = self.ledger.reading(
            "taroc_1754.excuse_among_tarocks",
            self.rules,
            "honours.excuse_among_tarocks",
            about=index,
            seat=honour.seat,
            cards=honour.cards,
            without=without,
        )
        return honour.size if counts else without

    def _excuse_spent(self, honour: Honour, points: int) -> bool:
        """Whether the Excuse of this honour is spent on a better one, by the reading that it serves only once."""
        once = self.ledger.either(
            "taroc_1754.excuse_twice",
            self.rules.ref("excuse.completes", honour="all_four"),
            about=honour.seat,
            seat=honour.seat,
        )
        if once and (honour.seat in self.excuse_used or points < self.best[honour.seat]):
            return True
        self.excuse_used.add(honour.seat)
        return False

    def _returned(self, honour: Honour) -> str:
        """The paragraph by which what was paid for an honour is given back, or an empty string."""
        for happened, key, case in (
            (honour.mistaken, "honours.repaid", {"fault": "not held"}),
            (honour.laid_away, "honours.repaid", {"fault": "laid away", "honour": HONOURS[honour.kind]}),
            (bool(self.liable) and honour.seat == self.liable, "honours.repaid", {"fault": "wrong discard"}),
        ):
            if happened and self.rules.flag(key, **case):
                return self.rules.ref(key, **case)
        return ""


def _name(honour: Honour) -> Message:
    if honour.kind in ROWS:
        return Message(f"taroc_1754.honour.{honour.kind}", cards=honour.cards)
    return Message(f"taroc_1754.honour.{honour.kind}{'_with_excuse' if honour.with_excuse else ''}")
