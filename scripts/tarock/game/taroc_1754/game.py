"""The record of a game of 1754, and its check against the pack, the rules and itself (1754:1-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock.game.common.records import Count, Header, Record, Seat, check_seat, check_seats
from tarock.game.taroc_1754.count import COUNTING, PLAIN, Pile, pack_kinds
from tarock.game.taroc_1754.honours import Honour, check_honours

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document


class Pagat(Record, frozen=True, kw_only=True):
    """What became of the Pagat of `seat`: lost to `by`, or brought home in the last trick."""

    seat: Seat
    fate: Literal["lost", "lost in the last trick", "won in the last trick"]
    by: str = ""


class Revoke(Record, frozen=True, kw_only=True):
    """`seat` denied a suit; `took_pagat_of` names whose Pagat was wrongly taken and is given back."""

    seat: Seat
    took_pagat_of: str = ""


class WrongDiscard(Record, frozen=True, kw_only=True):
    """The dealer laid away a wrong number of `cards`; noticed at the end of the game or earlier."""

    cards: Count
    found: Literal["end", "earlier"] = "end"


class ScoreFile(Header, frozen=True, kw_only=True):
    """One game of 1754. `king` is a fourth person 'zum Könige'; tricks and piles stand by seat."""

    dealer: Seat
    king: str = ""
    tricks: dict[str, Count] = msgspec.field(default_factory=dict)
    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    honours: tuple[Honour, ...] = ()
    pagat: Pagat | None = None
    revokes: tuple[Revoke, ...] = ()
    misdeal: bool = False
    wrong_discard: WrongDiscard | None = None


def check_file(record: ScoreFile, document: Document, rules: Rules) -> None:
    """Raises `CodexError` for a file that contradicts itself, the pack or the rules."""
    players = tuple(int(name) for name in rules.names("game.players"))
    check_seats(document, record.seats, players, rules.ref("game.players"))
    check_seat(document, record.dealer, record.seats, "dealer")
    if record.king in record.seats:
        raise document.error(f"the König `{record.king}` has a seat", "expected a fourth person", "king")
    for index, revoke in enumerate(record.revokes):
        check_seat(document, revoke.seat, record.seats, "revokes", index, "seat")
        if revoke.took_pagat_of:
            check_seat(document, revoke.took_pagat_of, record.seats, "revokes", index, "took_pagat_of")
            if revoke.took_pagat_of == revoke.seat:
                raise document.error(
                    f"{revoke.seat} takes his own Pagat",
                    "expected another seat",
                    "revokes",
                    index,
                    "took_pagat_of",
                )
    if record.misdeal:
        for name in ("piles", "tricks", "honours", "pagat", "revokes", "wrong_discard"):
            if getattr(record, name):
                raise document.error(
                    f"`{name}` in a misdealt game",
                    f"expected none: the game is void by {rules.ref('misdeal.deal_void')}",
                    name,
                )
        return
    check_honours(record.honours, record.seats, document, rules)
    if record.wrong_discard is not None:
        right = rules.number("discard.cards")
        if record.wrong_discard.cards == right:
            raise document.error(
                f"{right} cards are the right number",
                f"expected another by {rules.ref('discard.cards')}",
                "wrong_discard",
                "cards",
            )
        return
    _check_piles(record, document, rules)
    _check_pagat(record, document, rules)


def _check_piles(record: ScoreFile, document: Document, rules: Rules) -> None:
    """The piles are the pack, and each has the cards of its tricks and, the dealer's, of the discard."""
    for name in ("piles", "tricks"):
        given: dict[str, object] = getattr(record, name)
        for seat in given:
            check_seat(document, seat, record.seats, name, seat)
        for seat in record.seats:
            if seat not in given:
                raise document.error(f"`{name}` has nothing for {seat}", "expected each seat, if only with 0", name)
    pack = pack_kinds(rules)
    for kind in (*COUNTING, PLAIN):
        found = sum(pile.of(kind) for pile in record.piles.values())
        if found != pack.of(kind):
            ref = rules.ref("pack.cards")
            raise document.error(f"the piles have {found} of `{kind}`", f"expected {pack.of(kind)} by {ref}", "piles")
    played = sum(record.tricks.values())
    if played != rules.number("deal.hand"):
        raise document.error(
            f"{played} tricks", f"expected {rules.number('deal.hand')} by {rules.ref('deal.hand')}", "tricks"
        )
    excess = excess_cards(record, rules)
    moved = sorted(number for number in excess.values() if number)
    one = rules.number("excuse.exchange_cards")
    holder = next(seat for seat, pile in record.piles.items() if pile.excuse)
    if moved and not (moved == [-one, one] and excess[holder] == one):
        seat = next(seat for seat, number in excess.items() if number)
        expected = record.piles[seat].cards - excess[seat]
        raise document.error(
            f"the pile of {seat} has {record.piles[seat].cards} cards",
            f"expected {expected}: {record.tricks[seat]} tricks of {len(record.seats)}"
            + (f" and {rules.number('deal.dealer_extra')} laid away" if seat == record.dealer else "")
            + f" ({rules.ref('deal.dealer_extra')})",
            "piles",
            seat,
        )


def excess_cards(record: ScoreFile, rules: Rules) -> dict[str, int]:
    """By seat, the cards of the pile over those of its tricks and the discard; not 0 only for the Excuse."""
    extra = rules.number("deal.dealer_extra")
    return {
        seat: pile.cards - len(record.seats) * record.tricks[seat] - (extra if seat == record.dealer else 0)
        for seat, pile in record.piles.items()
    }


def _check_pagat(record: ScoreFile, document: Document, rules: Rules) -> None:
    holder = next(seat for seat, pile in record.piles.items() if pile.pagat)
    for index, revoke in enumerate(record.revokes):
        if revoke.took_pagat_of and rules.flag("revoke.pagat_returned") and holder != revoke.took_pagat_of:
            raise document.error(
                f"the Pagat lies with {holder}",
                f"expected it with {revoke.took_pagat_of} by {rules.ref('revoke.pagat_returned')}",
                "revokes",
                index,
                "took_pagat_of",
            )
    pagat = record.pagat
    if pagat is None:
        return
    check_seat(document, pagat.seat, record.seats, "pagat", "seat")
    if pagat.by:
        check_seat(document, pagat.by, record.seats, "pagat", "by")
    lost = pagat.fate != "won in the last trick"
    if (lost and pagat.by == pagat.seat) or (not lost and pagat.by):
        raise document.error("`by` names no taker", "expected who took the Pagat, only when it is lost", "pagat", "by")
    if lost == (holder == pagat.seat) or pagat.by not in ("", holder):
        raise document.error(
            f"the Pagat of {pagat.seat} is {pagat.fate}, but lies with {holder}",
            "expected it in the pile of the one who took it",
            "pagat",
        )
