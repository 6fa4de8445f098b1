"""What a person sees of a search on a phone: `python -m tests.search.screens FILE [--site SITE] [-o OUT]`.

Each line of FILE is a query, after a tab `en` or `de`: the language of the page (otherwise that which the query looks
like), and after another tab the year of a button to press. It is typed into the search box of a built site in Chromium,
390 pixels wide; what is printed of it is the line above the results, then the first ten things with their texts, each
with the kind of thing that it is and whether it is on the screen before one scrolls.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[2]
PHONE = {"width": 390, "height": 844}
# Types a query as a person does and tells what is drawn.
TYPE = """([query, year]) => {
    const pressed = (button) => button.getAttribute("aria-pressed") === "true";
    for (const button of document.querySelectorAll(".search-eras button")) {
        if (button.value === year && !pressed(button)) button.click();
    }
    const field = document.querySelector("#codex-search input");
    field.value = query;
    field.dispatchEvent(new Event("input", {bubbles: true}));
    return new Promise((resolve) => { setTimeout(resolve, 40); });
}"""
SEEN = """() => {
    const shown = (element) => element.innerText.replace(/\\s*\\n\\s*/g, "\\n").trim();
    const lines = [...document.querySelectorAll(".md-search-result ol > li:not(.search-more)")].slice(0, 10);
    return {
        told: shown(document.querySelector(".md-search-result__meta")),
        things: lines.map((line) => ({
            kind: [...line.classList].find((name) => name.startsWith("search-"))?.slice(7) ?? "",
            href: line.querySelector("a")?.getAttribute("href") ?? "",
            text: shown(line),
            on_screen: line.getBoundingClientRect().top < window.innerHeight - 20,
        })),
    };
}"""


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    """One entry of the list of results: its kind, where it leads, its text, whether one sees it without scrolling."""

    kind: str
    href: str
    text: str
    on_screen: bool


class Screen(msgspec.Struct, forbid_unknown_fields=True):
    """What is seen of a query: the line above the results, and the first ten of these."""

    told: str
    things: list[Thing]


class Asked(msgspec.Struct, frozen=True):
    """A query, the language of the page on which it is typed, and the year of the button that is pressed."""

    query: str
    language: str
    year: str = ""


def read_queries(lines: Iterable[str]) -> Iterator[Asked]:
    """Yield the queries of a file; one without a language gets that of most of its small words."""
    from tarock.base.project import find_project
    from tarock.corpus.search_data import fold_text, load_everyday
    from tarock.corpus.termbase import load_termbase

    project = find_project(ROOT)
    small = load_everyday(project, load_termbase(project).terms).small
    german, english = ({fold_text(word) for word in words.split()} for words in (small.de, small.en))
    for line in lines:
        query, _, others = line.rstrip("\n").partition("\t")
        language, _, year = others.partition("\t")
        if not query or query.startswith("#"):
            continue
        words = [fold_text(word.strip("?!.,")) for word in query.split()]
        like = sum((word in german) - (word in english) for word in words)
        umlaut = any(letter in query for letter in "äöüßÄÖÜ")
        yield Asked(
            query,
            language if language in ("en", "de") else "de" if like > 0 or (not like and umlaut) else "en",
            year.strip(),
        )


def look(site: Path, asked: Iterable[Asked]) -> Iterator[tuple[Asked, Screen]]:
    """Yield each query with what is seen of it."""
    from playwright.sync_api import sync_playwright

    from tests.site.conftest import FLAGS, until

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        pages: dict[str, Any] = {}
        for each in asked:
            if each.language not in pages:
                page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
                page.goto((site.resolve() / ("" if each.language == "en" else each.language) / "index.html").as_uri())
                page.keyboard.press("/")
                until(page, "document.documentElement.dataset.search === 'ready'")
                pages[each.language] = page
            page = pages[each.language]
            page.evaluate(TYPE, [each.query, each.year])
            yield each, msgspec.convert(page.evaluate(SEEN), Screen)
        browser.close()


def draw(number: int, asked: Asked, screen: Screen) -> str:
    """Return a screen as text."""
    lines = [
        f"=== {number}  {asked.query}   [{asked.language}{', ' + asked.year if asked.year else ''}]",
        f"    {screen.told}",
    ]
    for place, thing in enumerate(screen.things, 1):
        below = "" if thing.on_screen else ", below the screen"
        lines.append(f"  {place}. ({thing.kind}{below}) {thing.text.replace(chr(10), chr(10) + '       ')}")
        if place in (1, 3):
            lines.append(f"  ---------- {'first' if place == 1 else 'among three'} ends here")
    if not screen.things:
        lines.append("  nothing is listed")
    return "\n".join(lines)


def main() -> None:
    """Print the screens of the queries of a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--site", metavar="SITE", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, help="write to this file")
    options = parser.parse_args()
    if not (options.site / "index.html").is_file():
        parser.error(f"no built site in {options.site}; expected one from `make site`")
    with options.file.open(encoding="utf-8") as lines:
        asked = list(read_queries(lines))
    with options.output.open("w", encoding="utf-8") if options.output else sys.stdout as out:
        for number, (each, screen) in enumerate(look(options.site, asked), 1):
            print(draw(number, each, screen), end="\n\n", file=out)


if __name__ == "__main__":
    main()
