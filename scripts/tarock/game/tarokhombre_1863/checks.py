"""Faults in the record of deals of Tarokhombre, and who sat and bid how (1863:2-13, 26-33)."""

from __future__ import annotations

from collections.abc import Iterator

from tarock.base.structs import Frozen
from tarock.game.common.findings import Findings
from tarock.game.common.records import MISDEAL, check_seat, check_seats, check_void, exclude_seats, order_from
from tarock.game.common.score import ALWAYS
from tarock.game.tarokhombre_1863.auction import AuctionResult, Contract, decide_auction
from tarock.game.tarokhombre_1863.pot import POT
from tarock.game.tarokhombre_1863.record import Deal, TarokhombreDeals
from tarock.rules.ruleset import Rules

# The fields of a deal that was played.
_PLAYED = ("augen", "tricks", "bought", "laid", "vole", "revokes", "honours", "pagat_last")


class SeatedDeal(Frozen):
    """A deal: the seats in order, the Scatist last, the result of the auction, and who of four sits out."""

    deal: Deal
    order: tuple[str, ...]
    decision: AuctionResult | None
    out: str = ""


def check(record: TarokhombreDeals, findings: Findings) -> None:
    """Add everything that is wrong with the record to `findings`."""
    sound = check_seats(findings, record.seats, "game.players_with_extra")
    if POT in record.seats:
        findings.report("SEAT-RESERVED", "seats", name=POT)
    if not record.deals:
        findings.report("DEALS-NONE", "deals")
    if not sound:
        return  # who bids in which order cannot be said
    loser = ""  # who has dealt wrong in the deal before
    for index, table in enumerate(seat_deals(record, findings)):
        here, dealer = findings.at("deals", index), table.deal.dealer
        if dealer == loser:
            here.report("DEALER-LOST-RIGHT", "dealer", rule="misdeal.next_dealer", case=MISDEAL, dealer=loser)
        loser = dealer if table.deal.misdeal else ""
        _check_deal(table, here)


def seat_deals(record: TarokhombreDeals, findings: Findings) -> Iterator[SeatedDeal]:
    """Yield the deals with their order of seats and the decision of their bidding."""
    last_dealer = ""
    for index, deal in enumerate(record.deals):
        here = findings.at("deals", index)
        if not check_seat(here, deal.dealer, record.seats, "dealer"):
            yield SeatedDeal(deal, record.seats, None)
            continue
        out = _find_sitting_out(deal, record.seats, last_dealer, here)
        order = exclude_seats((*order_from(record.seats, deal.dealer)[1:], deal.dealer), out)
        last_dealer = deal.dealer
        decision = None if deal.is_void else decide_auction(deal.calls, order, here.at("calls"))
        yield SeatedDeal(deal, order, decision, out)


def _find_sitting_out(deal: Deal, seats: tuple[str, ...], last_dealer: str, findings: Findings) -> str:
    """Return who takes no part among four: the one who dealt last (1863:31)."""
    dealer, out, rule = deal.dealer, deal.out, "game.extra_player.who"
    if len(seats) < findings.rules.number("game.players_with_extra"):
        if out:
            findings.report("OUT-AMONG-THREE", "out", rule=rule, seat=out)
        return ""
    due = last_dealer if last_dealer not in ("", dealer) else seats[seats.index(dealer) - 1]
    if not out or not check_seat(findings, out, seats, "out"):
        return due
    if last_dealer and out not in (due, dealer):
        findings.report("OUT-WRONG-SEAT", "out", rule=rule, seat=out, due=due)
    return out


def _check_deal(table: SeatedDeal, findings: Findings) -> None:
    deal, decision = table.deal, table.decision
    for number, seat in enumerate(deal.revokes):
        check_seat(findings, seat, table.order, "revokes", number)
    for number, held in enumerate(deal.honours):
        check_seat(findings, held.seat, table.order, "honours", number, "seat")
    if deal.pagat_last:
        check_seat(findings, deal.pagat_last, table.order, "pagat_last")
    for number, wrong in enumerate(deal.wrong_counts):
        place = () if deal.wrong_count is wrong else (number,)
        check_seat(findings, wrong.seat, table.order, "wrong_count", *place, "seat")
    for number, call in enumerate(deal.calls if deal.is_void else ()):  # else the auction has heard them
        check_seat(findings, call.seat, table.order, "calls", number, "seat")
    if decision is None and not deal.is_void:
        return  # which game was played is not known
    if decision is None or decision.game is None:
        rule, case = ("misdeal.deal_void", MISDEAL) if decision is None else ("bidding.all_pass", ALWAYS)
        check_void(findings, deal, _PLAYED, "tarokhombre_1863.VOID-GAME", rule, case)
        return
    if deal.augen is None and not deal.revokes:
        findings.report("AUGEN-MISSING")
    _check_sums(deal, findings)
    _check_purchase(deal, decision.game, findings)


def _check_sums(deal: Deal, findings: Findings) -> None:
    """Check that Augen and tricks are no more than there are, and that a Vole is all the tricks."""
    rules, augen, tricks, vole = findings.rules, deal.augen, deal.tricks, deal.vole
    half, (hand, ref) = rules.number("counting.remis_at"), rules.number_with_ref("deal.hand")
    if augen is not None and augen > 2 * half:
        findings.report("AUGEN-TOO-MANY", "augen", rule="counting.remis_at", augen=augen, most=2 * half, half=half)
    if tricks is not None and tricks > hand:
        words = "tarokhombre_1863.TRICKS-COUNT"
        findings.report("TRICKS-COUNT", "tricks", ref=ref, words=words, tricks=tricks, due=hand)
    if vole is None:
        return
    after = vole.declared_after
    if after is not None and after >= hand:
        findings.report("VOLE-TOO-LATE", "vole", "declared_after", ref=ref, trick=after, last=hand)
    if tricks is not None and vole.made != (tricks == hand):
        findings.report("VOLE-TRICKS", "vole", ref=ref, made=vole.made, tricks=tricks, due=hand)
    if vole.made and augen is not None:
        win_at, ref = rules.number_with_ref("counting.win_at", party="declarer")
        if augen < win_at:
            findings.report("VOLE-NOT-WON", "vole", ref=ref, augen=augen)


def _check_purchase(deal: Deal, game: Contract, findings: Findings) -> None:
    """Check that the declarer buys as many cards as the game allows, and as he has laid down (1863:11, 12, 33)."""
    rules, laid = findings.rules, deal.laid
    buys = count_bought(game, rules)
    ref = rules.ref("talon.bought" if buys else "talon.buys", contract=game)
    if laid is not None and laid > buys:
        findings.report("LAID-TOO-MANY", "laid", ref=ref, cards=laid, due=buys)
    if deal.bought is None:
        return
    if laid is not None and laid < buys and not rules.flag("talon.ungiven_gets_cards"):
        buys, ref = 0, rules.ref("talon.ungiven_gets_cards")
    if deal.bought != buys:
        findings.report("PURCHASE-SIZE", "bought", ref=ref, cards=deal.bought, due=buys)


def count_bought(game: Contract, rules: Rules) -> int:
    """Return how many cards are bought at a game."""
    return rules.number("talon.bought", contract=game) if rules.flag("talon.buys", contract=game) else 0
