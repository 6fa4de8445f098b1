"""The commands that say what holds."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator

from tarock.base.project import Project
from tarock.base.terminal import format_count, paint, show, show_json
from tarock.base.wording import format_message
from tarock.checks.check import check
from tarock.checks.impact import find_affected, find_raised
from tarock.checks.report import Report, SourceReport
from tarock.claims.expectation import describe_value
from tarock.claims.ledger import AGREEING, DIFFERING, CheckedClaim, count_claims
from tarock.cli import add_json_argument
from tarock.codex import ComputedCodex
from tarock.game.common.counting import format_thirds
from tarock.game.koenigrufen_1840.model_games import name_level
from tarock.replay.games import GameReport

# All that the check reads, and what prints it.
READ = (
    "corpus", "rules_data", "docs", "scripts", "overrides", "mkdocs.yml", "redirects.yaml", "CHANGELOG.md",
    "CITATION.cff", "README.md", "RIGHTS.md", "LICENSE", "ARCHITECTURE.md", "CONTRIBUTING.md", "WANTED.md",
)  # fmt: skip

# Names of the kinds of dependents of a passage, and of the kinds of our English of a source.
_KINDS = (
    "rule",
    "claim",
    "game",
    "translation",
    "summary",
    "set aside",
)


def add_check_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock check`."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--verbose", action="store_true", help="each source, game, finding and claim in full")
    add_json_argument(form)
    parser.set_defaults(run=check_project, examples=("", "--verbose", "--json"))


def check_project(options: Namespace, project: Project) -> int:
    """Check the project and print the result; return 1 when something is found that is not recorded as known.

    The lines of a project in which all is well are cached: nothing is read but its files.
    """
    codex = ComputedCodex(project)
    short, note = not (options.json or options.verbose), "check-painted" if paint("", "bold") else "check"
    if short and (known := codex.cache.get(note, READ, list[str])):
        for line in known:
            show(line)
        return 0
    report = check(codex)
    if options.json:
        show_json(report.json(codex.robustness if report.games else {}))
    else:
        lines = list((full_lines if options.verbose else short_lines)(report))
        for line in lines:
            show(line)
        if short and not report.problems:
            codex.cache.put(note, READ, lines)
    return 1 if report.problems else 0


def short_lines(report: Report) -> Iterator[str]:
    """Yield the problems, a table of what was checked, where to read more, and the verdict."""
    yield from _format_problems(report)
    if report.sources:
        yield paint("Checked", "bold")
        yield from _align_columns(_tabulate_sources(report))
        for source in report.sources:
            yield from _list_limits(source)
    if report.claims:
        yield paint("Claims", "bold")
        yield from _align_columns(_tabulate_claims(report.claims))
    if report.games:
        verdicts = Counter(game.verdict for game in report.games)
        findings = sum(len(level.findings) for game in report.games for level in game.levels.values())
        counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        yield paint("Model games", "bold")
        yield f"  {format_count(len(report.games), 'game')}: {counts}"
        unknown = "" if report.problems else ", all recorded with their reasons"
        yield f"  {format_count(findings, 'finding')} at the levels of the games{unknown}"
    if disagreeing := sum(len(counts.disagreements) for counts in report.statements.values()):
        yield f"  {format_count(disagreeing, 'key')} on which passages of one source disagree"
    yield "each line of it: `--verbose`; for programs: `--json`; to read: the pages of the site on findings and claims"
    yield _write_verdict(report)


def _tabulate_sources(report: Report) -> Iterator[tuple[str, ...]]:
    """Yield the head and a row for each source; `–` for what is not here or was not checked."""
    yield (
        "source", "edition", "passages", "emended", "word forms", "English", "statements", "sentences", "unaccounted",
        "claims",
    )  # fmt: skip
    claims = Counter(checked.claim.era for checked in report.claims)
    for source in report.sources:
        siglum, here = source.siglum, not source.left_out
        spelling, english = report.spelling.get(siglum), report.translations.get(siglum)
        statements = report.statements.get(siglum)
        yield (
            siglum,
            source.edition,
            str(source.passages) if here else "-",
            str(source.emendations) if here else "-",
            str(spelling.forms) if spelling else "-",
            str(english.units) if english else "-",
            str(statements.statements) if statements else "-",
            str(statements.sentences.sentences) if statements else "-",
            str(len(statements.sentences.unaccounted)) if statements else "-",
            str(claims[siglum]) if here and report.claims else "-",
        )


def _tabulate_claims(claims: list[CheckedClaim]) -> Iterator[tuple[str, ...]]:
    """Yield the head and a row for each source with its claims by what they show."""
    kinds = {
        "recomputed": "as the author states",
        "sentences agree": "two sentences agree",
        "ours": "sum is ours",
        "trial": "trials of ours",
        "undetermined": "undetermined",
        "not testable": "not testable",
        "differs": "differ",
    }
    yield ("source", *kinds.values())
    for siglum in sorted({checked.claim.era for checked in claims}):
        counts: Counter[str] = Counter(checked.counted_as for checked in claims if checked.claim.era == siglum)
        yield (siglum, *(str(counts[kind]) for kind in kinds))


def _align_columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield rows as lines with aligned columns, all but the first to the right."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield f"  {first:<{widths[0]}}  {'  '.join(cells)}"


def _list_limits(source: SourceReport) -> Iterator[str]:
    """Yield what of a source is lost, or not in this copy to be checked."""
    if source.left_out:
        absent = "its text is left out of this copy, because its rights are not clear; nothing of it was checked"
        yield f"  {paint(f'{source.siglum}: {absent}', 'yellow')}"
        return
    if source.completeness != "complete":
        yield f"  {source.siglum}: a fragment: the rest is lost"
    if source.not_checkable:
        refs = ", ".join(source.not_checkable)
        absent = f"{source.siglum}: not checkable here: the words of {refs} are left out of this copy"
        yield f"  {paint(absent, 'yellow')}"


def _format_problems(report: Report) -> Iterator[str]:
    for problem in report.problems:
        yield f"{paint('problem', 'red')}  {problem}"


def _write_verdict(report: Report) -> str:
    """Return the last line: whether all is well."""
    unchecked = ", ".join(source.siglum for source in report.sources if source.left_out)
    if report.problems:
        return paint(format_count(len(report.problems), "problem"), "red")
    if unchecked:
        return paint(f"all well that is here; not checked: the text, rules and claims of {unchecked}", "yellow")
    return paint("all well", "green")


def full_lines(report: Report) -> Iterator[str]:
    """Yield the lines of `tarock check --verbose`."""
    yield paint("Sources", "bold")
    for source in report.sources:
        if source.left_out:
            absent = (
                "not checkable here: its text is left out of this copy, because its rights are not clear; nothing of "
                "it was checked"
            )
            edition = f"edition {source.edition}"
            yield f"  {source.siglum}  {edition}  {paint(absent, 'yellow')}"
            continue
        lost = "" if source.completeness == "complete" else f"  ({'a fragment: the rest is lost'})"
        text = "{siglum}  edition {edition}  {passages:>13}  {emendations:>15}".format(
            siglum=source.siglum,
            edition=source.edition,
            passages=format_count(source.passages, "passage"),
            emendations=format_count(source.emendations, "emendation"),
        )
        yield f"  {text}{lost}"
        if source.not_checkable:
            absent = "not checkable here: the words of {refs} are left out of this copy".format(
                refs=", ".join(source.not_checkable),
            )
            yield f"        {paint(absent, 'yellow')}"
    yield paint("Spelling", "bold")
    for siglum, spelling in report.spelling.items():
        yield "  " + (
            "{siglum}  {forms:>15}: {modern} modern, {rules} by rules, {lexicon} by the lexicon, {doubtful} emended or "
            "doubtful, {unexplained} unexplained"
        ).format(
            siglum=siglum,
            forms=format_count(spelling.forms, "word form"),
            modern=spelling.modern,
            rules=spelling.rules,
            lexicon=spelling.lexicon,
            doubtful=spelling.doubtful,
            unexplained=len(spelling.unexplained),
        )
    yield paint("English", "bold")
    for siglum, english in report.translations.items():
        kind, units = english.kind, format_count(english.units, "unit")
        yield (
            f"  {siglum}  {kind} {english.version}  {units:>10}, "
            f"{format_count(english.notes, 'note')}, {format_count(english.allowed, 'recorded exception')}"
        )
    yield paint("Rules", "bold")
    for siglum, counts in report.statements.items():
        per = counts.sentences
        yield "  " + (
            "{siglum}  {statements:>15}; of {sentences:>13} {encoded:>3} encoded, {claimed:>3} claimed, "
            "{exemplified:>3} in games, {set_aside:>3} set aside, {unaccounted} unaccounted for"
        ).format(
            siglum=siglum,
            statements=format_count(counts.statements, "statement"),
            sentences=format_count(per.sentences, "sentence"),
            encoded=per.encoded,
            claimed=per.claimed,
            exemplified=per.exemplified,
            set_aside=per.set_aside,
            unaccounted=len(per.unaccounted),
        )
        for found in counts.disagreements:
            readings = " / ".join(f"{r.value} ({r.ref})" for r in found.readings)
            yield "        " + f"passages disagree on {found.key}: {readings}"
    yield from _format_games(report.games, report.claims)
    yield from _format_claims(report.claims)
    yield from _format_problems(report)
    yield _write_verdict(report)


def _format_games(games: list[GameReport], claims: list[CheckedClaim]) -> Iterator[str]:
    """Yield a line for each model game, then the findings of each level."""
    yield paint("Model games", "bold")
    for game in games:
        corrected = game.levels["corrected"]
        stated = corrected.stated
        judged = [each.report.stated for each in game.mended] or [stated]  # as played, or by every line that mends it
        agreeing = [sum(each.verdict == "reproduced" for each in results) for results in judged]
        low, high = min(agreeing), max(agreeing)
        agree = f"{low} to {high}" if low < high else f"{low}"
        titles = [each.verdict for each in claims if each.claim.ref.startswith(f"{game.ref}.titel")]
        wrong = next((verdict for verdict in titles if verdict not in AGREEING), "")
        title = f", {f'title {wrong}'}" if wrong else ""
        color = "green" if game.verdict.startswith("reproduced") else "red"
        counts = ", ".join(f"{len(report.findings)} as {name_level(level)}" for level, report in game.levels.items())
        text = (
            f"{game.name}  {format_thirds(corrected.replay.declarer_thirds):>6} points  {agree}/{len(stated)} "
            "stated results"
        )
        verdict = paint(f"{game.verdict:<27}", color)
        seen = f"  {'by what a copy has'}" if game.seen else ""
        yield f"  {text}{title}  {verdict} {f'findings: {counts}'}{seen}"
    for game in games:
        for level, report in game.levels.items():
            for finding in report.findings:
                where = (
                    f"{game.name} as {name_level(level)}, trick {finding.trick}"
                    if finding.trick
                    else f"{game.name} as {name_level(level)}, before play"
                )
                yield (
                    f"  {paint('finding', 'yellow')}  {where}: {format_message(finding.message)} "
                    f"[{finding.code}, {finding.ref or 'notation'}]"
                )
        if lines := game.lines.fewest:
            same, found = game.lines.count_same_points(game.levels["corrected"].replay.declarer_thirds), len(lines)
            text = (
                "{game}: {lines} with {cards} cards changed ({same} with the same points), of {total:,} with the same "
                "hands and winners ({total_same:,})"
            ).format(
                game=game.name,
                lines=format_count(found, "legal line"),
                cards=len(lines[0].changed),
                same=same,
                total=game.lines.total,
                total_same=game.lines.total_same_points,
            )
            yield f"           {text}"
            text = (
                f"{game.name}: the stated results stand under {game.stands} of {len(game.mended)} that are "
                "as good as any other"
            )
            yield f"           {text}"


def _format_claims(claims: list[CheckedClaim]) -> Iterator[str]:
    """Yield how many claims of each source have which verdict, then the claims that do not agree."""
    yield paint("Claims", "bold")
    by_source: dict[str, Counter[str]] = {}
    for checked in claims:
        by_source.setdefault(checked.claim.era, Counter())[checked.verdict] += 1
    for siglum, verdicts in sorted(by_source.items()):
        counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        yield f"  {siglum}  {format_count(verdicts.total(), 'claim'):>11}: {counts}"
        shown = count_claims(checked for checked in claims if checked.claim.era == siglum)
        told_apart = (
            f"{shown.recomputed} recomputed and as the author states; in {shown.sentences_agree} two sentences "
            "of the source agree; "
            f"in {shown.ours} the sum is ours and nothing is stated; {shown.trials} trials of ours"
        )
        yield f"        {told_apart}"
    for checked in claims:
        if checked.verdict in (*DIFFERING, "undetermined"):
            claim = checked.claim
            found = describe_value(checked.computed)
            other = (
                f"Computed {found}."
                if claim.expected is None
                else f"Expected {describe_value(claim.expected)}, computed {found}."
            )
            said, reason = claim.says, claim.reason
            yield f"  {paint(checked.verdict, 'yellow')}  {claim.ref}: {said} {other} {reason}"


def add_affected_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock affected`."""
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SIGLUM",
        help="only these sources (default: those whose edition is raised)",
    )
    parser.set_defaults(run=list_affected, examples=("", "1840"))


def list_affected(options: Namespace, project: Project) -> int:
    """Print what depends on each changed passage; return 1 when the check finds a problem with any of it."""
    codex = ComputedCodex(project)

    changed, others = find_affected(codex, options.sources or find_raised(codex))
    broken = sum(bool(dependent.problems) for passage in changed for dependent in passage.dependents)
    resting = sum(len(passage.dependents) for passage in changed)
    counts: Counter[str] = Counter(passage.how for passage in changed)
    some = {
        "new ones: {count}": counts["new"],
        "new ids: {count}": counts["named"],
        "gone: {count}": counts["gone"],
        "other problems: {count}": len(others),
    }
    parts = {
        "changed passages: {count}": counts["changed"],
        **{text: count for text, count in some.items() if count},
        "rules, claims, games and translations that rest on them: {count}": resting,
        "broken: {count}": broken,
    }
    show("; ".join(text.format(count=count) for text, count in parts.items()))
    texts = {
        "changed": "changed since edition {edition}",
        "new": "new in edition {edition}",
        "named": "has an id since edition {edition}; the words are the same",
        "gone": "gone since edition {edition}",
    }
    for passage in changed:
        show(f"{paint(passage.ref, 'cyan')}  {texts[passage.how].format(edition=passage.since)}")
        for dependent in passage.dependents:
            state = paint("broken", "red") if dependent.problems else paint("holds", "green")
            show(f"  {state}  {dependent.kind} {dependent.name}  [{dependent.place}]")
            for problem in dependent.problems:
                show(f"          {problem.code}: {problem.message}")
    for problem in others:
        show(f"{paint('problem', 'red')}  {problem}")
    return 1 if broken or others else 0
