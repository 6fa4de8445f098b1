"""Payments between seats: every amount has a payer and a payee, so that all totals sum to zero.

Where a source is silent, `Ledger.either` takes one reading and names the other; `settle` then reckons
the game once more for each of them and keeps the difference by account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.catalogue import Message
from tarock.base.structs import Value
from tarock.game.common.score import NOTHING, OpenPoint, ScoreLine, ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from tarock.game.common.score import Reason, Transfer
    from tarock.rules.ruleset import Rules


class Note(Value):
    """Something that the settling found: a count, a decision, a breach; by the paragraph `ref`.

    `code` is what other code may ask for; the message is only shown.
    """

    code: str
    message: Message
    ref: str


class Ledger:
    """Collects lines, notes and silences of the source; `other` is the silence that is read the other way.

    A note or silence is named by its code, which is the key of its words too (of a silence: `.what`,
    `.taken` and `.other`). `deal` is the number of the deal that is reckoned, in a session of several.
    """

    def __init__(self, accounts: Sequence[str], other: Hashable = None):
        self.accounts = tuple(accounts)
        self.other = other
        self.deal = 0
        self.lines: list[ScoreLine] = []
        self.notes: list[Note] = []
        self.silences: dict[Hashable, OpenPoint] = {}
        self.left_open: list[OpenPoint] = []

    def pay(
        self,
        reason: Reason,
        what: Message,
        payers: Iterable[str],
        payees: Iterable[str],
        amount: int,
        ref: str,
        reckoning: Message = NOTHING,
    ) -> None:
        """Each of `payers` pays each of `payees` `amount`; nobody pays himself, nothing is not written."""
        if amount < 0:
            raise ValueError(f"{what}: a payment of {amount}")
        line = ScoreLine(reason, tuple(payers), tuple(payees), amount, self._of_deal(what), reckoning, ref)
        if amount and any(line.transfers()):
            self.lines.append(line)

    def note(self, code: str, ref: str, **values: Hashable) -> None:
        """Notes a fact of the settling."""
        self.notes.append(Note(code, self._of_deal(Message(code, **values)), ref))

    def either(
        self, code: str, ref: str, *, about: Hashable = "", in_session: bool = False, **values: Hashable
    ) -> bool:
        """Notes a silence that changes amounts; True when this run takes its other reading.

        It is read once for every deal and thing that it is `about`, or (`in_session`) once for all deals.
        """
        key = (code, about, 0 if in_session else self.deal)
        if key not in self.silences:
            self.silences[key] = self._open(code, ref, values, in_deal=not in_session)
        return key == self.other

    def reading(
        self, code: str, rules: Rules, key: str, case: Mapping[str, Any] | None = None, *, about: Hashable = "",
        **values: Hashable,
    ) -> Any:  # fmt: skip
        """The value of a key as this run reads it; where its text is ambiguous, noted as `either` notes it."""
        when = dict(case or {})
        value, other = rules.value(key, **when), rules.other_reading(key, **when)
        if other is not None and self.either(code, rules.ref(key, **when), about=about, in_session=False, **values):
            return other
        return value

    def unsaid(self, code: str, ref: str, **values: Hashable) -> None:
        """Notes a silence that changes no amount that could be reckoned."""
        self.left_open.append(self._open(code, ref, values))

    def unsaid_once(self, code: str, ref: str, **values: Hashable) -> None:
        """Notes such a silence once for all deals."""
        if all(point.code != code for point in self.left_open):
            self.left_open.append(self._open(code, ref, values, in_deal=False))

    def totals(self) -> dict[str, int]:
        """What each account has gained (negative: lost); they sum to zero."""
        return ScoreSheet.of(self.accounts, self.lines).totals

    def _open(self, code: str, ref: str, values: Mapping[str, Hashable], *, in_deal: bool = True) -> OpenPoint:
        point = OpenPoint.of(code, ref, **values)
        return structs.replace(point, what=self._of_deal(point.what)) if in_deal else point

    def _of_deal(self, message: Message) -> Message:
        return Message("in_deal", deal=self.deal, what=message) if self.deal else message


class Settled(Value):
    """A settled game or session: who pays whom what, by which paragraph, and what the source leaves open."""

    era: str
    title: str
    unit: str
    sheet: ScoreSheet
    notes: tuple[Note, ...]

    @property
    def totals(self) -> dict[str, int]:
        """What each account has gained (negative: lost); they sum to zero."""
        return self.sheet.totals

    @property
    def undetermined(self) -> tuple[OpenPoint, ...]:
        """What the source leaves open."""
        return self.sheet.open

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The single payments."""
        return tuple(transfer for line in self.sheet.lines for transfer in line.transfers())


def settle(era: str, title: str, unit: str, accounts: Sequence[str], run: Callable[[Ledger], None]) -> Settled:
    """Reckon with `run` by the readings taken, then once more for each silence read the other way.

    A silence that makes no difference to any account is left out.
    """
    ledger = Ledger(accounts)
    run(ledger)
    totals = ledger.totals()
    found: list[OpenPoint] = []
    for key, silence in ledger.silences.items():
        again = Ledger(accounts, key)
        run(again)
        difference = {seat: sum_ - totals[seat] for seat, sum_ in again.totals().items()}
        if any(difference.values()):
            found.append(structs.replace(silence, difference=difference))
    sheet = ScoreSheet.of(accounts, ledger.lines, [*found, *ledger.left_open])
    return Settled(era, title, unit, sheet, tuple(ledger.notes))
