"""How many queries of the development set the first thing on a phone answers. In-sample, and not a test.

`python benchmarks/judge_search.py [SITE]` types the queries of `benchmarks/search_development.tsv` into the
search of a built site (`build/site`), 390 pixels wide, and counts how often one of the things that the list
names comes first, among three and among ten: the matter, rule, term or page, or a passage on which one of these
matters or rules rests. It is strict: another passage may answer too. Of a term that no text has, it counts
whether that comes first. Queries that are not answered first are printed with their place (0: not among ten).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

WITHIN = (1, 3, 10)


def main() -> None:
    """Print what is answered, and by which place."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", metavar="SITE", nargs="?", type=Path, default=ROOT / "build" / "site")
    site: Path = parser.parse_args().site
    from tests.search.measure import wilson
    from tests.search.screens import Thing, look, read_queries

    from tarock.base.project import find_project
    from tarock.codex import ComputedCodex

    codex = ComputedCodex(find_project(ROOT))
    data = codex.search_data(codex.corpus.editions())
    rests: dict[str, set[str]] = {
        matter.id: {ref for answer in matter.answers if not answer.silence for ref in answer.refs}
        for matter in data.matters
    }
    rests |= {rule.key: {ref for _words, refs, _advice in rule.says for ref in refs} for rule in data.rules}
    text = (ROOT / "benchmarks" / "search_development.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]

    def answers(thing: Thing, wanted: list[str]) -> bool:
        if wanted == ["none"]:
            return thing.kind == "absent" or "rules/todays-terms" in thing.href
        if thing.kind == "passage":
            return thing.text.split()[0] in set().union(*(rests.get(each, {each}) for each in wanted))
        ends = [end for each in wanted for end in (f"m/{each}/index.html", f"#rule-{each}", f"#{each}")]
        return thing.href.endswith(tuple(ends))

    places: dict[bool, list[int]] = {False: [], True: []}  # by whether no text has it
    screens = look(site, read_queries(query for query, _group, _wanted in lines))
    for (query, _group, wanted), (_asked, screen) in zip(lines, screens, strict=True):
        right = (place for place, thing in enumerate(screen.things, 1) if answers(thing, wanted.split()))
        place = next(right, 0)
        places[wanted == "none"].append(place)
        if place != 1:
            print(f"{place:3}  {query}")
    for within in WITHIN:
        hits = sum(0 < place <= within for place in places[False])
        low, high = wilson(hits, len(places[False]))
        print(f"among {within}: {hits} of {len(places[False])} ({low:.0%}–{high:.0%})")
    print(f"no text has it: {places[True].count(1)} of {len(places[True])} first")


if __name__ == "__main__":
    main()
