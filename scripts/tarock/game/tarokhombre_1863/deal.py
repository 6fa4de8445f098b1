"""The record of deals of Tarokhombre, and its check against the rules and itself (1863:2-13, 26-33)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.common.records import Count, Header, Positive, Record, Seat, check_seat, check_seats
from tarock.game.tarokhombre_1863.auction import GAME_KEYS, Call, CallError, Decision, decide
from tarock.game.tarokhombre_1863.pot import POT

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document


class Vole(Record, frozen=True, kw_only=True):
    """The Vole: after which trick it was declared (left out: not at all), and whether it was made."""

    made: bool
    declared_after: Count | None = None


class WrongCount(Record, frozen=True, kw_only=True):
    """`seat` had a wrong number of cards, reported before the game was announced or not."""

    seat: Seat
    reported: bool = False


class Deal(Record, frozen=True, kw_only=True):
    """One deal. `augen` are the declarer's; `laid`: the cards he laid on the table before asking for cards.

    `out`: with four persons, who takes no part; `scat_first`: the first three cards were laid into the Scat.
    """

    dealer: Seat
    calls: tuple[Call, ...] = ()
    augen: Count | None = None
    bought: Count | None = None
    laid: Count | None = None
    vole: Vole | None = None
    revokes: tuple[Seat, ...] = ()
    misdeal: bool = False
    wrong_count: WrongCount | None = None
    scat_first: bool = False
    out: str = ""


class ScoreFile(Header, frozen=True, kw_only=True):
    """Deals of Tarokhombre in order; `stamm`: the height of a Stamm in Marken, left open by the source."""

    stamm: Positive
    deals: tuple[Deal, ...]


def check_file(record: ScoreFile, document: Document, rules: Rules) -> list[Table]:
    """The deals, each with its order of seats and the decision of its bidding; raises `CodexError`."""
    players = [int(name) for name in rules.names("game.players")]
    allowed = (*players, rules.number("game.players_with_extra"))
    check_seats(document, record.seats, allowed, rules.ref("game.players_with_extra"))
    if POT in record.seats:
        raise document.error(f"a seat is called `{POT}`", "expected another name: that is the pot", "seats")
    if not record.deals:
        raise document.error("no deals", "expected at least one", "deals")
    return _tables(record, document, rules)


@dataclass(frozen=True, slots=True)
class Table:
    """A checked deal: who sits in which order, the Scatist last, and to whom the game fell."""

    deal: Deal
    name: str
    order: tuple[str, ...]
    decision: Decision | None
    scatist_out: bool


def _tables(record: ScoreFile, document: Document, rules: Rules) -> list[Table]:
    tables = []
    last_dealer = ""
    for index, deal in enumerate(record.deals):
        place = ("deals", index)
        check_seat(document, deal.dealer, record.seats, *place, "dealer")
        out = _out(record, index, last_dealer, document, rules)
        start = record.seats.index(deal.dealer) + 1
        round_ = (*record.seats[start:], *record.seats[:start])
        order = tuple(seat for seat in round_ if seat != out)
        decision = _decision(deal, order, document, index, rules)
        _check_deal(deal, order, decision, document, index, rules)
        name = f"deal {index + 1}: " if len(record.deals) > 1 else ""
        tables.append(Table(deal, name, order, decision, out == deal.dealer))
        last_dealer = deal.dealer
    return tables


def _out(record: ScoreFile, index: int, last_dealer: str, document: Document, rules: Rules) -> str:
    """Who takes no part among four: the one who dealt last (1863:31)."""
    deal = record.deals[index]
    ref = rules.ref("game.extra_player.rule")
    if len(record.seats) < rules.number("game.players_with_extra"):
        if deal.out:
            raise document.error(
                f"{deal.out} sits out", f"expected none to: only with four by {ref}", "deals", index, "out"
            )
        return ""
    before = record.seats[record.seats.index(deal.dealer) - 1]
    due = last_dealer if last_dealer not in ("", deal.dealer) else before
    if not deal.out:
        return due
    check_seat(document, deal.out, record.seats, "deals", index, "out")
    if deal.out not in (due, deal.dealer) and last_dealer:
        raise document.error(f"{deal.out} sits out", f"expected {due}, who dealt last, by {ref}", "deals", index, "out")
    return deal.out


def _decision(deal: Deal, order: tuple[str, ...], document: Document, index: int, rules: Rules) -> Decision | None:
    if deal.misdeal or deal.wrong_count is not None:
        return None
    try:
        return decide(deal.calls, order, rules)
    except CallError as error:
        place = ("calls", error.index) if error.index < len(deal.calls) else ("calls",)
        raise document.error(error.what, error.expected, "deals", index, *place) from None


def _check_deal(
    deal: Deal,
    order: tuple[str, ...],
    decision: Decision | None,
    document: Document,
    index: int,
    rules: Rules,
) -> None:
    place = ("deals", index)
    for number, seat in enumerate(deal.revokes):
        check_seat(document, seat, order, *place, "revokes", number)
    if deal.wrong_count is not None:
        check_seat(document, deal.wrong_count.seat, order, *place, "wrong_count", "seat")
    unplayed = decision is None or decision.thrown_in
    if unplayed:
        for name in ("augen", "bought", "laid", "vole", "revokes"):
            if getattr(deal, name) not in (None, ()):
                ref = rules.ref("misdeal.deal_void" if decision is None else "bidding.all_pass")
                raise document.error(f"`{name}` where no game counts", f"expected none by {ref}", *place, name)
        return
    assert decision is not None
    if deal.augen is None and not deal.revokes:
        raise document.error("no `augen`", "expected the Augen of the declarer", *place)
    buys = buys_at(decision.game, rules)
    key = f"talon.buy_for_bid.{decision.game}" if buys else "talon.sans_prendre_no_buy"
    if deal.laid is not None and deal.laid > buys:
        raise document.error(f"{deal.laid} cards laid", f"expected {buys} by {rules.ref(key)}", *place, "laid")
    if deal.laid is not None and deal.laid < buys:
        buys, key = 0, "talon.not_laid_gets_none"
    if deal.bought not in (None, buys):
        raise document.error(f"{deal.bought} cards bought", f"expected {buys} by {rules.ref(key)}", *place, "bought")
    vole = deal.vole
    if vole and vole.made and deal.augen is not None and deal.augen < rules.number("counting.win_at"):
        raise document.error(
            f"the Vole is made with {deal.augen} Augen",
            f"expected a won game ({rules.ref('counting.win_at')})",
            *place,
            "vole",
        )


def buys_at(game: str, rules: Rules) -> int:
    """How many cards are bought at a game."""
    if game == GAME_KEYS[-1] and rules.flag("talon.sans_prendre_no_buy"):
        return 0
    return rules.number(f"talon.buy_for_bid.{game}")
