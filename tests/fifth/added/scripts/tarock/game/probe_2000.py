"""The game by made-up rules: whoever loses pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.wording import Message
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.records import Header, Seat, check_seat, check_seats
from tarock.game.common.score import Reason
from tarock.game.common.score import settle as settle_account

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.common.score import Ledger, Settled
    from tarock.rules.ruleset import Rules

PRICE = "settlement.price"


class ScoreFile(Header, kw_only=True):
    """A finished game: who has lost it."""

    loser: Seat


def check(record: ScoreFile, findings: Findings) -> None:
    """The seats are as many as the source says, and the loser is one of them."""
    check_seats(findings, record.seats)
    check_seat(findings, record.loser, record.seats, "loser")


def settle(record: ScoreFile, rules: Rules) -> Settled:
    """The loser pays everybody."""

    def pay(ledger: Ledger) -> None:
        price, ref = rules.number_with_ref(PRICE)
        ledger.pay(Reason.GAME, Message("each", amount=price), (record.loser,), record.seats, price, ref)

    return settle_account(rules, record.title, "Marken", record.seats, pay)


ERA = Era(
    siglum="2000",
    score=RecordKind(ScoreFile, "score-2000.schema.json", "examples/score-2000.yaml"),
    check=check,
    settle=settle,
    prefix="score",
)
