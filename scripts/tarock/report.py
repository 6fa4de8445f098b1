"""`tarock check`: everything that is checked, as one report for people and machines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tarock import __version__
from tarock.corpus.checks import Problem, check_edition
from tarock.errors import CheckFailed
from tarock.game.counting import show_thirds
from tarock.outputs import stale_files
from tarock.proof.games import ModelGames
from tarock.proof.known import load_known, unknown_findings
from tarock.rules.checks import check_coverage, check_table, disagreements
from tarock.rules.numbers import NumberReader
from tarock.rules.tables import load_tables
from tarock.term import paint

if TYPE_CHECKING:
    from tarock.corpus.editions import Corpus
    from tarock.proof.games import GameReport


@dataclass
class Report:
    """What the check found; `problems` are what is not recorded as known."""

    sources: list[dict[str, Any]] = field(default_factory=list)
    statements: dict[str, Any] = field(default_factory=dict)
    games: list[GameReport] = field(default_factory=list)
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
            "claims": [],
            "games": [game.as_json() for game in self.games],
            "problems": [
                {"code": problem.code, "ref": problem.ref, "message": problem.message} for problem in self.problems
            ],
        }


def check(corpus: Corpus) -> Report:
    """Check the whole project; raises `CodexError` only where the input cannot be read at all."""
    report = Report()
    for edition in corpus.editions():
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
    _check_statements(corpus, report)
    _check_games(corpus, report)
    try:
        for path in stale_files(corpus):
            report.problems.append(Problem("BUILD-STALE", corpus.project.relative(path), "run `tarock build`"))
    except CheckFailed as failure:
        report.problems.append(Problem("TEXT-VERSION", failure.place, f"{failure.what}; {failure.expected}"))
    return report


def _check_statements(corpus: Corpus, report: Report) -> None:
    tables = load_tables(corpus.project, list(corpus.sources))
    numbers = NumberReader(corpus.project.rules / "number_words.yaml")
    for siglum, table in tables.items():
        edition = corpus.edition(siglum)
        report.problems.extend(check_table(table, edition, numbers))
        coverage, problems = check_coverage(table, edition)
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


def _check_games(corpus: Corpus, report: Report) -> None:
    report.games = list(ModelGames(corpus))
    found = [
        (game.name, level.level, finding)
        for game in report.games
        for level in game.levels.values()
        for finding in level.findings
    ]
    report.problems.extend(unknown_findings(corpus.project, found, load_known(corpus.project)))


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
                    f"  {paint('finding', 'yellow')}  {game.name} as {level}, {where}: {finding.message} "
                    f"[{finding.code}, {finding.ref or 'notation'}]"
                )
        if game.lines:
            kept = sum(line.declarer_thirds == game.levels["corrected"].replay.declarer_thirds for line in game.lines)
            count = len(game.lines)
            print(f"           {game.name}: {count} legal line{'s' * (count != 1)} with the same hands found, {kept} with the same points")


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
    for problem in report.problems:
        print(f"{paint('problem', 'red')}  {problem}")
    print(paint("all well", "green") if report.passed else paint(f"{len(report.problems)} problems", "red"))
