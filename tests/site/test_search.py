"""The search of the site, in Chromium: what the command finds, in the same order, quick, and from a folder on disk."""

from __future__ import annotations

import base64
import gzip
import html
import json
import random
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tarock.codex import ComputedCodex
from tarock.corpus.search import build_index, strip_ending
from tarock.corpus.search_data import ENDINGS, ENGLISH_ENDINGS, fold_text
from tests.conftest import EVERY
from tests.search.queries import load_development, load_queries, load_ways
from tests.site.conftest import PATIENCE, until

pytestmark = pytest.mark.slow

READY = "() => document.documentElement.dataset.search === 'ready'"
# Bytes of the index, compressed: of what the first answer needs, in all four sources; and of everything.
FIRST, OF_ALL = 150_000, 260_000
QUERIES = load_queries()
PASSAGE = ".search-passage .md-search-result__link"
DOOR = ".search-door .md-search-result__link"


def _open(page: Page, url: str) -> None:
    page.goto(url)
    page.keyboard.press("/")
    until(page, READY)


@pytest.fixture(scope="module")
def sought(desktop: BrowserContext, address: str) -> Iterator[Page]:
    """A page in which the search is open, for all that asks nothing but what is found."""
    opened = desktop.new_page()
    _open(opened, address)
    yield opened
    opened.close()


def _refs(page: Page, query: str, era: str = "") -> list[str]:
    found: list[str] = page.evaluate(
        "([query, eras]) => codexSearchIndex.search(query, eras).map(hit => hit.ref)", [query, [era] if era else []]
    )
    return found


def test_every_query_finds_what_it_must_and_in_the_order_of_the_command(sought: Page, computed: ComputedCodex) -> None:
    index = build_index(computed.search_data(computed.corpus.editions()))
    faults: dict[str, Any] = {}
    for query in QUERIES[:: 1 if EVERY == 1 else 2]:
        refs = _refs(sought, str(query.query), query.era)
        expected = [hit.ref for hit in index.find(str(query.query), [query.era] if query.era else []).hits]
        if refs != expected:
            at = next((i for i, pair in enumerate(zip(refs, expected, strict=False)) if pair[0] != pair[1]), -1)
            faults[str(query.query)] = f"another order than the command from {at}: {refs[at:][:3]}, {expected[at:][:3]}"
        elif bool(query.faults(refs)) != bool(query.fails):
            faults[str(query.query)] = query.faults(refs)
    assert faults == {}


def test_the_search_works_from_a_folder_on_disk(page: Page, built: Path) -> None:
    _open(page, (built / "sources/1840/geben.html").as_uri())
    page.locator("#codex-search input").fill("Kontra")
    first = page.locator(PASSAGE).first
    assert "Contra" in first.inner_text() or "contra" in first.inner_text()
    first.click()
    page.wait_for_url("**/sources/1840/*.html#1840:*")


def test_the_index_is_small(built: Path) -> None:
    files = (built / "assets/javascripts").glob("search-*.js")
    sizes = {path.stem: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    assert sum(sizes.values()) <= OF_ALL
    for language in ("en", "de"):
        other = {"en": "de", "de": "en"}[language]
        later = ("search-more", "search-pages", f"search-answers-{other}")
        assert sum(size for name, size in sizes.items() if name not in later) <= FIRST


def test_only_the_data_of_the_sources_that_are_searched_is_loaded(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/search-")[2]))
    page.goto(address)
    page.evaluate("() => document.querySelector('.search-eras [value=\"1863\"]').click()")
    page.keyboard.press("/")
    page.locator("#codex-search input").fill("Farben")
    until(page, READY)
    assert {name for name in asked if name.endswith("data.js") or name[:2] in ("17", "18", "19")} == {
        "data.js",
        "1863.js",
    }
    assert page.locator(PASSAGE).first.inner_text().startswith("1863:")
    page.evaluate("() => document.querySelector('.search-eras [value=\"\"]').click()")
    until(page, "() => Object.keys(codexSources).length === 4")
    until(page, f"() => [...document.querySelectorAll('{PASSAGE}')].some(it => !it.textContent.startsWith('1863:'))")


def test_keys_open_choose_and_close(page: Page, address: str) -> None:
    page.route("**/search-data.js", lambda route: route.abort())
    page.goto(f"{address}about.html")
    page.keyboard.press("/")
    until(page, "document.querySelector('.md-search-result__meta').textContent.includes('could not be loaded')")
    page.unroute("**/search-data.js")
    field = page.locator("#codex-search input")
    assert page.evaluate("() => document.activeElement.matches('#codex-search input')")
    field.fill("Reizkarte")
    until(page, READY)
    assert page.locator(PASSAGE).count() == 2  # 1840:73 explains it, and Riskiren speaks of it
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.matches('.md-search-result__link')")
    page.locator(".search-eras button").first.focus()
    page.keyboard.press("ArrowUp")
    assert page.locator(".md-search-result a").last.evaluate("it => it === document.activeElement")
    page.keyboard.press("Escape")
    assert not page.evaluate("() => document.getElementById('__search').checked")
    page.keyboard.press("/")
    field.press("Enter")
    page.wait_for_url("**/glossary/r.html#reizkarte")


def test_enter_waits_for_terms_and_a_new_list_keeps_the_chosen_result(page: Page, address: str) -> None:
    """Terms and pages are loaded after the passages; they neither come too late for Enter nor take the focus away."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/search-more.js", hold)

    def search_passages() -> None:
        page.goto(f"{address}about.html")
        page.keyboard.press("/")
        page.locator("#codex-search input").fill("Reizkarte")
        until(page, f"() => document.querySelectorAll('{PASSAGE}').length === 2")
        for _wait in range(PATIENCE // 20):
            if held:
                break
            page.wait_for_timeout(20)

    search_passages()
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("() => document.activeElement.href")
    assert not page.locator(DOOR).count()
    held.pop().continue_()
    until(page, READY)
    assert page.locator(DOOR).count()
    assert page.evaluate("() => document.activeElement.href") == chosen
    search_passages()
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert page.url.endswith("/about.html")
    held.pop().continue_()
    page.wait_for_url("**/glossary/r.html#reizkarte")


def test_a_result_shows_its_words_in_their_context_and_nothing_else(sought: Page, computed: ComputedCodex) -> None:
    sought.locator("#codex-search input").fill("Vorhand")
    until(sought, f"() => document.querySelectorAll('{PASSAGE}').length === 25")
    shown = sought.evaluate(
        """passages => [...document.querySelectorAll(passages)].map(link => [
            link.querySelector('.search-title').textContent, link.querySelector('p').textContent,
            [...link.querySelectorAll('[lang=de] mark')].map(mark => mark.textContent)])""",
        PASSAGE,
    )
    for ref, words, marks in shown:
        text = computed.corpus.edition(ref.partition(":")[0]).passages[ref.partition(":")[2]].display_text()
        assert words.strip("… ") in text
        assert marks
        assert all(mark.casefold() in text.casefold() for mark in marks)


def test_a_reference_that_the_site_hands_out_is_shown_first(sought: Page) -> None:
    """What Enter opens stands in the list too: it showed paragraphs with a 47 in them."""
    for query in ("1840:47.2@1.0.0", "§ 47, 2. Absatz", "1840 § 47 para. 2"):
        sought.locator("#codex-search input").fill(query)
        until(sought, "document.querySelectorAll('.md-search-result__item').length === 1")
        assert sought.locator(f"{PASSAGE} .search-title").all_inner_texts() == ["1840:47.2"]


def test_a_result_says_that_there_is_a_historical_note(sought: Page) -> None:
    """On 1840:59.1, found by its own word and by one that the note is sought by."""
    for query in ("Juden", "antisemitic"):
        sought.locator("#codex-search input").fill(query)
        result = sought.locator(PASSAGE).first
        assert result.locator(".search-title").inner_text() == "1840:59.1"
        assert result.locator(".search-note").inner_text() == "With a historical note on “auf den Juden spielen”"


def test_what_is_named_and_the_card_come_before_the_passages(sought: Page, address: str) -> None:
    """The addresses of `tests/search/doors.yaml` stand in the list, before every passage."""
    faults = {}
    for way in load_ways():
        sought.locator("#codex-search input").fill(way.query)
        links = sought.evaluate(
            """() => { const all = [...document.querySelectorAll('.md-search-result__item')];
                const first = all.findIndex(item => item.classList.contains('search-passage'));
                return all.slice(0, first < 0 ? all.length : first).map(item => item.querySelector('a').href); }"""
        )
        found = [link.removeprefix(address) for link in links[: way.within]]
        if way.must not in found:
            faults[way.query] = found
    assert faults == {}


def _answers(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.locator(".search-card .search-answer").all_inner_texts()]


def _expected(computed: ComputedCodex, matter: str, language: str, *sigla: str) -> list[str]:
    """The lines of a card: each source with its sentence, or in English its kind of silence."""
    answers = computed.matters[matter].record.answers
    lines = []
    for siglum in sigla or answers:
        answer = answers[siglum]
        says = getattr(answer.says, language) if answer.says else ""
        lines.append(f"{siglum} {': '.join(filter(None, (answer.silence, says)))}")
    return lines


def test_a_card_has_the_answer_of_each_source_its_passages_and_its_page(sought: Page, computed: ComputedCodex) -> None:
    sought.locator("#codex-search input").fill("who deals first")
    card = sought.locator(".search-card")
    assert card.locator(".search-title").inner_text() == computed.matters["who-deals-first"].record.question.en
    assert _answers(sought) == _expected(computed, "who-deals-first", "en")
    assert card.locator(".search-places a").all_inner_texts() == ["1840:8.3"]
    assert (card.locator("a").first.get_attribute("href") or "").endswith("m/who-deals-first/index.html")


def test_on_a_german_page_the_card_is_german_and_a_year_chooses_its_answers(
    page: Page, address: str, computed: ComputedCodex
) -> None:
    _open(page, f"{address}de/index.html")
    page.locator("#codex-search input").fill("Wer gibt zuerst? 1840")
    until(page, "document.querySelector('.search-card')")
    assert _answers(page) == _expected(computed, "who-deals-first", "de", "1840")
    page.locator("#codex-search input").fill("Wer gibt zuerst?")
    page.get_by_role("button", name="1840").click()
    assert _answers(page) == _expected(computed, "who-deals-first", "de", "1840")


def test_a_card_finds_what_the_command_finds(sought: Page, computed: ComputedCodex) -> None:
    """For the questions of matters in both languages."""
    index = build_index(computed.search_data(computed.corpus.editions()))
    found = "query => { const { card } = codexSearchIndex.find(query); return card?.id ?? ''; }"
    for located in [*computed.matters.values()][:: 5 if EVERY == 1 else 20]:
        for query in (located.record.question.en, located.record.question.de):
            card = index.find(query).card
            assert sought.evaluate(found, query) == (card.id if card and card.kind == "matter" else ""), query


def test_a_german_passage_has_our_english(sought: Page, computed: ComputedCodex) -> None:
    sought.locator("#codex-search input").fill("Cavallerie")
    passage = sought.locator(PASSAGE).first
    ref = passage.locator(".search-title").inner_text()
    english = dict(computed.translations[ref.partition(":")[0]].passages())[ref]
    assert passage.locator(".search-english").inner_text().strip("… ") in english


def test_the_buttons_keep_to_one_source(sought: Page) -> None:
    sought.locator("#codex-search input").fill("König")
    sought.get_by_role("button", name="1754").click()
    refs = sought.locator(".search-passage .search-title").all_inner_texts()
    assert refs
    assert all(ref.startswith("1754:") for ref in refs)
    sought.get_by_role("button", name="All", exact=True).click()
    sought.get_by_text(re.compile("Show all .* passages")).click()
    assert sought.locator(PASSAGE).count() == len(_refs(sought, "König"))


def test_the_words_of_the_interface_are_not_found(sought: Page) -> None:
    for words in ("not stated", "Only what is known to differ", "rule values", "Referred to from"):
        assert _refs(sought, f'"{words}"') == []


def test_what_is_withheld_is_not_found(page: Page, built_public: Path) -> None:
    _open(page, (built_public / "index.html").as_uri())
    assert _refs(page, "Mandschurische") == []
    assert not any(ref.startswith("1945:") for ref in _refs(page, "Tarock"))
    field, told = page.locator("#codex-search input"), page.locator(".md-search-result__meta")
    field.fill("Regress")
    missing = "; the text of 1945, which has such words, is left out of this copy"
    assert missing in told.inner_text()
    field.fill("Scatinel")  # not in 1945
    assert "left out" not in told.inner_text()
    page.get_by_role("button", name="1945").click()
    assert "left out" not in told.inner_text()
    field.fill("Tarock")
    assert missing in told.inner_text()


def test_a_word_that_may_be_meant_is_offered(sought: Page) -> None:
    """`Geier` is no near miss of `Geber`: nothing is looked for until one says so."""
    field = sought.locator("#codex-search input")
    field.fill("Geier wechselt")
    sought.get_by_role("button", name="Did you mean “Geber”?").click()
    assert field.input_value() == "Geber wechselt"
    assert sought.locator(PASSAGE).count()


def test_a_term_of_today_is_told_alone(sought: Page) -> None:
    """No text has Trischaken; 1840:28.1 and 1863:10 say what happens instead."""
    sought.locator("#codex-search input").fill("Trischaken")
    card = sought.locator(".md-search-result__item").first
    assert card.evaluate("it => it.classList.contains('search-card')")
    assert "None of the texts has it." in card.inner_text()
    assert "First seen: Of a book of 1972" in card.inner_text()
    near = card.locator(".search-places a")
    assert (near.get_attribute("href") or "").endswith("m/all-pass/index.html")
    assert sought.locator(".search-passage .search-title").all_inner_texts() == ["1840:28.1", "1863:10"]


@pytest.mark.parametrize(("typed", "button", "query"), [
    ("glossary", "Glossary", "Mond"), ("passages", "Passages", "who deals first"),
    ("answers", "Answers", "who deals first"), ("pages", "Pages", "Excuse"),
])  # fmt: skip
def test_a_kind_that_is_typed_does_what_its_button_does(sought: Page, typed: str, button: str, query: str) -> None:
    titles = sought.locator(".md-search-result__item .search-title")
    field, all_kinds = sought.locator("#codex-search input"), sought.get_by_role("button", name="Everything")
    field.fill(f"{typed} {query}")
    sought.wait_for_timeout(300)  # what comes behind the first results
    one = titles.all_inner_texts()
    field.fill(query)
    sought.get_by_role("button", name=button, exact=True).click()
    sought.wait_for_timeout(300)
    other = titles.all_inner_texts()
    all_kinds.click()
    assert one and one == other
    sought.wait_for_timeout(300)
    assert titles.all_inner_texts() != other


def test_a_year_that_is_typed_does_what_its_button_does(sought: Page) -> None:
    """In the list that is drawn: cards, passages and entries alike."""
    drawn = """async () => {
        await new Promise((go) => setTimeout(go, 5)); // what comes behind the first results
        return document.querySelector('.md-search-result__list').innerText; }"""
    field = sought.locator("#codex-search input")
    asked = [query for query in load_development() if not re.search(r"\d", query)]
    assert len(asked) > 200
    for query in random.Random(51).sample(asked, 100 if EVERY == 1 else 25):
        for siglum in ("1754", "1840"):
            field.fill(f"{query} {siglum}")
            typed = sought.evaluate(drawn)
            field.fill(query)
            sought.get_by_role("button", name=siglum, exact=True).click()
            chosen = sought.evaluate(drawn)
            sought.get_by_role("button", name="All", exact=True).click()
            assert typed == chosen, query


def test_words_of_pages_are_found_though_no_text_has_them(sought: Page, built: Path) -> None:
    """Two hundred words of pages, drawn: none is said to be nowhere."""
    names = ("about.html", "found.html", "rules/index.html", "play/index.html", "files/index.html")
    markup = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
    texts = [markup.sub(" ", (built / name).read_text(encoding="utf-8")) for name in names]
    words = sorted({word for text in texts for word in re.findall(r"[A-Za-zÄÖÜäöüß]{5,}", text)})
    drawn = random.Random(200).sample(words, 200 if EVERY == 1 else 60)
    lost = sought.evaluate(
        """async (words) => {
            const field = document.querySelector('#codex-search input');
            const told = document.querySelector('.md-search-result__meta');
            const lost = [];
            for (const word of words) {
                field.value = word;
                field.dispatchEvent(new Event('input', { bubbles: true }));
                for (let turn = 0; turn < 100 && /No text has(?!.*but pages)/.test(told.textContent); turn += 1) {
                    await new Promise((go) => setTimeout(go, 20));
                }
                if (!document.querySelector('.md-search-result__item')) lost.push(word);
            }
            return lost;
        }""",
        drawn,
    )
    assert lost == []


def test_every_word_of_a_page_is_known_to_the_search(built: Path, computed: ComputedCodex) -> None:
    """By a word of the main part of a page, English or German, texts or matters are found, or it leads to the page."""
    script = (built / "assets/javascripts/search-pages.js").read_text(encoding="utf-8")
    packed = json.loads(script.partition("=")[2].strip().rstrip(";"))
    told = [json.loads(zlib.decompress(base64.b64decode(part))) for part in packed]
    index = build_index(computed.search_data(computed.corpus.editions()))
    known = {*index.by_form}.union(*index.vocabulary)
    for part in told:
        word = ""
        for coded in part["words"].split("|"):
            word = word[: int(coded[0], 36)] + coded[1:]
            known.add(word)
    stems = [(endings, {strip_ending(word, endings) for word in known}) for endings in (ENDINGS, ENGLISH_ENDINGS)]
    markup = re.compile(r"<(script|style|nav|form)\b.*?</\1>|<[^>]+>", re.DOTALL)
    pages = sorted(built.rglob("*.html"))
    assert pages
    lost: dict[str, str] = {}
    for page in pages[:: 1 if EVERY == 1 else 40]:
        article = re.search(r"<article.*?</article>", page.read_text(encoding="utf-8"), re.DOTALL)
        words = (
            re.findall(r"(?<![\w.:+-])[^\W\d_]{3,}(?!\w|[.:+-]\w)", html.unescape(markup.sub(" ", article[0])))
            if article
            else []
        )
        for word in map(fold_text, words):
            if not any(strip_ending(word, endings) in found for endings, found in stems):
                lost.setdefault(word, str(page.relative_to(built)))
    assert lost == {}


def test_a_browser_that_cannot_unpack_searches_too(page: Page, address: str) -> None:
    page.add_init_script("delete window.DecompressionStream")
    _open(page, address)
    assert _refs(page, '"Bagat"')[0] == "1754:1"


def test_what_becomes_of_the_words_is_said(sought: Page) -> None:
    field, told = sought.locator("#codex-search input"), sought.locator(".md-search-result__meta")
    field.fill("what is a renonze")
    assert "No text has “renonze”; looked for “Renonce”. Too small to weigh: what, is, a" in told.inner_text()
    field.fill("Seite 257")
    assert "The page marks of 1863 are doubtful" in told.inner_text()
    assert re.match(r"21 passages", told.inner_text())
    field.fill("Tarock")
    assert re.search(r"\b\d+ of \d{3} passages", told.inner_text())


def test_a_source_that_is_chosen_says_what_it_has(sought: Page, computed: ComputedCodex) -> None:
    """1863 has no called king; and does not have the word Rastel."""
    sought.get_by_role("button", name="1863").click()
    sought.locator("#codex-search input").fill("May a king be called by mistake and changed?")
    card = computed.search_index.find("May a king be called by mistake and changed?", ["1863"]).card
    assert card
    assert _answers(sought) == _expected(computed, card.id, "en", "1863")
    sought.locator("#codex-search input").fill("Rasteln")
    assert sought.locator(DOOR).first.locator(".search-english").all_inner_texts() == ["1863: does not have the word"]
    sought.get_by_role("button", name="All", exact=True).click()


def test_on_a_phone_the_search_opens_by_its_button(phone: Page, address: str) -> None:
    phone.goto(address)
    phone.get_by_role("button", name="Search").first.tap()
    until(phone, READY)
    phone.locator("#codex-search input").fill("Stamm")
    assert phone.locator(".md-search-result__link").first.is_visible()
