"""Measure the evidence of each rule value: alter it, rerun the games and claims that read it, and see which change.

    .venv/bin/python -m lab.evidence           # measure every source; fail where one differs from what is committed
    .venv/bin/python -m lab.evidence --write   # measure the sources whose committed evidence is stale, and commit it

The terms are explained in `tarock.robustness.coverage`. With `--every` all sources are written anew.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

from lab import comparison
from lab.nearby_values import list_nearby, list_nearby_and_beyond
from tarock.analysis.stamps import seal
from tarock.base.errors import CodexError
from tarock.base.project import find_project
from tarock.base.structs import Frozen
from tarock.base.terminal import print_error, show, show_progress
from tarock.claims.ledger import AGREEING, DIFFERING, CheckedClaim, compute, judge_claim
from tarock.claims.registry import FUNCTIONS
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.model_games import Level
from tarock.replay.context import Context, Read, values_read, values_read_directly
from tarock.replay.games import GameReport, LevelReport, ModelGames
from tarock.robustness.coverage import (
    ALGORITHM,
    LEVELS,
    AlteredRecord,
    AlteredValue,
    EvidenceRecord,
    SourceEvidence,
    StatementEvidence,
    Weight,
    digest_inputs,
    file_of,
    find_expectation_quotes,
    find_sentences,
    find_unread,
    load,
    load_fresh,
    write,
)
from tarock.robustness.nearby_values import load_nearby_values
from tarock.rules.assumptions import Assumption
from tarock.rules.ruleset import Value
from tarock.rules.tables import Statement


def measure(
    context: Context, claims: Iterable[CheckedClaim], games: Iterable[GameReport], sigla: Collection[str]
) -> list[StatementEvidence]:
    """Return the evidence for every statement of these sources, in the order of the tables, and show progress.

    Each value is altered to nearby values, and claims and games that read it are run again. `claims` and `games` are
    those computed from the context.
    """
    readers: dict[Read, list[Detector]] = {}
    for detector in list_detectors(context, claims, games):
        for read in detector.reads:
            readers.setdefault(read, []).append(detector)
    statements = [statement for siglum in sigla for statement in context.tables[siglum]]
    return [
        _measure_statement(context, s, readers.get((s.siglum, s.ident), []))
        for s in show_progress(statements, "coverage")
    ]


def _measure_statement(context: Context, statement: Statement, readers: list[Detector]) -> StatementEvidence:
    rule = context.tables[statement.siglum].effective.get(statement.ident)
    if not readers or (rule is not None and rule is not statement):
        return StatementEvidence(statement, (), ())
    where = find_sentences(context.corpus, statement.supports)
    read = (statement.siglum, statement.ident)
    ranked = sorted(((detector.max_weight(read, where), detector) for detector in readers), key=lambda pair: -pair[0])
    altered = tuple(
        _find_best_detection(value, ranked, context.fork({Value(statement.siglum, statement.ident): value}))
        for value in list_nearby(load_nearby_values(context), statement)
    )
    return StatementEvidence(statement, tuple(detector.name for detector in readers), altered)


def _find_best_detection(value: Any, ranked: list[tuple[Weight, Detector]], context: Context) -> AlteredValue:
    """Return the strongest detection of an altered value; the detectors that can say most are asked first."""
    best = AlteredValue(value, Weight.NONE, "")
    for most, detector in ranked:
        if most <= best.weight:
            break
        weight = min(detector.detect(context), most)
        if weight > best.weight:
            best = AlteredValue(value, weight, detector.name)
    return best


def find_blind(context: Context, claims: Iterable[CheckedClaim]) -> Iterator[CheckedClaim]:
    """Yield the claims that no altered value changes, of those that they read and their passage states, or we assume.

    A passage that only repeats another (`also`) is not counted: a claim on it may be about something else.
    """
    for checked in claims:
        rules, table = context.tables[checked.claim.era], load_nearby_values(context)
        own = [
            statement
            for statement in rules.by_passage.get(checked.claim.ref, ())
            if (statement.siglum, statement.ident) in checked.reads
            and rules.effective.get(statement.ident) is statement
        ]
        changes: list[tuple[Statement | Assumption, Any]] = [
            (statement, value) for statement in own for value in list_nearby_and_beyond(table, statement)
        ]
        for name, assumption in rules.assumed.by_name.items():
            if (rules.siglum, name) in checked.reads:
                changes += [(assumption, other.value) for other in assumption.record.other_readings]
        stated = any(statement.ref == checked.claim.ref for statement in own)
        if (
            stated
            and changes
            and not any(_changes_with(checked, statement, value, context) for statement, value in changes)
        ):
            yield checked


def _changes_with(checked: CheckedClaim, statement: Statement | Assumption, value: Any, context: Context) -> bool:
    try:
        computed, error = compute(checked.claim, context.fork({Value(statement.siglum, statement.ident): value}))
    except Exception:  # as in `Detector.detect`
        return True
    return bool(error) or computed != checked.computed


class Detector(Frozen):
    """A claim, or a game at a level, that may notice an altered value.

    Of the values in `reads`, those in `read_directly` are read by the claim function itself, not by the engine.
    `sentences` are those that give the expectation (`1840:45.3#2`), or the model game that does (`1840:m3`).
    """

    name: str
    reads: frozenset[Read]
    read_directly: frozenset[Read]
    sentences: frozenset[str]
    weight: Weight  # the most that it can say
    run: Callable[[Context], Weight]

    def max_weight(self, read: Read, of: frozenset[str]) -> Weight:
        """Return the most that this can say about a value that it reads; `of` are the sentences of the value.

        An author vouches for the value only with other sentences.
        """
        if read in self.read_directly:
            return Weight.CLAIM
        games = {sentence.partition(".")[0] for sentence in of}
        independent = self.sentences.isdisjoint(of) and self.sentences.isdisjoint(games)
        return self.weight if self.weight < Weight.AUTHOR or independent else Weight.GUARD

    def detect(self, context: Context) -> Weight:
        """Return how strongly this notices that the rules were altered; an error raised counts as a guard only."""
        try:
            return self.run(context)
        except Exception:  # under rules that never were, whatever is refused or breaks
            return Weight.GUARD


def list_detectors(context: Context, claims: Iterable[CheckedClaim], games: Iterable[GameReport]) -> Iterator[Detector]:
    """Yield a detector for each claim, then for each game and level."""
    for checked in claims:
        claim = checked.claim
        if claim.compute and not checked.error and checked.verdict in AGREEING:
            where = find_sentences(context.corpus, find_expectation_quotes(claim, context))
            # a trial by arithmetic alone, or of a refusal, is no more than a guard
            made = FUNCTIONS.get(claim.compute)
            trial = Weight.TRIAL if made and not made.is_guard else Weight.GUARD
            weight = trial if claim.expected_from == "ours" else Weight.AUTHOR
            yield Detector(
                claim.id, checked.reads, checked.read_directly, where, weight, partial(_weigh_claim, checked)
            )
    for level in LEVELS:
        for report in games:
            if level in report.levels:
                run = partial(_weigh_game, report.name, level, report.levels[level])
                found, where = context.track(run), frozenset((report.ref,))
                reads, direct = values_read(found), values_read_directly(found)
                yield Detector(f"{report.ref} as {level}", reads, direct, where, Weight.AUTHOR, run)


def _weigh_claim(checked: CheckedClaim, context: Context) -> Weight:
    computed, error = compute(checked.claim, context)
    if error:
        return Weight.GUARD
    return Weight.AUTHOR if judge_claim(checked.claim, computed) in DIFFERING else Weight.NONE


def _weigh_game(name: str, level: Level, before: LevelReport, context: Context) -> Weight:
    after = ModelGames(context).replay_level(name, level)
    more = _count_faults(after) - _count_faults(before)
    lost = any(
        old.verdict == "reproduced" and new.verdict == "not reproduced"
        for old, new in zip(before.stated, after.stated, strict=True)
    )
    if more or lost:
        return Weight.AUTHOR
    same = _count_faults(after) == _count_faults(before) and after.replay.sheet.totals == before.replay.sheet.totals
    return Weight.NONE if same else Weight.GUARD


def _count_faults(report: LevelReport) -> Counter[tuple[object, ...]]:
    """Count the findings of a game that are against the rules."""
    return Counter(finding.identity for finding in report.findings)


def measure_sources(codex: ComputedCodex, sigla: Collection[str]) -> Iterator[tuple[str, SourceEvidence]]:
    """Yield each of these sources with its evidence, measured now and stamped."""
    context, claims, games = codex.context, codex.checked_claims, codex.game_reports
    evidence = measure(context, claims, games, sigla)
    for siglum in sigla:
        own = [each for each in evidence if each.statement.siglum == siglum]
        readers = tuple(dict.fromkeys(name for each in own for name in each.read_by))
        place = {"": -1, **{name: number for number, name in enumerate(readers)}}
        statements = tuple(
            EvidenceRecord(
                each.statement.id,
                tuple(place[name] for name in each.read_by),
                tuple(AlteredRecord(it.value, it.weight, place[it.noticed_by]) for it in each.altered),
            )
            for each in own
        )
        of_source = [each for each in claims if each.claim.era == siglum]
        found = SourceEvidence(
            algorithm=ALGORITHM,
            inputs=digest_inputs(context, siglum, claims, games),
            readers=readers,
            statements=statements,
            blind=tuple(each.claim.id for each in find_blind(context, of_source)),
            unread=tuple(each.claim.id for each in find_unread(of_source)),
        )
        yield siglum, seal(found)


def main(codex: ComputedCodex, *, writing: bool, every: bool) -> int:
    """Measure the evidence, then write it or compare it; return the exit status, 1 where committed evidence differs."""
    codex = codex.without_copies
    sigla = [edition.siglum for edition in codex.corpus.editions()]
    if writing and not every:
        sigla = [siglum for siglum in sigla if _is_stale(codex, siglum)]
    differs = 0
    for siglum, found in measure_sources(codex, sigla):
        path = file_of(codex.project, siglum)
        if writing:
            write(path, found)
            show(f"{codex.project.relative(path)}: written")
        elif load(codex.project, siglum) != found:
            differs = 1
            print_error(f"{codex.project.relative(path)}: differs from what is measured now")
        else:
            show(f"{codex.project.relative(path)}: the same")
    return max(differs, comparison.commit(codex, writing=writing))


def _is_stale(codex: ComputedCodex, siglum: str) -> bool:
    try:
        load_fresh(codex.context, siglum, codex.checked_claims, codex.game_reports)
    except CodexError:
        return True
    return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write what is stale")
    parser.add_argument("--every", action="store_true", help="with --write: every source")
    options = parser.parse_args()
    sys.exit(main(ComputedCodex(find_project()), writing=options.write, every=options.every))
