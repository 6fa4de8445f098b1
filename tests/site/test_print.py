"""On paper: each kind of page is whole. Chromium prints it on A4, and what it printed is read back."""

from __future__ import annotations

import re
from typing import NamedTuple

import pypdfium2
import pytest
from playwright.sync_api import Page

from tarock.corpus.editions import Corpus
from tests.conftest import usual
from tests.site.conftest import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Each kind of page, and the most sheets that it may take: §§ 41–50 once took 17, for every detail was open.
KINDS = {
    "sources/1840/musterspiele-1-4.html": 13,
    "rules/settlement.html": 16,
    "games/m1.html": 6,  # each step in words, the second sheet among them
    "play/1840.html": 8,
    "claims/1863.html": 12,  # the agreed words are longer
    "words/1863.html": 30,
    "emendations.html": 20,
    "index.html": 3,
    "sources/1840/berechnung.html": 7,
    "sources/1863/index.html": 6,
    "rules/index.html": 7,
    "games/index.html": 2,
    "claims/index.html": 4,
    "glossary/a.html": 12,
    "files/index.html": 1,
    "about.html": 6,
}
_NO_LETTER = re.compile(r"[\W_]+")
_CELLS = """() => {
  const shown = element => element.checkVisibility()
    && !element.closest('[data-table]') && !element.querySelector('.hidden');
  return [...document.querySelectorAll('table :is(td, th)')].filter(shown).map(cell => cell.innerText);
}"""
_HEADINGS = "() => [...document.querySelectorAll(':is(h1, h2, h3, h4)')].map(heading => heading.innerText)"
_LABELS = "() => [...document.querySelectorAll('.md-content button')].map(button => button.textContent.trim())"


class Printed(NamedTuple):
    """The text of each sheet, and what the page holds as it is laid out for paper."""

    sheets: list[str]
    cells: list[str]
    headings: list[str]
    labels: list[str]


def letters(text: str) -> str:
    return _NO_LETTER.sub("", text)


def printed(page: Page, address: str, path: str) -> Printed:
    page.goto(address + path)
    page.emulate_media(media="print")
    held = [page.evaluate(script) for script in (_CELLS, _HEADINGS, _LABELS)]
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    page.emulate_media(media="null")  # the page is shared: what it prints next is no screen
    return Printed([sheet.get_textpage().get_text_range() for sheet in document], *held)


@pytest.mark.parametrize("path", usual(KINDS))
def test_a_printed_page_is_whole(page: Page, address: str, path: str) -> None:
    """Of a game also the points at the level that is shown, after the first trick and the last, reckoned by hand."""
    made = printed(page, address, path)
    assert len(made.sheets) <= KINDS[path]
    text = letters("".join(made.sheets))
    assert [cell for cell in made.cells if letters(cell) not in text] == []
    headings = {letters(heading) for heading in made.headings}
    for sheet in made.sheets[:-1]:
        lines = [letters(line) for line in sheet.splitlines() if letters(line)]
        assert lines, "a sheet without words"
        assert lines[-1] not in headings
    words = {line.strip() for sheet in made.sheets for line in sheet.splitlines()}
    assert not words & {label for label in made.labels if len(letters(label)) > 2} - set(made.headings)
    if path == "games/m1.html":
        assert {"2 1/3", "58 1/3"} <= {cell.strip() for cell in made.cells}
        assert "58 1/3" in "".join(made.sheets)


@pytest.mark.parametrize("folder", ["", "de/"])
@pytest.mark.parametrize("siglum", ["1754", "1840", "1863", "1945"])
def test_the_page_for_tonight_is_one_card_of_a5(page: Page, address: str, siglum: str, folder: str) -> None:
    """Both sides, 148 by 210 mm; what the engine takes besides, and what is left out, stay on the screen."""
    page.goto(f"{address}{folder}play/{siglum}-summary.html")
    document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    assert len(document) <= 2
    width, height = (side / 72 * 25.4 for side in document[0].get_size())
    assert (round(width), round(height)) == (148, 210)
    text = "".join(sheet.get_textpage().get_text_range() for sheet in document)
    assert "°" in text
    assert page.locator(".behind__engine").count() == 1


@pytest.mark.parametrize("name", ["play/1840-summary.html", "games/m1.html"])
def test_the_colours_on_paper_are_the_light_ones_whatever_the_screen_shows(page: Page, address: str, name: str) -> None:
    colours = """() => [...document.querySelectorAll('.md-content :is(th, td, p, text, rect)')].map(element => {
        const style = getComputedStyle(element);
        return [style.color, style.backgroundColor, style.borderBottomColor, style.fill].join();
    })"""
    found = []
    page.goto(f"{address}{name}")
    page.emulate_media(media="print")
    for scheme in ("default", "slate"):
        page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme; }", scheme)
        found.append(page.evaluate(colours))
    page.emulate_media(media="null")  # the page is shared: what it prints next is no screen
    assert found[0]
    assert found[0] == found[1]


def test_two_passages_side_by_side_are_whole_on_paper(page: Page, address: str, corpus: Corpus) -> None:
    """The frames keep the height that they have on the screen; each ends with the same sentence."""
    page.goto(f"{address}beside.html?a=1840:47.2&b=1754:12")
    until(page, "document.querySelector('form [role=status]').textContent.startsWith('Shown')")
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    text = " ".join("".join(sheet.get_textpage().get_text_range() for sheet in document).split())
    for siglum in ("1840", "1754"):
        assert f"The address of edition {corpus.sources[siglum].edition} does not change." in text
    assert text.count(" does not change.") == 2
