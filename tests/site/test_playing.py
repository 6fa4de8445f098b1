"""The page on which one plays: whole deals by clicks on its controls, each judged by the program that replays them."""

from __future__ import annotations

import gzip
import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from tarock.base import yamlio
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat
from tests.conftest import EVERY
from tests.site.conftest import DESKTOP, NO_WIDER, PHONE, until
from tests.site.hearing import listen
from tests.site.quality import AXE, NIGHT, RUN, Visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Download, Page

    from tarock.codex import ComputedCodex

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = ("table.html", "de/table.html")
LAPTOP = {"width": 1280, "height": 720}
SIZES = (LAPTOP, PHONE)
DEALS, REVOKES = (200, 100) if EVERY == 1 else (4, 2)
BUDGET = 120_000  # bytes, gzipped, beyond the theme
MINE = "document.querySelector('.playing__frame')?.dataset.mine === 'true'"
OVER = "document.querySelector('.playing__frame')?.dataset.phase === 'end'"
# the last thing that the reader can do, or the end: machines play at once
SETTLED = f"({MINE}) || ({OVER})"
BID, LEGAL = ".playing__choices [data-legal='true']", ".playing__card[data-legal='true']"


def sit(page: Page, address: str, name: str, seed: int = 0, dealer: int = 3) -> None:
    """Open the page at a deal, by a link that the page itself makes."""
    page.goto(address + name)
    until(page, "document.querySelector('.playing__welcome') !== null")
    page.locator(".playing__settings select").nth(1).select_option(index=2)
    page.evaluate(
        "([seed, dealer]) => { location.hash = codexEvening.link({seed, dealer}, 'A', codexEvening.digest(codexCoreData)); }",
        [seed, dealer],
    )
    until(page, SETTLED)


def phase(page: Page) -> str:
    return page.get_attribute(".playing__frame", "data-phase") or ""


def act(page: Page, choose: random.Random) -> None:
    """Do one thing that may be done, by a click."""
    now = phase(page)
    if now == "scat" and page.locator(".playing__choices button:enabled").count():
        page.locator(".playing__choices button").click()
    elif now in ("scat", "play"):
        cards = page.locator(f"{LEGAL}[data-chosen='false']")
        cards.nth(choose.randrange(cards.count())).click()
    else:
        words = page.locator(BID)
        count = words.count()
        # of bids all, of announcements the silence mostly, so that there is an end
        words.nth(choose.randrange(count) if now != "announcements" or choose.random() < 0.3 else 0).click()
    until(page, SETTLED)


def play(page: Page, choose: random.Random, *, revoke: bool = False) -> bool:
    """Play the deal to its end; with `revoke` one card against the law, as soon as there is one. Whether it was."""
    revoked = False
    while phase(page) != "end":
        barred = page.locator(".playing__card[data-legal='false']")
        if revoke and not revoked and phase(page) == "play" and barred.count():
            barred.nth(choose.randrange(barred.count())).click()
            page.locator(".playing__answer button").click()
            revoked = True
            until(page, SETTLED)
        else:
            act(page, choose)
    return revoked


def save(page: Page, words: str, path: Path) -> Path:
    """What a button saves, as a file."""
    page.locator(".playing__more details, .playing__agreed").evaluate_all("all => all.forEach(each => each.open = true)")
    with page.expect_download() as saving:
        page.get_by_role("button", name=words, exact=True).click()
    download: Download = saving.value
    download.save_as(path)
    return path


def written(page: Page) -> list[tuple[str, list[int]]]:
    """The lines of the sheet as shown: the paragraph, and what each seat writes."""
    rows = page.locator(".playing__result tbody tr").all()
    cells = [[cell.inner_text() for cell in row.locator("td").all()] for row in rows]
    return [(ref, [int(figure or 0) for figure in figures]) for ref, *figures in cells]


@pytest.mark.parametrize("number", range(DEALS + REVOKES))
def test_a_deal_played_by_clicks_is_judged_alike_by_the_program(
    browser: Browser, built: Path, address: str, computed: ComputedCodex, tmp_path: Path, number: int
) -> None:
    """Every third revokes, every third comes from a folder; languages and sizes take turns."""
    revoke, folder = number % 3 == 2, number % 3 == 1
    size = SIZES[number // 2 % 2]
    context = browser.new_context(viewport=size, has_touch=size is PHONE, is_mobile=size is PHONE)
    page = context.new_page()
    heard = listen(page, "file://" if folder else address, "data:", "blob:")
    choose = random.Random(f"deal {number}")
    language = number % 2
    for attempt in range(20):  # until somebody plays, and if wished revokes
        seed = choose.randrange(2**53)
        sit(page, f"{built.as_uri()}/" if folder else address, PAGES[language], seed, (number + attempt) % 4)
        revoked = play(page, choose, revoke=revoke)
        if page.locator(".playing__result table").count() and revoked == revoke:
            break
    file = save(page, ("Save this game for the program", "Spiel für das Programm sichern")[language], tmp_path / "game.txt")
    report = computed.games.replay_file(file)
    replay = report.replay
    assert {finding.code for finding in report.findings} == ({"PLAY-REVOKE"} if revoke else set())
    sheet = replay.sheet_with_revokes or replay.sheet
    *lines, (_none, totals) = written(page)
    assert totals == [*sheet.totals.values()]
    edition = computed.corpus.edition("1840")
    due = [(edition.label(line.ref.partition(":")[2], ("en", "de")[language]), [line.amount if seat in line.payees else 0 for seat in sheet.totals]) for line in sheet.lines]
    assert lines == due
    assert page.evaluate(NO_WIDER)
    assert heard == []
    context.close()
