"""What is said before play: the bidding (1840:21-28), then ultimo, Volat and their raises (1840:51-62)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from typing import Any

from tarock.base.structs import Frozen
from tarock.game.common.records import Hold, word, words
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Saying, SeatPlace, SeatRole, Side
from tarock.rules.ruleset import Rules


def check_auction(exam: Examination) -> Bid | None:
    """Go through the bids in order and return the one to which the game falls; None when all pass.

    A seat that says nothing on a turn is taken to pass there: the books leave passes out. Who has
    precedence may hold a bid at the same height (1840:26.3, 27).
    """
    auction = Bidding(exam)
    before = ""
    for seat, bid in turns(exam.game, exam.rules):
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
    return auction.best


class Bidding:
    """The bidding as far as it has gone: the highest bid, and who has passed."""

    def __init__(self, exam: Examination):
        self.exam = exam
        self.best: Bid | None = None
        self.passed: set[str] = set()
        self.places = exam.game.places(exam.rules)
        self.let_go: dict[str, Bid | None] = {}  # by seat that has passed, the bid that it let go

    def anew(self) -> Bidding:
        """The same bidding, to go on in another way: nothing is found in it yet."""
        other = Bidding(self.exam.anew())
        other.best, other.passed, other.let_go = self.best, set(self.passed), dict(self.let_go)
        return other

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
        may_speak = self.may_speak(seat)
        if bid.bid is Call.PASS:
            if not may_speak:
                exam.fault("BID-ORDER", "bidding.speaking_order", wording="BID-ORDER.pass", seat=seat)
            self.pass_(seat)
            return
        case = {"contract": Call.DREIER}
        top = rules.number("bidding.fold_max", **case)
        if bid.bid is Call.DREIER and not 1 <= bid.fold <= top:
            exam.fault("BID-TOO-HIGH", "bidding.fold_max", when=case, seat=seat, fold=bid.fold, most=top)
        if not may_speak:
            # to have let the game go is to have passed like any other
            when = self.after_pass(seat) if not self.may_come_in(seat) else {}
            exam.fault("BID-AFTER-PASS", "bidding.after_pass", when=when, seat=seat)
        if self.best is not None and not _overbids(bid, self.best, exam.game, rules):
            exam.fault("BID-NOT-HIGHER", "bidding.highest_plays", seat=seat, over=self.best.seat)
        self.best = bid
        self.passed.discard(seat)


def _overbids(bid: Bid, best: Bid, game: Game, rules: Rules) -> bool:
    games = words(rules, "bidding.games", Call)
    # the height of its game among those that can be bid, then its folds (1840:21.5, 25.1)
    mine, held = ((games.index(each.bid), each.height) for each in (bid, best))
    if mine == held and word(rules, "bidding.hold", Hold) is Hold.EARLIER:
        order = game.order_from(game.forehand(rules))
        return order.index(bid.seat) < order.index(best.seat)
    return mine > held


def honours_lapsed(game: Game, rules: Rules) -> set[str]:
    """The seats that lose the reward for honours that they held when they passed (1840:50.1, 50.4).

    The Vorhand, or a middle hand before whom nobody had announced a game.
    """
    if not rules.has("honours.lapse_seats"):
        return set()
    places, lapsing = game.places(rules), words(rules, "honours.lapse_seats", SeatPlace)
    after_bid = rules.flag("honours.lapse_after_bid")
    lapsed: set[str] = set()
    announced = False
    for seat, bid in turns(game, rules):
        if bid is not None and bid.bid is not Call.PASS:
            announced = True
        elif places[seat] in lapsing and (after_bid or not announced):
            lapsed.add(seat)
    return lapsed if rules.flag("honours.lapse_despite_own_game") else lapsed - {game.declarer}


def turns(game: Game, rules: Rules) -> Iterator[tuple[str, Bid | None]]:
    """Who speaks, in the order that the rules say (1840:20.1); a seat left out in the record passes (None)."""
    places, said = game.places(rules), words(rules, "bidding.speaking_order", SeatPlace)
    order = cycle(sorted(game.seats, key=lambda seat: said.index(places[seat])))
    for bid in game.bids:
        for seat in islice(order, len(game.seats)):
            if seat == bid.seat:
                break
            yield seat, None
        yield bid.seat, bid


class Announced(Frozen):
    """An announced ultimo or Volat: by whom, and how many raises (0 none, 1 contra, 2 re, 3 supra)."""

    of: Feat
    seat: str
    raises: int


def check_announcements(exam: Examination, partner: str, *, lawful: bool = False) -> dict[Feat, Announced]:
    """The announcements by their object, after checking who made them and in which order.

    As spoken, a word against the rules counts in the order of speaking: the third word is the second raise. `lawful`
    asks for what stands where such a word has no effect ("darf nur", 1840:52.1, 55.1, 56.1): the text does not say
    which of the two holds.
    """
    heard = _Announcements(exam.anew() if lawful else exam, partner)
    for said in exam.game.announcements:
        known = len(heard.exam)
        new = heard.announce(said) if said.call is Saying.ANNOUNCE else heard.raise_(said)
        if new is not None and not (lawful and len(heard.exam) > known):
            heard.standing[said.of] = new
            if new.raises == 1:
                heard.contra_by[said.of] = said.seat
    return heard.standing


def pagat_keeper(announced: Mapping[Feat, Announced], rules: Rules) -> str:
    """The seat that announced ultimo and must keep the Pagat to the last trick; empty when none must (1840:51.3)."""
    kept = rules.has("ultimo.pagat_kept") and rules.flag("ultimo.pagat_kept")
    return announced[Feat.ULTIMO].seat if kept and Feat.ULTIMO in announced else ""


class _Announcements:
    def __init__(self, exam: Examination, partner: str):
        self.exam = exam
        self.raises = words(exam.rules, "announcements.raises", Saying)
        self.first = word(exam.rules, "announcements.first", SeatRole)
        self.roles = exam.game.roles(partner)
        self.standing: dict[Feat, Announced] = {}
        self.contra_by: dict[Feat, str] = {}

    def announce(self, said: Announcement) -> Announced | None:
        """Who may announce, that it stands once announced, and who speaks first (1840:37.4, 52, 53)."""
        exam, key, seat, of = self.exam, "announcements.allowed_to", said.seat, said.of
        role = self.roles[seat]
        if role not in words(exam.rules, key, SeatRole, feat=of):
            exam.fault("ANNOUNCE-SEAT", key, when={"feat": of}, seat=seat, of=of, role=role)
        if of in self.standing:
            first = self.standing[of].seat
            exam.fault(
                "ANNOUNCE-ORDER", "announcements.irrevocable", wording="ANNOUNCE-ORDER.again", seat=seat, of=of,
                first=first,
            )  # fmt: skip
            return None
        if role is self.first:
            before = [said.seat for said in self.standing.values() if self.roles[said.seat] is not role]
            if before:
                exam.fault(
                    "ANNOUNCE-ORDER", "announcements.first", wording="ANNOUNCE-ORDER.late", seat=seat, of=of,
                    first=before[0], role=role,
                )  # fmt: skip
        return Announced(of, seat, 0)

    def raise_(self, said: Announcement) -> Announced | None:
        """Contra, re, supra: to what stands, in their order, by whom it is allowed (1840:55, 56)."""
        exam, key, seat, of, call = self.exam, "announcements.raises", said.seat, said.of, said.call
        announced = self.standing.get(of)
        if announced is None:
            exam.fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.nothing", seat=seat, call=call, of=of)
            return None
        if announced.raises >= len(self.raises):
            last = self.raises[-1]
            exam.fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.highest", seat=seat, call=call, last=last)
            return None
        due = self.raises[announced.raises]
        if call is not due:
            exam.fault("ANNOUNCE-ORDER", key, seat=seat, call=call, due=due)
        self.check_raiser(seat, announced, due)
        return Announced(of, announced.seat, announced.raises + 1)

    def check_raiser(self, seat: str, announced: Announced, due: Saying) -> None:
        """Who may give the raise that is due, to an announcement of either party (1840:55, 56)."""
        exam, key, of = self.exam, "announcements.raise_by", announced.of
        party = Side.DEFENDERS if self.roles[announced.seat] is SeatRole.DEFENDER else Side.DECLARER
        when = {"call": due, "party": party}
        is_one_of = {self.roles[seat]}
        if seat == announced.seat:
            is_one_of.add(SeatRole.ANNOUNCER)
        elif seat == self.contra_by.get(of):
            is_one_of.add(SeatRole.CONTRA_GIVER)
        if is_one_of.isdisjoint(words(exam.rules, key, SeatRole, **when)):
            exam.fault("ANNOUNCE-SEAT", key, when=when, wording="ANNOUNCE-SEAT.raise", seat=seat, of=of)
