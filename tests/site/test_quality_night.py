"""Every kind of page at night, on a desk and on a phone: no fault of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.kinds import KINDS
from tests.site.quality import Visit, visits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    yield from visits(browser, address, "dark")


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_no_fault(visit: Visit, kind: str) -> None:
    visit.open(KINDS[kind])
    assert visit.faults() == []


def test_the_open_search_has_no_fault(visit: Visit) -> None:
    visit.open("search-help.html")
    visit.search("revoke")
    assert visit.faults() == []


def test_the_open_window_of_citations_has_no_fault(visit: Visit) -> None:
    visit.open(f"{KINDS['source']}#1840:126.1")
    visit.cite("1840:126.1")
    assert visit.faults() == []


def test_the_open_menu_has_no_fault(visit: Visit) -> None:
    visit.open(KINDS["source"])
    visit.page.get_by_role("button", name="Menu").press("Enter")
    visit.page.wait_for_timeout(400)  # it slides in
    assert visit.faults() == []
