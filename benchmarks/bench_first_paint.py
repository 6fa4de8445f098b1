"""How long a reader on a slow line waits: pages of a built site, served by us, over the browser's own Fast 3G.

Told are requests, bytes over the wire, the first and the largest paint, and for a game when its table answers a press;
first as a host sends text packed, then as one does that packs nothing. Each page is asked for with an empty cache; the
median of five.

    .venv/bin/python -m benchmarks.bench_first_paint build/site
"""

from __future__ import annotations

import argparse
import statistics
import threading
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, sync_playwright

from tarock.publish import site as served

PAGES = (
    "index.html",
    "play/1840.html",
    "games/m1.html",
    "sources/1840/ansagen.html",
    "rules/ultimo.html",
    "c/1840/47.2/",
    "c/1840@1.1.0/",
    "m/how-many-play/",
    "glossary/u.html",
    "games/tasks.html",
)
RUNS = 5
LIMIT = 2.0  # seconds to the first paint
FAST_3G = {"offline": False, "latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 0.675e6 / 8}
PAINTED = """() => new Promise(done => {
    let largest = 0;
    new PerformanceObserver(list => { for (const each of list.getEntries()) largest = each.startTime; })
        .observe({type: "largest-contentful-paint", buffered: true});
    setTimeout(() => done([performance.getEntriesByName("first-contentful-paint")[0].startTime, largest]), 50);
})"""


def visit(browser: Browser, address: str) -> tuple[int, int, float, float, float]:
    """Load a page; return requests, bytes, seconds to the first and the largest paint, and until the table answers.

    The last is 0 for a page without a table.
    """
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", FAST_3G)
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    answered = 0.0
    if "/games/m" in address:
        page.wait_for_selector(".table__felt")
        before = page.url
        while page.url == before:
            page.keyboard.press("ArrowRight") if page.evaluate(
                "(document.querySelector('.table__felt')?.focus(), document.activeElement.matches('.table__felt'))"
            ) else None
            page.wait_for_timeout(20)
        answered = page.evaluate("performance.now()")
    page.wait_for_load_state("load")
    first, largest = page.evaluate(PAINTED)
    page.context.close()
    return len(sizes), sum(sizes), first / 1000, largest / 1000, answered / 1000


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    site = parser.parse_args().site
    if not (site / "index.html").is_file():
        raise SystemExit(f"no built site in {site}; expected one from `make site`")
    with served.SiteServer(site, 0) as http, sync_playwright() as chromium:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        program = which("chromium-headless-shell") or which("chromium")
        browser = chromium.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        slow = []
        whole: tuple[str, ...] = served._PACKED
        for kinds in (whole, ("no kind",)):  # what the server packs
            vars(served)["_PACKED"] = kinds
            told_packed = "packed" if kinds is whole else "not packed"
            print(told_packed)
            print("page                        requests    bytes   first paint   largest   table answers")
            for name in PAGES:
                runs = [visit(browser, f"http://127.0.0.1:{http.server_port}/{name}") for _ in range(RUNS)]
                medians = (statistics.median(column) for column in zip(*runs, strict=True))
                requests, size, first, largest, answered = medians
                told = f"{answered:9.2f} s" if answered else ""
                print(f"{name:28}{requests:8.0f}{size:9,.0f}{first:11.2f} s{largest:8.2f} s{told}")
                slow += [f"{name} ({told_packed})"] * (first > LIMIT)
        print(f"slower than {LIMIT} s: {', '.join(slow) or 'none'}")
        browser.close()
        http.shutdown()
