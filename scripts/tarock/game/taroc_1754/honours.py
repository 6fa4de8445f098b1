"""The honours of 1754: what is none or cannot be in these hands, what they are worth, who pays (1754:1-14)."""

from __future__ import annotations

from collections import Counter

from tarock.base.wording import Message
from tarock.game.common.findings import Findings
from tarock.game.common.records import check_seat, exclude_seats
from tarock.game.common.score import Ledger, Reason
from tarock.game.taroc_1754.record import Honour, HonourKind, TarocGame
from tarock.rules.ruleset import Rules


def price_honour(honour: Honour, cards: int, rules: Rules) -> tuple[int, str, Message]:
    """Return how much each pays for an honour of so many `cards`, its paragraph, and the reckoning.

    Below the number that is paid it is 0.
    """
    key, name = "honours.bonus", honour.kind.rule_name
    if not honour.kind.is_row:
        points, ref = rules.number_with_ref(key, honour=name, with_excuse=honour.with_excuse)
        return points, ref, Message("from_each", amount=points)
    first, each = rules.number(key, honour=name), rules.number("honours.each_further", honour=name)
    least, ref = rules.number_with_ref("honours.count", honour=name)
    more = cards - least
    points = first + more * each if more >= 0 else 0
    return points, ref, Message("taroc_1754.row", first=first, more=more, each=each)


class HonourPayments:
    """Writes the payment of each of the other `persons` for an honour; repayments and penalties where it was wrong.

    `liable` is the dealer who laid away a wrong number of cards: he alone pays for the others too, and
    returns what he got (1754:4).
    """

    def __init__(self, ledger: Ledger, persons: tuple[str, ...], *, liable: str = ""):
        self.ledger = ledger
        self.persons = persons
        self.rules = ledger.rules
        self.liable = liable
        self.best = Counter[str]()  # by seat, the best paid honour that the Excuse is part of
        self.excuse_used: set[str] = set()

    def pay(self, honours: tuple[Honour, ...]) -> None:
        """Write the payments for all honours of a game."""
        for index, honour in enumerate(honours):
            if self.needs_excuse(index, honour):
                points, *_ = price_honour(honour, honour.size, self.rules)
                self.best[honour.seat] = max(points, self.best[honour.seat])
        for index, honour in enumerate(honours):
            self._pay_honour(index, honour)

    def _pay_honour(self, index: int, honour: Honour) -> None:
        ledger, rules = self.ledger, self.rules
        what = Message("taroc_1754.honour_of", seat=honour.seat, name=_name_honour(honour))
        rest = exclude_seats(self.persons, honour.seat)
        not_held = {"fault": "not held"}
        if honour.again:
            if ledger.choose_reading(
                "taroc_1754.announced_again", "honours.repaid", not_held, about=index, seat=honour.seat
            ):
                ledger.fine(what, honour.seat, rest, "honours.penalty", not_held)
            return
        if honour.forgotten:
            ledger.note("taroc_1754.forgotten", "honours.forgotten_lapse", what=what)
            if rules.flag("honours.forgotten_lapse"):
                return
        points, ref, reckoning = price_honour(honour, self._count_cards(index, honour), rules)
        if self.needs_excuse(index, honour) and self._is_excuse_spent(honour, points):
            return
        self._note_silences(honour)
        if self.liable and honour.seat != self.liable and not honour.mistaken:
            fold = len(rest) if rules.flag("discard.wrong.pays_for_others") else 1
            ledger.pay(
                Reason.HONOUR,
                Message("taroc_1754.dealer_for_all", what=what),
                (self.liable,),
                (honour.seat,),
                fold * points,
                rules.ref("discard.wrong.pays_honours"),
                Message("taroc_1754.fold", fold=fold, reckoning=reckoning),
            )
        else:
            ledger.pay(Reason.HONOUR, what, rest, (honour.seat,), points, ref, reckoning)
        refused = honour.is_understated and ledger.choose_reading(
            "taroc_1754.announced_fewer", "honours.forgotten_lapse", about=index, seat=honour.seat,
            cards=honour.cards, held=honour.held,
        )  # fmt: skip
        if refused:
            ledger.pay(Reason.REPAYMENT, Message("taroc_1754.paid_back", what=what), (honour.seat,), rest, points,
                       rules.ref("honours.repaid", **not_held), reckoning)  # fmt: skip
            ledger.fine(what, honour.seat, rest, "honours.penalty", not_held)
        elif back := self._find_repayment_ref(honour):
            words, part = Message("taroc_1754.paid_back", what=what), 0
            if (
                honour.mistaken
                and honour.held is not None
                and ledger.choose_reading(
                    "taroc_1754.mistaken_part",
                    ref=back,
                    about=index,
                    seat=honour.seat,
                    cards=honour.cards,
                    held=honour.held,
                )
            ):
                part, *_ = price_honour(honour, honour.held, rules)
            ledger.pay(Reason.REPAYMENT, words, (honour.seat,), rest, points - part, back, reckoning)
        for happened, fault in ((honour.mistaken, "not held"), (honour.laid_away, "laid away")):
            if happened:
                case = {"fault": fault, "honour": honour.kind.rule_name}
                ledger.fine(what, honour.seat, rest, "honours.penalty", case)

    def _note_silences(self, honour: Honour) -> None:
        """Note that the text does not say who pays for ten Taroc, nor that the row of Matadore is unbroken."""
        rules = self.rules
        if honour.kind is HonourKind.TAROCKS:
            self.ledger.note_silence(
                "taroc_1754.tarocks_paid_by", "honours.bonus", {"honour": "tarocks"}, seat=honour.seat
            )
        elif honour.kind is HonourKind.MATADORE and honour.size > rules.number("honours.count", honour="all_three"):
            key = "honours.further_in_order"
            self.ledger.note_silence("taroc_1754.matadore_row", key, seat=honour.seat, cards=honour.cards)

    def needs_excuse(self, index: int, honour: Honour) -> bool:
        """Return whether the Excuse is a card of what is paid: not of tarocks, by the reading that it is none."""
        lapsed = honour.forgotten or honour.mistaken or honour.again
        return honour.uses_excuse and not lapsed and self._count_cards(index, honour) == honour.size

    def _count_cards(self, index: int, honour: Honour) -> int:
        """Return how many cards of the honour count; the text does not say whether the Excuse is one of the tarocks."""
        if honour.kind is not HonourKind.TAROCKS or not honour.with_excuse:
            return honour.size
        without = honour.size - 1
        counts = self.ledger.read_value(
            "taroc_1754.excuse_among_tarocks",
            "honours.excuse_among_tarocks",
            about=index,
            seat=honour.seat,
            cards=honour.cards,
            without=without,
        )
        return honour.size if counts else without

    def _is_excuse_spent(self, honour: Honour, points: int) -> bool:
        """Return whether the Excuse is spent on a better honour, by the reading that it serves only once."""
        once = not self.ledger.read_value(
            "taroc_1754.excuse_twice", "excuse.completes_several", about=honour.seat, seat=honour.seat
        )
        if once and (honour.seat in self.excuse_used or points < self.best[honour.seat]):
            return True
        self.excuse_used.add(honour.seat)
        return False

    def _find_repayment_ref(self, honour: Honour) -> str:
        """Return the paragraph by which a payment for an honour is given back, or an empty string."""
        for happened, case in (
            (honour.mistaken, {"fault": "not held"}),
            (honour.laid_away, {"fault": "laid away", "honour": honour.kind.rule_name}),
            (honour.seat == self.liable, {"fault": "wrong discard"}),
        ):
            if happened and self.rules.flag("honours.repaid", **case):
                return self.rules.ref("honours.repaid", **case)
        return ""


def _name_honour(honour: Honour) -> Message:
    key = f"taroc_1754.honour.{honour.kind}"
    if honour.kind.is_row:
        return Message(key, cards=honour.cards)
    return Message(f"{key}_with_excuse" if honour.with_excuse else key)


def check_honours(record: TarocGame, findings: Findings) -> None:
    """Report honours that are none, or that cannot be in these hands together.

    An honour announced by mistake is in no hand.
    """
    honours = _HonourChecks(record, findings)
    before = len(findings)
    honours.check_excuse()
    honours.check_numbers()
    if len(findings) == before:
        honours.check_hands()


class _HonourChecks:
    """The honours of a game: each by itself, and the `sound` ones together."""

    def __init__(self, record: TarocGame, findings: Findings):
        self.record = record
        self.findings = findings.at("honours")
        self.report = self.findings.report
        self.rules = findings.rules
        self.sound = [(index, honour) for index, honour in enumerate(record.honours) if self.is_sound(index, honour)]

    def is_sound(self, index: int, honour: Honour) -> bool:
        """Return whether the honour by itself could be one, and is in a hand; report its faults."""
        known = check_seat(self.findings, honour.seat, self.record.seats, index, "seat")
        before, kind, rules = len(self.findings), honour.kind, self.rules
        if not kind.is_row:
            if honour.cards is not None:
                self.report("HONOUR-CARDS", index, "cards", kind=kind)
        else:
            least, ref = rules.number_with_ref("honours.count", honour=kind.rule_name)
            most = rules.number("pack.numbered_tarocks") + honour.uses_excuse
            if honour.cards is None or not least <= honour.cards <= most:
                self.report(
                    "HONOUR-SIZE", index, "cards", ref=ref, kind=kind, cards=honour.cards, least=least, most=most
                )
        if kind is HonourKind.MATADORE and honour.with_excuse:
            self.report("HONOUR-EXCUSE", index)
        if honour.held is not None and not (
            kind.is_row and (honour.held < honour.size if honour.mistaken else honour.held > honour.size)
        ):
            self.report("HONOUR-HELD", index, "held", rule="honours.repaid", case={"fault": "not held"})
        if honour.laid_away:
            self.check_laid_away(index, honour)
        if honour.forgotten + honour.mistaken + honour.laid_away + honour.again > 1:
            self.report("HONOUR-FAULTS", index)
        return known and len(self.findings) == before and not honour.mistaken and not honour.again

    def check_laid_away(self, index: int, honour: Honour) -> None:
        """Check that a card laid away is one of a Cavallerie, and by who lays cards away (1754:1, 13)."""
        place, dealer, laid = (index, "laid_away"), self.record.dealer, self.record.discard
        ref = self.rules.ref("honours.repaid", fault="laid away", honour="cavallerie")
        if honour.kind is not HonourKind.CAVALLERIE:
            self.report("HONOUR-LAID-AWAY", *place, ref=ref, kind=honour.kind)
        elif honour.seat != dealer:
            self.report("HONOUR-LAID-BY", *place, rule="discard.who", seat=honour.seat, dealer=dealer)
        elif laid and not (laid.dame or laid.cavall or laid.bube or (honour.with_excuse and laid.excuse)):
            self.report("HONOUR-NOT-LAID", *place, ref=ref)

    def check_excuse(self) -> None:
        """Check that who uses the Excuse has it to the end: nobody can take it (1754:7)."""
        holder, user = self.record.find_holder("excuse"), ""
        for index, honour in self.sound:
            if not honour.uses_excuse:
                continue
            seat = honour.seat
            if user not in ("", seat):
                self.report("HONOUR-EXCUSE-TWICE", index, seat=seat, other=user)
            elif holder not in ("", seat):
                self.report("HONOUR-EXCUSE-ELSEWHERE", index, rule="rank.scues_nature", seat=seat, holder=holder)
            user = seat

    def check_numbers(self) -> None:
        """Check that honours of a kind are no more than the pack has, and a hand has one row of tarocks."""
        most = {
            HonourKind.MATADORE: 1,
            HonourKind.TAROCKS: self.rules.number("pack.numbered_tarocks") + 1,
            HonourKind.CAVALLERIE: self.rules.number("pack.suits_count"),
            HonourKind.KINGS: 1,
        }
        held = Counter[HonourKind]()
        rows: set[str] = set()
        for index, honour in self.sound:
            kind, is_tarocks = honour.kind, honour.kind is HonourKind.TAROCKS
            held[kind] += honour.size if is_tarocks else 1
            if held[kind] > most[kind]:
                self.report("HONOUR-TOO-MANY", index, kind=kind, most=most[kind])
            elif is_tarocks:
                if honour.seat in rows:
                    self.report("HONOUR-TWICE", index, seat=honour.seat)
                rows.add(honour.seat)

    def check_hands(self) -> None:
        """Check that the honours of each seat fit into one hand."""
        for index, honour in self.sound:
            if honour.kind is HonourKind.MATADORE:
                self.check_pagat(index, honour)
            elif honour.kind is HonourKind.KINGS:
                self.check_kings(index, honour)
        self.check_tarocks()
        due = self.rules.number("deal.hand")
        for seat in dict.fromkeys(self.record.seats):  # one that is given twice is wrong by itself
            if (cards := self.count_cards(seat)) > due:
                last = max(index for index, honour in self.sound if honour.seat == seat)
                self.report("HONOUR-HAND", last, rule="deal.hand", seat=seat, cards=cards, due=due)

    def find_honours(self, seat: str, kind: HonourKind) -> list[Honour]:
        return [honour for _, honour in self.sound if (honour.seat, honour.kind) == (seat, kind)]

    def count_rows(self, seat: str) -> list[int]:
        """Return how many tarocks with a number the Matadore and the tarocks of a seat show."""
        kinds = (HonourKind.MATADORE, HonourKind.TAROCKS)
        return [
            sum(max(row.size, row.held or 0) - row.uses_excuse for row in self.find_honours(seat, kind))
            for kind in kinds
        ]  # of one row at most

    def check_tarocks(self) -> None:
        """Check that rows of tarocks are different cards; the Matadore of a hand are among its tarocks."""
        total, most = 0, self.rules.number("pack.numbered_tarocks")
        for index, honour in self.sound:
            matadore, tarocks = self.count_rows(honour.seat)
            if not honour.kind.is_row or (tarocks and honour.kind is HonourKind.MATADORE):
                continue
            total += max(matadore, tarocks)
            if 0 < tarocks < matadore:
                self.report("HONOUR-DIFFERS", index, seat=honour.seat, cards=tarocks, matadore=matadore)
            if total > most:
                self.report("HONOUR-TOGETHER", index, words="HONOUR-TOGETHER.tarocks", cards=total, most=most)
                return

    def check_kings(self, index: int, kings: Honour) -> None:
        """Check that a König is left for each whole Cavallerie of another."""
        suits = self.rules.number("pack.suits_count")
        left = self.rules.number("excuse.completes", honour="all_four") if kings.with_excuse else suits
        whole = sum(
            honour.kind is HonourKind.CAVALLERIE and honour.seat != kings.seat and not honour.with_excuse
            for _, honour in self.sound
        )
        if whole > suits - left:
            words = "HONOUR-TOGETHER.kings"
            self.report("HONOUR-TOGETHER", index, words=words, seat=kings.seat, kings=left, whole=whole)

    def count_cards(self, seat: str) -> int:
        """Return how many cards the honours of a seat need at least."""
        rules = self.rules
        suit = len(rules.words("honours.cards", honour="cavallerie"))
        with_excuse = rules.number("excuse.completes", honour="cavallerie")
        sets = self.find_honours(seat, HonourKind.CAVALLERIE)
        courts = sum(with_excuse if honour.with_excuse else suit for honour in sets)
        suits, three = rules.number("pack.suits_count"), rules.number("excuse.completes", honour="all_four")
        kings = sum(three if honour.with_excuse else suits for honour in self.find_honours(seat, HonourKind.KINGS))
        excuse = any(honour.uses_excuse for _, honour in self.sound if honour.seat == seat)
        return courts + max(0, kings - len(sets)) + max(self.count_rows(seat)) + excuse

    def check_pagat(self, index: int, matadore: Honour) -> None:
        """Report Matadore whose Pagat another seat had; `index` is their place among the record's honours."""
        record, case = self.record, {"honour": "all_three"}
        owners = [record.pagat.seat] if record.pagat else []
        owners += [revoke.took_pagat_of for _, revoke in record.returned_pagats]
        owners += [record.dealer] if record.discard and record.discard.pagat else []
        if elsewhere := exclude_seats(owners, matadore.seat):
            self.report(
                "HONOUR-PAGAT-ELSEWHERE", index, rule="honours.count", case=case, seat=matadore.seat, owner=elsewhere[0]
            )
