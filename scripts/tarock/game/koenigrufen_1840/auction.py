"""Bidding at Königrufen: who may say what, and to whom the game falls (1840:21-28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.common.vocabulary import words
from tarock.game.koenigrufen_1840.vocabulary import Call, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.koenigrufen_1840.examination import Examination
    from tarock.game.koenigrufen_1840.record import Bid, Game
    from tarock.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Contract:
    """The game to which the bidding leads: who plays, Dreier or Solo, of how many folds (Solo: 0)."""

    declarer: str
    game: Call
    fold: int


def check_auction(exam: Examination) -> Contract | None:
    """Go through the bids in order and say to whom the game falls; None when all pass.

    A seat that says nothing on a turn is taken to pass there: the books leave passes out. Who has
    precedence may hold a bid at the same height (1840:26.3, 27).
    """
    game, rules = exam.game, exam.rules
    best: Bid | None = None
    passed: set[str] = set()
    top = rules.number("bidding.dreier_bid_max")
    before = ""
    for seat, bid in turns(game):
        if bid is None:
            passed.add(seat)
            continue
        if seat == before:
            exam.fault("BID-ORDER", "bidding.opener", seat=seat)
        before = seat
        if bid.bid is Call.PASS:
            passed.add(seat)
            continue
        if bid.bid is Call.DREIER and not 1 <= bid.fold <= top:
            exam.fault("BID-TOO-HIGH", "bidding.dreier_bid_max", seat=seat, fold=bid.fold, most=top)
        if seat in passed and rules.flag("bidding.passed_out_of_bidding"):
            _check_after_pass(exam, bid, best)
        if best is not None and not _overbids(bid, best, game, rules):
            exam.fault("BID-NOT-HIGHER", "bidding.highest_plays", seat=seat, over=best.seat)
        best = bid
    if best is None:
        return None
    return Contract(best.seat, best.bid, best.fold if best.bid is Call.DREIER else 0)


def _check_after_pass(exam: Examination, bid: Bid, best: Bid | None) -> None:
    """Only the Vorhand may bid after passing, and only when another has announced a game (1840:26.2, 27.1, 28.1)."""
    key = "bidding.passed_out_of_bidding"
    if bid.seat == exam.game.forehand and exam.rules.flag("bidding.forehand_after_pass"):
        key = "bidding.all_pass_forehand_may_bid"
        if best is not None or exam.rules.flag(key):
            return
    exam.fault("BID-AFTER-PASS", key, seat=bid.seat)


def _overbids(bid: Bid, best: Bid, game: Game, rules: Rules) -> bool:
    mine, held = _height(bid, rules), _height(best, rules)
    if mine == held and rules.flag("bidding.forehand_priority"):
        order = game.order_from(game.forehand)
        return order.index(bid.seat) < order.index(best.seat)
    return mine > held


def _height(bid: Bid, rules: Rules) -> int:
    """The height of a bid; Solo is above every Dreier (1840:25.1)."""
    top = rules.number("bidding.dreier_bid_max")
    if bid.bid is Call.SOLO:
        return top + 1 if rules.flag("bidding.solo_highest") else 1
    return bid.fold if bid.bid is Call.DREIER else 0


def honours_lapsed(game: Game, rules: Rules) -> set[str]:
    """The seats that lose the reward for honours that they held when they passed (1840:50.1, 50.4).

    The Vorhand, or a middle hand before whom nobody had announced a game.
    """
    if not rules.has("honours.lapse_seats"):
        return set()
    places = dict(zip(game.order_from(game.forehand), Place, strict=False))
    lapsing = words(rules, "honours.lapse_seats", Place)
    after_bid = rules.flag("honours.lapse_after_bid")
    lapsed: set[str] = set()
    announced = False
    for seat, bid in turns(game):
        if bid is not None and bid.bid is not Call.PASS:
            announced = True
        elif places[seat] in lapsing and (after_bid or not announced):
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
