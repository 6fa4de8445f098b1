"""How long one waits for the first card on the page *Play*: after a click, and from the address over a slow line.

The click deals the cards, with the processor throttled to a quarter of its speed. From the address, that of a deal, the
page comes with an empty cache over Fast 3G, first from a host that sends text packed, then from one that packs nothing.
A card counts when it is painted; the median of five. Then machines of the highest level play deals in the page's own
thread at a quarter of the speed: how long a decision takes that leaves a choice, by its phase.

    .venv/bin/python -m benchmarks.bench_playing build/site
    .venv/bin/python -m benchmarks.bench_playing build/site --deals 40   # the decisions only
"""

from __future__ import annotations

import argparse
import statistics
import threading
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.bench_first_paint import FAST_3G
from tarock.analysis.players import LEVELS
from tarock.publish import site as served

PAGE = "table.html"
RUNS = 5
SLOWER = 4
DEALS = 20
CLICK_LIMIT, ADDRESS_LIMIT = 1.0, 3.0  # seconds
# remembers when the first card of the reader's hand was painted, and when he last clicked
WATCH = """(() => {
    const painted = () => requestAnimationFrame(() => setTimeout(() => { window.firstCard ??= performance.now(); }));
    new MutationObserver((_changes, observer) => {
        if (!document.querySelector(".playing__card")) return;
        observer.disconnect();
        painted();
    }).observe(document, {childList: true, subtree: true});
    addEventListener("click", () => { window.clicked = performance.now(); }, true);
})()"""
LINK = "codexEvening.link({seed: 1840, dealer: 3}, 'A', '000', codexEvening.digest(codexCoreData))"


# plays a deal with the page's core; phase and milliseconds of each decision that leaves a choice
DECIDE = """async ([level, seed]) => {
    const core = await codexCore.load(codexCoreData);
    const game = core.start({seed, dealer: seed % 4}), found = [];
    for (let acts = 0; game.actor >= 0; acts += 1) {
        const {phase} = game, choice = game.legal().length > 1, begun = performance.now();
        const action = game.machine(level, seed + acts);
        if (choice) found.push([phase, performance.now() - begun]);
        game.apply(action);
    }
    return found;
}"""


def open_page(browser: Browser) -> Page:
    """Return a page in a context of its own, with nothing in its cache, that notes when its first card is painted."""
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.add_init_script(WATCH)
    return page


def wait(page: Page) -> float:
    """Return the moment of the first card in seconds from the page's beginning."""
    while (found := page.evaluate("window.firstCard ?? 0")) == 0:
        page.wait_for_timeout(50)
    return float(found) / 1000


def click(browser: Browser, address: str) -> tuple[float, str]:
    """Return the seconds from the click that deals to the first card, and the address of a deal."""
    page = open_page(browser)
    page.goto(address)
    page.wait_for_selector(".playing__welcome")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.locator(".playing__button--first").click()
    found = wait(page) - float(page.evaluate("window.clicked")) / 1000
    link = str(page.evaluate(LINK))
    page.context.close()
    return found, link


def load(browser: Browser, address: str) -> float:
    """Return the seconds from the address of a deal to its first card over a slow line."""
    page = open_page(browser)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", FAST_3G)
    page.goto(address, wait_until="commit")
    found = wait(page)
    page.context.close()
    return found


def time_decisions(browser: Browser, address: str, deals: int) -> None:
    """Print the 95th percentile of the decisions of each phase in so many deals, in the page's thread."""
    page = open_page(browser)
    page.goto(address)
    page.wait_for_selector(".playing__welcome")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    spent: dict[str, list[float]] = {}
    for seed in range(deals):
        for phase, milliseconds in page.evaluate(DECIDE, [LEVELS[-1], seed]):
            spent.setdefault(phase, []).append(milliseconds)
    spent["all"] = [each for phase in spent.values() for each in phase]
    for phase, found in spent.items():
        late = sorted(found)[int(0.95 * len(found))]
        told = f"{phase}, at a quarter of the speed"
        print(f"{told:45}{late:7.0f} ms p95 of {len(found):5}, most {max(found):.0f} ms")
    page.context.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--deals", type=int, help="only time the decisions of so many deals")
    options = parser.parse_args()
    site = options.site
    if not (site / PAGE).is_file():
        raise SystemExit(f"no built site in {site}; expected one from `make site`")
    with served.SiteServer(site, 0) as http, sync_playwright() as chromium:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        program = which("chromium-headless-shell") or which("chromium")
        browser = chromium.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        address = f"http://127.0.0.1:{http.server_port}/{PAGE}"
        time_decisions(browser, address, options.deals or DEALS)
        if options.deals:
            browser.close()
            http.shutdown()
            raise SystemExit
        clicks = [click(browser, address) for _ in range(RUNS)]
        link = clicks[0][1]
        found = {"after the click, at a quarter of the speed": ([each for each, _link in clicks], CLICK_LIMIT)}
        whole: tuple[str, ...] = served._PACKED
        for kinds, told in ((whole, "packed"), (("no kind",), "not packed")):
            vars(served)["_PACKED"] = kinds
            found[f"from the address over Fast 3G, {told}"] = (
                [load(browser, f"{address}#{link}") for _ in range(RUNS)], ADDRESS_LIMIT,
            )  # fmt: skip
        for told, (runs, limit) in found.items():
            median = statistics.median(runs)
            print(f"{told:45}{median:7.2f} s   {'within' if median <= limit else 'slower than'} {limit} s")
        browser.close()
        http.shutdown()
