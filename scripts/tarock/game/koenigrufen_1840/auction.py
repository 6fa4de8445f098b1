"""Bidding at Königrufen: who may say what, and to whom the game falls (1840:21-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarock.base.structs import Value
from tarock.game.common.records import Hold, word, words
from tarock.game.koenigrufen_1840.vocabulary import Call, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.game.koenigrufen_1840.examination import Examination
    from tarock.game.koenigrufen_1840.record import Bid, Game
    from tarock.rules.ruleset import Rules


class Contract(Value):
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
            exam.fault("BID-ORDER", "bidding.speaking_order", seat=seat)
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
        self.places = dict(zip(exam.game.order_from(exam.game.forehand), Place, strict=False))
        self.let_go: dict[str, Bid | None] = {}  # by seat that has passed, the bid that it let go

    def may_speak(self, seat: str) -> bool:
        """Whether `seat` has something to say: it has not passed, or may bid on what it did not let go (27.1)."""
        if seat not in self.passed:
            return True
        return (self.best is None or self.best is not self.let_go[seat]) and self.may_come_in(seat)

    def may_come_in(self, seat: str) -> bool:
        """Whether `seat` may bid after passing, now that a game has been bid or not (1840:26-28)."""
        return self.exam.rules.flag("bidding.after_pass", **self.after_pass(seat))

    def after_pass(self, seat: str) -> dict[str, Any]:
        """The case in which `seat` would bid after passing."""
        return {"seat": self.places[seat], "game_bid": self.best is not None}

    def pass_(self, seat: str) -> None:
        """`seat` lets go what has been announced so far (1840:26.2, 27.1)."""
        if self.best is not None and seat == self.best.seat:
            return
        self.passed.add(seat)
        self.let_go[seat] = self.best

    def hear(self, bid: Bid) -> None:
        """A word of the record: a bid or a pass."""
        exam, rules, seat = self.exam, self.exam.rules, bid.seat
        if bid.fold and bid.bid is not Call.DREIER:
            exam.fault("BID-FOLD", "bidding.pass_additions", seat=seat, call=bid.bid, fold=bid.fold)
        if bid.bid is Call.PASS:
            if not self.may_speak(seat):
                exam.fault("BID-ORDER", "bidding.speaking_order", wording="BID-ORDER.pass", seat=seat)
            self.pass_(seat)
            return
        case = {"contract": Call.DREIER}
        top = rules.number("bidding.fold_max", **case)
        if bid.bid is Call.DREIER and not 1 <= bid.fold <= top:
            exam.fault("BID-TOO-HIGH", "bidding.fold_max", when=case, seat=seat, fold=bid.fold, most=top)
        if not self.may_speak(seat):
            # to have let the game go is to have passed like any other
            when = self.after_pass(seat) if not self.may_come_in(seat) else {}
            exam.fault("BID-AFTER-PASS", "bidding.after_pass", when=when, seat=seat)
        if self.best is not None and not _overbids(bid, self.best, exam.game, rules):
            exam.fault("BID-NOT-HIGHER", "bidding.highest_plays", seat=seat, over=self.best.seat)
        self.best = bid
        self.passed.discard(seat)


def _overbids(bid: Bid, best: Bid, game: Game, rules: Rules) -> bool:
    mine, held = _height(bid, rules), _height(best, rules)
    if mine == held and word(rules, "bidding.hold", Hold) is Hold.EARLIER:
        order = game.order_from(game.forehand)
        return order.index(bid.seat) < order.index(best.seat)
    return mine > held


def _height(bid: Bid, rules: Rules) -> tuple[int, int]:
    """The height of a bid: of its game among those that can be bid, then its folds (1840:21.5, 25.1)."""
    games = words(rules, "bidding.games", Call)
    return games.index(bid.bid), bid.fold if bid.bid is Call.DREIER else 0


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
