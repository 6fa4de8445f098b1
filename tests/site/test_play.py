"""How it is played, in Chromium: on the phone, and the page that is printed for the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ..conftest import EVERY, SIGLA, usual
from .conftest import NO_WIDER, PHONE

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


def test_no_cell_of_a_table_is_narrower_than_its_longest_token(phone: Page, address: str, built: Path) -> None:
    """A reference once stood in three lines, and doubled the height of each row."""
    pages = [
        path.relative_to(built).as_posix()
        for path in sorted(built.rglob("*.html"))
        if path.relative_to(built).parts[0] not in ("c", "m") and "<table" in path.read_text(encoding="utf-8")
    ]
    assert len(pages) > 20
    broken = {}
    for path in dict.fromkeys((*(each for each in pages if "play/" in each or "found" in each), *pages[::EVERY])):
        phone.goto(address + path)
        if found := phone.evaluate(BROKEN):
            broken[path] = found
    assert broken == {}
