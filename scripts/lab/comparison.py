"""Score the comparison: the rows of `compare --changed` against the differences that readers found in the texts.

    .venv/bin/python -m lab.comparison             # print the figures, with every miss and every false row
    .venv/bin/python -m lab.comparison --doubtful  # print the doubtful matches, without figures

A row is about a question when their passages meet on both sides. Matches that are not one to one are listed for a
third reader (`--doubtful`); `rulings.yaml` has his decisions. `lab.evidence --write` commits the score.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

import msgspec

from tarock.analysis.stamps import seal
from tarock.base.files import write_text
from tarock.base.project import find_project
from tarock.base.structs import Frozen
from tarock.base.terminal import print_error, show
from tarock.checks.comparison_score import ALGORITHM, ComparisonScore, PairScore, file_of, inputs_of, load
from tarock.codex import ComputedCodex
from tarock.rules.compare import Row, compare_tables
from tarock.rules.data import CodexData
from tarock.rules.readings import FoundDifference, ReadersReport, load_reports, load_rulings


class MatchedPair(Frozen):
    """The differences counted between two sources, and for each question of the readers the keys that match it."""

    pair: str
    matches: tuple[tuple[FoundDifference, tuple[str, ...]], ...]
    rows: tuple[Row, ...]

    @property
    def score(self) -> PairScore:
        """Return the counts of matched and unmatched questions and rows, to be committed."""
        met = {key for _item, keys in self.matches for key in keys}
        return PairScore(
            pair=self.pair,
            questions=len(self.matches),
            rows=len(self.rows),
            missed=tuple(item.id for item, keys in self.matches if not keys),
            unmatched=tuple(row.key for row in self.rows if row.key not in met),
        )

    @property
    def doubtful(self) -> list[tuple[FoundDifference, tuple[str, ...]]]:
        """Return the questions and keys that do not match one to one, which a third reader decides."""
        times = Counter(key for _item, keys in self.matches for key in keys)
        return [(item, keys) for item, keys in self.matches if len(keys) > 1 or any(times[key] > 1 for key in keys)]


def match_pair(report: ReadersReport, rows: list[Row], ruled: dict[tuple[str, str, str], bool]) -> MatchedPair:
    """Match the rows of a pair of sources with the questions that its readers found, by the passages that both name."""
    left, _, right = report.pair.partition("-")
    counted = [(row, difference) for row in rows if (difference := row.difference(left, right)) and difference.counted]
    found = {row.key: [row.passages(siglum, difference) for siglum in (left, right)] for row, difference in counted}

    def meets(item: FoundDifference, key: str) -> bool:
        mine, theirs = found[key]
        return ruled.get((report.pair, item.id, key), bool({*item.left} & mine and {*item.right} & theirs))

    matches = tuple((item, tuple(key for key in found if meets(item, key))) for item in report.items)
    return MatchedPair(report.pair, matches, tuple(row for row, _difference in counted))


def match_pairs(codex: CodexData) -> Iterator[MatchedPair]:
    """Yield the matches of each pair of sources that readers compared and whose report is not sealed."""
    ruled = load_rulings(codex.project)
    for _name, report in load_reports(codex.project):
        if report:
            tables = {siglum: codex.tables[siglum] for siglum in report.pair.split("-")}
            yield match_pair(report, compare_tables(tables, codex.comparison_rules), ruled)


def compute_score(codex: CodexData) -> ComparisonScore:
    """Return the score of all pairs, with its stamp."""
    pairs = tuple(matched.score for matched in match_pairs(codex))
    return seal(ComparisonScore(algorithm=ALGORITHM, inputs=inputs_of(codex), pairs=pairs))


def print_figures(matched: MatchedPair) -> None:
    """Print recall and precision as counts, then each missed question and each row without one."""
    score = matched.score
    show(f"{score.pair}\n  found {score.found} of {score.questions}; right {score.right} of {score.rows} rows")
    for item, keys in matched.matches:
        if not keys:
            show(f"  missed  {item.id}: {item.question} ({', '.join(item.left)} | {', '.join(item.right)})")
    for row in matched.rows:
        if row.key in score.unmatched:
            cells = " | ".join(cell.effective_text for cell in row.cells)
            show(f"  false   {row.key}: {row.entry.title} ({cells})")


def print_doubtful(matched: MatchedPair) -> None:
    """Print each question that several rows match, or whose row matches several, with those rows."""
    titles = {row.key: row.entry.asks for row in matched.rows}
    show(matched.pair)
    for item, keys in matched.doubtful:
        show(f"  {item.id}: {item.question}")
        for key in keys:
            show(f"      {key}: {titles[key]}")


def commit(codex: CodexData, *, writing: bool) -> int:
    """Write the score, or compare it with the committed one; return the exit status, 1 where it differs."""
    path, found = file_of(codex.project), compute_score(codex)
    if writing and load(codex.project) != found:
        write_text(path, msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
        show(f"{codex.project.relative(path)}: written")
    elif load(codex.project) != found:
        print_error(f"{codex.project.relative(path)}: differs from the score now")
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doubtful", action="store_true", help="print the doubtful matches, without figures")
    options = parser.parse_args()
    for matched_pair in match_pairs(ComputedCodex(find_project())):
        (print_doubtful if options.doubtful else print_figures)(matched_pair)
