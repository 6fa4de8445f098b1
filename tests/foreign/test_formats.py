"""What `tarock export` writes, read by programs of others, which `make foreign` installs into `build/foreign`."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tarock.codex import ComputedCodex
from tarock.publish.export.content import Content
from tarock.publish.export.registry import FORMATS
from tarock.publish.places import Site
from tests.adapters import shown
from tests.conftest import ROOT, SIGLA, Shared

pytestmark = pytest.mark.slow

PROGRAMS = ROOT / "build/foreign/bin"
SCHEMA = ROOT / "build/foreign/schema"
COPIES = {"own": False, "public": True}


def program(name: str) -> str:
    """The path of a program of others; without it the test is skipped."""
    if not (ROOT / "build/foreign/made.stamp").is_file():
        pytest.skip(f"{name} is not installed: `make foreign`")
    return str(PROGRAMS / name)


def called(*line: str | Path) -> str:
    """What a program prints, which ends well."""
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session", params=COPIES)
def exported(request: pytest.FixtureRequest, shared: Shared, computed: ComputedCodex) -> Path:
    """The files of all formats, of one's own copy and of what is published."""

    def make(folder: Path) -> None:
        folder.mkdir(parents=True)
        content = Content(Site(computed, COPIES[request.param]))
        for form in FORMATS:
            for name, data in FORMATS[form].files(content).items():
                (folder / name).write_bytes(data)

    return shared(f"exported-{request.param}", make)


def test_tei_is_valid_by_the_schema_of_all_of_tei(exported: Path, tmp_path: Path) -> None:
    jing = program("pyjing")
    if not shutil.which("java"):
        pytest.skip("needs Java")
    (archive,) = SCHEMA.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path)
    (schema,) = tmp_path.rglob("tei_all.rng")
    assert re.search(r"P5/Version\s4\.3\.0/", schema.read_text(encoding="utf-8"))
    assert called(jing, schema, *sorted(exported.glob("*.xml"))) == ""
    broken = tmp_path / "broken.xml"
    broken.write_text((exported / "1754.xml").read_text(encoding="utf-8").replace("<body>", "<body><unheard/>"))
    assert subprocess.run([jing, schema, broken], capture_output=True, check=False).returncode == 1  # it does judge


@pytest.mark.parametrize("siglum", SIGLA)
def test_a_server_of_citable_texts_finds_our_ids_and_gives_each_passage(
    exported: Path, computed: ComputedCodex, siglum: str
) -> None:
    """In our order; with `corr` the text of the edition, with `sic` that of the transcript."""
    file, edition = exported / f"{siglum}.xml", computed.corpus.edition(siglum)
    python = program("python")
    if not file.exists():
        assert siglum == "1945"  # is left out of what is published
        return
    told = json.loads(called(python, ROOT / "tests/foreign/read_tei.py", file))
    assert [name for name, _corr, _sic in told["passages"]] == list(edition.passages)
    assert {name: (corr, sic) for name, corr, sic in told["passages"]} == {
        ident: (passage.text, passage.transcript) for ident, passage in edition.passages.items()
    }
    containers = {name: inside for name, inside in edition.containers.items() if name not in edition.pages}
    assert {name: tuple(inside) for name, inside in told["divisions"].items()} == containers
    assert list(told["divisions"]) == sorted(
        containers, key=lambda name: list(edition.passages).index(containers[name][0])
    )


def test_frictionless_finds_the_tables_valid_with_their_keys(exported: Path, tmp_path: Path) -> None:
    frictionless, archive = program("frictionless"), exported / "tarock-codex-csv.zip"
    report = json.loads(called(frictionless, "validate", archive, "--json"))
    assert report["valid"] and report["stats"]["errors"] == 0
    shutil.unpack_archive(archive, tmp_path / "tables")
    package = json.loads((tmp_path / "tables/datapackage.json").read_text(encoding="utf-8"))
    assert len(report["tasks"]) == len(package["resources"]) > 10
    for resource in package["resources"]:  # so that what is changed is not only another file
        del resource["hash"], resource["bytes"]
    (tmp_path / "tables/datapackage.json").write_text(json.dumps(package), encoding="utf-8")
    quotes = tmp_path / "tables/statement_quotes.csv"
    text = quotes.read_text(encoding="utf-8")
    quotes.write_text(text.replace(",1840:43.3,", ",1840:43.33,"), encoding="utf-8")
    line = [frictionless, "validate", str(tmp_path / "tables/datapackage.json"), "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    errors = [error for task in json.loads(done.stdout)["tasks"] for error in task["errors"]]
    assert {error["type"] for error in errors} == {"foreign-key"}


def test_datasette_serves_the_tables_and_searches_them(exported: Path) -> None:
    datasette, file = program("datasette"), exported / "tarock-codex.sqlite"

    def get(path: str) -> Any:
        return json.loads(called(datasette, file, "--get", f"/tarock-codex/{path}"))

    found = get("passages.json?_search=Dreierspiele&_shape=array&_size=100")
    assert "1840:47.2" in {row["id"] for row in found}
    assert all("dreierspiele" in f"{row['german']} {row['modern']}".lower() for row in found)
    (passage,) = get("passages/1840~3A47~2E2.json?_shape=array")
    assert passage["label"] == "§ 47, para. 2"
    statements = get("statements.json?_shape=array&key=settlement.multiplier&_labels=on")
    led = {"value": "settlement.multiplier", "label": "Points multiplied by"}  # found by way of the foreign key
    assert statements and all(row["key"] == led for row in statements)


def test_sqlite_utils_reads_the_tables_and_their_keys(exported: Path, computed: ComputedCodex) -> None:
    utils, file = program("sqlite-utils"), exported / "tarock-codex.sqlite"
    counts = {each["table"]: each["count"] for each in json.loads(called(utils, "tables", file, "--counts"))}
    assert counts["statements"] == sum(1 for table in computed.tables.values() for _ in table)
    found = json.loads(called(utils, "search", file, "passages", "Renonce", "-c", "id"))
    assert {"id": "1840:65.6"} in found
    (broken,) = json.loads(called(utils, file, "select count(*) as n from pragma_foreign_key_check"))
    assert broken["n"] == 0
    asked = "select json_extract(value, '$') as value from statements where id = '1840/pack.cards'"
    assert json.loads(called(utils, file, asked)) == [{"value": 54}]  # 1840:2.1


def test_sqlite_utils_takes_the_json_lines_as_a_table(exported: Path, tmp_path: Path) -> None:
    utils, lines, made_of = program("sqlite-utils"), exported / "tarock-codex.jsonl", tmp_path / "lines.db"
    called(utils, "insert", made_of, "passages", lines, "--nl", "--pk", "id")
    asked = "select json_extract(cite, '$.locator') as locator, english from passages where id = '1840:47.2'"
    (passage,) = json.loads(called(utils, made_of, asked))
    assert passage["locator"] == "47, para. 2" and "consolation" in passage["english"]


def test_citation_js_reads_the_same_entries_from_each_bibliography(exported: Path) -> None:
    folder, node = ROOT / "tests/foreign", shutil.which("node")
    if not node or not (folder / "node_modules").is_dir():
        pytest.skip("needs node and the packages of tests/foreign: `make foreign`")
    texts = [(exported / f"tarock-codex.{ending}").read_text(encoding="utf-8") for ending in ("json", "bib", "ris")]
    done = subprocess.run(
        [node, folder / "read.mjs"], input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    wanted, *others = json.loads(done.stdout)
    assert len(wanted) == (8 if (exported / "1945.xml").exists() else 6)  # two editions of each source
    for items in others:
        assert [(item["id"], item["title"]) for item in items] == [(item["id"], item["title"]) for item in wanted]


def test_the_tables_are_read_by_a_plain_reader_of_csv_too(exported: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(exported / "tarock-codex-csv.zip", tmp_path)
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as stream:
        assert [row["id"] for row in csv.DictReader(stream)] == [f"1840:m{number}" for number in range(1, 9)]


def test_pandas_makes_a_table_of_records(computed: ComputedCodex) -> None:
    """What the page of the library shows, and a column of it."""
    python = program("python")
    code = f"{shown('pandas')}\nprint(*rules.columns)\nprint(len(rules), *rules[rules.key == 'deal.hand'].value)"
    done = subprocess.run(
        [python, "-c", code], capture_output=True, text=True, check=True, timeout=120, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
    )  # fmt: skip
    columns, row = done.stdout.splitlines()
    assert {"id", "key", "value", "ref", "quote", "says"} <= {*columns.split()}
    count, hand = row.split()
    assert int(count) == sum(1 for _statement in computed.tables["1840"])
    assert int(hand) == 12  # 1840:11.3
