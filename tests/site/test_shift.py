"""While a page loads, nothing moves away under the eyes: the sum of its layout shifts, as browsers measure them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import PHONE
from tests.site.kinds import KINDS
from tests.site.quality import WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

MOST = 0.02
# On a first visit a stand-in of nearly the face's width may break a line elsewhere, and a slow machine may paint a page
# before its wide frame is known: what is called good everywhere, against 0.001 to 0.023 on a quiet machine.
FIRST = 0.1
WATCH = """window.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().map(({value, hadRecentInput, sources}) => ({
    value: hadRecentInput ? 0 : value, what: sources.map(({node}) => node?.className ?? node?.nodeName)}))))
    .observe({type: "layout-shift", buffered: true});"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("kind", ["home", "game", "source", "rules, topic"])
def test_nothing_moves_while_a_page_loads(stranger: Page, address: str, kind: str, size: ViewportSize) -> None:
    stranger.set_viewport_size(size)
    stranger.add_init_script(WATCH)
    for most in (FIRST, MOST):
        stranger.goto(address + KINDS[kind])
        stranger.evaluate("document.fonts.ready")
        stranger.wait_for_timeout(400)  # what comes late comes now
        shifts = stranger.evaluate("shifts")
        assert sum(shift["value"] for shift in shifts) < most, shifts
