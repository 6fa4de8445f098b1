"""What is wrong with the record of a game of 1754: against itself, the pack, or the rules (1754:1-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.records import check_seat, check_seats
from tarock.game.taroc_1754.count import COUNTING, PLAIN, pack_kinds
from tarock.game.taroc_1754.honours import ROWS
from tarock.game.taroc_1754.record import Fate, Kind

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.taroc_1754.record import Honour, Pagat, ScoreFile
    from tarock.rules.ruleset import Rules

_VOID = ("piles", "tricks", "honours", "pagat", "revokes", "wrong_discard")  # what a void game has none of


def check(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Add everything that is wrong with the record to `findings`."""
    players = tuple(int(name) for name in rules.names("game.players"))
    check_seats(findings, record.seats, players, rules.ref("game.players"))
    check_seat(findings, record.dealer, record.seats, "dealer")
    if record.king in record.seats:
        findings.report("SEAT-EXTRA", "king", words="taroc_1754.SEAT-EXTRA", king=record.king)
    _check_revokes(record, findings)
    if record.misdeal:
        for name in _VOID:
            if getattr(record, name):
                ref = rules.ref("misdeal.deal_void")
                findings.report("VOID-GAME", name, ref=ref, words="taroc_1754.VOID-GAME", name=name)
        return
    _check_honours(record, findings, rules)
    if record.wrong_discard is not None:
        right = rules.number("discard.cards")
        if record.wrong_discard.cards == right:
            findings.report("DISCARD-RIGHT", "wrong_discard", "cards", ref=rules.ref("discard.cards"), cards=right)
        return
    _check_piles(record, findings, rules)
    _check_returned(record, findings, rules)
    if record.pagat is not None:
        _check_pagat(record.pagat, record, findings)


def excess_cards(record: ScoreFile, rules: Rules) -> dict[str, int]:
    """By seat, the cards of the pile over those of its tricks and the discard; not 0 only for the Excuse."""
    extra = rules.number("deal.dealer_extra")
    return {
        seat: pile.cards - len(record.seats) * record.tricks.get(seat, 0) - (extra if seat == record.dealer else 0)
        for seat, pile in record.piles.items()
    }


def _check_revokes(record: ScoreFile, findings: Findings) -> None:
    for index, revoke in enumerate(record.revokes):
        place = ("revokes", index)
        check_seat(findings, revoke.seat, record.seats, *place, "seat")
        if not revoke.took_pagat_of:
            continue
        check_seat(findings, revoke.took_pagat_of, record.seats, *place, "took_pagat_of")
        if revoke.took_pagat_of == revoke.seat:
            findings.report("PAGAT-OWN", *place, "took_pagat_of", seat=revoke.seat)


def _check_honours(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Honours that are none, or that cannot be in these hands together."""
    tarocks = rules.number("pack.numbered_tarocks") + 1
    most = {
        Kind.MATADORE: tarocks,
        Kind.TAROCKS: tarocks,
        Kind.CAVALLERIE: rules.number("pack.suits_count"),
        Kind.KINGS: 1,
    }
    excuse_of = ""
    held = dict.fromkeys(Kind, 0)
    for index, honour in enumerate(record.honours):
        check_seat(findings, honour.seat, record.seats, "honours", index, "seat")
        if not _is_honour(honour, index, tarocks, findings, rules) or honour.mistaken:
            continue
        if honour.uses_excuse:
            if excuse_of not in ("", honour.seat):
                findings.report("HONOUR-EXCUSE-TWICE", "honours", index, seat=honour.seat, other=excuse_of)
            excuse_of = honour.seat
        again = honour.kind is Kind.MATADORE and held[honour.kind]  # there is one row of Matadore in the pack
        held[honour.kind] += honour.cards or 1
        if again or held[honour.kind] > most[honour.kind]:
            findings.report("HONOUR-TOO-MANY", "honours", index, kind=honour.kind, most=most[honour.kind])


def _is_honour(honour: Honour, index: int, tarocks: int, findings: Findings, rules: Rules) -> bool:
    """Whether the honour by itself could be one; adds what is wrong."""
    before = len(findings.list)
    place = ("honours", index)
    row = ROWS.get(honour.kind)
    if row is None:
        if honour.cards is not None:
            findings.report("HONOUR-CARDS", *place, "cards", kind=honour.kind)
    else:
        least = rules.number(row.least)
        if honour.cards is None or not least <= honour.cards <= tarocks:
            findings.report("HONOUR-SIZE", *place, "cards", ref=rules.ref(row.least), kind=honour.kind,
                            cards=honour.cards, least=least, most=tarocks)  # fmt: skip
    if honour.kind is Kind.MATADORE and honour.with_excuse:
        findings.report("HONOUR-EXCUSE", *place)
    if honour.laid_away and honour.kind is not Kind.CAVALLERIE:
        ref = rules.ref("honours.cavallery.discarded_repaid")
        findings.report("HONOUR-LAID-AWAY", *place, "laid_away", ref=ref, kind=honour.kind)
    if honour.forgotten + honour.mistaken + honour.laid_away > 1:
        findings.report("HONOUR-FAULTS", *place)
    return len(findings.list) == before


def _check_piles(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """The piles are the pack, and each has the cards of its tricks and, the dealer's, of the discard."""
    before = len(findings.list)
    for name in ("piles", "tricks"):
        given: dict[str, object] = getattr(record, name)
        for seat in given:
            check_seat(findings, seat, record.seats, name, seat)
        for seat in record.seats:
            if seat not in given:
                findings.report("PILE-MISSING", name, name=name, seat=seat)
    if len(findings.list) > before:
        return  # what follows reckons with every seat's pile and tricks
    pack = pack_kinds(rules)
    for kind in (*COUNTING, PLAIN):
        found = sum(pile.of(kind) for pile in record.piles.values())
        if found != pack.of(kind):
            findings.report("PILE-NOT-PACK", "piles", ref=rules.ref("pack.cards"), kind=kind, found=found,
                            due=pack.of(kind))  # fmt: skip
    played, due = sum(record.tricks.values()), rules.number("deal.hand")
    if played != due:
        findings.report("TRICKS-COUNT", "tricks", ref=rules.ref("deal.hand"), tricks=played, due=due)
    _check_sizes(record, findings, rules)


def _check_sizes(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    excess = excess_cards(record, rules)
    exchanged = rules.number("excuse.exchange_cards")
    moved = sorted(number for number in excess.values() if number)
    if moved == [-exchanged, exchanged] and excess.get(record.holder("excuse")) == exchanged:
        return  # the Excuse came back without a card for it
    for seat, number in excess.items():
        if number:
            cards = record.piles[seat].cards
            extra = rules.number("deal.dealer_extra") if seat == record.dealer else 0
            findings.report("PILE-SIZE", "piles", seat, ref=rules.ref("deal.dealer_extra"), seat=seat, cards=cards,
                            due=cards - number, tricks=record.tricks[seat], size=len(record.seats),
                            extra=extra)  # fmt: skip


def _check_returned(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """A Pagat that is given back lies with its owner (1754:5)."""
    holder = record.holder("pagat")
    for index, revoke in enumerate(record.revokes):
        owner = revoke.took_pagat_of
        if holder and owner and holder != owner and rules.flag("revoke.pagat_returned"):
            findings.report("PAGAT-NOT-RETURNED", "revokes", index, "took_pagat_of",
                            ref=rules.ref("revoke.pagat_returned"), holder=holder, owner=owner)  # fmt: skip


def _check_pagat(pagat: Pagat, record: ScoreFile, findings: Findings) -> None:
    check_seat(findings, pagat.seat, record.seats, "pagat", "seat")
    if pagat.by:
        check_seat(findings, pagat.by, record.seats, "pagat", "by")
    lost = pagat.fate is not Fate.WON_LAST
    if (lost and pagat.by == pagat.seat) or (not lost and pagat.by):
        findings.report("PAGAT-TAKER", "pagat", "by")
    holder = record.holder("pagat")
    if holder and (lost == (holder == pagat.seat) or pagat.by not in ("", holder)):
        findings.report("PAGAT-ELSEWHERE", "pagat", seat=pagat.seat, fate=pagat.fate, holder=holder)
