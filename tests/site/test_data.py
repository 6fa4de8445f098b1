"""The data on the site: the files themselves, the page that tells of them, the links at the foot of the pages."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from typing import get_args

import pytest

from tarock.base import yamlio
from tarock.base.files import has_content
from tarock.base.project import Project
from tarock.checks.release import copy_data
from tarock.codex import ComputedCodex
from tarock.publish.export.content import Content
from tarock.publish.export.registry import FORMATS
from tarock.publish.export.tables import TABLES
from tarock.publish.places import Site
from tarock.publish.static_files import write_sitemap
from tarock.publish.views.data import link_files_behind
from tarock.publish.views.view import View
from tarock.robustness.coverage import HOLDS
from tarock.rules.silences import SilenceKind
from tarock.rules.tables import Grade, StatementRecord
from tests.conftest import ROOT, remember
from tests.helpers import like
from tests.test_package import build, checkout

pytestmark = pytest.mark.slow

HREF = re.compile(r'href="([^"#]+)"')
LEFT_OUT = "corpus/sources/left_out.yaml"  # written where something is
CODE = re.compile(r'<code class="language-(\w+)">(.*?)</code>', re.DOTALL)


def hrefs(page: Path) -> set[Path]:
    """What a page links to on the site."""
    found = set(HREF.findall(page.read_text(encoding="utf-8")))
    return {Path(os.path.normpath(page.parent / href)) for href in found}


def beside(site: Path) -> Path:
    """The files to take away, which lie beside a site."""
    (folder,) = site.parent.glob("release/*")
    return folder


def of_data(site: Path) -> set[Path]:
    return {path for path in (site / "data").rglob("*") if path.is_file() and path.name != "index.html"}


def test_the_data_of_the_project_is_there_byte_for_byte(built: Path) -> None:
    project = {path for name in ("corpus", "rules_data") for path in (ROOT / name).rglob("*.*") if path.is_file()}
    assert len(project) > 150
    for path in project:
        assert (built / "data" / path.relative_to(ROOT)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("site", ["built", "built_public"])
def test_the_page_of_the_data_lists_every_file_and_no_page_links_to_one_that_is_not_there(
    site: str, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(site).resolve()
    assert of_data(folder) - hrefs(folder / "data/index.html") == set()
    assert any(path.name == "left_out.yaml" for path in of_data(folder)) == (site == "built_public")
    linked = {href for page in folder.rglob("*.html") if "@" not in str(page) for href in hrefs(page)}
    assert {path for path in linked if path.is_relative_to(folder / "data") and not path.is_file()} == set()
    archive = zipfile.ZipFile(beside(folder) / "tarock-codex.zip")
    assert {folder / "data" / name.removeprefix("tarock-codex/") for name in archive.namelist()} == of_data(folder)


def test_what_is_not_free_beside_free_texts_is_shown_only_where_all_is(built: Path, built_public: Path) -> None:
    """Words of the afterword of 2003, which is not free (RIGHTS.md), in everything that is text on the site."""
    words, page = "in der Fachliteratur bisher nicht beachtete", "sources/1840/musterspiele-5-8.html"
    assert words in (ROOT / "corpus/sources/1840.txt").read_text(encoding="utf-8")

    def holding(site: Path) -> set[str]:
        kinds = (".html", ".txt", ".md", ".js", ".json", ".yaml")
        files = (path for path in site.rglob("*") if path.suffix in kinds)
        return {str(path.relative_to(site)) for path in files if words in path.read_text(encoding="utf-8")}

    assert {page, "c/1840/nachwort.1/index.html", "data/corpus/sources/1840.txt"} <= holding(built)
    assert holding(built_public) == set()
    shown = (built_public / page).read_text(encoding="utf-8")
    assert 'id="1840:nachwort.1"' in shown  # the address stays
    assert "no licence for it is known to us: the afterword to the transcript of 1840" in shown
    assert "is left out" in (built_public / "c/1840/nachwort.1/index.html").read_text(encoding="utf-8")
    assert "they are left out of this site and of its data" in (built_public / "about.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("site", ["built", "built_public"])
def test_the_page_of_the_data_offers_every_format_and_the_checksum_of_every_download(
    site: str, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(site).resolve()
    content = Content(Site(request.getfixturevalue("computed"), public_domain_only=site == "built_public"))
    offered = hrefs(folder / "data/index.html")
    for form in FORMATS:
        for name, data in FORMATS[form].files(content).items():
            assert beside(folder) / name in offered
            assert (beside(folder) / name).read_bytes() == data
    for place, files in ((folder, of_data(folder)), (beside(folder), {*beside(folder).glob("[!.]*")})):
        assert place / "SHA256SUMS" in offered
        lines = [line.split("  ") for line in (place / "SHA256SUMS").read_text(encoding="utf-8").splitlines()]
        assert {place / name for _digest, name in lines} == files - {place / "SHA256SUMS"}
        assert all(hashlib.sha256((place / name).read_bytes()).hexdigest() == digest for digest, name in lines)
    page = (folder / "data/index.html").read_text(encoding="utf-8")
    (asked,) = re.findall("<code>(SELECT .*?)</code>", page)
    with sqlite3.connect(beside(folder) / "tarock-codex.sqlite") as database:
        assert ("1840:47.2",) in database.execute(unescape(asked)).fetchall()  # § 47 is on ultimo
    assert all(f"<code>{column}</code>" in page for table in TABLES for column in (table.name, *table.names))


def test_what_is_published_offers_the_wheel_of_make_dist(
    built: Path, built_public: Path, computed: ComputedCodex, tmp_path: Path
) -> None:
    (offered,) = (path for path in hrefs(built_public / "data/index.html") if path.suffix == ".whl")
    source = checkout(tmp_path / "source", computed.stamp)
    assert offered.read_bytes() == build(source, tmp_path / "wheel", "wheel").read_bytes()
    assert not [path for path in hrefs(built / "data/index.html") if path.suffix == ".whl"]  # one's own copy has none


@pytest.mark.parametrize("site", ["built", "built_public"])
def test_every_file_to_take_away_is_linked_with_its_size(site: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(site).resolve()
    pages = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html") if "c" not in path.parts}
    linked = {
        Path(os.path.normpath(page.parent / href)): told
        for page, text in pages.items()
        for href, told in re.findall(r'<a href="([^"#]*release/[^"#]*)"[^>]*>([^<]*)</a>', text)
    }
    assert linked.keys() == {*beside(folder).glob("[!.]*")}  # each is there, and none is hidden
    for path, told in linked.items():
        size = path.stat().st_size
        shown = f"({max(size // 1000, 1)} kB)" if size < 1_000_000 else f"({size / 1e6:.1f} MB)"
        assert shown in told.replace(",", ".") or path.name == "SHA256SUMS", (path, told)


def test_pages_lead_to_the_files_that_they_show(built: Path) -> None:
    for page, names in {
        "rules/deal.html": [f"rules_data/{folder}/deal.yaml" for folder in ("1754", "1840", "1863", "1945", "keys")],
        "games/m1.html": ["corpus/games/1840-m1.yaml", "rules_data/schema/game.schema.json"],
        "sources/1863/index.html": ["corpus/emendations/1863.yaml", "corpus/translations/en/1863.yaml"],
        "own-game.html": ["corpus/examples/my-game.yaml", "rules_data/schema/score-1754.schema.json"],
    }.items():
        assert {(built / "data" / name).resolve() for name in names} <= hrefs(built / page)


def test_what_the_page_tells_a_programmer_to_do_works(built_public: Path, cached: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(beside(built_public) / "tarock-codex.zip").extractall(tmp_path)
    remember(tmp_path / "tarock-codex", cached)
    told = CODE.findall((built_public / "data/index.html").read_text(encoding="utf-8"))
    codes = [(language, unescape(re.sub("<[^>]*>", "", code))) for language, code in told]
    assert [language for language, _ in codes] == ["sh", "python", "python"]
    commands = [line.replace("tarock", "-m tarock", 1).split() for line in codes[0][1].splitlines()]
    for arguments in (*commands, *(["-c", code] for _, code in codes[1:])):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path / "tarock-codex", capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
        )  # fmt: skip
        assert done.stderr == ""
        assert done.stdout, arguments
    assert "middle 1840:44.1 The middle consolation holds when nothing was agreed." in done.stdout  # § 44


def test_the_page_says_what_the_data_are_to_programs_and_to_people(built_public: Path) -> None:
    """As CITATION.cff says it, and with every field, grade, silence and kind of evidence that our data have."""
    page = (built_public / "data/index.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    told, cff = json.loads(found), yamlio.load(built_public / "data" / "CITATION.cff").data
    assert (told["@type"], told["name"], told["description"]) == ("Dataset", cff["title"], cff["abstract"])
    assert (told["version"], told["datePublished"], told["keywords"]) == (
        cff["version"], cff["date-released"], cff["keywords"]
    )  # fmt: skip
    assert told["license"].endswith(f"/{cff['license']}")
    assert "editor" not in told  # CITATION.cff names no person
    (archive,) = told["distribution"]
    assert zipfile.is_zipfile(built_public / "data" / archive["contentUrl"])
    assert '<meta name="z:itemType" content="dataset">' in page
    words = {*StatementRecord.__struct_fields__, *get_args(Grade), *get_args(SilenceKind), *HOLDS}
    assert words <= set(re.findall(r"<dt><code>([^<]+)</code></dt><dd>[^<]{5,}", page))


def test_links_into_the_repository_are_there_when_it_has_an_address(codex: Project, computed: ComputedCodex) -> None:
    assert not any(
        repository for _, repository in link_files_behind(View(Site(computed), "index.md"), ["corpus/termbase.yaml"])
    )
    with (codex.root / "CITATION.cff").open("a", encoding="utf-8") as stream:
        stream.write("repository-code: https://example.org/tarock/\n")
    view = View(Site(like(computed, codex)), "rules/deal.md")
    ((file, repository),) = link_files_behind(view, ["corpus/termbase.yaml"])
    assert file.href == "../data/corpus/termbase.yaml"
    assert repository == "https://example.org/tarock/blob/HEAD/corpus/termbase.yaml"


def test_no_link_into_the_repository_leads_to_words_that_the_site_leaves_out(
    codex: Project, computed: ComputedCodex, tmp_path: Path
) -> None:
    """A file without a link is one that the site has in part only, or of a source of which it has such files."""
    with (codex.root / "CITATION.cff").open("a", encoding="utf-8") as stream:
        stream.write("repository-code: https://example.org/tarock/\n")
    everything = ["corpus/**/*.*", "rules_data/**/*.*"]
    own, public = (Site(like(computed, codex), public_domain_only=each) for each in (False, True))
    assert all(repository for _, repository in link_files_behind(View(own, "index.md"), everything))
    copy_data(codex.root, tmp_path / "made", with_unclear_rights=False)
    found = {file.text: repository for file, repository in link_files_behind(View(public, "index.md"), everything)}
    changed = {
        name for name in found if (codex.root / name).is_file()
        and not has_content(tmp_path / "made" / name, (codex.root / name).read_bytes())
    }  # fmt: skip
    assert {"corpus/sources/1840.txt", "corpus/sources/1754.txt", "rules_data/1945/play.yaml"} < changed
    unlinked = {name for name, repository in found.items() if not repository}
    assert changed - unlinked <= {"corpus/versions.lock"}  # hashes, no words
    assert {
        name for name in unlinked - changed if not name.startswith(("rules_data/1945/", "rules_data/matters/"))
    } == {LEFT_OUT}
    assert not any("1945.txt" in name or "texts/1945" in name for name in found)


def test_a_sitemap_needs_an_address_and_lists_what_has_no_version(tmp_path: Path) -> None:
    for name in ("index.html", "404.html", "rules/deal.html", "c/1840/47.2/index.html", "c/1840/47.2@1.0.0/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "sitemap.xml").write_text("<urlset/>")
    write_sitemap(tmp_path, "")
    assert not (tmp_path / "sitemap.xml").exists()
    assert not (tmp_path / "robots.txt").exists()
    write_sitemap(tmp_path, "https://example.org/t/")
    listed = re.findall("<loc>(.*?)</loc>", (tmp_path / "sitemap.xml").read_text())
    assert listed == [f"https://example.org/t/{page}" for page in ("c/1840/47.2/", "", "rules/deal.html")]
    assert "Sitemap: https://example.org/t/sitemap.xml" in (tmp_path / "robots.txt").read_text()
