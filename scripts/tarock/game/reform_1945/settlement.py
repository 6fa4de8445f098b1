"""Settling what the first page of 1945 holds: counting, the deal, misdeals, the table's underside.

What a game is worth stood on the lost pages; it is said to be lost, not made up (1945:allg, 1945:bes.A).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.game.common.cards import Pack
from tarock.game.common.ledger import Ledger, Settled, settle
from tarock.game.common.notation import NotationError, read_cards
from tarock.game.common.records import Count, Header, Record, Seat, check_seat, check_seats
from tarock.game.reform_1945.count import by_threes, thirds
from tarock.game.reform_1945.deal import DealEvents, check_deal, note_deal

if TYPE_CHECKING:
    from tarock.game.common.cards import Card
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document

SIDES = ("declarer", "defenders")
UNIT = "unit not named by the source"
_STAGES = {
    "admitted early": "misdeal.penalty.admitted_early",
    "admitted late": "misdeal.penalty.admitted_late",
    "others complained": "misdeal.penalty.admitted_late",
    "denied": "misdeal.penalty.denied",
    "unnoticed": "misdeal.penalty.admitted_late",
}


class Misdeal(Record, frozen=True, kw_only=True):
    """The dealer misdealt: how it came out, and who shares the guilt."""

    stage: Literal["admitted early", "admitted late", "others complained", "denied", "unnoticed"]
    accomplices: tuple[Seat, ...] = ()


class UnderTable(Record, frozen=True, kw_only=True):
    """`seat` tarocked or paid under the table: how many cards lay there, and how much money."""

    seat: Seat
    cards: Count = 0
    money: Count = 0


class Piles(Record, frozen=True, kw_only=True):
    """The cards that each side counts, in the notation of the books (`XXI Scüs - Herz-König, Dame`)."""

    declarer: str
    defenders: str


class ScoreFile(Header, frozen=True, kw_only=True):
    """One game of 1945; `passer` is the fifth person, `declarers` the Spieler and any partner."""

    dealer: Seat
    passer: str = ""
    declarers: tuple[Seat, ...] = ()
    deal: DealEvents | None = None
    piles: Piles | None = None
    misdeal: Misdeal | None = None
    under_table: tuple[UnderTable, ...] = ()


def settle_file(record: ScoreFile, document: Document, rules: Rules) -> Settled:
    """What can be settled of a game; raises `CodexError` for a file that contradicts itself or the rules."""
    players = tuple(int(name) for name in rules.names("game.players"))
    check_seats(document, record.seats, players, rules.ref("game.players"))
    check_seat(document, record.dealer, record.seats, "dealer")
    if record.passer in record.seats:
        raise document.error(f"the Passer {record.passer} has a seat", "expected a fifth person", "passer")
    for index, seat in enumerate(record.declarers):
        check_seat(document, seat, record.seats, "declarers", index)
    if len(set(record.declarers)) != len(record.declarers) or len(record.declarers) >= len(record.seats):
        raise document.error("declarers who cannot be", "expected the Spieler, and others once each", "declarers")
    for index, under in enumerate(record.under_table):
        check_seat(document, under.seat, record.seats, "under_table", index, "seat")
    misdeal = record.misdeal
    if misdeal:
        for index, seat in enumerate(misdeal.accomplices):
            check_seat(document, seat, record.seats, "misdeal", "accomplices", index)
            if seat == record.dealer:
                raise document.error(
                    f"{seat} is the dealer", "expected others as accomplices", "misdeal", "accomplices", index
                )
        if record.piles and misdeal.stage != "unnoticed":
            raise document.error(
                "`piles` in a misdealt game",
                f"expected none: the cards are dealt again by {rules.ref('misdeal.redeal')}",
                "piles",
            )
    if record.deal:
        check_deal(record.deal, record.seats, record.dealer, document, rules)
    pack = Pack(rules)
    heaps = _heaps(record.piles, pack, document, rules) if record.piles else {}
    accounts = (*record.seats, *((record.passer,) if record.passer else ()))

    def run(ledger: Ledger) -> None:
        if record.deal:
            note_deal(ledger, record.deal, bool(misdeal), rules)
        if misdeal:
            _misdeal(ledger, misdeal, record, rules)
        if heaps:
            _game(ledger, heaps, pack, record, rules)
        for index, under in enumerate(record.under_table):
            _under_table(ledger, index, under, record, rules)

    return settle(rules.era, record.title, UNIT, accounts, run)


def _heaps(piles: Piles, pack: Pack, document: Document, rules: Rules) -> dict[str, tuple[Card, ...]]:
    """The cards of both sides, which together are the pack."""
    heaps: dict[str, tuple[Card, ...]] = {}
    seen: dict[Card, str] = {}
    for side in SIDES:
        try:
            heaps[side] = read_cards(getattr(piles, side), pack)
        except NotationError as error:
            raise document.error(error.what, error.expected, "piles", side) from None
        for card in heaps[side]:
            if card in seen:
                raise document.error(f"{card} stands twice", "expected each card once", "piles", side)
            seen[card] = side
    missing = [card.name for card in pack.cards if card not in seen]
    if missing:
        shown = ", ".join(missing[:6]) + (" …" if len(missing) > 6 else "")
        raise document.error(
            f"{len(missing)} cards are in no pile: {shown}",
            f"expected all {len(pack.cards)} by {rules.ref('pack.cards')}",
            "piles",
        )
    return heaps


def _game(ledger: Ledger, heaps: dict[str, tuple[Card, ...]], pack: Pack, record: ScoreFile, rules: Rules) -> None:
    """Both countings and who has won; what the game is worth is lost."""
    counts: dict[str, int] = {}
    for side, heap in heaps.items():
        counts[side] = thirds(heap, pack, rules)
        ordinary = by_threes(heap, pack, rules)
        ref = rules.ref("counting.thirds.name")
        if ordinary is None:
            ledger.note(f"{side}: {counts[side]} thirds", ref)
            ledger.unsaid(
                f"a counting card is left over from the threes of the {side}",
                f"its value in thirds: {counts[side]} in all",
                "only Skatkindel left over are provided for",
                rules.ref("counting.leftover"),
            )
            continue
        same = "the same" if ordinary.thirds(rules) == counts[side] else f"that is {ordinary.thirds(rules)}"
        ledger.note(f"{side}: {counts[side]} thirds; by threes {ordinary}, {same}", ref)
    key = "counting.thirds.declarer_minimum"
    won = counts["declarer"] >= rules.number(key)
    other_key = "counting.thirds.defenders_minimum"
    other_won = counts["defenders"] >= rules.number(other_key)
    if won == other_won:  # cannot be with the source's own numbers, which make up the whole pack
        ledger.unsaid("who has won", "nobody", "the minima of both sides leave it open", rules.ref(key))
    else:
        words = f"needed {rules.number(key)}, the defenders {rules.number(other_key)}"
        ledger.note(f"{'won' if won else 'lost'} for the declarer: {words}", rules.ref(key if won else other_key))
    with_whom = ""
    if record.passer:
        with_whom = f"; {record.passer}, the Passer, wins and loses with the {rules.text('five.passer_settles_with')}"
        ledger.note(
            f"{record.passer} is the Passer{with_whom.partition('Passer')[2]}",
            rules.ref("five.passer_settles_with"),
        )
    ledger.unsaid(
        "what the game pays" + with_whom,
        "nothing is written",
        "lost: the price of games, bonuses and announcements stood on pages that are not kept",
        "",
    )


def _fellows(record: ScoreFile, seat: str) -> tuple[str, ...]:
    return tuple(other for other in record.seats if other != seat)


def _misdeal(ledger: Ledger, misdeal: Misdeal, record: ScoreFile, rules: Rules) -> None:
    """The dealer pays every fellow player and the Passer: 2, 3 or 5 (1945:bes.A.2.4.1, 2.5.1)."""
    key = _STAGES[misdeal.stage]
    if misdeal.stage == "unnoticed":
        if not rules.flag("misdeal.unnoticed_as_admitted"):
            return
        if ledger.either(
            "unnoticed",
            "at which rate an unnoticed misdeal is 'like one admitted'",
            f"{rules.number(key)}, as admitted after the deal",
            f"{rules.number('misdeal.penalty.admitted_early')}, as admitted before its end",
            rules.ref("misdeal.unnoticed_as_admitted"),
        ):
            key = "misdeal.penalty.admitted_early"
        ledger.unsaid(
            "what becomes of a game misdealt and not noticed",
            "it stands",
            "it is void",
            rules.ref("misdeal.deal_void"),
        )
    amount = rules.number(key)
    paid = _fellows(record, record.dealer)
    if misdeal.accomplices:
        paid = _accomplices(ledger, misdeal, paid, record.dealer, rules)
    if record.passer and rules.flag("five.passer_paid_for_misdeal"):
        paid = (*paid, record.passer)
    if misdeal.stage == "denied":
        ledger.unsaid(
            f"whether {amount} are paid to each, as 2 and 3 are",
            "to each fellow player",
            f"{amount} in all",
            rules.ref(key),
        )
    ledger.pay(f"misdeal, {misdeal.stage}", (record.dealer,), paid, amount, f"{amount} to each", rules.ref(key))
    if misdeal.stage == "unnoticed":
        return
    open_cards = rules.flag("misdeal.dealer_cards_open")
    if record.passer and rules.flag("five.self_deal_lapses"):
        ledger.note(
            f"{record.dealer} deals again; with five he need not deal himself openly",
            rules.ref("five.self_deal_lapses"),
        )
    elif rules.flag("misdeal.redeal"):
        words = ", his own cards face up" if open_cards else ""
        ledger.note(f"{record.dealer} deals again{words}", rules.ref("misdeal.redeal"))


def _accomplices(ledger: Ledger, misdeal: Misdeal, paid: tuple[str, ...], dealer: str, rules: Rules) -> tuple[str, ...]:
    """Accomplices are liable for the whole (in solidum); who is paid then."""
    ref = rules.ref("misdeal.accomplices")
    names = ", ".join(misdeal.accomplices)
    ledger.note(f"{names} liable for the whole with {dealer} (in solidum)", ref)
    ledger.unsaid(
        "how the guilty share among themselves",
        f"{dealer} pays all",
        "each creditor may take the whole from any",
        ref,
    )
    if ledger.either(
        "accomplice-paid",
        f"whether {names}, liable with the dealer, is paid as a fellow player",
        "yes",
        "no",
        ref,
    ):
        return tuple(seat for seat in paid if seat not in misdeal.accomplices)
    return paid


def _under_table(ledger: Ledger, index: int, under: UnderTable, record: ScoreFile, rules: Rules) -> None:
    """1 for each card to each; money found there is divided by four (1945:bes.A.2.3.1)."""
    fellows = _fellows(record, under.seat)
    key = "manners.under_table.penalty_per_card"
    rate, ref = rules.number(key), rules.ref(key)
    if under.cards:
        paid = fellows
        if record.passer and ledger.either(
            f"under-{index}-passer",
            "whether the Passer is paid for cards under the table",
            "no: he is named for misdeals only",
            "yes",
            ref,
        ):
            paid = (*fellows, record.passer)
        amount = under.cards * rate
        ledger.pay("cards under the table", (under.seat,), paid, amount, f"{under.cards} × {rate}", ref)
    if under.money:
        parts = rules.number("manners.under_table.money_divided_by")
        ref = rules.ref("manners.under_table.money_divided_by")
        share, left = divmod(under.money, parts)
        paid = fellows
        if record.passer and ledger.either(
            f"under-{index}-parts",
            "who the four are among five",
            f"the players; {under.seat} keeps a part",
            f"all but {under.seat}",
            ref,
        ):
            paid = (*fellows, record.passer)
        ledger.pay("money under the table", (under.seat,), paid, share, f"{under.money} : {parts}", ref)
        if left:
            ledger.unsaid(
                f"{left} left over when {under.money} is divided by {parts}",
                f"{under.seat} keeps it",
                "not provided for",
                ref,
            )
