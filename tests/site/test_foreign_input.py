"""Every script that reads an address, what a browser keeps, or a file: whatever stands there is read or passed over.

Drawn from fixed seeds. No script ends in an error, none of what is read is run, and nothing is left in a prototype.
`make thorough` draws ten times as many on more pages.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page

from tarock.base import yamlio
from tests.conftest import EVERY, ROOT
from tests.helpers import scalars
from tests.site.conftest import PLAIN, here, until
from tests.site.hearing import listen
from tests.site.test_own_game import EXAMPLE, opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPTS = ROOT / "docs/assets/javascripts"
READS = re.compile(r"location\.(?:hash|search|href)|localStorage|\.files\b|codexAnchor|codexPlace")
# On which page each of these scripts reads; `what-if.js` and others ask those for what they have read.
PAGES = {
    "alone": "c/1840/47.2/index.html", "beside": "beside.html", "cite": "sources/1754/index.html",
    "evening": "table.html", "header": "index.html", "jump": "index.html", "language": "rules/settlement.html",
    "open-game": "own-game.html", "place": "sources/1754/index.html", "places": "c/1840/index.html",
    "path": "table.html", "playing": "table.html",
    "reading": "sources/1754/index.html", "rules": "rules/settlement.html", "search": "index.html",
    "table": "games/m1.html", "tasks": "games/tasks.html", "verify-page": "verify.html", "worth": "games/m1.html",
}  # fmt: skip
READ = sorted({*PAGES.values()})
DRAWN = 60 if EVERY == 1 else 6
VALUES = (
    "__proto__", "constructor", "toString", "hasOwnProperty", "%", "100%", "\0", "<img src=x onerror=pwned=1>",
    "javascript:pwned=1", "'\"`${pwned=1}", "x" * 3000, "-1", "1e999", "[]", "null", "{}", "[[]]", "1840:47.2",
    '{"__proto__":{"polluted":1}}', "1840:__proto__", "1840:1-999999999", "m1", "..", "//evil.example",
    "a,b,,__proto__", "§ 47", "1840:47.2@9.9.9", "A_B_C", "1.1_Scüs_X", "*", "(", "\\", "[", "12.4",
)  # fmt: skip
RAW = ("%", "%E0%A4%A", "%ED%A0%80", "%00", "&&=&", "%%%")  # as no script writes it
KEPT = (*VALUES, '"x"', "[1]", '{"color":null}', '{"index":9,"color":{}}', '{"index":0,"color":{"<":1}}', '{"index":')
LEFT = "each => [each.polluted, each.game, Object.keys(Object.getPrototypeOf(each)).length]"
SAYS = f"[window.pwned, ...[{{}}, []].flatMap({LEFT})]"
BACK = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
CLEAN = "[null,null,null,0,null,null,0]"


def asked() -> list[str]:
    """The names that some script asks the address for, and two that none does."""
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js"))
    names = {*re.findall(r"""(?:get|has)\("(\w+)"\)|name: "(\w+)"|"(\w+)"(?=[,\]].*\.get\(name\))""", text)}
    return sorted({name for found in names for name in found if name} | {"__proto__", "constructor"})


def drawn(draw: random.Random) -> str:
    """What stands behind an address."""
    names, pairs = asked(), []
    for _pair in range(draw.randrange(1, 5)):
        value = draw.choice(RAW) if draw.random() < 0.3 else quote(draw.choice(VALUES))
        pairs.append(f"{draw.choice(names)}={value}")
    return f"?{'&'.join(pairs)}#{draw.choice(RAW) if draw.random() < 0.3 else quote(draw.choice(VALUES))}"


def test_every_script_that_reads_has_a_page_here() -> None:
    """But for what leads on from a page that has moved: there is none."""
    reading = {path.stem for path in SCRIPTS.glob("*.js") if READS.search(path.read_text(encoding="utf-8"))}
    assert reading - PAGES.keys() == {"moved"}


@pytest.mark.parametrize("name", READ)
def test_whatever_an_address_has_is_read_or_passed_over(own_page: Page, address: str, name: str) -> None:
    draw, heard = random.Random(name), listen(own_page, address, "data:", "blob:")
    own_page.goto(address + name)
    for _time in range(DRAWN):
        behind, to = drawn(draw), draw.choice(VALUES)
        if draw.random() < 0.2 or not here(own_page).startswith(address + name):  # a reference leads on to its passage
            settled(own_page, partial(own_page.goto, f"{address}{name}{behind}"))
        else:  # as the buttons Back and Forward do it
            settled(own_page, partial(own_page.evaluate, BACK, behind))
            settled(own_page, partial(own_page.evaluate, "to => { location.hash = to; }", to))
        until(own_page, f"() => JSON.stringify({SAYS}) === '{CLEAN}'")
    lost = "the server responded with a status of 404"  # a passage that there is not
    assert [each for each in heard if lost not in each] == []


def settled(page: Page, act: Callable[[], object]) -> None:
    """Do something after which a page may go to another."""
    from playwright.sync_api import Error

    try:
        act()
    except Error as error:
        assert re.search(r"navigat|ERR_ABORTED", error.message), error.message
    page.wait_for_load_state()


def test_whatever_a_browser_keeps_is_read_or_forgotten(fresh: BrowserContext, address: str) -> None:
    page, draw = fresh.pages[0], random.Random("kept")
    heard, top = listen(page, address, "data:", "blob:"), address.removeprefix("http://").partition("/")[2]
    names = [f"codex-{name}" for name in asked()] + [
        f"/{top}.__{name}" for name in ("palette", "language", "tabs", "evening")
    ]
    for name in READ:
        for _time in range(DRAWN // 6):
            page.goto(address + PLAIN)
            kept = {each: draw.choice(KEPT) for each in names}
            page.evaluate(
                "kept => { for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value); }", kept
            )
            page.goto(address + name)
            assert page.evaluate(f"JSON.stringify({SAYS})") == CLEAN, kept
            assert page.evaluate("document.documentElement.lang") in ("en", "de")
            assert heard == [], kept
    page.evaluate("document.querySelectorAll('[name=__palette]')[1].click()")
    chosen = page.evaluate("localStorage.getItem(`${__md_scope.pathname}.__palette`)")
    page.goto(address)
    assert chosen
    assert page.evaluate("localStorage.getItem(`${__md_scope.pathname}.__palette`)") == chosen  # what is sound stays


def test_a_browser_that_keeps_nothing_shows_every_page(fresh: BrowserContext, address: str) -> None:
    page = fresh.pages[0]
    page.add_init_script(
        "const refused = { get() { throw new DOMException('no', 'SecurityError'); }, configurable: true };"
        "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refused);"
    )
    heard = listen(page, address, "data:", "blob:")
    for name in READ:
        page.goto(address + name)
        assert heard == [], name


def test_whatever_a_game_is_it_is_shown_or_refused(own_page: Page, address: str, tmp_path: Path) -> None:
    """Files in which a line was altered, JSON of any shape, and the same behind an address that was altered."""
    page, draw = own_page, random.Random("file")
    heard = listen(page, address, "data:", "blob:")
    page.goto(address + PAGES["open-game"])
    assert opened(page, EXAMPLE) == ""
    lines, data = EXAMPLE.read_text(encoding="utf-8").splitlines(), yamlio.load(EXAMPLE).data
    odd: tuple[object, ...] = (
        *VALUES,
        None,
        True,
        -1,
        1e300,
        [],
        {},
        [[]],
        ["__proto__"],
        {"__proto__": "x"},
        "a" * 100,
    )
    for number in range(DRAWN):
        file = tmp_path / f"{number}.{('json', 'yaml')[number % 2]}"
        way = draw.choice(scalars(data))
        place = draw.randrange(len(lines))
        new = f"{draw.choice(VALUES)}: {draw.choice(VALUES)}"
        text = "\n".join([*lines[:place], new, *lines[place + draw.randrange(2) :]])
        file.write_text(
            text if number % 2 else json.dumps(put(data, way[: draw.randrange(len(way) + 1)], draw.choice(odd)))
        )
        opened(page, file)
        assert page.evaluate(f"JSON.stringify({SAYS})") == CLEAN, file.read_text()
        way = draw.choice(scalars(data))
        game = json.dumps(put(data, way[: draw.randrange(len(way) + 1)], draw.choice(odd)))
        page.goto(f"{address}{PAGES['open-game']}?game={quote(game)}#{quote(draw.choice(VALUES))}")
        until(page, "() => document.querySelector('.open-game .table, .open-game__fault:not(:empty)')")
        assert page.evaluate(f"JSON.stringify({SAYS})") == CLEAN, game
        told = page.locator(".open-game__fault").inner_text()
        assert page.locator(".open-game .table").count() == (0 if told else 1), (game, told)
        assert heard == [], (file.read_text(), game)


# An evening by these rules in which the reader's first act comes next, as it is kept and saved.
EVENING = """() => {
    const {core, rules, start} = document.querySelector('[data-playing]').playing;
    const deal = {...codexEvening.begin(42, 1), options: {}};
    const game = core.start(document.querySelector('[data-playing]').playing.start(deal));
    while (game.actor > 0) {
        const act = game.machine(1, deal.acts.length);
        game.apply(act);
        deal.acts.push(act);
    }
    const options = {...document.querySelector('[data-playing]').playing.evening.options, pace: 'quick', level: 1};
    const settled = {...codexEvening.begin(7, 0), wrote: [300, -100, -100, -100]};
    return JSON.parse(codexEvening.write({deals: [settled], current: deal, options}, rules));
}"""
LINK = "([deal, seat, agreed, rules]) => codexEvening.link(deal, seat, agreed, String(rules))"
SAT = "() => document.querySelector('.playing__welcome, .playing__frame:not([data-phase=welcome])')"


def test_whatever_an_evening_is_it_is_gone_on_with_or_refused(
    fresh: BrowserContext, address: str, tmp_path: Path
) -> None:
    """What a browser keeps, a file and a link with a sound check, each altered in a place."""
    page, draw = fresh.pages[0], random.Random("evening")
    heard, place = listen(page, address, "data:", "blob:"), address + PAGES["evening"]
    page.goto(place)
    until(page, SAT)
    evening = page.evaluate(EVENING)
    deal = {"seed": 42, "dealer": 1}
    link = [deal, "A", "0", evening["rules"]]
    odd: tuple[object, ...] = (*VALUES, None, True, 1, -1, 1e300, [], {}, [[]], ["calm"], {"toString": 1, "valueOf": 1})
    for number in range(DRAWN):
        way = draw.choice(scalars(evening))
        text = json.dumps(put(evening, way[: draw.randrange(1, len(way) + 1)], draw.choice(odd)))
        page.evaluate("text => localStorage.setItem(`${__md_scope.pathname}.__evening`, text)", text)
        page.goto(address + PLAIN)
        page.goto(place)
        until(page, SAT)
        file = tmp_path / f"{number}.json"
        file.write_text(text, encoding="utf-8")
        page.locator("input[type=file]").first.set_input_files(file)
        way = draw.choice(scalars(link))
        behind = page.evaluate(LINK, put(link, way, draw.choice(odd)))
        page.evaluate("to => { location.hash = to; }", behind)
        until(page, SAT)
        assert page.evaluate(f"JSON.stringify({SAYS})") == CLEAN, (text, behind)
        assert heard == [], (text, behind)


def put(value: Any, way: tuple[Any, ...], new: object) -> Any:
    """The data with another value at the end of a way."""
    if not way:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[way[0]] = put(value[way[0]], way[1:], new)
    return copy
