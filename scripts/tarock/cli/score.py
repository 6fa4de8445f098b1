"""`tarock score`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = (
    "--era 1754 corpus/examples/score-1754.yaml",
    "--era 1945 corpus/examples/score-1945-play.yaml",
    "--era 1863 my-game.yaml --json",
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from tarock.game.eras import ERAS

    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--era", required=True, choices=tuple(ERAS), help="by whose rules")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace, codex: Codex) -> int:
    """Print who pays whom."""
    from pathlib import Path

    from tarock.game.eras import score_file

    settled = score_file(codex.project, options.era, Path(options.file))
    if options.json:
        from tarock.proof.json_records.play import score_record

        show_json(score_record(settled))
    else:
        from tarock.cli.score_text import score_lines

        show("\n".join(score_lines(settled)))
    return 0
