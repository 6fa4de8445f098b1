"""The built site in Chromium: anchors, numbers, cite dialog, search, keyboard, no request to anyone else."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import load_publication
from tarock.corpus.references import parse_reference, select
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import LANGUAGES, cite
from tarock.publish.places import Site
from tests.conftest import usual
from tests.publish.markup import Elements
from tests.site.conftest import NO_WIDER, PHONE, Inspect, here, until
from tests.site.hearing import listen

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CITED = [
    "1754:1",
    "1754:21",
    "1840:vorwort.1",
    "1840:47.2",
    "1840:47",
    "1840:8.4",
    "1840:73.zurueckhalten",
    "1840:m3",
    "1840:m3.s5",
    "1840:m1.A",
    "1863:7",
    "1863:21",
    "1945:allg.2.3.7",
    "1945:bes.A.2.5.1",
    "1945:allg",
]


def path_of(corpus: Corpus, ref: str) -> str:
    return Site(ComputedCodex(corpus.project, corpus)).router.passage(ref).link_from("index.md")


def opacity(locator: Locator) -> float:
    return float(locator.evaluate("element => getComputedStyle(element).opacity"))


def wait_opaque(page: Page, locator: Locator) -> None:
    handle = locator.element_handle()
    until(page, "element => getComputedStyle(element).opacity === '1'", arg=handle)


def element(page: Page, ref: str) -> Locator:
    return page.locator(f'[id="{ref}"]')


def cite_button(page: Page, ref: str) -> Locator:
    return page.locator(f'button[aria-label="Cite {ref}"]')


def test_the_number_stands_in_the_margin_and_the_button_comes_on_hover_and_on_focus(
    page: Page, address: str, corpus: Corpus
) -> None:
    page.goto(address + path_of(corpus, "1840:47"))
    passage = element(page, "1840:47.2")
    button, number = cite_button(page, "1840:47.2"), passage.locator(".passage__number")
    assert number.inner_text() == "47.2"
    assert number.is_visible()
    left = "element => element.getBoundingClientRect().left"
    right = "element => element.getBoundingClientRect().right"
    assert number.evaluate(right) <= passage.locator(".passage__text").evaluate(left)
    assert opacity(button) == 0
    passage.hover()
    wait_opaque(page, button)
    page.mouse.move(0, 0)
    until(page, "element => getComputedStyle(element).opacity === '0'", arg=button.element_handle())
    number.focus()
    wait_opaque(page, button)
    number.click()
    assert here(page).endswith("#1840:47.2")


def test_on_a_phone_the_number_stands_in_the_margin_and_the_button_comes_with_a_touch(
    phone: Page, address: str, corpus: Corpus
) -> None:
    for ref, last in (
        ("1840:47.2", "2"),
        ("1840:m3.s5", "s5"),
        ("1863:7", "7"),
        ("1945:allg.1.1", "1"),
        ("1754:3", "3"),
        ("1840:73.zurueckhalten", "¶"),  # named by a word, which the text has itself
    ):
        phone.goto(address + path_of(corpus, ref).partition("#")[0])
        number = element(phone, ref).locator(".passage__number")
        assert number.inner_text() == last
        words = element(phone, ref).locator(".passage__text, .passage__withheld").first.bounding_box()
        box = number.bounding_box()
        assert words
        assert box
        assert 0 <= box["x"] < box["x"] + box["width"] <= words["x"] + 1
        assert words["width"] > 300 or ref == "1840:m3.s5"  # of 390
        assert box["height"] >= 24
        assert not cite_button(phone, ref).is_visible()
        number.click()
        assert cite_button(phone, ref).is_visible()
        assert phone.evaluate(NO_WIDER)


def test_no_panel_dialog_or_drawer_in_use_is_wider_than_the_phone(
    browser: Browser, address: str, corpus: Corpus
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    phone = context.new_page()
    phone.goto(address + path_of(corpus, "1840:47.2").partition("#")[0])

    def fits(what: str) -> None:
        for width in (412, 360, 320, 390):
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate("screen.width") == width
            assert phone.evaluate(NO_WIDER), (what, width)

    fits("page")
    phone.get_by_role("button", name="Search").first.tap()
    phone.locator("#codex-search input").fill("pagat ultimo")
    phone.locator(".md-search-result__link").first.wait_for()
    fits("search")
    assert phone.locator(".md-search-result__link").first.is_visible()
    phone.keyboard.press("Escape")

    phone.get_by_role("button", name="Menu").tap()
    until(phone, "document.querySelector('.md-sidebar--primary').getBoundingClientRect().left >= 0")
    fits("menu")
    assert phone.evaluate("document.getElementById('__drawer').checked")
    phone.keyboard.press("Escape")
    until(phone, "!document.getElementById('__drawer').checked")

    element(phone, "1840:47.2").locator(".passage__number").tap()
    cite_button(phone, "1840:47.2").tap()
    phone.locator("dialog.cite-dialog[open]").wait_for()
    fits("cite")
    assert phone.locator("dialog.cite-dialog[open]").is_visible()
    phone.keyboard.press("Escape")

    element(phone, "1840:47.2").locator("a.term-link").first.tap()
    phone.locator(".term-tip:visible").wait_for()
    fits("term")
    assert phone.locator(".term-tip").is_visible()
    context.close()


ALL_CITATIONS = """([languages, formats]) => languages.flatMap(language => formats.map(form => {
    for (const value of [language, form]) document.querySelector(`dialog.cite-dialog input[value="${value}"]`).click();
    return [language, form, document.querySelector("dialog.cite-dialog textarea").value];
}))"""


@pytest.mark.parametrize("siglum", usual(["1840", "1945", "1754", "1863"]))
def test_an_address_shows_its_passage_and_the_window_its_citations(
    page: Page, address: str, corpus: Corpus, siglum: str
) -> None:
    """Passages of one page are gone to one after the other, as by a link on it."""
    paths = {ref: path_of(corpus, ref) for ref in CITED if ref.startswith(siglum)}
    edition, publication = corpus.edition(siglum), load_publication(corpus.project)
    for ref, path in sorted(paths.items(), key=lambda item: item[1].partition("#")[0]):
        page.goto(address + path)
        target = element(page, ref)
        until(page, "ref => document.getElementById(ref).matches(':target')", arg=ref)
        # it comes to stand below the header, on the screen, and stays there when all is laid out
        until(page, "() => document.readyState === 'complete'")
        until(
            page,
            "ref => [document.getElementById(ref).getBoundingClientRect().top].every(top => 40 <= top && top < 900)",
            arg=ref,
        )
        look = target.evaluate(
            "element => getComputedStyle(element).backgroundColor + getComputedStyle(element).backgroundImage"
        )
        assert look != "rgba(0, 0, 0, 0)none", ref
        cite_button(page, ref).focus()
        page.keyboard.press("Enter")
        assert page.locator("dialog.cite-dialog").is_visible()
        selection = select(edition, parse_reference(ref))
        shown = page.evaluate(ALL_CITATIONS, [list(LANGUAGES), list(FORMATS)])
        assert len(shown) == len(LANGUAGES) * len(FORMATS)
        for language, form, text in shown:
            citation = cite(selection, edition.source.edition, publication, language)
            assert text == citation.render(form), (ref, form, language)
        page.keyboard.press("Escape")
        until(page, "!document.querySelector('dialog.cite-dialog').open")


def test_who_closes_the_window_and_goes_on_is_not_scrolled_back(page: Page, address: str, corpus: Corpus) -> None:
    """The event of the closing comes after what was gone to in the same moment."""
    page.goto(address + path_of(corpus, "1840:m3"))
    cite_button(page, "1840:m3").focus()
    page.keyboard.press("Enter")
    page.evaluate(
        """() => new Promise(done => {
        const dialog = document.querySelector('dialog.cite-dialog');
        dialog.addEventListener('close', () => requestAnimationFrame(done));
        dialog.close();
        location.hash = '1840:m3.s5';
    })"""
    )
    assert 40 <= element(page, "1840:m3.s5").evaluate("element => element.getBoundingClientRect().top") < 900
    assert cite_button(page, "1840:m3").evaluate("button => button === document.activeElement")


def test_copying_a_link_and_a_citation(page: Page, address: str, corpus: Corpus) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
    page.goto(address + path_of(corpus, "1840:47.1").replace("#", "?h=dreier#"))
    cite_button(page, "1840:47.2").focus()
    page.keyboard.press("Enter")
    local = "Copied the address: it opens on this machine only"
    page.locator("dialog [data-copy=link]").click()
    until(page, f"document.querySelector('.cite-dialog__status').textContent === '{local}'")
    assert page.locator(".cite-dialog__status").get_attribute("aria-live") == "polite"
    edition = corpus.edition("1840")
    reference = f"1840:47.2@{edition.source.edition}"
    permanent = f"{address}c/1840@{edition.source.edition}/index.html#47.2"
    text = edition.passages["47.2"].text
    for what, copied in (
        ("link", permanent),
        ("reference", reference),
        ("text", text),
        ("both", f"{text}\n{reference}, {permanent}"),
    ):
        page.locator(f"dialog [data-copy={what}]").click()
        until(page, "copied => navigator.clipboard.readText().then(held => held === copied)", arg=copied)
    assert page.request.get(permanent).ok
    page.get_by_role("button", name="Copy citation").click()
    until(page, "document.querySelector('.cite-dialog__status').textContent === 'Copied the citation'")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("dialog textarea").input_value()
    page.locator("dialog textarea").hover()
    page.mouse.down()
    page.mouse.move(2, 2)  # words selected to beyond the edge: the window stays
    page.mouse.up()
    assert page.locator("dialog.cite-dialog").is_visible()
    page.mouse.click(2, 2)
    assert not page.locator("dialog.cite-dialog").is_visible()


def test_copying_works_without_the_clipboard_interface(own_page: Page, address: str, corpus: Corpus) -> None:
    page = own_page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(address + path_of(corpus, "1863:7"))
    page.evaluate("document.addEventListener('copy', () => { window.copied = String(document.activeElement.value); })")
    cite_button(page, "1863:7").focus()
    page.keyboard.press("Enter")
    page.locator("dialog [data-copy=link]").click()
    assert page.locator(".cite-dialog__status").inner_text() == "Copied the address: it opens on this machine only"
    assert page.evaluate("window.copied").endswith(f"c/1863@{corpus.edition('1863').source.edition}/index.html#7")


def test_by_keyboard_alone(page: Page, address: str, corpus: Corpus) -> None:
    page.goto(address + path_of(corpus, "1754:1"))
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Cite 1754:1":
            break
    else:
        pytest.fail("Tab does not reach the cite button")
    wait_opaque(page, cite_button(page, "1754:1"))
    page.keyboard.press("Enter")
    assert page.locator("dialog.cite-dialog").is_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    assert not page.locator("dialog.cite-dialog").is_visible()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Cite 1754:1"


def test_every_passage_shows_exactly_its_text(inspect: Inspect, built: Path, corpus: Corpus) -> None:
    script = """document => Object.fromEntries([...document.querySelectorAll('.passage')].map(passage => {
        const copy = passage.cloneNode(true);
        copy.querySelectorAll('[data-mark]').forEach(element => element.remove());
        const texts = [...copy.querySelectorAll('.passage__text')].map(text => {
            const paragraphs = [...text.querySelectorAll(':scope > p')];
            return paragraphs.length ? paragraphs.map(p => p.textContent).join('\\n') : text.textContent;
        });
        return [passage.id, texts.join('')];
    }))"""
    shown: dict[str, str] = {}
    for path in sorted((built / "sources").rglob("*.html")):
        shown.update(inspect(path.relative_to(built).as_posix(), script))
    expected = {passage.ref: passage.text for edition in corpus.editions() for passage in edition.passages.values()}
    assert shown == expected


def test_the_policy_of_the_pages_refuses_other_hosts(page: Page, address: str) -> None:
    page.goto(address)
    refused = page.evaluate(
        """() => new Promise(done => {
            document.addEventListener('securitypolicyviolation', event => done(event.blockedURI));
            const image = new Image(); image.src = 'https://example.org/x.png';
            setTimeout(() => done('nothing'), 60000);
        })"""
    )
    assert str(refused).startswith("https://example.org")


def test_from_a_folder_on_disk_the_site_reads_and_cites(own_page: Page, built: Path) -> None:
    page = own_page
    heard = listen(page, "file:", "data:", "blob:")
    page.goto((built / "index.html").as_uri())
    page.locator(".doors").get_by_role("link", name="Read").click()
    page.get_by_role("link", name="Königrufen 1840").first.click()
    page.wait_for_url("**/sources/1840/index.html")
    assert "Eines der beliebtesten" in page.locator("article.md-content__inner").inner_text()
    page.goto((built / "sources/1840/berechnung.html").as_uri() + "#1840:47.2")
    cite_button(page, "1840:47.2").click()
    assert "[1840:47.2@" in page.locator("dialog textarea").input_value()
    page.locator("dialog [data-copy=link]").click()
    until(page, "document.querySelector('.cite-dialog__status').textContent !== ''")
    font = page.evaluate("document.fonts.ready.then(() => [...document.fonts].some(face => face.status === 'loaded'))")
    assert font
    assert heard == []


def test_without_javascript_the_text_is_complete(bare: Page, address: str, corpus: Corpus) -> None:
    bare.goto(address + path_of(corpus, "1840:26.4"))
    assert "[…]" in element(bare, "1840:26.4").inner_text()
    for width in (1280, 390):
        bare.set_viewport_size({"width": width, "height": 844})
        assert not cite_button(bare, "1840:26.4").is_visible()  # though the address aims at its passage
    assert bare.locator(".apparatus__entry").first.is_visible()
    assert bare.locator("noscript").count() >= 1
    element(bare, "1840:26.4").locator(".emended__mark").click()
    assert "#note-" in bare.url


# --- references lead to their passage ---------------------------------------------------------------------------


def test_a_reference_behind_the_home_address_leads_to_its_passage(page: Page, address: str, corpus: Corpus) -> None:
    page.goto(f"{address}index.html#1840-47.2")
    page.wait_for_url("**/c/1840/47.2/index.html")
    assert page.locator("article p").inner_text() == corpus.edition("1840").passages["47.2"].text
    page.get_by_role("link", name="Read it in its place").click()
    page.wait_for_url("**/sources/1840/*.html#1840:47.2")


def test_a_page_says_what_reference_managers_read(built: Path) -> None:
    page = Elements((built / "sources/1863/index.html").read_text(encoding="utf-8"))
    meta = [values for tag, values, _text in page.found if tag == "meta"]
    tags = {values["name"]: values["content"] for values in meta if "name" in values}
    assert tags["z:itemType"] == "bookSection"  # what citation styles print an article of a lexicon as
    assert (tags["citation_firstpage"], tags["citation_lastpage"]) == ("257", "258")
    assert "Pierer's Universal-Lexikon" in tags.values()
    properties = [values["property"] for values in meta if "property" in values]
    assert "og:title" in properties
    assert "og:type" not in properties  # it would make a web page of the source, as would a COinS
    assert not [values for _tag, values, _text in page.found if "Z3988" in values.get("class", "")]
    assert "1863" in page.texts("title")[0]
    about = Elements((built / "about.html").read_text(encoding="utf-8"))
    assert [values["content"] for _tag, values, _text in about.found if values.get("name") == "z:itemType"] == [
        "webpage"
    ]


REFUSED_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
    configurable: true, get() { throw new DOMException("The request is denied.", "SecurityError"); }});"""


@pytest.mark.parametrize("path", ["index.html", "own-game.html", "games/m5.html", "beside.html", "de/found.html"])
def test_a_browser_that_keeps_nothing_shows_the_pages(own_page: Page, address: str, path: str) -> None:
    heard = listen(own_page, address, "data:", "blob:")
    own_page.add_init_script(REFUSED_STORAGE)
    own_page.goto(address + path)
    until(own_page, "() => document.readyState === 'complete'")
    own_page.evaluate("document.querySelectorAll('input[data-md-color-media]')[0]?.click()")
    assert heard == []


def test_what_no_address_can_mean_is_no_fault(own_page: Page, address: str) -> None:
    heard = listen(own_page, address, "data:", "blob:")
    for path in ("games/tasks.html", "index.html", "rules/play.html", "sources/1840/berechnung.html", "own-game.html"):
        own_page.goto(f"{address}{path}#%")
        until(own_page, "() => document.readyState === 'complete'")
    assert heard == []
