"""Addresses that were published keep answering: pages, anchors, keys; a page that moved leads on."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.publication import REDIRECTS
from tarock.corpus.versions import all_versions
from tarock.publish.places import Site
from tarock.publish.static_files import write_redirects
from tests.helpers import replace_once
from tests.site.conftest import here, until

pytestmark = pytest.mark.slow

PUBLISHED = Path(__file__).with_name("published.txt")
ID = re.compile(r'\sid="([^"]+)"')


def test_every_published_page_and_anchor_still_answers(built: Path, project: Project) -> None:
    moved = yamlio.load(project.root / REDIRECTS).data or {}
    gone = []
    lines = [line.split() for line in PUBLISHED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) > 110
    for name, *anchors in lines:
        page = moved.get(name, name).partition("#")[0]
        ids = set(ID.findall((built / page).read_text(encoding="utf-8"))) if (built / page).is_file() else set()
        gone += [name] if not ids else [f"{name}#{anchor}" for anchor in anchors if anchor not in ids]
    assert gone == []


def test_every_key_has_an_address(built: Path, computed: ComputedCodex) -> None:
    """On the page of all keys, in each language: an anchor, and a link to its rule or to what became of it."""
    topics = computed.topics
    assert [path.name for path in (built / "k").iterdir()] == ["index.html"]
    for top in ("", "de/"):
        page = (built / top / "k/index.html").read_text(encoding="utf-8")
        items = {part.partition('"')[0]: part for part in page.split('<li id="')[1:]}
        assert {*topics.entries, *topics.deprecated} <= items.keys()
        for key in topics.entries:
            assert f'href="../rules/{key.partition(".")[0]}.html#rule-{key}"' in items[key]
        for key, former in topics.deprecated.items():
            assert "../rules/" in items[key], key
            for now in former.now:
                assert f'#rule-{now.key}"' in items[key]
    matters = [each.record for each in computed.matters.values()]
    page = (built / "k/index.html").read_text(encoding="utf-8")
    for matter in matters:
        assert not matter.evidence or f'href="../m/{matter.id}/index.html"' in page


def test_every_passage_of_every_edition_is_an_anchor_and_only_what_differs_a_page(
    built: Path, computed: ComputedCodex
) -> None:
    for siglum, source in computed.corpus.sources.items():
        editions = all_versions(computed.corpus, siglum)
        today = editions[source.edition].units
        pages = set()
        for version, edition in editions.items():
            ids = ID.findall((built / f"c/{siglum}@{version}/index.html").read_text(encoding="utf-8"))
            named = {*edition.units, *edition.parts, *edition.containers, *edition.paratext_groups}
            assert named <= set(ids)
            assert len(ids) == len(set(ids))
            differing = {ident for ident in edition.units if edition.units[ident].hash != today[ident].hash}
            assert all((built / f"c/{siglum}/{ident}@{version}/index.html").is_file() for ident in differing)
            above = {ident for ident, inside in edition.containers.items() if differing & {*inside}}
            pages |= {f"{ident}@{version}" for ident in differing | above}
        assert {path.name for path in (built / "c" / siglum).glob("*@*")} == pages


def test_no_page_says_a_type_for_which_zotero_would_take_it_for_a_web_page(built: Path) -> None:
    for name in ("sources/1863/index.html", "c/1863/7/index.html", "index.html"):
        text = (built / name).read_text(encoding="utf-8")
        assert 'property="og:title"' in text
        assert "og:type" not in text
        assert "og:image" not in text  # it would need the site's address


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rules/deal.html", "rules/play.html", "`rules/deal.html` is a page"),
        ("deal", "rules/play.html", "`deal` is a page, or none that a site can have"),
        ("rules/old.html", "rules/plays.html", "`rules/plays.html` is no page of the site"),
    ],
)
def test_a_redirect_leads_from_no_page_to_a_page(codex: Project, built: Path, old: str, new: str, message: str) -> None:
    _move(codex, old, new)
    with pytest.raises(CodexError, match=re.escape(message)) as raised:
        write_redirects(Site(ComputedCodex(codex)), built)
    lines = (codex.root / REDIRECTS).read_text(encoding="utf-8").splitlines()
    assert f"{REDIRECTS}:{next(number for number, line in enumerate(lines, 1) if line.startswith(old))}:" in str(
        raised.value
    )


@pytest.mark.browser
def test_a_page_that_moved_leads_on_to_the_same_place(
    codex: Project, tmp_path: Path, page: Page, address: str, bare: Page
) -> None:
    _move(codex, "old/dealing.html", "rules/deal.html")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/deal.html").write_text('<h2 id="rule-deal.packet"></h2>', encoding="utf-8")
    write_redirects(Site(ComputedCodex(codex)), tmp_path)
    for opened in (page, bare):  # the site that is served is shared: the old address is answered beside it
        opened.route("**/old/dealing.html*", lambda route: route.fulfill(path=tmp_path / "old/dealing.html"))
    page.goto(f"{address}old/dealing.html?eras=1840#rule-deal.packet")
    until(page, "location.pathname === '/rules/deal.html'")
    assert here(page).endswith("rules/deal.html?eras=1840#rule-deal.packet")
    bare.goto(f"{address}old/dealing.html")
    bare.click("text=Go to its new place")
    bare.wait_for_url("**/rules/deal.html")
    assert bare.title().startswith("Dealing")


def _move(project: Project, old: str, new: str) -> None:
    path = project.root / REDIRECTS
    text = path.read_text(encoding="utf-8")
    path.unlink()  # it is a link to that of the checkout
    path.write_text(text, encoding="utf-8")
    replace_once(path, "\n{}\n", f"\n{old}: {new}\n")


def test_from_the_first_passage_one_comes_to_the_last_and_back(built: Path, computed: ComputedCodex) -> None:
    neighbour = re.compile(r'<a rel="(prev|next)" href="([^"]+)">')
    for edition in computed.corpus.editions():
        units = [unit.ref.partition(":")[2] for unit in edition.units.values()]
        links = {}
        for unit in units:
            page = built / "c" / edition.siglum / unit / "index.html"
            found = neighbour.findall(page.read_text(encoding="utf-8"))
            links[unit] = {relation: Path(href.rstrip("/")).parent.name for relation, href in found}
        after = {unit: each["next"] for unit, each in links.items() if "next" in each}
        assert after == dict(pairwise(units))
        assert {each["prev"]: unit for unit, each in links.items() if "prev" in each} == after


def test_a_page_alone_has_the_look_that_was_chosen_and_searches_in_the_codex(reader: Page, address: str) -> None:
    reader.goto(address + "index.html")
    reader.locator("label[for=__palette_1]").click()
    until(reader, "document.body.dataset.mdColorScheme === 'slate'")
    paper = "getComputedStyle(document.body).backgroundColor"
    for page in ("c/1840/47.2/", "c/1840@1.0.0/#47.2", "m/how-many-play/"):
        reader.goto(address + page)
        assert reader.evaluate("document.documentElement.dataset.look") == "slate"
        assert reader.evaluate(paper) == "rgb(26, 24, 22)"
    reader.emulate_media(color_scheme="dark")
    reader.evaluate("localStorage.setItem(Object.keys(localStorage)[0], JSON.stringify({color: {scheme: 'default'}}))")
    reader.reload()
    assert reader.evaluate(paper) == "rgb(252, 250, 245)"
    reader.get_by_role("searchbox").fill("47.2")
    reader.get_by_role("button", name="Search").click()
    until(reader, "document.querySelector('.md-search-result__link')?.textContent.includes('1840:47.2')")
