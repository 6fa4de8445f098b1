"""Evidence coverage: which witness notices when a rule value is altered?

Each value that a claim or a model game reads is replaced by its neighbours (`tarock.proof.neighbours`), and what reads
it runs again. A value is *vouched for* when an author notices every neighbour in another sentence than the value's
own: by his stated result, his confirmed remark, the play of a model game; *in part* when he notices some. It is
*tried* when a trial of ours notices one, *guarded* when only a check on ourselves does. All these must come to the
value by way of the engine: what only a claim notices that reads the value itself is *read by a claim only*. Otherwise
it is *quoted only*: its quote, and the number in it, are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import partial
from typing import Any

from tarock.base.structs import Record, Value
from tarock.base.terminal import progress
from tarock.corpus.editions import Corpus
from tarock.game.koenigrufen_1840.model_games import Level
from tarock.proof.claims.ledger import AGREEING, DIFFERING, Checked, Claim, compute, verdict
from tarock.proof.claims.registry import FUNCTIONS
from tarock.proof.context import Context, Read
from tarock.proof.games import GameReport, LevelReport, ModelGames
from tarock.rules.accounting import quoted_sentences
from tarock.rules.tables import Statement, Support

# how well a value is held, the best first
HOLDS = ("vouched for", "in part", "tried", "guarded", "read by a claim only", "quoted only")
_LEVELS: tuple[Level, ...] = ("corrected", "conjectured")  # as transcribed, faults in the text are in the way


class Weight(IntEnum):
    """How much it says that a witness notices an altered value."""

    NONE = 0  # it does not notice
    CLAIM = 1  # a claim that reads the value itself
    GUARD = 2  # a check of ours on ourselves: an error, our own score sheet, a result read in the value's own sentence
    TRIAL = 3  # a trial of ours, or a sum of ours that no author states
    AUTHOR = 4  # a stated result, a remark that is confirmed, the play of a model game


class Altered(Value):
    """A neighbour of a value, and the witness that says most about it; none when nobody notices."""

    value: Any
    weight: Weight
    noticed_by: str


class Evidence(Value):
    """What a statement rests on beside its quote: the games and claims that read it, and what they notice.

    `altered` has a record for every neighbour of the value, if anything reads it.
    """

    statement: Statement
    read_by: tuple[str, ...]
    altered: tuple[Altered, ...]

    @property
    def best(self) -> Altered:
        """The neighbour that is noticed best; where there is none, one that nobody notices."""
        return max(self.altered, key=lambda altered: altered.weight, default=Altered(None, Weight.NONE, ""))

    @property
    def hold(self) -> str:
        """How well it is held: one of `HOLDS`."""
        if self.best.weight == Weight.AUTHOR:
            return HOLDS[self.vouched < len(self.altered)]
        return HOLDS[1 + Weight.AUTHOR - self.best.weight]

    @property
    def vouched(self) -> int:
        """How many of the neighbours an author notices."""
        return sum(altered.weight == Weight.AUTHOR for altered in self.altered)

    @property
    def extent(self) -> str:
        """How it is held, and of how many neighbours an author notices how many: `in part, 1 of 2`."""
        return f"{self.hold}, {self.vouched} of {len(self.altered)}" if self.hold == HOLDS[1] else self.hold

    @property
    def unnoticed(self) -> tuple[Any, ...]:
        """The neighbours that nobody notices."""
        return tuple(altered.value for altered in self.altered if not altered.weight)


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


def evidence_json(evidence: Evidence) -> EvidenceJson:
    """The entry of `coverage --json`."""
    statement, best = evidence.statement, evidence.best
    return EvidenceJson.like(
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
    where = sentences(context.corpus, statement.supports)
    read = (statement.siglum, statement.ident)
    ranked = sorted(((witness.most(read, where), witness) for witness in readers), key=lambda pair: -pair[0])
    altered = tuple(
        _noticed(value, ranked, context.altered(statement.siglum, {statement.ident: value}))
        for value in context.neighbours.of(statement)
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
    """Claims that do not move, whichever value that their computation reads and their passage states is altered.

    Where the passage only says again what another states (`also`), a claim may be about something else.
    """
    for checked in claims:
        table = context.tables[checked.claim.era]
        own = [
            statement
            for statement in table.by_passage.get(checked.claim.ref, ())
            if (statement.siglum, statement.ident) in checked.reads and table.held.get(statement.ident) is statement
        ]
        changes = [(statement, value) for statement in own for value in context.neighbours.and_beyond(statement)]
        stated = any(statement.ref == checked.claim.ref for statement in own)
        if stated and changes and not any(_moves(checked, statement, value, context) for statement, value in changes):
            yield checked


def _moves(checked: Checked, statement: Statement, value: Any, context: Context) -> bool:
    try:
        computed, error = compute(checked.claim, context.altered(statement.siglum, {statement.ident: value}))
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


class Witness(Value):
    """A claim, or a game at a level: what it reads, where its expectation stands, and what it notices.

    Of what it reads it reads `own` itself, not by way of the engine. `sentences` are those that give the expectation
    (`1840:45.3#2`), or the model game that does (`1840:m3`).
    """

    name: str
    reads: frozenset[Read]
    own: frozenset[Read]
    sentences: frozenset[str]
    weight: Weight  # the most that it can say
    run: Callable[[Context], Weight]

    def most(self, read: Read, of: frozenset[str]) -> Weight:
        """The most that it can say on a value that it reads, in these sentences: an author must be independent."""
        if read in self.own:
            return Weight.CLAIM
        games = {sentence.partition(".")[0] for sentence in of}
        independent = self.sentences.isdisjoint(of) and self.sentences.isdisjoint(games)
        return self.weight if self.weight < Weight.AUTHOR or independent else Weight.GUARD

    def notices(self, context: Context) -> Weight:
        """How much it notices under the rules of a context; an error is no verdict, but a guard."""
        try:
            return self.run(context)
        except Exception:  # under rules that never were, whatever is refused or breaks
            return Weight.GUARD


def witnesses(context: Context, claims: Iterable[Checked], games: Iterable[GameReport]) -> Iterator[Witness]:
    """All witnesses, claims first: they are quick. `claims` and `games` are those computed from the context."""
    for checked in claims:
        claim = checked.claim
        if claim.compute and not checked.error and checked.verdict in AGREEING:
            where = sentences(context.corpus, expecting(claim, context))
            # a trial by arithmetic alone, or of a refusal, is no more than a guard
            made = FUNCTIONS.get(claim.compute)
            trial = Weight.TRIAL if made and not made.guard else Weight.GUARD
            weight = trial if claim.expected_from == "ours" else Weight.AUTHOR
            yield Witness(claim.id, checked.reads, checked.own, where, weight, partial(_claim, checked))
    for level in _LEVELS:
        for report in games:
            if level in report.levels:
                run = partial(_game, report.name, level, report.levels[level])
                with context.noting() as noted:
                    run(context)
                where, reads = frozenset((report.ref,)), frozenset(noted.reads)
                yield Witness(f"{report.ref} as {level}", reads, frozenset(noted.own), where, Weight.AUTHOR, run)


def expecting(claim: Claim, context: Context) -> tuple[Support, ...]:
    """The words that give the expectation: those of `from` if it is there, else the quote, else all together.

    A yes among other things that are expected is said by no single word: then all together give it.
    """
    if isinstance(claim.expected, dict) and any(value is True for value in claim.expected.values()):
        return claim.supports
    for supports in (claim.origin, claim.supports[:1]):
        text = " | ".join(support.quote for support in supports)
        if supports and not context.expectations.unprinted(claim.expected, claim.derived, text):
            return supports
    return claim.supports


def _claim(checked: Checked, context: Context) -> Weight:
    computed, error = compute(checked.claim, context)
    if error:
        return Weight.GUARD
    return Weight.AUTHOR if verdict(checked.claim, computed) in DIFFERING else Weight.NONE


def _game(name: str, level: Level, before: LevelReport, context: Context) -> Weight:
    after = ModelGames(context).level(name, level)
    more = _faults(after) - _faults(before)
    lost = any(
        old.verdict == "reproduced" and new.verdict == "not reproduced"
        for old, new in zip(before.stated, after.stated, strict=True)
    )
    if more or lost:
        return Weight.AUTHOR
    same = _faults(after) == _faults(before) and after.replay.sheet.totals == before.replay.sheet.totals
    return Weight.NONE if same else Weight.GUARD


def _faults(report: LevelReport) -> Counter[tuple[object, ...]]:
    """What goes against the rules in a game."""
    return Counter(finding.where for finding in report.findings)


def sentences(corpus: Corpus, supports: Iterable[Support]) -> frozenset[str]:
    """The sentences in which quotes stand, such as `1840:47.2#1`; a quote may be in several."""
    quotes = [(support.ref, support.quote) for support in supports]
    sigla = {ref.partition(":")[0] for ref, _quote in quotes}
    return frozenset(
        f"{siglum}:{ident}#{number}"
        for siglum in sigla
        for ident, number in quoted_sentences(corpus.edition(siglum), quotes)
    )
