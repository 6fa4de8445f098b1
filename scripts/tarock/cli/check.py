"""`tarock check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("", "--json")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace, codex: Codex) -> int:
    """Check the project; 1 when something is found that is not recorded as known."""
    from tarock.proof.check import check

    report = check(codex)
    if options.json:
        show_json(report.record())
    else:
        from tarock.cli.check_text import report_lines

        for line in report_lines(report):
            show(line)
    return 0 if report.passed else 1
