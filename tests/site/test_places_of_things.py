"""What stays in its place, and what one tap opens: the menu, the meanings of small words, the terms."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tests.site.conftest import until
from tests.site.kinds import KINDS

pytestmark = pytest.mark.slow

WIDE = ("source", "rules, topic", "found", "play", "game", "claims of a source", "data")
LEFT = """names => names.map(name => document.querySelector(name)?.getBoundingClientRect().left ?? null)"""

# The widest empty strip beside menu, content and contents.
EMPTY = """() => {
    const parts = [...document.querySelectorAll('.md-sidebar, .md-content')].filter(part => part.checkVisibility())
        .map(part => part.getBoundingClientRect()).sort((one, other) => one.left - other.left);
    return Math.max(...[...parts, {left: innerWidth}].map((part, at) => part.left - (at ? parts[at - 1].right : 0)));
}"""


def test_menu_and_header_stand_in_one_place_on_all_pages(reader: Page, address: str) -> None:
    """It jumped by 110 px between a source and any other page, and a third of the width stood empty."""
    reader.set_viewport_size({"width": 1440, "height": 900})
    places = {}
    for kind in WIDE:
        reader.goto(address + KINDS[kind])
        places[kind] = reader.evaluate(LEFT, [".md-logo", ".md-tabs__item", ".md-sidebar--primary .md-nav__title"])
        assert reader.evaluate(EMPTY) <= 1440 / 10, kind
    assert None not in places["source"]
    assert len(set(map(tuple, places.values()))) == 1, places


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


ORDER = "main > .where, main > [data-in] > .where, h1, article, .english, .ways, .neighbours, .citation"


def test_a_stranger_on_the_page_of_a_passage_learns_what_it_is_and_goes_on(reader: Page, address: str) -> None:
    """What game and book, the German, the English, ways on; only then how to cite it. One heading, both languages."""
    reader.goto(f"{address}c/1840/47.2/index.html")
    reader.locator("label", has_text="English").click()
    shown = reader.locator(ORDER).evaluate_all(
        "all => all.filter(each => each.checkVisibility()).map(each => each.className || each.localName)"
    )
    assert list(dict.fromkeys(shown)) == ["where", "h1", "article", "english", "ways", "neighbours", "citation"]
    assert reader.locator("h1").count() == 1
    assert reader.locator("h1").inner_text() == "§ 47, para. 2"
    assert "card game Tarock" in reader.locator(".where:visible").inner_text()
    assert reader.locator(".doors:visible a").all_inner_texts() == ["Play", "Learn", "Read", "Compare", "About"]
    assert reader.get_by_role("searchbox").count() == 1
    terms = reader.locator("article a.term, .english a.term")
    assert {"ultimo", "Consulation", "consolation"} <= {*terms.all_inner_texts()}
    terms.first.click()
    until(reader, "document.querySelector(':target') && location.pathname.includes('/glossary/')")
    reader.go_back()
    reader.locator("label", has_text="Deutsch").click()
    assert reader.locator("h1").inner_text() == "§ 47, 2. Absatz"
    assert reader.title().startswith("§ 47, 2. Absatz")
    assert all("/de/glossary/" in href for href in terms.evaluate_all("all => all.map(each => each.href)"))
    reader.get_by_role("button", name="Dunkle Farben").click()
    reader.reload()
    assert reader.evaluate("[document.documentElement.lang, document.documentElement.dataset.look]") == ["de", "slate"]
    reader.goto(f"{address}index.html")
    until(reader, "document.body.dataset.mdColorScheme === 'slate'")  # the choice holds on the other pages too
    reader.goto(f"{address}c/1840/47.2/index.html")
    reader.emulate_media(media="print")
    assert not [each for each in reader.get_by_role("button").all() if each.is_visible()]
    assert not reader.locator("header").is_visible()


def test_without_javascript_the_page_of_a_passage_has_one_language_and_a_choice(bare: Page, address: str) -> None:
    bare.goto(f"{address}c/1840/47.2/index.html")
    assert bare.locator("h1").inner_text() == "§ 47, para. 2"
    assert bare.get_by_role("searchbox").count() == 1
    bare.locator("label", has_text="Deutsch").click()
    assert bare.locator("h1").inner_text() == "§ 47, 2. Absatz"
    assert bare.get_by_role("searchbox").count() == 1


def test_a_citation_opens_its_place_on_the_page_of_the_edition(reader: Page, address: str) -> None:
    def marked(path: str) -> list[str]:
        reader.goto(f"{address}{path}")
        places: list[str] = reader.locator(".cited").evaluate_all("all => all.map(each => each.dataset.passage)")
        return places

    assert marked("c/1840@1.0.0/index.html#47.2") == ["47.2"]
    assert {"47.1", "47.2", "47.3"} <= {*marked("c/1840@1.0.0/index.html#47")}
    assert marked("c/1840@1.0.0/index.html?places=18.2%232#18.2") == ["18.2"]
    reader.goto(f"{address}c/1840@1.0.0/index.html?only=47.2")
    visible = reader.locator("[data-passage]:visible")
    assert visible.evaluate_all("all => all.map(each => each.dataset.passage)") == ["47.2"]
