"""How it is played, in Chromium: on the phone, and the page that is printed for the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ..conftest import EVERY, SIGLA, usual
from .conftest import NO_WIDER, PHONE
from .kinds import KINDS

pytestmark = pytest.mark.slow

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("siglum", usual(SIGLA))
def test_the_summary_is_printed_on_few_pages_and_twice_as_much_on_more(page: Page, address: str, siglum: str) -> None:
    """On a screen as narrow as a phone's it is no wider. That more takes more sheets holds the counting of them."""
    page.goto(f"{address}play/{siglum}-summary.html")
    assert page.locator(".told").count() >= 5
    sheets = len(PDF_PAGE.findall(page.pdf(format="A4")))
    assert sheets <= 8  # small ones, to be held in a hand
    page.set_viewport_size(PHONE)
    _fits(page)
    if siglum == "1840":
        page.evaluate(
            """() => {
                const all = document.querySelector(".md-content__inner");
                all.append(...[...all.children].map(each => each.cloneNode(true)));
            }"""
        )
        assert len(PDF_PAGE.findall(page.pdf(format="A4"))) > sheets


@pytest.mark.parametrize("siglum", usual(SIGLA))
def test_how_it_is_played_is_no_wider_than_a_phone(phone: Page, address: str, siglum: str) -> None:
    phone.goto(f"{address}play/{siglum}.html")
    _fits(phone)


def _fits(page: Page) -> None:
    assert page.evaluate(NO_WIDER)
    assert page.evaluate("() => document.querySelectorAll('.told__places a').length") > 10


BROKEN = r"""() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    const range = document.createRange(), found = [];
    for (const cell of document.querySelectorAll("td, th")) {
        if (!cell.checkVisibility({visibilityProperty: true})) continue;
        if (getComputedStyle(cell).position === "absolute") continue;
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.parentElement.closest(".hidden, code") || !node.parentElement.checkVisibility()) continue;
            for (const token of node.data.matchAll(/[^\s\u00ad\u200b-]+/g)) {
                range.setStart(node, token.index);
                range.setEnd(node, token.index + token[0].length);
                const boxes = [...range.getClientRects()].filter((it) => it.width);
                if (new Set(boxes.map((it) => Math.round(it.top))).size > 1) found.push(token[0]);
            }
        }
    }
    return found;
}"""


# Tables that scroll sideways, or are wider than what holds them.
WIDE = """() => [...document.querySelectorAll('table')].filter(table => table.offsetWidth > table.parentNode.clientWidth
    || table.scrollWidth > table.clientWidth + 1).map(table => table.className)"""


def test_on_a_phone_no_table_scrolls_sideways_and_no_cell_is_narrower_than_its_longest_token(
    phone: Page, address: str, built: Path
) -> None:
    """A reference once stood in three lines, and doubled the height of each row. Each kind of page is looked at."""
    pages = [
        path.relative_to(built).as_posix()
        for path in sorted(built.rglob("*.html"))
        if path.relative_to(built).parts[0] not in ("c", "m") and "<table" in path.read_text(encoding="utf-8")
    ]
    kinds = {path.partition("?")[0] for path in KINDS.values()}.intersection(pages)
    assert len(pages) > 20
    assert len(kinds) > 10
    broken = {}
    for path in dict.fromkeys((*(each for each in pages if "play/" in each or each in kinds), *pages[:: EVERY**2])):
        phone.goto(address + path)
        phone.set_viewport_size({"width": 360, "height": 780})
        wide = phone.evaluate(WIDE)
        phone.set_viewport_size(PHONE)
        if found := wide + phone.evaluate(BROKEN):
            broken[path] = found
    assert broken == {}
