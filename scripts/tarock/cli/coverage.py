"""`tarock coverage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.term import complain, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.codex import Codex

EXAMPLES = ("", "--era 1840", "--json")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--era", metavar="SIGLUM", help="show only this source")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace, codex: Codex) -> int:
    """Print what holds each value."""
    from tarock.cli.coverage_text import coverage_lines

    if options.era:
        codex.corpus.edition(options.era)
    evidence = [entry for entry in codex.evidence if options.era in (None, entry.statement.siglum)]
    if options.json:
        from msgspec import convert, to_builtins

        from tarock.json_records import CoverageRecord

        show_json(to_builtins(convert({"statements": [entry.as_json() for entry in evidence]}, CoverageRecord)))
    else:
        for line in coverage_lines(evidence):
            show(line)
    for siglum in sorted(codex.corpus.left_out):
        complain(f"the text of {siglum} is left out of this copy: its values were not measured")
    return 0
