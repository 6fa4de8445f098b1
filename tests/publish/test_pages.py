"""The pages that MkDocs builds from, made from the real corpus."""

from __future__ import annotations

import errno
import re
import shutil
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import mkdocs.utils
import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.check import check
from tarock.cli.publish import summary_lines
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.publish.folders import replace_folder, write_manifest
from tarock.publish.pages import Page, compose_pages, list_site_pages, list_translated_pages
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.site import build_site
from tests.conftest import Run
from tests.helpers import like

pytestmark = pytest.mark.slow


def test_every_passage_heading_and_unit_has_its_anchor_exactly_once(corpus: Corpus, composed: dict[str, str]) -> None:
    text = "\n".join(composed[path] for path in composed if path.startswith("sources/"))
    found = Counter(one or other for one, other in re.findall(r' id="([^"]+)"|\{: #(\S+) ', text))
    for edition in corpus.editions():
        for name in {*edition.passages, *edition.headings, *edition.containers}:
            assert found[f"{edition.siglum}:{name}"] == 1, name


def test_every_passage_has_a_cite_button_and_its_number(corpus: Corpus, composed: dict[str, str]) -> None:
    text = "\n".join(composed.values())
    for edition in corpus.editions():
        for passage in edition.passages.values():
            assert f'aria-label="Cite {passage.ref}"' in text
            assert f'href="#{passage.ref}" class="passage__number"' in text
            assert f'data-hash="{passage.hash}"' in text


def test_a_site_without_any_text_has_all_its_pages(
    computed: ComputedCodex, composed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Site, "withheld", lambda *_: True)
    site = Site(computed, public_domain_only=True)
    made = compose_pages(site, list_site_pages(site))
    assert made.keys() == {path for path in composed if not path.startswith("words/")}


def test_links_between_pages_are_relative() -> None:
    page = "sources/1840/index.md"
    assert Address("sources/1840/geben.md").link_from(page) == "geben.html"
    assert Address("about.md", "cite").link_from(page) == "../../about.html#cite"
    assert Address("sources/1754/index.md").link_from("index.md") == "sources/1754/index.html"
    assert Address(page, "1840:1").link_from(page) == "#1840:1"


def test_parts_that_leave_a_passage_out_are_an_error(corpus: Corpus, tmp_path: Path) -> None:
    shutil.copytree(corpus.project.root / "corpus", tmp_path / "corpus")
    sources = tmp_path / "corpus/sources/sources.yaml"
    changed = sources.read_text(encoding="utf-8").replace('first: "1", last: "33"', 'first: "1", last: "32"')
    sources.write_text(changed, encoding="utf-8")
    with pytest.raises(CodexError, match="33 is in no part"):
        _ = Site(ComputedCodex(Project(tmp_path))).part_pages


def test_a_folder_with_something_else_in_it_is_never_replaced(computed: ComputedCodex, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(CodexError, match="holds something else"):
        build_site(computed, tmp_path, public_domain_only=False)
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.fixture
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site of three pages, and nothing beside them: how a build ends does not hang on their number."""

    def few(pages: Callable[[Site], tuple[Page, ...]], site: Site) -> list[Page]:
        return [page for page in pages(site) if page.address.page in ("index.md", "subjects.md", "changelog.md")]

    for pages in (list_site_pages, list_translated_pages):
        monkeypatch.setattr(f"tarock.publish.site.{pages.__name__}", partial(few, pages))
    for name in ("write_addresses", "write_data", "write_release", "make_script_data", "translate_scripts"):
        monkeypatch.setattr(f"tarock.publish.site.{name}", lambda *_: {})


@pytest.mark.usefixtures("few_pages")
def test_search_engines_are_told_the_address_of_a_page_and_that_of_its_translation(
    codex: Project, computed: ComputedCodex, tmp_path: Path
) -> None:
    with (codex.root / "CITATION.cff").open("a", encoding="utf-8") as stream:
        stream.write("url: https://example.org/t\n")
    settings = codex.root / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.unlink()  # it may be a link to that of the checkout
    settings.write_text(
        text.replace("strict: true", "strict: false"), encoding="utf-8"
    )  # most links lead to other pages
    build_site(like(computed, codex), tmp_path / "site", public_domain_only=False)
    link = re.compile(r'<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">')
    both = {"en": "https://example.org/t/subjects.html", "de": "https://example.org/t/de/subjects.html"}
    for name, own in (("subjects.html", both["en"]), ("de/subjects.html", both["de"])):
        links = link.findall((tmp_path / "site" / name).read_text(encoding="utf-8"))
        assert {(kind, language): href for kind, language, href in links} == {
            ("canonical", ""): own,
            ("alternate", "en"): both["en"],
            ("alternate", "de"): both["de"],
            ("alternate", "x-default"): both["en"],
        }
    links = link.findall((tmp_path / "site/changelog.html").read_text(encoding="utf-8"))
    assert links == [("canonical", "", "https://example.org/t/changelog.html")]
    listed = (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")
    assert all(f"<loc>{href}</loc>" in listed for href in both.values())


@pytest.mark.usefixtures("few_pages")
def test_a_fault_that_mkdocs_finds_is_reported_and_the_old_site_stays(
    codex: Project, computed: ComputedCodex, tmp_path: Path
) -> None:
    with codex.changelog.open("a", encoding="utf-8") as stream:
        stream.write("\n[gone](nowhere.md)\n")
    output = tmp_path / "site"
    output.mkdir()
    with pytest.raises(CodexError, match=r"nowhere\.md"):
        build_site(like(computed, codex), output, public_domain_only=False)
    assert list(output.iterdir()) == []


@pytest.mark.usefixtures("few_pages")
def test_a_disk_that_is_full_is_named_with_the_page(
    computed: ComputedCodex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file = mkdocs.utils.write_file

    def full(content: bytes, path: str) -> None:
        if path.endswith("subjects.html"):
            raise OSError(errno.ENOSPC, "No space left on device")
        write_file(content, path)

    monkeypatch.setattr("mkdocs.utils.write_file", full)
    with pytest.raises(CodexError, match=r"page 'subjects\.md'.*the disk is full"):
        build_site(computed, tmp_path / "site", public_domain_only=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_books")
def test_a_build_ends_with_few_lines_that_say_what_was_built_and_found(computed: ComputedCodex, tmp_path: Path) -> None:
    lines = list(summary_lines(check(computed), tmp_path, public_domain_only=True))
    assert len(lines) < 10  # `make site` prints one more
    assert all(len(line.replace(str(tmp_path), "")) <= 110 for line in lines)
    said = " ".join(lines)
    assert "from 4 rule texts" in said
    follow = [report for report in computed.game_reports if report.verdict.startswith("reproduced")]
    assert f"{len(follow)} of {len(computed.game_reports)} model games come to the stated result" in said
    assert str(tmp_path / "index.html") in said
    assert "`tarock check`" in lines[-1]


def test_a_site_is_built_again_only_when_something_changed(
    codex: Project, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What it is made of, or what lies there; the builds are told apart, and what is said is said each time."""
    built, output = [], tmp_path / "site"

    def build(_codex: ComputedCodex, output: Path, *, public_domain_only: bool) -> None:
        built.append(public_domain_only)
        with replace_folder(output) as fresh:
            (fresh / "index.html").write_text("page", encoding="utf-8")
            write_manifest(fresh)

    monkeypatch.setattr("tarock.cli.publish.build_site", build)
    first = run("site", "build", "-o", str(output), root=codex)
    assert (first.status, built) == (0, [True])
    assert run("site", "build", "-o", str(output), root=codex) == first
    assert built == [True]
    (output / "index.html").write_text("other", encoding="utf-8")
    run("site", "build", "-o", str(output), root=codex)
    assert built == [True, True]
    run("site", "build", "-o", str(output), "--own", root=codex)
    assert built == [True, True, False]
    with (codex.root / "CHANGELOG.md").open("a", encoding="utf-8") as stream:
        stream.write("More.\n")
    run("site", "build", "-o", str(output), root=codex)
    assert built == [True, True, False, True]
