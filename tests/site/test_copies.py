"""The two copies of the site: one's own, with every word, and the one that may be published."""

from __future__ import annotations

import base64
import html
import io
import json
import re
import shutil
import sqlite3
import subprocess
import zipfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from jinja2 import Environment
from mkdocs.config import load_config

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.publish.folders import replace_folder, write_manifest
from tarock.publish.site import on_config, on_env
from tests.conftest import ROOT, Run
from tests.helpers import unpacked

pytestmark = pytest.mark.slow

RUN = 4  # words in a row that are taken for somebody's text
WORD = re.compile(r"[^\W_]+")
TAG = re.compile(r"<[^>]*>")
PACKED = re.compile(r"javascripts/search-\w+\.js$")
NOT_TEXT = {".woff2", ".png", ".otf", ".ico"}
SAID = "Your own copy, with every word: not for publication."
IN_GERMAN = "Dein eigenes Exemplar, mit jedem Wort: nicht zur Veröffentlichung."


def words(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def runs(text: str, beginnings: set[str] | None = None) -> set[str]:
    """Each four words in a row, or those that begin with one of `beginnings`."""
    found = words(text)
    starts = (start for start in range(len(found) - RUN + 1) if beginnings is None or found[start] in beginnings)
    return {" ".join(found[start : start + RUN]) for start in starts}


def readings(name: str, data: bytes) -> Iterator[str]:
    """The text of a file, in each way in which it can be read; that of the files in an archive or e-book too."""
    if name.endswith((".zip", ".epub", ".whl", ".xlsx")):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner in archive.namelist():
                yield from readings(inner, archive.read(inner))
    elif name.endswith(".sqlite"):
        with sqlite3.connect(":memory:") as database:
            database.deserialize(data)
            tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            for table in tables:
                yield json.dumps(
                    database.execute(f'SELECT * FROM "{table}"').fetchall(), ensure_ascii=False, default=repr
                )
    elif name.endswith(".pdf"):
        yield " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    else:
        errors = (
            "replace" if name.endswith((".wasm", ".mo")) else "strict"
        )  # programs and compiled catalogues, in which words would be readable too
        text = data.decode("utf-8", errors).replace("\\n", " ")
        if name.endswith((".html", ".xhtml")):
            yield html.unescape(TAG.sub("", text))  # a word with a mark inside too
            text = "\n".join(TAG.findall(text))  # what stands in attributes
        yield html.unescape(text)
        if PACKED.search(name):
            yield json.dumps(unpacked(data.decode("utf-8")), ensure_ascii=False).replace("\\n", " ")


def found(folder: Path, sought: set[str]) -> dict[str, str]:
    """Which of the runs of words stand in a folder, each with a file that has it."""
    hits = {}
    first = {run.partition(" ")[0] for run in sought}  # few words of a site begin one
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in NOT_TEXT:
            name = path.relative_to(folder).as_posix()
            for text in readings(name, path.read_bytes()):
                hits.update(dict.fromkeys(runs(text, first) & sought, name))
    return hits


@cache
def not_free(corpus: Corpus) -> frozenset[str]:
    """The runs of words that are in the transcript of 1945 or a modern editor's, and in no free text.

    Of 1945 the names of its parts stay, as labels, the copyright line, and rows of numbers.
    """
    free = " ".join((ROOT / f"corpus/sources/{siglum}.txt").read_text("utf-8") for siglum in ("1754", "1840", "1863"))
    theirs = [corpus.edition("1754").paratexts["anmerkung.2"].text, corpus.edition("1840").paratexts["nachwort.1"].text]
    for text in theirs:
        free = free.replace(text, "|")
    edition = corpus.edition("1945")
    labels = " ".join(heading.text for heading in edition.headings.values())
    titles = [f"{edition.label(name)} {edition.source.title}" for name in edition.containers]
    kept = set().union(*map(runs, (free, labels, *titles, edition.source.rights.statement)))
    all_of_it = set().union(*map(runs, (edition.transcript, *theirs, *(p.text for p in edition.passages.values()))))
    return frozenset(
        run for run in all_of_it - kept if not all(word.isdigit() or len(word) < 3 for word in run.split())
    )


def test_no_words_that_are_not_free_are_in_the_public_copy(built_public: Path, corpus: Corpus) -> None:
    """In no page, script or data file, and in no archive, PDF or e-book beside the site."""
    sought = not_free(corpus)
    assert len(sought) > 900
    for folder in (built_public, built_public.parent / "release"):
        assert found(folder, set(sought)) == {}
    page = (built_public / "sources/1945/index.html").read_text(encoding="utf-8")
    edition = corpus.edition("1945")
    for passage in edition.passages.values():
        assert f'id="{passage.ref}"' in page
        assert f'data-hash="{passage.hash}"' in page
    assert page.count("is left out because its rights are not clear") == len(edition.passages)
    assert "Copyright © Wiener Zeitung Online 2018" in page


@pytest.mark.parametrize(
    "name",
    [
        "c/1945/x.html",
        "data/x.yaml",
        "assets/x.js",
        "assets/javascripts/search-1945.js",
        "data/x.zip",
        "files/x.epub",
        "files/x.pdf",
    ],
)
def test_a_sentence_that_slips_in_would_be_found(built: Path, corpus: Corpus, tmp_path: Path, name: str) -> None:
    text = next(passage.text for passage in corpus.edition("1945").passages.values() if len(passage.text) > 80)
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    if path.suffix == ".pdf":
        shutil.copyfile(built.parent / "release/own/1945.pdf", path)
    elif path.suffix in (".zip", ".epub"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("deep/text.xhtml", f"<p>{text}</p>")
    elif PACKED.search(name):  # the words are to be read in what is packed, as nowhere else do they stand
        packed = base64.b64encode(zlib.compress(json.dumps({"texts": [text]}).encode())).decode()
        path.write_text(f"x = {json.dumps([packed])};\n", encoding="utf-8")
    else:
        path.write_text(text.replace(" ", "<b> </b>") if path.suffix == ".html" else text, encoding="utf-8")
    assert set(found(tmp_path, set(not_free(corpus))).values()) == {name}


@pytest.mark.parametrize("siglum", ["1754", "1840", "1863", "1945"])
def test_every_passage_is_in_the_own_copy(built: Path, corpus: Corpus, siglum: str) -> None:
    """On its own page, in the search and in the e-book; what stands around it on the page of the source."""
    edition = corpus.edition(siglum)

    def told(*names: str) -> str:
        return "|".join("".join(words(text)) for name in names for text in readings(name, (built / name).read_bytes()))

    search = told(f"assets/javascripts/search-{siglum}.js")
    for passage in edition.passages.values():
        text = "".join(words(passage.text))
        assert text in told(f"c/{siglum}/{passage.ident}/index.html"), passage.ref
        assert text in search, passage.ref
    book = [
        runs(text)
        for text in readings("tarock-codex.epub", (built.parent / "release/own/tarock-codex.epub").read_bytes())
    ]
    sought = set().union(*(runs(passage.text) for passage in edition.passages.values()))
    assert len(sought & set().union(*book)) > 0.9 * len(sought)  # tricks are cells, notes stand between the words
    pages = told(*(path.relative_to(built).as_posix() for path in (built / "sources" / siglum).glob("*.html")))
    for paratext in edition.paratexts.values():
        assert "".join(words(paratext.text)) in pages, paratext.ref
    assert (built / f"data/corpus/sources/{siglum}.txt").read_text(encoding="utf-8") == edition.transcript
    assert (built.parent / f"release/own/{siglum}.pdf").exists()


def test_only_the_own_copy_says_on_every_page_that_it_is_not_for_publication(built: Path, built_public: Path) -> None:
    for copy, own in ((built, True), (built_public, False)):
        pages = list(copy.rglob("*.html"))
        assert len(pages) > 1000
        for page in pages:
            text = TAG.sub("", page.read_text(encoding="utf-8"))
            said = IN_GERMAN if page.is_relative_to(copy / "de") else SAID
            assert (said in text) == (own and "This page has moved" not in text), page
        assert (
            TAG.sub("", (copy / "index.html").read_text(encoding="utf-8")).count(SAID) == 2
        ) == own  # footer, notice
        about_1945 = (copy / "sources/1945/index.html").read_text(encoding="utf-8")
        other = "<code>make publish</code>" if own else "<code>make site</code>"
        assert other in about_1945  # how to get the other copy
        assert "We cannot say that the text is free." in about_1945  # what is known of its rights


def test_books_and_data_are_those_of_the_copy(built: Path, built_public: Path) -> None:
    beside = built.parent / "release/own", built_public.parent / "release/files"
    books = [{path.name for path in folder.glob("[!.]*.*")} for folder in beside]
    assert books[0] - books[1] == {
        "1945.pdf",
        "1945-print.pdf",
        "1945-de.pdf",
        "1945-print-de.pdf",
        "1945.xml",
    }  # the sheet asks in words of the text
    assert {path.rpartition(".")[2] for path in books[1] - books[0]} == {"whl"}
    offered = [(copy / "files/index.html").read_text(encoding="utf-8") for copy in (built, built_public)]
    assert ["1945.pdf" in page for page in offered] == [True, False]
    archives = [zipfile.ZipFile(folder / "tarock-codex.zip").namelist() for folder in beside]
    assert ["tarock-codex/corpus/sources/1945.txt" in names for names in archives] == [True, False]
    assert ["tarock-codex/corpus/sources/left_out.yaml" in names for names in archives] == [False, True]


# --- where they lie ------------------------------------------------------------------------------------------------


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites of one file that says which copy it is."""

    def build(_codex: ComputedCodex, output: Path, *, public_domain_only: bool) -> None:
        with replace_folder(output) as fresh:
            (fresh / "index.html").write_text("public" if public_domain_only else "own", encoding="utf-8")
            write_manifest(fresh)

    monkeypatch.setattr("tarock.cli.publish.build_site", build)


@pytest.mark.usefixtures("light")
def test_neither_copy_overwrites_the_other(codex: Project, run: Run) -> None:
    own, public = codex.build / "site/index.html", codex.build / "public/index.html"
    for asked in (False, True, False, True):
        outcome = run("site", "build", *["--own"] * asked, root=codex)
        assert outcome.status == 0
        assert str(own if asked else public) in outcome.out
        assert ("not for publication" in outcome.out) == asked
        assert ("what is not free is left out" in outcome.out) == (not asked)
        assert ("`make publish`" if asked else "`make site`") in outcome.out  # how to get the other
    for place, other in ((own.parent, []), (public.parent / "deep", ["--own"])):
        outcome = run("site", "build", "-o", str(place), *other, root=codex)
        assert (outcome.status, outcome.out) == (2, "")
        assert "and the other one is asked for; expected another" in outcome.err
    assert (own.read_text(encoding="utf-8"), public.read_text(encoding="utf-8")) == ("own", "public")


def test_mkdocs_by_itself_keeps_the_copies_apart_too(codex: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarock.publish.site.list_site_pages", lambda _site: ())
    monkeypatch.setattr("tarock.publish.site.write_release", lambda *_: None)  # where it goes is tested with the site
    for asked in ("1", "0", ""):
        monkeypatch.setenv("TAROCK_OWN", asked)
        config = load_config(str(codex.root / "mkdocs.yml"))
        on_config(config)
        assert config.site_dir == str(codex.build / ("site" if asked == "1" else "public"))
        notice = on_env(Environment(), config, None).globals["notice"]
        assert (SAID in notice) == (asked == "1")


def test_the_forge_publishes_the_public_copy_only() -> None:
    for path in (ROOT / ".github/workflows").iterdir():
        text = path.read_text(encoding="utf-8")
        uploads = re.findall(r"uses: actions/upload-.*\n +with: \{path: (.*)\}", text)
        assert len(uploads) == text.count("upload-") == (path.name == "publish.yml")
        assert uploads in ([], ["build/public"])
        assert ("run: make publish\n" in text) == bool(uploads)
        assert not re.search("--own|TAROCK_OWN|make (site|serve)|build/site", text)


def test_make_builds_ones_own_copy_and_publishes_the_other() -> None:
    def told(target: str) -> list[str]:
        done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
        return [line.partition("tarock ")[2] for line in done.stdout.splitlines() if "bin/tarock site" in line]

    assert [told(name) for name in ("site", "serve", "publish")] == [
        ["site build --own"], ["site serve --own"], ["site build"],
    ]  # fmt: skip
