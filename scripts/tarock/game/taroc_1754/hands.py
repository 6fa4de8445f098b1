"""Whether the honours of a game of 1754 can be in the hands of three (1754:1, 2, 7, 10-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.records import others
from tarock.game.taroc_1754.honours import HONOURS, ROWS
from tarock.game.taroc_1754.record import Kind

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.taroc_1754.record import Honour, ScoreFile
    from tarock.rules.ruleset import Rules


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
    if honour.kind is Kind.MATADORE and honour.with_excuse:
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
    if honour.kind is not Kind.CAVALLERIE:
        ref = rules.ref("honours.repaid", fault="laid away", honour=HONOURS[Kind.CAVALLERIE])
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
            ref=rules.ref("honours.repaid", fault="laid away", honour=HONOURS[Kind.CAVALLERIE]),
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
        Kind.MATADORE: 1,
        Kind.TAROCKS: rules.number("pack.numbered_tarocks") + 1,
        Kind.CAVALLERIE: rules.number("pack.suits_count"),
        Kind.KINGS: 1,
    }
    held = dict.fromkeys(Kind, 0)
    rows: set[str] = set()
    for index, honour in sound:
        held[honour.kind] += honour.size if honour.kind is Kind.TAROCKS else 1
        if held[honour.kind] > most[honour.kind]:
            findings.report("HONOUR-TOO-MANY", "honours", index, kind=honour.kind, most=most[honour.kind])
        elif honour.kind is Kind.TAROCKS:
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
            if honour.kind is Kind.MATADORE:
                self.check_pagat(index, honour)
            elif honour.kind is Kind.KINGS:
                self.check_kings(index, honour)
        self.check_tarocks()
        self.check_size()

    def of(self, seat: str, kind: Kind) -> list[Honour]:
        return [honour for _, honour in self.sound if (honour.seat, honour.kind) == (seat, kind)]

    def numbered(self, seat: str, kind: Kind) -> int:
        """How many tarocks with a number a row of this kind shows."""
        return sum(honour.size - honour.uses_excuse for honour in self.of(seat, kind))  # of one row at most

    def check_tarocks(self) -> None:
        """All rows of tarocks are different cards, and the Matadore of a hand are among its tarocks."""
        total, most = 0, self.rules.number("pack.numbered_tarocks")
        for index, honour in self.sound:
            if honour.kind is Kind.TAROCKS:
                mine, matadore = self.numbered(honour.seat, Kind.TAROCKS), self.numbered(honour.seat, Kind.MATADORE)
                total += max(mine, matadore)
                if matadore > mine:
                    self.report("HONOUR-DIFFERS", index, seat=honour.seat, cards=mine, matadore=matadore)
            elif honour.kind is Kind.MATADORE and not self.of(honour.seat, Kind.TAROCKS):
                total += self.numbered(honour.seat, Kind.MATADORE)
            if total > most:
                self.report("HONOUR-TOGETHER", index, words="HONOUR-TOGETHER.tarocks", cards=total, most=most)
                return

    def check_kings(self, index: int, kings: Honour) -> None:
        """A whole Cavallerie of another needs a König."""
        suits = self.rules.number("pack.suits_count")
        left = self.rules.number("excuse.completes", honour="all_four") if kings.with_excuse else suits
        whole = sum(
            len([honour for honour in self.of(seat, Kind.CAVALLERIE) if not honour.with_excuse])
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
        sets = self.of(seat, Kind.CAVALLERIE)
        courts = sum(with_excuse if honour.with_excuse else suit for honour in sets)
        suits, three = rules.number("pack.suits_count"), rules.number("excuse.completes", honour="all_four")
        kings = sum(three if honour.with_excuse else suits for honour in self.of(seat, Kind.KINGS))
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
