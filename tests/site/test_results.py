"""The controls of one result: what is chosen is what the table shows, by keyboard and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tarock.codex import ComputedCodex
from tarock.game.eras import ERAS
from tarock.game.one_result import LastTrickPagat, OneResult, Revoker, settle_result
from tarock.publish.views.one_result import write_signed

pytestmark = pytest.mark.slow

PATH = "rules/one-result.html"
SHOWN = """Object.fromEntries(
    [...document.querySelectorAll('[data-book]')].map(row => [row.dataset.book, row.cells[1].innerText])
)"""


def due(computed: ComputedCodex, happened: OneResult) -> dict[str, str]:
    found = {
        siglum: settle_result(siglum, happened, computed.context.rules(siglum)) for siglum in ERAS if siglum != "1945"
    }
    units = {"Marken": "counters"}  # as the glossary has them in English
    shown = {siglum: f"{write_signed(each.total)} {units.get(each.unit, each.unit)}" for siglum, each in found.items()}
    return shown | {"1945": "text lost"}


def test_the_keys_choose_a_result(page: Page, address: str, computed: ComputedCodex) -> None:
    page.goto(address + PATH)
    page.get_by_role("slider").focus()
    for _step in range(6):
        page.keyboard.press("ArrowLeft")
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "2 under what is asked"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # of the last trick
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # of the revoke
    happened = OneResult(-2, LastTrickPagat.MADE, revoker=Revoker.PLAYER)
    assert page.evaluate(SHOWN) == due(computed, happened)
    for siglum, shown in due(computed, happened).items():
        assert f"{siglum}: {shown}" in page.get_by_role("status").inner_text()
    page.locator("[data-book='1840'] .result__part > a:first-child").first.click()
    assert "1840:" in page.url  # the sentence


def test_a_finger_chooses_all_the_tricks(phone: Page, address: str, computed: ComputedCodex) -> None:
    phone.goto(address + PATH)
    phone.get_by_label("his Pagat is taken in it").tap()
    phone.get_by_label("all the tricks are the player’s").tap()
    assert phone.get_by_label("his Pagat is taken in it").is_disabled()
    phone.get_by_label("announced before").tap()
    assert phone.evaluate(SHOWN) == due(computed, OneResult(announced=True, all_tricks=True))
