"""`tarock check`: everything that is checked, as one report for people and machines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tarock import __version__
from tarock.corpus.checks import Problem, check_edition
from tarock.corpus.versions import load_lock, read_locked
from tarock.errors import CodexError
from tarock.game.common.counting import show_thirds
from tarock.outputs import stale_files
from tarock.proof.claims.ledger import Checked, claim_problems
from tarock.proof.coverage import HOLDS
from tarock.proof.known import load_known, unknown_findings
from tarock.rules.checks import check_coverage, check_table, disagreements
from tarock.term import paint
from tarock.wording import say

if TYPE_CHECKING:
    from tarock.codex import Codex
    from tarock.proof.coverage import Evidence
    from tarock.proof.games import GameReport


@dataclass
class Report:
    """What the check found; `problems` are what is not recorded as known."""

    sources: list[dict[str, Any]] = field(default_factory=list)
    statements: dict[str, Any] = field(default_factory=dict)
    games: list[GameReport] = field(default_factory=list)
    claims: list[Checked] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing unknown was found."""
        return not self.problems

    def as_json(self) -> dict[str, Any]:
        """The object that `check --json` prints."""
        return {
            "version": __version__,
            "sources": self.sources,
            "statements": self.statements,
            "claims": [claim.as_json() for claim in self.claims],
            "games": [game.as_json() for game in self.games],
            "problems": [
                {"code": problem.code, "ref": problem.ref, "message": problem.message} for problem in self.problems
            ],
        }


def check(codex: Codex) -> Report:
    """Check the whole project; raises `CodexError` only where the input cannot be read at all."""
    report = Report()
    for edition in codex.corpus.editions():
        source = edition.source
        report.problems.extend(check_edition(edition))
        report.sources.append(
            {
                "siglum": source.siglum,
                "title": source.title,
                "edition": source.edition,
                "sha256": source.sha256,
                "passages": len(edition.passages),
                "emendations": len(edition.emendations),
                "completeness": source.completeness.status,
            }
        )
    _check_statements(codex, report)
    _check_games(codex, report)
    report.claims = codex.checked_claims
    report.problems.extend(claim_problems(codex.claims, report.claims, codex.corpus))
    try:
        for path in stale_files(codex):
            report.problems.append(Problem("BUILD-STALE", codex.project.relative(path), "run `tarock build`"))
        lock = load_lock(codex.project)
        for key, locked in lock.items():
            if key[0] not in codex.corpus.sources or key[1] != codex.corpus.sources[key[0]].edition:
                read_locked(codex.project, key, locked)
    except CodexError as failure:
        report.problems.append(Problem("TEXT-VERSION", failure.place, f"{failure.what}; {failure.expected}"))
    return report


def _check_statements(codex: Codex, report: Report) -> None:
    claimed = [one.claim.ref for one in codex.claims]
    for siglum, table in codex.tables.items():
        edition = codex.corpus.edition(siglum)
        report.problems.extend(check_table(table, edition, codex.numbers))
        coverage, problems = check_coverage(table, edition, claimed)
        report.problems.extend(problems)
        report.statements[siglum] = {
            "statements": sum(1 for _ in table),
            "grades": dict(sorted(Counter(statement.grade for statement in table).items())),
            "passages": coverage.passages,
            "encoded": coverage.encoded,
            "exemplified": coverage.exemplified,
            "set_aside": coverage.set_aside,
            "forgotten": coverage.forgotten,
            "disagreements": [
                {"key": found.key, "readings": [{"value": r.value, "ref": r.ref} for r in found.readings]}
                for found in disagreements(table)
            ],
        }


def _check_games(codex: Codex, report: Report) -> None:
    report.games = codex.game_reports
    found = [
        (game.name, level.level, finding)
        for game in report.games
        for level in game.levels.values()
        for finding in level.findings
    ]
    report.problems.extend(unknown_findings(codex.project, found, load_known(codex.project)))


def print_games(games: list[GameReport]) -> None:
    """The model games: a line each, then the findings of each level."""
    print(paint("Model games", "bold"))
    for game in games:
        corrected = game.levels["corrected"]
        stated = corrected.stated
        agree = sum(judged.verdict == "reproduced" for judged in stated)
        color = "green" if game.verdict.startswith("reproduced") else "red"
        counts = ", ".join(f"{len(report.findings)} as {level}" for level, report in game.levels.items())
        print(
            f"  {game.name}  {show_thirds(corrected.replay.declarer_thirds):>6} points  "
            f"{agree}/{len(stated)} stated results  {paint(f'{game.verdict:<27}', color)} findings: {counts}"
        )
    for game in games:
        for level, report in game.levels.items():
            for finding in report.findings:
                where = f"trick {finding.trick}" if finding.trick else "before play"
                print(
                    f"  {paint('finding', 'yellow')}  {game.name} as {level}, {where}: {say(finding.message)} "
                    f"[{finding.code}, {finding.ref or 'notation'}]"
                )
        if game.lines:
            kept = sum(line.declarer_thirds == game.levels["corrected"].replay.declarer_thirds for line in game.lines)
            count = len(game.lines)
            print(
                f"           {game.name}: {count} legal line{'s' * (count != 1)} with the same hands found, "
                f"{kept} with the same points"
            )


def print_claims(claims: list[Checked]) -> None:
    """The claims: how many of each verdict in each source, then those that do not agree."""
    print(paint("Claims", "bold"))
    by_source: dict[str, Counter[str]] = {}
    for checked in claims:
        by_source.setdefault(checked.claim.ref.partition(":")[0], Counter())[checked.verdict] += 1
    for siglum, verdicts in sorted(by_source.items()):
        counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        print(f"  {siglum}  {sum(verdicts.values()):>4} claims: {counts}")
    for checked in claims:
        if checked.verdict in ("not reproduced", "differs", "undetermined"):
            print(
                f"  {paint(checked.verdict, 'yellow')}  {checked.claim.ref}: {checked.claim.says} "
                f"Expected {checked.claim.expected}, computed {checked.computed}. {checked.claim.known}"
            )


def print_coverage(evidence: list[Evidence]) -> None:
    """The evidence coverage: a line per source and topic, then the values that are used but not held."""
    groups: dict[tuple[str, str], Counter[str]] = {}
    for one in evidence:
        topic = one.statement.key.partition(".")[0]
        groups.setdefault((one.statement.siglum, ""), Counter())[one.hold] += 1
        groups.setdefault((one.statement.siglum, topic), Counter())[one.hold] += 1
    for (siglum, topic), counts in sorted(groups.items(), key=lambda item: item[0][0]):
        total = sum(counts.values())
        line = f"{siglum if not topic else '':<6}{topic or 'all':<14}" + "  ".join(
            f"{counts[hold]:>4} {hold}" for hold in HOLDS
        )
        print(paint(f"{line}  ({100 * counts['held'] // total} % held)", *([] if topic else ["bold"])))
    for one in evidence:
        if one.hold == "unheld":
            print(
                f"{paint('unheld', 'yellow')}  {one.statement.siglum} {one.statement.key} = {one.statement.shown} "
                f"[{one.statement.ref}], read by {', '.join(one.read_by[:3])}{' …' if len(one.read_by) > 3 else ''}"
            )


def print_report(report: Report) -> None:
    """Print the report for people."""
    print(paint("Sources", "bold"))
    for source in report.sources:
        lost = "" if source["completeness"] == "complete" else "  (a fragment: the rest is lost)"
        print(
            f"  {source['siglum']}  edition {source['edition']}  {source['passages']:>4} passages  "
            f"{source['emendations']:>3} emendations{lost}"
        )
    print(paint("Rules", "bold"))
    for siglum, counts in report.statements.items():
        print(
            f"  {siglum}  {counts['statements']:>4} statements; of {counts['passages']:>3} passages "
            f"{counts['encoded']:>3} encoded, {counts['exemplified']:>3} in games and claims, "
            f"{counts['set_aside']:>3} set aside, {len(counts['forgotten'])} forgotten"
        )
        for found in counts["disagreements"]:
            readings = " / ".join(f"{r['value']} ({r['ref']})" for r in found["readings"])
            print(f"        passages disagree on {found['key']}: {readings}")
    print_games(report.games)
    print_claims(report.claims)
    for problem in report.problems:
        print(f"{paint('problem', 'red')}  {problem}")
    print(paint("all well", "green") if report.passed else paint(f"{len(report.problems)} problems", "red"))
