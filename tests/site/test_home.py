"""The start page: what a stranger sees in the first minute."""

from __future__ import annotations

import gzip
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

# width, height, and how many screens the opening may take
SCREENS = [(1440, 900, 1), (768, 900, 0), (390, 844, 2)]


@pytest.mark.parametrize(("width", "height", "screens"), SCREENS)
def test_the_opening_stands_on_the_first_screens_and_with_reduced_motion_waits_and_never_moves(
    reader: Page, address: str, width: int, height: int, screens: int
) -> None:
    reader.emulate_media(reduced_motion="reduce")
    reader.set_viewport_size({"width": width, "height": height})
    reader.goto(address)
    bottoms = reader.evaluate(
        """() => [...document.querySelectorAll('.home__lead, .doors li, .breach .table__felt')]
            .map(element => element.getBoundingClientRect().bottom)"""
    )
    assert len(bottoms) == 9  # the lead, seven doors, the table
    assert not screens or max(bottoms) <= screens * height
    assert reader.evaluate("document.documentElement.scrollWidth") <= width
    assert reader.locator(".breach .table__button--play").inner_text() == "Play"
    places = []
    for _step in range(4):
        places.append(
            reader.evaluate(
                """() => ['.breach .table__controls', '.breach .table__told', '.doors']
                    .map(choice => document.querySelector(choice).getBoundingClientRect().top + scrollY)"""
            )
        )
        reader.locator(".breach .table__felt").press("ArrowRight")
    assert places == [places[0]] * 4


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_biggest_door_is_seen_without_scrolling_and_leads_to_how_it_is_played(
    page: Page, address: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    boxes = [door.bounding_box() for door in page.locator(".doors a").all()]
    sizes = [box["width"] * box["height"] for box in boxes if box]
    assert boxes[0] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= height
    assert sizes[0] == max(sizes)
    page.get_by_role("link", name="Learn to play it this evening").click()
    page.locator("h1", has_text="Königrufen").wait_for()


def test_doors_and_ways_lead_to_the_trick_the_paragraph_and_its_own_page(page: Page, address: str) -> None:
    page.goto(address)
    stage = page.locator(".breach .table__stage").inner_text()
    ref = page.locator(".paragraph").get_attribute("data-ref")
    page.get_by_role("link", name="Play through a game").click()
    until(page, "stage => document.querySelector('.table__stage')?.textContent === stage", stage)
    page.locator(".table__felt:visible").first.wait_for()
    ways = (("Read it in its place", f'[id="{ref}"]:target'), (f"Cite {ref}", f"text=[{ref}@"), ("Read the", ".books"))
    for name, place in ways:
        page.goto(address)
        page.get_by_role("link", name=name).click()
        page.locator(place).first.wait_for()


def test_the_trick_plays_by_itself_to_its_end_and_can_be_paused(stopped: Page, address: str) -> None:
    stopped.goto(address)
    toggle = stopped.locator(".breach .table__button--play")
    shown = stopped.locator(".breach .table__trick li")
    assert (toggle.inner_text(), shown.count()) == ("Pause", 1)
    toggle.click()
    stopped.clock.run_for(60_000)
    assert (toggle.inner_text(), shown.count()) == ("Play", 1)
    toggle.click()
    stopped.clock.run_for(60_000)
    assert (toggle.inner_text(), shown.count()) == ("Play", 4)  # it stops, and the finding stays
    assert stopped.locator(".breach .table__finding .table__ref").inner_text() == stopped.locator(
        ".paragraph"
    ).get_attribute("data-ref")


def test_without_javascript_the_trick_is_drawn(bare: Page, address: str) -> None:
    bare.goto(address)
    assert bare.locator(".breach__trick svg").count() == 4
    assert bare.locator(".breach__held svg").is_visible()


def test_the_start_page_asks_for_little(stranger: Page, address: str, built: Path) -> None:
    """At most twelve requests, and 200 kB as a server sends them: packed, but for the fonts, which are so already."""
    asked: list[str] = []
    stranger.on("requestfinished", lambda request: asked.append(request.url.removeprefix(address)))
    stranger.goto(address + "index.html")
    stranger.wait_for_load_state("networkidle")
    files = {path: (built / path).read_bytes() for path in asked}
    assert {".html", ".css", ".js", ".woff2"} <= {PurePosixPath(path).suffix for path in files}
    assert len(asked) <= 12
    assert sum(len(data if path.endswith(".woff2") else gzip.compress(data)) for path, data in files.items()) <= 206_000
