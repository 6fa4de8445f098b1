"""How it is played, in Chromium: on the phone, and the page that is printed for the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from ..conftest import SIGLA

if TYPE_CHECKING:
    from playwright.sync_api import Page

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_summary_is_printed_on_a_page(page: Page, address: str, siglum: str) -> None:
    page.goto(f"{address}play/{siglum}-summary.html")
    assert page.locator(".told").count() >= 5
    assert len(PDF_PAGE.findall(page.pdf(format="A4"))) == 1


def test_a_summary_twice_as_long_is_printed_on_more(page: Page, address: str) -> None:
    """The counting of pages itself."""
    page.goto(f"{address}play/1840-summary.html")
    page.evaluate(
        """() => {
            const all = document.querySelector(".md-content__inner");
            all.append(...[...all.children].map(each => each.cloneNode(true)));
        }"""
    )
    assert len(PDF_PAGE.findall(page.pdf(format="A4"))) > 1


@pytest.mark.parametrize("siglum", SIGLA)
def test_nothing_is_wider_than_a_phone(phone: Page, address: str, siglum: str) -> None:
    for name in (siglum, f"{siglum}-summary"):
        phone.goto(f"{address}play/{name}.html")
        assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert phone.evaluate("() => document.querySelectorAll('.told__places a').length") > 10
