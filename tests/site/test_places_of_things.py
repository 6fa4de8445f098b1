"""What stays in its place, and what one tap opens: the menu, the meanings of small words, the terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import until
from tests.site.kinds import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tarock.codex import ComputedCodex

pytestmark = pytest.mark.slow

WIDE = ("source", "rules, topic", "found", "play", "game", "claims of a source", "data")
LEFT = """names => names.map(name => document.querySelector(name)?.getBoundingClientRect().left ?? null)"""


def test_menu_and_header_stand_in_one_place_on_all_pages(reader: Page, address: str) -> None:
    """It jumped by 110 px between a source and any other page."""
    reader.set_viewport_size({"width": 1440, "height": 900})
    places = {}
    for kind in WIDE:
        reader.goto(address + KINDS[kind])
        places[kind] = reader.evaluate(LEFT, [".md-logo", ".md-tabs__item", ".md-sidebar--primary .md-nav__title"])
    assert None not in places["source"]
    assert len(set(map(tuple, places.values()))) == 1, places


def test_no_table_scrolls_sideways_on_a_phone(phone: Page, address: str, built: Path) -> None:
    """Two did at 360 px."""
    phone.set_viewport_size({"width": 360, "height": 780})
    paths = dict.fromkeys(path.partition("?")[0] for path in KINDS.values())
    tabled = [path for path in paths if "<table" in (built / path).read_text("utf-8")]
    assert len(tabled) > 10
    for path in tabled:
        phone.goto(address + path)
        wide = phone.evaluate(
            "[...document.querySelectorAll('table')].filter(table => table.offsetWidth > table.parentNode.clientWidth"
            " || table.scrollWidth > table.clientWidth + 1).map(table => table.className)"
        )
        assert wide == [], path


def test_the_meanings_of_the_labels_are_one_tap_away(reader: Page, address: str) -> None:
    reader.set_viewport_size({"width": 1440, "height": 900})
    reader.goto(f"{address}sources/1754/index.html#1754:12")
    labels = reader.locator("#labels")
    assert not labels.is_visible()
    reader.get_by_role("button", name="What the labels mean").click()
    assert labels.is_visible()
    told = labels.locator("dt").all_inner_texts()
    shown = reader.locator(".evidence :is(.verdict, .rules__grade):visible").all_inner_texts()
    assert shown
    assert set(shown) <= set(told)
    reader.keyboard.press("Escape")
    assert not labels.is_visible()


def test_terms_are_underlined_until_one_wants_the_plain_text(reader: Page, address: str) -> None:
    reader.set_viewport_size({"width": 1440, "height": 900})
    reader.goto(f"{address}sources/1754/index.html")
    until(reader, "document.documentElement.dataset.terms === 'ready'")
    line = "getComputedStyle(document.querySelector('.term-link')).textDecorationColor"
    marked = reader.evaluate(line)
    reader.get_by_role("group", name="Terms").get_by_role("button", name="off").click()
    assert reader.evaluate(line) == "rgba(0, 0, 0, 0)" != marked
    reader.goto(f"{address}sources/1863/index.html")  # it goes along
    until(reader, "document.documentElement.dataset.terms === 'ready'")
    assert reader.evaluate(line) == "rgba(0, 0, 0, 0)"


def test_a_passages_own_page_has_what_rests_on_it_and_the_same_matter_elsewhere(
    reader: Page, address: str, computed: ComputedCodex
) -> None:
    ref = "1840:47.2"
    passage = computed.corpus.edition("1840").passages["47.2"]
    values = computed.tables["1840"].by_passage[ref]
    claims = [each for each in computed.checked_claims if each.claim.ref == ref]
    reader.goto(f"{address}c/1840/47.2/index.html")
    half = reader.locator("[data-in][lang=en]")  # the page has the same in German
    assert half.locator(".resting > ul").first.locator("li").count() == len(values)
    said = half.locator(".resting a[href*='claim-']").all_inner_texts()
    assert said == [each.claim.says for each in claims]
    assert half.locator(".emendations li").count() == len(passage.emendations) + len(passage.conjectures) > 0
    others = half.locator("[aria-labelledby=alike] a:not(.beside)").evaluate_all("all => all.map(a => a.href)")
    assert others
    for other in others:  # each shares a key with it
        siglum, ident = other.split("/c/")[1].split("/")[:2]
        there = computed.tables[siglum].by_passage[f"{siglum}:{ident}"]
        assert {s.key for s in there} & {s.key for s in values}, other
    half.locator("[aria-labelledby=alike] a.beside").first.click()
    until(reader, "document.querySelector('.beside-status').textContent.startsWith('Shown: 1840:47.2 and ')")
    reader.goto(f"{address}c/1840/47/index.html")  # a whole § leads to its passages
    assert reader.locator(".resting").count() == 0
