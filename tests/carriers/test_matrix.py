"""What we write, by each carrier, is read again by each reader: outputs × carriers × readers.

Here are the ways of mail, of files in other encodings and of a spreadsheet. What was copied from our PDF and EPUB are
the captured samples of `test_carriers.py`, which are verified there, and are searched and shown here.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import tarock
from tarock.codex import ComputedCodex
from tarock.corpus.verify.reading import read_document
from tests.carriers.carry import EACH
from tests.carriers.test_carriers import CARRIED, checker
from tests.conftest import ROOT, Run

REF = "1840:47.2"
GAME = str(ROOT / "corpus/examples/my-game.yaml")
FORMS = ("text", "short", "markdown", "bibtex", "biblatex", "ris")
GAMES = {"notation": ("replay", GAME, "--text"), "model game": ("replay", "1840:m3", "--text")}


def mailed(text: str) -> bytes:
    lines = (textwrap.wrap(line, 66, break_long_words=False) or [""] for line in text.splitlines())
    return "\n".join(f"> {line}" for wrapped in lines for line in wrapped).encode()


def in_spreadsheet(text: str) -> bytes:
    """Each line a cell, saved as CSV with a mark of the encoding, and read back as text."""
    saved = io.StringIO()
    csv.writer(saved).writerows([line] for line in text.splitlines())
    rows = csv.reader(io.StringIO(saved.getvalue()))
    return "\n".join(row[0] if row else "" for row in rows).encode("utf-8-sig")


CARRIERS: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "utf-8 with a mark, CRLF": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "utf-16": lambda text: text.encode("utf-16"),
    "cp1252": lambda text: text.encode("cp1252", "replace"),
    "spreadsheet": in_spreadsheet,
}


@pytest.fixture(scope="module")
def cited(computed: ComputedCodex) -> dict[str, str]:
    """The citation in each format, as `tarock cite` prints it."""
    return {form: f"{tarock.Codex(computed).cite(REF, format=form, quote=True)}\n" for form in FORMS}


def verify(document: bytes) -> int:
    """The status of `tarock verify FILE`, without the files of the checkout read anew each time."""
    return checker().check(read_document(document)).status


@pytest.mark.parametrize("carrier", [*CARRIERS, "mail"])
@pytest.mark.parametrize("form", FORMS)
def test_citations_are_verified_however_they_were_carried(cited: dict[str, str], form: str, carrier: str) -> None:
    if carrier == "mail" and form in ("bibtex", "biblatex", "ris"):
        pytest.skip("records are attached to mail, not quoted in it")
    carry = mailed if carrier == "mail" else CARRIERS[carrier]
    assert verify(carry(cited[form])) == 0
    assert verify(carry(cited[form].replace("doppelte Consulation eines", "dreifache Consulation eines"))) == 1


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("output", GAMES)
def test_games_are_replayed_however_they_were_carried(run: Run, tmp_path: Path, output: str, carrier: str) -> None:
    file = tmp_path / "game.txt"
    text = run(*GAMES[output]).out
    file.write_bytes(CARRIERS[carrier](text))
    assert run("replay", str(file), "--text").out == text


@pytest.mark.parametrize("form", FORMS)
def test_the_references_in_citations_are_shown_and_searched(run: Run, cited: dict[str, str], form: str) -> None:
    """What stands in brackets is a reference to each command that takes one; the place in words finds it too."""
    text = cited[form].replace("\\", "")
    (named,) = set(re.findall(r"\[?(1840:47\.2@[0-9.]+[0-9])", text))
    for command in ("show", "cite", "diff"):
        arguments = (named, REF) if command == "diff" else (f"[{named}]",)
        assert run(command, *arguments).status == 0
    assert run("search", named.partition("@")[0], "--json").status == 0
    if "§ 47, para. 2" in text:
        assert run("show", "1840, § 47, para. 2").out == run("show", REF).out


@pytest.mark.slow
@pytest.mark.parametrize("carrier", [name for name in CARRIED if name.startswith("own-")])
def test_what_is_copied_from_our_books_is_found_and_shown(run: Run, carrier: str) -> None:
    copied = base64.b64decode(CARRIED[carrier]["true"]).decode()
    quoted = re.findall(r"schreibt: „(.*?)“ \(([^()]+)\)\.", copied, re.DOTALL)
    assert len(quoted) == EACH
    for words, ref in quoted[::5]:
        found = json.loads(run("search", words, "--json").out)
        assert ref in {each["ref"] for each in found["hits"]}, ascii(words)
        (shown,) = json.loads(run("show", f"({ref})", "--json").out)
        assert shown["ref"] == ref


def test_ids_in_a_table_are_shown_again(run: Run) -> None:
    rows = csv.DictReader(io.StringIO(run("compare", "1754", "1840", "--format", "csv").out))
    refs = {
        found for row in rows for value in row.values() for found in re.findall(r"\b1840:[0-9]+\.[0-9]+\b", value or "")
    }
    assert len(refs) > 20
    for ref in sorted(refs)[::10]:
        assert json.loads(run("show", ref, "--json").out)[0]["ref"] == ref
