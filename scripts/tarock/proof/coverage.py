"""Evidence coverage: is each encoded value held by a game or a claim, or only by its quote?

Every value that a game or claim read while it ran is altered, and what read it runs again. If a verdict
changes, a finding appears or a computed value differs, the value is *held*. A value that was read but whose
alteration nothing notices is *unheld*. What nothing reads is *quoted only*: its quote and number are checked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tarock.errors import CodexError
from tarock.proof.claims.context import Context
from tarock.proof.claims.ledger import run_claim
from tarock.proof.model_games import ERA
from tarock.term import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.codex import Codex
    from tarock.proof.claims.ledger import Placed
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
    """A game at a level, or a claim: something that runs and yields an outcome to compare."""

    name: str
    game: str = ""
    level: Level = "corrected"
    claim: Placed | None = None

    def run(self, context: Context) -> Any:
        if self.claim is not None:
            checked = run_claim(self.claim, context)
            return (checked.verdict, checked.computed, checked.error)
        report = context.game(self.game, self.level)
        return (
            tuple((finding.code, finding.trick, finding.seat, finding.card) for finding in report.findings),
            tuple((judged.what, judged.verdict) for judged in report.stated),
            tuple(report.replay.sheet.totals.items()),
        )


def measure(codex: Codex) -> list[Evidence]:
    """The evidence for every statement of every era, in the order of the tables; shows progress on a terminal."""
    context = Context(codex.corpus, codex.tables, numbers=codex.numbers)
    witnesses = list(_witnesses(codex))
    base: dict[str, Any] = {}
    readers: dict[tuple[str, str], list[_Witness]] = {}
    for witness in witnesses:
        for era in codex.tables:
            context.rules(era).reads.clear()
        base[witness.name] = witness.run(context)
        for era in codex.tables:
            for key in context.rules(era).reads:
                readers.setdefault((era, key), []).append(witness)
    statements = [statement for table in codex.tables.values() for statement in table]
    return [_evidence(codex, s, readers.get((s.siglum, s.key), []), base) for s in progress(statements, "coverage")]


def _witnesses(codex: Codex) -> Iterator[_Witness]:
    """Claims first: they are quick, and one that notices is enough."""
    for placed in codex.claims:
        if placed.claim.compute:
            yield _Witness(placed.claim.id, claim=placed)
    for level in _LEVELS:
        for report in codex.game_reports:
            if level in report.levels:
                yield _Witness(f"{ERA}:{report.name} as {level}", game=report.name, level=level)


def _evidence(codex: Codex, statement: Statement, readers: list[_Witness], base: dict[str, Any]) -> Evidence:
    names = tuple(witness.name for witness in readers)
    rule = codex.tables[statement.siglum].rule(statement.key)
    if not readers or (rule is not None and rule is not statement):
        return Evidence(statement, "quoted only", () if rule is not statement else names, "", None)
    altered: Any = None
    for altered in alterations(statement):
        noticed = _noticed(codex, statement, altered, readers, base)
        if noticed:
            return Evidence(statement, "held", names, noticed, altered)
    return Evidence(statement, "unheld", names, "", altered)


def _noticed(codex: Codex, statement: Statement, altered: Any, readers: list[_Witness], base: dict[str, Any]) -> str:
    context = Context(codex.corpus, codex.tables, {statement.siglum: {statement.key: altered}}, codex.numbers)
    for witness in readers:
        try:
            outcome = witness.run(context)
        except CodexError:
            return witness.name
        if outcome != base[witness.name]:
            return witness.name
    return ""


def alterations(statement: Statement) -> Iterator[Any]:
    """Other plausible values of the statement's type, one after the other."""
    value, entry = statement.value, statement.entry
    match entry.type:
        case "integer":
            yield from (value + 1, *([value - 1] if value else []), 2 * value + 1, *([0] if value else []))
        case "boolean":
            yield not value
        case "choice":
            yield from (choice for choice in entry.choices if choice != value)
        case "fraction":
            yield "1/2" if value != "1/2" else "1/3"
        case "integers":
            yield [value[0] + 1, *value[1:]]
            yield [*value[:-1], value[-1] + 1]
        case "list":
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
    for one in evidence:
        counted.setdefault(one.statement.siglum, Counter())[one.hold] += 1
    return counted
