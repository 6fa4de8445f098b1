"""The short addresses: every unit of every edition has a page of its own, with what reference managers read."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from tarock.base.files import write_text
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import load_publication
from tarock.corpus.versions import all_versions, corpus_files, resolve_reference
from tarock.publish.citations import cite
from tarock.publish.environment import get_environment, render
from tarock.publish.places import Site
from tarock.publish.views.matters import KeysView
from tarock.publish.views.metadata import make_tags
from tarock.publish.views.rules import make_topic
from tarock.publish.views.short_pages import make_short_pages
from tests.helpers import emend, raised, replace_once, retouch, sources_file, step_version

pytestmark = pytest.mark.slow


class Head(HTMLParser):
    """The tags of a page that a reference manager looks at, and its words."""

    def __init__(self, text: str):
        super().__init__()
        self.meta: dict[str, str] = {}
        self.canonical = ""
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "meta" and "name" in found:
            self.meta[found["name"]] = found["content"]
        if tag == "link" and found.get("rel") == "canonical":
            self.canonical = found["href"]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


@pytest.fixture
def folder(built: Path) -> Path:
    """The addresses of all sources, as the site has them."""
    return built


@pytest.fixture
def unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what rests on a passage: it takes the whole proof, which tests of texts and titles need not."""
    monkeypatch.setattr(Site, "values_at", lambda _site, _ref: [])
    monkeypatch.setattr(Site, "claims_at", lambda _site, _ref: [])


def write(site: Site, folder: Path, *refs: str) -> None:
    """The addresses of some passages of one source; those of all are in `folder`."""
    template = get_environment().get_template("short-page.html.j2")
    for each in make_short_pages(site, all_versions(site.corpus, refs[0].partition(":")[0])):
        if each.ref in refs:
            write_text(folder / each.folder / "index.html", template.render(view=each))


def page(folder: Path, name: str) -> Head:
    return Head((folder / "c" / name / "index.html").read_text(encoding="utf-8"))


def test_every_unit_has_its_page_and_every_edition_too(computed: ComputedCodex, folder: Path) -> None:
    for edition in computed.corpus.editions():
        idents = {*edition.units, *edition.parts, *edition.containers}
        assert all((folder / "c" / edition.siglum / ident / "index.html").is_file() for ident in idents)
        assert all((folder / f"c/{edition.siglum}@{version}/index.html").is_file() for version in edition.source.dates)


@pytest.mark.parametrize(
    ("name", "expected"),
    [  # from the transcripts' own words, as in the tests of citations
        ("1754/12", {"dc.date": "1754", "eprints.place_of_pub": "Leipzig"}),
        ("1840/47.2", {"dc.date": "1840"}),
        (
            "1863/7",
            {
                "dc.date": "1863", "eprints.place_of_pub": "Altenburg",
                "prism.publicationName": "Pierer's Universal-Lexikon", "prism.volume": "17",
                "citation_firstpage": "257", "citation_lastpage": "258",
            },
        ),
        ("1945/allg.2.3.7", {"dc.date": "2005-09-15"}),
    ],
)  # fmt: skip
def test_a_passage_says_what_reference_managers_read(
    computed: ComputedCodex, folder: Path, name: str, expected: dict[str, str]
) -> None:
    siglum, ident = name.split("/")
    version = computed.corpus.sources[siglum].edition
    meta = page(folder, name).meta
    assert expected.items() <= meta.items()
    assert meta["citation_title"].endswith(f"[Tarock Codex {version}, 2026]")
    assert f"[{siglum}:{ident}@{version}]; sha256:" in meta["dc.description"]
    assert not [value for value in meta.values() if re.search("[0-9a-f]{64}", value)]
    assert "dc.publisher" not in meta  # it would be joined to the source's place
    assert not [key for key in meta if key.startswith("og:")]
    assert ("eprints.place_of_pub" in meta) is ("eprints.place_of_pub" in expected)


def test_the_tags_of_a_page_are_those_of_its_source_and_edition(computed: ComputedCodex, folder: Path) -> None:
    """Field by field they agree with the citations, as `test_citations.py` has it: here that the page carries them."""
    for ref in ("1754:12", "1840:47.2", "1840:m3.s5", "1863:7", "1945:allg.2.3.7", "1840:nachwort.1"):
        selection, version = resolve_reference(computed.corpus, ref)
        wanted = dict(make_tags(selection, version, load_publication(computed.project)))
        meta = page(folder, ref.replace(":", "/")).meta
        assert {name: meta[name] for name in wanted} == wanted


def test_the_text_stands_on_the_page(computed: ComputedCodex, folder: Path) -> None:
    for siglum, ident in (("1754", "20"), ("1840", "73.karten"), ("1863", "21"), ("1840", "m4.s5.bemerkung")):
        edition = computed.corpus.edition(siglum)
        unit = edition.units.get(ident) or edition.parts[ident]
        assert unit.text in page(folder, f"{siglum}/{ident}").text


def test_without_an_address_of_ours_no_canonical_one_is_made_up(folder: Path) -> None:
    assert page(folder, "1840/47.2").canonical == ""


@pytest.mark.usefixtures("unproved")
def test_with_a_setting_the_canonical_address_is_that_of_the_passage(codex: Project, tmp_path: Path) -> None:
    cff = codex.root / "CITATION.cff"
    cff.write_text(cff.read_text("utf-8") + "url: https://codex.example/deep\n", encoding="utf-8")
    write(Site(ComputedCodex(codex)), tmp_path, "1840:47.2")
    assert page(tmp_path, "1840/47.2").canonical == "https://codex.example/deep/c/1840/47.2/"
    version = ComputedCodex(codex).corpus.sources["1840"].edition
    dated = f"https://codex.example/deep/c/1840@{version}/#47.2"
    assert dated in page(tmp_path, "1840/47.2").text
    assert dated in page(tmp_path, "1840/47.2").meta["dcterms.bibliographicCitation"]


@pytest.mark.usefixtures("unproved")
def test_an_old_edition_shows_its_own_words_and_the_difference(codex: Project, tmp_path: Path) -> None:
    before = ComputedCodex(codex).corpus.sources["1840"].edition
    after = raised(before)
    emend(codex, "1840:6.2", "Es würde z. B. ein Stich", "Es würde zum Beispiel ein Stich")
    step_version(codex, "1840", after, changelog=True)
    for path, text in corpus_files(Corpus(codex)).items():
        write_text(path, text)
    write(Site(ComputedCodex(codex)), tmp_path, "1840:6.2", "1840:6.3", "1840")
    old, new = (page(tmp_path, f"1840/{name}").text for name in (f"6.2@{before}", "6.2"))
    whole = page(tmp_path, f"../c/1840@{before}").text
    assert "Es würde z. B. ein Stich" in old
    assert f"This is edition {before}" in old
    assert "What changed since" in old
    assert "Es würde zum Beispiel ein Stich" in new
    assert "What changed since" not in new
    assert not (tmp_path / f"c/1840/6.3@{before}").exists()  # its text is the same
    assert "It reads otherwise in: 1840:6.2." in whole


@pytest.mark.usefixtures("unproved")
def test_a_withdrawn_passage_says_where_it_went(codex: Project, tmp_path: Path) -> None:
    text = (codex.sources / "1754.txt").read_text("utf-8")
    start = text.index("21. Es wird allemal")
    retouch(codex, "1754", text[start : text.index("\n", start)], "")
    replace_once(sources_file(codex), 'last: "21"', 'last: "20"')
    before = ComputedCodex(codex).corpus.sources["1754"].edition
    step_version(codex, "1754", raised(before), changelog=True)
    (codex.corpus / "tombstones.yaml").write_text(
        f'- {{ref: "1754:21", until: {before}, reason: belongs elsewhere, successors: ["1754:20"]}}\n', encoding="utf-8"
    )
    for path, written in corpus_files(Corpus(codex)).items():
        write_text(path, written)
    write(Site(ComputedCodex(codex)), tmp_path, "1754:20", "1754:21")
    for name in ("21", f"21@{before}"):
        shown = page(tmp_path, f"1754/{name}").text
        assert f"stood in edition {before}" in shown
        assert "belongs elsewhere. See 1754:20." in shown
        assert "21. Es wird allemal ein gültig Blat" in shown
    assert not (tmp_path / f"c/1754/21@{raised(before)}").exists()


@pytest.mark.usefixtures("unproved")
def test_a_text_that_may_not_be_shown_is_left_out(codex: Project, tmp_path: Path) -> None:
    write(Site(ComputedCodex(codex), public_domain_only=True), tmp_path, "1945:allg.1.1")
    text = page(tmp_path, "1945/allg.1.1").text
    assert "left out because its rights are not clear" in text
    assert ComputedCodex(codex).corpus.edition("1945").passages["allg.1.1"].text not in text


@pytest.mark.usefixtures("unproved")
def test_a_deprecated_key_says_what_became_of_it(codex: Project) -> None:
    (codex.rules / "deprecated_keys.yaml").write_text(
        "deal.queen: {now: [{key: deal.packet}, {key: deal.hand}]}\ndeal.ace: {reason: no pack has one}\n", "utf-8"
    )
    site = Site(ComputedCodex(codex))
    page = " ".join(render("keys.md.j2", KeysView(site, site.router.keys.page)).split())
    for key, said in {
        "deal.queen": 'This key is now <a href="../rules/deal.html#rule-deal.packet">deal.packet</a>, ',
        "deal.ace": 'This key is asked no more: no pack has one <a href="../rules/deal.html">',
    }.items():
        assert said in page.partition(f'<li id="{key}">')[2].partition("</li>")[0]
    former = make_topic(site, "deal").former
    assert [str(each) for each in former["deal.queen"].now] == ["deal.packet", "deal.hand"]
    assert former["deal.ace"].reason == "no pack has one"


@pytest.mark.usefixtures("unproved")
def test_hostile_titles_stay_text(codex: Project, tmp_path: Path) -> None:
    path = codex.sources / "sources.yaml"
    text = path.read_text("utf-8").replace("short_title: Taroc-Spiele, Leipzig 1754", "short_title: '</script><b>x\"'")
    path.write_text(text, encoding="utf-8")
    write(Site(ComputedCodex(codex)), tmp_path, "1754:12")
    made = (tmp_path / "c/1754/12/index.html").read_text("utf-8")
    assert "<b>x" not in made
    data = made[made.index("ld+json") :].partition(">")[2].partition("</script>")[0]
    assert json.loads(data)["@type"] == "CreativeWork"


def test_every_citation_leads_to_what_it_cites(computed: ComputedCodex, folder: Path) -> None:
    """The address of each citation is a page that is there, and read back it names what was cited."""
    publication = replace(load_publication(computed.project), url="https://codex.example/")
    for ref in (
        "1754", "1840@1.0.0", "1863", "1945", "1840:47.2", "1840:47.2@1.0.0", "1840:47", "1840:18.2#2", "1840:h7",
        "1840:m3.s5", "1840:11-19", "1840:11,13-15", "1840:31.2;4", "1840:18.2#1-#2", "1840:m3.s5-m3.s7@1.0.0",
        "1863:page.257", "1840:nachwort", "1754:anmerkung.2", "1945:allg.2.3",
    ):  # fmt: skip
        selection, version = resolve_reference(computed.corpus, ref)
        (item,) = json.loads(cite(selection, version, publication).render("csl-json"))
        address = cite(selection, version, publication).values["address"]
        for each in (address, item["URL"]):
            path, _, anchor = each.removeprefix("https://codex.example/").partition("#")
            shown = folder / path.partition("?")[0] / "index.html"
            assert shown.is_file(), each
            assert not anchor or f' id="{anchor}"' in shown.read_text(encoding="utf-8"), each
        again, same = resolve_reference(computed.corpus, address)
        assert (again.ref, same) == (selection.ref, version)


def test_the_page_of_a_whole_edition_has_all_its_words(computed: ComputedCodex, folder: Path) -> None:
    for siglum in computed.corpus.sources:
        for version, edition in all_versions(computed.corpus, siglum).items():
            words = page(folder, f"../c/{siglum}@{version}").text
            for unit in edition.units.values():
                assert " ".join(unit.display_text().split()) in words, unit.ref
