"""Words before play: the bidding (1840:21-28), then ultimo, Volat and their raises (1840:51-62)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, TypeVar

from tarock.base.structs import Frozen
from tarock.game.common.records import HoldRight, Side, read_enum, read_enums
from tarock.game.koenigrufen_1840.examination import Examination
from tarock.game.koenigrufen_1840.laws import keeps_pagat, read_speaking_order
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat, SeatPlace, SeatRole
from tarock.rules.ruleset import Rules

T = TypeVar("T", str, int)  # a seat, by its name or its number


def hear_bids(exam: Examination) -> Bidding:
    """Return the bidding after all bids of a record, each judged as in play; what is wrong is reported.

    A seat without a bid on its turn passes: the books leave passes out.
    """
    bidding = Bidding(exam)
    for bid in exam.game.bids:
        bidding.hear(bid)
    return bidding


class Bidding:
    """The bidding as far as it has gone: the highest bid, who has passed, whose turn it is.

    It is the law of the bidding for who plays and for who checks a record.
    """

    def __init__(self, exam: Examination):
        self.exam = exam
        self.best: Bid | None = None
        self.passed: set[str] = set()
        self.places = exam.game.find_places(exam.rules)
        self.passed_bids: dict[str, Bid | None] = {}  # by seat that has passed, the bid that it let go
        self.passes: list[tuple[str, bool]] = []  # who has passed, and whether a game had been bid
        speaking = read_speaking_order(exam.rules)
        self.turns = sorted(exam.game.seats, key=lambda seat: speaking.index(self.places[seat]))  # next first

    def fork(self) -> Bidding:
        """Return a copy of the bidding without the faults found so far."""
        other = copy(self)
        other.exam, other.passes = self.exam.fork(), list(self.passes)
        other.passed, other.passed_bids = set(self.passed), dict(self.passed_bids)
        return other

    def find_speaker(self) -> str:
        """Return whose turn it is; empty when the bidding is over (1840:20.1, 26.3)."""
        for seat in self.turns:
            if self.has_won(seat):
                break
            if self.may_speak(seat):
                return seat
        return ""

    def has_won(self, seat: str) -> bool:
        """Return whether the bidding is over when it is the turn of `seat`, for nobody has raised it (1840:26.3)."""
        return self.best is not None and self.best.seat == seat

    def hear(self, bid: Bid) -> None:
        """Add a bid or pass, and report what is wrong with it; who sits before the speaker and is silent passes.

        The seat with precedence may hold a bid at its own height (1840:26.3, 27).
        """
        seat = bid.seat
        again = bool(self.passes or self.best) and seat == self.turns[-1] and seat != self.find_speaker()
        self.come_to(seat)
        if again:
            self.exam.report_fault("BID-ORDER", "bidding.speaking_order", seat=seat)
            if bid.bid is not BidKind.PASS:
                self.add_bid(bid)
        elif self.has_won(seat):  # his turn again
            self.exam.report_fault("BID-AFTER-END", "bidding.highest_plays", seat=seat)
        else:
            self.add_bid(bid)

    def come_to(self, seat: str) -> None:
        """Go on to the turn of `seat`: who sits before it and is silent passes."""
        place = self.turns.index(seat)
        for silent in self.turns[:place]:
            self.let_stand(Bid(seat=silent, bid=BidKind.PASS))
        self.turns = [*self.turns[place + 1 :], *self.turns[: place + 1]]

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

    def let_stand(self, bid: Bid) -> None:
        """Take over a bid, or a pass, by which a seat lets go the bids made so far (1840:26.2, 27.1)."""
        seat = bid.seat
        if bid.bid is not BidKind.PASS:
            self.best = bid
            self.passed.discard(seat)
        elif not self.has_won(seat):
            self.passed.add(seat)
            self.passed_bids[seat] = self.best
            self.passes.append((seat, self.best is not None))

    def add_bid(self, bid: Bid) -> None:
        """Record a bid or pass, and report what is wrong with it."""
        exam, rules, seat = self.exam, self.exam.rules, bid.seat
        if bid.fold and bid.bid is not BidKind.DREIER:
            exam.report_fault("BID-FOLD", "bidding.pass_additions", seat=seat, call=bid.bid, fold=bid.fold)
        may_speak = self.may_speak(seat)
        if bid.bid is BidKind.PASS:
            if not may_speak:
                exam.report_fault("BID-ORDER", "bidding.speaking_order", wording="BID-ORDER.pass", seat=seat)
            self.let_stand(bid)
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
        self.let_stand(bid)

    def find_lapsed_honours(self) -> set[str]:
        """Return the seats that lose the reward for honours held when they passed (1840:50.1, 50.4).

        Such are the forehand, and a middle hand before whom nobody had announced a game.
        """
        rules = self.exam.rules
        if not rules.has("honours.lapse_seats"):
            return set()
        lapsing, after_bid = read_enums(rules, "honours.lapse_seats", SeatPlace), rules.flag("honours.lapse_after_bid")
        lapsed = {seat for seat, bid in self.passes if self.places[seat] in lapsing and (after_bid or not bid)}
        spared = () if rules.flag("honours.lapse_despite_own_game") else (self.exam.game.declarer,)
        return lapsed.difference(spared)


def _overbids(bid: Bid, best: Bid, game: Game, rules: Rules) -> bool:
    games = read_enums(rules, "bidding.games", BidKind)
    # the height of its game among those that can be bid, then its folds (1840:21.5, 25.1)
    mine, held = ((games.index(each.bid), each.height) for each in (bid, best))
    if mine == held and read_enum(rules, "bidding.hold", HoldRight) is HoldRight.EARLIER:
        order = game.order_seats(game.find_forehand(rules))
        return order.index(bid.seat) < order.index(best.seat)
    return mine > held


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
        if checked.hear(said) and not (lawful and len(checked.exam) > known):
            add_word(checked.standing, said.of, said.seat)
    return {of: AnnouncedFeat(of, seat, raises) for of, (seat, raises, _contra) in checked.standing.items()}


def add_word(standing: dict[Feat, tuple[T, int, T | None]], of: Feat, by: T) -> None:
    """Let a word stand: by whom a feat is announced, how often raised, and who gave contra (1840:55, 56)."""
    seat, raises, contra = standing.get(of, (by, -1, None))
    standing[of] = (seat, raises + 1, by if raises == 0 else contra)


def find_pagat_keeper(announced: Mapping[Feat, AnnouncedFeat], rules: Rules) -> str:
    """Return the seat that announced ultimo and must keep the Pagat to the last trick (1840:51.3).

    Empty if none must.
    """
    return announced[Feat.ULTIMO].seat if keeps_pagat(rules) and Feat.ULTIMO in announced else ""


class AnnouncementExaminer:
    """Checks one announcement after another against those that stand, in play and in a record.

    `standing` has by feat who announced it, how often it was raised, and who gave contra.
    """

    def __init__(self, exam: Examination, partner: str):
        self.exam = exam
        self.raises = read_enums(exam.rules, "announcements.raises", AnnouncementWord)
        self.first = read_enum(exam.rules, "announcements.first", SeatRole)
        self.roles = exam.game.find_roles(partner)
        self.standing: dict[Feat, tuple[str, int, str | None]] = {}

    def hear(self, said: Announcement) -> bool:
        """Return whether a word has an effect, by the rules or against them; report what is wrong."""
        return self.hear_feat(said) if said.call is AnnouncementWord.ANNOUNCE else self.hear_raise(said)

    def hear_feat(self, said: Announcement) -> bool:
        """Check who may announce, that it stands once announced, and who speaks first (1840:37.4, 52, 53)."""
        exam, key, seat, of = self.exam, "announcements.allowed_to", said.seat, said.of
        role = self.roles[seat]
        if role not in read_enums(exam.rules, key, SeatRole, feat=of):
            exam.report_fault("ANNOUNCE-SEAT", key, when={"feat": of}, seat=seat, of=of, role=role)
        if of in self.standing:
            first = self.standing[of][0]
            exam.report_fault(
                "ANNOUNCE-ORDER", "announcements.irrevocable", wording="ANNOUNCE-ORDER.again", seat=seat, of=of,
                first=first,
            )  # fmt: skip
            return False
        if role is self.first:
            before = [by for by, _raises, _contra in self.standing.values() if self.roles[by] is not role]
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
        return True

    def hear_raise(self, said: Announcement) -> bool:
        """Check contra, re, supra: to what stands, in their order, by whom it is allowed (1840:55, 56)."""
        exam, key, seat, of, call = self.exam, "announcements.raises", said.seat, said.of, said.call
        if of not in self.standing:
            exam.report_fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.nothing", seat=seat, call=call, of=of)
            return False
        by, raises, contra = self.standing[of]
        if raises >= len(self.raises):
            last = self.raises[-1]
            exam.report_fault("ANNOUNCE-ORDER", key, wording="ANNOUNCE-ORDER.highest", seat=seat, call=call, last=last)
            return False
        due = self.raises[raises]
        if call is not due:
            exam.report_fault("ANNOUNCE-ORDER", key, seat=seat, call=call, due=due)
        # who gives the raise that is due, to an announcement of either party
        key, party = "announcements.raise_by", Side.DEFENDERS if self.roles[by] is SeatRole.DEFENDER else Side.DECLARER
        when, is_one_of = {"call": due, "party": party}, {self.roles[seat]}
        if seat == by:
            is_one_of.add(SeatRole.ANNOUNCER)
        elif seat == contra:
            is_one_of.add(SeatRole.CONTRA_GIVER)
        if (self.roles[seat] is SeatRole.DEFENDER) is not (party is Side.DEFENDERS):
            is_one_of.add(SeatRole.OPPONENT)
        if is_one_of.isdisjoint(read_enums(exam.rules, key, SeatRole, **when)):
            exam.report_fault("ANNOUNCE-SEAT", key, when=when, wording="ANNOUNCE-SEAT.raise", seat=seat, of=of)
        return True
