"""The honours of 1754: what is none or cannot be in these hands, what they are worth, who pays (1754:1-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.game.common.records import others
from tarock.game.common.score import Reason
from tarock.game.taroc_1754.record import HonourKind

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.common.score import Ledger
    from tarock.game.taroc_1754.record import Honour, ScoreFile
    from tarock.rules.ruleset import Rules

# the honour of each kind as the rules name it; of a row each further card is paid
HONOURS = {
    HonourKind.MATADORE: "all_three",
    HonourKind.TAROCKS: "tarocks",
    HonourKind.CAVALLERIE: "cavallerie",
    HonourKind.KINGS: "all_four",
}
ROWS = (HonourKind.MATADORE, HonourKind.TAROCKS)


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

    def __init__(self, ledger: Ledger, persons: tuple[str, ...], *, liable: str = ""):
        self.ledger = ledger
        self.persons = persons
        self.rules = ledger.rules
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
            ledger.note("taroc_1754.forgotten", "honours.forgotten_lapse", what=what)
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
                "taroc_1754.mistaken_part",
                ref=back,
                about=index,
                seat=honour.seat,
                cards=honour.cards,
                held=honour.held,
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
        if honour.kind is HonourKind.TAROCKS:
            self.ledger.unsaid("taroc_1754.tarocks_paid_by", "honours.bonus", {"honour": "tarocks"}, seat=honour.seat)
        elif honour.kind is HonourKind.MATADORE and honour.size > rules.number("honours.count", honour="all_three"):
            key = "honours.further_in_order"
            self.ledger.unsaid("taroc_1754.matadore_row", key, seat=honour.seat, cards=honour.cards)

    def _needs_excuse(self, index: int, honour: Honour) -> bool:
        """Whether the Excuse is a card of what is paid: not of tarocks, by the reading that it is none of them."""
        lapsed = honour.forgotten or honour.mistaken
        return honour.uses_excuse and not lapsed and self._cards(index, honour) == honour.size

    def _cards(self, index: int, honour: Honour) -> int:
        """How many cards of the honour count: whether the Excuse is one of the tarocks is not said."""
        if honour.kind is not HonourKind.TAROCKS or not honour.with_excuse:
            return honour.size
        without = honour.size - 1
        counts = self.ledger.reading(
            "taroc_1754.excuse_among_tarocks",
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
            "excuse.completes",
            {"honour": "all_four"},
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


def check_honours(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Honours that are none, or that cannot be in these hands together. What was announced by mistake is in no hand."""
    sound: list[tuple[int, Honour]] = []
    for index, honour in enumerate(record.honours):
        known = honour.seat in record.seats
        if not known:
            findings.report("SEAT-UNKNOWN", "honours", index, "seat", seat=honour.seat, seats=record.seats)
        if _is_honour(honour, index, record, findings, rules) and known and not honour.mistaken:
            sound.append((index, honour))
    before = len(findings.list)
    _check_excuse(sound, record, findings, rules)
    _check_numbers(sound, findings, rules)
    if len(findings.list) == before:
        _Hands(sound, record, findings, rules).check()


def _is_honour(honour: Honour, index: int, record: ScoreFile, findings: Findings, rules: Rules) -> bool:
    """Whether the honour by itself could be one; adds what is wrong."""
    before = len(findings.list)
    place = ("honours", index)
    if honour.kind not in ROWS:
        if honour.cards is not None:
            findings.report("HONOUR-CARDS", *place, "cards", kind=honour.kind)
    else:
        key, name = "honours.count", HONOURS[honour.kind]
        least, most = rules.number(key, honour=name), rules.number("pack.numbered_tarocks") + honour.uses_excuse
        if honour.cards is None or not least <= honour.cards <= most:
            findings.report("HONOUR-SIZE", *place, "cards", ref=rules.ref(key, honour=name), kind=honour.kind,
                            cards=honour.cards, least=least, most=most)  # fmt: skip
    if honour.kind is HonourKind.MATADORE and honour.with_excuse:
        findings.report("HONOUR-EXCUSE", *place)
    if honour.held is not None and not (honour.kind in ROWS and honour.mistaken and honour.held < honour.size):
        findings.report("HONOUR-HELD", *place, "held", ref=rules.ref("honours.repaid", fault="not held"))
    if honour.laid_away:
        _check_laid_away(honour, index, record, findings, rules)
    if honour.forgotten + honour.mistaken + honour.laid_away > 1:
        findings.report("HONOUR-FAULTS", *place)
    return len(findings.list) == before


def _check_laid_away(honour: Honour, index: int, record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """A card of a Cavallerie, and only by who lays cards away (1754:1, 13)."""
    place = ("honours", index, "laid_away")
    if honour.kind is not HonourKind.CAVALLERIE:
        ref = rules.ref("honours.repaid", fault="laid away", honour=HONOURS[HonourKind.CAVALLERIE])
        findings.report("HONOUR-LAID-AWAY", *place, ref=ref, kind=honour.kind)
    elif honour.seat != record.dealer:
        ref = rules.ref("discard.who")
        findings.report("HONOUR-LAID-BY", *place, ref=ref, seat=honour.seat, dealer=record.dealer)
    elif (laid := record.discard) and not (
        laid.dame or laid.cavall or laid.bube or (honour.with_excuse and laid.excuse)
    ):
        findings.report(
            "HONOUR-NOT-LAID",
            *place,
            ref=rules.ref("honours.repaid", fault="laid away", honour=HONOURS[HonourKind.CAVALLERIE]),
        )


def _check_excuse(sound: list[tuple[int, Honour]], record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Who uses the Excuse has it, and has it to the end: nobody can take it (1754:7)."""
    holder, user = record.holder("excuse"), ""
    for index, honour in sound:
        if not honour.uses_excuse:
            continue
        if user not in ("", honour.seat):
            findings.report("HONOUR-EXCUSE-TWICE", "honours", index, seat=honour.seat, other=user)
        elif holder not in ("", honour.seat):
            ref = rules.ref("rank.scues_nature")
            findings.report("HONOUR-EXCUSE-ELSEWHERE", "honours", index, ref=ref, seat=honour.seat, holder=holder)
        user = honour.seat


def _check_numbers(sound: list[tuple[int, Honour]], findings: Findings, rules: Rules) -> None:
    """Honours of a kind: no more than the pack has; one row of tarocks in a hand."""
    most = {
        HonourKind.MATADORE: 1,
        HonourKind.TAROCKS: rules.number("pack.numbered_tarocks") + 1,
        HonourKind.CAVALLERIE: rules.number("pack.suits_count"),
        HonourKind.KINGS: 1,
    }
    held = dict.fromkeys(HonourKind, 0)
    rows: set[str] = set()
    for index, honour in sound:
        held[honour.kind] += honour.size if honour.kind is HonourKind.TAROCKS else 1
        if held[honour.kind] > most[honour.kind]:
            findings.report("HONOUR-TOO-MANY", "honours", index, kind=honour.kind, most=most[honour.kind])
        elif honour.kind is HonourKind.TAROCKS:
            if honour.seat in rows:
                findings.report("HONOUR-TWICE", "honours", index, seat=honour.seat)
            rows.add(honour.seat)


class _Hands:
    """The cards that the honours of each seat need."""

    def __init__(self, sound: list[tuple[int, Honour]], record: ScoreFile, findings: Findings, rules: Rules):
        self.sound = sound
        self.record = record
        self.findings = findings
        self.rules = rules

    def check(self) -> None:
        for index, honour in self.sound:
            if honour.kind is HonourKind.MATADORE:
                self.check_pagat(index, honour)
            elif honour.kind is HonourKind.KINGS:
                self.check_kings(index, honour)
        self.check_tarocks()
        self.check_size()

    def of(self, seat: str, kind: HonourKind) -> list[Honour]:
        return [honour for _, honour in self.sound if (honour.seat, honour.kind) == (seat, kind)]

    def numbered(self, seat: str, kind: HonourKind) -> int:
        """How many tarocks with a number a row of this kind shows."""
        return sum(honour.size - honour.uses_excuse for honour in self.of(seat, kind))  # of one row at most

    def check_tarocks(self) -> None:
        """All rows of tarocks are different cards, and the Matadore of a hand are among its tarocks."""
        total, most = 0, self.rules.number("pack.numbered_tarocks")
        for index, honour in self.sound:
            if honour.kind is HonourKind.TAROCKS:
                mine, matadore = (
                    self.numbered(honour.seat, HonourKind.TAROCKS),
                    self.numbered(honour.seat, HonourKind.MATADORE),
                )
                total += max(mine, matadore)
                if matadore > mine:
                    self.report("HONOUR-DIFFERS", index, seat=honour.seat, cards=mine, matadore=matadore)
            elif honour.kind is HonourKind.MATADORE and not self.of(honour.seat, HonourKind.TAROCKS):
                total += self.numbered(honour.seat, HonourKind.MATADORE)
            if total > most:
                self.report("HONOUR-TOGETHER", index, words="HONOUR-TOGETHER.tarocks", cards=total, most=most)
                return

    def check_kings(self, index: int, kings: Honour) -> None:
        """A whole Cavallerie of another needs a König."""
        suits = self.rules.number("pack.suits_count")
        left = self.rules.number("excuse.completes", honour="all_four") if kings.with_excuse else suits
        whole = sum(
            len([honour for honour in self.of(seat, HonourKind.CAVALLERIE) if not honour.with_excuse])
            for seat in others(self.record.seats, kings.seat)
        )
        if whole > suits - left:
            self.report(
                "HONOUR-TOGETHER", index, words="HONOUR-TOGETHER.kings", seat=kings.seat, kings=left, whole=whole
            )

    def check_size(self) -> None:
        """The honours of a hand are no more cards than a hand has."""
        due = self.rules.number("deal.hand")
        for seat in self.record.seats:
            cards = self.cards(seat)
            if cards > due:
                last = max(index for index, honour in self.sound if honour.seat == seat)
                ref = self.rules.ref("deal.hand")
                self.report("HONOUR-HAND", last, ref=ref, seat=seat, cards=cards, due=due)

    def cards(self, seat: str) -> int:
        """How many cards the honours of a seat need at least."""
        rules = self.rules
        suit, with_excuse = (
            len(rules.words("honours.cards", honour="cavallerie")),
            rules.number("excuse.completes", honour="cavallerie"),
        )
        sets = self.of(seat, HonourKind.CAVALLERIE)
        courts = sum(with_excuse if honour.with_excuse else suit for honour in sets)
        suits, three = rules.number("pack.suits_count"), rules.number("excuse.completes", honour="all_four")
        kings = sum(three if honour.with_excuse else suits for honour in self.of(seat, HonourKind.KINGS))
        excuse = any(honour.uses_excuse for _, honour in self.sound if honour.seat == seat)
        numbered = max(self.numbered(seat, kind) for kind in ROWS)
        return courts + max(0, kings - len(sets)) + numbered + excuse

    def check_pagat(self, index: int, matadore: Honour) -> None:
        """The Pagat is one of the Matadore: it was in the same hand."""
        record = self.record
        owners = [record.pagat.seat] if record.pagat else []
        owners += [revoke.took_pagat_of for revoke in record.revokes if revoke.took_pagat_of]
        owners += [record.dealer] if record.discard and record.discard.pagat else []
        if other := next((owner for owner in owners if owner != matadore.seat), ""):
            ref = self.rules.ref("honours.count", honour="all_three")
            self.report("HONOUR-PAGAT-ELSEWHERE", index, ref=ref, seat=matadore.seat, owner=other)

    def report(self, code: str, index: int, ref: str = "", words: str = "", **values: str | int) -> None:
        self.findings.report(code, "honours", index, ref=ref, words=words, **values)
