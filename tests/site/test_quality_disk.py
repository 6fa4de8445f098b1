"""The site from a folder on disk: search, a game, a passage; without a message and without a request elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.site.conftest import until
from tests.site.hearing import listen

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_site_works_from_a_folder(built: Path, stranger: Page) -> None:
    heard = listen(stranger, "file://", "data:", "blob:")
    stranger.goto(f"{built.as_uri()}/index.html")
    stranger.keyboard.press("/")
    stranger.keyboard.type("1840:47.2")
    until(stranger, "document.querySelectorAll('.md-search-result__item').length > 0")
    stranger.keyboard.press("Enter")
    stranger.wait_for_url("**/c/1840/47.2/index.html")
    stranger.goto(f"{built.as_uri()}/index.html")
    stranger.keyboard.press("/")
    stranger.keyboard.type("Reizkarte")
    stranger.keyboard.press("Enter")  # at once: the index may not be there yet
    stranger.wait_for_url("**/glossary/r.html#reizkarte")  # a term that is called so comes before passages
    for path in ("games/m1.html", "rules/deal.html?eras=1840", "c/1840/47.2/index.html", "k/index.html#deal.packet"):
        stranger.goto(f"{built.as_uri()}/{path}")
        assert stranger.locator("h1").first.is_visible()
    assert heard == []


def test_what_is_lost_or_elsewhere_is_heard(stranger: Page, tmp_path: Path) -> None:
    """The listening itself: a file that is not there, another host, a word and an error of a script."""
    page = tmp_path / "page.html"
    lost = ('<link rel="stylesheet" href="lost.css">', '<script src="lost.js"></script>', '<img src="lost.png">')
    faults = (
        *lost,
        '<img src="http://127.0.0.1:9/far.png">',
        "<script>console.info('word')</script>",
        "<script>x.y()</script>",
    )
    heard = listen(stranger, "file://")
    for fault in faults:
        heard.clear()
        page.write_text(f"<!doctype html><title>t</title>{fault}", encoding="utf-8")
        stranger.goto(page.as_uri())
        assert heard, fault
    heard.clear()
    page.write_text("<!doctype html><title>t</title>", encoding="utf-8")
    stranger.goto(page.as_uri())
    assert heard == []
