"""Bidding at Königrufen: who may say what, and to whom the game falls (1840:21-28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.koenigrufen_1840.record import DREIER, PASS, SOLO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.common.findings import Findings
    from tarock.game.koenigrufen_1840.record import Bid, Game
    from tarock.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Contract:
    """The game to which the bidding leads: who plays, Dreier or Solo, of how many folds (Solo: 0)."""

    declarer: str
    game: str
    fold: int


def _height(bid: Bid, rules: Rules) -> int:
    """The height of a bid; Solo is above every Dreier (1840:25.1)."""
    top = rules.number("bidding.dreier_bid_max")
    if bid.bid == SOLO:
        return top + 1 if rules.flag("bidding.solo_highest") else 1
    return bid.fold if bid.bid == DREIER else 0


def check_auction(game: Game, rules: Rules, findings: Findings) -> Contract | None:
    """Go through the bids in order and say to whom the game falls; None when all pass.

    A seat that says nothing on a turn is taken to pass there: the books leave passes out. Who has
    precedence may hold a bid at the same height (1840:26.3, 27).
    """
    best: Bid | None = None
    passed: set[str] = set()
    top = rules.number("bidding.dreier_bid_max")
    order = game.order_from(game.forehand)
    before = ""
    for seat, bid in turns(game):
        if bid is None:
            passed.add(seat)
            continue
        if seat == before:
            findings.add("BID-ORDER", f"{seat} speaks twice in a row", seat=seat, ref=rules.ref("bidding.opener"))
        before = seat
        if bid.bid == PASS:
            passed.add(bid.seat)
            continue
        if bid.bid == DREIER and not 1 <= bid.fold <= top:
            findings.add(
                "BID-TOO-HIGH",
                f"{bid.seat} bids a Dreier of {bid.fold}: at most {top} may be bid",
                seat=bid.seat,
                ref=rules.ref("bidding.dreier_bid_max"),
            )
        if bid.seat in passed and rules.flag("bidding.passed_out_of_bidding"):
            _check_after_pass(bid, best, game, rules, findings)
        if best is not None and not _overbids(bid, best, order, rules):
            findings.add(
                "BID-NOT-HIGHER",
                f"{bid.seat} does not overbid {best.seat}",
                seat=bid.seat,
                ref=rules.ref("bidding.highest_plays"),
            )
        best = bid
    if best is None:
        return None
    return Contract(best.seat, best.bid, best.fold if best.bid == DREIER else 0)


def _check_after_pass(bid: Bid, best: Bid | None, game: Game, rules: Rules, findings: Findings) -> None:
    """Only the Vorhand may bid after passing, and only when another has announced a game (1840:26.2, 27.1, 28.1)."""
    key = "bidding.passed_out_of_bidding"
    if bid.seat == game.forehand and rules.flag("bidding.forehand_after_pass"):
        key = "bidding.all_pass_forehand_may_bid"
        if best is not None or rules.flag(key):
            return
    findings.add("BID-AFTER-PASS", f"{bid.seat} bids after passing", seat=bid.seat, ref=rules.ref(key))


def _overbids(bid: Bid, best: Bid, order: tuple[str, ...], rules: Rules) -> bool:
    mine, held = _height(bid, rules), _height(best, rules)
    if mine == held and rules.flag("bidding.forehand_priority"):
        return order.index(bid.seat) < order.index(best.seat)
    return mine > held


def honours_lapsed(game: Game, rules: Rules) -> set[str]:
    """The seats that lose the reward for honours that they held when they passed (1840:50.1, 50.4).

    The Vorhand, or a middle hand before whom nobody had announced a game.
    """
    if not rules.has("honours.lapse_seats"):
        return set()
    lapsing = len(rules.names("honours.lapse_seats"))
    after_bid = rules.flag("honours.lapse_after_bid")
    order = game.order_from(game.forehand)
    lapsed: set[str] = set()
    announced = False
    for seat, bid in turns(game):
        if bid is not None and bid.bid != PASS:
            announced = True
        elif order.index(seat) < lapsing and (after_bid or not announced):
            lapsed.add(seat)
    return lapsed


def turns(game: Game) -> Iterator[tuple[str, Bid | None]]:
    """Who speaks, in turn from the Vorhand; a seat left out in the record passes (None)."""
    order = game.order_from(game.forehand)
    position = 0
    for bid in game.bids:
        for _skipped in order:
            seat = order[position % len(order)]
            position += 1
            if seat == bid.seat:
                break
            yield seat, None
        yield bid.seat, bid
