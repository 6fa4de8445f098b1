"""How often queries find what answers them first, among three and among ten, with 95 % intervals (Wilson).

`python -m tests.search.measure FILE [--site SITE]` asks the queries of a file (`heldout.yaml` unless told) as the
command does and, where a built site is named, as its search box does. A file that has measured once measures nothing
any more when words or weights were changed after it.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from tarock.base import yamlio
from tarock.base.project import find_project
from tarock.codex import ComputedCodex

HERE = Path(__file__).parent
WITHIN = (1, 3, 10)
Search = Callable[[str], list[str]]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query of one of three groups of people, and the passages that answer it; `rank` is what was measured."""

    query: str
    group: str
    accept: tuple[str, ...]
    rank: int = 0

    def ranked(self, refs: list[str]) -> int:
        """Where the first passage that answers stands, or the place of which it is the beginning; 0: nowhere."""
        answers = {*self.accept, *(ref.rpartition(".")[0] for ref in self.accept if ref.endswith(".1"))}
        return next((place for place, ref in enumerate(refs, 1) if ref in answers), 0)


def load_asked(path: Path) -> list[Asked]:
    document = yamlio.load(path)
    return [document.convert(Asked, record, index) for index, record in enumerate(document.data)]


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, z = hits / of, 1.96
    middle = share + z * z / (2 * of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - reach) / (1 + z * z / of), (middle + reach) / (1 + z * z / of)


def table(ranks: dict[str, list[int]]) -> list[str]:
    """A line for all and for each group."""
    lines = ["| | queries | first | among three | among ten |", "|---|---|---|---|---|"]
    for group, found in ranks.items():
        shares = []
        for within in WITHIN:
            hits = sum(0 < rank <= within for rank in found)
            low, high = wilson(hits, len(found))
            shares.append(f"{hits / len(found):.0%} ({low:.0%}–{high:.0%})")
        lines.append(f"| {group} | {len(found)} | {' | '.join(shares)} |")
    return lines


def grouped(asked: list[Asked], ranks: list[int]) -> dict[str, list[int]]:
    """The ranks of all queries, and of each group."""
    groups: dict[str, list[int]] = {"all": ranks}
    for each, rank in zip(asked, ranks, strict=True):
        groups.setdefault(each.group, []).append(rank)
    return groups


def measure(asked: list[Asked], search: Search) -> list[int]:
    return [each.ranked(search(each.query)) for each in asked]


def command() -> Search:
    """As `tarock search` does."""
    from tarock.corpus.search import build_index

    codex = ComputedCodex(find_project(HERE.parents[1]))
    index = build_index(codex.search_data(codex.corpus.editions()))
    return lambda query: [hit.ref for hit in index.find(query).hits]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, default=HERE / "heldout.yaml")
    parser.add_argument("--site", metavar="SITE", type=Path)
    options = parser.parse_args()
    asked = load_asked(options.file)
    ranks = measure(asked, command())
    print("\n".join(table(grouped(asked, ranks))))
    if options.site:
        from playwright.sync_api import sync_playwright

        from tests.site.conftest import FLAGS, until

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page()
            page.goto((options.site.resolve() / "index.html").as_uri())
            page.keyboard.press("/")
            until(page, "document.documentElement.dataset.search === 'ready'")
            words = "query => codexSearchIndex.search(query).map(hit => hit.ref)"
            there = measure(asked, lambda query: page.evaluate(words, query))
            browser.close()
        print("the site finds each at the same place" if there == ranks else "the site finds some at other places")
    for each, rank in zip(asked, ranks, strict=True):
        if rank != 1:
            print(f"{rank or 'not found'}: {each.query}", file=sys.stderr)


if __name__ == "__main__":
    main()
