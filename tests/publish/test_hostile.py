"""A site from hostile data: titles, labels, reasons, claims. Whatever they hold stays text on every page.

A usual run makes the English pages of the parts of the site in which they stand, `make thorough` all. It is built from
a checkout that is only read, in which nothing has been built, at a place with spaces and umlauts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import mkdocs.config
import pytest
from msgspec.structs import replace

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.publish.pages import Page, list_site_pages
from tarock.publish.places import Site
from tarock.publish.site import build_site
from tarock.publish.views.short_pages import make_matter_pages, make_short_pages
from tests.conftest import EVERY, LINKED, copy_data
from tests.helpers import emend, replace_once, sources_file
from tests.publish.markup import HOSTILE, Elements

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("measured")]

WRITTEN = '"' + HOSTILE.replace('"', '\\"') + '"'


def _poisoned(project: Project, computed: ComputedCodex) -> ComputedCodex:
    """A codex in whose free texts somebody wrote `HOSTILE`: titles, labels, notes, reasons, claims."""
    rules = project.rules
    for path, words in (
        (sources_file(project), 'short_title: "Pierer 1863: Tarokhombre"'),
        (sources_file(project), "short_title: Taroc-Spiele, Leipzig 1754"),
        (sources_file(project), "name: Taroc-Spiele"),
        (sources_file(project), 'title: "Taroc-Spiele 1754"'),
        (sources_file(project), 'title: "§§ 11–19 Dealing"'),
        (sources_file(project), 'title: "§§ 41–50 Scoring"'),
        (sources_file(project), "statement: text of 1754, in the public domain by age"),
        (rules / "keys" / "settlement.yaml", 'title: "Price of the game"'),
        (rules / "overview.yaml", "title: Cards in the pack"),
        (
            rules / "1840" / "revoke.yaml",
            'note: "The win is struck out. The text does not say that it becomes a loss."',
        ),
        (project.corpus / "games" / "known_findings.yaml", 'reason: "As in trick 7."'),
    ):
        replace_once(path, words, f"{words.partition(':')[0]}: {WRITTEN}")
    emend(project, "1754:1", "Desgleichen", "Ebenso")
    made_up = project.corpus / "emendations" / "1754.yaml"
    made_up.write_text(made_up.read_text(encoding="utf-8").replace("made up", WRITTEN), encoding="utf-8")
    codex = ComputedCodex(project)
    written = {"says": HOSTILE, "note": HOSTILE, "known": HOSTILE, "quote": HOSTILE}
    topics = {name: replace(topic, title=HOSTILE, about=HOSTILE) for name, topic in codex.topics.by_name.items()}
    codex.__dict__["topics"] = replace(codex.topics, by_name=topics)
    found = zip((each for table in codex.tables.values() for each in table), computed.evidence, strict=True)
    codex.__dict__.update(  # computed of what is the same, and takes longest
        evidence=[replace(known, statement=statement) for statement, known in found],
        checked_claims=[replace(each, claim=replace(each.claim, **written)) for each in computed.checked_claims],
        game_reports=[replace(report, title=HOSTILE) for report in computed.game_reports],
    )
    return codex


def _times(root: Path) -> dict[Path, int]:
    """When each file of a copy was changed last, those that it shares with the checkout too."""
    found = (path for place in (root, *(root / name for name in LINKED)) for path in place.rglob("*"))
    return {path: path.stat().st_mtime_ns * path.is_file() for path in found if "__pycache__" not in path.parts}


PARTS = ("index", "sources", "rules", "claims", "emendations", "games/findings", "games/m1", "found", "data")


@pytest.fixture
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the short addresses, hundreds of each kind from one template, one in so many; of the pages some."""
    for pages in (make_short_pages, make_matter_pages):
        monkeypatch.setattr(f"tarock.publish.static_files.{pages.__name__}", partial(_few, pages))
    if EVERY > 1:
        monkeypatch.setattr(Site, "catalogues", {})
        monkeypatch.setattr("tarock.publish.site.list_site_pages", _some)
        lenient = partial(mkdocs.config.load_config, strict=False)  # of links to pages that are not made
        monkeypatch.setattr("mkdocs.config.load_config", lenient)


def _some(site: Site) -> list[Page]:
    return [page for page in list_site_pages(site) if page.address.page.startswith(PARTS)]


def _few(pages: Callable[..., Iterator[object]], *of: object) -> Iterator[object]:
    return islice(pages(*of), 0, None, EVERY**2)


@pytest.mark.usefixtures("no_books", "few_pages")
def test_no_page_has_markup_from_the_data_and_nothing_is_written_beside_them(
    computed: ComputedCodex, tmp_path: Path
) -> None:
    output = tmp_path / "Seiten für Füchse"
    codex = _poisoned(copy_data(tmp_path / "Tarock für Füchse"), computed)
    before = _times(codex.project.root)
    build_site(codex, output, public_domain_only=False)
    assert _times(codex.project.root) == before
    pages = {path.relative_to(output).as_posix(): path.read_text(encoding="utf-8") for path in output.rglob("*.html")}
    of_it = ("onclick", "bold", "javascript:alert")  # one of which is on a page that has any of it
    built = {name: Elements(text) for name, text in pages.items() if any(part in text for part in of_it)}
    for name, elements in built.items():
        for tag, values, text in elements.found:
            assert values.get("onclick") != "x", name
            assert not values.get("href", "").startswith("javascript:alert"), name
            ours = tag == "b" and values.get("lang") == "de"  # a word form: 1945 has an "a" in "Vis-a-vis"
            marked = tag in ("b", "em", "strong", "code") and not ours
            assert not marked or "".join(text) not in ("bold", "a", "b", "code"), name

    def said(page: str, tag: str, **attributes: str) -> set[str]:
        return {text for text in built[page].texts(tag, **attributes) if HOSTILE in text}

    assert said("sources/1840/geben.html", "h1") == {HOSTILE}
    assert said("sources/index.html", "h2") == {HOSTILE}
    assert said("sources/index.html", "a")  # the card of a source
    assert said("sources/1754/index.html", "h1")
    assert said("sources/1840/berechnung.html", "h1")
    assert said("emendations.html", "span", class_="apparatus__reason") == {HOSTILE}
    assert said("rules/settlement.html", "h1") == said("rules/settlement.html", "p") == {HOSTILE}
    assert said("rules/settlement.html", "h3", class_="rule__title")
    assert said("rules/revoke.html", "p", class_="rules__note") == {HOSTILE}
    assert said("rules/index.html", "th", scope="row") == {HOSTILE}
    assert said("rules/index.html", "li")
    assert HOSTILE in said("claims/index.html", "a")
    assert said("claims/1754.html", "h2") == {HOSTILE}
    assert said("claims/1754.html", "article")
    assert said("claims/1840.html", "h2") == {HOSTILE}
    assert said("claims/1840/berechnung.html", "h1") == {f"{HOSTILE}: claims"}
    assert said("claims/1863.html", "h1") == {f"{HOSTILE}: claims"}
    assert said("claims/evidence.html", "th", scope="row") == {HOSTILE}
    assert said("games/findings.html", "p", class_="finding__reason") == {HOSTILE}
    assert said("found.html", "li")
