"""Every kind of page, on a desk and on a phone, by day and at night: no fault of any kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.conftest import EVERY
from tests.site.conftest import PATIENCE, until
from tests.site.kinds import EACH_FRAME, FRAMED, KINDS, LIKE_OTHERS, PARTS
from tests.site.quality import DAY, EVENING, LOOKS, MORNING, NIGHT, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Of two kinds of page one is looked at by night on a phone, the next by day at a desk; `make thorough` looks at each in
# both schemes and both sizes, and by every rule of axe in one of them. A usual run looks at one kind in three.
TURNS = ((NIGHT,), (DAY,)) if EVERY > 1 else (
    (NIGHT._replace(whole=False), DAY), (MORNING._replace(whole=True), EVENING)
)  # fmt: skip


@pytest.fixture(scope="module")
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script("try { localStorage.clear(); } catch {}")  # no choice comes along to another page
    yield Visit(context.new_page(), address)
    context.close()


SEEN = [kind for kind in KINDS if kind not in LIKE_OTHERS][:: 1 if EVERY == 1 else 3]


@pytest.mark.parametrize(("kind", "turn"), [(kind, number % 2) for number, kind in enumerate(SEEN)])
def test_a_page_has_no_fault(visit: Visit, kind: str, turn: int) -> None:
    visit.open(KINDS[kind])
    looks = LOOKS if kind in EACH_FRAME else TURNS[turn]
    assert visit.faults(PARTS.get(kind, ""), looks, framed=kind in FRAMED) == []


def test_the_open_search_has_no_fault(visit: Visit) -> None:
    visit.open("search-help.html")
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("revoke")
    until(visit.page, "document.querySelectorAll('.md-search-result__item').length > 3")
    assert visit.faults(framed=True) == []


def test_the_open_window_of_citations_has_no_fault(visit: Visit) -> None:
    visit.open(f"{KINDS['source']}#1840:126.1")
    visit.page.locator('button[aria-label="Cite 1840:126.1"]').focus()
    visit.page.keyboard.press("Enter")
    assert visit.page.locator("dialog").is_visible()
    assert visit.faults(framed=True) == []


def test_an_open_task_with_a_card_chosen_has_no_fault(visit: Visit) -> None:
    visit.open(KINDS["tasks"])
    task = visit.page.locator("details.task:has(.task__trick svg)").first
    task.locator("summary").first.press("Enter")
    task.get_by_role("button").first.press("Enter")
    task.locator(".task__solution > summary").press("Enter")
    assert visit.faults("details.task[open]", (NIGHT, DAY)) == []


def test_the_open_menu_of_a_phone_has_no_fault(visit: Visit) -> None:
    visit.open(KINDS["source"])
    visit.look(NIGHT)
    visit.page.get_by_role("button", name="Menu").press("Enter")
    until(visit.page, "document.getAnimations().every(each => each.playState !== 'running')")  # it slides in
    assert visit.faults(looks=[NIGHT]) == []


def test_each_kind_of_fault_is_found(visit: Visit) -> None:
    """The looking itself: what is added to a sound page is named, in each colour and size in which it is wrong."""
    visit.open(KINDS["about"])
    visit.page.evaluate(
        """() => document.querySelector('.md-content__inner').insertAdjacentHTML('beforeend', `
            <img src="data:,">
            <p style="color: #777; background: #888">pale words</p>
            <button style="width: 9px; height: 9px; padding: 0" aria-label="small"></button>
            <div style="width: 2000px">wide</div>`)"""
    )
    found = visit.faults()
    for part, looks in (
        ("image-alt img", 2), ("color-contrast p", 4), ("target button", 2), ("too wide the page", 2),
    ):  # fmt: skip
        assert sum(part in fault for fault in found) == looks, found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_has_chosen_nothing_sees_the_colours_of_the_machine(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address + KINDS["about"])
    assert page.evaluate("document.body.dataset.mdColorScheme") == {"light": "default", "dark": "slate"}[scheme]
    context.close()
