"""`tarock check`: everything that is checked, as one report for people and machines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tarock import __version__
from tarock.corpus.checks import Problem, check_edition
from tarock.errors import CheckFailed
from tarock.outputs import stale_files
from tarock.term import paint

if TYPE_CHECKING:
    from tarock.corpus.editions import Corpus


@dataclass
class Report:
    """What the check found; `problems` are what is not recorded as known."""

    sources: list[dict[str, Any]] = field(default_factory=list)
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
            "statements": {},
            "claims": [],
            "games": [],
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
    try:
        for path in stale_files(corpus):
            report.problems.append(Problem("BUILD-STALE", corpus.project.relative(path), "run `tarock build`"))
    except CheckFailed as failure:
        report.problems.append(Problem("TEXT-VERSION", failure.place, f"{failure.what}; {failure.expected}"))
    return report


def print_report(report: Report) -> None:
    """Print the report for people."""
    print(paint("Sources", "bold"))
    for source in report.sources:
        lost = "" if source["completeness"] == "complete" else "  (a fragment: the rest is lost)"
        print(
            f"  {source['siglum']}  edition {source['edition']}  {source['passages']:>4} passages  "
            f"{source['emendations']:>3} emendations{lost}"
        )
    for problem in report.problems:
        print(f"{paint('problem', 'red')}  {problem}")
    print(paint("all well", "green") if report.passed else paint(f"{len(report.problems)} problems", "red"))
