"""How long one waits for the first card on the page *Play*: after a click, and from the address over a slow line.

The click deals the cards, with the processor throttled to a quarter of its speed. From the address, that of a deal, the
page comes with an empty cache over Fast 3G, first from a host that sends text packed, then from one that packs nothing.
A card counts when it is painted; the median of five.

    .venv/bin/python -m benchmarks.bench_playing build/site
"""

from __future__ import annotations

import argparse
import statistics
import threading
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.bench_first_paint import FAST_3G
from tarock.publish import site as served

PAGE = "table.html"
RUNS = 5
SLOWER = 4
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    site = parser.parse_args().site
    if not (site / PAGE).is_file():
        raise SystemExit(f"no built site in {site}; expected one from `make site`")
    with served.SiteServer(site, 0) as http, sync_playwright() as chromium:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        program = which("chromium-headless-shell") or which("chromium")
        browser = chromium.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        address = f"http://127.0.0.1:{http.server_port}/{PAGE}"
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
