"""Measure `compare --changed`: its rows against what readers found in the texts, with every miss and false row.

Run as `python -m benchmarks.measure_differences`. A row is about a question when their passages meet on both sides;
what is not one to one is listed for a third reader (`--doubtful`, without figures); `rulings.yaml` has what he says.
"""

from __future__ import annotations

import argparse

from tarock.base.project import find_project
from tarock.proof.codex import ComputedCodex
from tarock.rules.measure import ComparisonScore, score_comparisons


def print_figures(worth: ComparisonScore) -> None:
    """Print recall and precision as counts, then each miss and each false row."""
    print(f"  found {worth.found} of {len(worth.matches)}; right {worth.right} of {len(worth.rows)} rows")
    for item in worth.missed:
        print(f"  missed  {item.id}: {item.question} ({', '.join(item.left)} | {', '.join(item.right)})")
    for row in worth.false:
        print(f"  false   {row.key}: {row.entry.title} ({' | '.join(cell.effective_text for cell in row.cells)})")


def print_doubtful(worth: ComparisonScore) -> None:
    """Print each question that several rows meet, or whose row meets several, with those rows."""
    titles = {row.key: row.entry.asks for row in worth.rows}
    for match in worth.doubtful:
        print(f"  {match.item.id}: {match.item.question}")
        for key in match.keys:
            print(f"      {key}: {titles[key]}")


def main() -> None:
    """Print the figures of each pair of sources, or its doubtful matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--doubtful", action="store_true", help="the doubtful matches, without figures")
    options = parser.parse_args()
    codex = ComputedCodex(find_project())
    for name, worth in score_comparisons(codex.project, codex.tables, codex.comparison_rules):
        print(f"{name}{'' if worth else ': sealed'}")
        if worth:
            (print_doubtful if options.doubtful else print_figures)(worth)


if __name__ == "__main__":
    main()
