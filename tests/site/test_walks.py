"""What readers come for, counted in clicks from the first page: a player, a historian, somebody with a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}


@pytest.fixture(params=SIZES)
def walker(request: pytest.FixtureRequest, reader: Page, address: str) -> Page:
    width, height = SIZES[request.param]
    reader.set_viewport_size({"width": width, "height": height})
    reader.goto(address)
    return reader


def test_how_to_play_is_a_click_away(walker: Page) -> None:
    walker.get_by_role("link", name="Learn to play it this evening").click()
    assert walker.url.endswith("play/1840.html")


def test_a_paragraph_is_cited_in_four_steps(walker: Page) -> None:
    """To the search, its name, Enter, Copy."""
    walker.keyboard.press("/")
    walker.keyboard.type("§ 47, para. 2")
    walker.keyboard.press("Enter")
    walker.wait_for_url("**/c/1840/47.2/**")
    walker.evaluate("navigator.clipboard.writeText = async text => { document.copied = text; }")
    walker.get_by_role("button", name="Copy").first.click()
    assert "§ 47, para. 2" in walker.evaluate("document.copied")


def test_why_game_1_stands_is_on_its_first_screen(walker: Page) -> None:
    walker.get_by_role("link", name="What it found").click()
    walker.get_by_role("main").get_by_role("link", name="1. Gewöhnliches Spiel").first.click()
    assert walker.url.endswith("games/m1.html")
    told = walker.get_by_text("Why the result stands, or does not.").locator("xpath=..")
    place = told.bounding_box()
    size = walker.viewport_size
    assert place and size
    assert place["y"] + place["height"] <= size["height"]
    assert "§ 65" in told.inner_text()


def test_a_page_for_the_table_is_two_clicks_away(walker: Page) -> None:
    walker.get_by_role("link", name="a sheet with the rules").click()
    walker.get_by_role("main").get_by_role("link", name="Tarokhombre").last.click()
    assert walker.url.endswith("play/1863-summary.html")
