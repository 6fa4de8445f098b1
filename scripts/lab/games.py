"""Compute what every card of the model games was worth with open cards, and commit it: about a minute for a game.

    .venv/bin/python -m lab.games              # compute all games again; fail where one differs from what is committed
    .venv/bin/python -m lab.games m3 --write   # write one; its other calls and discards too, where it has them

`--calls` computes other calls and discards for games that have none committed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from tarock.analysis import annotation
from tarock.analysis.goals import Aim
from tarock.base.errors import CodexError
from tarock.base.project import find_project
from tarock.base.terminal import print_error, show
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.replay import analyses


def main(codex: ComputedCodex, names: Iterable[str], *, writing: bool, calls: bool) -> int:
    """Compute the values of games, then write or compare them; return the exit status, 1 where they differ."""
    codex, differs = codex.without_copies, 0
    for name in names or codex.games.names:
        if name not in codex.games.names:
            raise CodexError(f"no model game `{name}`", f"expected {', '.join(codex.games.names)}")
        path = annotation.locate_file(codex.project.rules, name)
        kept = annotation.load(path)
        with_calls = calls or bool(kept and kept.calls)
        report = codex.games.replay_model(name, BASE)
        found = analyses.compute(codex.games, report, annotation.NODES, tuple(Aim), calls=with_calls)
        told = codex.project.relative(path)
        if writing:
            analyses.write(path, found)
            show(f"{told}: written")
        elif kept != found:
            differs = 1
            print_error(f"{told}: differs from what is computed now; run with --write")
        else:
            show(f"{told}: the same")
    return differs


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="m1 to m8 (default: all)")
    parser.add_argument("--write", action="store_true", help="write what is computed")
    parser.add_argument("--calls", action="store_true", help="other calls and discards too")
    options = parser.parse_args()
    try:
        status = main(ComputedCodex(find_project()), options.names, writing=options.write, calls=options.calls)
    except CodexError as error:
        print_error(str(error))
        status = error.exit_status
    sys.exit(status)
