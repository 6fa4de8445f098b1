"""The command that shows how well each value is held."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator

from tarock.base.project import Project
from tarock.base.terminal import format_count, paint, print_error, show, show_json
from tarock.claims.ledger import Claim
from tarock.cli import add_json_argument
from tarock.codex import ComputedCodex
from tarock.robustness.coverage import HOLDS, CoverageJson, StatementEvidence, build_evidence_json
from tarock.rules.tables import format_value

_SHOWN = 3  # neighbours of a value that nobody notices


def add_coverage_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock coverage`."""
    parser.add_argument("--source", "--era", dest="era", metavar="SIGLUM", help="show only this source")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--verbose", action="store_true", help="each topic, and each value with what nobody would notice")
    add_json_argument(form)
    parser.set_defaults(run=show_coverage, examples=("", "--source 1840 --verbose", "--json"))


def show_coverage(options: Namespace, project: Project) -> int:
    """Print how well each value is tested; return 1 when a claim does not change with any value that it reads."""
    codex = ComputedCodex(project)

    era = options.era or None
    if era:
        codex.corpus.edition(era)
    evidence = [entry for entry in codex.evidence if era in (None, entry.statement.siglum)]
    committed = [each for siglum, each in codex.committed_evidence.items() if era in (None, siglum)]
    claims = {located.record.id: located.record for located in codex.claims}
    blind = [claims[name] for each in committed for name in each.blind]
    reads_none = [claims[name] for each in committed for name in each.unread]
    if options.json:
        show_json(
            CoverageJson(
                statements=[build_evidence_json(entry) for entry in evidence],
                blind=[claim.id for claim in blind],
                unread=[claim.id for claim in reads_none],
            )
        )
    elif options.verbose:
        for line in (*claim_lines(blind, ()), *coverage_lines(evidence), *claim_lines((), reads_none)):
            show(line)
    else:
        for line in (*claim_lines(blind, ()), *_summarise_evidence(evidence, len(reads_none))):
            show(line)
    for siglum in sorted(codex.corpus.left_out):
        print_error(f"the text of {siglum} is left out of this copy: its values were not measured")
    return 1 if blind else 0


def _summarise_evidence(evidence: list[StatementEvidence], reads_none: int) -> Iterator[str]:
    """Yield a line for each source, then how many values could be others, and how many claims read no rule."""
    yield from (line for topic, line in _format_shares(evidence) if not topic)
    unnoticed = sum(bool(entry.unnoticed) for entry in evidence)
    yield f"{format_count(unnoticed, 'value')} could be another, and nobody would notice"
    yield f"{format_count(reads_none, 'claim')} without a rule value; topics, and each of these: `--verbose`"


def coverage_lines(evidence: list[StatementEvidence]) -> Iterator[str]:
    """Yield a line for each source and topic, then the neighbouring values that nothing would notice."""
    yield from (line for _topic, line in _format_shares(evidence))
    yield from _format_unnoticed(evidence)


def _format_shares(evidence: list[StatementEvidence]) -> Iterator[tuple[str, str]]:
    """Yield each topic (empty for a whole source) with the number of its values by kind of evidence."""
    groups: dict[tuple[str, str], Counter[str]] = {}
    for entry in evidence:
        topic = entry.statement.key.partition(".")[0]
        groups.setdefault((entry.statement.siglum, ""), Counter())[entry.hold] += 1
        groups.setdefault((entry.statement.siglum, topic), Counter())[entry.hold] += 1
    for (siglum, topic), counts in sorted(groups.items(), key=lambda item: item[0][0]):
        numbers = "  ".join(f"{counts[hold]:>4} {hold}" for hold in HOLDS)
        line = f"{siglum if not topic else '':<6}{topic or 'all':<14}{numbers}"
        vouched = f"{100 * counts[HOLDS[0]] // counts.total()} % vouched for"
        yield topic, paint(f"{line}  ({vouched})", *([] if topic else ["bold"]))


def _format_unnoticed(evidence: list[StatementEvidence]) -> Iterator[str]:
    """Yield a line for each value of which some neighbour would not be noticed."""
    for entry in evidence:
        if entry.unnoticed:
            statement = entry.statement
            shown = [format_value(value, statement.entry) for value in entry.unnoticed]
            others = "; ".join(shown[:_SHOWN])
            if len(shown) > _SHOWN:
                others = f"{others}; {len(shown) - _SHOWN} more (--json)"
            extent = entry.hold
            if entry.hold == HOLDS[1]:
                extent = f"in part, {entry.vouched} of {len(entry.altered)}"
            told = "{statement} [{ref}] is {extent}; nobody would notice: {others}".format(
                statement=f"{statement.siglum} {statement.ident} = {statement.shown}",
                ref=statement.ref,
                extent=extent,
                others=others,
            )
            yield f"{paint('unnoticed', 'yellow')}  {told}"


def claim_lines(blind: Iterable[Claim], unread: Iterable[Claim]) -> Iterator[str]:
    """Yield the claims that do not change with a value of their own passage, and those that read no rule."""
    for claim in blind:
        yield f"{paint('blind', 'red')}  {_format_claim(claim)}"
    for claim in unread:
        yield f"{paint('reads no rule', 'yellow')}  {_format_claim(claim)}"


def _format_claim(claim: Claim) -> str:
    return f"{claim.id} [{claim.ref}]: {claim.says}"
