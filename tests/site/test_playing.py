"""The page on which one plays: whole deals by clicks on its controls, each judged by the program that replays them."""

from __future__ import annotations

import gzip
import json
import random
import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Download, Locator, Page, ViewportSize

from tarock.base import yamlio
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card
from tarock.publish.judging_data import CORE_CODES
from tests.conftest import EVERY, usual
from tests.site.conftest import DESKTOP, NO_WIDER, PHONE, PLAIN, until
from tests.site.hearing import listen
from tests.site.quality import AXE, DAY, EVENING, LOOKS, MORNING, NIGHT, RUN, Look, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = ("table.html", "de/table.html")
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
SIZES = (LAPTOP, PHONE)
DEALS, REVOKES = (200, 100) if EVERY == 1 else (2, 1)
BUDGET = 120_000  # bytes, gzipped, beyond the theme
WELCOME = "document.querySelector('.playing__welcome') !== null"
MINE = "document.querySelector('.playing__frame')?.dataset.mine === 'true'"
OVER = "document.querySelector('.playing__frame')?.dataset.phase === 'end'"
# the last thing that the reader can do, or the end: machines play at once
SETTLED = f"({MINE}) || ({OVER})"
BID, LEGAL = ".playing__choices [data-legal='true']", ".playing__card[data-legal='true']"


def enter(page: Page, address: str, name: str) -> None:
    """Open the page as one who was never here, and have the machines play at once."""
    page.goto(address + name)
    until(page, "document.querySelector('.playing__frame') !== null")
    if phase(page) != "welcome":
        page.evaluate("localStorage.clear()")
        page.goto(address + PLAIN)
        page.goto(address + name)
    until(page, WELCOME)
    page.locator(".playing__settings select").nth(1).select_option(index=2)


def agree(page: Page, **choices: int) -> None:
    """Choose, by the places of the answers, what is asked before the first deal."""
    page.locator(".playing__welcome details").evaluate_all("all => all.forEach(each => each.open = true)")
    options = page.evaluate("[...codexPlaying.agreed, ...codexPlaying.asked].map(each => each.option)")
    fields = page.locator(".playing__settings").nth(1).locator("select")
    rounded = fields.count() - len(page.evaluate("codexPlaying.agreed"))
    for name, index in choices.items():
        at = options.index(name)
        if at >= len(options) - 3:
            at += rounded
        page.locator(".playing__settings ~ details select").nth(at).select_option(index=index)


def sit(page: Page, address: str, name: str, seed: int = 0, dealer: int = 3, **choices: int) -> None:
    """Open the page at a deal, by a link that the page itself makes, with these choices of what is agreed on."""
    enter(page, address, name)
    agree(page, **choices)
    page.evaluate(
        """([seed, dealer]) => {
            location.hash = codexEvening.link({seed, dealer}, "A", "000", codexEvening.digest(codexCoreData));
        }""",
        [seed, dealer],
    )
    until(page, SETTLED)


def phase(page: Page) -> str:
    return page.get_attribute(".playing__frame", "data-phase") or ""


def act(page: Page, choose: random.Random) -> None:
    """Do one thing that may be done, by a click."""
    now = phase(page)
    if now in ("mend", "honours"):  # a card against the law is left as it is, and nothing declared
        page.locator(".playing__choices button").last.click()
    elif now == "scat" and page.locator(".playing__choices button:enabled").count():
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


# the rule by which the core refuses a card
RULE_OF = "card => document.querySelector('[data-playing]').playing.game.rule(codexPlaying.names.indexOf(card)).key"


def play(page: Page, choose: random.Random, *, revoke: bool = False) -> str:
    """Play the deal to its end; with `revoke` one card against the law, as soon as there is one: its finding."""
    revoked = ""
    while phase(page) != "end":
        barred = page.locator(".playing__card[data-legal='false']")
        if revoke and not revoked and phase(page) == "play" and barred.count():
            card = barred.nth(choose.randrange(barred.count()))
            revoked = CORE_CODES[page.evaluate(RULE_OF, card.get_attribute("data-card"))]
            card.click()
            page.locator(".playing__answer button").click()
            until(page, SETTLED)
        else:
            act(page, choose)
    return revoked


def save(page: Page, words: str, path: Path) -> Path:
    """What a button saves, as a file."""
    page.locator(".playing__more details, .playing__agreed").evaluate_all(
        "all => all.forEach(each => each.open = true)"
    )
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
        if page.locator(".playing__result table").count() and bool(revoked) == revoke:
            break
    file = save(
        page, ("Save this game for the program", "Spiel für das Programm sichern")[language], tmp_path / "game.txt"
    )
    report = computed.games.replay_file(file)
    replay = report.replay
    assert {finding.code for finding in report.findings} == ({revoked} if revoke else set())
    sheet = replay.sheet_with_revokes or replay.sheet
    *lines, (_none, totals) = written(page)
    assert totals == [*sheet.totals.values()]
    edition = computed.corpus.edition("1840")
    due = [
        (
            edition.label(line.ref.partition(":")[2], ("en", "de")[language]),
            [line.amount if seat in line.payees else 0 for seat in sheet.totals],
        )
        for line in sheet.lines
    ]
    assert lines == due
    assert page.evaluate(NO_WIDER)
    assert heard == []
    context.close()


def start(page: Page, address: str, name: str = PAGES[0]) -> None:
    """Open the page and have the first deal of an evening dealt; machines play at once."""
    enter(page, address, name)
    page.locator(".playing__button--first").click()
    until(page, SETTLED)


def acts(page: Page) -> list[int]:
    """What was done in the current deal, as the page keeps it."""
    found: list[int] = page.evaluate("document.querySelector('[data-playing]').playing.deal.acts")
    return found


def find_faults(visit: Visit, look: Look) -> list[list[str]]:
    """What axe finds at the table as it stands, in one look; in all of them in a thorough run."""
    faults = []
    for each in LOOKS if EVERY == 1 else (look,):
        visit.look(each)
        faults += visit.page.evaluate(RUN, [".playing", None])[0]
    return faults


@pytest.mark.parametrize(("name", "look"), [(PAGES[0], NIGHT), (PAGES[1], DAY)])
def test_no_phase_has_a_fault(browser: Browser, address: str, name: str, look: Look) -> None:
    """In each phase that comes, with a hint, with a refusal, with all cards shown, at the end: all of axe."""
    context = browser.new_context(reduced_motion="reduce")
    visit = Visit(context.new_page(), address)
    page, choose, seen = visit.page, random.Random("phases"), set[str]()
    visit.open(name)
    assert visit.faults(".playing", (look,)) == []
    wanted = {"bidding", "king", "purchase", "scat", "announcements", "play", "mend", "honours", "end"}
    for seed in range(30):
        sit(page, address, name, seed, seed % 4, honours=1)
        page.evaluate(AXE)
        while (now := phase(page)) not in seen or now != "end":
            if now not in seen:
                seen.add(now)
                back, hint, show = page.locator(".playing__tools button").all()
                if now == "play":
                    show.click()
                    hint.click()
                    until(page, "document.querySelector('.playing__answer[data-kind=hint]').innerText.length > 40")
                    assert find_faults(visit, look) == [], "hint"
                    assert back.is_visible()
                    barred = page.locator(".playing__card[data-legal='false']")
                    if barred.count():
                        barred.first.click()
                assert find_faults(visit, look) == [], now
            if now == "end":
                break
            words = page.locator(BID)
            barred = page.locator(".playing__card[data-legal='false']")
            if now == "bidding" and words.count() > 1:
                words.nth(1).click()  # whoever bids plays at last
                until(page, SETTLED)
            elif now == "play" and "mend" not in seen and barred.count():
                barred.first.click()
                page.locator(".playing__answer button").click()
                until(page, SETTLED)
            else:
                act(page, choose)
        if seen == wanted:
            break
    assert seen == wanted
    context.close()


@pytest.mark.parametrize("name", usual(PAGES))
def test_a_whole_deal_by_keyboard_alone(fresh: BrowserContext, address: str, name: str) -> None:
    page = fresh.pages[0]
    sit(page, address, name, 7, 3)
    steps = 0
    while phase(page) != "end":
        steps += 1
        assert steps < 200
        now = phase(page)
        if now == "play" or (now == "scat" and not page.locator(".playing__choices button:enabled").count()):
            within = "document.activeElement.classList.contains('playing__card')"
            for _tab in range(60):
                if page.evaluate(within):
                    break
                page.keyboard.press("Tab")
            wanted = (
                "document.activeElement.dataset.legal === 'true' && document.activeElement.dataset.chosen === 'false'"
            )
            page.keyboard.press("Home")
            for _arrow in range(16):
                if page.evaluate(wanted):
                    break
                page.keyboard.press("ArrowRight")
            assert page.evaluate(wanted)
        else:
            within = (
                "document.activeElement.closest('.playing__choices')"
                " && document.activeElement.dataset.legal !== 'false'"
            )
            for _tab in range(80):
                if page.evaluate(within):
                    break
                page.keyboard.press("Tab")
            assert page.evaluate(f"Boolean({within})")
        page.keyboard.press("Enter")
        until(page, SETTLED)
    assert page.locator(".playing__result h2").inner_text()


def test_every_act_is_announced_in_order(page: Page, address: str) -> None:
    sit(page, address, PAGES[0], 11, 3)
    choose = random.Random("heard")
    while phase(page) != "end":
        act(page, choose)
    done = page.evaluate("""() => {
        const {record, word} = document.querySelector('[data-playing]').playing;
        const of = document.querySelector('[data-playing]').playing;
        return record.map(({actor, act}) => `${of.called(actor)}: ${of.word(act)}.`);
    }""")
    heard = page.locator(".playing__spoken p").all_inner_texts()
    told = [words for words in heard if words in done]
    assert told == done[-len(told) :]
    assert len(told) > 10
    assert page.get_attribute(".playing__spoken", "role") == "log"


def test_a_refusal_names_its_paragraph(page: Page, address: str) -> None:
    """What may not be done does nothing, and says by which paragraph."""
    choose = random.Random("refused")
    for seed in range(20):
        sit(page, address, PAGES[0], seed)
        while phase(page) != "end":
            barred = page.locator(".playing__card[data-legal='false'], .playing__choices [data-legal='false']")
            if barred.count():
                before = acts(page)
                barred.first.click()
                answer = page.locator(".playing__answer")
                assert re.search(r"refused: .{10,} § \d+", answer.inner_text(), re.DOTALL)
                target = answer.locator("a").get_attribute("href") or ""
                assert "sources/1840/" in target
                assert acts(page) == before
                return
            act(page, choose)
    raise AssertionError("nothing was refused in twenty deals")


def test_what_was_taken_back_is_practice_and_does_not_count(reader: Page, address: str) -> None:
    start(reader, address)
    choose = random.Random("back")
    before = acts(reader)
    act(reader, choose)
    if phase(reader) == "end":  # all have passed
        reader.get_by_role("button", name="Next deal").click()
        until(reader, SETTLED)
        before = acts(reader)
        act(reader, choose)
    reader.get_by_role("button", name="Take back").click()
    until(reader, SETTLED)
    assert acts(reader) == before
    assert reader.locator(".playing__mark").inner_text() == "practice"
    while phase(reader) != "end":
        act(reader, choose)
    sums = reader.locator(".playing__score .playing__sum").first.locator("td").all_inner_texts()
    assert set(sums) == {"0"}


def test_an_evening_is_kept_and_taken_elsewhere(reader: Page, browser: Browser, address: str, tmp_path: Path) -> None:
    """Three deals; the page opened anew has them and the deal begun, and so has another browser that opens the file."""
    start(reader, address)
    choose, dealers = random.Random("evening"), []
    for _deal in range(3):
        dealers.append(reader.evaluate("document.querySelector('[data-playing]').playing.deal.dealer"))
        while phase(reader) != "end":
            act(reader, choose)
        reader.get_by_role("button", name="Next deal").click()
        until(reader, SETTLED)
    assert [(after - before) % 4 for before, after in pairwise(dealers)] == [1, 1]
    shown = reader.locator(".playing__score tbody").inner_text()
    score = save(reader, "Save the score sheet for the program", tmp_path / "score.yaml")
    file = save(reader, "Save the evening as a file", tmp_path / "evening.json")
    done = acts(reader)
    reader.reload()
    until(reader, SETTLED)
    assert (reader.locator(".playing__score tbody").inner_text(), acts(reader)) == (shown, done)
    context = browser.new_context()
    other = context.new_page()
    other.goto(address + PAGES[1])
    until(other, WELCOME)
    other.locator("input[type=file]").first.set_input_files(file)
    until(other, SETTLED)
    assert acts(other) == done
    data = yamlio.load(score).data
    wrote = [[*taille["wrote"].values()] for taille in data["taillen"]]
    sums = reader.locator(".playing__score .playing__sum").first.locator("td").all_inner_texts()
    assert [sum(column) for column in zip(*wrote, strict=True)] == [*map(int, sums)]
    context.close()


@pytest.mark.parametrize("language", [0, 1])
def test_an_evening_is_paid_as_the_program_pays_it(
    reader: Page, address: str, computed: ComputedCodex, tmp_path: Path, language: int
) -> None:
    """Each rounding, of sums that tell them apart; in English with the other readings of what the text leaves open."""
    from tarock.library import CodexLibrary

    start(reader, address, PAGES[language])
    codex = CodexLibrary(computed)
    readings = [] if language else reader.evaluate("codexPlaying.open.map(each => each.option)")
    ways = [(rounding, "") for rounding in ("hundreds", "tens", "fives", "none")] + [
        ("tens", name) for name in readings
    ]
    for number, (rounding, reading) in enumerate(ways):
        reader.evaluate(
            """([rounding, reading, running]) => {
                const table = document.querySelector('[data-playing]').playing;
                const wrote = [[156, 0, 156, 52], [66, 66, 50, 57], [0, 1003, 0, 0]];
                table.evening.deals = wrote.map(each => ({...table.deal, wrote: each, practice: false}));
                const others = codexPlaying.open.map(each => [each.option, each.option === reading]);
                Object.assign(table.evening.options, {rounding, running, ...Object.fromEntries(others)});
                table.drawScore();
            }""",
            [rounding, reading, 500 if reading else 0],
        )
        words = ("Save the score sheet for the program", "Abrechnung für das Programm sichern")[language]
        file = save(reader, words, tmp_path / f"{number}.yaml")
        by = codex.altered("1840", readings={reading: 1}) if reading else codex
        found = by.settle("1840", file.read_text(encoding="utf-8"))
        paid = reader.locator(".playing__score .playing__sum").nth(1).locator("td").all_inner_texts()
        assert [int(figure.replace("−", "-")) for figure in paid] == [*found.totals.values()], (rounding, reading)


def settled(page: Page) -> str:
    """What is to be done, once it is the reader's turn; before a deal he may be asked how it is dealt."""
    until(page, f"{SETTLED} || document.querySelector('.playing__frame').dataset.phase === 'cut'")
    return phase(page)


EVENINGS = 20 if EVERY == 1 else 1


@pytest.mark.parametrize("number", range(EVENINGS))
def test_a_real_evening_is_judged_and_paid_as_by_the_program(
    browser: Browser, address: str, computed: ComputedCodex, tmp_path: Path, number: int
) -> None:
    """Five or four, any consolation, cut or knocked on, honours declared, a fine: deals replayed, all of it paid."""
    from tarock.library import CodexLibrary

    choose = random.Random(f"evening {number}")
    context = browser.new_context(viewport=SIZES[number // 2 % 2])
    page = context.new_page()
    heard = listen(page, address, "data:", "blob:")
    enter(page, address, PAGES[0])
    five = number % 2 == 0
    agree(page, persons=int(five), consulation=choose.randrange(6), tours=1, honours=1, running=1, knocked=2)
    page.locator(".playing__button--first").click()
    last = 4 if five else 2
    for deal in range(last + 1):
        while (now := settled(page)) != "end":
            if now == "cut":
                page.evaluate(AXE)
                assert page.evaluate(RUN, [".playing", None])[0] == [], now
                ways = page.locator(".playing__result button")
                ways.nth(choose.randrange(ways.count())).click()
            elif now == "honours":
                declare(page)
            else:
                act(page, choose)
        if page.locator(".playing__result table").count():
            file = save(page, "Save this game for the program", tmp_path / f"{deal}.txt")
            replay = computed.games.replay_file(file).replay
            totals = written(page)[-1][1]
            names = page.locator(".playing__result thead th").all_inner_texts()[2:]
            assert {name[0]: points for name, points in zip(names, totals, strict=True)} == replay.sheet.totals
        if deal == 1:
            page.locator(".playing__agreed").evaluate("each => each.open = true")
            page.get_by_role("button", name="Write the fine").click()
        following = page.get_by_role("button", name=re.compile("Next deal|One more tour"))
        assert following.inner_text() == ("One more tour" if deal == 4 else "Next deal")
        if deal < last:
            following.click()
    score = save(page, "Save the score sheet for the program", tmp_path / "score.yaml")
    found = CodexLibrary(computed).settle("1840", score.read_text(encoding="utf-8"))
    paid = page.locator(".playing__score .playing__sum").nth(1).locator("td").all_inner_texts()
    assert [int(figure.replace("−", "-")) for figure in paid] == [*found.totals.values()]
    shown = page.locator(".playing__score tbody").inner_text()
    page.reload()  # what is kept of it can be gone on with
    until(page, OVER)
    assert page.locator(".playing__score tbody").inner_text() == shown
    assert heard == []
    context.close()


def declare(page: Page) -> None:
    """Declare the honours that are held; what is not is refused with its paragraph."""
    *kinds, done = page.locator(".playing__choices button").all()
    held = page.evaluate("document.querySelector('[data-playing]').playing.held()")
    for kind, button in zip(page.evaluate("Object.keys(codexPlaying.honours)"), kinds, strict=True):
        button.click()
        assert (button.get_attribute("aria-pressed") == "true") is (kind in held)
        if kind not in held:
            assert "§ 30" in page.locator(".playing__answer").inner_text()
    done.click()


# A deal in which the reader holds the honours of a kind, at no cost of a search: they are dealt to him.
WITH_HONOURS = """kind => {
    const table = document.querySelector('[data-playing]').playing, {five, ...deal} = table.deal;
    const core = table.core.start(table.start(deal)), [cards] = codexPlaying.honours[kind];
    const held = core.history.slice(0, 54), own = core.seen(0).dealt;
    cards.forEach(card => {
        if (own.includes(card)) return;
        const [from, to] = [held.indexOf(card), held.indexOf(own.find(each => !cards.includes(each)))];
        own[own.indexOf(held[to])] = card;
        [held[from], held[to]] = [held[to], held[from]];
    });
    const {start} = table;
    table.start = given => ({...start.call(table, given), deal: held});
    table.deal.acts = [];
    table.take();
}"""


def test_honours_that_are_not_declared_are_not_written(page: Page, address: str) -> None:
    """1840:48.2: with the reader's honours declared they stand on the sheet, without it they do not, and it is said."""
    sums = []
    for declared in (True, False):
        enter(page, address, PAGES[0])
        agree(page, honours=1)
        page.locator(".playing__button--first").click()
        settled(page)
        page.evaluate(WITH_HONOURS, "all_four")
        choose = random.Random("honours")
        while settled(page) != "end":
            if phase(page) == "bidding" and page.locator(BID).count() > 1:
                page.locator(BID).last.click()  # who passes loses them (50.1)
            elif phase(page) == "honours":
                assert page.evaluate("document.querySelector('[data-playing]').playing.held()") == ["all_four"]
                if declared:
                    page.get_by_role("button", name="All four").click()
                page.locator(".playing__choices button").last.click()
            else:
                act(page, choose)
        assert ("All four" in page.locator(".playing__result tbody").inner_text()) is declared
        told = page.locator(".playing__undeclared")
        assert (told.count() == 1 and "§ 48" in told.inner_text()) is not declared
        sums.append(written(page)[-1][1][0])
        page.evaluate("localStorage.clear()")
    assert sums[0] != sums[1]


def test_a_revoke_is_mended_while_the_trick_lies_open(page: Page, address: str) -> None:
    """1840:66.1: the card comes back, another is played, the deal counts, and no fine is written."""
    choose = random.Random("mended")
    for seed in range(30):
        sit(page, address, PAGES[0], seed, 3)
        while phase(page) != "end":
            barred = page.locator(".playing__card[data-legal='false']")
            if phase(page) == "play" and barred.count():
                card = str(barred.first.get_attribute("data-card"))
                before = acts(page)
                barred.first.click()
                page.locator(".playing__answer button").click()
                until(page, SETTLED)
                assert phase(page) == "mend"
                assert "§ 66" in page.locator(".playing__prompt").inner_text()
                page.get_by_role("button", name="Exchange the card").click()
                until(page, SETTLED)
                assert acts(page) == before
                assert page.locator(f".playing__card[data-card='{card}']").count() == 1
                assert page.locator(".playing__mark").count() == 0
                while phase(page) != "end":
                    act(page, choose)
                assert "revoke" not in page.locator(".playing__result tbody").inner_text()
                return
            act(page, choose)
    raise AssertionError("nothing could be played against the law in thirty deals")


def test_the_sheet_is_corrected_until_the_next_cards_are_dealt(reader: Page, address: str) -> None:
    """1840:126.1."""
    start(reader, address)
    choose = random.Random("corrected")
    while phase(reader) != "end":
        act(reader, choose)
    reader.get_by_role("button", name="Correct", exact=True).click()
    fields = reader.locator(".playing__score input[type=number]")
    for number, field in enumerate(fields.all()):
        field.fill(str(10 * number))
    reader.evaluate(AXE)
    assert reader.evaluate(RUN, [".playing__score", None])[0] == []
    reader.get_by_role("button", name="Write it so").click()
    sums = [str(10 * number) for number in range(4)]
    assert reader.locator(".playing__score .playing__sum").first.locator("td").all_inner_texts() == sums
    assert "corrected" in reader.locator(".playing__score tbody").inner_text()
    reader.get_by_role("button", name="Next deal").click()
    until(reader, SETTLED)
    assert reader.get_by_role("button", name="Correct", exact=True).count() == 0
    reader.reload()
    until(reader, SETTLED)
    assert reader.locator(".playing__score .playing__sum").first.locator("td").all_inner_texts() == sums


OF_ANOTHER = {
    "no JSON": "{",
    "another thing": '{"kind": "chess"}',
    **{
        what: json.dumps({"kind": "tarock evening", "version": version, "rules": "0", "deals": [], "options": {}})
        for what, version in (("an older version", 0), ("other rules", 1))
    },
}


@pytest.mark.parametrize("kept", OF_ANOTHER.values(), ids=OF_ANOTHER)
def test_what_is_kept_by_another_version_does_no_harm(reader: Page, address: str, kept: str) -> None:
    """It is said, offered as a file, and one can play."""
    reader.goto(address + PAGES[0])
    until(reader, WELCOME)
    reader.evaluate("text => localStorage.setItem(`${__md_scope.pathname}.__evening`, text)", kept)
    reader.reload()
    until(reader, WELCOME)
    notice = reader.locator(".playing__notice")
    assert "cannot be continued" in notice.inner_text()
    assert notice.get_by_role("button", name="Save it as a file").is_visible()
    reader.locator(".playing__button--first").click()
    until(reader, SETTLED)


def test_a_file_that_is_no_evening_is_refused(page: Page, address: str, tmp_path: Path) -> None:
    page.goto(address + PAGES[0])
    until(page, WELCOME)
    for number, text in enumerate(OF_ANOTHER.values()):
        file = tmp_path / f"{number}.json"
        file.write_text(text, encoding="utf-8")
        page.locator("input[type=file]").first.set_input_files(file)
        refused = f"{number}.json could not be opened: "
        until(page, f"document.querySelector('.playing__notice').innerText.startsWith('{refused}')")


def test_without_storage_one_plays_and_is_told(browser: Browser, address: str) -> None:
    context = browser.new_context()
    context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); }"
    )
    page = context.new_page()
    start(page, address)
    assert "keeps nothing" in page.locator(".playing__notice").inner_text()
    act(page, random.Random("unkept"))
    context.close()


def test_a_link_leads_to_the_deal_and_a_damaged_one_is_refused(page: Page, address: str) -> None:
    sit(page, address, PAGES[0], 42, 1)
    hand = page.locator(".playing__card").evaluate_all("all => all.map(each => each.dataset.card)")
    link = page.evaluate("document.querySelector('[data-playing]').playing.address()")
    page.goto(address + "about.html")
    page.goto(link)
    until(page, SETTLED)
    assert page.locator(".playing__card").evaluate_all("all => all.map(each => each.dataset.card)") == hand
    seed, dealer, seat, agreed, rules, check = link.rpartition("=")[2].split("-")
    fragments = {
        f"{int(seed) + 1}-{dealer}-{seat}-{agreed}-{rules}-{check}": "damaged",
        f"{seed}-{dealer}-{seat}-{agreed}-{rules}": "damaged",
        f"{seed}-9-{seat}-{agreed}-{rules}-{check}": "damaged",
        f"{seed}-{dealer}-{seat}-100-{rules}-{check}": "damaged",
    }
    for fragment, reason in fragments.items():
        page.goto(address + "about.html")
        page.goto(f"{address}{PAGES[0]}#deal={fragment}")
        until(page, "document.querySelector('.playing__notice')?.innerText")
        assert reason in page.locator(".playing__notice").inner_text()
        assert page.locator(".playing__welcome, .playing__felt").count()
    other = page.evaluate("codexEvening.link({seed: 42, dealer: 1}, 'A', '000', 'ffffffffffffff')")
    page.goto(address + "about.html")
    page.goto(f"{address}{PAGES[0]}#{other}")
    until(page, "document.querySelector('.playing__notice')?.innerText")
    assert "other rules" in page.locator(".playing__notice").inner_text()


def test_the_deal_of_the_day_is_the_same_for_all(browser: Browser, address: str) -> None:
    hands = []
    for name, zone in zip(PAGES, ("Pacific/Auckland", "America/Los_Angeles"), strict=True):
        context = browser.new_context(timezone_id=zone)
        page = context.new_page()
        page.clock.set_fixed_time("2026-11-29T23:30:00Z")
        page.goto(address + name)
        until(page, WELCOME)
        page.get_by_role("button", name=re.compile("Deal of the day|Spiel des Tages")).click()
        until(page, "document.querySelectorAll('.playing__card').length === 12")
        assert "2026-11-29" in page.locator(".playing__stage").inner_text()
        hands.append(page.evaluate("document.querySelector('[data-playing]').playing.game.seen(0).dealt"))
        context.close()
    assert hands[0] == hands[1]


def test_what_the_author_would_have_discarded(page: Page, address: str, computed: ComputedCodex) -> None:
    """1840:84.1: as many suits void as can be, but not the called one; of such discards the dearest."""
    choose, otherwise = random.Random("discards"), 0
    pack, rules = computed.games.pack, computed.games.rules
    never = pack.select_stated(rules, "discard.never")
    for seed in range(12):
        sit(page, address, PAGES[0], seed, seed % 4)
        while phase(page) != "end":
            words = page.locator(BID)
            if phase(page) == "bidding" and words.count() > 1:
                words.nth(1).click()
                until(page, SETTLED)
            else:
                act(page, choose)
        seen = page.evaluate("document.querySelector('[data-playing]').playing.game.seen(0)")
        advised = page.evaluate("document.querySelector('[data-playing]').playing.bestDiscard()")
        if seen["declarer"] or not seen["discard"]:
            assert advised is None
            continue
        named = page.evaluate("codexPlaying.names")
        hand = {pack.require(named[number]) for number in [*seen["dealt"], *seen["halves"][-1]]}
        called = pack.require(named[seen["king"]]).suit

        def rate(laid: set[Card], hand: set[Card] = hand, called: str = called) -> tuple[int, int]:
            void = {card.suit for card in hand} - {card.suit for card in hand - laid}
            return (-1 if called in void else len(void)), sum(card.points for card in laid)

        free = [card for card in hand - never if not card.is_tarock]
        best = max(rate(set(laid)) for laid in combinations(free, len(seen["discard"])))
        own = rate({pack.require(named[number]) for number in seen["discard"]})
        if own[0] == best[0]:
            assert advised == []
        else:
            otherwise += 1  # a usual run ends with the first of them
            assert rate({pack.require(named[number]) for number in advised}) == best
            told = page.evaluate(
                "document.querySelector('[data-playing]').playing.discardTold().map(each => each.textContent ?? each)"
            )
            assert all(named[number] in "".join(told) for number in advised)
            assert "§ 84" in "".join(told)
            if EVERY > 1:
                break
    assert otherwise


def test_a_machine_thinks_beside_the_page(page: Page, address: str) -> None:
    start(page, address)
    assert page.evaluate("document.querySelector('[data-playing]').playing.thinker.worker instanceof Worker")


def test_without_a_worker_the_page_plays_itself(own_page: Page, address: str) -> None:
    own_page.add_init_script("window.Worker = class { constructor() { throw new Error('none'); } };")
    start(own_page, address)
    act(own_page, random.Random("alone"))


@pytest.mark.parametrize("width", [320, 768, 1440, 600, 1024][: 5 if EVERY == 1 else 2])
def test_nothing_is_too_wide(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    sit(page, address, PAGES[1], 3, 2)
    choose = random.Random("wide")
    while True:
        assert page.evaluate("document.documentElement.scrollWidth") <= width, phase(page)
        if phase(page) == "end":
            break
        act(page, choose)
    page.set_viewport_size(DESKTOP)


def test_the_page_weighs_little(built: Path) -> None:
    """What it loads beyond the theme, in the heavier language."""
    page = (built / PAGES[1]).read_text(encoding="utf-8")
    own = re.search(r'<div class="playing".*?</script></div>', page, re.DOTALL)
    assert own
    loaded = re.findall(r'(?:src|href)="(?:\.\./)+(assets/[^"]+)"', own[0])
    assert {path.rpartition("/")[2] for path in loaded} >= {
        "core-data.js",
        "core.js",
        "codex-playing.js",
        "playing.css",
    }
    early = re.findall(r'<link rel="preload" as="\w+" href="(?:\.\./)*(assets/[^"]+)"', page)
    assert {*loaded, *re.findall(r'<script src="(?:\.\./)*(assets/[^"]+)"', page)} <= {*early}
    weight = sum(len(gzip.compress((built / path).read_bytes())) for path in loaded) + len(
        gzip.compress(own[0].encode())
    )
    assert weight <= BUDGET


def test_without_scripts_the_page_says_what_is_missing(bare: Page, address: str) -> None:
    bare.goto(address + PAGES[0])
    assert "needs JavaScript" in bare.locator(".playing__still").inner_text()


@pytest.mark.parametrize("language", [0, 1])
def test_the_path_is_learnt_by_clicks(browser: Browser, address: str, language: int) -> None:
    """Each step: what is wrong is said with a paragraph, what is right leads on; the last to a deal with help."""
    context = browser.new_context(viewport=SIZES[language])
    visit, look = Visit(context.new_page(), address), (MORNING, EVENING)[language]
    page = visit.page
    page.goto(address + PAGES[language])
    until(page, WELCOME)
    page.get_by_role("button", name=re.compile(r"12 (steps|Schritten)")).click()
    steps = page.evaluate("codexPlaying.path")
    for number, step in enumerate(steps):
        assert page.evaluate("location.hash") == f"#step={number + 1}"
        assert page.locator(".playing__prompt").inner_text() == f"{step['told']} {step['question']}"
        assert page.evaluate(NO_WIDER)
        names = page.evaluate("codexPlaying.names")

        def answer(choice: int, step: dict[str, Any] = step, names: list[str] = names) -> Locator:
            if step["asked"] == "cards":
                return page.locator(f".playing__card[data-card='{names[choice]}']")
            return page.locator(".playing__choices button").nth(step["choices"].index(choice))

        wrong = next(each for each in step["choices"] if each not in step["right"])
        answer(wrong).click()
        assert page.locator(".playing__answer[data-kind='refused'] a").count() == 1, step["topic"]
        if not language and number % EVERY == 0:
            page.evaluate(AXE)
            assert find_faults(visit, look) == [], step["topic"]
        answer(step["right"][0]).click()
        assert page.locator(".playing__answer[data-kind='right'] a").count() == 1, step["topic"]
        page.locator(".playing__answer button").click()
    until(page, "document.querySelector('.playing__answer[data-kind=hint]')?.innerText.length > 40")
    assert page.locator(".playing__mark").count() == 1
    page.goto(address + PLAIN)
    page.goto(address + PAGES[language])
    until(page, WELCOME)
    assert "12" in page.get_by_role("button", name=re.compile("12 .* 12 ")).inner_text()
    context.close()


def test_a_step_is_reached_by_its_address_and_left_for_the_table(page: Page, address: str) -> None:
    page.goto(f"{address}{PAGES[0]}#step=7")
    until(page, "document.querySelector('.playing__path [aria-current]')?.innerText === '7'")
    page.get_by_role("button", name="To the table").click()
    until(page, WELCOME)
    assert page.evaluate("location.hash") == ""
