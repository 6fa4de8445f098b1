"""Score lines and payments: who pays whom how much, for which reason, by which paragraph; what the source leaves open.

Where a source is silent, `Ledger.choose_reading` takes one reading and names the other; `settle_accounts` then reckons
the game once more for each of them, by rules that read it so, and keeps the difference by account.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, UnsetType, field, structs

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, Record
from tarock.base.wording import Message
from tarock.rules.cases import Case
from tarock.rules.ruleset import Occasion, OpenQuestion, Rules
from tarock.rules.tables import Statement


class Reason(StrEnum):
    """The thing that an amount is written or paid for; one word for one thing, in every era."""

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


RuleCase = tuple[str, Case]  # a key of the rules and the case in which it was asked
Conditions = Mapping[str, Any]  # the case in which a rule is asked
ALWAYS: Conditions = MappingProxyType({})  # no case of a rule
NOTHING = Message("nothing")  # no reckoning: the amount says it all


class ScoreLine(Frozen):
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
    rule: RuleCase = ("", ())

    def split(self) -> Iterator[Transfer]:
        """Yield a payment from each payer to each other payee; none where points are written up instead of paid."""
        for payer in self.payers:
            for payee in self.payees:
                if payer != payee:
                    yield Transfer(self.what, payer, payee, self.amount, self.reckoning, self.ref)


class Transfer(Record):
    """A single payment, a whole number of the unit, by the paragraph `ref`."""

    what: Message
    payer: str
    payee: str
    amount: int
    reckoning: Message
    ref: str


class OpenPoint(OpenQuestion):
    """A point that the source leaves open: the reading taken, the other one, and what that adds to each account.

    `code` is what other code may ask for; the texts are only shown. `why` is the reason for the reading taken, where
    a statement decides it.
    """

    difference: Mapping[str, int] | UnsetType = UNSET
    why: str | UnsetType = UNSET

    @classmethod
    def of(cls, code: str, ref: str, key: str = "", /, **values: Hashable) -> OpenPoint:
        """Return the open point whose words are under `code`, or under `key`: `KEY.what`, `KEY.taken`, `KEY.other`."""
        what, taken, other = (Message(f"{key or code}.{part}", **values) for part in ("what", "taken", "other"))
        return cls(code, what, taken, other, ref)


class ScoreSheet(Frozen):
    """Lines of a score sheet, their sums by seat, and the points left open.

    `rule` is the rule by which a revoke changed the sheet.
    """

    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    open: tuple[OpenPoint, ...]
    rule: RuleCase = ("", ())

    @classmethod
    def of(
        cls,
        seats: Sequence[str],
        lines: Sequence[ScoreLine],
        open_: Sequence[OpenPoint] = (),
        rule: RuleCase = ("", ()),
    ) -> ScoreSheet:
        """Return the sheet of these lines with the sum of each seat; sums of paid amounts add up to zero."""
        totals = dict.fromkeys(seats, 0)
        for line in lines:
            for transfer in line.split():
                totals[transfer.payer] -= line.amount
                totals[transfer.payee] += line.amount
            for seat in () if line.payers else line.payees:
                totals[seat] += line.amount
        return cls(tuple(lines), totals, tuple(open_), rule)


class Note(Frozen):
    """A fact that settling found: a count, a decision, a breach; by the paragraph `ref`.

    `code` is what other code may ask for; the message is only shown.
    """

    code: str
    message: Message = field(name="text")
    ref: str


class Ledger:
    """Collects lines, notes and silences of the source, each silence by the occasion at which it is met.

    A note or silence is named by its code, which is the key of its words too (of a silence: `.what`,
    `.taken` and `.other`), and rests on a rule, named by key and case, or on a passage (`ref`). `deal` is the number
    of the deal that is reckoned, in a session of several.
    """

    def __init__(self, rules: Rules, accounts: Sequence[str]):
        self.rules = rules
        self.accounts = tuple(accounts)
        self.deal = 0
        self.lines: list[ScoreLine] = []
        self.notes: list[Note] = []
        self.silences: dict[Occasion, OpenPoint] = {}
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
        """Record that each payer pays each payee `amount`, a whole number of the unit, by the passage `ref`.

        A seat never pays itself; an amount of 0 is not recorded. Raises `ValueError` for a negative one.
        """
        if amount < 0:
            raise ValueError(f"{what}: a payment of {amount}")
        line = ScoreLine(reason, tuple(payers), tuple(payees), amount, self._name_deal(what), reckoning, ref)
        if amount and any(line.split()):
            self.lines.append(line)

    def fine(self, what: Message, payer: str, payees: Iterable[str], key: str, case: Conditions = ALWAYS) -> None:
        """Record that `payer` pays each payee the penalty under `key`."""
        points, ref = self.rules.number_with_ref(key, **case)
        words = Message("penalty", what=what)
        self.pay(Reason.PENALTY, words, (payer,), payees, points, ref, Message("to_each", amount=points))

    def note(self, code: str, key: str = "", case: Conditions = ALWAYS, /, *, ref: str = "", **values: Any) -> None:
        """Record a fact that settling found, with the passage `ref` or that of the rule `key`."""
        self.notes.append(Note(code, self._name_deal(Message(code, **values)), ref or self._find_ref(key, case)))

    def choose_reading(
        self, code: str, key: str = "", case: Conditions = ALWAYS, /, *, ref: str = "", about: Hashable = "",
        in_session: bool = False, **values: Any,
    ) -> bool:  # fmt: skip
        """Record an open question that changes amounts; return whether this run takes the other reading.

        One reading holds for one deal and one `about`, or with `in_session` for all deals.
        """
        point = OpenPoint.of(code, ref or self._find_ref(key, case), **values)
        self.rules.note_open_question(point, varied=True)
        return self._takes_other_reading(point, about, in_session=in_session) != self.rules.uses_alternative(code)

    def read_value(
        self, code: str, key: str, case: Conditions = ALWAYS, /, *, about: Hashable = "", in_session: bool = False,
        **values: Any,
    ) -> Any:  # fmt: skip
        """Return the value of a key by the reading of this run; ambiguous words are recorded as an open question."""
        other = self.rules.other_reading(key, **case)
        if other is not None:
            point = self._make_point(code, key, case, values)
            if self._takes_other_reading(point, about, in_session=in_session):
                return other
        return self.rules.value(key, **case)

    def _make_point(self, code: str, key: str, case: Conditions, values: Mapping[str, Hashable]) -> OpenPoint:
        """Return the point that a value leaves open, at the passage that states it, or that leaves it to be assumed."""
        if statement := self.rules.table.find_rule(key, **case):
            return self._add_reason(OpenPoint.of(code, statement.ref, **values), statement)
        assumption = self.rules.table.find_assumption(key, **case)
        point = OpenPoint.of(code, assumption.record.at if assumption else "", **values)
        return structs.replace(point, why=assumption.record.why) if assumption else point

    def _add_reason(self, point: OpenPoint, statement: Statement | None) -> OpenPoint:
        return structs.replace(point, why=statement.note) if statement and statement.note else point

    def _takes_other_reading(self, point: OpenPoint, about: Hashable, *, in_session: bool) -> bool:
        occasion = Occasion(self.rules.era, point.code, about, 0 if in_session else self.deal)
        if occasion not in self.silences:
            self.silences[occasion] = self._place_in_deal(point, in_deal=not in_session)
        return self.rules.is_read_otherwise(occasion)

    def note_silence(
        self, code: str, key: str = "", case: Conditions = ALWAYS, /, *, ref: str = "", **values: Any
    ) -> None:
        """Record an open question that changes no amount, or none that can be computed."""
        self.note_open_point(OpenPoint.of(code, ref or self._find_ref(key, case), **values))

    def note_open_point(self, point: OpenPoint) -> None:
        """Note a point that is left open and changes no amount."""
        self.rules.note_open_question(point)
        self.left_open.append(self._place_in_deal(point))

    def note_silence_once(self, code: str, key: str) -> None:
        """Record an open question that changes no amount, once for all deals."""
        if all(point.code != code for point in self.left_open):
            point = self._add_reason(OpenPoint.of(code, self.rules.ref(key)), self.rules.table.find_rule(key))
            self.rules.note_open_question(point)
            self.left_open.append(self._place_in_deal(point, in_deal=False))

    def sum_totals(self) -> dict[str, int]:
        """Return the gain of each account in the unit, negative for a loss; they sum to zero."""
        return ScoreSheet.of(self.accounts, self.lines).totals

    def _place_in_deal(self, point: OpenPoint, *, in_deal: bool = True) -> OpenPoint:
        return structs.replace(point, what=self._name_deal(point.what) if in_deal else point.what, difference={})

    def _find_ref(self, key: str, case: Conditions) -> str:
        return self.rules.ref(key, **case) if key else ""

    def _name_deal(self, message: Message) -> Message:
        return Message("in_deal", deal=self.deal, what=message) if self.deal else message


class SettledScore(Frozen):
    """A settled game or session: who pays whom what, by which paragraph, and what the source leaves open."""

    era: str
    title: str
    unit: str
    sheet: ScoreSheet
    notes: tuple[Note, ...]

    @property
    def totals(self) -> dict[str, int]:
        """Return the gain of each account in the unit, negative for a loss; they sum to zero."""
        return self.sheet.totals

    @property
    def undetermined(self) -> tuple[OpenPoint, ...]:
        """Return the open questions that the result depends on."""
        return self.sheet.open

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Return the single payments, in the order of the lines."""
        return tuple(transfer for line in self.sheet.lines for transfer in line.split())


class ScoreJson(Record, kw_only=True):
    """The object of `score --json`; amounts are whole numbers of `unit`, and `totals` sum to zero.

    Of what is undetermined, `difference` is what the other reading would add for each account, if it can be reckoned.
    """

    era: str
    title: str
    unit: str
    notes: tuple[Note, ...]
    transfers: tuple[Transfer, ...] = field(name="payments")
    totals: dict[str, int]
    undetermined: tuple[OpenPoint, ...]


def read_unit(rules: Rules) -> str:
    """Return in what a game is settled; raise `CodexError` where no unit is named."""
    if named := rules.words("settlement.unit"):
        return named[0]
    raise CodexError("`settlement.unit` names no unit", "expected what is paid in", file=rules.file("settlement.unit"))


def settle_accounts(
    rules: Rules, title: str, unit: str, accounts: Sequence[str], run: Callable[[Ledger], None]
) -> SettledScore:
    """Settle by calling `run`, then once more for each open question with its other reading, to price that."""
    ledger = Ledger(rules, accounts)
    run(ledger)
    totals = ledger.sum_totals()
    differences: dict[Occasion, dict[str, int]] = {}
    for occasion in ledger.silences if rules.prices else ():
        again = Ledger(rules.reading_otherwise(occasion), accounts)
        run(again)
        differences[occasion] = {seat: sum_ - totals[seat] for seat, sum_ in again.sum_totals().items()}
    return build_settled_score(title, unit, ledger, differences)


def build_settled_score(
    title: str, unit: str, ledger: Ledger, differences: Mapping[Occasion, Mapping[str, int]]
) -> SettledScore:
    """Return the settlement that a ledger records, without open questions that change no account.

    `differences` has for each question what the other reading adds to each account.
    """
    found = [
        structs.replace(silence, difference=differences[occasion])
        for occasion, silence in ledger.silences.items()
        if any(differences.get(occasion, {}).values())
    ]
    sheet = ScoreSheet.of(ledger.accounts, ledger.lines, [*found, *ledger.left_open])
    return SettledScore(ledger.rules.era, title, unit, sheet, tuple(ledger.notes))
