"""`tarock replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("1840:m3", "1840:m5 --level printed", "corpus/examples/my-game.yaml --json")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from tarock.game.koenigrufen_1840.model_games import LEVELS

    parser.add_argument("games", nargs="+", metavar="FILE|REF")
    parser.add_argument("--level", choices=LEVELS, help="of a model game (default: corrected)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per game, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Print each game trick by trick; 1 when a file of one's own holds a fault."""
    from tarock.proof.printing import replay_lines

    reports = [codex.games.named(name, options.level) for name in options.games]
    if options.json:
        from tarock.proof.json_records.play import replay_record

        show_json([replay_record(report) for report in reports])
    else:
        show("\n\n".join("\n".join(replay_lines(report, codex.games.pack)) for report in reports))
    own_faults = any(report.level == "file" and not report.sound for report in reports)
    return 1 if own_faults else 0
