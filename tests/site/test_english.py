"""The English of a source in Chromium: where it stands, that the choice is kept, that the German is what is cited."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.corpus.publication import load_publication
from tarock.corpus.references import parse_reference, select
from tarock.publish.citations import add_english, cite
from tests.conftest import usual
from tests.publish.markup import Elements
from tests.site.conftest import NO_WIDER, Inspect, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RECKONING = "sources/1840/berechnung.html"
RULES_1754 = "sources/1754/index.html"
CLEAR_OF_WORDS = ("sources/1840/ausdruecke.html", "sources/1840/musterspiele-1-4.html", "sources/1863/index.html")
PLACES = """ref => {
    const passage = document.getElementById(ref);
    const place = name => passage.querySelector(name).getBoundingClientRect();
    const [german, english] = [place(".passage__text"), place(".english")];
    return {beside: english.left >= german.right && Math.abs(english.top - german.top) < 12,
            below: english.top >= german.bottom - 1, shown: english.height > 0};
}"""
HELD = """document => Object.fromEntries([...document.querySelectorAll(".passage")].map(passage => [passage.id,
    [...passage.querySelectorAll(".english")].map(held => [held.lang, held.firstElementChild.textContent])]))"""


def choose(page: Page, name: str) -> None:
    page.get_by_role("group", name="English", exact=True).get_by_role("button", name=name).click()


def pressed(page: Page) -> list[str]:
    return page.locator(".reading [data-english][aria-pressed=true]").all_inner_texts()


@pytest.mark.parametrize(
    "path", [RULES_1754, RECKONING, "sources/1840/musterspiele-1-4.html", "sources/1863/index.html"]
)
def test_every_passage_holds_the_english_of_the_data(inspect: Inspect, computed: ComputedCodex, path: str) -> None:
    """Without any script of the page; what is the same in both languages (`A VII`) stands once."""
    translation = computed.translations[path.split("/")[1]]
    held = inspect(path, HELD)
    assert held
    for ref, found in held.items():
        ident = ref.partition(":")[2]
        english = translation.english_of(ident)
        assert found == ([["en", english]] if english != translation.german(ident) else []), ref


def test_it_stands_beside_below_or_nowhere(reader: Page, address: str) -> None:
    reader.set_viewport_size({"width": 1440, "height": 900})
    reader.goto(address + RECKONING)
    assert reader.evaluate(PLACES, "1840:47.2")["beside"]
    assert pressed(reader) == ["beside"]
    choose(reader, "below")
    assert reader.evaluate(PLACES, "1840:47.2") == {"beside": False, "below": True, "shown": True}
    choose(reader, "off")
    assert not reader.evaluate(PLACES, "1840:47.2")["shown"]
    choose(reader, "beside")
    reader.set_viewport_size({"width": 390, "height": 844})  # no room beside it
    until(reader, "document.querySelector('[data-english=below]').ariaPressed === 'true'")
    assert reader.evaluate(PLACES, "1840:47.2")["below"]
    assert reader.evaluate(NO_WIDER)


def test_it_is_cited_as_ours_beside_the_german(reader: Page, address: str, computed: ComputedCodex) -> None:
    edition, translation = computed.corpus.edition("1754"), computed.translations["1754"]
    selection = select(edition, parse_reference("1754:12"))
    plain = cite(selection, edition.source.edition, load_publication(computed.project), "en", quote=True)
    reader.goto(address + RULES_1754)
    reader.evaluate("document.getElementById('1754:12').querySelector('button.cite').click()")
    reader.get_by_label("with the quoted words").check()
    shown = reader.get_by_role("textbox", name="Citation")
    assert shown.input_value() == plain.render("text")
    reader.get_by_label("with our English").check()
    assert shown.input_value() == add_english(plain, translation, translation.english_of("12")).render("text")


@pytest.mark.parametrize("site", ["built", "built_public"])
def test_1945_has_the_summaries_of_all_articles_whether_its_words_are_withheld_or_not(
    request: pytest.FixtureRequest, computed: ComputedCodex, site: str
) -> None:
    page = Elements((request.getfixturevalue(site) / "sources/1945/index.html").read_text(encoding="utf-8"))
    head = "Summary, in our own words"
    summaries = [
        "".join(text) for _, values, text in page.found if "english--summary" in values.get("class", "").split()
    ]
    assert all(words.startswith(head) for words in summaries)
    held = [words.removeprefix(head) for words in summaries]
    translation = computed.translations["1945"]
    assert held == [translation.english_of(name) for name in translation.required_units]


OVERLAPS = """() => [...document.querySelectorAll(".passage")].filter(passage => {
    const lines = [...passage.querySelectorAll(".passage__text, .english")].flatMap(text => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].filter(line => line.width);
    });
    return [...passage.querySelectorAll("td.passage__tools > *, :scope > .passage__tools > *")].some(tool => {
        const {left, right, top, bottom} = tool.getBoundingClientRect();
        return lines.some(l => left < l.right - 1 && right > l.left + 1 && top < l.bottom - 2 && bottom > l.top + 2);
    });
}).map(passage => passage.id)"""


@pytest.mark.parametrize("path", usual(CLEAR_OF_WORDS))
def test_reference_and_cite_button_stand_clear_of_the_words(page: Page, address: str, path: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(address + path)
    assert page.locator(".english").count() > 10
    for width in (1440, 1240, 1000):
        page.set_viewport_size({"width": width, "height": 900})
        until(page, "width => innerWidth === width", width)
        assert page.evaluate(OVERLAPS) == [], width
