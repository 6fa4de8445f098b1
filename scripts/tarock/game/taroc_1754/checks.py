"""Faults in the record of a game of 1754: against itself, the pack, or the rules (1754:1-16)."""

from __future__ import annotations

import operator
from collections.abc import Callable

from tarock.base.yamlio import Key
from tarock.game.common.findings import Findings
from tarock.game.common.records import MISDEAL, check_seat, check_seats, check_void
from tarock.game.taroc_1754.honours import check_honours
from tarock.game.taroc_1754.piles import count_excess_cards, count_pack, explain_moved_cards
from tarock.game.taroc_1754.record import COUNTING, PLAIN, Discard, HonourKind, Pagat, PagatFate, Revoke, TarocGame
from tarock.rules.ruleset import Rules

_BY_SEAT = ("piles", "tricks")
_VOID = (
    "discard",
    "discard_to",
    *_BY_SEAT,
    "honours",
    "pagat",
    "revokes",
    "wrong_discard",
    "excuse_kept",
)  # none in a void game
_DEALT = {"rounds": "deal.rounds", "packet": "deal.packet", "dealer_last": "deal.dealer_last_packet"}


def check(record: TarocGame, findings: Findings) -> None:
    """Add everything that is wrong with the record to `findings`."""
    check_seats(findings, record.seats)
    check_seat(findings, record.dealer, record.seats, "dealer")
    if record.discard_to:
        check_seat(findings, record.discard_to, record.seats, "discard_to")
    if record.king in record.seats:
        findings.report("SEAT-EXTRA", "king", words="taroc_1754.SEAT-EXTRA", king=record.king)
    for index, revoke in enumerate(record.revokes):
        _check_revoke(revoke, record.seats, findings.at("revokes", index))
    if record.misdeal:
        check_void(findings, record, _VOID, "taroc_1754.VOID-GAME", "misdeal.deal_void", MISDEAL)
        return
    for name, key in _DEALT.items() if record.deal else ():  # a game that counts was dealt as rule 1 says
        dealt, due = getattr(record.deal, name), findings.rules.number(key)
        if dealt != due:
            findings.report("DEAL-DIFFERS", "deal", name, rule=key, name=name, dealt=dealt, due=due)
    if record.discard:
        _check_discard(record.discard, record, findings)
    check_honours(record, findings)
    if record.pagat is not None:
        _check_pagat(record.pagat, record, findings)
    _check_pagat_once(record, findings)
    _check_takers(record, findings)
    if (kept := record.excuse_kept) and check_seat(findings, kept, record.seats, "excuse_kept"):
        holder = record.find_holder("excuse")
        if holder not in ("", kept):
            findings.report("EXCUSE-ELSEWHERE", "excuse_kept", rule="rank.scues_nature", seat=kept, holder=holder)
    _check_piles(record, findings)


def _check_piles(record: TarocGame, findings: Findings) -> None:
    """Check that the piles are the pack and those of the seats' tricks.

    After a wrong discard they are no more than the pack.
    """
    before, rules, wrong = len(findings), findings.rules, record.wrong_discard
    if wrong is not None:  # another number than the right one, out of the cards that the dealer had
        right, most = rules.number("discard.cards"), rules.number("deal.hand") + rules.number("deal.dealer_extra")
        here = findings.at("wrong_discard", "cards")
        if wrong.cards == right:
            here.report("DISCARD-RIGHT", rule="discard.cards", cards=right)
        elif wrong.cards > most:
            here.report("DISCARD-TOO-MANY", rule="deal.dealer_extra", cards=wrong.cards, most=most)
    for name in _BY_SEAT:
        for seat in getattr(record, name):
            check_seat(findings, seat, record.seats, name, seat)
    if wrong is not None:
        _check_pack(record, findings, operator.gt)
        return
    for name in _BY_SEAT:
        for seat in record.seats:
            if seat not in getattr(record, name):
                findings.report("PILE-MISSING", name, name=name, seat=seat)
    if len(findings) == before:  # these checks need every seat's pile and tricks
        _check_pack(record, findings, operator.ne)
        _check_sizes(record, findings)
    holder = record.find_holder("pagat")
    for index, revoke in record.returned_pagats:  # a Pagat that is given back lies with its owner (1754:5)
        owner = revoke.took_pagat_of
        if holder not in ("", owner) and not rules.flag("revoke.cards_kept", card="Pagat"):
            findings.report(
                "PAGAT-NOT-RETURNED",
                "revokes",
                index,
                "took_pagat_of",
                rule="revoke.cards_kept",
                case={"card": "Pagat"},
                holder=holder,
                owner=owner,
            )


def _check_revoke(revoke: Revoke, seats: tuple[str, ...], findings: Findings) -> None:
    seat, owner = revoke.seat, revoke.took_pagat_of
    check_seat(findings, seat, seats, "seat")
    if not owner:
        return
    check_seat(findings, owner, seats, "took_pagat_of")
    if owner == seat:
        findings.report("PAGAT-OWN", "took_pagat_of", seat=seat)
    if revoke.took is False:
        findings.report("REVOKE-TOOK-NOTHING", "took_pagat_of")


def _check_pack(record: TarocGame, findings: Findings, wrong: Callable[[int, int], bool]) -> None:
    """Check all piles against the pack, all tricks against a hand; `wrong` compares a number with the one due."""
    pack = count_pack(findings.rules)
    for kind in (*COUNTING, PLAIN):
        found, due = sum(pile.count_kind(kind) for pile in record.piles.values()), pack.count_kind(kind)
        if wrong(found, due):
            findings.report("PILE-NOT-PACK", "piles", rule="pack.cards", kind=kind, found=found, due=due)
    tricks, hand = sum(record.tricks.values()), findings.rules.number("deal.hand")
    if wrong(tricks, hand):
        findings.report("TRICKS-COUNT", "tricks", rule="deal.hand", tricks=tricks, due=hand)


def _check_sizes(record: TarocGame, findings: Findings) -> None:
    """Check that each pile has the cards of its tricks and, the dealer's, of the discard."""
    if explain_moved_cards(record, findings.rules) is not None:
        return
    for seat, number in count_excess_cards(record, findings.rules).items():
        if number:
            cards, tricks, size = record.piles[seat].cards, record.tricks[seat], len(record.seats)
            due = cards - number
            findings.report(
                "PILE-SIZE",
                "piles",
                seat,
                rule="deal.dealer_extra",
                seat=seat,
                cards=cards,
                due=due,
                tricks=tricks,
                size=size,
                extra=due - tricks * size,
            )


def _check_pagat(pagat: Pagat, record: TarocGame, findings: Findings) -> None:
    seat, by = pagat.seat, pagat.by
    check_seat(findings, seat, record.seats, "pagat", "seat")
    if by:
        check_seat(findings, by, record.seats, "pagat", "by")
    lost = pagat.fate is not PagatFate.WON_LAST
    if by and (not lost or by == seat):
        findings.report("PAGAT-TAKER", "pagat", "by")
    holder = record.find_holder("pagat")
    if holder and (lost == (holder == seat) or by not in ("", holder)):
        findings.report("PAGAT-ELSEWHERE", "pagat", seat=seat, fate=pagat.fate, holder=holder)


def _check_pagat_once(record: TarocGame, findings: Findings) -> None:
    """Check that the Pagat has one holder, is taken back once, and not played when laid away (1754:1, 5)."""
    owner = record.pagat.seat if record.pagat else ""
    for number, (index, revoke) in enumerate(record.returned_pagats):
        if number or owner not in ("", revoke.took_pagat_of):
            findings.report("PAGAT-TWICE", "revokes", index, "took_pagat_of", seat=revoke.took_pagat_of)
        owner = owner or revoke.took_pagat_of
    if record.discard and record.discard.pagat and owner:
        findings.report("PAGAT-LAID-AWAY", "discard", "pagat", rule="discard.tarocks_held", seat=owner)


def _check_takers(record: TarocGame, findings: Findings) -> None:
    """Check that who took a trick with the Pagat, or by a revoke, has made one (1754:5, 15)."""
    takers: list[tuple[str, tuple[Key, ...]]] = [
        (revoke.seat, ("revokes", index))
        for index, revoke in enumerate(record.revokes)
        if revoke.took or revoke.took_pagat_of
    ]
    if pagat := record.pagat:
        taker = pagat.seat if pagat.fate is PagatFate.WON_LAST else pagat.by or record.find_holder("pagat")
        takers.append((taker, ("pagat",)))
    for seat, place in takers:
        if record.tricks.get(seat) == 0:
            findings.report("TAKER-WITHOUT-TRICK", *place, seat=seat)


def _check_discard(discard: Discard, record: TarocGame, findings: Findings) -> None:
    """Check the number of cards laid away, no König, tarocks only as rule 1 allows, and all with the dealer."""
    rules, wrong, laid, held = findings.rules, record.wrong_discard, discard.pile, "discard.tarocks_held"
    due = wrong.cards if wrong else rules.number("discard.cards")
    if laid.cards != due:
        findings.report("DISCARD-SIZE", "discard", rule="discard.cards", cards=laid.cards, due=due)
    if "König" in rules.words("discard.never") and discard.koenig > count_needed(discard, "König", rules):
        findings.report("DISCARD-KING", "discard", "koenig", rule="discard.never")
    if discard.numbered > count_needed(discard, "tarock", rules) and not _are_tarocks_allowed(discard, record, rules):
        findings.report(
            "DISCARD-TAROCK",
            "discard",
            rule=held,
            laid=discard.numbered,
            held=discard.tarocks_held,
            due=rules.number(held),
        )
    pile = record.piles.get(record.discard_owner)
    for kind in (*COUNTING, PLAIN):
        if pile is not None and pile.count_kind(kind) < laid.count_kind(kind):
            findings.report("DISCARD-ELSEWHERE", "discard", kind=kind, dealer=record.discard_owner)


def count_needed(discard: Discard, name: str, rules: Rules) -> int:
    """Return how many cards of this name were discarded of need, at most: those that the dealer lacks of others.

    None where it is not told how many trumps he had.
    """
    if discard.tarocks_held is None or name not in rules.words("discard.of_need"):
        return 0
    never = rules.number("pack.suits_count") * len(rules.words("discard.never"))
    kept = discard.tarocks_held + never + (not rules.flag("discard.excuse"))
    others = rules.number("deal.hand") + rules.number("deal.dealer_extra") - kept
    return max(0, rules.number("discard.cards") - max(0, others))


def has_doubtful_tarocks(discard: Discard, rules: Rules) -> bool:
    """Return whether tarocks were laid away of which rule 1 says neither that they may be nor that they may not.

    It names three with the Pagat, and Pagat, Sckis and one more; not, whether the Sckis is one of exactly three.
    """
    if discard.numbered <= count_needed(discard, "tarock", rules):
        return False
    due = rules.number("discard.tarocks_held")
    named = discard.numbered + discard.excuse == due and (
        bool(discard.pagat) or not rules.flag("discard.tarock_needs_pagat")
    )
    return bool(discard.numbered) and (not named or (bool(discard.excuse) and discard.tarocks_held == due))


def _are_tarocks_allowed(discard: Discard, record: TarocGame, rules: Rules) -> bool:
    """Return False where the dealer had not exactly three tarocks, whether the Excuse is one or not."""
    if rules.flag("discard.tarock", holding="more or fewer than three tarocks"):
        return True
    due, held = rules.number("discard.tarocks_held"), discard.tarocks_held
    announced = any(
        honour.seat == record.dealer and honour.kind is HonourKind.TAROCKS and not honour.mistaken
        for honour in record.honours
    )
    return not announced and (held is None or due in (held, held + discard.excuse)) and discard.numbered <= due
