"""What a reader selects with the mouse and copies: one column, and of it the words of the edition and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tests.conftest import usual
from tests.helpers import resolve
from tests.site.conftest import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ENDS = """element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.data.trim() && !node.parentElement.closest("[data-mark]")) nodes.push(node);
    }
    const edge = (node, from, to) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return range.getBoundingClientRect();
    };
    const [first, last] = [edge(nodes[0], 0, 1), edge(nodes.at(-1), nodes.at(-1).length - 1, nodes.at(-1).length)];
    return [[first.left + 1, first.top + first.height / 2], [last.right - 1, last.top + last.height / 2]];
}"""


def opened(page: Page, address: str, path: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
    page.set_viewport_size({"width": 1440, "height": 1400})
    page.goto(address + path)
    until(page, "document.documentElement.dataset.terms === 'ready'")


def copied(page: Page) -> str:
    """What is copied of what is selected."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.keyboard.press("Control+c")
    until(page, "navigator.clipboard.readText().then(text => text !== '')")
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def drag(page: Page, first: str, last: str) -> tuple[str, str]:
    """What is selected, and what is copied, by a drag from the first letter of one element to the last of another."""
    page.evaluate("getSelection().removeAllRanges()")
    page.locator(first).first.evaluate("element => element.scrollIntoView({block: 'center', behavior: 'instant'})")
    start, end = page.locator(first).first.evaluate(ENDS)[0], page.locator(last).last.evaluate(ENDS)[1]
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()
    return page.evaluate("getSelection().toString()"), copied(page)


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("path", "german", "english"),
    usual(
        [
            ("sources/1840/berechnung.html", ["47.1", "47.2", "47.3", "47.4"], ["47.2", "47.3", "47.4"]),
            ("sources/1863/index.html?english=off&evidence=off", ["2", "3", "4"], []),  # run on
            ("sources/1840/musterspiele-1-4.html", ["m1.s2", "m1.s3", "m1.s4"], []),
            ("sources/1863/index.html", ["2", "3", "4"], []),
            ("sources/1840/berechnung.html?english=below", ["47.2", "47.3"], ["47.2", "47.3", "47.4"]),
            ("sources/1754/index.html?english=off", ["2", "3"], []),
        ]
    ),
)
def test_from_one_passage_to_another_are_copied_the_words_of_one_language_alone(
    reader: Page, address: str, computed: ComputedCodex, path: str, german: list[str], english: list[str]
) -> None:
    siglum = path.split("/")[1]
    passages, translation = computed.corpus.edition(siglum).passages, computed.translations[siglum]
    opened(reader, address, path)
    if path == "sources/1863/index.html":
        reader.keyboard.press("Control+a")
        everything = squeezed(copied(reader))
        assert squeezed(" ".join(passage.text for passage in passages.values())) in everything
        assert "The dealer" not in everything  # our English
        assert "quoted only" not in everything
    whole = " ".join(passages[ident].text for ident in german)
    selected, text = drag(reader, *(f'[id="{siglum}:{ident}"] .passage__text' for ident in (german[0], german[-1])))
    assert squeezed(text) == squeezed(whole)
    assert "".join(selected.split()) == "".join(whole.split())
    if english:
        selected, text = drag(reader, *(f'[id="{siglum}:{ident}"] .english p' for ident in (english[0], english[-1])))
        assert text == "\n".join(translation.english_of(ident) for ident in english)
        assert squeezed(selected) == squeezed(text)


def shown(page: Page, what: str) -> list[str]:
    """The texts of the frames, once all are there."""
    until(page, "said => document.querySelector('form [role=status]').textContent === said", what)
    frames = [element.content_frame() for element in page.locator("iframe").element_handles()]
    return [frame.locator("article").inner_text() for frame in frames if frame]


def fill(page: Page, label: str, words: str) -> None:
    page.get_by_label(label).fill(words)
    page.keyboard.press("Enter")


def test_two_passages_stand_side_by_side_at_an_address(reader: Page, address: str, computed: ComputedCodex) -> None:
    version = computed.corpus.edition("1840").source.edition
    first = f"1840:47.2@{version}"

    def held(siglum: str, *idents: str) -> list[str]:
        return [computed.corpus.edition(siglum).passages[ident].text for ident in idents]

    reader.goto(f"{address}beside.html?a={first}&b=1863:7")
    assert shown(reader, f"Shown: {first} and 1863:7.") == [*held("1840", "47.2"), *held("1863", "7")]
    boxes = [frame.bounding_box() for frame in reader.locator("iframe").all()]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    fill(reader, "Second", "1754:12")
    until(reader, "location.search.endsWith('&b=1754:12')")
    assert shown(reader, f"Shown: {first} and 1754:12.")[1:] == held("1754", "12")
    reader.keyboard.press("Enter")  # the same again is no step to go Back to
    fill(reader, "Second", "xyzzy")  # stands nowhere
    until(reader, "location.search.endsWith('&b=xyzzy')")
    assert "Nothing was found for xyzzy" in reader.locator("form [role=status]").inner_text()
    reader.go_back()
    until(reader, "location.search.endsWith('&b=1754:12')")
    reader.go_back()
    until(reader, "location.search.endsWith('&b=1863:7')")
    assert shown(reader, f"Shown: {first} and 1863:7.")[1:] == held("1863", "7")
    fill(reader, "Second", "1863:23-25")
    assert shown(reader, f"Shown: {first} and 1863:23-25.")[1:] == held("1863", "23", "24", "25")
    for several in ("1863:25-23", "1863:1-30", "1863:23,25"):  # backwards, too many, a list
        fill(reader, "Second", several)
        until(
            reader,
            f"document.querySelector('form [role=status]').textContent.startsWith('Nothing was found for {several}')",
        )


def test_words_put_the_passage_beside_that_they_name_or_are_found_in(reader: Page, address: str) -> None:
    """In another source than the first, if it is found there: all four texts speak of the Pagat."""
    reader.goto(f"{address}beside.html?a=1840:65.1&b=1754 Nr. 5")
    assert len(shown(reader, "Shown: 1840:65.1 and 1754:5.")) == 2
    fill(reader, "Second", "Pagat")
    until(reader, "/&b=(1754|1863|1945):/.test(location.search)")  # the address has what is shown


def test_who_asks_twice_while_the_search_is_loaded_gets_what_he_asked_last(reader: Page, address: str) -> None:
    reader.goto(f"{address}beside.html?a=1840:65.1")
    reader.evaluate("""() => {
        const push = history.pushState;
        window.steps = [];
        history.pushState = (...step) => { window.steps.push(String(step[2])); push.apply(history, step); };
        const form = document.querySelector('[data-beside]');
        for (const words of ['Pagat', 'Valat', '1754:12']) {
            form.elements.b.value = words;
            form.requestSubmit();
        }
    }""")
    until(reader, "location.search.endsWith('&b=1754:12')")
    assert len(shown(reader, "Shown: 1840:65.1 and 1754:12.")) == 2
    found = reader.evaluate("Promise.all(['Pagat', 'Honneurs'].map(words => document.codexFind(words)))")
    assert all(found)  # the second waited for the first to load
    assert [step.rpartition("&b=")[2] for step in reader.evaluate("window.steps")] == ["1754:12"]


def test_title_and_status_tell_which_passages_stand_side_by_side(reader: Page, address: str, built: Path) -> None:
    reader.goto(f"{address}beside.html?a=1863:23-25&b=§ 60")
    assert len(shown(reader, "Shown: 1863:23-25 and 1840:60.")) == 4
    assert reader.title() == "1863:23-25 beside 1840:60 - Tarock Codex"
    fill(reader, "First", "1840:47.2")
    assert len(shown(reader, "Shown: 1840:47.2 and 1840:60.")) == 2
    reader.route("**/c/1840/999/*", lambda route: route.fulfill(status=404, path=built / "404.html"))  # as hosts answer
    fill(reader, "Second", "1840:999")  # there are 131 §§
    assert len(shown(reader, "There is no passage 1840:999. Shown: 1840:47.2.")) == 1


def test_from_a_folder_on_disk_two_passages_stand_side_by_side(own_page: Page, built: Path) -> None:
    own_page.goto((built / "beside.html").as_uri() + "?a=1840:47.2&b=1863:7")
    assert len(own_page.frames) == 3
    assert "ultimo" in own_page.frames[1].locator("article").inner_text()


def test_what_the_site_hands_out_opens_its_place(reader: Page, address: str, computed: ComputedCodex) -> None:
    """Labels and URNs are those that a citation has; of several places the first opens."""
    reader.goto(f"{address}about.html")
    selection = resolve(computed.corpus, "1840:47.2")
    urn = f"urn:cts:tarock:{computed.corpus.sources['1840'].urn}1-0-0:47.2"
    forms = {
        "1840:47.2@1.0.0": "1840:47.2@1.0.0",
        urn: "1840:47.2@1.0.0",
        selection.label("en"): "1840:47.2",
        selection.label("de"): "1840:47.2",
        f"1840 {selection.label('en')}": "1840:47.2",
        "1840 § 47 para. 2": "1840:47.2",
        "1840, § 47": "1840:47",
        "§ 47.2": "1840:47.2",
        "Königrufen, § 47 Abs. 2": "1840:47.2",
        "Pierer S. 258": "1863:page.258",
        "1754 N. 12": "1754:12",
        "1840 § 47 (2)": "1840:47.2",
        "1840 sec. 47, par. 2": "1840:47.2",
        "3. Musterspiel, 5. Stich": "1840:m3.s5",
        "m3 s5": "1840:m3.s5",
        "„1840:47.2“": "1840:47.2",
        "[§ 47](https://codex.example/c/1840/47.2/)": "1840:47.2",
        "1840:47.2 @ v1.1.0": "1840:47.2@1.1.0",
        "§§ 41-47": "1840:41",
        "§§ 41\N{EN DASH}47": "1840:41",
        "1840:47.2-47.4": "1840:47.2",
        "1840:11,13-15@1.1.0": "1840:11@1.1.0",
        "1863:7#1": "1863:7",
        "https://codex.example/c/1840@1.0.0/#47.2": "1840:47.2@1.0.0",
        "https://codex.example/c/1840@1.0.0/?places=18.2%232#18.2": "1840:18.2@1.0.0",
        "47": "",
        "1841:47": "",
        "ultimo - volat": "",
        "urn:cts:tarock:other1-0-0:47.2": "",
    }
    assert {words: reader.evaluate("words => document.codexPlace(words)", words) for words in forms} == forms
    reader.keyboard.press("/")
    reader.keyboard.type(urn)
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/c/1840@1.0.0/index.html#47.2")
    assert (
        "Dreierspiele" in reader.locator("article .cited").inner_text()
    )  # the text has it, the transcript `Dreispiele`
