"""The three views of a source in Chromium: what each shows, that the place stays, and that ours is never quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tarock.corpus.references import parse, select
from tarock.corpus.spelling import Spelling
from tarock.publish.citations import cite, load_publication
from tests.site.conftest import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tarock.corpus.editions import Corpus, Passage
    from tests.site.conftest import Inspect

pytestmark = pytest.mark.browser

RULES_1754 = "sources/1754/index.html"
RECKONING = "sources/1840/berechnung.html"
WORDS = """() => Object.fromEntries([...document.querySelectorAll(".passage")].map(passage => {
    const texts = [...passage.querySelectorAll(".passage__text")].map(text => {
        const plain = text.cloneNode(true);
        plain.querySelectorAll("[data-mark]").forEach(mark => mark.remove());
        const paragraphs = [...plain.querySelectorAll("p")];
        return paragraphs.length ? paragraphs.map(p => p.textContent).join("\\n") : plain.textContent;
    });
    return [passage.id, texts.join("")];
}))"""
TEXT_OF = "ref => document.getElementById(ref).querySelector('.passage__text').innerText"


def choose(page: Page, name: str) -> None:
    page.get_by_role("group", name="Which text to read").get_by_role("button", name=name).click()


def test_each_view_shows_its_words(reader: Page, address: str) -> None:
    # 1754:1 in the spelling of 2006, written by hand; 1840:47.2 as the transcript has it
    reader.goto(address + RULES_1754)
    assert "unter drey Personen mit 78. Blättern gespielet" in reader.evaluate(TEXT_OF, "1754:1")
    choose(reader, "Modern spelling")
    assert "unter drei Personen mit 78. Blättern gespielt" in reader.evaluate(TEXT_OF, "1754:1")
    choose(reader, "Edition")
    assert "unter drey Personen mit 78. Blättern gespielet" in reader.evaluate(TEXT_OF, "1754:1")
    reader.goto(f"{address}{RECKONING}?view=transcript")
    assert "im Dreispiele" in reader.evaluate(TEXT_OF, "1840:47.2")
    choose(reader, "Edition")
    assert "im Dreierspiele" in reader.evaluate(TEXT_OF, "1840:47.2")


@pytest.mark.parametrize(
    "path", [RULES_1754, RECKONING, "sources/1840/musterspiele-1-4.html", "sources/1863/index.html"]
)
def test_every_passage_shows_the_whole_of_each_text(reader: Page, address: str, corpus: Corpus, path: str) -> None:
    spelling = Spelling(corpus.project)
    edition = corpus.edition(path.split("/")[1])

    def shown(view: str) -> dict[str, str]:
        reader.goto(f"{address}{path}?view={view}")
        words: dict[str, str] = reader.evaluate(WORDS)
        return words

    def held(passage: Passage, view: str) -> str:
        texts = {"edition": passage.text, "transcript": passage.transcript}
        return texts.get(view) or spelling.modern_text(passage)

    for view in ("modern", "transcript", "edition"):
        found = shown(view)
        assert found
        for ref, text in found.items():
            assert text == held(edition.passages[ref.partition(":")[2]], view), (view, ref)


def test_the_view_is_in_the_address_and_kept_between_pages(reader: Page, address: str) -> None:
    reader.goto(address + RULES_1754)
    choose(reader, "Modern spelling")
    assert reader.url == f"{address}{RULES_1754}?view=modern"
    reader.goto(f"{address}{RECKONING}#1840:47.2")
    assert reader.url == f"{address}{RECKONING}?view=modern#1840:47.2"
    assert reader.evaluate("document.documentElement.dataset.view") == "modern"
    pressed = reader.locator(".reading [data-view][aria-pressed=true]")
    assert pressed.all_inner_texts() == ["Modern spelling"]
    choose(reader, "Edition")
    assert reader.url == f"{address}{RECKONING}#1840:47.2"
    reader.goto(address + RULES_1754)
    assert reader.evaluate("document.documentElement.dataset.view") == "edition"
    reader.goto(f"{address}{RULES_1754}?view=runes")  # no such view
    assert reader.evaluate("document.documentElement.dataset.view") == "edition"


@pytest.mark.parametrize("width", [1440, 390])
def test_one_switches_without_losing_place_or_focus(reader: Page, address: str, width: int) -> None:
    """In the middle of the longest page, where everything above the passage changes its height."""
    reader.set_viewport_size({"width": width, "height": 900})
    reader.goto(f"{address}sources/1840/spielart.html#1840:91.7")
    top = "document.getElementById('1840:91.7').getBoundingClientRect().top"
    until(reader, f"Math.abs({top}) < innerHeight")
    reader.evaluate(f"scrollBy({{top: {top} - 120, behavior: 'instant'}})")
    before, addresses = reader.evaluate(top), set()
    if width < 960:
        reader.get_by_role("button", name="View").click()
    for button in reader.locator(".reading__views button:visible").all():
        button.click()
        assert abs(reader.evaluate(top) - before) < 2, button.inner_text()
        assert button.evaluate("button => button === document.activeElement")
        addresses.add(reader.url)
    assert len(addresses) >= 5  # each view has its own


def test_values_stand_in_the_margin_or_behind_one_switch(reader: Page, address: str) -> None:
    values = reader.locator('[id="1840:47.2"] .evidence')
    beside = """() => {
        const [text, values] = ["passage__text", "evidence"].map(name =>
            document.getElementById("1840:47.2").querySelector("." + name).getBoundingClientRect());
        return values.left > text.right && Math.abs(values.top - text.top) < 12;
    }"""
    reader.set_viewport_size({"width": 1440, "height": 900})
    reader.goto(address + RECKONING)
    assert reader.evaluate(beside)
    height = "document.getElementById('1840:47.2').offsetHeight"
    tall = reader.evaluate(height)
    reader.get_by_role("group", name="Values").get_by_role("button", name="off").click()
    assert reader.url == f"{address}{RECKONING}?evidence=off"
    assert not values.is_visible()
    assert reader.evaluate(height) <= tall  # they took no room of the text
    reader.goto(f"{address}{RECKONING}?evidence=shown")
    assert reader.evaluate(beside)
    reader.set_viewport_size({"width": 390, "height": 844})
    reader.goto(address + RECKONING)
    assert not values.is_visible()
    reader.goto(f"{address}{RECKONING}?evidence=shown")
    assert values.is_visible()


@pytest.mark.parametrize("path", [RECKONING, "sources/1863/index.html"])
def test_no_value_is_cut_and_what_has_no_room_is_counted(
    reader: Page, address: str, inspect: Inspect, path: str
) -> None:
    """How many values and claims rest on a passage is asked of the page without JavaScript."""
    many = """document => Object.fromEntries([...document.querySelectorAll('div.passage > .evidence')].map(margin =>
        [margin.parentNode.id, margin.querySelectorAll('li').length]))"""
    seen = """() => Object.fromEntries([...document.querySelectorAll('div.passage > .evidence')].map(margin => {
        const foot = margin.parentNode.getBoundingClientRect().bottom + 1;
        const shown = [...margin.children].filter(part => part.checkVisibility());
        const whole = shown.every(part => part.getBoundingClientRect().bottom <= foot
            && part.scrollHeight <= part.clientHeight + 1);
        const told = margin.querySelector('summary:not([hidden] *)')?.textContent.match(/\\d+/g) ?? [];
        const sum = told.map(Number).reduce((a, b) => a + b, 0);
        return [margin.parentNode.id, whole && margin.querySelectorAll(':scope > ul > li').length + sum];
    }))"""
    for width in (1440, 1280):
        reader.set_viewport_size({"width": width, "height": 900})
        reader.goto(address + path)
        until(reader, "document.documentElement.dataset.margin === 'fitted'")
        reader.evaluate("document.fonts.ready")
        assert reader.evaluate(seen) == inspect(path, many)
    folded = reader.locator('[id="1863:7"] .resting, [id="1840:47.2"] .resting').first
    folded.locator("summary").click()
    assert folded.locator("li").first.is_visible()


def test_each_switch_says_what_is_shown_now(reader: Page, address: str) -> None:
    reader.goto(address + RECKONING)
    for name, option, said in (
        ("English", "off", "English off."),
        ("Values", "off", "Values off."),
        ("Which text to read", "Modern spelling", "Modern spelling. ours"),
        ("Which text to read", "Edition", "Edition."),
    ):
        button = reader.get_by_role("group", name=name).get_by_role("button", name=option)
        button.focus()
        reader.keyboard.press("Enter")
        assert (reader.locator(".reading [role=status]").text_content() or "").startswith(said)
        assert button.get_attribute("aria-pressed") == "true"
        assert button.evaluate("button => button === document.activeElement")


def test_the_bar_names_the_place_and_leads_to_another(reader: Page, address: str) -> None:
    reader.goto(f"{address}{RECKONING}#1840:47.2")
    place = reader.get_by_label("Place in the text")
    named = "document.querySelector('.reading__place').selectedOptions[0].text"
    until(reader, f"{named} === '§ 47'")
    place.focus()
    place.select_option("§ 49")
    until(reader, "location.hash === '#1840:49'")
    until(reader, f"{named} === '§ 49'")
    assert place.evaluate("choice => choice === document.activeElement")
    reader.goto(f"{address}sources/1863/index.html#1863:20")  # no §: its sentences
    until(reader, f"{named} === 'sentence 20'")


def test_modern_spelling_is_marked_and_never_cited(reader: Page, address: str, corpus: Corpus) -> None:
    edition = corpus.edition("1840")
    selection = select(edition, parse("1840:47.2"))
    citation = cite(selection, edition.source.edition, load_publication(corpus.project), "en").render("text")
    for view in ("modern", "transcript"):
        reader.goto(f"{address}{RECKONING}?view={view}#1840:47.2")
        reader.locator('button[aria-label="Cite 1840:47.2"]').focus()
        reader.keyboard.press("Enter")
        assert reader.locator("dialog textarea").input_value() == citation
        reader.locator('input[name="cite-quote"]').check()
        quoted = reader.locator("dialog textarea").input_value()
        assert edition.passages["47.2"].text.split(".")[0] in quoted
        reader.keyboard.press("Escape")
    reader.goto(f"{address}{RULES_1754}?view=modern")
    assert "ours" in reader.locator(".reading p").inner_text()
    marked = reader.locator('[id="1754:1"] [data-modern]').first
    assert marked.inner_text() == "drei"
    assert marked.get_attribute("title") == "edition: drey"
    assert "dotted" in marked.evaluate("element => getComputedStyle(element).textDecoration")


@pytest.mark.parametrize(
    ("select", "copied"),
    [
        ("range.selectNodeContents(text)", "drey Personen mit 78. Blättern gespielet"),
        # from inside a word to inside another: whole words of the edition
        ("range.setStart(words[0].firstChild, 1); range.setEnd(words[1].firstChild, 3)",
         "drey Personen mit 78. Blättern gespielet"),
        ("range.setStart(words[0].firstChild, 0); range.setEnd(words[0].firstChild, 4)", "drey"),
    ],
)  # fmt: skip
def test_what_is_copied_from_modern_spelling_are_the_words_of_the_edition(
    reader: Page, address: str, select: str, copied: str
) -> None:
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
    reader.goto(f"{address}{RULES_1754}?view=modern")
    reader.evaluate(f"""() => {{
        const text = document.getElementById("1754:1").querySelector(".passage__text");
        const words = text.querySelectorAll("[data-modern]");
        const range = document.createRange();
        {select};
        getSelection().removeAllRanges();
        getSelection().addRange(range);
    }}""")
    reader.keyboard.press("Control+c")
    until(reader, "document.querySelector('.reading p').textContent.startsWith('copied')")
    clipboard = reader.evaluate("navigator.clipboard.readText()")
    assert copied in clipboard
    assert "drei" not in clipboard


def test_on_a_phone_the_switch_fits(phone: Page, address: str) -> None:
    phone.goto(address + RECKONING)
    opener = phone.get_by_role("button", name="View")
    assert not phone.get_by_role("button", name="Modern spelling").is_visible()
    opener.click()
    phone.get_by_role("button", name="Modern spelling").click()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("button", name="Edition").click()
    phone.keyboard.press("Escape")
    assert not phone.get_by_role("button", name="Edition").is_visible()
    assert opener.evaluate("button => button === document.activeElement")


def test_without_javascript_the_edition_is_shown_and_no_switch(bare: Page, address: str) -> None:
    bare.goto(f"{address}{RULES_1754}?view=modern")
    assert "unter drey Personen" in bare.locator('[id="1754:1"]').inner_text()
    assert bare.locator(".reading").count() == 0


@pytest.mark.parametrize("path", [RULES_1754, "sources/1840/musterspiele-1-4.html"])
def test_terms_and_cards_are_explained_in_modern_spelling_too(reader: Page, address: str, path: str) -> None:
    links = "[...document.querySelectorAll('a.term-link')].map(link => `${link.dataset.sense} ${link.dataset.card}`)"

    def explained(view: str) -> list[str]:
        reader.goto(f"{address}{path}?view={view}")
        until(reader, "document.documentElement.dataset.terms === 'ready'")
        found: list[str] = reader.evaluate(links)
        return found

    edition = explained("edition")
    assert explained("modern") == edition
    assert len(edition) > 20
    choose(reader, "Edition")
    assert reader.evaluate(links) == edition
