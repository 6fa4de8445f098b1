"""The commands that say what holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.catalogue import say
from tarock.base.terminal import counted, paint, show, show_json
from tarock.cli.options import json_argument
from tarock.game.common.counting import show_thirds
from tarock.proof.claims.ledger import DIFFERING

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from tarock.proof.claims.ledger import Checked
    from tarock.proof.codex import Codex
    from tarock.proof.games import GameReport
    from tarock.proof.report import Report

LEFT_OUT = "its text is left out of this copy, because its rights are not clear: nothing of it was checked"


def check_arguments(parser: ArgumentParser) -> None:
    json_argument(parser)
    parser.set_defaults(run=check_project, examples=("", "--json"))


def check_project(options: Namespace, codex: Codex) -> int:
    """Check the project; 1 when something is found that is not recorded as known."""
    from tarock.proof.check import check

    report = check(codex)
    if options.json:
        show_json(report.json())
    else:
        for line in report_lines(report):
            show(line)
    return 1 if report.problems else 0


def report_lines(report: Report) -> Iterator[str]:
    """The lines of `tarock check`."""
    yield paint("Sources", "bold")
    for source in report.sources:
        if source.left_out:
            yield f"  {source.siglum}  edition {source.edition}  {paint(LEFT_OUT, 'yellow')}"
            continue
        lost = "" if source.completeness == "complete" else "  (a fragment: the rest is lost)"
        yield (
            f"  {source.siglum}  edition {source.edition}  {counted(source.passages, 'passage'):>13}  "
            f"{counted(source.emendations, 'emendation'):>15}{lost}"
        )
    yield paint("Spelling", "bold")
    for siglum, spelling in report.spelling.items():
        yield (
            f"  {siglum}  {counted(spelling.forms, 'word form'):>15}: {spelling.modern} modern, "
            f"{spelling.rules} by rules, {spelling.lexicon} by the lexicon, {spelling.doubtful} emended or doubtful, "
            f"{len(spelling.unexplained)} unexplained"
        )
    yield paint("English", "bold")
    for siglum, english in report.translations.items():
        yield (
            f"  {siglum}  {english.kind} {english.version}  {counted(english.units, 'unit'):>10}, "
            f"{counted(english.notes, 'note')}, {counted(english.allowed, 'recorded exception')}"
        )
    yield paint("Rules", "bold")
    for siglum, counts in report.statements.items():
        told = counts.sentences
        yield (
            f"  {siglum}  {counted(counts.statements, 'statement'):>15}; of {counted(told.sentences, 'sentence'):>13} "
            f"{told.encoded:>3} encoded, {told.claimed:>3} claimed, {told.exemplified:>3} in games, "
            f"{told.set_aside:>3} set aside, {len(told.unaccounted)} unaccounted for"
        )
        for found in counts.disagreements:
            readings = " / ".join(f"{r.value} ({r.ref})" for r in found.readings)
            yield f"        passages disagree on {found.key}: {readings}"
    yield from _game_lines(report.games)
    yield from _claim_lines(report.claims)
    for problem in report.problems:
        yield f"{paint('problem', 'red')}  {problem}"
    unchecked = ", ".join(source.siglum for source in report.sources if source.left_out)
    if report.problems:
        yield paint(counted(len(report.problems), "problem"), "red")
    elif unchecked:
        yield paint(f"all well that is here; not checked: the text, rules and claims of {unchecked}", "yellow")
    else:
        yield paint("all well", "green")


def _game_lines(games: list[GameReport]) -> Iterator[str]:
    """The model games: a line each, then the findings of each level."""
    yield paint("Model games", "bold")
    for game in games:
        corrected = game.levels["corrected"]
        stated = corrected.stated
        agree = sum(judged.verdict == "reproduced" for judged in stated)
        color = "green" if game.verdict.startswith("reproduced") else "red"
        counts = ", ".join(f"{len(report.findings)} as {level}" for level, report in game.levels.items())
        yield (
            f"  {game.name}  {show_thirds(corrected.replay.declarer_thirds):>6} points  "
            f"{agree}/{len(stated)} stated results  {paint(f'{game.verdict:<27}', color)} findings: {counts}"
        )
    for game in games:
        for level, report in game.levels.items():
            for finding in report.findings:
                where = f"trick {finding.trick}" if finding.trick else "before play"
                yield (
                    f"  {paint('finding', 'yellow')}  {game.name} as {level}, {where}: {say(finding.message)} "
                    f"[{finding.code}, {finding.ref or 'notation'}]"
                )
        if game.lines:
            kept = sum(line.declarer_thirds == game.levels["corrected"].replay.declarer_thirds for line in game.lines)
            yield (
                f"           {game.name}: {counted(len(game.lines), 'legal line')} with the same hands found, "
                f"{kept} with the same points"
            )


def _claim_lines(claims: list[Checked]) -> Iterator[str]:
    """The claims: how many of each verdict in each source, then those that do not agree."""
    yield paint("Claims", "bold")
    by_source: dict[str, Counter[str]] = {}
    for checked in claims:
        by_source.setdefault(checked.claim.ref.partition(":")[0], Counter())[checked.verdict] += 1
    for siglum, verdicts in sorted(by_source.items()):
        counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        yield f"  {siglum}  {counted(verdicts.total(), 'claim'):>11}: {counts}"
    for checked in claims:
        if checked.verdict in (*DIFFERING, "undetermined"):
            yield (
                f"  {paint(checked.verdict, 'yellow')}  {checked.claim.ref}: {checked.claim.says} "
                f"Expected {checked.claim.expected}, computed {checked.computed}. {checked.claim.known}"
            )


def affected_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("sources", nargs="*", metavar="SIGLUM", help="only these sources (default: all)")
    parser.set_defaults(run=list_affected, examples=("", "1840"))


def list_affected(options: Namespace, codex: Codex) -> int:
    """List what rests on each changed passage; 1 when the check finds something wrong with any of it."""
    from tarock.proof.impact import changed_passages

    sigla = options.sources or [edition.siglum for edition in codex.corpus.editions()]
    changed = changed_passages(codex, sigla)
    broken = 0
    told = {
        "changed": "changed since edition {}",
        "new": "new in edition {}",
        "named": "has an id since edition {}; the words are the same",
    }
    for passage in changed:
        show(f"{paint(passage.ref, 'cyan')}  {told[passage.how].format(passage.since)}")
        for dependent in passage.dependents:
            state = paint("broken", "red") if dependent.problems else paint("holds", "green")
            show(f"  {state}  {dependent.kind} {dependent.name}  [{dependent.place}]")
            for problem in dependent.problems:
                show(f"          {problem.code}: {problem.message}")
        broken += sum(bool(dependent.problems) for dependent in passage.dependents)
    resting = sum(len(passage.dependents) for passage in changed)
    what = "rules, claims, games and translations"
    counts: Counter[str] = Counter(passage.how for passage in changed)
    new = "".join(
        f"; {words}: {counts[how]}" for how, words in (("new", "new ones"), ("named", "new ids")) if counts[how]
    )
    show(f"changed passages: {counts['changed']}{new}; {what} that rest on them: {resting}; broken: {broken}")
    return 1 if broken else 0
