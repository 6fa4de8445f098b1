"""Evidence coverage: which witness notices when a rule value is altered?

Each value that a claim or a model game reads is replaced by its plausible neighbours, and what reads it runs again.
A value is *vouched for* when an author notices a neighbour in another sentence than the value's own: his printed
result, his confirmed remark, the play of a printed game. It is *tried* when a trial of ours notices, *guarded* when
only a check on ourselves does, and otherwise *quoted only*: its quote, and the number in it, are checked.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from tarock.base.structs import Value
from tarock.base.terminal import progress
from tarock.proof.alterations import alterations
from tarock.proof.claims.ledger import compute
from tarock.proof.witnesses import Weight, stands_in, witnesses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.proof.claims.ledger import Checked
    from tarock.proof.context import Context, Read
    from tarock.proof.games import GameReport
    from tarock.proof.witnesses import Witness
    from tarock.rules.tables import Statement

Hold = Literal["vouched for", "tried", "guarded", "quoted only"]
HOLDS: tuple[Hold, ...] = ("vouched for", "tried", "guarded", "quoted only")
_HOLD: dict[Weight, Hold] = {
    Weight.AUTHOR: "vouched for", Weight.TRIAL: "tried", Weight.GUARD: "guarded", Weight.NONE: "quoted only",
}  # fmt: skip


class Altered(Value):
    """A neighbour of a value, and the witness that says most about it; none when nobody notices."""

    value: Any
    weight: Weight
    noticed_by: str


class Evidence(Value):
    """What a statement rests on beside its quote: the games and claims that read it, and what they notice."""

    statement: Statement
    read_by: tuple[str, ...]
    altered: tuple[Altered, ...]

    @property
    def best(self) -> Altered:
        """The neighbour that is noticed best; where there is none, one that nobody notices."""
        return max(self.altered, key=lambda altered: altered.weight, default=Altered(None, Weight.NONE, ""))

    @property
    def hold(self) -> Hold:
        """How well it is held."""
        return _HOLD[self.best.weight]

    @property
    def unnoticed(self) -> tuple[Any, ...]:
        """The neighbours that nobody notices."""
        return tuple(altered.value for altered in self.altered if not altered.weight)


def measure(context: Context, claims: Iterable[Checked], games: Iterable[GameReport]) -> list[Evidence]:
    """The evidence for every statement of every era, in the order of the tables; shows progress on a terminal.

    `claims` and `games` are those computed from the context.
    """
    readers: dict[Read, list[Witness]] = {}
    for witness in witnesses(context, claims, games):
        for read in witness.reads:
            readers.setdefault(read, []).append(witness)
    statements = [statement for table in context.tables.values() for statement in table]
    return [_evidence(context, s, readers.get((s.siglum, s.ident), [])) for s in progress(statements, "coverage")]


def _evidence(context: Context, statement: Statement, readers: list[Witness]) -> Evidence:
    rule = context.tables[statement.siglum].held.get(statement.ident)
    if not readers or (rule is not None and rule is not statement):
        return Evidence(statement, (), ())
    where = stands_in(context.corpus, statement)
    ranked = sorted(((witness.most(where), witness) for witness in readers), key=lambda pair: -pair[0])
    altered = tuple(
        _noticed(value, ranked, context.altered(statement.siglum, {statement.ident: value}))
        for value in alterations(statement)
    )
    return Evidence(statement, tuple(witness.name for witness in readers), altered)


def _noticed(value: Any, ranked: list[tuple[Weight, Witness]], context: Context) -> Altered:
    """Which of the witnesses, of whom those that can say most come first, says most of a neighbour."""
    best = Altered(value, Weight.NONE, "")
    for most, witness in ranked:
        if most <= best.weight:
            break
        weight = min(witness.notices(context), most)
        if weight > best.weight:
            best = Altered(value, weight, witness.name)
    return best


def blind(context: Context, claims: Iterable[Checked]) -> Iterator[Checked]:
    """Claims that do not move, whichever value that their computation reads and their passage states is altered."""
    for checked in claims:
        table = context.tables[checked.claim.era]
        own = [
            statement
            for statement in table.by_passage.get(checked.claim.ref, ())
            if (statement.siglum, statement.ident) in checked.reads and table.held.get(statement.ident) is statement
        ]
        changes = [(statement, value) for statement in own for value in alterations(statement)]
        if changes and not any(_moves(checked, statement, value, context) for statement, value in changes):
            yield checked


def _moves(checked: Checked, statement: Statement, value: Any, context: Context) -> bool:
    try:
        computed, error = compute(checked.placed, context.altered(statement.siglum, {statement.ident: value}))
    except Exception:  # as in `Witness.notices`
        return True
    return bool(error) or computed != checked.computed


def unread(claims: Iterable[Checked]) -> list[Checked]:
    """Claims that are computed and read no rule value."""
    return [checked for checked in claims if checked.claim.compute and not checked.reads and not checked.error]


def shares(evidence: Iterable[Evidence]) -> dict[str, Counter[str]]:
    """How many statements of each era are held in which way."""
    counted: dict[str, Counter[str]] = {}
    for found in evidence:
        counted.setdefault(found.statement.siglum, Counter())[found.hold] += 1
    return counted
