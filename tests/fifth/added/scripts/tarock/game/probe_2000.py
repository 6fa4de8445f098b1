"""The game by made-up rules: whoever loses pays."""

from __future__ import annotations

from tarock.base.wording import Message
from tarock.game.common.era import Era, RecordKind
from tarock.game.common.findings import Findings
from tarock.game.common.records import ScoreFile, Seat, check_seat, check_seats
from tarock.game.common.score import Ledger, Reason, SettledScore, settle_accounts
from tarock.rules.ruleset import Rules

PRICE = "settlement.price"


class ProbeGame(ScoreFile, kw_only=True):
    """A finished game: who has lost it."""

    loser: Seat


def check(record: ProbeGame, findings: Findings) -> None:
    """The seats are as many as the source says, and the loser is one of them."""
    check_seats(findings, record.seats)
    check_seat(findings, record.loser, record.seats, "loser")


def settle(record: ProbeGame, rules: Rules) -> SettledScore:
    """The loser pays everybody."""

    def pay(ledger: Ledger) -> None:
        price, ref = rules.number_with_ref(PRICE)
        ledger.pay(Reason.GAME, Message("each", amount=price), (record.loser,), record.seats, price, ref)

    return settle_accounts(rules, record.title, "Marken", record.seats, pay)


ERA = Era(
    siglum="2000",
    score=RecordKind(ProbeGame, "score-2000.schema.json", "examples/score-2000.yaml"),
    check=check,
    settle=settle,
    prefix="score",
)
