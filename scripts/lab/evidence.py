"""Measure what holds each rule value: alter it, run what reads it again, and see who notices.

    .venv/bin/python -m lab.evidence           # measure every source; fail where one differs from what is committed
    .venv/bin/python -m lab.evidence --write   # measure the sources whose committed evidence is stale, and commit it

What the words mean: `tarock.proof.coverage`. With `--every` all sources are written anew.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

from lab.neighbours import neighbours_and_beyond, neighbours_of
from tarock.analysis.stamps import sealed
from tarock.base.errors import CodexError
from tarock.base.project import find_project
from tarock.base.structs import Frozen
from tarock.base.terminal import print_error, show, show_progress
from tarock.game.koenigrufen_1840.model_games import Level
from tarock.proof.claims.ledger import AGREEING, DIFFERING, Checked, compute, verdict
from tarock.proof.claims.registry import FUNCTIONS
from tarock.proof.codex import Codex
from tarock.proof.context import Context, Read
from tarock.proof.coverage import (
    ALGORITHM,
    LEVELS,
    Altered,
    Detected,
    Evidence,
    Held,
    SourceEvidence,
    Weight,
    expecting,
    file_of,
    fresh,
    inputs_of,
    load,
    sentences,
    unread,
    write,
)
from tarock.proof.games import GameReport, LevelReport, ModelGames
from tarock.rules.tables import Statement


def measure(
    context: Context, claims: Iterable[Checked], games: Iterable[GameReport], sigla: Collection[str]
) -> list[Evidence]:
    """Return the evidence for every statement of these sources, in the order of the tables; shows progress.

    `claims` and `games` are those computed from the context.
    """
    readers: dict[Read, list[Witness]] = {}
    for witness in witnesses(context, claims, games):
        for read in witness.reads:
            readers.setdefault(read, []).append(witness)
    statements = [statement for siglum in sigla for statement in context.tables[siglum]]
    return [_evidence(context, s, readers.get((s.siglum, s.ident), [])) for s in show_progress(statements, "coverage")]


def _evidence(context: Context, statement: Statement, readers: list[Witness]) -> Evidence:
    rule = context.tables[statement.siglum].effective.get(statement.ident)
    if not readers or (rule is not None and rule is not statement):
        return Evidence(statement, (), ())
    where = sentences(context.corpus, statement.supports)
    read = (statement.siglum, statement.ident)
    ranked = sorted(((witness.most(read, where), witness) for witness in readers), key=lambda pair: -pair[0])
    altered = tuple(
        _noticed(value, ranked, context.altered(statement.siglum, {statement.ident: value}))
        for value in neighbours_of(context.neighbours, statement)
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
        rules = context.tables[checked.claim.era]
        own = [
            statement
            for statement in rules.by_passage.get(checked.claim.ref, ())
            if (statement.siglum, statement.ident) in checked.reads
            and rules.effective.get(statement.ident) is statement
        ]
        changes = [
            (statement, value) for statement in own for value in neighbours_and_beyond(context.neighbours, statement)
        ]
        stated = any(statement.ref == checked.claim.ref for statement in own)
        if stated and changes and not any(_moves(checked, statement, value, context) for statement, value in changes):
            yield checked


def _moves(checked: Checked, statement: Statement, value: Any, context: Context) -> bool:
    try:
        computed, error = compute(checked.claim, context.altered(statement.siglum, {statement.ident: value}))
    except Exception:  # as in `Witness.notices`
        return True
    return bool(error) or computed != checked.computed


class Witness(Frozen):
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
    for level in LEVELS:
        for report in games:
            if level in report.levels:
                run = partial(_game, report.name, level, report.levels[level])
                with context.noting() as noted:
                    run(context)
                where, reads = frozenset((report.ref,)), frozenset(noted.reads)
                yield Witness(f"{report.ref} as {level}", reads, frozenset(noted.own), where, Weight.AUTHOR, run)


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


def measured(codex: Codex, sigla: Collection[str]) -> Iterator[tuple[str, SourceEvidence]]:
    """Yield each of these sources with its evidence, measured now and stamped."""
    context, claims, games = codex.context, codex.checked_claims, codex.game_reports
    evidence = measure(context, claims, games, sigla)
    for siglum in sigla:
        own = [each for each in evidence if each.statement.siglum == siglum]
        readers = tuple(dict.fromkeys(name for each in own for name in each.read_by))
        place = {"": -1, **{name: number for number, name in enumerate(readers)}}
        statements = tuple(
            Held(
                each.statement.id,
                tuple(place[name] for name in each.read_by),
                tuple(Detected(it.value, it.weight, place[it.noticed_by]) for it in each.altered),
            )
            for each in own
        )
        of_source = [each for each in claims if each.claim.era == siglum]
        found = SourceEvidence(
            algorithm=ALGORITHM,
            inputs=inputs_of(context, siglum, claims, games),
            readers=readers,
            statements=statements,
            blind=tuple(each.claim.id for each in blind(context, of_source)),
            unread=tuple(each.claim.id for each in unread(of_source)),
        )
        yield siglum, sealed(found)


def main(codex: Codex, *, writing: bool, every: bool) -> int:
    """Measure, then write or compare; return 1 where something committed differs."""
    codex = codex.by_editions
    sigla = [edition.siglum for edition in codex.corpus.editions()]
    if writing and not every:
        sigla = [siglum for siglum in sigla if _is_stale(codex, siglum)]
    differs = 0
    for siglum, found in measured(codex, sigla):
        path = file_of(codex.project, siglum)
        if writing:
            write(path, found)
            show(f"{codex.project.relative(path)}: written")
        elif load(codex.project, siglum) != found:
            differs = 1
            print_error(f"{codex.project.relative(path)}: differs from what is measured now")
        else:
            show(f"{codex.project.relative(path)}: the same")
    return differs


def _is_stale(codex: Codex, siglum: str) -> bool:
    try:
        fresh(codex.context, siglum, codex.checked_claims, codex.game_reports)
    except CodexError:
        return True
    return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write what is stale")
    parser.add_argument("--every", action="store_true", help="with --write: every source")
    options = parser.parse_args()
    sys.exit(main(Codex(find_project()), writing=options.write, every=options.every))
