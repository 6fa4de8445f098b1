"""The built files: links, outside resources, languages, what is left out."""

from __future__ import annotations

import html
import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.publish.styles import UNUSED
from tests.conftest import EVERY
from tests.helpers import unpacked

pytestmark = pytest.mark.slow

LOADING = {"src", "srcset", "data", "poster", "background", "action", "formaction", "ping", "xlink:href"}
FOLLOWED = {"a", "area"}  # whose href is followed by a reader, not loaded
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
READ = {".html", ".json", ".js", ".xml", ".txt", ".yaml", ".md", ".lock", ".cff"}
BUDGET = 700_000  # bytes of HTML; a page that compares two texts has the words of both
HEAVIEST, MOST_PAGES = 60_000_000, 2000  # bytes and pages of the whole site
ENTRIES = 40  # of the navigation
ID, LINK = re.compile(r'\sid="([^"]+)"'), re.compile(r'<a\s(?:[^>]*?\s)?href="([^"]*)"')
TITLE = re.compile(r"<title\b[^>]*>(.*?)</title>", re.DOTALL)
SPOKEN = re.compile(
    r'\s(title|alt|aria-label|aria-description|placeholder|label|content|data-label)=(?:"([^"]*)"|\'([^\']*)\')'
)
MARKED_UP = re.compile(r"</?[a-z!][^>]*>|&(?:#\d+|[a-z]+);|\*\*|`|\]\(|\{:|\{[{%]")
FIGURES = re.compile(r"[−+–/.,()%\s]*\d[−+–/.,()%\s\d]*")
OUTSIDE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)


class Document(HTMLParser):
    """Ids, loaded resources and the language of each passage's text."""

    def __init__(self, text: str):
        super().__init__()
        self.ids: list[str] = []
        self.loaded: list[str] = []
        self.styles: list[str] = []
        self.metas: dict[str, str] = {}
        self.languages: list[str] = []
        self.german_texts = 0
        self.english: list[str] = []  # what is not marked as German
        self.wrong: list[str] = []
        self.open: list[tuple[str, str]] = []
        self.levels: list[int] = []
        self.tables: list[str] = []  # how each is called: its label, the ids of its label
        self.classes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.append(values["id"])
        if tag not in FOLLOWED and values.get("rel") not in {"canonical", "prev", "next", "alternate"}:
            self.loaded.append(values.get("href", ""))
        self.loaded.extend(values[name] for name in LOADING & values.keys())
        if "style" in values:
            self.styles.append(values["style"])
        self.classes |= {*values.get("class", "").split()}
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "table":
            self.tables.append(values.get("aria-label") or values.get("aria-labelledby", ""))
        if tag == "meta":
            self.metas[values.get("http-equiv") or values.get("name", "")] = values.get("content", "")
        language = values.get("lang") or (self.open[-1][1] if self.open else "")
        if "passage__text" in values.get("class", "").split():
            self.german_texts += 1
            if language != "de":
                self.wrong.append(values.get("id", tag))
        if tag not in VOID:
            self.open.append((tag, language))

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][1] != "de" and self.open[-1][0] not in ("script", "style", "title"):
            self.english.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1][0] != tag:
            self.open.pop()
        if self.open:
            self.open.pop()


class Tables(HTMLParser):
    """The tables of a page, each as rows of cells: what is written in them."""

    def __init__(self, text: str):
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.within = False  # a cell
        if "<table" in text:
            self.feed(text)
        self.tables = [[[" ".join(cell.split()) for cell in row] for row in table if row] for table in self.tables]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.within = True

    def handle_data(self, data: str) -> None:
        if self.within:
            self.tables[-1][-1][-1] += f"{data} "

    def handle_endtag(self, tag: str) -> None:
        self.within = self.within and tag not in ("td", "th")


@pytest.fixture(scope="module")
def documents(built: Path) -> dict[str, Document]:
    """Every page; of those at short addresses, thousands from two templates, one in so many."""
    short = [page for folder in "cm" for page in sorted((built / folder).rglob("*.html"))]
    pages = {*built.rglob("*.html")}.difference(short).union(short[::EVERY])
    return {path.relative_to(built).as_posix(): Document(path.read_text(encoding="utf-8")) for path in pages}


def test_every_internal_link_and_anchor_leads_somewhere(built: Path) -> None:
    files = {path.relative_to(built).as_posix(): path.is_dir() for path in built.rglob("*")}
    files |= {f"../{path.relative_to(built.parent).as_posix()}": False for path in built.parent.glob("release/own/*")}
    texts = {name: (built / name).read_text(encoding="utf-8") for name in files if name.endswith(".html")}
    ids = {name: {*map(html.unescape, ID.findall(text))} for name, text in texts.items()}

    @cache
    def leads(folder: str, href: str, here: str) -> bool:
        parts = urlsplit(href)
        if parts.scheme or parts.netloc or href.startswith("javascript:"):
            return True
        path = unquote(parts.path)
        target = normpath(join(folder, path) if not path.startswith("/") else path[1:]) if path else here
        if files.get(target, target == "."):
            target = normpath(join(target, "index.html"))
        anchored = parts.fragment and not parts.fragment.startswith("__") and target in ids
        return not files.get(target, True) and not (anchored and unquote(parts.fragment) not in ids[target])

    links = [(name, html.unescape(href)) for name, text in texts.items() for href in LINK.findall(text)]
    assert len(links) > 100_000
    within = ("#", "?")  # leads to the page itself
    assert [it for it in links if not leads(dirname(it[0]), it[1], it[0] if it[1][:1] in within else "")] == []


def test_no_page_is_heavier_than_the_budget(built: Path) -> None:
    sizes = {path.relative_to(built).as_posix(): path.stat().st_size for path in built.rglob("*.html")}
    assert {name: size for name, size in sizes.items() if size > BUDGET} == {}


def test_no_page_has_what_the_styles_were_rid_of(documents: dict[str, Document], built: Path) -> None:
    for name, document in documents.items():
        assert not [each for each in document.classes if UNUSED.match(f".{each}")], name
    for path in (built / "assets/stylesheets").glob("frame-*.css"):
        css = path.read_text(encoding="utf-8")
        assert not UNUSED.search(css)
        assert css.count("{") == css.count("}") > 0


def test_pages_load_the_styles_of_their_elements(documents: dict[str, Document], built: Path) -> None:
    """A class that only one file of styles names is styled on each page of the theme that has it."""
    named = {
        path.name: set(re.findall(r"[.]([a-z][\w-]+)(?=[\s.,:>\[{)+~])", path.read_text(encoding="utf-8")))
        for path in (built / "assets/stylesheets").glob("*-*.css")
    }
    named = {name: each for name, each in named.items() if name not in ("short-page.css", "own-game.css")}
    assert len(named) > 1
    for path, names in named.items():
        own = {each for each in names.difference(*(named[other] for other in named if other != path)) if "__" in each}
        assert own
        for name, document in documents.items():
            text = (built / name).read_text(encoding="utf-8")
            if own & document.classes and 'class="md-main"' in text:
                assert f'{path}">' in text, (name, sorted(own & document.classes))


def test_the_site_is_lean(built: Path) -> None:
    """Without the files to take away, which lie beside it."""
    files = [path for path in built.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= HEAVIEST
    assert sum(path.suffix == ".html" for path in files) <= MOST_PAGES
    assert sorted(path.name for path in (built / "files").iterdir()) == ["index.html"]
    assert not list(built.rglob("*.zip"))


def test_five_doors_lead_to_at_most_forty_entries(built: Path) -> None:
    """On each page, with what is unfolded there: what a book or the laboratory holds is shown within it."""
    link = re.compile(r'<a href="(?!#)[^"]*" class="md-nav__link[^"]*"')  # not the contents of the page
    for name, doors in (
        ("index.html", ["Play", "Learn", "Read", "Compare", "About"]),
        ("de/index.html", ["Spielen", "Lernen", "Lesen", "Vergleichen", "Über die Ausgabe"]),
    ):
        text = (built / name).read_text(encoding="utf-8")
        tabs = re.findall(r'class="md-tabs__link"[^>]*>\s*([^<]+?)\s*</a>', text)
        assert tabs == doors
    entries = 0
    for path in built.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if 'id="site-menu"' in text:
            menu = text.partition('id="site-menu"')[2].partition('data-md-type="toc"')[0].partition("<article")[0]
            entries = max(entries, len(link.findall(menu)))
            assert entries <= ENTRIES, path
    assert entries


def test_no_id_stands_twice_on_a_page(documents: dict[str, Document]) -> None:
    for name, document in documents.items():
        assert len(document.ids) == len(set(document.ids)), name


def test_every_table_is_called_something_and_no_heading_skips_a_level(documents: dict[str, Document]) -> None:
    assert sum(len(document.tables) for document in documents.values()) > 100
    nameless = {path for path, document in documents.items() if not all(document.tables)}
    assert nameless == set()
    ids = {label for document in documents.values() for label in document.tables if re.fullmatch(r"\d+:m\d", label)}
    assert len(ids) == 8  # the trick tables of the eight Musterspiele are called by their headings
    assert all(label in document.ids for document in documents.values() for label in ids & {*document.tables})
    skipping = {
        path: document.levels
        for path, document in documents.items()
        if any(level > above + 1 for above, level in pairwise([0, *document.levels]))
    }
    assert skipping == {}


def test_nothing_is_loaded_from_outside(built: Path, documents: dict[str, Document]) -> None:
    def loaded_by_style(text: str) -> list[str]:
        found = re.findall(r"url\(\s*['\"]?([^'\")]+)", text) + re.findall(r"@import\s+['\"]([^'\"]+)", text)
        return [url for url in found if OUTSIDE.match(url)]

    assert len(documents) > 60
    for name, document in documents.items():
        assert [url for url in document.loaded if OUTSIDE.match(url.strip())] == [], name
        assert [url for style in document.styles for url in loaded_by_style(style)] == [], name
        assert "refresh" not in document.metas, name
        text = (built / name).read_text(encoding="utf-8")
        for style in re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL):
            assert loaded_by_style(style) == [], name
        for script in re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", text, re.DOTALL):
            assert not re.search(r"fetch\(|XMLHttpRequest|sendBeacon|import\(", script), name
    for path in built.rglob("*.css"):
        assert loaded_by_style(path.read_text(encoding="utf-8")) == [], path.name
    for path in (built / "assets/javascripts").glob("*.js"):
        if not path.name.startswith("bundle."):  # the theme's own; a browser test listens to it
            script = path.read_text(encoding="utf-8").replace('"http://www.w3.org/2000/svg"', "")  # a name, not loaded
            if path.name.startswith("verify-data"):  # words of citations, which are compared
                script = re.sub(r'"(?:[^"\\]|\\.)*"', "", script)
            assert "://" not in script, path.name


def test_no_markdown_is_left_raw_in_the_words_of_a_page(built: Path) -> None:
    apart = re.compile(r"<(script|style|code|pre|textarea)\b[^>]*>.*?</\1>", re.DOTALL)
    raw = re.compile(r"(?<!\*)\*\*(?!\*)|\]\(|^#{1,6} |\{: ", re.MULTILINE)
    for path in built.rglob("*.html"):
        words = html.unescape(re.sub(r"<[^>]+>", " ", apart.sub("", path.read_text(encoding="utf-8"))))
        name = path.relative_to(built).as_posix()
        assert not raw.search(words), name
        assert "`" not in words or name != "k/index.html", name  # elsewhere a fault or a note may quote a word


def test_every_page_carries_the_policy_that_refuses_other_hosts(documents: dict[str, Document]) -> None:
    for name, document in documents.items():
        policy = document.metas.get("Content-Security-Policy", "")
        assert re.match(r"default-src 'self' file: data: (blob: )?'unsafe-inline';", policy), name
        assert "http" not in policy, name
        (scripts,) = (part.split() for part in policy.split(";") if part.split()[:1] == ["script-src"])
        allowed = {
            "script-src",
            "'self'",
            "file:",
            "blob:",
            "'unsafe-inline'",
            "'wasm-unsafe-eval'",
        }  # the solver's core
        assert {*scripts} <= allowed, name


def test_the_words_of_the_sources_are_marked_as_german_and_ours_as_english(
    built: Path, documents: dict[str, Document]
) -> None:
    assert all(document.wrong == [] for document in documents.values())
    assert sum(document.german_texts for document in documents.values()) >= 725
    for path in built.rglob("*.html"):
        language = "de" if path.is_relative_to(built / "de") else "en"
        assert f'<html lang="{language}"' in path.read_text(encoding="utf-8"), path.name


def test_german_titles_are_marked_as_german(
    built: Path, documents: dict[str, Document], computed: ComputedCodex
) -> None:
    """Headings of the sources and titles of other texts, wherever they stand: in contents, apparatus, lists."""
    headings = [it for edition in computed.corpus.editions() for it in edition.headings.values() if it.kind == "theme"]
    titles = [each.text for each in headings] + [each.record.title for each in computed.elsewhere.values()]
    titles += [f"{report.number}. {report.title}" for report in computed.game_reports]
    for source in computed.corpus.sources.values():
        titles += [source.short_title, f"{source.year} {source.site.name}"]
    of_many_words = re.compile("|".join(re.escape(each) for each in titles if len(each.split()) > 1))
    assert len(headings) > 70
    for name, document in documents.items():
        if name.startswith("c/"):  # where the title is a part of an English citation
            continue
        assert of_many_words.findall("¦".join(document.english)) == [], name
    assert '<h1 lang="de" translate="no">' in (built / "c/1840/h37/index.html").read_text(encoding="utf-8")
    listed = (built / "sources/1840/ansagen.html").read_text(encoding="utf-8")
    for each in headings:  # in the contents without the numbers of notes
        if f'id="{each.ref}"' in listed:
            assert f">{html.escape(each.text)}</span></a>" in listed


def test_titles_and_attributes_hold_text_only(built: Path) -> None:
    """No tag, no entity and no sign of Markdown in what is shown or spoken as it is written."""
    faults = set()
    for path in built.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        said = [("title", each) for each in TITLE.findall(text)]
        said += [(name, value) for name, *values in SPOKEN.findall(text) for value in values]
        assert said, path
        faults |= {(name, value) for name, value in said if MARKED_UP.search(html.unescape(value))}
    assert faults == set()


def test_rows_with_the_same_words_have_the_same_figures(built: Path) -> None:
    """Of two rows that tell the same with other figures nobody can know which is which."""
    rows = 0
    for path in built.rglob("*.html"):
        for table in Tables(path.read_text(encoding="utf-8")).tables:
            told: dict[tuple[str, ...], tuple[str, ...]] = {}
            for first, *others in table:
                rows += 1
                same = told.setdefault((first, *(FIGURES.sub("#", cell) for cell in others)), (first, *others))
                assert same == (first, *others), path
    assert rows > 2000


def test_the_search_leads_to_every_passage_and_knows_its_text(built: Path, corpus: Corpus) -> None:
    def data(name: str) -> Any:
        return unpacked((built / f"assets/javascripts/search-{name}.js").read_text(encoding="utf-8"))

    pages = data("data")["pages"]
    sources = [data(edition.siglum) for edition in corpus.editions()]
    found = {
        ref: (text, pages[page])
        for source in sources
        for ref, text, page in zip(source["refs"], source["texts"], source["at"], strict=True)
    }
    assert found.keys() >= {passage.ref for edition in corpus.editions() for passage in edition.passages.values()}
    for ref, (text, page) in found.items():
        unit = corpus.unit(ref)
        assert unit is not None
        assert text == unit.display_text()  # with the signs of corrections
        assert f'id="{ref}"' in (built / page).read_text(encoding="utf-8")


def test_the_full_site_says_that_the_rest_of_1945_is_lost(built: Path) -> None:
    for name in ("sources/1945/index.html", "sources/index.html", "about.html"):
        text = " ".join((built / name).read_text(encoding="utf-8").split())
        assert re.search(r"[Pp]ages 2 to 5[^.]* are lost to us", text), name
