"""By keyboard alone: through a game, through a comparison and Back, to a citation and back to where one was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.publish.places import Site
from tarock.publish.views.table import make_game_steps
from tests.conftest import EVERY, usual
from tests.site.conftest import until
from tests.site.kinds import KINDS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# the step in the address (`page.url` lags behind a quick hand) and what is told of it
AT = "[new URLSearchParams(location.search).get('step'), document.querySelector('.table__told').innerText]"


def tab_to(page: Page, selector: str, most: int = 150) -> None:
    """Press Tab until something has the focus; what has it on the way can be seen."""
    for _ in range(most):
        page.keyboard.press("Tab")
        here, unseen = page.evaluate(
            """selector => [document.activeElement.matches(selector),
                document.activeElement.checkVisibility() ? "" : document.activeElement.outerHTML]""",
            selector,
        )
        assert unseen == ""
        if here:
            return
    pytest.fail(f"Tab does not reach {selector}")


def test_through_a_whole_game(reader: Page, address: str, computed: ComputedCodex) -> None:
    report = next(report for report in computed.game_reports if report.name == "m1")
    steps = make_game_steps(Site(computed), report.levels).levels["corrected"].steps
    reader.goto(f"{address}games/m1.html")
    tab_to(reader, ".table__felt")
    seen, ahead = [], steps[1 : None if EVERY == 1 else 25]
    for _step in ahead:
        reader.keyboard.press("ArrowRight")
        seen.append(reader.evaluate(AT))
    assert [ident for ident, _told in seen] == [step.id for step in ahead]
    assert all(step.says in told for step, (_ident, told) in zip(ahead, seen, strict=True))
    if len(ahead) < len(steps) - 1:
        reader.keyboard.press("End")
        assert reader.evaluate(AT)[0] == steps[-1].id
    assert reader.evaluate("document.activeElement.matches('.table__felt')")
    tab_to(reader, ".table__button", 5)


def test_through_a_comparison_and_back(reader: Page, address: str) -> None:
    reader.goto(f"{address}rules/misdeal.html")
    for siglum in ("1863", "1945"):
        tab_to(reader, f'[name="eras"][value="{siglum}"]')
        reader.keyboard.press("Space")
    until(reader, "new URLSearchParams(location.search).get('eras') === '1754,1840'")
    tab_to(reader, '[id="rule-misdeal.name"] > details > summary')
    reader.keyboard.press("Enter")
    until(reader, "new URLSearchParams(location.search).get('open') === 'name'")
    compared = reader.evaluate("location.href")
    assert reader.locator('[id="rule-misdeal.name"] .rules__value:visible').all_inner_texts() == [
        "Vergeben 3",  # 1754:3 "Solte der Geber die Karten vergeben"
        "Vergeben 18.1",  # 1840:18.1 "so heißt dieses: 'Vergeben;'"
    ]
    tab_to(reader, '.rules__ref[href$="#1840:18.1"]', 10)
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/sources/1840/geben.html#1840:18.1")
    reader.go_back()
    reader.wait_for_url(compared)
    until(reader, "document.querySelector('.rules__filter')?.hidden === false")
    assert [box.input_value() for box in reader.locator('[name="eras"]:checked').all()] == ["1754", "1840"]
    assert reader.locator('[id="rule-misdeal.name"] > details').get_attribute("open") is not None


def test_to_a_citation_and_back(reader: Page, address: str) -> None:
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
    reader.goto(f"{address}sources/1754/index.html")
    button = 'button[aria-label="Cite 1754:2"]'
    tab_to(reader, button)
    reader.keyboard.press("Enter")
    tab_to(reader, "dialog input[value=text]", 20)
    reader.keyboard.press("ArrowRight")  # the next format
    citation = reader.locator("dialog textarea").input_value()
    assert "1754:2" in citation
    tab_to(reader, "[data-copy=citation]", 20)
    reader.keyboard.press("Enter")
    until(reader, "document.querySelector('.cite-dialog__status').textContent === 'Copied the citation'")
    assert reader.evaluate("navigator.clipboard.readText()") == citation
    tab_to(reader, ".cite-dialog__close", 30)  # round: nothing behind the window is reached
    reader.keyboard.press("Enter")
    assert not reader.locator("dialog").is_visible()
    assert reader.evaluate("button => document.activeElement.matches(button)", button)


@pytest.mark.parametrize("kind", usual(["source", "rules, topic", "game", "glossary, letter", "home", "play", "found"]))
def test_each_section_is_a_few_presses_from_the_top(reader: Page, address: str, kind: str) -> None:
    """Tab to the box behind the skip link, the number of the section, Enter: at most 15 presses, for the last too."""
    reader.goto(f"{address}{KINDS[kind]}")
    presses = 0
    while not reader.evaluate("document.activeElement.matches('.sections input')"):
        reader.keyboard.press("Tab")
        presses += 1
        assert presses < 5
    options = reader.evaluate("[...document.querySelectorAll('#sections-list option')].map(each => each.value)")
    seen = reader.evaluate(
        """[...document.querySelectorAll('main h2, main h3')].filter(each => each.checkVisibility())
            .map(each => each.innerText)"""
    )
    assert len(options) == len(seen) >= 2
    reader.keyboard.type(str(len(seen)))
    reader.keyboard.press("Enter")
    assert presses + len(str(len(seen))) + 1 <= 15
    there = reader.evaluate("[document.activeElement.innerText, document.activeElement.getBoundingClientRect().top]")
    assert seen[-1] in there[0]
    header = reader.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    assert header - 1 <= there[1] <= reader.evaluate("innerHeight")  # to be seen, not behind the header


def test_a_section_by_its_words(reader: Page, address: str) -> None:
    reader.goto(f"{address}play/1840.html")
    tab_to(reader, ".sections input", 4)
    reader.keyboard.type("kaiser")
    reader.keyboard.press("Enter")
    assert "No such section" in reader.inner_text(".sections__told")
    reader.fill(".sections input", "count")
    reader.keyboard.press("Enter")
    assert reader.evaluate("document.activeElement.innerText").startswith("Counting")
    assert reader.evaluate("location.hash") != ""
