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
    auction = _Auction(exam)
    before = ""
    for seat, bid in turns(exam.game):
        if bid is None:
            auction.pass_(seat)
        elif seat == before:
            exam.fault("BID-ORDER", "bidding.opener", seat=seat)
            if bid.bid is not Call.PASS:
                auction.hear(bid)
        elif auction.best is not None and seat == auction.best.seat:  # his turn again: nobody has raised
            exam.fault("BID-AFTER-END", "bidding.highest_plays", seat=seat)
        else:
            auction.hear(bid)
        before = seat if bid else before
    best = auction.best
    return None if best is None else Contract(best.seat, best.bid, best.fold if best.bid is Call.DREIER else 0)


class _Auction:
    """The bidding as far as it has gone: the highest bid, and who has passed."""

    def __init__(self, exam: Examination):
        self.exam = exam
        self.best: Bid | None = None
        self.passed: set[str] = set()
        # who may come in after passing, when another announces a game (1840:27.1), and the bid that she let go
        self.comes_in = exam.game.forehand if exam.rules.flag("bidding.forehand_after_pass") else ""
        self.let_go: Bid | None = None

    def may_speak(self, seat: str) -> bool:
        """Whether `seat` has something to say: it has not passed, or comes in after passing."""
        return seat not in self.passed or (seat == self.comes_in and self.best is not self.let_go)

    def pass_(self, seat: str) -> None:
        """`seat` renounces the bidding; the Vorhand only what has been announced so far (1840:26.2, 27.1)."""
        if self.best is not None and seat == self.best.seat:
            return
        self.passed.add(seat)
        if seat == self.comes_in:
            self.let_go = self.best

    def hear(self, bid: Bid) -> None:
        """A word of the record: a bid or a pass."""
        exam, rules, seat = self.exam, self.exam.rules, bid.seat
        if bid.fold and bid.bid is not Call.DREIER:
            exam.fault("BID-FOLD", "bidding.additions_allowed", seat=seat, call=bid.bid, fold=bid.fold)
        if bid.bid is Call.PASS:
            if not self.may_speak(seat):
                exam.fault("BID-ORDER", "bidding.opener", wording="BID-ORDER.pass", seat=seat)
            self.pass_(seat)
            return
        top = rules.number("bidding.dreier_bid_max")
        if bid.bid is Call.DREIER and not 1 <= bid.fold <= top:
            exam.fault("BID-TOO-HIGH", "bidding.dreier_bid_max", seat=seat, fold=bid.fold, most=top)
        if seat in self.passed and rules.flag("bidding.passed_out_of_bidding"):
            self.check_after_pass(seat)
        if self.best is not None and not _overbids(bid, self.best, exam.game, rules):
            exam.fault("BID-NOT-HIGHER", "bidding.highest_plays", seat=seat, over=self.best.seat)
        self.best = bid
        self.passed.discard(seat)

    def check_after_pass(self, seat: str) -> None:
        """Only the Vorhand may bid after passing, and only when another has announced a game (1840:26-28)."""
        all_pass = seat == self.comes_in and self.best is None
        key = "bidding.all_pass_forehand_may_bid" if all_pass else "bidding.passed_out_of_bidding"
        if not self.may_speak(seat) and not (all_pass and self.exam.rules.flag(key)):
            self.exam.fault("BID-AFTER-PASS", key, seat=seat)


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
    return lapsed if rules.flag("honours.lapse_despite_own_game") else lapsed - {game.declarer}


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
