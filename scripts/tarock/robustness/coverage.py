"""Evidence of each rule value beside its quote: who notices another value in its place.

`lab.evidence` replaces each value that a claim or a model game reads by nearby values (`nearby_values.py`), and runs
what reads it again. A value is *vouched for* when an author notices every nearby value in another sentence than the
value's own: by his stated result, his confirmed remark, the play of a model game; *in part* when he notices some. It
is *tried* when a trial of ours notices one, *guarded* when only a check on ourselves does. All these must come to the
value by way of the engine: what only a claim notices that reads the value itself is *read by a claim only*. Otherwise
it is *quoted only*: its quote, and the number in it, are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from tarock.analysis import stamps
from tarock.analysis.stamps import ResultStamp, load_stamped
from tarock.base.digests import digest
from tarock.base.files import write_text
from tarock.base.project import Project
from tarock.base.structs import Frozen, Record
from tarock.claims.context import load_expectations
from tarock.claims.ledger import CheckedClaim, Claim
from tarock.corpus.editions import Corpus
from tarock.game.koenigrufen_1840.model_games import ERA, Level
from tarock.game.koenigrufen_1840.record import dump_game
from tarock.replay.context import Context, values_read, values_read_directly
from tarock.replay.games import GameReport, track_game
from tarock.robustness.nearby_values import load_nearby_values
from tarock.rules.accounting import find_quoted_sentences
from tarock.rules.ruleset import Value
from tarock.rules.tables import Statement, Support

ALGORITHM = 1  # raise it when a value may be held otherwise; `tarock.analysis.stamps`
RUN = "run `.venv/bin/python -m lab.evidence --write`"
# how well a value is held, the best first
HOLDS = ("vouched for", "in part", "tried", "guarded", "read by a claim only", "quoted only")
LEVELS: tuple[Level, ...] = ("corrected", "conjectured")  # as transcribed, faults in the text are in the way
_PROSE = ("says", "note", "known", "undetermined", "needs")  # of a claim: what only people read


class Weight(IntEnum):
    """How much it says that a game or claim notices an altered value."""

    NONE = 0  # it does not notice
    CLAIM = 1  # a claim that reads the value itself
    GUARD = 2  # a check of ours on ourselves: an error, our own score sheet, a result read in the value's own sentence
    TRIAL = 3  # a trial of ours, or a sum of ours that no author states
    AUTHOR = 4  # a stated result, a remark that is confirmed, the play of a model game


class AlteredValue(Frozen):
    """A nearby value, with the strongest detection and its game or claim; empty when nobody notices."""

    value: Any
    weight: Weight
    noticed_by: str


class StatementEvidence(Frozen):
    """Evidence of a statement beside its quote: the games and claims that read it, and which nearby values they notice.

    `altered` has a record for every nearby value, if anything reads it.
    """

    statement: Statement
    read_by: tuple[str, ...]
    altered: tuple[AlteredValue, ...]

    @property
    def best(self) -> AlteredValue:
        """Return the nearby value with the strongest detection; one that nobody notices if there is none."""
        return max(self.altered, key=lambda altered: altered.weight, default=AlteredValue(None, Weight.NONE, ""))

    @property
    def hold(self) -> str:
        """Return how well the value is held: one of `HOLDS`."""
        if self.best.weight == Weight.AUTHOR:
            return HOLDS[self.vouched < len(self.altered)]
        return HOLDS[1 + Weight.AUTHOR - self.best.weight]

    @property
    def vouched(self) -> int:
        """Return how many of the nearby values an author notices."""
        return sum(altered.weight == Weight.AUTHOR for altered in self.altered)

    @property
    def extent(self) -> str:
        """Return how the value is held, in part with the counts: `in part, 1 of 2`."""
        return f"{self.hold}, {self.vouched} of {len(self.altered)}" if self.hold == HOLDS[1] else self.hold

    @property
    def unnoticed(self) -> tuple[Any, ...]:
        """Return the nearby values that nobody notices."""
        return tuple(altered.value for altered in self.altered if not altered.weight)


class AlteredRecord(Record, array_like=True):
    """A nearby value as it is committed; `reader` is the index in `readers` of who notices it, -1 for nobody."""

    value: Any
    weight: int
    reader: int


class EvidenceRecord(Record, array_like=True):
    """Evidence of a statement as it is committed; `read_by` are indexes of `readers`."""

    id: str
    read_by: tuple[int, ...]
    altered: tuple[AlteredRecord, ...]


class SourceEvidence(ResultStamp, kw_only=True):
    """The committed evidence of a source, with what it comes from; `blind` and `unread` are ids of claims."""

    readers: tuple[str, ...]
    statements: tuple[EvidenceRecord, ...]
    blind: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    def of(self, statements: Iterable[Statement]) -> list[StatementEvidence]:
        """Return the evidence of the statements, which are those that were measured."""
        return [
            StatementEvidence(
                statement,
                tuple(self.readers[place] for place in record.read_by),
                tuple(
                    AlteredValue(each.value, Weight(each.weight), self.readers[each.reader] if each.reader >= 0 else "")
                    for each in record.altered
                ),
            )
            for statement, record in zip(statements, self.statements, strict=True)
        ]


class EvidenceJson(Record):
    """A rule value and what holds it; `hold` has the words of old, `evidence` those of today.

    Of so many `neighbours` of the value somebody notices so many (`noticed`), an author so many of these (`vouched`).
    """

    era: str
    key: str
    when: dict[str, Any]
    value: Any
    grade: str
    ref: str
    quote: str
    number_in_quote: bool
    hold: str
    evidence: str
    read_by: list[str]
    noticed_by: str
    altered_to: Any
    unnoticed: list[Any]
    neighbours: int
    noticed: int
    vouched: int


class CoverageJson(Record):
    """The object of `coverage --json`; `blind` and `unread` are ids of claims."""

    statements: list[EvidenceJson]
    blind: list[str]
    unread: list[str]


def build_evidence_json(evidence: StatementEvidence) -> EvidenceJson:
    """Return the entry of a value in `coverage --json`."""
    statement, best = evidence.statement, evidence.best
    return EvidenceJson.from_object(
        statement,
        era=statement.siglum,
        number_in_quote=statement.entry.numeric and not statement.derived,
        hold="held" if best.weight else "unheld" if evidence.read_by else "quoted only",
        evidence=evidence.hold,
        read_by=evidence.read_by,
        noticed_by=best.noticed_by,
        altered_to=best.value,
        unnoticed=evidence.unnoticed,
        neighbours=len(evidence.altered),
        noticed=len(evidence.altered) - len(evidence.unnoticed),
        vouched=evidence.vouched,
    )


def find_unread(claims: Iterable[CheckedClaim]) -> list[CheckedClaim]:
    """Return the claims that are computed and read no rule value."""
    return [checked for checked in claims if checked.claim.compute and not checked.reads and not checked.error]


def count_by_hold(evidence: Iterable[StatementEvidence]) -> dict[str, Counter[str]]:
    """Count the statements of each era by how they are held."""
    counted: dict[str, Counter[str]] = {}
    for found in evidence:
        counted.setdefault(found.statement.siglum, Counter())[found.hold] += 1
    return counted


def find_expectation_quotes(claim: Claim, context: Context) -> tuple[Support, ...]:
    """Return the quotes that give a claim's expectation.

    These are those of `from` if the expectation is there, else the quote, else all together. A yes among other expected
    things has no word of its own: then all together give it.
    """
    if isinstance(claim.expected, dict) and any(value is True for value in claim.expected.values()):
        return claim.supports
    for supports in (claim.origin, claim.supports[:1]):
        text = " | ".join(support.quote for support in supports)
        if supports and not load_expectations(context).find_unprinted(claim.expected, claim.derived, text):
            return supports
    return claim.supports


def find_sentences(corpus: Corpus, supports: Iterable[Support]) -> frozenset[str]:
    """Return the sentences in which quotes stand, such as `1840:47.2#1`; a quote may span several."""
    quotes = [(support.ref, support.quote) for support in supports]
    sigla = {ref.partition(":")[0] for ref, _quote in quotes}
    return frozenset(
        f"{siglum}:{ident}#{number}"
        for siglum in sigla
        for ident, number in find_quoted_sentences(corpus.edition(siglum), quotes)
    )


def file_of(project: Project, siglum: str) -> Path:
    """Return the path of the committed evidence of a source."""
    return project.rules / "evidence" / f"{siglum}.json"


def load(project: Project, siglum: str) -> SourceEvidence | None:
    """Load the committed evidence of a source; None where there is none.

    Raises `CodexError` for another format.
    """
    return load_stamped(file_of(project, siglum), SourceEvidence, f"expected what is written: {RUN}")


def write(path: Path, found: SourceEvidence) -> None:
    """Write evidence as JSON, one statement to a line."""
    head, _, rest = msgspec.json.encode(found).decode().partition('"statements":[')
    path.parent.mkdir(exist_ok=True)
    write_text(path, f'{head}"statements":[' + rest.replace(f'["{path.stem}/', f'\n["{path.stem}/') + "\n")


def load_fresh(
    context: Context, siglum: str, claims: Iterable[CheckedClaim], games: Iterable[GameReport]
) -> SourceEvidence:
    """Load the committed evidence of a source; raise `CodexError` if it comes from other rules or claims."""
    path, project = file_of(context.corpus.project, siglum), context.corpus.project
    now = ResultStamp(algorithm=ALGORITHM, inputs=digest_inputs(context, siglum, claims, games))
    return stamps.load_fresh(path, SourceEvidence, RUN, lambda _found: now, project.relative(path))


def digest_inputs(context: Context, siglum: str, claims: Iterable[CheckedClaim], games: Iterable[GameReport]) -> str:
    """Return the digest of the inputs of a source's evidence: values, nearby values, and games and claims that read."""
    corpus, neighbours = context.corpus, load_nearby_values(context)
    values = [
        (
            each.id, value, each.grade, each.ref, each.entry.type, sorted(each.entry.words),
            each.other_reading.value if each.other_reading else None, sorted(find_sentences(corpus, each.supports)),
        )
        for each, value in context.rules(siglum).values()
    ]  # fmt: skip
    readers = [
        _list_claim_inputs(context, each)
        for each in claims
        if each.claim.era == siglum or any(era == siglum for era, _name in each.reads)
    ]
    played = [told for each in games for told in _list_game_inputs(context, each)] if siglum == ERA else []
    return digest([values, readers, played, neighbours])


def _list_claim_inputs(context: Context, checked: CheckedClaim) -> list[Any]:
    """Return all of a claim on which it depends whether it notices an altered value, as plain data for a digest.

    That is its record without prose, its verdict, the values it reads, and the sentences it is expected by.
    """
    claim = checked.claim
    asked = {name: it for name, it in msgspec.to_builtins(claim).items() if name not in _PROSE}
    open_ = bool(claim.undetermined), bool(claim.needs)
    read = [
        (era, name, context.read(Value(era, name)) if name in context.tables[era].effective else None)
        for era, name in sorted(checked.reads)
    ]
    where = sorted(find_sentences(context.corpus, find_expectation_quotes(claim, context)))
    return [asked, open_, checked.verdict, bool(checked.error), read, sorted(checked.read_directly), where]


def _list_game_inputs(context: Context, game: GameReport) -> Iterator[list[Any]]:
    """Yield for each level of a model game all on which it depends whether it notices an altered value, as plain data.

    That is its record as played, the names of the values it reads, the verdicts on its results, and its findings.
    """
    for level in LEVELS:
        if report := game.levels.get(level):
            found = track_game(context, game.name, level)
            yield [
                game.ref,
                level,
                dump_game(structs.replace(report.replay.game, stated=(), remarks=())),
                sorted(values_read(found)),
                sorted(values_read_directly(found)),
                [each.verdict for each in report.stated],
                [each.identity for each in report.findings],
            ]
