"""Witnesses of rule values: claims and model games, which run again under an altered rule and notice it or not."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.proof.claims.ledger import AGREEING, DIFFERING, compute, verdict
from tarock.proof.claims.registry import functions
from tarock.proof.games import ModelGames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tarock.corpus.editions import Corpus
    from tarock.game.koenigrufen_1840.model_games import Level
    from tarock.proof.claims.ledger import Checked, Claim
    from tarock.proof.context import Context, Read
    from tarock.proof.games import GameReport, LevelReport
    from tarock.rules.tables import Statement, Support

_LEVELS: tuple[Level, ...] = ("corrected", "conjectured")  # as printed, faults of the transcript stand in the way


class Weight(IntEnum):
    """How much it says that a witness notices an altered value."""

    NONE = 0  # it does not notice
    GUARD = 1  # a check of ours on ourselves: an error, our own score sheet, a result read in the value's own sentence
    TRIAL = 2  # a trial of ours
    AUTHOR = 3  # a printed result, a remark that is confirmed, the play of a printed game


class Witness(Value):
    """A claim, or a game at a level: what it reads, where its expectation stands, and what it notices.

    `sentences` are those that give the expectation (`1840:45.3#2`), or the model game that does (`1840:m3`).
    """

    name: str
    reads: frozenset[Read]
    sentences: frozenset[str]
    weight: Weight  # the most that it can say
    run: Callable[[Context], Weight]

    def most(self, of: frozenset[str]) -> Weight:
        """The most that it can say on a value that stands in these sentences: an author must be independent."""
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
            yield Witness(claim.id, checked.reads, where, weight_of(checked), partial(_claim, checked))
    for level in _LEVELS:
        for report in games:
            if level in report.levels:
                run = partial(_game, report.name, level, report.levels[level])
                with context.noting() as reads:
                    run(context)
                where = frozenset((report.ref,))
                yield Witness(f"{report.ref} as {level}", frozenset(reads), where, Weight.AUTHOR, run)


def expecting(claim: Claim, context: Context) -> tuple[Support, ...]:
    """The words that give the expectation: those of `from` if it stands there, else the quote, else all together."""
    for supports in (claim.origin, claim.supports[:1]):
        text = " | ".join(support.quote for support in supports)
        if supports and not context.expectations.unprinted(claim.expected, claim.derived, text):
            return supports
    return claim.supports


def weight_of(checked: Checked) -> Weight:
    """The most that a claim can say: a trial by arithmetic alone, or of a refusal, is no more than a guard."""
    if checked.claim.kind != "trial":
        return Weight.AUTHOR
    made = functions().get(checked.claim.compute)
    return Weight.TRIAL if made and not made.guard else Weight.GUARD


def _claim(checked: Checked, context: Context) -> Weight:
    computed, error = compute(checked.placed, context)
    if error:
        return Weight.GUARD
    return weight_of(checked) if verdict(checked.claim, computed) in DIFFERING else Weight.NONE


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
    """The sentences in which quotes stand, such as `1840:47.2#1`; a quote may stand in several."""
    found: set[str] = set()
    for support in supports:
        siglum, _, ident = support.ref.partition(":")
        edition = corpus.edition(siglum)
        unit, start = edition.passages[ident], 0
        begin = unit.text.find(support.quote)
        stop = begin + len(support.quote)
        for sentence in edition.sentences[ident]:
            start = unit.text.index(sentence.text, start)
            end = start + len(sentence.text)
            if start < stop and begin < end:
                found.add(sentence.ref)
            start = end
    return frozenset(found)


def stands_in(corpus: Corpus, statement: Statement) -> frozenset[str]:
    """The sentences that a value rests on."""
    return sentences(corpus, statement.supports)
