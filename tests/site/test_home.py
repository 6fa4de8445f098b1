"""The start page: what a stranger sees in the first minute."""

from __future__ import annotations

import gzip
from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.game.common.trick_law import TrickLaw
from tarock.publish.places import Site
from tarock.publish.views.front import make_home
from tests.publish.markup import Elements

pytestmark = pytest.mark.slow

# width, height, and how many screens the opening may take
SCREENS = [(1440, 900, 1), (768, 900, 0), (390, 844, 2)]


@pytest.mark.parametrize(("width", "height", "screens"), SCREENS)
def test_the_opening_stands_on_the_first_screens_and_answers_without_moving(
    reader: Page, address: str, width: int, height: int, screens: int
) -> None:
    reader.set_viewport_size({"width": width, "height": height})
    reader.goto(address)
    bottoms = reader.evaluate(
        """() => [...document.querySelectorAll('.home__lead, .doors li, .take__hand')]
            .map(element => element.getBoundingClientRect().bottom)"""
    )
    assert len(bottoms) == 8  # the lead, six doors, the hand
    assert not screens or max(bottoms) <= screens * height
    assert reader.evaluate("document.documentElement.scrollWidth") <= width
    place = "document.querySelector('.doors').getBoundingClientRect().top + scrollY"
    before = reader.evaluate(place)
    for card in reader.locator(".take__hand button").all():
        card.click()
        assert reader.locator(".take__answer").inner_text()
        assert reader.evaluate(place) == before


WAYS = {  # what is one click away, and the heading of its page
    "Learn to play it this evening": "Königrufen",
    "Play it here": "Play",
    "Enter a game of your own": "A game of your own",
    "Check a quotation": "Check a quotation",
}


def test_the_biggest_door_leads_to_how_it_is_played_and_what_one_does_is_one_click_away(
    page: Page, address: str, built: Path
) -> None:
    page.goto(address)
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [door.bounding_box() for door in page.locator(".doors a").all()]
        sizes = [box["width"] * box["height"] for box in boxes if box]
        assert sizes[0] == max(sizes)
        for name, heading in WAYS.items():
            link = page.get_by_role("link", name=name).first
            link.click(trial=True)  # nothing lies over it
            there = Elements((built / (link.get_attribute("href") or "")).read_text(encoding="utf-8"))
            assert heading in there.texts("h1")[0]
    page.get_by_role("link", name=next(iter(WAYS))).click()
    page.locator("h1", has_text="Königrufen").wait_for()


def test_a_card_is_judged_as_the_rules_judge_it(page: Page, address: str, computed: ComputedCodex) -> None:
    """The engine's own law decides which card of the hand takes the trick, and which may be played at all."""
    view = make_home(Site(computed)).trick
    assert view is not None
    law = TrickLaw.of(computed.games.rules)
    plays = [(turn.seat, turn.card) for turn in view.turns[:-1]]
    hand = view.turns[-1].held
    page.goto(address)
    buttons = page.locator(".take__hand button")
    assert buttons.count() == len(hand)
    for number, card in enumerate(hand):
        buttons.nth(number).click()
        lawful = card in law.find_legal(hand, plays)
        taken = law.find_winner([*plays, ("", card)])[1] == card
        assert buttons.nth(number).get_attribute("data-judged") == (
            "forbidden" if not lawful else "takes" if taken else "loses"
        )
    answer = page.locator(".take__answer").inner_text()
    assert "may not play" in answer or "trick" in answer


def test_without_javascript_what_each_card_does_is_there(bare: Page, address: str) -> None:
    bare.goto(address)
    assert bare.locator(".take__trick svg").count() == 3
    bare.locator(".take summary").click()
    assert bare.locator(".take li[data-does]").count() == bare.locator(".take__hand svg").count() > 3


def test_the_start_page_asks_for_little(stranger: Page, address: str, built: Path) -> None:
    """At most twelve requests, and 200 kB as a server sends them: packed, but for the fonts, which are so already."""
    asked: list[str] = []
    stranger.on("requestfinished", lambda request: asked.append(request.url.removeprefix(address)))
    stranger.goto(address + "index.html")
    stranger.evaluate("document.fonts.ready")
    stranger.wait_for_timeout(500)  # what is asked for later is asked for now
    files = {path: (built / path).read_bytes() for path in asked}
    assert {".html", ".css", ".js", ".woff2"} <= {PurePosixPath(path).suffix for path in files}
    assert len(asked) <= 12
    assert sum(len(data if path.endswith(".woff2") else gzip.compress(data)) for path, data in files.items()) <= 206_000
