"""The commands that say what holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.catalogue import say
from tarock.base.terminal import counted, paint, show, show_json
from tarock.cli.options import json_argument
from tarock.game.common.counting import show_thirds
from tarock.proof.claims.ledger import AGREEING, DIFFERING
from tarock.proof.claims.told import told

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from tarock.proof.claims.ledger import Checked
    from tarock.proof.codex import Codex
    from tarock.proof.games import GameReport
    from tarock.proof.report import Report

LEFT_OUT = (
    "not checkable here: its text is left out of this copy, because its rights are not clear; nothing of it was checked"
)


def check_arguments(parser: ArgumentParser) -> None:
    json_argument(parser)
    parser.set_defaults(run=check_project, examples=("", "--json"))


def check_project(options: Namespace, codex: Codex) -> int:
    """Check the project; 1 when something is found that is not recorded as known."""
    from tarock.proof.check import check

    report = check(codex)
    if options.json:
        show_json(report.json(codex.footings if report.games else {}))
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
        if source.not_checkable:
            absent = f"not checkable here: the words of {', '.join(source.not_checkable)} are left out of this copy"
            yield f"        {paint(absent, 'yellow')}"
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
    yield from _game_lines(report.games, report.claims)
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


def _game_lines(games: list[GameReport], claims: list[Checked]) -> Iterator[str]:
    """The model games: a line each, then the findings of each level."""
    yield paint("Model games", "bold")
    for game in games:
        corrected = game.levels["corrected"]
        stated = corrected.stated
        judged = [each.report.stated for each in game.mended] or [stated]  # as played, or by every line that mends it
        agreeing = [sum(each.verdict == "reproduced" for each in results) for results in judged]
        agree = f"{min(agreeing)}" + (f" to {max(agreeing)}" if len({*agreeing}) > 1 else "")
        titles = [each.verdict for each in claims if each.claim.ref.startswith(f"{game.ref}.titel")]
        title = next((f", title {verdict}" for verdict in titles if verdict not in AGREEING), "")
        color = "green" if game.verdict.startswith("reproduced") else "red"
        counts = ", ".join(f"{len(report.findings)} as {level}" for level, report in game.levels.items())
        yield (
            f"  {game.name}  {show_thirds(corrected.replay.declarer_thirds):>6} points  "
            f"{agree}/{len(stated)} stated results{title}  {paint(f'{game.verdict:<27}', color)} findings: {counts}"
            f"{'  by what a copy has' if game.seen else ''}"
        )
    for game in games:
        for level, report in game.levels.items():
            for finding in report.findings:
                where = f"trick {finding.trick}" if finding.trick else "before play"
                yield (
                    f"  {paint('finding', 'yellow')}  {game.name} as {level}, {where}: {say(finding.message)} "
                    f"[{finding.code}, {finding.ref or 'notation'}]"
                )
        if lines := game.lines.fewest:
            same, found = game.lines.same_points(game.levels["corrected"].replay.declarer_thirds), len(lines)
            yield (
                f"           {game.name}: {counted(found, 'legal line')} with {len(lines[0].changed)} cards changed "
                f"({same} with the same points), of {game.lines.total:,} with the same hands and winners "
                f"({game.lines.total_same_points:,})"
            )
            yield (
                f"           {game.name}: the stated results stand under {game.stands} of {len(game.mended)} that are "
                "as good as any other"
            )


def _claim_lines(claims: list[Checked]) -> Iterator[str]:
    """The claims: how many of each verdict in each source, then those that do not agree."""
    yield paint("Claims", "bold")
    by_source: dict[str, Counter[str]] = {}
    lookups = Counter(checked.claim.era for checked in claims if checked.claim.agrees)
    for checked in claims:
        by_source.setdefault(checked.claim.era, Counter())[checked.verdict] += 1
    for siglum, verdicts in sorted(by_source.items()):
        counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        only = f"; {lookups[siglum]} of them only show that two sentences agree" if lookups[siglum] else ""
        yield f"  {siglum}  {counted(verdicts.total(), 'claim'):>11}: {counts}{only}"
    for checked in claims:
        if checked.verdict in (*DIFFERING, "undetermined"):
            claim = checked.claim
            other = "" if claim.expected is None else f"Expected {told(claim.expected)}, "
            yield (
                f"  {paint(checked.verdict, 'yellow')}  {claim.ref}: {claim.says} "
                f"{other}{'computed' if other else 'Computed'} {told(checked.computed)}. {claim.reason}"
            )


def affected_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "sources", nargs="*", metavar="SIGLUM", help="only these sources (default: those whose edition is raised)"
    )
    parser.set_defaults(run=list_affected, examples=("", "1840"))


def list_affected(options: Namespace, codex: Codex) -> int:
    """List what rests on each changed passage; 1 when the check finds something wrong with any of it."""
    from tarock.proof.impact import affected, raised

    found = affected(codex, options.sources or raised(codex))
    changed = found.changed
    broken = 0
    told = {
        "changed": "changed since edition {}",
        "new": "new in edition {}",
        "named": "has an id since edition {}; the words are the same",
        "gone": "gone since edition {}",
    }
    for passage in changed:
        show(f"{paint(passage.ref, 'cyan')}  {told[passage.how].format(passage.since)}")
        for dependent in passage.dependents:
            state = paint("broken", "red") if dependent.problems else paint("holds", "green")
            show(f"  {state}  {dependent.kind} {dependent.name}  [{dependent.place}]")
            for problem in dependent.problems:
                show(f"          {problem.code}: {problem.message}")
        broken += sum(bool(dependent.problems) for dependent in passage.dependents)
    for problem in found.others:
        show(f"{paint('problem', 'red')}  {problem}")
    resting = sum(len(passage.dependents) for passage in changed)
    what = "rules, claims, games and translations"
    counts: Counter[str] = Counter(passage.how for passage in changed)
    new = "".join(
        f"; {words}: {counts[how]}"
        for how, words in (("new", "new ones"), ("named", "new ids"), ("gone", "gone"))
        if counts[how]
    )
    new += f"; other problems: {len(found.others)}" if found.others else ""
    show(f"changed passages: {counts['changed']}{new}; {what} that rest on them: {resting}; broken: {broken}")
    return 1 if broken or found.others else 0
