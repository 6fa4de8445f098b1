"""Payments between seats: every amount has a payer and a payee, so that all totals sum to zero.

Where a source is silent, `Ledger.either` takes one reading and names the other; `settle` then reckons
the game once more for each of them and keeps the difference by account.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tarock.game.koenigrufen_1840.settlement import ScoreLine, ScoreSheet, Undetermined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` pays `payee` a whole `amount`, by the paragraph `ref`."""

    what: str
    payer: str
    payee: str
    amount: int
    reckoning: str
    ref: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the settling found: a count, a decision, a breach; by the paragraph `ref`."""

    text: str
    ref: str


@dataclass(frozen=True, slots=True)
class Open(Undetermined):
    """A silence of the source; `difference` is what the other reading adds to each account, if anything."""

    difference: dict[str, int] = field(default_factory=dict)


class Ledger:
    """Collects transfers, notes and silences; `other` is the code of the silence read the other way."""

    def __init__(self, accounts: Sequence[str], other: str = ""):
        self.accounts = tuple(accounts)
        self.other = other
        self.transfers: list[Transfer] = []
        self.notes: list[Note] = []
        self.silences: dict[str, Undetermined] = {}
        self.unsaid_ones: list[Undetermined] = []

    def pay(
        self, what: str, payers: Iterable[str], payees: Iterable[str], amount: int, reckoning: str, ref: str
    ) -> None:
        """Each of `payers` pays each of `payees` `amount`; nobody pays himself, nothing is not written."""
        if amount < 0:
            raise ValueError(f"{what}: a payment of {amount}")
        receivers = tuple(payees)
        for payer in payers:
            for payee in receivers:
                if amount and payer != payee:
                    self.transfers.append(Transfer(what, payer, payee, amount, reckoning, ref))

    def note(self, text: str, ref: str) -> None:
        """Notes a fact of the settling."""
        self.notes.append(Note(text, ref))

    def either(self, code: str, what: str, taken: str, other: str, ref: str) -> bool:
        """Notes a silence that changes amounts; True when this run takes its other reading."""
        self.silences.setdefault(code, Undetermined(what, taken, other, ref))
        return code == self.other

    def unsaid(self, what: str, taken: str, other: str, ref: str) -> None:
        """Notes a silence that changes no amount that could be reckoned."""
        self.unsaid_ones.append(Undetermined(what, taken, other, ref))

    def totals(self) -> dict[str, int]:
        """What each account has gained (negative: lost); they sum to zero."""
        sums = dict.fromkeys(self.accounts, 0)
        for transfer in self.transfers:
            sums[transfer.payer] -= transfer.amount
            sums[transfer.payee] += transfer.amount
        return sums


@dataclass(frozen=True)
class Settled:
    """A settled game or session: who pays whom what, by which paragraph, and what the source leaves open."""

    era: str
    title: str
    unit: str
    transfers: tuple[Transfer, ...]
    totals: dict[str, int]
    notes: tuple[Note, ...]
    undetermined: tuple[Open, ...]

    @property
    def sheet(self) -> ScoreSheet:
        """The transfers as a score sheet: one line for the payer, one for the payee."""
        lines: list[ScoreLine] = []
        for transfer in self.transfers:
            for seat, sign in ((transfer.payer, -1), (transfer.payee, 1)):
                words = f"{transfer.what} ({transfer.payer} pays {transfer.payee})"
                lines.append(ScoreLine(words, (seat,), sign * transfer.amount, transfer.reckoning, transfer.ref))
        return ScoreSheet(tuple(lines), dict(self.totals), self.undetermined)

    def as_json(self) -> dict[str, Any]:
        """Plain data for `--json`; amounts are whole numbers of `unit`."""
        return {
            "era": self.era,
            "title": self.title,
            "unit": self.unit,
            "notes": [{"text": note.text, "ref": note.ref} for note in self.notes],
            "payments": [
                {
                    "what": transfer.what,
                    "payer": transfer.payer,
                    "payee": transfer.payee,
                    "amount": transfer.amount,
                    "reckoning": transfer.reckoning,
                    "ref": transfer.ref,
                }
                for transfer in self.transfers
            ],
            "totals": dict(self.totals),
            "undetermined": [
                {
                    "what": silence.what,
                    "taken": silence.taken,
                    "other": silence.other,
                    "ref": silence.ref,
                    "difference": dict(silence.difference),
                }
                for silence in self.undetermined
            ],
        }

    def render(self) -> str:
        """The settled game for a person: what was found, payments, totals, silences."""
        lines = [f"{self.era}: {self.title}" if self.title else self.era]
        if self.notes:
            lines += ["", "Found", *(f"  {note.text}{_by(note.ref)}" for note in self.notes)]
        lines += ["", f"Payments ({self.unit})"]
        lines += [f"  {text}" for text in _grouped(self.transfers)] or ["  none"]
        lines += [
            "",
            "Totals",
            "  " + "   ".join(f"{seat} {_signed(sum_)}" for seat, sum_ in self.totals.items()),
        ]
        if self.undetermined:
            lines += ["", "Undetermined: the source does not say"]
        for silence in self.undetermined:
            lines += [
                f"  {silence.what}{_by(silence.ref)}",
                f"    taken: {silence.taken}",
                f"    other: {silence.other}",
            ]
            if silence.difference:
                shown = ", ".join(f"{seat} {_signed(sum_)}" for seat, sum_ in silence.difference.items() if sum_)
                lines.append(f"    difference: {shown}")
        return "\n".join(lines)


def settle(era: str, title: str, unit: str, accounts: Sequence[str], run: Callable[[Ledger], None]) -> Settled:
    """Reckon with `run` by the readings taken, then once more for each silence read the other way.

    A silence that makes no difference to any account is left out.
    """
    ledger = Ledger(accounts)
    run(ledger)
    totals = ledger.totals()
    silences: list[Open] = []
    for code, silence in ledger.silences.items():
        again = Ledger(accounts, code)
        run(again)
        difference = {seat: sum_ - totals[seat] for seat, sum_ in again.totals().items()}
        if any(difference.values()):
            silences.append(Open(silence.what, silence.taken, silence.other, silence.ref, difference))
    silences += [Open(silence.what, silence.taken, silence.other, silence.ref) for silence in ledger.unsaid_ones]
    return Settled(era, title, unit, tuple(ledger.transfers), totals, tuple(ledger.notes), tuple(silences))


def _by(ref: str) -> str:
    return f"  [{ref}]" if ref else ""


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "0"


def _grouped(transfers: Iterable[Transfer]) -> list[str]:
    """One line for the transfers of the same kind, amount and payee, or payer."""
    groups: dict[tuple[str, int, str, str, str], list[str]] = {}
    ordered = list(transfers)
    payees: dict[tuple[str, int, str], set[str]] = {}
    for one in ordered:
        payees.setdefault((one.what, one.amount, one.ref), set()).add(one.payee)
    for one in ordered:
        single = len(payees[one.what, one.amount, one.ref]) == 1
        key = (one.what, one.amount, one.reckoning, one.ref, f"> {one.payee}" if single else f"{one.payer} >")
        groups.setdefault(key, []).append(one.payer if single else one.payee)
    lines = []
    for (what, amount, reckoning, ref, fixed), seats in groups.items():
        who = f"{', '.join(seats)} {fixed}" if fixed.startswith(">") else f"{fixed} {', '.join(seats)}"
        each = " each" if len(seats) > 1 else ""
        how = f" ({reckoning})" if reckoning and reckoning != str(amount) else ""
        lines.append(f"{who}: {amount}{each}, {what}{how}{_by(ref)}")
    return lines
