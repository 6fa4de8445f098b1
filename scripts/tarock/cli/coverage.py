"""`tarock coverage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import complain, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("", "--source 1840", "--json")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--source", "--era", dest="era", metavar="SIGLUM", help="show only this source")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace, codex: Codex) -> int:
    """Print what holds each value; 1 when a claim is blind."""
    from tarock.cli.coverage_text import claim_lines, coverage_lines
    from tarock.proof.coverage import unread

    era = options.era or None
    if era:
        codex.corpus.edition(era)
    evidence = [entry for entry in codex.evidence if era in (None, entry.statement.siglum)]
    blind = [checked for checked in codex.blind_claims if era in (None, checked.claim.era)]
    reads_none = [checked for checked in unread(codex.checked_claims) if era in (None, checked.claim.era)]
    if options.json:
        from tarock.proof.json_records.rules import CoverageRecord, evidence_record

        show_json(
            CoverageRecord(
                statements=[evidence_record(entry) for entry in evidence],
                blind=[checked.claim.id for checked in blind],
                unread=[checked.claim.id for checked in reads_none],
            )
        )
    else:
        for line in (*coverage_lines(evidence), *claim_lines(blind, reads_none)):
            show(line)
    for siglum in sorted(codex.corpus.left_out):
        complain(f"the text of {siglum} is left out of this copy: its values were not measured")
    return 1 if blind else 0
