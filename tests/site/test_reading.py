"""The three views of a source in Chromium: what each shows, that the place stays, and that ours is never quoted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tarock.corpus.editions import Corpus, Passage
from tarock.corpus.publication import load_publication
from tarock.corpus.references import parse_reference, select
from tarock.corpus.spelling import Spelling
from tarock.publish.citations import cite
from tests.conftest import usual
from tests.site.conftest import NO_WIDER, PHONE, Inspect, here, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

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
VIEWS = {"modern": "Modern spelling", "transcript": "Transcript", "edition": "Edition"}
PLACES = {RULES_1754: "1754:1", RECKONING: "1840:47.2"}
EXPLAINED = "[...document.querySelectorAll('a.term-link')].map(link => `${link.dataset.sense} ${link.dataset.card}`)"
TEXT_OF = "ref => document.getElementById(ref).querySelector('.passage__text').innerText"


def choose(page: Page, name: str) -> None:
    page.get_by_role("group", name="Which text to read").get_by_role("button", name=name).click()


@pytest.mark.parametrize(
    ("path", "first", "words"),
    usual([
        # 1754:1 in the spelling of 2006, written by hand
        (RULES_1754, "modern", {"edition": "unter drey Personen mit 78. Blättern gespielet",
                                "modern": "unter drei Personen mit 78. Blättern gespielt"}),
        (RECKONING, "transcript", {"edition": "im Dreierspiele", "transcript": "im Dreispiele"}),
        ("sources/1840/musterspiele-1-4.html", "modern", {}),
        ("sources/1863/index.html", "edition", {}),
    ]),
)  # fmt: skip
def test_each_view_shows_the_whole_of_its_text_with_the_same_terms_explained(
    reader: Page, address: str, corpus: Corpus, path: str, first: str, words: dict[str, str]
) -> None:
    """A page is opened in one view and then changed to the others, and back to the first."""
    spelling = Spelling(corpus.project)
    edition = corpus.edition(path.split("/")[1])

    def held(passage: Passage, view: str) -> str:
        texts = {"edition": passage.text, "transcript": passage.transcript}
        return texts.get(view) or spelling.modernize_text(passage)

    explained = []
    reader.goto(f"{address}{path}?view={first}")
    until(reader, "document.documentElement.dataset.terms === 'ready'")
    for number, view in enumerate((first, *(view for view in VIEWS if view != first), first)):
        if number:
            choose(reader, VIEWS[view])
        if view != "transcript":  # where the words are others
            explained.append(reader.evaluate(EXPLAINED))
        found = reader.evaluate(WORDS)
        assert found
        for ref, text in found.items():
            assert text == held(edition.passages[ref.partition(":")[2]], view), (view, ref)
        assert words.get(view, "") in reader.evaluate(TEXT_OF, PLACES.get(path, next(iter(found)))), view
    assert len(explained[0]) > 20
    assert len(explained) > 1
    assert explained[1:] == explained[:-1]


def test_the_view_and_the_english_are_in_the_address_and_kept_between_pages(reader: Page, address: str) -> None:
    shown = "document.getElementById('1754:12').querySelector('.english').offsetHeight > 0"
    english = reader.get_by_role("group", name="English", exact=True)
    pressed = reader.locator(".reading :is([data-view], [data-english])[aria-pressed=true]")
    view = "document.documentElement.dataset.view"

    reader.goto(address + RULES_1754)
    choose(reader, "Modern spelling")
    assert here(reader) == f"{address}{RULES_1754}?view=modern"
    reader.goto(f"{address}{RECKONING}#1840:47.2")
    assert here(reader) == f"{address}{RECKONING}?view=modern#1840:47.2"
    assert reader.evaluate(view) == "modern"
    assert pressed.all_inner_texts() == ["Modern spelling", "beside"]
    choose(reader, "Edition")
    assert here(reader) == f"{address}{RECKONING}#1840:47.2"
    english.get_by_role("button", name="off").click()
    assert here(reader) == f"{address}{RECKONING}?english=off#1840:47.2"
    reader.goto(f"{address}{RULES_1754}#1754:12")
    assert here(reader) == f"{address}{RULES_1754}?english=off#1754:12"
    assert reader.evaluate(view) == "edition"
    assert not reader.evaluate(shown)
    choose(reader, "Modern spelling")
    views = ("english=off&view=modern", "view=modern&english=off")
    assert here(reader) in [f"{address}{RULES_1754}?{chosen}#1754:12" for chosen in views]
    english.get_by_role("button", name="beside").click()
    assert here(reader) == f"{address}{RULES_1754}?view=modern#1754:12"
    assert reader.evaluate(shown)
    choose(reader, "Edition")
    reader.goto(f"{address}{RULES_1754}?view=runes&english=latin")  # no such view, no such place
    assert pressed.all_inner_texts() == ["Edition", "beside"]
    assert reader.evaluate(view) == "edition"


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
        addresses.add(reader.evaluate("location.href"))
    assert len(addresses) >= 5  # each view has its own


def test_values_stand_in_the_margin_or_behind_one_switch(reader: Page, address: str) -> None:
    values = reader.locator('[id="1840:47.2"] .evidence')
    beside = """() => {
        const [text, values] = ["passage__text", "evidence"].map(name =>
            document.getElementById("1840:47.2").querySelector("." + name).getBoundingClientRect());
        return values.left > text.right && Math.abs(values.top - text.top) < 12;
    }"""
    desk: ViewportSize = {"width": 1440, "height": 900}
    reader.set_viewport_size(PHONE)
    reader.goto(f"{address}{RECKONING}?view=modern#100%")  # which is no code of a letter
    assert not values.is_visible()
    reader.evaluate("localStorage.setItem('codex-view', 'runes')")  # no such view
    reader.set_viewport_size(desk)
    until(reader, beside)
    assert reader.evaluate("document.documentElement.dataset.view") == "modern"
    height = "document.getElementById('1840:47.2').offsetHeight"
    tall = reader.evaluate(height)
    reader.get_by_role("group", name="Values").get_by_role("button", name="off").click()
    assert reader.evaluate("location.search") == "?view=modern&evidence=off"
    assert not values.is_visible()
    assert reader.evaluate(height) <= tall  # they took no room of the text
    reader.set_viewport_size(PHONE)
    reader.goto(f"{address}{RECKONING}?evidence=shown")
    assert values.is_visible()
    reader.set_viewport_size(desk)
    until(reader, beside)


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
    reader.set_viewport_size({"width": 1440, "height": 900})
    reader.goto(address + path)
    for width in (1440, 1280):
        reader.evaluate("() => { delete document.documentElement.dataset.margin; }")
        reader.set_viewport_size({"width": width, "height": 900})
        reader.evaluate("dispatchEvent(new Event('resize'))")
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


def test_no_other_view_is_ever_cited(reader: Page, address: str, corpus: Corpus) -> None:
    edition = corpus.edition("1840")
    selection = select(edition, parse_reference("1840:47.2"))
    citation = cite(selection, edition.source.edition, load_publication(corpus.project), "en").render("text")
    reader.goto(f"{address}{RECKONING}?view=modern#1840:47.2")
    for view in ("Modern spelling", "Transcript"):
        choose(reader, view)
        reader.locator('button[aria-label="Cite 1840:47.2"]').focus()
        reader.keyboard.press("Enter")
        assert reader.locator("dialog textarea").input_value() == citation
        reader.locator('input[name="cite-quote"]').check()
        quoted = reader.locator("dialog textarea").input_value()
        assert edition.passages["47.2"].text.split(".")[0] in quoted
        reader.locator('input[name="cite-quote"]').uncheck()
        reader.keyboard.press("Escape")


def test_modern_spelling_is_marked_and_copied_as_the_words_of_the_edition(reader: Page, address: str) -> None:
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
    reader.goto(f"{address}{RULES_1754}?view=modern")
    note = reader.locator(".reading p")
    marked = reader.locator('[id="1754:1"] [data-modern]').first
    assert marked.inner_text() == "drei"
    assert marked.get_attribute("title") == "edition: drey"
    assert "dotted" in marked.evaluate("element => getComputedStyle(element).textDecoration")
    whole = "drey Personen mit 78. Blättern gespielet"
    for select_words, copied in (
        ("range.selectNodeContents(text)", whole),
        # from inside a word to inside another: whole words of the edition
        ("range.setStart(words[0].firstChild, 1); range.setEnd(words[1].firstChild, 3)", whole),
        ("range.setStart(words[0].firstChild, 0); range.setEnd(words[0].firstChild, 4)", "drey"),
    ):
        choose(reader, "Modern spelling")  # it says again whose spelling that is
        assert "ours" in note.inner_text()
        reader.evaluate(f"""async () => {{
            await navigator.clipboard.writeText("");
            const text = document.getElementById("1754:1").querySelector(".passage__text");
            const words = text.querySelectorAll("[data-modern]");
            const range = document.createRange();
            {select_words};
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
    assert phone.evaluate(NO_WIDER)
    phone.get_by_role("button", name="Edition").click()
    phone.keyboard.press("Escape")
    assert not phone.get_by_role("button", name="Edition").is_visible()
    assert opener.evaluate("button => button === document.activeElement")
    opener.click()
    phone.locator('[id="1840:47.2"] .passage__number').focus()
    assert opener.get_attribute("aria-expanded") == "false"
