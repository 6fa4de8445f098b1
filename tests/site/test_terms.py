"""The terms in the running text, in Chromium: quiet links with one tooltip, found as the project finds them."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.publish.places import Site
from tests.conftest import usual
from tests.site.conftest import until

pytestmark = pytest.mark.slow

READY = "() => document.documentElement.dataset.terms === 'ready'"


@pytest.mark.parametrize("ident", usual(["59.1", "21.3", "73.schwaeche", "92.1", "131.1"]))
def test_the_terms_of_a_passage_are_those_that_the_project_finds(
    page: Page, address: str, computed: ComputedCodex, ident: str
) -> None:
    passage = computed.corpus.edition("1840").units[ident]
    expected = Counter(
        (passage.text[o.start : o.end], o.term.headword)
        for o in computed.termbase.find_occurrences(passage.text, passage.ref)
    )
    page.goto(address + Site(computed).router.passage(passage.ref).link_from("index.md"))
    until(page, READY)
    found = page.evaluate(
        """ref => [...document.getElementById(ref).querySelectorAll('a.term-link[data-sense]:not([data-card])')]
            .map(link => [link.textContent, codexTerms.senses[link.dataset.sense][1]])""",
        passage.ref,
    )
    assert Counter(map(tuple, found)) == expected
    assert expected


def test_the_words_of_a_passage_stay_as_they_are(page: Page, address: str, computed: ComputedCodex) -> None:
    page.goto(f"{address}sources/1840/karten-und-plaetze.html")
    until(page, READY)
    for ident in ("2.4", "4.2", "6.15"):
        shown = page.evaluate("id => document.getElementById(id).querySelector('.passage__text').textContent",
                              f"1840:{ident}")  # fmt: skip
        assert shown == computed.corpus.edition("1840").units[ident].text


def test_hover_focus_and_escape(page: Page, address: str) -> None:
    """1840:14.2 lays the talon on the table. No term is a stop of the tabulator."""
    page.goto(f"{address}sources/1840/geben.html#1840:14.2")
    until(page, READY)
    assert page.evaluate("() => [...document.querySelectorAll('a.term-link')].every(a => a.tabIndex < 0)")
    tip = page.locator("#term-tip")
    term = page.locator('[id="1840:14.2"] a.term-link', has_text="Talon").first
    term.hover()
    until(page, "() => !document.getElementById('term-tip').hidden")
    assert "talon" in tip.inner_text()
    assert "laid in the middle of the table" in tip.inner_text()  # 14.2: "als Talon in die Mitte des Tisches gelegt"
    assert term.get_attribute("aria-describedby") == "term-tip"
    page.mouse.move(0, 0)
    until(page, "() => document.getElementById('term-tip').hidden")
    page.locator('[id="1840:14.2"] .passage__number').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.classList.contains('term-link')")
    assert tip.is_visible()
    told = tip.inner_text()
    page.evaluate(  # as of a mouse that goes past, however slow the machine
        """() => ["pointerover", "pointerout"].forEach(kind => document.querySelector('[id="1840:14.1"] a.term-link')
            .dispatchEvent(new PointerEvent(kind, {pointerType: "mouse", bubbles: true})))"""
    )
    page.wait_for_timeout(300)  # longer than a tip is waited for
    assert tip.inner_text() == told
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary/*.html#*")


def test_a_card_named_in_the_text_shows_the_card(page: Page, address: str) -> None:
    """1840:1.2 names the Treffle König; m3.A lists `Herz-Dame, Reiter und Vierer`; the suit holds for what follows."""
    page.goto(f"{address}sources/1840/musterspiele-1-4.html")
    until(page, READY)
    cards = page.evaluate(
        "() => [...document.getElementById('1840:m3.A').querySelectorAll('[data-card]')].map(a => a.dataset.card)"
    )
    assert cards == ["XXI", "XX", "XVIII", "XV", "XIV", "VI", "Herz-Dame", "Herz-Reiter", "Herz-Vierer",
                     "Pique-König", "Treffle-Siebner", "Careau-Bube"]  # fmt: skip
    page.locator('[id="1840:m3.A"] [data-card="Pique-König"]').hover()
    until(page, "() => !document.getElementById('term-tip').hidden")
    tip = page.locator("#term-tip")
    assert "king of spades" in tip.inner_text()
    assert tip.locator("svg[aria-label='Pique-König']").count() == 1


def test_a_touch_explains_and_a_second_one_follows(phone: Page, address: str) -> None:
    phone.goto(f"{address}sources/1840/geben.html#1840:14.2")
    until(phone, READY)
    term = phone.locator('[id="1840:14.2"] a.term-link', has_text="Talon").first
    term.tap()
    until(phone, "() => !document.getElementById('term-tip').hidden")
    assert phone.url.endswith("#1840:14.2")
    term.tap()
    phone.wait_for_url("**/glossary/t.html#talon")
    assert phone.locator("#talon").is_visible()


def test_on_a_phone_the_meanings_in_the_index_have_the_width_of_the_page(phone: Page, address: str) -> None:
    phone.goto(f"{address}glossary/index.html")
    widths = phone.evaluate("[...document.querySelectorAll('dl.terms dd')].map(e => e.getBoundingClientRect().width)")
    assert len(widths) > 100
    assert min(widths) > 390 / 2
