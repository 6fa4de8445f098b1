"""A page as its readers meet it: with a screen reader, in the dark, on a phone. What is wrong with it.

axe does most of it; where it says "incomplete", and of borders and sizes that it has no rule for, `quality.js` judges.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import axe_playwright_python
import pytest

from tests.site.conftest import PATIENCE, PHONE, until
from tests.site.hearing import listen
from tests.site.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

# Most of what axe does is to read the same few colours thousands of times, and to keep each number of a colour in a
# WeakMap, as its compiler would have it. Here each colour is read once, and a private field is a field.
QUICK = """(() => {
    class Field {
        key = Symbol();
        has(of) { return this.key in of; }
        get(of) { return of[this.key]; }
        set(of, value) { of[this.key] = value; }
        add(of) { of[this.key] = true; }
    }
    %s
    const {Color} = axe.commons.color, {parseString} = Color.prototype, read = new Map();
    Color.prototype.parseString = function (text) {
        if (!read.has(text)) read.set(text, parseString.call(new Color(), text));
        const {r, g, b, alpha} = read.get(text);
        return Object.assign(this, {r, g, b, alpha});
    };
})()"""
SOURCE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
AXE = QUICK.replace("%s", re.sub(r"(?<==)new Weak(Map|Set)\b", "new Field", SOURCE))
OURS = Path(__file__).with_name("quality.js").read_text(encoding="utf-8")
WIDE: ViewportSize = {"width": 1440, "height": 900}
LOOKS = ["color-contrast", "target-size"]  # what another width can change
RUN = """only => axe.run(document, {
    resultTypes: ["violations", "incomplete"],
    ...(only ? {runOnly: only} : {rules: {"target-size": {enabled: true}}}),
}).then(({violations, incomplete}) => [violations, incomplete].map(
    found => found.flatMap(({id, nodes}) => nodes.map(({target}) => [id, target.join(" ")]))))"""


class Visit:
    """Pages in one colour, and what their browser heard: messages, and requests to anybody else.

    All of axe is run at the width `at`, at the other one what another width can change.
    """

    def __init__(self, page: Page, address: str, at: ViewportSize):
        self.page, self.address, self.at = page, address, at
        self.heard = listen(page, address, "data:", "blob:")

    def open(self, path: str) -> None:
        """Go to a page."""
        self.heard.clear()
        self.page.set_viewport_size(self.at)
        self.page.goto(self.address + path)
        self.page.evaluate("document.fonts.ready")
        self.page.evaluate(AXE)

    def search(self, words: str) -> None:
        """Open the search and wait for its results."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(words)
        until(self.page, "document.querySelectorAll('.md-search-result__item').length > 3")

    def cite(self, ref: str) -> None:
        """Open the window with the citation of the passage that the address aims at."""
        self.page.locator(f'button[aria-label="Cite {ref}"]').focus()
        self.page.keyboard.press("Enter")
        assert self.page.locator("dialog").is_visible()

    def faults(self) -> list[str]:
        """What is wrong with the page as it stands, on a desk and on a phone."""
        found = set()
        for width, size in (("desk", WIDE), ("phone", PHONE)):
            self.page.set_viewport_size(size)
            violations, incomplete = self.page.evaluate(RUN, None if size is self.at else LOOKS)
            unsure = [target for rule, target in incomplete if rule == "color-contrast"]
            seen = [" ".join(each) for each in violations]
            seen += [f"contrast {each}" for each in self._ours("text", unsure)]
            seen += [f"border {each}" for each in self._ours("borders")]
            if size is PHONE:
                seen += [f"target {each}" for each in self._ours("targets")]
            found |= {f"{width}: {each}" for each in seen}
        return sorted({*found, *self.heard})

    def _ours(self, check: str, *arguments: Any) -> list[str]:
        found: list[str] = self.page.evaluate(f"([check, rest]) => ({OURS})[check](...rest)", [check, list(arguments)])
        return found


class Faultless:
    """Every kind of page, on a desk and on a phone, in the colours of one scheme: no fault of any kind."""

    scheme: Literal["light", "dark"]

    @pytest.fixture(scope="class")
    @classmethod
    def visit(cls, browser: Browser, address: str) -> Iterator[Visit]:
        """A reader at a desk by day, or with a phone at night."""
        context = browser.new_context(color_scheme=cls.scheme, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        yield Visit(context.new_page(), address, WIDE if cls.scheme == "light" else PHONE)
        context.close()

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_page_has_no_fault(self, visit: Visit, kind: str) -> None:
        visit.open(KINDS[kind])
        assert visit.faults() == []

    def test_the_open_search_has_no_fault(self, visit: Visit) -> None:
        visit.open("search-help.html")
        visit.search("revoke")
        assert visit.faults() == []

    def test_the_open_window_of_citations_has_no_fault(self, visit: Visit) -> None:
        visit.open(f"{KINDS['source']}#1840:126.1")
        visit.cite("1840:126.1")
        assert visit.faults() == []
