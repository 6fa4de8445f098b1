"""Words before play: the bidding (1840:21-28), then ultimo, Volat and their raises (1840:51-62)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from typing import Any

from tarock.base.structs import Frozen
from tarock.game.common.records import HoldRight, Side, read_enum, read_enums
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.laws import keeps_pagat, read_speaking_order
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat, SeatPlace, SeatRole
from tarock.rules.ruleset import Rules


def check_auction(exam: Examination) -> Bid | None:
    """Check the bids in order; return the winning bid, None when all pass.

    A seat without a bid on its turn passes: the books leave passes out. The seat with precedence may hold a bid at its
    own height (1840:26.3, 27).
    """
    auction = Bidding(exam)
    before = ""
    for seat, bid in list_bidding_turns(exam.game, exam.rules):
        if bid is None:
            auction.add_pass(seat)
        elif seat == before:
            exam.report_fault("BID-ORDER", "bidding.speaking_order", seat=seat)
            if bid.bid is not BidKind.PASS:
                auction.add_bid(bid)
        elif auction.best is not None and seat == auction.best.seat:  # his turn again: nobody has raised
            exam.report_fault("BID-AFTER-END", "bidding.highest_plays", seat=seat)
        else:
            auction.add_bid(bid)
        before = seat if bid else before
    return auction.best


class Bidding:
    """The bidding as far as it has gone: the highest bid, and who has passed."""

    def __init__(self, exam: Examination):
        self.exam = exam
        self.best: Bid | None = None
        self.passed: set[str] = set()
        self.places = exam.game.find_places(exam.rules)
        self.passed_bids: dict[str, Bid | None] = {}  # by seat that has passed, the bid that it let go

    def fork(self) -> Bidding:
        """Return a copy of the bidding without the faults found so far."""
        other = Bidding(self.exam.fork())
        other.best, other.passed, other.passed_bids = self.best, set(self.passed), dict(self.passed_bids)
        return other

    def may_speak(self, seat: str) -> bool:
        """Return whether it can be the turn of `seat`.

        It can if it has not passed, or may bid again after passing because it let no game go (1840:27.1).
        """
        if seat not in self.passed:
            return True
        return (self.best is None or self.best is not self.passed_bids[seat]) and self.may_bid_after_pass(seat)

    def may_bid_after_pass(self, seat: str) -> bool:
        """Return whether a seat that passed may bid, depending on whether a game has been bid since (1840:26-28)."""
        return self.exam.rules.flag("bidding.after_pass", **self.make_case(seat))

    def make_case(self, seat: str) -> dict[str, Any]:
        """Return the case of the rules for a seat that bids after passing."""
        return {"seat": self.places[seat], "game_bid": self.best is not None}

    def add_pass(self, seat: str) -> None:
        """Record that a seat passes, by which it lets go the bids made so far (1840:26.2, 27.1)."""
        if self.best is not None and seat == self.best.seat:
            return
        self.passed.add(seat)
        self.passed_bids[seat] = self.best

    def add_bid(self, bid: Bid) -> None:
        """Record a bid or pass, and report what is wrong with it."""
        exam, rules, seat = self.exam, self.exam.rules, bid.seat
        if bid.fold and bid.bid is not BidKind.DREIER:
            exam.report_fault("BID-FOLD", "bidding.pass_additions", seat=seat, call=bid.bid, fold=bid.fold)
        may_speak = self.may_speak(seat)
        if bid.bid is BidKind.PASS:
            if not may_speak:
                exam.report_fault("BID-ORDER", "bidding.speaking_order", wording="BID-ORDER.pass", seat=seat)
            self.add_pass(seat)
            return
        case = {"contract": BidKind.DREIER}
        top = rules.number("bidding.fold_max", **case)
        if bid.bid is BidKind.DREIER and not 1 <= bid.fold <= top:
            exam.report_fault("BID-TOO-HIGH", "bidding.fold_max", when=case, seat=seat, fold=bid.fold, most=top)
        if not may_speak:
            # to have let the game go is to have passed like any other
            when = self.make_case(seat) if not self.may_bid_after_pass(seat) else {}
            exam.report_fault("BID-AFTER-PASS", "bidding.after_pass", when=when, seat=seat)
        if self.best is not None and not _overbids(bid, self.best, exam.game, rules):
            exam.report_fault("BID-NOT-HIGHER", "bidding.highest_plays", seat=seat, over=self.best.seat)
        self.best = bid
        self.passed.discard(seat)


def _overbids(bid: Bid, best: Bid, game: Game, rules: Rules) -> bool:
    games = read_enums(rules, "bidding.games", BidKind)
    # the height of its game among those that can be bid, then its folds (1840:21.5, 25.1)
    mine, held = ((games.index(each.bid), each.height) for each in (bid, best))
    if mine == held and read_enum(rules, "bidding.hold", HoldRight) is HoldRight.EARLIER:
        order = game.order_seats(game.find_forehand(rules))
        return order.index(bid.seat) < order.index(best.seat)
    return mine > held


def find_lapsed_honours(game: Game, rules: Rules) -> set[str]:
    """Return the seats that lose the reward for honours held when they passed (1840:50.1, 50.4).

    Such are the forehand, and a middle hand before whom nobody had announced a game.
    """
    if not rules.has("honours.lapse_seats"):
        return set()
    places, lapsing = game.find_places(rules), read_enums(rules, "honours.lapse_seats", SeatPlace)
    after_bid = rules.flag("honours.lapse_after_bid")
    lapsed: set[str] = set()
    announced = False
    for seat, bid in list_bidding_turns(game, rules):
        if bid is not None and bid.bid is not BidKind.PASS:
            announced = True
        elif places[seat] in lapsing and (after_bid or not announced):
            lapsed.add(seat)
    return lapsed if rules.flag("honours.lapse_despite_own_game") else lapsed - {game.declarer}


def list_bidding_turns(game: Game, rules: Rules) -> Iterator[tuple[str, Bid | None]]:
    """Yield each seat in the order of bidding with its bid, None for a pass left out of the record (1840:20.1)."""
    places, speaking_order = game.find_places(rules), read_speaking_order(rules)
    order = cycle(sorted(game.seats, key=lambda seat: speaking_order.index(places[seat])))
    for bid in game.bids:
        for seat in islice(order, len(game.seats)):
            if seat == bid.seat:
                break
            yield seat, None
        yield bid.seat, bid


class AnnouncedFeat(Frozen):
    """An announced ultimo or Volat: by whom, and how many raises (0 none, 1 contra, 2 re, 3 supra)."""

    of: Feat
    seat: str
    raises: int


def check_announcements(exam: Examination, partner: str, *, lawful: bool = False) -> dict[Feat, AnnouncedFeat]:
    """Check who announced what, and in which order; return the announcements by feat.

    Words against the rules count in the order of speaking: the third word is the second raise. With `lawful` they have
    no effect ("darf nur", 1840:52.1, 55.1, 56.1); the text does not say which holds.
    """
    checked = AnnouncementExaminer(exam.fork() if lawful else exam, partner)
    for said in exam.game.announcements:
        known = len(checked.exam)
        new = checked.find_new(said)
        if new is not None and not (lawful and len(checked.exam) > known):
            checked.announced[said.of] = new
            if new.raises == 1:
                checked.contra_givers[said.of] = said.seat
    return checked.announced


def find_pagat_keeper(announced: Mapping[Feat, AnnouncedFeat], rules: Rules) -> str:
    """Return the seat that announced ultimo and must keep the Pagat to the last trick (1840:51.3).

    Empty if none must.
    """
    return announced[Feat.ULTIMO].seat if keeps_pagat(rules) and Feat.ULTIMO in announced else ""


class AnnouncementExaminer:
    """Checks one announcement after another against those that stand: `announced`, and who gave contra to which."""

    def __init__(self, exam: Examination, partner: str):
        self.exam = exam
        self.raises = read_enums(exam.rules, "announcements.raises", AnnouncementWord)
        self.first = read_enum(exam.rules, "announcements.first", SeatRole)
        self.roles = exam.game.find_roles(partner)
        self.announced: dict[Feat, AnnouncedFeat] = {}
        self.contra_givers: dict[Feat, str] = {}

    def find_new(self, said: Announcement) -> AnnouncedFeat | None:
        """Return the feat as it stands after an announcement, None where that has no effect; report what is wrong."""
        return self.add_announcement(said) if said.call is AnnouncementWord.ANNOUNCE else self.add_raise(said)

    def add_announcement(self, said: Announcement) -> AnnouncedFeat | None:
        """Check who may announce, that it stands once announced, and who speaks first (1840:37.4, 52, 53)."""
        exam, key, seat, of = self.exam, "announcements.allowed_to", said.seat, said.of
        role = self.roles[seat]
        if role not in read_enums(exam.rules, key, SeatRole, feat=of):
            exam.report_fault("ANNOUNCE-SEAT", key, when={"feat": of}, seat=seat, of=of, role=role)
        if of in self.announced:
            first = self.announced[of].seat
            exam.report_fault(
                "ANNOUNCE-ORDER", "announcements.irrevocable", wording="ANNOUNCE-ORDER.again", seat=seat, of=of,
                first=first,
            )  # fmt: skip
            return None
        if role is self.first:
            before = [said.seat for said in self.announced.values() if self.roles[said.seat] is not role]
            if before:
                exam.report_fault(
                    "ANNOUNCE-ORDER",
                    "announcements.first",
                    wording="ANNOUNCE-ORDER.late",
                    seat=seat,
                    of=of,
                    first=before[0],
                    role=role,
                )
        return AnnouncedFeat(of, seat, 0)

    def add_raise(self, said: Announcement) -> AnnouncedFeat | None:
        """Check contra, re, supra: to what stands, in their order, by whom it is allowed (1840:55, 56)."""
        exam, key, seat, of, call = self.exam, "announcements.raises", said.seat, said.of, said.call
        announced = self.announced.get(of)
        if announced is None:
            exam.report_fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.nothing", seat=seat, call=call, of=of)
            return None
        if announced.raises >= len(self.raises):
            last = self.raises[-1]
            exam.report_fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.highest", seat=seat, call=call, last=last)
            return None
        due = self.raises[announced.raises]
        if call is not due:
            exam.report_fault("ANNOUNCE-ORDER", key, seat=seat, call=call, due=due)
        self.check_raiser(seat, announced, due)
        return AnnouncedFeat(of, announced.seat, announced.raises + 1)

    def check_raiser(self, seat: str, announced: AnnouncedFeat, due: AnnouncementWord) -> None:
        """Check who gives the raise that is due, to an announcement of either party (1840:55, 56)."""
        exam, key, of = self.exam, "announcements.raise_by", announced.of
        party = Side.DEFENDERS if self.roles[announced.seat] is SeatRole.DEFENDER else Side.DECLARER
        when = {"call": due, "party": party}
        is_one_of = {self.roles[seat]}
        if seat == announced.seat:
            is_one_of.add(SeatRole.ANNOUNCER)
        elif seat == self.contra_givers.get(of):
            is_one_of.add(SeatRole.CONTRA_GIVER)
        if (self.roles[seat] is SeatRole.DEFENDER) is not (party is Side.DEFENDERS):
            is_one_of.add(SeatRole.OPPONENT)
        if is_one_of.isdisjoint(read_enums(exam.rules, key, SeatRole, **when)):
            exam.report_fault("ANNOUNCE-SEAT", key, when=when, wording="ANNOUNCE-SEAT.raise", seat=seat, of=of)
