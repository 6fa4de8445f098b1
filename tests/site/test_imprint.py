"""Which version everything that is published calls itself, and of which day: as git knows it, and never too early."""

from __future__ import annotations

import html
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest

from tarock.codex import ComputedCodex
from tarock.corpus.stamp import Stamp
from tarock.publish.items import write_date
from tests.test_package import build, checkout, members

pytestmark = pytest.mark.slow

MONTHS = {
    name: number
    for names in (
        "January February March April May June July August September October November December",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    )
    for number, name in enumerate(names.split(), 1)
}
ISO = re.compile(r"(?<![\w-])(20\d\d)-([01]\d)-([0-3]\d)(?![\d-])")
WRITTEN = re.compile(rf"(?<!\d)(\d\d?)\.?\s({'|'.join(MONTHS)})\s(20\d\d)(?!\d)")
PACKED = (".zip", ".epub", ".whl")


def days(text: str) -> set[str]:
    """Every day that a text names, in digits or in words."""
    found = {"-".join(each) for each in ISO.findall(text)}
    return found | {f"{year}-{MONTHS[month]:02}-{int(day):02}" for day, month, year in WRITTEN.findall(text)}


def texts(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """The texts of a file, by their names; those of an archive with its name before them."""
    if name.endswith(PACKED):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner in archive.namelist():
                yield from texts(f"{name}/{inner}", archive.read(inner))
    elif name.endswith(".pdf"):
        document = pypdfium2.PdfDocument(data)
        pages = (page.get_textpage().get_text_range() for page in document)
        yield name, "\n".join((*pages, *(f"{made[:4]}-{made[4:6]}-{made[6:8]}" for made in created(document))))
    elif name.endswith(".sqlite"):
        database = sqlite3.connect(":memory:")
        database.deserialize(data)
        yield name, "\n".join(database.iterdump())
    else:
        yield name, data.decode("utf-8", errors="replace")


def created(document: pypdfium2.PdfDocument) -> list[str]:
    """The days of a PDF's own description, as digits."""
    told = document.get_metadata_dict()
    return [told[key].removeprefix("D:")[:8] for key in ("CreationDate", "ModDate") if told[key]]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory, computed: ComputedCodex) -> dict[str, bytes]:
    """Wheel and source distribution, made of what the site has as data."""
    folder = tmp_path_factory.mktemp("packages")
    source = checkout(folder / "source", computed.stamp)
    made = [build(source, folder / kind, kind) for kind in ("wheel", "sdist")]
    found: dict[str, bytes] = {}
    for archive in made:
        found |= {f"{archive.name}/{name}": data for name, data in members(archive).items()}
    return found


def test_every_imprint_is_that_of_the_commit(
    built_public: Path, built: Path, packages: dict[str, bytes], computed: ComputedCodex
) -> None:
    """Each kind of file in its own field."""
    stamp: Stamp = computed.stamp
    version, day = stamp.version, stamp.date
    wheel, sdist = f"tarock_codex-{version}-py3-none-any.whl", f"tarock_codex-{version}.tar.gz"
    files = built_public.parent / "release/files"
    assert f"\nVersion: {version}\n" in packages[f"{wheel}/tarock_codex-{version}.dist-info/METADATA"].decode()
    assert f"\nVersion: {version}\n" in packages[f"{sdist}/tarock_codex-{version}/PKG-INFO"].decode()
    with zipfile.ZipFile(files / wheel) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            name.removeprefix(f"{wheel}/"): data for name, data in packages.items() if name.startswith(f"{wheel}/")
        }
        assert {datetime(*each.date_time, tzinfo=UTC).date().isoformat() for each in archive.infolist()} == {day}
    for name in (f"{wheel}/tarock/data/CITATION.cff", f"{sdist}/tarock_codex-{version}/CITATION.cff"):
        assert f"\nversion: {version}\ndate-released: {day}\n" in packages[name].decode()
    for site in (built_public, built):
        assert f"\nversion: {version}\ndate-released: {day}\n" in (site / "data/CITATION.cff").read_text()
        for page in site.rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            lines = re.findall(r'<p class="printed-line">Tarock Codex (.*?),', text)
            assert lines in ([], [f"{version} ({day})"]), page
            assert lines or page.relative_to(site).parts[0] in ("c", "404.html") or "http-equiv" in text, page
    told_data = (built_public / "data/index.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', told_data, re.DOTALL)
    assert (json.loads(found)["version"], json.loads(found)["datePublished"]) == (version, day)
    assert f'<meta name="dc.date" content="{day}">' in told_data
    assert f"This is version {version} of {write_date(day, 'en')}" in html.unescape(told_data)
    for path in files.glob("*.xml"):
        published = path.read_text(encoding="utf-8").partition("<publicationStmt>")[2].partition("</publication")[0]
        assert f'<date when="{day}">{day}</date>' in published
        assert f'<idno type="version">{version}</idno>' in published
    with zipfile.ZipFile(files / "tarock-codex-csv.zip") as archive:
        package = json.loads(archive.read("datapackage.json"))
    assert (package["version"], package["created"]) == (version, f"{day}T00:00:00Z")
    with sqlite3.connect(files / "tarock-codex.sqlite") as database:
        about = dict(database.execute('SELECT "name", "value" FROM "about"'))
    assert (about["version"], about["date"], about.get("commit", "")) == (version, day, stamp.commit)
    line = f"Tarock Codex {version}, {day}"
    assert {json.loads(each)["made_from"] for each in (files / "tarock-codex.jsonl").open(encoding="utf-8")} == {line}
    assert (files / "tarock-codex.bib").read_text(encoding="utf-8").startswith(f"% {line}\n")
    for path in files.glob("*.epub"):
        with zipfile.ZipFile(path) as archive:
            told = archive.read("EPUB/package.opf").decode()
        assert f'<meta property="dcterms:modified">{day}T00:00:00Z</meta>' in told
        assert f"<dc:date>{day}</dc:date>" in told
        assert f"Version {version}, " in told
    for path in files.glob("*.pdf"):
        document = pypdfium2.PdfDocument(path)
        assert {*created(document)} == {day.replace("-", "")}, path
        said = "".join("".join(page.get_textpage().get_text_range() for page in document).split())
        language = "de" if path.stem.endswith("-de") else "en"
        asked = f"{version}, {write_date(day, language)}"  # a long version may be divided at the end of a line
        assert re.sub(r"\W", "", asked) in re.sub(r"\W", "", said), path


def test_nothing_is_dated_before_the_youngest_thing_in_it(
    built_public: Path, built: Path, packages: dict[str, bytes], computed: ComputedCodex
) -> None:
    """All pages, exports and packages; the youngest record that they hold is in some of them."""
    latest: dict[str, str] = {}
    files = {f"{site.parent.name}/{path.relative_to(site.parent)}": path for site in (built_public, built)
             for path in site.parent.rglob("*") if path.is_file()}  # with what lies beside it  # fmt: skip
    for name, path in files.items():
        for inner, text in texts(name, path.read_bytes()):
            latest[inner] = max(days(text), default="")
    for name, data in packages.items():
        latest[name] = max(days(data.decode("utf-8", errors="replace")), default="")
    assert {name: day for name, day in latest.items() if day > computed.stamp.date} == {}
    records = max(days((computed.project.corpus / "reviews.yaml").read_text(encoding="utf-8")))
    assert sum(day >= records for day in latest.values()) > 1
