"""Every kind of page as its readers meet it: with a screen reader, in the dark, on a phone. No fault of any kind.

axe does most of it; where it says "incomplete", and of borders and sizes that it has no rule for, `quality.js` judges.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import axe_playwright_python
import pytest

from tests.site.conftest import PATIENCE, PHONE, until
from tests.site.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
OURS = Path(__file__).with_name("quality.js").read_text(encoding="utf-8")
WIDE: ViewportSize = {"width": 1440, "height": 900}
RUN = """axe.run(document, {
    resultTypes: ["violations", "incomplete"],
    rules: {"target-size": {enabled: true}},
}).then(({violations, incomplete}) => [violations, incomplete].map(
    found => found.flatMap(({id, nodes}) => nodes.map(({target}) => [id, target.join(" ")]))))"""


class Visit:
    """A page in one look, and what its browser heard: messages, and requests to anybody else."""

    def __init__(self, page: Page, address: str, night: bool):
        self.page, self.address, self.night = page, address, night
        self.heard: list[str] = []
        page.on("console", lambda message: self.heard.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.heard.append(str(error)))
        page.on("request", lambda request: self._request(request.url))

    def _request(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:")):
            self.heard.append(f"request: {url}")

    def open(self, path: str) -> None:
        """Go to a page, wide by day and on a phone by night."""
        self.heard.clear()
        self.page.set_viewport_size(PHONE if self.night else WIDE)
        self.page.goto(self.address + path)
        self.page.evaluate("document.fonts.ready")

    def faults(self) -> list[str]:
        """What is wrong with the page as it stands."""
        self.page.evaluate(AXE)
        violations, incomplete = self.page.evaluate(RUN)
        unsure = [target for rule, target in incomplete if rule == "color-contrast"]
        found = [" ".join(each) for each in violations]
        found += [f"contrast {each}" for each in self._ours("text", unsure)]
        for size in (WIDE, PHONE):
            self.page.set_viewport_size(size)
            found += [f"border {each}" for each in self._ours("borders")]
        found += [f"target {each}" for each in self._ours("targets")]
        return sorted({*found, *self.heard})

    def _ours(self, check: str, *arguments: Any) -> list[str]:
        found: list[str] = self.page.evaluate(f"([check, rest]) => ({OURS})[check](...rest)", [check, list(arguments)])
        return found


@pytest.fixture(scope="module", params=["light", "dark"])
def visit(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Visit]:
    night = request.param == "dark"
    context = browser.new_context(color_scheme=request.param, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield Visit(context.new_page(), address, night)
    context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_no_fault(visit: Visit, kind: str) -> None:
    visit.open(KINDS[kind])
    assert visit.faults() == []


def test_the_search_with_its_results_has_no_fault(visit: Visit) -> None:
    visit.open("search-help.html")
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("revoke")
    until(visit.page, "document.querySelectorAll('.md-search-result__item').length > 3")
    assert visit.faults() == []
