"""What is wrong with the record of a game of 1754: against itself, the pack, or the rules (1754:1-16)."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from tarock.game.common.records import MISDEAL, check_seat, check_seats
from tarock.game.taroc_1754.honours import check_honours
from tarock.game.taroc_1754.piles import excess_cards, moved, pack_kinds
from tarock.game.taroc_1754.record import COUNTING, PLAIN, Fate, HonourKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.base.yamlio import Key
    from tarock.game.common.findings import Findings
    from tarock.game.taroc_1754.record import Dealing, Discard, Pagat, ScoreFile, WrongDiscard
    from tarock.rules.ruleset import Rules

_BY_SEAT = ("piles", "tricks")
_VOID = ("discard", *_BY_SEAT, "honours", "pagat", "revokes", "wrong_discard", "excuse_kept")  # none in a void game


def check(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Add everything that is wrong with the record to `findings`."""
    check_seats(findings, record.seats, rules)
    check_seat(findings, record.dealer, record.seats, "dealer")
    if record.king in record.seats:
        findings.report("SEAT-EXTRA", "king", words="taroc_1754.SEAT-EXTRA", king=record.king)
    _check_revokes(record, findings)
    if record.misdeal:
        for name in _VOID:
            if getattr(record, name):
                ref = rules.ref("misdeal.deal_void", **MISDEAL)
                findings.report("VOID-GAME", name, ref=ref, words="taroc_1754.VOID-GAME", name=name)
        return
    if record.deal:
        check_dealing(record.deal, findings, rules)
    if record.discard:
        check_discard(record.discard, record, findings, rules)
    check_honours(record, findings, rules)
    if record.pagat is not None:
        _check_pagat(record.pagat, record, findings)
    _check_pagat_once(record, findings, rules)
    _check_takers(record, findings)
    if record.excuse_kept and check_seat(findings, record.excuse_kept, record.seats, "excuse_kept"):
        holder = record.holder("excuse")
        if holder not in ("", record.excuse_kept):
            findings.report("EXCUSE-ELSEWHERE", "excuse_kept", ref=rules.ref("rank.scues_nature"),
                            seat=record.excuse_kept, holder=holder)  # fmt: skip
    if record.wrong_discard is not None:
        _check_wrong_discard(record.wrong_discard, record, findings, rules)
        return
    _check_piles(record, findings, rules)
    _check_returned(record, findings, rules)


def _check_revokes(record: ScoreFile, findings: Findings) -> None:
    for index, revoke in enumerate(record.revokes):
        place = ("revokes", index)
        check_seat(findings, revoke.seat, record.seats, *place, "seat")
        if not revoke.took_pagat_of:
            continue
        check_seat(findings, revoke.took_pagat_of, record.seats, *place, "took_pagat_of")
        if revoke.took_pagat_of == revoke.seat:
            findings.report("PAGAT-OWN", *place, "took_pagat_of", seat=revoke.seat)
        if revoke.took is False:
            findings.report("REVOKE-TOOK-NOTHING", *place, "took_pagat_of")


def _check_wrong_discard(wrong: WrongDiscard, record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Another number than the right one, out of the cards that the dealer had; of the piles no more than the pack."""
    right, most = rules.number("discard.cards"), rules.number("deal.hand") + rules.number("deal.dealer_extra")
    if wrong.cards == right:
        findings.report("DISCARD-RIGHT", "wrong_discard", "cards", ref=rules.ref("discard.cards"), cards=right)
    elif wrong.cards > most:
        ref = rules.ref("deal.dealer_extra")
        findings.report("DISCARD-TOO-MANY", "wrong_discard", "cards", ref=ref, cards=wrong.cards, most=most)
    _check_seats_of(record, findings)
    _check_pack(record, findings, rules, operator.gt)


def _check_piles(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """The piles are the pack, and each has the cards of its tricks and, the dealer's, of the discard."""
    before = len(findings.list)
    _check_seats_of(record, findings)
    for name in _BY_SEAT:
        for seat in record.seats:
            if seat not in getattr(record, name):
                findings.report("PILE-MISSING", name, name=name, seat=seat)
    if len(findings.list) > before:
        return  # what follows reckons with every seat's pile and tricks
    _check_pack(record, findings, rules, operator.ne)
    _check_sizes(record, findings, rules)


def _check_seats_of(record: ScoreFile, findings: Findings) -> None:
    """Piles and tricks are of seats at the table."""
    for name in _BY_SEAT:
        for seat in getattr(record, name):
            check_seat(findings, seat, record.seats, name, seat)


def _check_pack(record: ScoreFile, findings: Findings, rules: Rules, wrong: Callable[[int, int], bool]) -> None:
    """All piles against the pack, all tricks against a hand; `wrong` compares what is there with what is due."""
    pack = pack_kinds(rules)
    for kind in (*COUNTING, PLAIN):
        found = sum(pile.of(kind) for pile in record.piles.values())
        if wrong(found, pack.of(kind)):
            findings.report("PILE-NOT-PACK", "piles", ref=rules.ref("pack.cards"), kind=kind, found=found,
                            due=pack.of(kind))  # fmt: skip
    tricks, due = sum(record.tricks.values()), rules.number("deal.hand")
    if wrong(tricks, due):
        findings.report("TRICKS-COUNT", "tricks", ref=rules.ref("deal.hand"), tricks=tricks, due=due)


def _check_sizes(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    if moved(record, rules) is not None:
        return
    excess = excess_cards(record, rules)
    for seat, number in excess.items():
        if number:
            cards, tricks, size = record.piles[seat].cards, record.tricks[seat], len(record.seats)
            due = cards - number
            findings.report("PILE-SIZE", "piles", seat, ref=rules.ref("deal.dealer_extra"), seat=seat, cards=cards,
                            due=due, tricks=tricks, size=size, extra=due - tricks * size)  # fmt: skip


def _check_returned(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """A Pagat that is given back lies with its owner (1754:5)."""
    holder = record.holder("pagat")
    for index, revoke in enumerate(record.revokes):
        owner = revoke.took_pagat_of
        if holder and owner and holder != owner and not rules.flag("revoke.cards_kept", card="Pagat"):
            findings.report("PAGAT-NOT-RETURNED", "revokes", index, "took_pagat_of",
                            ref=rules.ref("revoke.cards_kept", card="Pagat"), holder=holder, owner=owner)  # fmt: skip


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


def _check_pagat_once(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """There is one Pagat: with one holder, taken back once, and in no trick when it was laid away (1754:1, 5)."""
    owners = [record.pagat.seat] if record.pagat else []
    returned = 0
    for index, revoke in enumerate(record.revokes):
        if not revoke.took_pagat_of:
            continue
        place = ("revokes", index, "took_pagat_of")
        returned += 1
        if returned > 1 or any(owner != revoke.took_pagat_of for owner in owners):
            findings.report("PAGAT-TWICE", *place, seat=revoke.took_pagat_of)
        owners.append(revoke.took_pagat_of)
    if record.discard and record.discard.pagat and owners:
        findings.report("PAGAT-LAID-AWAY", "discard", "pagat", ref=rules.ref("discard.tarocks_held"), seat=owners[0])


def _check_takers(record: ScoreFile, findings: Findings) -> None:
    """Who took a trick with the Pagat, or by a revoke, whose cards remain his, has made one (1754:5, 15)."""
    takers: list[tuple[str, tuple[Key, ...]]] = [
        (revoke.seat, ("revokes", index)) for index, revoke in enumerate(record.revokes) if revoke.has_taken
    ]
    if pagat := record.pagat:
        taker = pagat.seat if pagat.fate is Fate.WON_LAST else pagat.by or record.holder("pagat")
        takers.append((taker, ("pagat",)))
    for seat, place in takers:
        if record.tricks.get(seat) == 0:
            findings.report("TAKER-WITHOUT-TRICK", *place, seat=seat)


_DEALT = {"rounds": "deal.rounds", "packet": "deal.packet", "dealer_last": "deal.dealer_last_packet"}


def check_dealing(dealing: Dealing, findings: Findings, rules: Rules) -> None:
    """The cards of a game that counts were dealt as rule 1 says."""
    for name, key in _DEALT.items():
        dealt, due = getattr(dealing, name), rules.number(key)
        if dealt != due:
            findings.report("DEAL-DIFFERS", "deal", name, ref=rules.ref(key), name=name, dealt=dealt, due=due)


def check_discard(discard: Discard, record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """The number of cards laid away, no König, tarocks only as rule 1 allows, and all with the dealer."""
    wrong = record.wrong_discard
    due = wrong.cards if wrong else rules.number("discard.cards")
    cards = discard.pile.cards
    if cards != due:
        findings.report("DISCARD-SIZE", "discard", ref=rules.ref("discard.cards"), cards=cards, due=due)
    if discard.koenig:
        findings.report("DISCARD-KING", "discard", "koenig", ref=rules.ref("discard.never"))
    if discard.numbered and not _tarocks_allowed(discard, record, rules):
        findings.report("DISCARD-TAROCK", "discard", ref=rules.ref("discard.tarocks_held"), laid=discard.numbered,
                        held=discard.tarocks_held, due=rules.number("discard.tarocks_held"))  # fmt: skip
    pile = record.piles.get(record.dealer)
    for kind in (*COUNTING, PLAIN):
        if pile is not None and pile.of(kind) < discard.pile.of(kind):
            findings.report("DISCARD-ELSEWHERE", "discard", kind=kind, dealer=record.dealer)


def tarocks_doubtful(discard: Discard, rules: Rules) -> bool:
    """Whether tarocks were laid away of which rule 1 says neither that they may be nor that they may not.

    It names three with the Pagat, and Pagat, Sckis and one more; not, whether the Sckis is one of exactly three.
    """
    due = rules.number("discard.tarocks_held")
    named = discard.numbered + discard.excuse == due and (
        bool(discard.pagat) or not rules.flag("discard.tarock_needs_pagat")
    )
    return bool(discard.numbered) and (not named or (bool(discard.excuse) and discard.tarocks_held == due))


def _tarocks_allowed(discard: Discard, record: ScoreFile, rules: Rules) -> bool:
    """False where the dealer had more or fewer tarocks than exactly three, whether the Excuse is one or not."""
    due, held = rules.number("discard.tarocks_held"), discard.tarocks_held
    announced = any(
        honour.seat == record.dealer and honour.kind is HonourKind.TAROCKS and not honour.mistaken
        for honour in record.honours
    )
    return not announced and (held is None or due in (held, held + discard.excuse)) and discard.numbered <= due
