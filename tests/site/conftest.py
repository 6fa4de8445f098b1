"""The built site, once per session: on disk, served on a free port of this machine, and open in one browser."""

from __future__ import annotations

import http.server
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

# The one without a window of its own draws the same pages with a quarter less work.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds that a test waits for a condition; a loaded machine is slow, not wrong
PLAIN = "assets/fonts/OFL.txt"  # a page of the site without scripts and policy
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# `innerWidth` grows with what is too wide on a phone, the screen does not
NO_WIDER = "Math.max(document.documentElement.scrollWidth, innerWidth) <= screen.width"


def until(page: Page, expression: str, arg: object = None) -> None:
    """Wait until an expression holds; Playwright's own waiting calls `eval`, which the pages' policy forbids.

    While a page is exchanged for another the document is half there: what cannot be evaluated does not hold yet.
    """
    from playwright.sync_api import Error

    fault = ""
    for _attempt in range(PATIENCE // 20):
        try:
            if page.evaluate(expression, arg):
                return
            fault = ""
        except Error as error:
            fault = f": {error.message}"
        page.wait_for_timeout(20)
    raise AssertionError(f"did not come to hold: {expression}{fault}")


def here(page: Page) -> str:
    """The address as the document has it: `page.url` lags behind a quick hand."""
    address: str = page.evaluate("location.href")
    return address


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


class Inspect(Protocol):
    """Runs a JavaScript function on the document of a page as the file has it: no script of the page has run."""

    def __call__(self, path: str, script: str) -> Any: ...


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if not program:
        pytest.skip("no Chromium on this machine: the site is not driven in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()


def _context(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """A context for many tests, and in it the page that they take; who keeps a page longer opens one of its own."""
    context = browser.new_context(**{"viewport": DESKTOP, **options})
    context.set_default_timeout(PATIENCE)
    context.new_page()
    yield context
    context.close()


@pytest.fixture(scope="session")
def desktop(browser: Browser) -> Iterator[BrowserContext]:
    yield from _context(browser)


@pytest.fixture(scope="session")
def handheld(browser: Browser) -> Iterator[BrowserContext]:
    yield from _context(browser, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture(scope="session")
def scriptless(browser: Browser) -> Iterator[BrowserContext]:
    yield from _context(browser, java_script_enabled=False)


@pytest.fixture(scope="session")
def reading(browser: Browser) -> Iterator[BrowserContext]:
    """For tests of what is kept; each leaves it as if nobody had read here."""
    yield from _context(browser)


@pytest.fixture
def fresh(browser: Browser) -> Iterator[BrowserContext]:
    """A context of its own, which takes longer to open than most tests: for what cannot be taken back."""
    yield from _context(browser)


def _page(context: BrowserContext) -> Iterator[Page]:
    """The context's first page, blank: to open a new one takes longer than most tests."""
    opened = context.pages[0]
    opened.set_viewport_size(PHONE if opened.evaluate("navigator.maxTouchPoints") else DESKTOP)
    yield opened
    opened.unroute_all()
    opened.emulate_media(media="null", reduced_motion="null", color_scheme="null")
    opened.mouse.move(0, 0)
    opened.goto("about:blank")


@pytest.fixture
def page(desktop: BrowserContext) -> Iterator[Page]:
    yield from _page(desktop)


@pytest.fixture
def phone(handheld: BrowserContext) -> Iterator[Page]:
    yield from _page(handheld)


@pytest.fixture
def bare(scriptless: BrowserContext) -> Iterator[Page]:
    """A page in which JavaScript is switched off."""
    yield from _page(scriptless)


@pytest.fixture
def reader(reading: BrowserContext, address: str) -> Iterator[Page]:
    """A page of a reader who was never here: no choice and no permission is kept from another test."""
    for opened in _page(reading):
        yield opened
        opened.goto(address + PLAIN)
        opened.evaluate("localStorage.clear(); sessionStorage.clear()")
        reading.clear_cookies()
        reading.clear_permissions()


@pytest.fixture
def stranger(fresh: BrowserContext) -> Page:
    """The same in a context of its own, where nothing was loaded before."""
    return fresh.pages[0]


@pytest.fixture
def stopped(stranger: Page) -> Page:
    """The same, where time goes on only when the test says so: a loaded machine changes nothing."""
    stranger.clock.install(time=0)
    stranger.clock.pause_at(1000)
    return stranger


@pytest.fixture
def own_page(desktop: BrowserContext) -> Iterator[Page]:
    """A page of its own, for a test that changes what every later document in it would meet."""
    opened = desktop.new_page()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def _reader(browser: Browser, address: str) -> Iterator[Page]:
    opened = browser.new_page()
    opened.set_default_timeout(PATIENCE)
    opened.goto(address + PLAIN)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def inspect(_reader: Page, address: str) -> Inspect:
    def run(path: str, script: str) -> Any:
        return _reader.evaluate(
            f"""async url => {{
                const text = await (await fetch(url)).text();
                return ({script})(new DOMParser().parseFromString(text, 'text/html'));
            }}""",
            address + path,
        )

    return run
