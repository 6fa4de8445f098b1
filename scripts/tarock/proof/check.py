"""Everything that `tarock check` checks, as one report for people and machines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tarock import __version__
from tarock.base.errors import CheckFailed
from tarock.base.structs import Draft
from tarock.corpus.checks import Problem, check_edition, doubt_problems
from tarock.corpus.publication import load_publication, load_redirects
from tarock.proof.claims.ledger import claim_problems
from tarock.proof.claims.withdrawn import withdrawn_problems
from tarock.proof.history import history_problems
from tarock.proof.inventory import file_problems
from tarock.proof.json_records.checked import (
    CheckRecord,
    Disagreement,
    Reading,
    SentencesReport,
    SourceReport,
    StatementsReport,
    TextsReport,
)
from tarock.proof.json_records.play import game_record
from tarock.proof.json_records.rules import claim_record
from tarock.proof.known_findings import load_known, unknown_findings
from tarock.proof.text_checks import check_texts
from tarock.rules.accounting import Account
from tarock.rules.checks import check_table, disagreements

if TYPE_CHECKING:
    from tarock.proof.claims.ledger import Checked
    from tarock.proof.codex import Codex
    from tarock.proof.games import GameReport

_BUILT = ("corpus", "rules_data", "CHANGELOG.md", "RIGHTS.md")  # built files, and what they are built from


class Report(Draft):
    """What the check found; `problems` are what is not recorded as known."""

    sources: list[SourceReport] = msgspec.field(default_factory=list)
    texts: TextsReport = msgspec.field(default_factory=TextsReport)
    statements: dict[str, StatementsReport] = msgspec.field(default_factory=dict)
    claims: list[Checked] = msgspec.field(default_factory=list)
    games: list[GameReport] = msgspec.field(default_factory=list)
    problems: list[Problem] = msgspec.field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing unknown was found."""
        return not self.problems

    def record(self) -> CheckRecord:
        """The object that `check --json` prints."""
        return CheckRecord(
            version=__version__,
            sources=self.sources,
            spelling=self.texts.spelling,
            translations=self.texts.translations,
            statements=self.statements,
            claims=[claim_record(claim) for claim in self.claims],
            games=[game_record(game) for game in self.games],
            problems=self.problems,
        )


def check(codex: Codex, *, built: bool = True) -> Report:
    """Check the whole project, the `built` files too; raises `CodexError` only where the input cannot be read."""
    report = Report(problems=file_problems(codex.corpus))
    if report.problems:
        return report  # what is not there makes the rest meaningless
    load_publication(codex.project)
    if codex.project.docs.is_dir():  # an installed copy has no pages
        load_redirects(codex.project)
    for source in codex.corpus.sources.values():
        left_out = source.siglum in codex.corpus.left_out
        edition = None if left_out else codex.corpus.edition(source.siglum)
        report.problems.extend(check_edition(edition) if edition else ())
        report.sources.append(
            SourceReport.like(
                source,
                passages=len(edition.passages) if edition else 0,
                emendations=len(edition.emendations) if edition else 0,
                completeness=source.completeness.status,
                left_out=left_out,
            )
        )
    report.problems.extend(doubt_problems(codex.corpus))
    report.texts, problems = check_texts(codex)
    report.problems.extend(problems)
    report.problems.extend(history_problems(codex))
    _check_statements(codex, report)
    _check_games(codex, report)
    report.claims = codex.checked_claims
    report.problems.extend(claim_problems(codex.claims, report.claims, codex.corpus, codex.context.expectations))
    report.problems.extend(withdrawn_problems(codex.withdrawn_claims, codex.claims, codex.corpus.left_out))
    if built:
        _check_built(codex, report)
    return report


def require_sound(codex: Codex, *, built: bool = True) -> None:
    """Raises `CheckFailed` when the check finds a problem: nothing is published of what does not hold."""
    problems = check(codex, built=built).problems
    if problems:
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        raise CheckFailed(f"{problems[0]}{more}", "expected a project without problems; see `tarock check`")


def _check_statements(codex: Codex, report: Report) -> None:
    for edition in codex.corpus.editions():
        table = codex.tables[edition.siglum]
        report.problems.extend(check_table(table, edition, codex.numbers))
        accounts, problems = codex.accounts[edition.siglum]
        report.problems.extend(problems)
        passages, sentences = Counter(map(accounts.best, accounts.passages)), accounts.sentences
        report.statements[edition.siglum] = StatementsReport(
            statements=sum(1 for _ in table),
            grades=dict(sorted(Counter(statement.grade for statement in table).items())),
            passages=passages.total(),
            encoded=passages[Account.ENCODED],
            exemplified=passages[Account.CLAIMED] + passages[Account.EXEMPLIFIED],
            set_aside=passages[Account.SET_ASIDE],
            forgotten=[
                f"{edition.siglum}:{ident}"
                for ident in accounts.passages
                if accounts.best(ident) is Account.UNACCOUNTED
            ],
            sentences=SentencesReport(
                sentences=sentences.total(),
                encoded=sentences[Account.ENCODED],
                claimed=sentences[Account.CLAIMED],
                exemplified=sentences[Account.EXEMPLIFIED],
                set_aside=sentences[Account.SET_ASIDE],
                unaccounted=accounts.unaccounted,
            ),
            disagreements=[
                Disagreement(key=found.key, readings=[Reading(value=r.value, ref=r.ref) for r in found.readings])
                for found in disagreements(table)
            ],
        )


def _check_games(codex: Codex, report: Report) -> None:
    report.games = codex.game_reports
    found = [
        (game.name, level.level, finding)
        for game in report.games
        for level in game.levels.values()
        for finding in level.findings
    ]
    report.problems.extend(unknown_findings(codex.project, found, load_known(codex.project)))


def _check_built(codex: Codex, report: Report) -> None:
    if codex.cache.get("built", _BUILT, bool):
        return
    from tarock.proof.artifacts import stale_files

    try:
        stale = stale_files(codex)
    except CheckFailed as failure:
        place = codex.project.relative(Path(failure.place))
        report.problems.append(Problem("TEXT-VERSION", place, f"{failure.what}; {failure.expected}"))
        return
    for path in stale:
        report.problems.append(Problem("BUILD-STALE", codex.project.relative(path), "run `tarock build`"))
    if not stale:
        note_built(codex)


def note_built(codex: Codex) -> None:
    """Note that every built file is as it would be written."""
    codex.cache.put("built", _BUILT, True)
