"""The score sheet of an evening: what each wrote goes in, and who pays whom is what `tarock score` settles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tarock.base import yamlio
from tests.conftest import EVERY, ROOT, Run
from tests.site.conftest import until
from tests.site.quality import DAY, LOOKS, NIGHT, RUN, Look, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = {"en": "own-game.html", "de": "de/own-game.html"}
EXAMPLE = ROOT / "corpus/examples/score-1840.yaml"


@pytest.mark.parametrize("language", PAGES)
def test_who_pays_whom_is_what_the_program_settles(
    phone: Page, address: str, run: Run, tmp_path: Path, language: str
) -> None:
    """The deals of the example are typed in; for each rounding the sheet is saved and settled."""
    deals = [taille["wrote"] for taille in yamlio.load(EXAMPLE).data["taillen"] if "wrote" in taille]
    phone.goto(address + PAGES[language])
    until(phone, "() => document.querySelector('[data-score-sheet] > button')")
    phone.locator("[data-score-sheet] > button").tap()
    until(phone, "() => document.querySelector('.score-sheet tbody input')")
    for number, deal in enumerate(deals):
        if number:
            phone.locator(".score-sheet .playing__button--first").tap()
        for seat, points in deal.items():
            phone.locator(f".score-sheet tbody tr:last-child td:nth-child({'ABCD'.index(seat) + 2}) input").fill(
                str(points)
            )
    rounding, stake = phone.locator(".score-sheet select").all()
    stake.select_option("5")
    for name in rounding.locator("option").evaluate_all("all => all.map(each => each.value)"):
        rounding.select_option(name)
        with phone.expect_download() as download:
            phone.locator(".score-sheet .playing__ways button").last.tap()
        download.value.save_as(file := tmp_path / f"{name}.yaml")
        settled = json.loads(run("score", "--era", "1840", str(file), "--json").out)["payments"]
        told = [f"{each['payer']} {each['payee']} {each['amount']}" for each in settled if each["amount"]]
        words = {"en": "pays", "de": "zahlt"}[language]
        found = phone.locator(".score-sheet li").all_inner_texts()
        assert sorted(each.replace(f" {words} ", " ").partition(" Points")[0] for each in found) == sorted(told), name
    phone.locator(".score-sheet tbody input").first.fill("-3")
    assert phone.locator(".score-sheet tbody input").first.get_attribute("aria-invalid") == "true"
    assert phone.locator(".score-sheet li").count() == 0
    assert phone.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth) <= screen.width")


@pytest.mark.parametrize(("language", "look"), [("en", NIGHT), ("de", DAY)])
def test_a_filled_sheet_has_no_fault(browser: Browser, address: str, language: str, look: Look) -> None:
    """As it opens, with what everybody wrote, and with a figure that is none: all of axe."""
    context = browser.new_context()
    visit = Visit(context.new_page(), address)
    visit.open(PAGES[language])
    page = visit.page
    page.locator("[data-score-sheet] > button").click()
    until(page, "() => document.querySelector('.score-sheet tbody input')")
    page.locator(".score-sheet .playing__button--first").click()
    fields = page.locator(".score-sheet tbody input")
    for written in ("", "50", "fifty"):
        for number in range(fields.count()):
            fields.nth(number).fill(written and f"{written}{number}")
        for each in LOOKS if EVERY == 1 else (look,):
            visit.look(each)
            assert page.evaluate(RUN, [".md-content", None])[0] == [], written
    context.close()
