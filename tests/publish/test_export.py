"""Files for programs of others: what is in them, told by plain readers of each format, and what is left out of them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import resource
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pybtex.database
import pytest
import rispy

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.release import copy_data
from tarock.codex import ComputedCodex
from tarock.corpus.profiles.profile import NOT_HERE
from tarock.publish.export.content import Content
from tarock.publish.export.registry import FORMATS
from tarock.publish.export.tables import TABLES, list_foreign_keys
from tarock.publish.export.tei import NAMESPACE, make_tei
from tarock.publish.places import Site
from tests.conftest import SIGLA, Run, usual
from tests.helpers import leftovers, replace_once, retouch

pytestmark = pytest.mark.slow

XML = "{http://www.w3.org/XML/1998/namespace}"
AFTERWORD = "in der Fachliteratur bisher nicht beachtete"  # of 2003, not free: RIGHTS.md
Rows = list[dict[str, str]]


@pytest.fixture(scope="module")
def own(computed: ComputedCodex) -> Content:
    return Content(Site(computed))


@pytest.fixture(scope="module")
def public(computed: ComputedCodex) -> Content:
    return Content(Site(computed, public_domain_only=True))


_MADE: dict[tuple[int, str], tuple[Content, dict[str, bytes]]] = {}  # with the content, so that its id stays its own


def made(content: Content, form: str) -> dict[str, bytes]:
    """The files of a format, made once for all tests of a process."""
    key = id(content), form
    if key not in _MADE:
        _MADE[key] = content, FORMATS[form].files(content)
    return _MADE[key][1]


def unpacked(content: Content) -> dict[str, bytes]:
    """The files of the archive of tables."""
    (data,) = made(content, "csv").values()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def tables(own: Content) -> dict[str, Rows]:
    found = {name: data.decode() for name, data in unpacked(own).items() if name.endswith(".csv")}
    return {name.removesuffix(".csv"): list(csv.DictReader(io.StringIO(text))) for name, text in found.items()}


@pytest.fixture(scope="module")
def database(own: Content) -> Iterator[sqlite3.Connection]:
    (data,) = made(own, "sqlite").values()
    with sqlite3.connect(":memory:") as connection:
        connection.deserialize(data)
        connection.row_factory = sqlite3.Row
        yield connection


def all_files(content: Content) -> dict[str, bytes]:
    """Every file of every format, those of the archive by themselves."""
    files = {name: data for form in FORMATS for name, data in made(content, form).items()}
    found = {name: data for name, data in files.items() if not name.endswith((".zip", ".xlsx"))} | unpacked(content)
    with zipfile.ZipFile(io.BytesIO(files["tarock-codex.xlsx"])) as archive:
        return {**found, "tarock-codex.xlsx": archive.read("xl/sharedStrings.xml")}


# --- all formats ---------------------------------------------------------------------------------------------


def test_two_builds_are_the_same_bytes(project: Project, public: Content) -> None:
    again = Content(Site(ComputedCodex(project), public_domain_only=True))
    for form in FORMATS:
        assert FORMATS[form].files(again) == made(public, form)
        assert tuple(made(public, form)) == FORMATS[form].names(public)


def test_a_copy_that_was_given_away_makes_the_same_files(project: Project, public: Content, tmp_path: Path) -> None:
    """What is left out is not there to be read, so nothing of it can be in a file."""
    copy_data(project.root, tmp_path / "given", with_unclear_rights=False)
    given = Content(Site(ComputedCodex(type(project)(tmp_path / "given")), public_domain_only=True))
    there = all_files(given)
    for name, data in all_files(public).items():
        assert there[name] == data, name


def test_what_is_left_out_is_in_no_file_and_each_says_so(
    own: Content, public: Content, computed: ComputedCodex
) -> None:
    """No passage and no quotation of 1945 of four words or more, and not the afterword of 2003."""
    words = [passage.text for passage in computed.corpus.edition("1945").passages.values()]
    words += [support.quote for statement in computed.tables["1945"] for support in statement.supports]
    long = {text for text in words if sum(word.isalpha() for word in text.split()) >= 4} | {AFTERWORD}
    for name, data in all_files(public).items():
        text = data.decode("utf-8", "replace")
        assert not [each for each in long if each in text or json.dumps(each, ensure_ascii=False)[1:-1] in text], name
    whole = {name: data.decode("utf-8", "replace") for name, data in all_files(own).items()}
    assert AFTERWORD in whole["1840.xml"] and AFTERWORD in whole["passages.csv"] and "1945.xml" in whole
    assert not own.absences()
    rights, afterword = (
        "The text of 1945 is left out, because its rights are not clear.",
        "the afterword to the transcript",
    )
    package = json.loads(unpacked(public)["datapackage.json"])
    assert rights in package["description"] and afterword in package["description"]
    assert (
        f"Left out, because no licence for it is known to us: {afterword}" in made(public, "tei")["1840.xml"].decode()
    )
    assert "In this copy the text of 1945 is left out" in made(public, "bib")["tarock-codex.bib"].decode()
    assert rights.encode() in made(public, "sqlite")["tarock-codex.sqlite"]


# --- tables --------------------------------------------------------------------------------------------------


def test_the_package_describes_every_file_and_column(own: Content, tables: dict[str, Rows]) -> None:
    files = unpacked(own)
    package = json.loads(files["datapackage.json"])
    assert {each["path"] for each in package["resources"]} == files.keys() - {"datapackage.json"}
    for each in package["resources"]:
        data = files[each["path"]]
        assert (each["bytes"], each["hash"]) == (len(data), f"sha256:{hashlib.sha256(data).hexdigest()}")
        fields = [field["name"] for field in each["schema"]["fields"]]
        assert fields == data.decode().partition("\n")[0].split(",")
        assert all(field["description"] for field in each["schema"]["fields"])
    assert tables.keys() == {table.name for table in TABLES}


def test_where_a_text_stands_is_told_as_it_is_recorded(tables: dict[str, Rows], project: Project) -> None:
    recorded = yamlio.load(project.sources / "sources.yaml").data
    told = [(row["source"], row["address"], row["compared"], row["characters"]) for row in tables["found_at"]]
    assert told == [
        (siglum, each["address"], str(each["compared"]), str(each["of"]))
        for siglum, source in recorded.items()
        for each in source.get("found_at", ())
    ]


def test_passages_and_sentences_are_those_of_the_edition(tables: dict[str, Rows], computed: ComputedCodex) -> None:
    units = {unit.ref: unit for edition in computed.corpus.editions() for unit in edition.units.values()}
    found = {row["id"]: row for row in tables["passages"]}
    assert list(found) == list(units)
    assert [int(row["position"]) for row in found.values()] == list(range(1, len(units) + 1))
    for ref, row in found.items():
        assert (row["german"], row["transcript"] or row["german"]) == (units[ref].text, units[ref].transcript)
        assert hashlib.sha256(row["german"].encode()).hexdigest() == row["sha256"]
    assert found["1840:47.2"]["heading"] == "§ 47."
    assert found["1863:21"]["page"] == "257 258"  # the mark stands inside
    assert (found["1840:47.2"]["locator_label"], found["1840:47.2"]["locator"]) == ("section", "47, para. 2")
    assert len(tables["sentences"]) == sum(len(e.spans[i]) for e in computed.corpus.editions() for i in e.spans)
    for row in tables["sentences"]:
        assert found[row["passage"]]["german"][int(row["start"]) : int(row["end"])] == row["german"]
    accounted = [row["account"] for row in tables["sentences"] if row["account"]]
    assert len(accounted) == sum(len(e.sentences[ident]) for e in computed.corpus.editions() for ident in e.passages)
    assert set(accounted) == {"encoded", "claimed", "exemplified", "set aside"}


def test_every_quotation_stands_where_the_tables_say(tables: dict[str, Rows]) -> None:
    german = {row["id"]: row["german"] for row in tables["passages"]}
    quotes = [*tables["statement_quotes"], *tables["claim_quotes"], *tables["results"]]
    assert len(quotes) > 2000
    for row in quotes:
        assert german[row["passage"]][int(row["start"]) : int(row["end"])] == row["quote"]
    for row in tables["emendations"]:
        place = row["start"] and (int(row["start"]), int(row["end"]))
        assert bool(place) == (row["kind"] != "conjecture")
        if place:
            assert german[row["passage"]][place[0] : place[1]] == row["reading"]
    assert {"1754", "1840", "1863", "1945"} == {row["passage"][:4] for row in tables["statement_quotes"]}


def test_statements_claims_and_findings_are_those_of_the_check(
    tables: dict[str, Rows], computed: ComputedCodex, run: Run
) -> None:
    checked = json.loads(run("check", "--json").out)
    assert [row["id"] for row in tables["statements"]] == [
        ident for each in checked["statements"].values() for ident in each["ids"]
    ]
    verdicts = {claim["id"]: (claim["verdict"], claim["expected"]) for claim in checked["claims"]}
    told = {row["id"]: (row["verdict"], json.loads(row["expected"] or "null")) for row in tables["claims"]}
    assert told == verdicts
    found = [
        (f"1840:{game['id']}", level, finding["code"], str(finding["trick"]), finding["message"])
        for game in checked["games"]
        for level, told in game["levels"].items()
        if told
        for finding in told["findings"]
    ]
    rows = tables["findings"]
    assert [tuple(row[name] for name in ("game", "level", "finding", "trick", "message")) for row in rows] == found
    assert all(row["reason"] for row in rows if row["level"] == "printed" and row["finding"] == "PLAY-REVOKE")


def test_the_comparison_is_that_of_the_command(own: Content, run: Run) -> None:
    assert unpacked(own)["comparison.csv"].decode() == run("compare", "--format", "csv").out


def test_tricks_hold_all_cards_that_were_not_laid_away(tables: dict[str, Rows]) -> None:
    """Twelve tricks of four, with the scat and what is left of the talon, are the pack of 54 (1840:2.1)."""
    for game in tables["games"]:
        for level in ("printed", "corrected"):
            plays = [row for row in tables["plays"] if (row["game"], row["level"]) == (game["id"], level)]
            assert len(plays) == 48
            taken = [row["winner"] for row in tables["tricks"] if (row["game"], row["level"]) == (game["id"], level)]
            assert len(taken) == 12 and set(taken) <= set(game["seats"].split())
        dealt = [row["cards"].split(", ") for row in tables["hands"]
                 if (row["game"], row["level"]) == (game["id"], "corrected")]  # fmt: skip
        assert len({card for hand in (*dealt, game["talon"].split(", ")) for card in hand}) == 54


def test_sqlite_has_the_same_tables_and_every_key_leads_somewhere(
    database: sqlite3.Connection, tables: dict[str, Rows]
) -> None:
    for name, rows in tables.items():
        found = [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')]
        told = [{key: "" if value is None else str(value) for key, value in row.items()} for row in found]
        truth = {
            column.name for table in TABLES if table.name == name for column in table.columns if column.type == "truth"
        }
        for row in rows:
            row.update(
                {key: str(int(row[key] == "true")) for key in truth & row.keys() if row[key] in ("true", "false")}
            )
        assert sorted(told, key=str) == sorted(rows, key=str), name
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    led = {table.name: len(list(list_foreign_keys(table))) for table in TABLES}
    for name, number in led.items():
        keys = {row["id"] for row in database.execute(f'PRAGMA foreign_key_list("{name}")')}
        assert len(keys) == number, name
    about = {(row["table"], row["column"]) for row in database.execute("SELECT * FROM columns")}
    assert about == {(table.name, name) for table in TABLES for name in table.names}


@pytest.mark.parametrize(
    ("words", "ref"),
    [
        ("Dreierspiele", "1840:47.2"),
        ("seyn", "1840:einleitung.1"),
        ("mußte OR muss", "1840:47.2"),
        ("king", "1840:1.1"),
    ],
)
def test_sqlite_finds_words_in_three_spellings(database: sqlite3.Connection, words: str, ref: str) -> None:
    """Words of the old text, of the spelling of 2006 and of our English; a form of the transcript is not sought."""
    asked = "SELECT id FROM passages WHERE position IN (SELECT rowid FROM passages_fts WHERE passages_fts MATCH ?)"
    found = {row["id"] for row in database.execute(asked, (words,))}
    german = {row["id"]: row for row in database.execute("SELECT * FROM passages")}
    wanted = {
        ident for ident, row in german.items()
        if any(re.search(rf"\b({words.replace(' OR ', '|')})\b", row[name] or "", re.IGNORECASE)
               for name in ("german", "modern", "english"))
    }  # fmt: skip
    assert wanted <= found
    assert (ref in wanted) == (ref in found)


# --- TEI -----------------------------------------------------------------------------------------------------


def parsed(content: Content, siglum: str) -> Element:
    return ElementTree.fromstring(make_tei(content, siglum))


def reading(element: Element, without: str) -> str:
    """The words in an element, but not those of one of `sic` and `corr`."""
    if element.tag == f"{{{NAMESPACE}}}{without}":
        return ""
    return (element.text or "") + "".join(reading(each, without) + (each.tail or "") for each in element)


@pytest.mark.parametrize("siglum", SIGLA)
def test_tei_has_every_passage_in_order_in_both_readings(own: Content, computed: ComputedCodex, siglum: str) -> None:
    edition, root = computed.corpus.edition(siglum), parsed(own, siglum)
    found = {p.get("n", ""): p for p in root.findall(f"./{{{NAMESPACE}}}text/{{{NAMESPACE}}}body//{{{NAMESPACE}}}p")}
    assert list(found) == list(edition.passages)
    for ident, p in found.items():
        assert p.get(f"{XML}id") == f"p{ident}"
        assert reading(p, "sic") == edition.passages[ident].text
        assert reading(p, "corr") == edition.passages[ident].transcript
    units = {each.get("n"): each for each in root.iter() if each.get(f"{XML}id", "").startswith("p")}
    for ident in edition.paratexts.keys() | edition.headings.keys() - edition.containers.keys():
        assert reading(units[ident], "sic") == edition.units[ident].text
    assert set(edition.containers) - set(edition.pages) <= units.keys()
    marks = [each.get("n") for each in root.iter(f"{{{NAMESPACE}}}pb")]
    assert marks == [mark.page for mark in edition.page_marks]
    assert len(list(root.iter(f"{{{NAMESPACE}}}choice"))) == len(edition.emendations)


@pytest.mark.parametrize("siglum", SIGLA)
def test_everything_in_tei_that_leads_somewhere_arrives(own: Content, siglum: str) -> None:
    root = parsed(own, siglum)
    ids = [each.get(f"{XML}id") for each in root.iter() if each.get(f"{XML}id")]
    assert len(ids) == len(set(ids))
    led = {value for each in root.iter() for name in ("ref", "target", "ana", "corresp") if (value := each.get(name))}
    assert {value for value in led if value.startswith("#") and value[1:] not in ids} == set()


def test_what_tei_cannot_have_is_refused(codex: Project) -> None:
    """No transcript has such a character; a source that is added might."""
    retouch(codex, "1754", "Dasselbe", "Das\x02selbe")
    content = Content(Site(ComputedCodex(codex)))
    with pytest.raises(CodexError, match=r"source 1754 has a character that XML cannot have \(U\+0002\)"):
        make_tei(content, "1754")


# --- JSON lines and bibliography ----------------------------------------------------------------------------------


def test_each_line_of_json_is_a_passage_with_what_belongs_to_it(own: Content, computed: ComputedCodex) -> None:
    (data,) = made(own, "jsonl").values()
    lines = {line["id"]: line for line in map(json.loads, data.decode().splitlines())}
    passages = {p.ref: p for edition in computed.corpus.editions() for p in edition.passages.values()}
    assert list(lines) == list(passages)
    for ref, line in lines.items():
        assert line["text"] == passages[ref].text
        resting = [statement.id for statement in computed.tables[ref[:4]].by_passage.get(ref, [])]
        assert [each["id"] for each in line["statements"]] == resting
    line = lines["1840:47.2"]
    assert (line["label"], line["heading"]) == ("§ 47, para. 2", "§ 47.")
    assert line["cite"] == {"id": "tarock-1840-v1.1.0", "label": "section", "locator": "47, para. 2"}
    assert "[1840:47.2@1.1.0]" in line["citation"] and line["address"] == "c/1840@1.1.0/#47.2"
    assert (line["licence"], line["licence_of_ours"]) == ("text of 1840, in the public domain by age", "CC-BY-4.0")


def test_the_bibliography_has_each_edition_of_each_source_in_three_formats(
    own: Content, computed: ComputedCodex
) -> None:
    keys = [
        f"tarock-{siglum}-v{version}"
        for siglum, source in computed.corpus.sources.items()
        for version in sorted(source.dates)
    ]
    files = {name.rpartition(".")[2]: data.decode() for name, data in made(own, "bib").items()}
    assert list(pybtex.database.parse_string(files["bib"], "bibtex").entries) == keys
    assert [entry["id"] for entry in rispy.loads(files["ris"])] == keys
    assert [item["id"] for item in json.loads(files["json"])] == keys
    latex = made(own, "biblatex")["tarock-codex-biblatex.bib"].decode()
    assert list(pybtex.database.parse_string(latex, "bibtex").entries) == keys
    for text, command in ((files["bib"], "cite"), (latex, "autocite")):
        assert f"% \\{command}[" in text.partition("@")[0]  # a passage as a locator


def sheets(data: bytes) -> dict[str, dict[str, tuple[str, str]]]:
    """The cells of each sheet of a spreadsheet, by their place: type and value. A text is in the list of all texts."""
    main = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
        texts = ["".join(part.text or "" for part in each.iter(f"{main}t")) for each in listed.iter(f"{main}si")]
        names = [
            each.attrib["name"] for each in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(f"{main}sheet")
        ]
        found = {}
        for number, name in enumerate(names, 1):
            tree = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
            found[name] = {
                cell.attrib["r"]: (cell.attrib.get("t", ""), texts[int(cell.findtext(f"{main}v", ""))])
                for cell in tree.iter(f"{main}c")
            }
    return found


def test_each_cell_of_the_spreadsheet_is_the_text_that_csv_has(own: Content) -> None:
    (data,) = made(own, "xlsx").values()
    told = sheets(data)
    tables = {name: text.decode() for name, text in unpacked(own).items() if name.endswith(".csv")}
    assert [*told] == ["about", "columns", *(name.removesuffix(".csv") for name in tables)]
    for name, text in tables.items():
        expected = {
            f"{_letters(column)}{number}": ("s", cell.replace("\r", "_x000D_"))
            for number, row in enumerate(csv.reader(io.StringIO(text)), 1)
            for column, cell in enumerate(row)
            if cell
        }
        assert told[name.removesuffix(".csv")] == expected, name
    keys = {value for _type, value in told["passages"].values()}
    assert {"1754:12", "1840:47.2"} <= keys  # a time and a date in a spreadsheet that opens CSV
    assert [value for place, (_type, value) in told["columns"].items() if place[0] == "B"][1:] == [
        column.name for table in TABLES for column in table.columns
    ]


def _letters(number: int) -> str:
    """What a spreadsheet calls a column, from 0."""
    return (_letters(number // 26 - 1) if number > 25 else "") + chr(ord("A") + number % 26)


def test_who_takes_the_csv_is_told_what_a_spreadsheet_does_to_keys(own: Content) -> None:
    about = json.loads(unpacked(own)["datapackage.json"])["description"]
    assert "1754:12" in about and "tarock export xlsx" in about


# --- the command -----------------------------------------------------------------------------------------------


def test_each_format_is_written_where_it_is_asked_for(run: Run, tmp_path: Path, public: Content) -> None:
    for form in FORMATS:
        outcome = run("export", form, "-o", str(tmp_path))
        assert outcome.status == 0
        assert "the text of 1945 is left out, because its rights are not clear" in outcome.err
        for name, data in made(public, form).items():
            if form != "csv":
                assert (tmp_path / name).read_bytes() == data
    for name, data in unpacked(public).items():
        assert (tmp_path / "tarock-codex-csv" / name).read_bytes() == data
    run("export", "csv", "-o", f"{tmp_path}/mine.zip")
    assert (tmp_path / "mine.zip").read_bytes() == made(public, "csv")["tarock-codex-csv.zip"]
    assert run("export", "csv", "-o", str(tmp_path)).status == 0  # the same files are not written again
    other = run("export", "csv", "--own", "-o", str(tmp_path))
    assert (other.status, other.out) == (2, "")
    assert "is there already, with another content; expected another folder" in other.err
    for name, data in unpacked(public).items():
        assert (tmp_path / "tarock-codex-csv" / name).read_bytes() == data
    assert leftovers(tmp_path) == [tmp_path / "tarock-codex-csv" / ".built-by-tarock"]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("pdf", "1754"), "1754.pdf"),
        (("epub",), "tarock-codex.epub"),
        (("tei",), "1863.xml"),
        (("sqlite",), "tarock-codex.sqlite"),
        (("jsonl",), "tarock-codex.jsonl"),
        (("bib",), "tarock-codex.ris"),
        (("xlsx",), "tarock-codex.xlsx"),
        (("csv",), "tarock-codex-csv"),
    ],
)
def test_a_file_that_nobody_named_is_not_replaced(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], name: str
) -> None:
    target = tmp_path / "target"
    target.write_text("mine")
    (tmp_path / name).symlink_to(target)
    outcome = run("export", *arguments, "-o", str(tmp_path))
    assert (outcome.status, outcome.out) == (2, "")
    said = "is not a folder" if name.endswith("csv") else "is there already, with another content; expected another"
    assert f"{tmp_path / name}: {said}" in outcome.err
    assert target.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "target"])


@pytest.mark.parametrize("form", ["csv", "bib"])
def test_a_name_of_ones_own_replaces_a_file_and_nothing_that_a_link_leads_to(
    run: Run, tmp_path: Path, form: str
) -> None:
    file, link, target = (tmp_path / f"{name}{FORMATS[form].endings[-1]}" for name in ("file", "link", "target"))
    for path in (file, target):
        path.write_text("mine")
    link.symlink_to(target)
    refused = run("export", form, "-o", str(link))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"{link}: is a link, and what it leads to would be replaced; expected another name")
    assert target.read_text() == "mine"
    assert run("export", form, "-o", str(file)).status == 0
    assert file.read_bytes() != b"mine"
    assert sorted(tmp_path.iterdir()) == sorted([file, link, target])


def test_no_file_is_put_among_the_data(run: Run, codex: Project, tmp_path: Path) -> None:
    input_file = codex.rules / "evidence/1754.json"
    before = input_file.read_bytes()
    (tmp_path / "data").symlink_to(codex.rules)
    for output in (input_file, tmp_path / "data/evidence/1754.json", codex.corpus):
        refused = run("export", "bib", "-o", str(output), root=codex)
        assert (refused.status, refused.out) == (2, "")
        assert f"{output}: lies among the data that it would be made from; expected a place beside" in refused.err
    assert input_file.read_bytes() == before


@pytest.mark.parametrize(("form", "output"), [("sqlite", "a.sqlite"), ("tei", ".")])
def test_a_limit_of_file_sizes_is_named_with_the_file(tmp_path: Path, form: str, output: str) -> None:
    """Nothing of a set is left, also not what would have fitted."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000,) * 2)  # noqa: E731
    line = [sys.executable, "-m", "tarock", "export", form, "-o", str(tmp_path / output)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60, preexec_fn=limit)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match(
        rf"{tmp_path}[\w./-]*: is larger than this process may write \(File too large\); expected a higher limit",
        done.stderr,
    )
    assert list(tmp_path.iterdir()) == []


def test_one_file_may_have_a_name_of_ones_own(run: Run, tmp_path: Path) -> None:
    for form, name in (("tei", "a.xml"), ("bib", "b.ris"), ("sqlite", "c.sqlite"), ("jsonl", "d.jsonl")):
        outcome = run("export", form, *(["1863"] if form == "tei" else []), "-o", str(tmp_path / name), "--json")
        assert outcome.status == 0
        told = json.loads(outcome.out)
        data = (tmp_path / name).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        assert told["files"] == [{"file": str(tmp_path / name), "bytes": len(data), "sha256": digest}]
        assert told["left_out"] == outcome.err.splitlines()
        assert bool(told["left_out"]) == (form != "tei")  # nothing is left out of 1863
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.xml", "b.ris", "c.sqlite", "d.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("tei", "1945"), 2, "the text of 1945 is left out, because its rights are not clear; use --own"),
        (("tei", "1841"), 2, "tei has no file for `1841`; expected 1754, 1840, 1863\n"),
        (("csv", "1840"), 2, "csv has no file for `1840`; expected codex\n"),
        (("tei", "-o", "{}/x.xml"), 2, "{}/x.xml: 3 files do not go into one file; expected the name of a folder"),
        (("bib", "-o", "{}/x.xml"), 2, "{}/x.xml: does not end in .bib or .ris or .json; expected a name that does"),
        (("csv", "-o", "{}/x.csv"), 2, "{}/x.csv: does not end in .zip; expected a name that does, or that of a"),
        (("sqlite", "-o", "-"), 2, "a file does not go to standard output; expected the name of a file or folder"),
        (("jsonl", "-o", "/proc/none/x.jsonl"), 2, "/proc/none/x.jsonl: cannot be written"),
        (("csv", "-o", "{}/taken"), 2, "{}/taken/tarock-codex-csv: holds something else that no build of ours put"),
    ],
)  # fmt: skip
def test_nothing_is_written_for_what_cannot_be_had(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], status: int, said: str
) -> None:
    (tmp_path / "taken/tarock-codex-csv").mkdir(parents=True)
    mine = tmp_path / "taken/tarock-codex-csv/mine.csv"
    mine.write_text("mine")
    outcome = run("export", *(each.format(tmp_path) for each in arguments))
    assert (outcome.status, outcome.out) == (status, "")
    assert outcome.err.startswith(said.format(tmp_path))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [mine]


@pytest.mark.parametrize("form", usual(form for form in FORMATS if form != "xlsx"))
def test_no_extra_is_needed(form: str, tmp_path: Path) -> None:
    """What reads files is in the standard library, and templates are for pages."""
    absent = ("jinja2", "markupsafe", "markdown", "mkdocs", "typst", "fontTools", "xlsxwriter")
    code = f"import sys; sys.modules.update(dict.fromkeys({absent})); from tarock.cli import main; sys.exit(main())"
    line = [sys.executable, "-c", code, "export", form, "-o", str(tmp_path), "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=60)
    assert all(Path(each["file"]).is_file() for each in json.loads(done.stdout)["files"])


def test_without_its_extra_a_spreadsheet_is_refused_and_how_to_have_it_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    outcome = run("export", "xlsx", "-o", str(tmp_path / "a.xlsx"))
    assert (outcome.status, outcome.out, leftovers(tmp_path)) == (2, "", [])
    assert outcome.err == "a spreadsheet needs XlsxWriter; install it with `pip install 'tarock-codex[xlsx]'`\n"


def test_one_s_own_copy_is_complete(run: Run, tmp_path: Path) -> None:
    outcome = run("export", "tei", "--own", "-o", str(tmp_path))
    assert (outcome.status, outcome.err) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{siglum}.xml" for siglum in SIGLA]


def test_a_fault_in_the_data_leaves_no_file(run: Run, codex: Project, tmp_path: Path) -> None:
    replace_once(codex.rules / "topics.yaml", "pack:\n", "pack: [\n")
    for form in ("csv", "sqlite", "jsonl"):
        outcome = run("export", form, "-o", str(tmp_path / "made"), root=codex)
        assert (outcome.status, outcome.out) == (2, "")
        assert "topics.yaml:" in outcome.err
    assert not (tmp_path / "made").exists()


def test_quotes_of_a_text_that_is_left_out_are_marked(public: Content) -> None:
    text = unpacked(public)["statement_quotes.csv"].decode()
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["passage"].startswith("1945:")]
    assert rows
    assert {(row["quote"], row["start"]) for row in rows} == {(NOT_HERE, "")}
