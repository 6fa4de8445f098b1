"""Score lines: who pays whom how much, for which reason, by which paragraph; and what the source leaves open."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.rules.cases import Case

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence


class Reason(StrEnum):
    """What an amount is written or paid for; one word for one thing, in every era."""

    GAME = "game"
    CALLED_KING = "king"
    ALL_THREE = "all_three"
    ALL_FOUR = "all_four"
    ULTIMO = "ultimo"
    VOLAT = "volat"
    REVOKE = "revoke"
    PENALTY = "penalty"
    DIFFERENCE = "difference"  # of the sums of a session
    HONOUR = "honour"  # announced before the play (1754:10-14)
    REPAYMENT = "repayment"  # of what was paid for an honour that was none
    PAGAT = "pagat"
    SHARE = "share"  # of the points of the pack (1754:20)
    LONE_EXCUSE = "lone_excuse"
    STAKE = "stake"  # a Stamm set (1863:2)
    POOL = "pool"  # all that was played for, drawn by the winner (1863:15)
    BETE = "bete"
    AUGEN = "augen"
    UNDER_TABLE = "under_table"


Answer = tuple[str, Case]  # a key of the rules and the case in which it was asked
NOTHING = Message("nothing")  # no reckoning: the amount says it all


class ScoreLine(Value):
    """One entry: each of `payers` pays each other seat of `payees` a whole `amount`, by the paragraph `ref`.

    Where the source writes points up instead of paying them, `payers` is empty and each of `payees` writes
    `amount`: so Königrufen, which pays only the differences of a session (1840:44, 128.1). `rule` is the answer that
    names the seats, where it depends on what happened.
    """

    reason: Reason
    payers: tuple[str, ...]
    payees: tuple[str, ...]
    amount: int
    what: Message
    reckoning: Message
    ref: str
    rule: Answer = ("", ())

    def transfers(self) -> Iterator[Transfer]:
        """The single payments of the line."""
        for payer in self.payers:
            for payee in self.payees:
                if payer != payee:
                    yield Transfer(self.what, payer, payee, self.amount, self.reckoning, self.ref, self.reason)


class Transfer(Value):
    """`payer` pays `payee` a whole `amount`, by the paragraph `ref`."""

    what: Message
    payer: str
    payee: str
    amount: int
    reckoning: Message
    ref: str
    reason: Reason


class OpenPoint(Value):
    """What the source leaves open: the reading taken, the other one, and what that adds to each seat, if known.

    `code` is what other code may ask for; the texts are only shown.
    """

    code: str
    what: Message
    taken: Message
    other: Message
    ref: str
    difference: Mapping[str, int] = msgspec.field(default_factory=dict)

    @classmethod
    def of(cls, code: str, ref: str, key: str = "", /, **values: Hashable) -> OpenPoint:
        """The point whose words stand under its code, or under `key`: `.what`, `.taken` and `.other`."""
        what, taken, other = (Message(f"{key or code}.{part}", **values) for part in ("what", "taken", "other"))
        return cls(code, what, taken, other, ref)


class ScoreSheet(Value):
    """The lines, their sum by seat, what the source leaves open; the answer by which a revoke has made it another."""

    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    open: tuple[OpenPoint, ...]
    rule: Answer = ("", ())

    @classmethod
    def of(
        cls,
        seats: Sequence[str],
        lines: Sequence[ScoreLine],
        open_: Sequence[OpenPoint] = (),
        rule: Answer = ("", ()),
    ) -> ScoreSheet:
        """The sheet of these lines, added up for `seats`; paid amounts sum to zero."""
        totals = dict.fromkeys(seats, 0)
        for line in lines:
            for transfer in line.transfers():
                totals[transfer.payer] -= line.amount
                totals[transfer.payee] += line.amount
            for seat in () if line.payers else line.payees:
                totals[seat] += line.amount
        return cls(tuple(lines), totals, tuple(open_), rule)
