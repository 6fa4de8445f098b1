"""Everything that `tarock check` checks, as one report for people and machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from tarock.base import yamlio
from tarock.base.errors import CheckFailed, CodexError
from tarock.checks import trials
from tarock.checks.artifacts import leftover_files, stale_files
from tarock.checks.comparison_score import load_fresh
from tarock.checks.data_files import RECORDS, data_problems, record_problems
from tarock.checks.inventory import file_problems
from tarock.checks.quantified import quantified_problems
from tarock.checks.report import (
    CopiesReport,
    CorrectionJson,
    Report,
    SentencesReport,
    SourceReport,
    StatementsReport,
    TranslationReport,
)
from tarock.checks.reviews import review_problems
from tarock.checks.wording import own_files, wording_problems
from tarock.claims.context import load_expectations
from tarock.claims.ledger import claim_problems, withdrawn_problems
from tarock.codex import TYPE_FILES, ComputedCodex
from tarock.corpus.checks import (
    Problem,
    SpellingReport,
    check_spelling,
    doubt_problems,
    edition_problems,
    note_problems,
    sense_problems,
    term_problems,
)
from tarock.corpus.editions import Edition
from tarock.corpus.elsewhere import elsewhere_problems
from tarock.corpus.publication import load_redirects
from tarock.corpus.translation.checks import translation_problems
from tarock.replay.known_findings import find_unknown, load_known_findings
from tarock.robustness.print_places import witness_problems
from tarock.rules.accounting import CoverageStatus
from tarock.rules.bridge import bridge_problems
from tarock.rules.checks import era_table_problems, find_disagreements
from tarock.rules.comparison_rules import DECISIONS
from tarock.rules.comparison_rules import FILE as COMPARISON
from tarock.rules.differences import Comparer, difference_problems
from tarock.rules.how_to import PROSE, SUMMARY
from tarock.rules.matters import matter_problems, untold_problems
from tarock.rules.overview import history_problems
from tarock.rules.statement_ids import id_problems
from tarock.rules.today import today_problems

P = TypeVar("P")

_SPELLED = ("corpus/sources", "corpus/spelling", "corpus/termbase.yaml", "corpus/senses", "corpus/sentences")
_TEXTS = (*_SPELLED, "corpus/emendations", "corpus/doubtful", "corpus/notes.yaml", "corpus/translations")
_HOW_TO = (*_SPELLED, "corpus/translations", *TYPE_FILES)
# Built files, and what they are built from.
_BUILT = ("corpus", "rules_data", "CHANGELOG.md", "RIGHTS.md", "scripts/tarock/locale")


def check(codex: ComputedCodex, *, built: bool = True) -> Report:
    """Check the whole project, the `built` files too; raises `CodexError` only where the input cannot be read."""
    report = Report(problems=file_problems(codex.corpus))
    if report.problems:
        return report  # what is not there makes the rest meaningless
    _require_readable(codex)
    for source in codex.corpus.sources.values():
        left_out = source.siglum in codex.corpus.left_out
        edition = None if left_out else codex.corpus.edition(source.siglum)
        report.problems += edition_problems(edition) if edition else ()
        report.sources.append(
            SourceReport.from_object(
                source,
                passages=len(edition.passages) if edition else 0,
                emendations=len(edition.emendations) if edition else 0,
                completeness=source.completeness.status,
                left_out=left_out,
                not_checkable=tuple(unit.ref for unit in edition.units.values() if not unit.is_here) if edition else (),
            )
        )
    report.problems += doubt_problems(codex.corpus)
    report.problems += elsewhere_problems(codex.elsewhere.values(), codex.corpus)
    check_texts(codex, report)
    report.problems += history_problems(codex.corpus, codex.numbers, codex.matters)
    report.problems += quantified_problems(codex)
    report.problems += bridge_problems(codex.project, codex.corpus)
    _check_statements(codex, report)
    editions = {edition.siglum: edition for edition in codex.corpus.editions()}
    _check_differences(codex, report, editions)
    _check_matters(codex, report, editions)
    report.problems += id_problems(codex.project, codex.tables, codex.topics)
    report.games = codex.game_reports
    edited = codex.without_copies  # what changes by a copy is foretold, and needs no reason of its own
    report.problems += witness_problems(
        codex.copy_reports, codex.corpus, lambda: edited.places, lambda: codex.unreadable_games
    )
    found = {
        (game.name, level.level, *finding.identity): finding
        for game in edited.game_reports
        for level in game.levels.values()
        for finding in level.findings
    }
    report.problems += find_unknown(found, load_known_findings(codex.project))
    stale = trials.find_stale(codex)
    report.problems += stale
    report.problems += review_problems(codex)
    ours = {file: (file, "corpus/termbase.yaml") for file in own_files(codex)}
    _check_anew(codex, report, "wording", ours, partial(wording_problems, codex))
    report.claims = codex.checked_claims
    report.corrections = [
        CorrectionJson.from_object(each, standing=codex.attestations.get(each))
        for edition in codex.corpus.editions()
        for each in (*edition.emendations, *(c for passage in edition.passages.values() for c in passage.conjectures))
    ]
    if codex.copy_reports:
        copies = [located.record for located in codex.copy_reports]
        report.witnesses = CopiesReport(copies, codex.changes_by_copies, codex.needs_review)
    outdated = tuple(f"{problem.ref}: " for problem in stale)  # one problem is enough for all that depends on it
    claims = (
        [each for each in edited.checked_claims if not each.error.startswith(outdated)]
        if outdated
        else edited.checked_claims
    )
    report.problems += claim_problems(claims, codex.corpus, load_expectations(edited.context))
    report.problems += withdrawn_problems(codex.withdrawn_claims, codex.claims, codex.corpus.left_out)
    report.problems += data_problems(codex)  # behind those who say more of what they read
    if built:
        _check_built(codex, report)
        if not report.problems:  # evidence of what does not hold is not worth measuring
            report.problems += evidence_problems(codex)
    return report


def _require_readable(codex: ComputedCodex) -> None:
    """Read what only publishing reads, so that a fault there is found too; raise `CodexError` for one.

    An installed copy has no pages.
    """
    _ = codex.publication
    if (codex.project.root / "docs").is_dir():
        load_redirects(codex.project)
        settings = yamlio.load(codex.project.root / "mkdocs.yml")
        if not isinstance(settings.data, dict) or "site_name" not in settings.data:
            raise settings.error("no settings of a site", "expected `site_name:`")
    files = [(siglum, name) for siglum in codex.corpus.sources for name in (PROSE, SUMMARY)]
    read = (*_HOW_TO, *(f"rules_data/{siglum}/{name}" for siglum, name in files))
    if not codex.cache.get("how-to", read, bool):
        for siglum, name in files:
            codex.how_tos.read(siglum, name)
        codex.cache.put("how-to", read, True)


def require_sound(codex: ComputedCodex, *, built: bool = True) -> Report:
    """Check the project and return the report; raise `CheckFailed` when there is a problem.

    Nothing is published of what does not hold.
    """
    report = check(codex, built=built)
    problems = report.problems
    if problems:
        what = str(problems[0])
        if len(problems) > 1:
            what = f"{what} and {len(problems) - 1} more"
        raise CheckFailed(what, "expected a project without problems; see `tarock check`")
    return report


def check_texts(codex: ComputedCodex, report: Report) -> None:
    """Check spelling, terms, notes and translations of every source, and add the result to the report."""
    if known := codex.cache.get("texts", _TEXTS, tuple[dict[str, SpellingReport], dict[str, TranslationReport]]):
        report.spelling, report.translations = known
        return
    report.spelling, problems = check_spelling(codex.corpus, codex.spelling)
    problems += term_problems(codex.corpus, codex.termbase)
    by_rule = {kind for each in codex.translations.values() for kind in each.notation.data.kinds}
    problems += sense_problems(codex.corpus, codex.termbase, by_rule)
    problems += note_problems(codex.corpus, codex.notes, codex.termbase)
    for siglum, translation in codex.translations.items():
        problems += translation_problems(translation, codex.numbers, codex.termbase)
        renderings = [placed.record for placed in translation.units.values()]
        report.translations[siglum] = TranslationReport(
            kind=translation.kind,
            version=translation.imprint.version,
            units=len(renderings),
            notes=sum(len(rendering.notes) for rendering in renderings),
            allowed=sum(len(rendering.allowed) for rendering in renderings),
        )
    report.problems += problems
    if not problems:
        codex.cache.put("texts", _TEXTS, (report.spelling, report.translations))


def _check_differences(codex: ComputedCodex, report: Report, editions: Mapping[str, Edition]) -> None:
    judge = Comparer(codex.tables, codex.comparison_rules)
    shared = (*TYPE_FILES, *(f"rules_data/{name}" for name in (COMPARISON, DECISIONS)))
    pairs = {pair: (*shared, *(f"rules_data/{siglum}" for siglum in pair)) for pair in judge.pairs}
    _check_anew(codex, report, "differences", pairs, partial(difference_problems, judge, editions))


def _check_matters(codex: ComputedCodex, report: Report, editions: Mapping[str, Edition]) -> None:
    """Add what is wrong with the matters to the report, unless their files were clean when last checked."""
    if codex.cache.get("matters", ("corpus", "rules_data"), bool):
        return
    edition, matters = codex.matters_edition, codex.matters.values()
    comparer = Comparer(codex.tables, codex.comparison_rules)
    problems = [
        *matter_problems(matters, editions, codex.tables, edition.sources, comparer),
        *untold_problems(comparer, matters, edition.pairs),
    ]
    report.problems += problems
    if not problems:
        codex.cache.put("matters", ("corpus", "rules_data"), True)


def _check_anew(
    codex: ComputedCodex,
    report: Report,
    name: str,
    parts: Mapping[P, tuple[str, ...]],
    find: Callable[[Collection[P]], Iterable[Problem]],
) -> None:
    """Recheck only the parts whose files changed since they were last without a problem.

    `parts` gives the files of each part; `find` returns the problems of some parts.
    """
    known = codex.cache.get(name, (), dict[str, str]) or {}
    now = {str(part): codex.cache.hash_inputs(files) for part, files in parts.items()}
    changed = [part for part in parts if known.get(str(part)) != now[str(part)]]
    problems = list(find(changed))
    report.problems += problems
    if changed and not problems:
        codex.cache.put(name, (), now)


def _check_statements(codex: ComputedCodex, report: Report) -> None:
    """Add the problems of the statements of each source to the report, with counts of statements and sentences."""
    for edition in codex.corpus.editions():
        table = codex.tables[edition.siglum]
        report.problems += era_table_problems(table, edition, codex.numbers)
        report.problems += table.borrowed.problems(table.silences, table.statements, codex.elsewhere, codex.corpus)
        report.problems += table.assumed.problems(
            table.silences, {key: [each.case for each in found] for key, found in table.statements.items()}
        )
        report.problems += today_problems(codex.today[edition.siglum], table, codex.elsewhere)
        accounts = codex.sentence_coverage[edition.siglum]
        report.problems += accounts.problems
        passages, sentences = Counter(map(accounts.passage_status, accounts.passages)), accounts.count_by_status
        report.statements[edition.siglum] = StatementsReport(
            statements=sum(1 for _ in table),
            ids=[statement.id for statement in table],
            grades=dict(sorted(Counter(statement.grade for statement in table).items())),
            passages=passages.total(),
            encoded=passages[CoverageStatus.ENCODED],
            exemplified=passages[CoverageStatus.CLAIMED] + passages[CoverageStatus.EXEMPLIFIED],
            set_aside=passages[CoverageStatus.SET_ASIDE],
            forgotten=[
                f"{edition.siglum}:{ident}"
                for ident in accounts.passages
                if accounts.passage_status(ident) is CoverageStatus.UNACCOUNTED
            ],
            sentences=SentencesReport(
                sentences=sentences.total(),
                encoded=sentences[CoverageStatus.ENCODED],
                claimed=sentences[CoverageStatus.CLAIMED],
                exemplified=sentences[CoverageStatus.EXEMPLIFIED],
                set_aside=sentences[CoverageStatus.SET_ASIDE],
                unaccounted=accounts.unaccounted,
            ),
            disagreements=find_disagreements(table),
        )


def _check_built(codex: ComputedCodex, report: Report) -> None:
    """Add built files that are stale or that nobody builds to the report."""
    if codex.cache.get("built", _BUILT, bool):
        return

    try:
        stale = stale_files(codex)
    except CheckFailed as failure:
        place = codex.project.relative(Path(failure.place))
        report.problems.append(Problem("TEXT-VERSION", place, f"{failure.what}; {failure.expected}"))
        return
    for path in stale:
        name = codex.project.relative(path)
        told = {problem.ref.partition(":")[0] for problem in report.problems}
        altered = [*record_problems(codex)] if name == RECORDS else []
        of_others = [
            each for each in altered if each.ref.partition(":")[0] not in told
        ]  # of whose files nothing is told
        report.problems += of_others if altered else [Problem("BUILD-STALE", name, "run `tarock build`")]
    leftover = leftover_files(codex)
    for path in leftover:
        what = "is built by nobody; expected no such file"
        report.problems.append(Problem("FILE-UNREAD", codex.project.relative(path), what))
    if not stale and not leftover:
        note_built(codex)


def evidence_problems(codex: ComputedCodex) -> list[Problem]:
    """Return a problem where what is committed of how values are held comes from other values or claims."""
    found = []
    for read in (lambda: codex.committed_evidence, lambda: load_fresh(codex)):
        try:
            read()
        except CodexError as error:
            found.append(Problem("EVIDENCE-STALE", str(error.file), f"{error.what}; {error.expected}"))
    return found


def note_built(codex: ComputedCodex) -> None:
    """Record in the cache that every built file is up to date."""
    codex.cache.put("built", _BUILT, True)
