"""Bidding at Tarokhombre: who plays which game, or that the cards are thrown in (1863:4-10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tarock.errors import CodexError
from tarock.game.common.records import Record, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarock.rules.ruleset import Rules

A_TROIS, PASS, KEEP = "à trois", "pass", "keep"
GAME_KEYS = ("a_deux", "a_un", "sans_prendre")  # in the order of `bidding.games`, low to high


class Call(Record, frozen=True, kw_only=True):
    """What a seat says in turn; `keep`: who is overbid keeps the game at the higher bid."""

    seat: Seat
    says: Literal["pass", "à trois", "à deux", "à un", "sans-prendre", "keep"]


@dataclass(frozen=True, slots=True)
class Silent:
    """A point of the bidding on which the source is silent: what happened, the reading taken, the other."""

    what: str
    taken: str
    other: str
    ref: str


@dataclass(frozen=True, slots=True)
class Decision:
    """To whom the game falls and at which bid (a key such as `a_un`), or that the cards are thrown in.

    `why` and `ref` give the ground; `silent` are the points on which the source leaves it open.
    """

    declarer: str
    game: str
    why: str
    ref: str
    silent: tuple[Silent, ...] = ()

    @property
    def thrown_in(self) -> bool:
        """Whether nobody plays."""
        return not self.declarer


class CallError(CodexError):
    """A call that may not be made; `index` counts the calls from 0 (the number of calls: one is missing)."""

    def __init__(self, index: int, what: str, expected: str):
        super().__init__(what, expected)
        self.index = index


def decide(calls: Sequence[Call], order: tuple[str, ...], rules: Rules) -> Decision:
    """Go through the calls; `order` is the order of speaking, the dealer (Scatist) last.

    Each speaks once in turn; who has been overbid may answer at any time after. Who does not answer
    passes, but for the Vorhand's à trois overbid by the Scatist with à deux, which she must play.
    Raises `CallError` for a call that may not be made.
    """
    auction = _Auction(order, rules)
    for index, call in enumerate(calls):
        auction.hear(index, call)
    if len(auction.spoken) < len(order):
        raise CallError(
            len(calls),
            f"{order[len(auction.spoken)]} has not spoken",
            f"expected a call of each by {rules.ref('bidding.speaking_order')}",
        )
    return auction.result()


class _Auction:
    def __init__(self, order: tuple[str, ...], rules: Rules):
        self.order = order
        self.rules = rules
        self.games = rules.names("bidding.games")
        self.spoken: list[str] = []
        self.passed: set[str] = set()
        self.last: dict[str, int] = {}  # the height of each seat's last bid; à trois is -1
        self.holder = ""
        self.height = -1
        self.keeper = ""
        self.must = False  # the Vorhand must still take the game over
        self.forced = False  # she had to, and has
        self.silent: list[Silent] = []

    def hear(self, index: int, call: Call) -> None:
        if call.seat not in self.order:
            raise CallError(
                index, f"{call.seat} has no part in the bidding", f"expected one of {', '.join(self.order)}"
            )
        due = self.order[len(self.spoken)] if len(self.spoken) < len(self.order) else ""
        if call.seat == due:
            self.first(index, call)
        elif call.seat in self.spoken:
            self.answer(index, call)
        else:
            raise CallError(
                index,
                f"{call.seat} speaks before {due}",
                f"expected the order {', '.join(self.order)} by {self.rules.ref('bidding.speaking_order')}",
            )

    def first(self, index: int, call: Call) -> None:
        """The seat's own turn."""
        self.spoken.append(call.seat)
        if call.says == PASS:
            self.passed.add(call.seat)
        elif call.says == A_TROIS:
            self.a_trois(index, call.seat)
        elif call.says == KEEP:
            raise CallError(
                index,
                f"{call.seat} keeps a game that he has not declared",
                f"expected a game or a pass by {self.rules.ref('bidding.keep_at_higher')}",
            )
        else:
            self.bid(index, call)

    def a_trois(self, index: int, seat: str) -> None:
        rules = self.rules
        position = self.order.index(seat)
        allowed = position == 0 or (
            position == 1 and self.order[0] in self.passed and rules.flag("bidding.a_trois.second_may_say")
        )
        if not allowed:
            raise CallError(
                index,
                f"{seat} says {A_TROIS}",
                f"expected it of the Vorhand by {rules.ref('bidding.a_trois.meaning')}, or of the second"
                f" after the Vorhand has passed by {rules.ref('bidding.a_trois.second_may_say')}",
            )
        self.holder, self.last[seat] = seat, -1

    def bid(self, index: int, call: Call) -> None:
        """A game declared, over whatever stands."""
        height = self.games.index(call.says)
        if self.holder and height <= self.height:
            raise CallError(
                index,
                f"{call.seat} says {call.says} over {self.games[self.height]}",
                f"expected a higher game by {self.rules.ref('bidding.games')}",
            )
        before = self.holder
        self.must = (
            bool(before)
            and before == self.order[0]
            and self.last[before] < 0
            and call.seat == self.order[-1]
            and call.says == self.rules.text("bidding.a_trois.overbid_by")
            and self.rules.flag("bidding.a_trois.forehand_must_against_dealer")
        )
        self.holder, self.height, self.keeper, self.forced = call.seat, height, "", False
        self.last[call.seat] = height

    def answer(self, index: int, call: Call) -> None:
        """Someone who has spoken answers an overbid."""
        rules = self.rules
        if call.seat in self.passed or call.seat == self.holder:
            what = "passed" if call.seat in self.passed else "not been overbid"
            raise CallError(
                index,
                f"{call.seat} speaks again, but has {what}",
                f"expected an answer to an overbid only, by {rules.ref('bidding.keep_at_higher')}",
            )
        if call.says == PASS:
            self.answer_pass(index, call.seat)
        elif call.says == KEEP or (call.says in self.games and self.games.index(call.says) == self.height):
            if not rules.flag("bidding.keep_at_higher"):
                raise CallError(index, f"{call.seat} keeps the game", "expected a higher game")
            self.holder = self.keeper = call.seat
            self.last[call.seat] = self.height
            self.forced, self.must = self.must, False
        elif call.says in self.games:
            raised = self.result()
            self.silent.append(
                Silent(
                    f"whether {call.seat} may raise again to {call.says}",
                    "he may",
                    f"{raised.declarer} plays at {self.games[self.height]}",
                    rules.ref("bidding.keep_at_higher"),
                )
            )
            self.bid(index, call)
        else:
            raise CallError(index, f"{call.seat} says {call.says} when overbid", "expected keep, pass or a higher game")

    def answer_pass(self, index: int, seat: str) -> None:
        rules = self.rules
        if self.must and seat == self.order[0]:
            raise CallError(
                index,
                f"{seat} passes after {A_TROIS}, overbid by the Scatist",
                f"expected keep: he must play {self.games[self.height]}"
                f" by {rules.ref('bidding.a_trois.forehand_must_against_dealer')}",
            )
        if seat == self.order[0] and self.last[seat] < 0 and self.holder == self.order[-1]:
            self.silent.append(
                Silent(
                    f"whether the Vorhand may pass {A_TROIS} when the Scatist says {self.games[self.height]}",
                    "she may: only à deux is named",
                    f"{seat} must play {self.games[self.height]}",
                    rules.ref("bidding.a_trois.overbid_by"),
                )
            )
        self.passed.add(seat)

    def result(self) -> Decision:
        rules = self.rules
        silent = tuple(self.silent)
        if not self.holder:
            return Decision("", "", "all pass", rules.ref("bidding.all_pass"), silent)
        if self.height < 0:
            why = f"only {A_TROIS} was said"
            ref = rules.ref("bidding.a_trois.thrown_in_when_dealer_passes")
            if self.holder != self.order[0]:
                silent = (
                    *silent,
                    Silent(
                        f"what follows when only the second says {A_TROIS}",
                        "the cards are thrown in",
                        "not provided for",
                        ref,
                    ),
                )
            return Decision("", "", why, ref, silent)
        declarer, why, ref = self.holder, "highest bid", rules.ref("bidding.games")
        if self.must or self.forced:
            declarer = self.order[0]
            why = f"{A_TROIS}, overbid by the Scatist: he must"
            ref = rules.ref("bidding.a_trois.forehand_must_against_dealer")
        elif self.holder == self.keeper:
            why, ref = "keeps the game at the higher bid", rules.ref("bidding.keep_at_higher")
        return Decision(declarer, GAME_KEYS[self.height], why, ref, silent)
