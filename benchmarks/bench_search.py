"""How long the search of the built site takes from a key to the results in the document. Not a test.

`python benchmarks/bench_search.py [SITE]` opens a built site (`build/site`) in Chromium, types every query of
`benchmarks/search_development.tsv` with the processor throttled sixfold, and prints the median (to hold: 50 ms) and the
95th percentile over all queries, and the slowest. Before that it prints how long the first query takes on a page of
each language that has loaded nothing for the search, from its last letter to the first result (to hold: 0.8 s): in
processor time of the page, which is measured at full speed and told as six times that, and by the clock, throttled. On
a machine with other work both are longer, the latter much: the least of several turns says most.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

TURNS = 5
SLOWER = 6
SHOWN = 10
# The script of what follows the first answer is never loaded: it is not part of the measure.
HELD = """
    const { append } = Element.prototype;
    Element.prototype.append = function (...nodes) {
        if (!nodes.some((node) => node.src?.endsWith("/search-more.js"))) append.apply(this, nodes);
    };
"""
SETTLED = 500  # milliseconds after which a page that is opened does nothing more by itself
TYPED = """([query, turns]) => {
    const field = document.querySelector('#codex-search input');
    return Array.from({length: turns}, () => {
        field.value = query;
        const began = performance.now();
        field.dispatchEvent(new Event('input', {bubbles: true}));
        return performance.now() - began;
    });
}"""

# Opens the search with a query in it, and waits for the first result.
COLD = """(query) => {
    const list = document.querySelector('.md-search-result ol');
    const field = document.querySelector('#codex-search input');
    const began = performance.now();
    return new Promise((resolve) => {
        const done = () => { if (list.children.length) resolve(performance.now() - began); };
        new MutationObserver(done).observe(list, {childList: true});
        field.value = query;
        field.focus();
        field.dispatchEvent(new Event('input', {bubbles: true}));
        done();
    });
}"""
FIRST = {"": "who deals first", "de": "Muss man Farbe bekennen"}


def time_first_query(browser: Browser, address: str, query: str, rate: int) -> float:
    """Return how many milliseconds the first query takes on a page that is opened for it.

    By the clock if the processor is throttled by `rate`; else as processor time, times `SLOWER`.
    """
    page = browser.new_page()
    page.add_init_script(HELD)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    session.send("Performance.enable")
    page.goto(address)
    page.wait_for_timeout(SETTLED)

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "ThreadTime")

    before = spent()
    clock: float = page.evaluate(COLD, query)
    processor = (spent() - before) * 1000 * SLOWER
    page.close()
    return processor if rate == 1 else clock


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
    from tests.search.queries import load_development
    from tests.site.conftest import FLAGS, until

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for language, query in FIRST.items():
            address = (site / language / "index.html").as_uri()
            for rate, told in ((1, "six times its processor time"), (SLOWER, "by the clock")):
                cold = sorted(time_first_query(browser, address, query, rate) for _turn in range(TURNS))
                turns = ", ".join(f"{each:.0f}" for each in cold)
                print(f"first query, {language or 'en'}, {told}: median {statistics.median(cold):.0f} ms of {turns}")
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        page.keyboard.press("/")
        until(page, "document.documentElement.dataset.search === 'ready'")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        queries = load_development()
        times = {query: statistics.median(page.evaluate(TYPED, [query, TURNS])) for query in queries}
        browser.close()
    slowest = sorted(times.items(), key=lambda item: -item[1])
    median, last = statistics.median(times.values()), statistics.quantiles(times.values(), n=20)[-1]
    print(f"{len(times)} queries, milliseconds: median {median:.1f}, 95th percentile {last:.1f}; the slowest {SHOWN}:")
    for query, found in slowest[:SHOWN]:
        print(f"{found:8.1f}  {query}")


if __name__ == "__main__":
    main()
