"""By keyboard alone, at full width and at 640 pixels (1280 at 200 %): the focus is always on something that is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.conftest import usual
from tests.publish.markup import Elements
from tests.site.conftest import PATIENCE, until
from tests.site.kinds import KINDS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NARROW = 640
GAME, TOPIC = "games/m1.html", "rules/talon.html"
SEEN = """() => {
    const at = document.activeElement, box = at.getBoundingClientRect();
    const shown = at.checkVisibility({opacityProperty: !at.matches('.md-option'), visibilityProperty: true});
    return shown && box.right >= 0 && box.left <= innerWidth;
}"""
FOCUSED = "() => document.activeElement.outerHTML.slice(0, 200)"
SEARCHING = "() => document.getElementById('__search').checked"
MENU = "() => document.getElementById('__drawer').checked"


def _tab(page: Page, times: int) -> None:
    for _ in range(times):
        page.keyboard.press("Tab")
        for _wait in range(PATIENCE // 20):  # the skip link fades in
            if page.evaluate(SEEN):
                break
            page.wait_for_timeout(20)
        else:
            pytest.fail(page.evaluate(FOCUSED))


@pytest.mark.parametrize(
    ("path", "width"),
    usual([(GAME, NARROW), (TOPIC, 1280), (GAME, 1280), (TOPIC, NARROW)]),
)
def test_each_stop_of_tab_is_seen_and_leaves_the_search_closed(page: Page, address: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(address + path)
    _tab(page, 30)
    assert not page.evaluate(SEARCHING)


@pytest.mark.parametrize(("width", "place"), usual([(1280, "body"), (NARROW, "article p a"), (1280, "article p a")]))
def test_escape_closes_the_search_from_a_result_and_goes_back(page: Page, address: str, width: int, place: str) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{address}about.html")
    if place != "body":
        page.locator(place).first.focus()
    page.keyboard.press("/")
    page.keyboard.type("mischen")
    until(page, "() => document.querySelector('.md-search-result__link')")
    if place == "body":
        for name in ("What can be searched", "Clear"):  # beside the field
            page.keyboard.press("Tab")
            assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == name
        page.locator("#codex-search input").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.matches('.md-search-result__link')")
    page.keyboard.press("Escape")
    assert not page.evaluate(SEARCHING)
    assert page.evaluate("place => document.activeElement.matches(place)", place)
    _tab(page, 3)


def test_menu_and_search_are_buttons_where_they_are_folded_away(page: Page, address: str) -> None:
    page.set_viewport_size({"width": NARROW, "height": 700})
    page.goto(f"{address}games/m1.html")
    menu = page.get_by_role("button", name="Menu")
    search = page.get_by_role("button", name="Search")
    menu.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(MENU)
    assert menu.get_attribute("aria-expanded") == "true"
    assert page.evaluate("() => document.activeElement.closest('#site-menu')")
    page.keyboard.press("Escape")
    assert not page.evaluate(MENU)
    assert menu.get_attribute("aria-expanded") == "false"
    assert page.evaluate("() => document.activeElement.matches('[data-opens=__drawer]')")
    search.focus()
    page.keyboard.press("Space")
    assert page.evaluate("() => document.activeElement.matches('#codex-search input')")
    page.keyboard.press("Escape")
    assert not page.evaluate(SEARCHING)
    assert page.evaluate("() => document.activeElement.matches('[data-opens=__search]')")


def test_tab_stays_in_the_level_of_the_menu_that_is_in_front(page: Page, address: str) -> None:
    """Its levels lie over each other; what lies below is out of the way, and a key leads up to it."""
    uncovered = """() => {
        const at = document.activeElement, {left, top, width, height} = at.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return [at.textContent.trim(), at.contains(there)];
    }"""

    def walked() -> list[str]:
        names = []
        for stop in range(3):
            if stop:
                page.keyboard.press("Tab")
            name, clear = page.evaluate(uncovered)
            assert clear, name
            names.append(name)
        return names

    page.set_viewport_size({"width": NARROW, "height": 900})
    page.goto(f"{address}sources/1840/geben.html")
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('#site-menu').getBoundingClientRect().left === 0")
    assert walked()[:2] == ["1840 Königrufen", "Preface, introduction"]  # the way up, and the first page
    for title, above in (
        ("1840 Königrufen", ["1840 Königrufen", "1863 Tarokhombre", "1945 Reform-Tarock"]),
        ("Read", ["Read", "Compare", "About"]),
    ):
        page.locator("label.md-nav__title", has_text=title).last.focus()
        page.keyboard.press("Enter")
        until(page, "document.getAnimations().every(each => each.playState !== 'running')")  # the level above comes in
        assert walked() == above


def test_the_skip_link_of_every_page_leads_to_its_heading(built: Path) -> None:
    paths = [
        path
        for kind, path in KINDS.items()
        if "?" not in path and not path.startswith(("c/", "m/")) and kind != "not found"
    ]
    for path in paths:
        found = Elements((built / path).read_text(encoding="utf-8")).found
        skip = next(values for tag, values, _ in found if tag == "a" and "md-skip" in values.get("class", "").split())
        heading = next(values for tag, values, _ in found if tag == "h1")
        assert skip["href"] == f"#{heading['id']}", path


def test_the_page_and_its_tab_are_named_in_the_navigation(built: Path) -> None:
    found = Elements((built / "rules/talon.html").read_text(encoding="utf-8")).found
    current = ["".join(text).strip() for _, values, text in found if "aria-current" in values]
    assert current == ["Compare", "The talon"]


def test_the_colours_are_named_for_what_they_are(reader: Page, address: str) -> None:
    reader.goto(f"{address}about.html")
    chosen = """() => [document.querySelector('.md-option:checked').getAttribute('aria-label'),
        document.body.dataset.mdColorScheme]"""
    assert reader.evaluate(chosen) == ["Light colours", "default"]
    reader.get_by_role("radio", name="Light colours").focus()
    reader.keyboard.press("ArrowRight")
    until(reader, "() => document.body.dataset.mdColorScheme === 'slate'")
    assert reader.evaluate(chosen) == ["Dark colours", "slate"]
