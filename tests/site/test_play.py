"""How it is played, in Chromium: on the phone, and the page that is printed for the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from ..conftest import SIGLA, usual
from .conftest import NO_WIDER, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
