"""What holds each rule value beside its quote: the committed evidence, and what it was measured from.

`lab.evidence` replaces each value that a claim or a model game reads by its neighbours (`tarock.proof.neighbours`), and
runs what reads it again. A value is *vouched for* when an author notices every neighbour in another sentence than the
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

from tarock.analysis.stamps import Stamp, content_of, decoded, digest, stale_reason
from tarock.base.errors import CodexError
from tarock.base.files import write_text
from tarock.base.project import Project
from tarock.base.structs import Frozen, Record
from tarock.corpus.editions import Corpus
from tarock.game.koenigrufen_1840.model_games import ERA, Level
from tarock.game.koenigrufen_1840.record import dump_game
from tarock.proof.claims.ledger import Checked, Claim
from tarock.proof.context import Context
from tarock.proof.games import GameReport, ModelGames
from tarock.rules.accounting import find_quoted_sentences
from tarock.rules.tables import Statement, Support

ALGORITHM = 1  # raise it when a value may be held otherwise; `tarock.analysis.stamps`
RUN = "run `.venv/bin/python -m lab.evidence --write`"
# how well a value is held, the best first
HOLDS = ("vouched for", "in part", "tried", "guarded", "read by a claim only", "quoted only")
LEVELS: tuple[Level, ...] = ("corrected", "conjectured")  # as transcribed, faults in the text are in the way
_PROSE = ("says", "note", "known", "undetermined", "needs")  # of a claim: what only people read


class Weight(IntEnum):
    """How much it says that a witness notices an altered value."""

    NONE = 0  # it does not notice
    CLAIM = 1  # a claim that reads the value itself
    GUARD = 2  # a check of ours on ourselves: an error, our own score sheet, a result read in the value's own sentence
    TRIAL = 3  # a trial of ours, or a sum of ours that no author states
    AUTHOR = 4  # a stated result, a remark that is confirmed, the play of a model game


class Altered(Frozen):
    """A neighbour of a value, and the witness that says most about it; none when nobody notices."""

    value: Any
    weight: Weight
    noticed_by: str


class Evidence(Frozen):
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


class Detected(Record, array_like=True):
    """A neighbour as it is committed; `reader` is the place of who notices it in `readers`, -1 for nobody."""

    value: Any
    weight: int
    reader: int


class Held(Record, array_like=True):
    """What holds a statement as it is committed; `read_by` are places in `readers`."""

    id: str
    read_by: tuple[int, ...]
    altered: tuple[Detected, ...]


class SourceEvidence(Stamp, kw_only=True):
    """The committed evidence of a source, with what it comes from; `blind` and `unread` are ids of claims."""

    readers: tuple[str, ...]
    statements: tuple[Held, ...]
    blind: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    def of(self, statements: Iterable[Statement]) -> list[Evidence]:
        """Return the evidence of the statements, which are those that were measured."""
        return [
            Evidence(
                statement,
                tuple(self.readers[place] for place in held.read_by),
                tuple(
                    Altered(each.value, Weight(each.weight), self.readers[each.reader] if each.reader >= 0 else "")
                    for each in held.altered
                ),
            )
            for statement, held in zip(statements, self.statements, strict=True)
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


def evidence_json(evidence: Evidence) -> EvidenceJson:
    """The entry of `coverage --json`."""
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


def unread(claims: Iterable[Checked]) -> list[Checked]:
    """Claims that are computed and read no rule value."""
    return [checked for checked in claims if checked.claim.compute and not checked.reads and not checked.error]


def shares(evidence: Iterable[Evidence]) -> dict[str, Counter[str]]:
    """How many statements of each era are held in which way."""
    counted: dict[str, Counter[str]] = {}
    for found in evidence:
        counted.setdefault(found.statement.siglum, Counter())[found.hold] += 1
    return counted


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


def sentences(corpus: Corpus, supports: Iterable[Support]) -> frozenset[str]:
    """The sentences in which quotes stand, such as `1840:47.2#1`; a quote may be in several."""
    quotes = [(support.ref, support.quote) for support in supports]
    sigla = {ref.partition(":")[0] for ref, _quote in quotes}
    return frozenset(
        f"{siglum}:{ident}#{number}"
        for siglum in sigla
        for ident, number in find_quoted_sentences(corpus.edition(siglum), quotes)
    )


def file_of(project: Project, siglum: str) -> Path:
    """Return where the evidence of a source is committed."""
    return project.rules / "evidence" / f"{siglum}.json"


def load(project: Project, siglum: str) -> SourceEvidence | None:
    """Return the evidence of a source; None where there is none; raises `CodexError` for another format."""
    return decoded(file_of(project, siglum), SourceEvidence, f"expected what is written: {RUN}")


def write(path: Path, found: SourceEvidence) -> None:
    """Write evidence, a statement to a line."""
    head, _, rest = msgspec.json.encode(found).decode().partition('"statements":[')
    path.parent.mkdir(exist_ok=True)
    write_text(path, f'{head}"statements":[' + rest.replace(f'["{path.stem}/', f'\n["{path.stem}/') + "\n")


def fresh(context: Context, siglum: str, claims: Iterable[Checked], games: Iterable[GameReport]) -> SourceEvidence:
    """Return the committed evidence of a source; raises `CodexError` where it is not that of these rules and claims."""
    found = load(context.corpus.project, siglum)
    fault = "there is no committed result"
    if found:
        fault = stale_reason(found, ALGORITHM, inputs_of(context, siglum, claims, games), content_of(found))
    if found is None or fault:
        project = context.corpus.project
        raise CodexError(fault, RUN, file=project.relative(file_of(project, siglum)))
    return found


def inputs_of(context: Context, siglum: str, claims: Iterable[Checked], games: Iterable[GameReport]) -> str:
    """Return the digest of what the evidence of a source comes from: its values, who reads them, their neighbours."""
    corpus, neighbours = context.corpus, context.neighbours
    values = [
        (
            each.id, each.value, each.grade, each.ref, each.entry.type, sorted(each.entry.words),
            each.other_reading.value if each.other_reading else None, sorted(sentences(corpus, each.supports)),
        )
        for each in context.tables[siglum]
    ]  # fmt: skip
    readers = [
        _claim_inputs(context, each)
        for each in claims
        if each.claim.era == siglum or any(era == siglum for era, _name in each.reads)
    ]
    played = [told for each in games for told in _game_inputs(context, each)] if siglum == ERA else []
    return digest([values, readers, played, neighbours])


def _claim_inputs(context: Context, checked: Checked) -> list[Any]:
    """Return what a claim says of altered values: what it asks, what it reads, and its verdict."""
    claim = checked.claim
    asked = {name: it for name, it in msgspec.to_builtins(claim).items() if name not in _PROSE}
    open_ = bool(claim.undetermined), bool(claim.needs)
    read = [
        (era, name, context.tables[era].effective[name].value if name in context.tables[era].effective else None)
        for era, name in sorted(checked.reads)
    ]
    where = sorted(sentences(context.corpus, expecting(claim, context)))
    return [asked, open_, checked.verdict, bool(checked.error), read, sorted(checked.own), where]


def _game_inputs(context: Context, game: GameReport) -> Iterator[list[Any]]:
    """Yield for each level what a model game says of altered values: its play, what it reads, verdicts, faults."""
    for level in LEVELS:
        if report := game.levels.get(level):
            with context.noting() as noted:
                ModelGames(context).level(game.name, level)
            yield [
                game.ref,
                level,
                dump_game(structs.replace(report.replay.game, stated=(), remarks=())),
                sorted(noted.reads),
                sorted(noted.own),
                [each.verdict for each in report.stated],
                [each.where for each in report.findings],
            ]
