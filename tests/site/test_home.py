"""The start page: what a stranger sees in the first minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENS = [(1440, 900, 1), (390, 844, 2)]  # width, height, and how many screens the opening may take


@pytest.mark.parametrize(("width", "height", "screens"), SCREENS)
def test_what_tarock_is_the_trick_and_the_doors_stand_on_the_first_screens(
    reader: Page, address: str, width: int, height: int, screens: int
) -> None:
    reader.set_viewport_size({"width": width, "height": height})
    reader.goto(address)
    bottoms = reader.evaluate(
        """() => [...document.querySelectorAll('.home__lead, .breach, .paragraph, .doors li')]
            .map(element => element.getBoundingClientRect().bottom)"""
    )
    assert len(bottoms) == 6
    assert max(bottoms) <= screens * height
    assert reader.evaluate("document.documentElement.scrollWidth") <= width


def test_the_three_doors_lead_to_the_trick_the_paragraph_and_its_own_page(page: Page, address: str) -> None:
    page.goto(address)
    ref = page.locator(".paragraph").get_attribute("data-ref")
    places = {
        "Play through it": "section.game:visible",
        "Read it": f'[id="{ref}"]:target',
        "Cite it": f"text=[{ref}@",
    }
    for name, place in places.items():
        page.goto(address)
        page.locator(".doors").get_by_role("link", name=name).click()
        page.locator(place).first.wait_for()
