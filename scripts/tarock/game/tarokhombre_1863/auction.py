"""Bidding at Tarokhombre: who plays which game, or that the cards are thrown in (1863:4-10)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import StrEnum
from typing import Any

from tarock.base.structs import Frozen
from tarock.game.common.findings import Findings
from tarock.game.common.records import Hold, word, words
from tarock.game.common.score import ALWAYS, OpenPoint, When
from tarock.game.tarokhombre_1863.record import Call, Says

# à trois overbid by the dealer (1863:7)
_FOREHAND_MUST = "bidding.deferring.must_play", {"seat": "first", "against": "dealer"}


class Contract(StrEnum):
    """The games, as the rules name them."""

    A_DEUX = "a_deux"
    A_UN = "a_un"
    SANS_PRENDRE = "sans_prendre"

    @property
    def called(self) -> str:
        """The game as it is said."""
        return Says[self.name]


class Place(StrEnum):
    """Where one sits, by the turn to be served (1863:4)."""

    FIRST = "first"
    SECOND = "second"
    DEALER = "dealer"


class Decision(Frozen):
    """To whom the game falls and which it is, or (no game) that the cards are thrown in.

    `why` and `ref` give the ground; `open` are the points on which the source leaves it open.
    """

    why: str
    ref: str
    declarer: str = ""
    game: Contract | None = None
    open: tuple[OpenPoint, ...] = ()


def decide(calls: Sequence[Call], order: tuple[str, ...], findings: Findings) -> Decision | None:
    """Go through the calls of a deal; `order` is the order of the seats, the dealer (Scatist) last.

    Each speaks once in turn; who has been overbid may answer at any time after. Who does not answer
    passes, but for the Vorhand's à trois overbid by the Scatist with à deux, which he must play.
    `None` when a call may not be made or is missing, which is added to `findings`.
    """
    before = len(findings)
    auction = _Bidding(order, findings)
    for index, call in enumerate(calls):
        auction.findings = findings.at(index)
        auction.hear(call)
    auction.findings = findings
    for seat in order:
        if seat not in auction.spoken:
            auction.fault("BID-MISSING", "bidding.speaking_order", seat=seat)
    return auction.result() if len(findings) == before else None


class _Bidding:
    def __init__(self, order: tuple[str, ...], findings: Findings):
        self.order = order
        self.forehand, self.scatist = order[0], order[-1]
        self.findings = findings
        self.rules = findings.rules
        self.places = dict(zip(order, Place, strict=False))
        said = words(self.rules, "bidding.speaking_order", Place)
        self.turns = sorted(order, key=lambda seat: said.index(self.places[seat]) if seat in self.places else len(said))
        self.games = words(self.rules, "bidding.games", Contract)  # from low to high
        self.called = tuple(game.called for game in self.games)
        self.spoken: set[str] = set()
        self.passed: set[str] = set()
        self.height = -1  # of the game declared last
        self.bidder = ""  # who has declared it
        self.deferrer = ""  # whose à trois it was declared over
        self.holder = ""  # to whom the game falls if nobody says more
        self.open: list[OpenPoint] = []

    @property
    def over_a_trois(self) -> bool:
        """Whether the game declared last is the Scatist's over the Vorhand's à trois."""
        return (self.deferrer, self.bidder) == (self.forehand, self.scatist)

    @property
    def must(self) -> bool:
        """Whether the Vorhand must then play it: of à deux only it is said (1863:7)."""
        key, case = _FOREHAND_MUST
        return (
            self.over_a_trois
            and self.games[self.height] is word(self.rules, "bidding.deferring.overbid_by", Contract)
            and self.rules.flag(key, **case)
        )

    @property
    def declarer(self) -> str:
        return self.forehand if self.must else self.holder

    def fault(self, code: str, rule: str, case: When = ALWAYS, **values: Any) -> None:
        """A call that may not be made is not heard further."""
        self.findings.report(code, rule=rule, case=case, words=f"tarokhombre_1863.{code}", **values)

    def unsaid(self, code: str, key: str, case: When = ALWAYS, **values: Hashable) -> None:
        point = OpenPoint.of(code, self.rules.ref(key, **case), **values)
        self.rules.note_open_question(point)
        self.open.append(point)

    def hear(self, call: Call) -> None:
        due = next((seat for seat in self.turns if seat not in self.spoken), "")
        if call.seat not in self.order:
            self.fault("BID-STRANGER", "bidding.speaking_order", seat=call.seat, order=self.order)
        elif call.seat in self.spoken:
            self.answer(call)
        else:
            if call.seat != due:
                self.fault("BID-ORDER", "bidding.speaking_order", seat=call.seat, due=due, order=tuple(self.turns))
            self.spoken.add(call.seat)
            self.first(call)

    def first(self, call: Call) -> None:
        """The seat's own turn."""
        if call.says is Says.PASS:
            self.passed.add(call.seat)
        elif call.says is Says.A_TROIS:
            self.a_trois(call.seat)
        elif call.says is Says.KEEP:
            self.fault("BID-KEEP", "bidding.hold", seat=call.seat)
        else:
            self.bid(call)

    def a_trois(self, seat: str) -> None:
        key, rules = "bidding.deferring.allowed", self.rules
        place = self.places.get(seat, "")
        allowed = rules.has(key, seat=place) and rules.flag(key, seat=place)
        if allowed and (seat == self.forehand or self.forehand in self.passed):
            self.holder = seat
        else:
            self.fault("BID-A-TROIS", "bidding.deferring.word", seat=seat, second=rules.ref(key, seat="second"))

    def bid(self, call: Call) -> None:
        """A game declared, over whatever stands."""
        height = self.called.index(call.says)
        if height <= self.height:
            self.not_higher(call)
            return
        self.deferrer = self.holder if self.height < 0 else ""
        self.holder = self.bidder = call.seat
        self.height = height

    def not_higher(self, call: Call) -> None:
        self.fault("BID-NOT-HIGHER", "bidding.games", seat=call.seat, game=call.says, held=self.called[self.height])

    def answer(self, call: Call) -> None:
        """Someone who has spoken answers an overbid."""
        if call.seat in self.passed and not self.rules.flag("bidding.after_pass"):
            self.fault("BID-AFTER-PASS", "bidding.after_pass", seat=call.seat)
        elif call.seat == self.holder:
            self.fault("BID-NOT-OVERBID", "bidding.hold", seat=call.seat)
        elif call.says is Says.PASS:
            if self.must and call.seat == self.forehand:
                game = self.called[self.height]
                self.fault("BID-MUST-PLAY", *_FOREHAND_MUST, seat=call.seat, game=game)
            else:
                self.passed.add(call.seat)
        elif call.says is Says.A_TROIS:
            self.fault("BID-ANSWER", "bidding.hold", seat=call.seat, says=call.says)
        elif call.says is Says.KEEP or self.called.index(call.says) == self.height:
            self.keep(call)
        else:
            self.unsaid("tarokhombre_1863.raise_again", "bidding.hold", seat=call.seat, game=call.says,
                        declarer=self.declarer, held=self.called[self.height])  # fmt: skip
            self.bid(call)

    def keep(self, call: Call) -> None:
        """Who is overbid by a higher game takes it over; who has declared it himself is not (1863:6)."""
        if call.seat == self.bidder or word(self.rules, "bidding.hold", Hold) is not Hold.OVERBID:
            self.not_higher(call)
            return
        if self.holder != self.bidder:
            game = self.called[self.height]
            self.unsaid("tarokhombre_1863.kept_twice", "bidding.hold", seat=call.seat, before=self.holder, game=game)
        self.holder = call.seat

    def result(self) -> Decision:
        if not self.holder:
            return self.decided("tarokhombre_1863.all_pass", "bidding.all_pass")
        if self.height < 0:
            rest_pass = "bidding.deferring.rest_pass", {"seat": "first"}
            if self.holder != self.forehand:
                self.unsaid("tarokhombre_1863.second_a_trois", *rest_pass)
            return self.decided("tarokhombre_1863.only_a_trois", *rest_pass)
        game = self.games[self.height]
        if self.must:
            return self.decided("tarokhombre_1863.must_play", *_FOREHAND_MUST, game=game)
        if self.holder != self.bidder:
            return self.decided("tarokhombre_1863.keeps", "bidding.hold", game=game)
        if self.over_a_trois:
            key = "bidding.deferring.overbid_by"
            self.unsaid("tarokhombre_1863.pass_a_trois", key, seat=self.forehand, game=game.called)
        return self.decided("tarokhombre_1863.highest_bid", "bidding.games", game=game)

    def decided(self, why: str, key: str, case: When = ALWAYS, *, game: Contract | None = None) -> Decision:
        return Decision(why, self.rules.ref(key, **case), self.declarer if game else "", game, tuple(self.open))
