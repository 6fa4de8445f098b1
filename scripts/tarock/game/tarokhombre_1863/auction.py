"""Bidding at Tarokhombre: who plays which game, or that the cards are thrown in (1863:4-10)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from tarock.base.structs import Frozen
from tarock.game.common.findings import Findings
from tarock.game.common.records import HoldRight, read_enum, read_enums
from tarock.game.common.score import ALWAYS, Conditions, OpenPoint
from tarock.game.tarokhombre_1863.record import BidWord, SpokenBid
from tarock.rules.ruleset import Rules

# à trois overbid by the dealer (1863:7)
_FOREHAND_MUST_PLAY = "bidding.deferring.must_play", {"seat": "first", "against": "dealer"}


class Contract(StrEnum):
    """The games, as the rules name them."""

    A_DEUX = "a_deux"
    A_UN = "a_un"
    SANS_PRENDRE = "sans_prendre"

    @property
    def spoken_name(self) -> str:
        """Return the game as it is said."""
        return BidWord[self.name]


class SeatAtDeal(StrEnum):
    """The place of a seat in the order of dealing (1863:4)."""

    FIRST = "first"
    SECOND = "second"
    DEALER = "dealer"


class AuctionResult(Frozen):
    """The declarer and his game, or no game when the cards are thrown in.

    `why` and `ref` give the ground; `open` are the points on which the source leaves it open.
    """

    why: str
    ref: str
    declarer: str = ""
    game: Contract | None = None
    open: tuple[OpenPoint, ...] = ()


def decide_auction(calls: Sequence[SpokenBid], order: tuple[str, ...], findings: Findings) -> AuctionResult | None:
    """Go through the calls of a deal; `order` is the order of the seats, the dealer (Scatist) last.

    Each speaks once in turn; who has been overbid may answer at any time after. Who does not answer
    passes, but for the Vorhand's à trois overbid by the Scatist with à deux, which he must play.
    `None` when a call may not be made or is missing, which is added to `findings`.
    """
    before = len(findings)
    auction = _Bidding(order, findings)
    for index, call in enumerate(calls):
        auction.findings = findings.at(index)
        auction.add_call(call)
    auction.findings = findings
    for seat in order:
        if seat not in auction.heard_seats:
            auction.report_fault("BID-MISSING", "bidding.speaking_order", seat=seat)
    return auction.make_result() if len(findings) == before else None


class AuctionNode(Frozen):
    """A moment of the auction: who speaks, empty where it is over, what he may say, and the rule of each word.

    `result` is that of an auction that ends here.
    """

    seat: str
    legal: tuple[BidWord, ...]
    rules: Mapping[BidWord, tuple[str, Conditions]]
    result: AuctionResult | None


def find_node(
    calls: Sequence[tuple[str, BidWord]], order: tuple[str, ...], rules: Rules, *, at_once: bool
) -> AuctionNode:
    """Return the moment after these calls, which may all be made.

    Each speaks in his turn. Who has been outbid answers once, `at_once` before the next speaks or after all have; so
    does a bidder whose game another keeps, if he can go higher. Who must play is not asked.
    """
    heard = [SpokenBid(seat=seat, says=says) for seat, says in calls]
    bidding = _hear(heard, order, rules)
    waiting = [seat for seat in bidding.turns if seat not in bidding.heard_seats]
    owing = [seat for seat in bidding.turns if bidding.owes_answer(seat)]
    turns = [*owing, *waiting] if at_once else [*waiting, *owing]
    for seat in turns:
        said: dict[BidWord, tuple[str, Conditions]] = {}
        legal: list[BidWord] = []
        for word in BidWord:
            trial = _hear((*heard, SpokenBid(seat=seat, says=word)), order, rules)
            said[word] = trial.fault or bidding.find_ground(seat, word)
            same = seat in bidding.heard_seats and word in bidding.spoken_names[: bidding.height + 1]
            if not trial.fault and not same:  # the game at its own height is kept by the word for it
                legal.append(word)
        if seat in waiting or legal != [BidWord.PASS]:
            return AuctionNode(seat, tuple(legal), said, None)
    return AuctionNode("", (), {}, bidding.make_result())


def _hear(calls: Sequence[SpokenBid], order: tuple[str, ...], rules: Rules) -> _Bidding:
    auction = _Bidding(order, Findings(rules))
    for call in calls:
        auction.add_call(call)
    return auction


class _Bidding:
    def __init__(self, order: tuple[str, ...], findings: Findings):
        self.order = order
        self.forehand, self.scatist = order[0], order[-1]
        self.findings = findings
        self.rules = findings.rules
        self.places = dict(zip(order, SeatAtDeal, strict=False))
        said = read_enums(self.rules, "bidding.speaking_order", SeatAtDeal)
        self.turns = sorted(order, key=lambda seat: said.index(self.places[seat]) if seat in self.places else len(said))
        self.games = read_enums(self.rules, "bidding.games", Contract)  # from low to high
        self.spoken_names = tuple(game.spoken_name for game in self.games)
        self.heard_seats: set[str] = set()
        self.passed: set[str] = set()
        self.height = -1  # of the game declared last
        self.bidder = ""  # who has declared it
        self.deferrer = ""  # whose à trois it was declared over
        self.holder = ""  # to whom the game falls if nobody says more
        self.open: list[OpenPoint] = []
        self.fault: tuple[str, Conditions] | None = None  # the rule that the last call breaks that may not be made
        self.count = 0  # of the calls so far
        self.last_word: dict[str, int] = {}  # by seat the number of its last call
        self.raised_at = self.kept_at = -1  # the number of the call that raised, or kept, last

    def owes_answer(self, seat: str) -> bool:
        """Return whether a seat has been outbid, or another keeps its game, since it spoke last."""
        if seat not in self.heard_seats or seat in self.passed or seat == self.holder:
            return False
        if self.forehand_must_play and seat == self.forehand:
            return False
        since = self.kept_at if seat == self.bidder else self.raised_at
        return since > self.last_word[seat]

    def find_ground(self, seat: str, word: BidWord) -> tuple[str, Conditions]:
        """Return the key and case of the rule by which a seat may say a word."""
        if word is BidWord.PASS:
            return "bidding.not_overbidding_passes", ALWAYS
        if word is BidWord.A_TROIS:
            return "bidding.deferring.allowed", {"seat": self.places[seat]}
        if word is BidWord.KEEP:
            return "bidding.hold", ALWAYS
        return "bidding.games" if self.height < 0 else "bidding.overbid", ALWAYS

    @property
    def over_a_trois(self) -> bool:
        """Return whether the game declared last is the Scatist's over the Vorhand's à trois."""
        return (self.deferrer, self.bidder) == (self.forehand, self.scatist)

    @property
    def forehand_must_play(self) -> bool:
        """Return whether the Vorhand must then play it: of à deux only it is said (1863:7)."""
        key, case = _FOREHAND_MUST_PLAY
        return (
            self.over_a_trois
            and self.games[self.height] is read_enum(self.rules, "bidding.deferring.overbid_by", Contract)
            and self.rules.flag(key, **case)
        )

    @property
    def declarer(self) -> str:
        return self.forehand if self.forehand_must_play else self.holder

    def report_fault(self, code: str, rule: str, case: Conditions = ALWAYS, **values: Any) -> None:
        """Report a call that may not be made; it has no effect."""
        self.fault = rule, case
        self.findings.report(code, rule=rule, case=case, words=f"tarokhombre_1863.{code}", **values)

    def note_silence(self, code: str, key: str, case: Conditions = ALWAYS, **values: Hashable) -> None:
        point = OpenPoint.of(code, self.rules.ref(key, **case), **values)
        self.rules.note_open_question(point)
        self.open.append(point)

    def add_call(self, call: SpokenBid) -> None:
        """Add what a seat said, its first call or a later answer; report a stranger, and a call out of turn."""
        self.count += 1
        self.last_word[call.seat] = self.count
        due = next((seat for seat in self.turns if seat not in self.heard_seats), "")
        if call.seat not in self.order:
            self.report_fault("BID-STRANGER", "bidding.speaking_order", seat=call.seat, order=self.order)
        elif call.seat in self.heard_seats:
            self.add_answer(call)
        else:
            if call.seat != due:
                self.report_fault(
                    "BID-ORDER", "bidding.speaking_order", seat=call.seat, due=due, order=tuple(self.turns)
                )
            self.heard_seats.add(call.seat)
            self.add_first_call(call)

    def add_first_call(self, call: SpokenBid) -> None:
        """Add the first call of a seat, in its turn."""
        if call.says is BidWord.PASS:
            self.passed.add(call.seat)
        elif call.says is BidWord.A_TROIS:
            self.add_a_trois(call.seat)
        elif call.says is BidWord.KEEP:
            self.report_fault("BID-KEEP", "bidding.hold", seat=call.seat)
        else:
            self.add_bid(call)

    def add_a_trois(self, seat: str) -> None:
        key, rules = "bidding.deferring.allowed", self.rules
        place = self.places.get(seat, "")
        allowed = rules.has(key, seat=place) and rules.flag(key, seat=place)
        if allowed and (seat == self.forehand or self.forehand in self.passed):
            self.holder = seat
        else:
            self.report_fault("BID-A-TROIS", "bidding.deferring.word", seat=seat, second=rules.ref(key, seat="second"))

    def add_bid(self, call: SpokenBid) -> None:
        """Add a game declared, over any game before."""
        height = self.spoken_names.index(call.says)
        if height <= self.height:
            self.report_not_higher(call)
            return
        self.deferrer = self.holder if self.height < 0 else ""
        self.holder = self.bidder = call.seat
        self.height, self.raised_at = height, self.count

    def report_not_higher(self, call: SpokenBid) -> None:
        self.report_fault(
            "BID-NOT-HIGHER", "bidding.games", seat=call.seat, game=call.says, held=self.spoken_names[self.height]
        )

    def add_answer(self, call: SpokenBid) -> None:
        """Add the answer of a seat that has been overbid."""
        if call.seat in self.passed and not self.rules.flag("bidding.after_pass"):
            self.report_fault("BID-AFTER-PASS", "bidding.after_pass", seat=call.seat)
        elif call.seat == self.holder:
            self.report_fault("BID-NOT-OVERBID", "bidding.hold", seat=call.seat)
        elif call.says is BidWord.PASS:
            if self.forehand_must_play and call.seat == self.forehand:
                game = self.spoken_names[self.height]
                self.report_fault("BID-MUST-PLAY", *_FOREHAND_MUST_PLAY, seat=call.seat, game=game)
            else:
                self.passed.add(call.seat)
        elif call.says is BidWord.A_TROIS:
            self.report_fault("BID-ANSWER", "bidding.hold", seat=call.seat, says=call.says)
        elif call.says is BidWord.KEEP or self.spoken_names.index(call.says) == self.height:
            self.apply_hold(call)
        else:
            self.note_silence(
                "tarokhombre_1863.raise_again",
                "bidding.hold",
                seat=call.seat,
                game=call.says,
                declarer=self.declarer,
                held=self.spoken_names[self.height],
            )
            self.add_bid(call)

    def apply_hold(self, call: SpokenBid) -> None:
        """Make the seat that was overbid the holder of the higher game (1863:6).

        Reports the call as too low where the seat may not hold it.
        """
        if call.seat == self.bidder or read_enum(self.rules, "bidding.hold", HoldRight) is not HoldRight.OVERBID:
            self.report_not_higher(call)
            return
        if self.holder != self.bidder:
            game = self.spoken_names[self.height]
            self.note_silence(
                "tarokhombre_1863.kept_twice", "bidding.hold", seat=call.seat, before=self.holder, game=game
            )
        self.holder, self.kept_at = call.seat, self.count

    def make_result(self) -> AuctionResult:
        if not self.holder:
            return self._make_result("tarokhombre_1863.all_pass", "bidding.all_pass")
        if self.height < 0:
            rest_pass = "bidding.deferring.rest_pass", {"seat": "first"}
            if self.holder != self.forehand:
                self.note_silence("tarokhombre_1863.second_a_trois", *rest_pass)
            return self._make_result("tarokhombre_1863.only_a_trois", *rest_pass)
        game = self.games[self.height]
        if self.forehand_must_play:
            return self._make_result("tarokhombre_1863.must_play", *_FOREHAND_MUST_PLAY, game=game)
        if self.holder != self.bidder:
            return self._make_result("tarokhombre_1863.keeps", "bidding.hold", game=game)
        if self.over_a_trois:
            key = "bidding.deferring.overbid_by"
            self.note_silence("tarokhombre_1863.pass_a_trois", key, seat=self.forehand, game=game.spoken_name)
        return self._make_result("tarokhombre_1863.highest_bid", "bidding.games", game=game)

    def _make_result(
        self, why: str, key: str, case: Conditions = ALWAYS, *, game: Contract | None = None
    ) -> AuctionResult:
        return AuctionResult(why, self.rules.ref(key, **case), self.declarer if game else "", game, tuple(self.open))
