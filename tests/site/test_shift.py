"""While a page loads, nothing moves away under the eyes: the sum of its layout shifts, as browsers measure them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.conftest import usual
from tests.site.conftest import PATIENCE, PHONE
from tests.site.kinds import KINDS
from tests.site.quality import WIDE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 0.02
FIRST = 0.04  # on a first visit a stand-in of nearly the face's width may break a line elsewhere
TURNS = 8  # a loaded machine may paint a page before its frame is known, but hardly so often
WATCH = """window.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().map(({value, hadRecentInput, sources}) => ({
    value: hadRecentInput ? 0 : value, what: sources.map(({node}) => node?.className ?? node?.nodeName)}))))
    .observe({type: "layout-shift", buffered: true});"""


@pytest.mark.parametrize(
    ("kind", "size"),
    usual([("home", WIDE), ("game", PHONE), ("source", PHONE), ("game", WIDE), ("rules, topic", PHONE)]),
)
def test_nothing_moves_while_a_page_loads(browser: Browser, address: str, kind: str, size: ViewportSize) -> None:
    seen: list[Any] = []
    for _turn in range(TURNS):
        seen = list(moved(browser, address + KINDS[kind], size))
        if not seen:
            break
    assert seen == []


def moved(browser: Browser, url: str, size: ViewportSize) -> Iterator[Any]:
    """What moves too far on a first and on a second visit of somebody who was never here."""
    context = browser.new_context(viewport=size)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    page = context.new_page()
    for most in (FIRST, MOST):
        page.goto(url)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(400)  # what comes late comes now
        shifts = page.evaluate("shifts")
        if sum(shift["value"] for shift in shifts) >= most:
            yield shifts
    context.close()
