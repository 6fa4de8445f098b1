"""Bidding at Tarokhombre: who plays which game, or that the cards are thrown in (1863:4-10)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.common.records import Hold, word, words
from tarock.game.tarokhombre_1863.record import Says

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from tarock.base.yamlio import Key
    from tarock.game.common.findings import Findings
    from tarock.game.tarokhombre_1863.record import Call
    from tarock.rules.ruleset import Rules

_FOREHAND_MUST = {"seat": "first", "against": "dealer"}  # à trois overbid by the dealer (1863:7)


class Contract(StrEnum):
    """The games, as the rules name them."""

    A_DEUX = "a_deux"
    A_UN = "a_un"
    SANS_PRENDRE = "sans_prendre"

    @property
    def called(self) -> str:
        """The game as it is said."""
        return Says[self.name]


class OpenCall(Value):
    """A point of the bidding on which the source is silent: its code, paragraph and values."""

    code: str
    ref: str
    values: tuple[tuple[str, Hashable], ...] = ()


class Decision(Value):
    """To whom the game falls and which it is, or (no game) that the cards are thrown in.

    `why` and `ref` give the ground; `open` are the points on which the source leaves it open.
    """

    why: str
    ref: str
    declarer: str = ""
    game: Contract | None = None
    open: tuple[OpenCall, ...] = ()


def decide(
    calls: Sequence[Call], order: tuple[str, ...], findings: Findings, rules: Rules, *place: Key
) -> Decision | None:
    """Go through the calls, which stand at `place`; `order` is the order of speaking, the dealer (Scatist) last.

    Each speaks once in turn; who has been overbid may answer at any time after. Who does not answer
    passes, but for the Vorhand's à trois overbid by the Scatist with à deux, which she must play.
    `None` when a call may not be made or is missing, which is added to `findings`.
    """
    before = len(findings.list)
    auction = _Bidding(order, findings, rules)
    for index, call in enumerate(calls):
        auction.place = (*place, index)
        auction.hear(call)
    auction.place = place
    for seat in order:
        if seat not in auction.spoken:
            auction.fault("BID-MISSING", "bidding.speaking_order", seat=seat)
    return auction.result() if len(findings.list) == before else None


class _Bidding:
    def __init__(self, order: tuple[str, ...], findings: Findings, rules: Rules):
        self.order = order
        self.findings = findings
        self.rules = rules
        self.games = words(rules, "bidding.games", Contract)  # from low to high
        self.called = tuple(game.called for game in self.games)
        self.place: tuple[Key, ...] = ()
        self.spoken: set[str] = set()
        self.passed: set[str] = set()
        self.height = -1  # of the game declared last
        self.bidder = ""  # who has declared it
        self.deferrer = ""  # whose à trois it was declared over
        self.holder = ""  # to whom the game falls if nobody says more
        self.open: list[OpenCall] = []

    @property
    def forehand(self) -> str:
        return self.order[0]

    @property
    def scatist(self) -> str:
        return self.order[-1]

    @property
    def over_a_trois(self) -> bool:
        """Whether the game declared last is the Scatist's over the Vorhand's à trois."""
        return (self.deferrer, self.bidder) == (self.forehand, self.scatist)

    @property
    def must(self) -> bool:
        """Whether the Vorhand must then play it: of à deux only it is said (1863:7)."""
        rules = self.rules
        return (
            self.over_a_trois
            and self.games[self.height] is word(rules, "bidding.deferring.overbid_by", Contract)
            and rules.flag("bidding.deferring.must_play", **_FOREHAND_MUST)
        )

    def fault(self, code: str, key: str, when: Mapping[str, str] | None = None, **values: Hashable) -> None:
        """A call that may not be made, by the rule `key` in the case `when`, is not heard further."""
        ref = self.rules.ref(key, **(when or {}))
        self.findings.report(code, *self.place, ref=ref, words=f"tarokhombre_1863.{code}", **values)

    def silence(self, code: str, key: str, **values: Hashable) -> OpenCall:
        return OpenCall(code, self.rules.ref(key), tuple(values.items()))

    def hear(self, call: Call) -> None:
        due = next((seat for seat in self.order if seat not in self.spoken), "")
        if call.seat not in self.order:
            self.fault("BID-STRANGER", "bidding.speaking_order", seat=call.seat, order=self.order)
        elif call.seat in self.spoken:
            self.answer(call)
        else:
            if call.seat != due:
                self.fault("BID-ORDER", "bidding.speaking_order", seat=call.seat, due=due, order=self.order)
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
        key, place = "bidding.deferring.allowed", self.place_of(seat)
        allowed = self.rules.has(key, seat=place) and self.rules.flag(key, seat=place)
        if allowed and (seat == self.forehand or self.forehand in self.passed):
            self.holder = seat
        else:
            second = self.rules.ref(key, seat="second")
            self.fault("BID-A-TROIS", "bidding.deferring.word", seat=seat, second=second)

    def place_of(self, seat: str) -> str:
        """The seat as the rules name it in the order of speaking."""
        return self.rules.words("bidding.speaking_order")[self.order.index(seat)]

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
        if call.seat in self.passed:
            self.fault("BID-AFTER-PASS", "bidding.hold", seat=call.seat)
        elif call.seat == self.holder:
            self.fault("BID-NOT-OVERBID", "bidding.hold", seat=call.seat)
        elif call.says is Says.PASS:
            self.answer_pass(call.seat)
        elif call.says is Says.A_TROIS:
            self.fault("BID-ANSWER", "bidding.hold", seat=call.seat, says=call.says)
        elif call.says is Says.KEEP or self.called.index(call.says) == self.height:
            self.keep(call)
        else:
            stands = self.result().declarer
            values = {"seat": call.seat, "game": call.says, "declarer": stands, "held": self.called[self.height]}
            self.open.append(self.silence("tarokhombre_1863.raise_again", "bidding.hold", **values))
            self.bid(call)

    def keep(self, call: Call) -> None:
        """Who is overbid by a higher game takes it over; who has declared it himself is not (1863:6)."""
        if call.seat == self.bidder or word(self.rules, "bidding.hold", Hold) is not Hold.OVERBID:
            self.not_higher(call)
            return
        if self.holder != self.bidder:
            values = {"seat": call.seat, "before": self.holder, "game": self.called[self.height]}
            self.open.append(self.silence("tarokhombre_1863.kept_twice", "bidding.hold", **values))
        self.holder = call.seat

    def answer_pass(self, seat: str) -> None:
        if self.must and seat == self.forehand:
            key = "bidding.deferring.must_play"
            self.fault("BID-MUST-PLAY", key, _FOREHAND_MUST, seat=seat, game=self.called[self.height])
            return
        self.passed.add(seat)

    def result(self) -> Decision:
        rules = self.rules
        if not self.holder:
            return Decision("tarokhombre_1863.all_pass", rules.ref("bidding.all_pass"), open=tuple(self.open))
        if self.height < 0:
            ref = rules.ref("bidding.deferring.rest_pass", seat="first")
            second = () if self.holder == self.forehand else (OpenCall("tarokhombre_1863.second_a_trois", ref),)
            return Decision("tarokhombre_1863.only_a_trois", ref, open=(*self.open, *second))
        declarer, why, ref, silent = self.holder, "tarokhombre_1863.highest_bid", rules.ref("bidding.games"), self.open
        if self.must:
            declarer, why = self.forehand, "tarokhombre_1863.must_play"
            ref = rules.ref("bidding.deferring.must_play", **_FOREHAND_MUST)
        elif self.holder != self.bidder:
            why, ref = "tarokhombre_1863.keeps", rules.ref("bidding.hold")
        elif self.over_a_trois:
            game, key = self.called[self.height], "bidding.deferring.overbid_by"
            silent = [*silent, self.silence("tarokhombre_1863.pass_a_trois", key, seat=self.forehand, game=game)]
        return Decision(why, ref, declarer, self.games[self.height], tuple(silent))
