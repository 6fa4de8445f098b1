"""The German pages of the built site: the frame in German too, and a way to the same page in the other language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tarock.base.i18n import GERMAN, Catalogues

from ..conftest import ROOT, usual
from .conftest import NO_WIDER, until

pytestmark = pytest.mark.slow

SWITCH = re.compile(r'<a class="md-header__button language" href="([^"]+)" hreflang="(\w+)"')
PAGES = [
    *("de/index.html", "de/play/1840.html", "de/games/m1.html", "de/sources/1840/geben.html", "de/rules/bidding.html"),
    *("de/claims/1840/raison.html", "de/games/tasks.html", "de/play/1840-summary.html", "de/found.html"),
    *("de/glossary/index.html", "de/about.html"),
]


def _pages(built: Path) -> dict[str, str]:
    found = {path.relative_to(built).as_posix(): path.read_text("utf-8") for path in (built / "de").rglob("*.html")}
    assert len(found) >= 24
    return found


def test_each_page_leads_to_the_same_in_the_other_language(built: Path) -> None:
    for name, page in _pages(built).items():
        assert '<html lang="de"' in page, name
        english = built / name.removeprefix("de/")
        for path, other, language in ((built / name, english, "en"), (english, built / name, "de")):
            ways = SWITCH.findall(path.read_text("utf-8"))
            assert [way[1] for way in ways] == [language], path
            assert (path.parent / ways[0][0]).resolve() == other.resolve()


def test_a_page_in_one_language_has_no_switch(built: Path) -> None:
    assert not SWITCH.search((built / "changelog.html").read_text("utf-8"))


def test_the_frame_of_a_german_page_is_german(built: Path) -> None:
    """What the theme and our parts of it say; the names of things and addresses aside."""
    words = Catalogues(GERMAN).messages
    frame = [english for context, english in words if context in ("theme", "navigation")]
    for name, page in _pages(built).items():
        ours = re.sub(
            r'<details class="paratext">.*?</details>', "", page, flags=re.DOTALL
        )  # not what the transcript has
        shown = set(re.findall(r'(?:aria-label|title|placeholder)="([^"]+)"|>([^<>]+)<', ours))
        told = {part.strip() for pair in shown for part in pair if part.strip()}
        assert not told & (
            set(frame) - {"Menu", "This page in English"} - {form for entry in words.values() for form in entry.forms}
        ), name
        assert "Zum Inhalt" in page, name  # the theme's own


def test_the_scripts_say_everything_in_german(built: Path) -> None:
    """What is said in the sources of the scripts has its German; none is left whose English is gone."""
    said = set()
    for path in (ROOT / "docs" / "assets" / "javascripts").glob("*.js"):
        for text in re.findall(r"\b(?:say|codexSay)`([^`]*)`", path.read_text("utf-8")):
            first, *others = re.split(r"\$\{[^{}]*\}", text)
            said.add(first + "".join(f"{{{number}}}{other}" for number, other in enumerate(others, 1)))
    words = json.loads((built / "assets" / "javascripts" / "words-de.js").read_text("utf-8").split(" = ", 1)[1][:-2])
    assert set(words) == said
    assert {english for context, english in Catalogues(GERMAN).messages if context == "scripts"} == said
    for english, german in words.items():
        assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", german)), english


CUT = """[...document.querySelectorAll("h1, h2, h3, p, li, td, th, a, button, label")].filter((each) => {
    const style = getComputedStyle(each);
    return style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && each.offsetParent
        && each.scrollWidth > each.clientWidth + 1 && !each.closest(".md-nav, .hidden, .md-header, .md-search");
}).map((each) => each.textContent.slice(0, 40))"""
# A pseudo-language: our words accented and longer by two fifths; not what a book says, nor code.
LENGTHEN = """(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const ours = [];
    while (walk.nextNode()) {
        const { parentElement: around } = walk.currentNode;
        if (!around.closest("script, style, svg, code, pre, option, [lang=de]")) ours.push(walk.currentNode);
    }
    const accented = (word) => word.replace(/[aeiou]/g, (vowel) => `${vowel}\u0301`);
    const longer = (word) => accented(word) + "ẋ".repeat(Math.round(word.length * 0.4));
    for (const text of ours) text.data = text.data.replace(/[A-Za-z]{3,}/g, longer);
})()"""


@pytest.mark.parametrize("name", usual(PAGES))
def test_nothing_is_cut(desktop: BrowserContext, address: str, name: str) -> None:
    """In German, and in a language that is longer than English by two fifths."""
    page = desktop.pages[0]

    def look() -> None:
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            until(page, NO_WIDER)  # the menu slides away
            assert page.evaluate(CUT) == [], width

    page.goto(f"{address}{name}")
    look()
    page.goto(f"{address}{name.removeprefix('de/')}")
    page.evaluate(LENGTHEN)
    look()


def test_the_table_and_the_search_speak_german(page: Page, address: str) -> None:
    page.goto(f"{address}de/found.html")
    until(page, 'document.querySelector(".table__controls")')
    assert page.locator(".table__controls button").first.inner_text() == "Zurück"
    assert "spielt" in page.locator(".table__says").first.inner_text()
    page.goto(f"{address}de/play/1840.html")
    page.keyboard.press("/")
    page.keyboard.type("Pagat ultimo")
    told = r"/Einträge und Seiten, \d+ (?:von \d+ )?Stellen/"  # after each letter it is searched anew
    until(page, f'{told}.test(document.querySelector(".md-search-result__meta").innerText)')
    assert page.locator(".search-passage a").first.get_attribute("href").startswith("../../de/sources/1840/")  # type: ignore[union-attr]
