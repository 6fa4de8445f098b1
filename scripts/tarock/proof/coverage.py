"""Evidence coverage: is each encoded value held by a game or a claim, or only by its quote?

Every value that a game or claim read while it ran is altered, and what read it runs again. If a verdict
changes, a finding appears or a computed value differs, the value is *held*. A value that was read but whose
alteration nothing notices is *unheld*. What nothing reads is *quoted only*: its quote and number are checked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from tarock.errors import CodexError
from tarock.proof.claims.ledger import compute, verdict
from tarock.proof.games import ModelGames
from tarock.proof.model_games import ERA
from tarock.term import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tarock.proof.claims.ledger import Checked, Placed
    from tarock.proof.context import Context, Read
    from tarock.proof.games import GameReport
    from tarock.proof.model_games import Level
    from tarock.rules.tables import Statement

Hold = Literal["held", "quoted only", "unheld"]
HOLDS: tuple[Hold, ...] = ("held", "quoted only", "unheld")
_LEVELS: tuple[Level, ...] = ("corrected", "conjectured", "printed")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What holds one statement: the games and claims that read it, and the one that noticed its change."""

    statement: Statement
    hold: Hold
    read_by: tuple[str, ...]
    noticed_by: str
    altered_to: Any

    def as_json(self) -> dict[str, Any]:
        """The entry of `coverage --json`."""
        statement = self.statement
        return {
            "era": statement.siglum,
            "key": statement.key,
            "when": dict(statement.case),
            "value": statement.value,
            "grade": statement.grade,
            "ref": statement.ref,
            "quote": statement.quote,
            "number_in_quote": statement.entry.numeric and not statement.derived,
            "hold": self.hold,
            "read_by": list(self.read_by),
            "noticed_by": self.noticed_by,
            "altered_to": self.altered_to,
        }


@dataclass(frozen=True, slots=True)
class _Witness:
    """A game at a level, or a claim: what it reads, how it is run again, and the outcome that is expected."""

    name: str
    reads: frozenset[Read]
    run: Callable[[Context], Any]
    outcome: Any

    def notices(self, context: Context) -> bool:
        """Whether the outcome is another one under the rules of a context."""
        try:
            return bool(self.run(context) != self.outcome)
        except CodexError:
            return True


def measure(context: Context, claims: Iterable[Checked], games: Iterable[GameReport]) -> list[Evidence]:
    """The evidence for every statement of every era, in the order of the tables; shows progress on a terminal.

    `claims` and `games` are those computed from the context.
    """
    readers: dict[Read, list[_Witness]] = {}
    for witness in (*_claim_witnesses(claims), *_game_witnesses(context, list(games))):
        for read in witness.reads:
            readers.setdefault(read, []).append(witness)
    statements = [statement for table in context.tables.values() for statement in table]
    return [_evidence(context, s, readers.get((s.siglum, s.ident), [])) for s in progress(statements, "coverage")]


def _claim_witnesses(claims: Iterable[Checked]) -> Iterator[_Witness]:
    """Claims come first: they are quick, and one that notices is enough."""
    for checked in claims:
        placed = checked.placed
        if placed.claim.compute:
            outcome = (checked.verdict, checked.computed, checked.error)
            yield _Witness(placed.claim.id, checked.reads, partial(_claim, placed), outcome)


def _claim(placed: Placed, context: Context) -> Any:
    computed, error = compute(placed, context)
    return verdict(placed.claim, computed), computed, error


def _game_witnesses(context: Context, games: list[GameReport]) -> Iterator[_Witness]:
    for level in _LEVELS:
        for report in games:
            if level in report.levels:
                run = partial(_game, report.name, level)
                with context.noting() as reads:
                    outcome = run(context)
                yield _Witness(f"{ERA}:{report.name} as {level}", frozenset(reads), run, outcome)


def _game(name: str, level: Level, context: Context) -> Any:
    report = ModelGames(context).level(name, level)
    return (
        tuple((finding.code, finding.trick, finding.seat, finding.card) for finding in report.findings),
        tuple((judged.what, judged.verdict) for judged in report.stated),
        tuple(report.replay.sheet.totals.items()),
    )


def _evidence(context: Context, statement: Statement, readers: list[_Witness]) -> Evidence:
    names = tuple(witness.name for witness in readers)
    rule = context.tables[statement.siglum].held.get(statement.ident)
    if not readers or (rule is not None and rule is not statement):
        return Evidence(statement, "quoted only", () if rule is not statement else names, "", None)
    altered: Any = None
    for altered in alterations(statement):
        other = context.altered(statement.siglum, {statement.ident: altered})
        noticed = next((witness.name for witness in readers if witness.notices(other)), "")
        if noticed:
            return Evidence(statement, "held", names, noticed, altered)
    return Evidence(statement, "unheld", names, "", altered)


def alterations(statement: Statement) -> Iterator[Any]:
    """Other plausible values of the statement's type, one after the other."""
    value, entry = statement.value, statement.entry
    if entry.words and not entry.many:
        yield from (word for word in entry.words if word != value)
        return
    match "list" if entry.words else entry.type:
        case "integer":
            yield from (value + 1, *([value - 1] if value else []), 2 * value + 1, *([0] if value else []))
        case "boolean":
            yield not value
        case "fraction":
            yield "1/2" if value != "1/2" else "1/3"
        case "integers":
            yield [value[0] + 1, *value[1:]]
            yield [*value[:-1], value[-1] + 1]
        case "list" | "names":
            if len(value) > 1:
                yield [*value[1:], value[0]]
                yield value[:-1]
                yield value[1:]
            else:
                yield [f"other than {value[0]}"]
        case "text":
            yield f"{value} (altered)"


def shares(evidence: Iterable[Evidence]) -> dict[str, Counter[str]]:
    """How many statements of each era are held, quoted only, unheld."""
    counted: dict[str, Counter[str]] = {}
    for found in evidence:
        counted.setdefault(found.statement.siglum, Counter())[found.hold] += 1
    return counted
