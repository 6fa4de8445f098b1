"""The site from a folder on disk: search, a game, a passage; without a message and without a request elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_the_site_works_from_a_folder(built: Path, reader: Page) -> None:
    heard: list[str] = []
    reader.on("console", lambda message: heard.append(message.text))
    reader.on("pageerror", lambda error: heard.append(str(error)))
    reader.on("requestfailed", lambda request: heard.append(request.url))
    reader.on("request", lambda request: None if request.url.startswith("file://") else heard.append(request.url))
    reader.goto(f"{built.as_uri()}/index.html")
    reader.keyboard.press("/")
    reader.keyboard.type("1840:47.2")
    until(reader, "document.querySelectorAll('.md-search-result__item').length > 0")
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/c/1840/47.2/index.html")
    reader.goto(f"{built.as_uri()}/index.html")
    reader.keyboard.press("/")
    reader.keyboard.type("Reizkarte")
    reader.keyboard.press("Enter")  # at once: the index may not be there yet
    reader.wait_for_url("**/glossary/r.html#reizkarte")  # a term that is called so comes before passages
    for path in ("games/m1.html", "rules/deal.html?eras=1840", "c/1840/47.2/index.html", "k/deal.packet/index.html"):
        reader.goto(f"{built.as_uri()}/{path}")
        assert reader.locator("h1").first.is_visible()
    assert heard == []
