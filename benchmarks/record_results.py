"""Write everything that is computed of claims and games as JSON, to compare two checkouts of the program.

    python -m benchmarks.record_results FILE [PART ...]

Parts: `results` (each claim, each game at each level and each score file of the examples: result, values read, open
points met, how far it stands; what the prints would decide), `evidence` (who notices which altered value), `altered`
(by each altered value the result of all that reads it).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from lab.evidence import find_blind, list_detectors, measure
from lab.nearby_values import list_nearby_and_beyond
from tarock.base import yamlio
from tarock.base.project import find_project
from tarock.base.session import Computed
from tarock.base.terminal import show_progress
from tarock.base.wording import format_message
from tarock.claims.ledger import compute, judge_claim
from tarock.codex import ComputedCodex
from tarock.replay.context import Context, Read, games_read, open_points, values_read, values_read_directly
from tarock.replay.games import ModelGames
from tarock.robustness.analysis import analyse_claims, analyse_games, analyse_score_file, summarize_replay
from tarock.robustness.coverage import find_unread
from tarock.robustness.nearby_values import load_nearby_values
from tarock.rules.ruleset import Value


def make_plain(value: object) -> Any:
    """Return a value as JSON has it."""
    return json.loads(msgspec.json.encode(value, enc_hook=format_message))


def replay(name: str, level: Any, context: Context) -> dict[str, Any]:
    """Return what a game comes to at a level."""
    report = ModelGames(context).replay_level(name, level)
    return {
        **summarize_replay(report),
        "findings": [list(map(str, finding.identity)) for finding in report.findings],
        "judged": [[stated.what, stated.expected, stated.computed, stated.verdict] for stated in report.stated],
        "winners": list(report.replay.winners),
    }


def attempt(run: Callable[[Context], Any], context: Context) -> Any:
    """Return a result as JSON has it, or the error."""
    try:
        return make_plain(run(context))
    except Exception as error:  # by rules that never were, whatever is refused or breaks
        return f"{type(error).__name__}: {error}"


def list_dependencies(found: Computed) -> dict[str, Any]:
    """Return what a result has read and met."""
    return {
        "reads": sorted(map(list, values_read(found))),
        "read_directly": sorted(map(list, values_read_directly(found))),
        "games": sorted(games_read(found)),
        "open_points": sorted(
            [choice.era, choice.name, *map(format_message, (point.what, point.taken, point.other)), point.ref, varied]
            for choice, point, varied in open_points(found)
        ),
    }


def record_results(codex: ComputedCodex) -> dict[str, Any]:
    """Return the results, and how far they stand."""
    context, results = codex.context, dict[str, Any]()
    for located in codex.claims:
        if located.record.compute:
            found = context.track(partial(compute, located.record))
            computed, error = found.unwrap()
            verdict = judge_claim(located.record, computed)
            results[located.record.id] = make_plain([computed, error, verdict]), list_dependencies(found)
    for report in codex.game_reports:
        results[report.ref] = make_plain([report.verdict, report.stands, report.lines])
        for level in report.levels:
            found = context.track(partial(attempt, partial(replay, report.name, level)))
            results[f"{report.ref} as {level}"] = found.unwrap(), list_dependencies(found)
    analysis = codex.robustness_analysis
    robustness = {**analyse_claims(analysis, codex.checked_claims), **analyse_games(analysis, codex.game_reports)}
    for path in sorted((codex.project.corpus / "examples").glob("score-*.yaml")):
        document = yamlio.load(path)
        robustness[path.name] = analyse_score_file(analysis, str(document.data["era"]), document)
    undecided = {
        siglum: [[each.point, each.price] for each in found] for siglum, found in codex.undecided_points.items()
    }
    return {
        "results": results,
        "robustness": make_plain(robustness),
        "undecided": make_plain(undecided),
        "places": make_plain(codex.find_places()),
    }


def record_evidence(codex: ComputedCodex) -> dict[str, Any]:
    """Return who notices which altered value."""
    context, claims, games = codex.context, codex.checked_claims, codex.game_reports
    return {
        "detectors": [
            [each.name, sorted(each.reads), sorted(each.read_directly), sorted(each.sentences), each.weight]
            for each in list_detectors(context, claims, games)
        ],
        "evidence": {
            each.statement.id: make_plain([each.read_by, each.altered])
            for each in measure(context, claims, games, [*codex.tables])
        },
        "blind": [each.claim.id for each in find_blind(context, claims)],
        "unread": [each.claim.id for each in find_unread(claims)],
    }


def record_altered(codex: ComputedCodex) -> dict[str, Any]:
    """Return by each altered value digests of what all that reads it comes to."""
    context, readers = codex.context, dict[Read, dict[str, Callable[[Context], Any]]]()
    for name, reads, run in _list_readers(codex):
        for read in reads:
            readers.setdefault(read, {})[name] = run
    found: dict[str, Any] = {}
    statements = [each for table in codex.tables.values() for each in table]
    for statement in show_progress(statements, "altered"):
        mine = readers.get((statement.siglum, statement.ident), {})
        held = codex.tables[statement.siglum].effective.get(statement.ident, statement) is statement
        for value in list_nearby_and_beyond(load_nearby_values(context), statement) if mine and held else ():
            other = context.fork({Value(statement.siglum, statement.ident): value})
            found[f"{statement.id} = {json.dumps(make_plain(value))}"] = {
                name: hashlib.sha256(json.dumps(attempt(run, other), sort_keys=True).encode()).hexdigest()[:12]
                for name, run in mine.items()
            }
    return found


def _list_readers(codex: ComputedCodex) -> Iterator[tuple[str, frozenset[Read], Callable[[Context], Any]]]:
    for checked in codex.checked_claims:
        yield checked.claim.id, checked.reads, partial(compute, checked.claim)
    for report in codex.game_reports:
        for level in report.levels:
            run = partial(replay, report.name, level)
            yield f"{report.ref} as {level}", values_read(codex.context.track(partial(attempt, run))), run


PARTS = {"results": record_results, "evidence": record_evidence, "altered": record_altered}


def main() -> None:
    """Write the parts that are asked for, by default all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS])
    options = parser.parse_args()
    codex = ComputedCodex(find_project())
    found = {part: PARTS[part](codex) for part in options.parts or PARTS}
    options.file.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
