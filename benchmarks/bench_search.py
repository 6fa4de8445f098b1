"""How long the search of the built site takes from a key to the results in the document. Not a test.

`python benchmarks/bench_search.py [SITE]` opens a built site (`build/site`) in Chromium, types every query of
`tests/search/queries.yaml` and `heldout.yaml` with the processor throttled sixfold, and prints the median and the 95th
percentile over all queries (to hold: 20 and 50 ms) and the slowest.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

TURNS = 3
SLOWER = 6
SHOWN = 10
TYPED = """([query, turns]) => {
    const field = document.querySelector('#codex-search input');
    return Array.from({length: turns}, () => {
        field.value = query;
        const began = performance.now();
        field.dispatchEvent(new Event('input', {bubbles: true}));
        return performance.now() - began;
    });
}"""


def main() -> None:
    """Print how long the search of a built site takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", metavar="SITE", nargs="?", type=Path, default=ROOT / "build" / "site")
    site: Path = parser.parse_args().site.resolve()
    if not (site / "index.html").is_file():
        parser.error(f"no built site in {site}; expected one from `make site`")
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        parser.error(f"Playwright is missing ({error}); install it with `pip install -e '.[dev]'`")
    if not chromium:
        parser.error("Chromium is missing; expected the program `chromium`")
    from tests.search.measure import HERE, load_asked
    from tests.search.queries import load_queries
    from tests.site.conftest import FLAGS, until

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        page.keyboard.press("/")
        until(page, "document.documentElement.dataset.search === 'ready'")
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        queries = [str(query.query) for query in load_queries()] + [
            each.query for each in load_asked(HERE / "heldout.yaml")
        ]
        times = {query: statistics.median(page.evaluate(TYPED, [query, TURNS])) for query in queries}
        browser.close()
    slowest = sorted(times.items(), key=lambda item: -item[1])
    median, last = statistics.median(times.values()), statistics.quantiles(times.values(), n=20)[-1]
    print(f"{len(times)} queries, milliseconds: median {median:.1f}, 95th percentile {last:.1f}; the slowest {SHOWN}:")
    for query, found in slowest[:SHOWN]:
        print(f"{found:8.1f}  {query}")


if __name__ == "__main__":
    main()
