"""No true quotation that a program of others carried is called different, and no forged one passes.

`make test` judges a captured sample of 20 for each carrier; in `make foreign` and `make thorough` the programs that are
there carry anew. What is true and what forged is known from how the documents were made.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.verify.checker import Checker
from tarock.corpus.verify.reading import read_document
from tarock.corpus.verify.records import Class, Quotation
from tarock.publish.citation_check import make_checker
from tests.carriers.carry import CHROMIUM, COPIES, EACH, NAMES, capture
from tests.conftest import ROOT, thorough

CARRIED: dict[str, Any] = json.loads((Path(__file__).parent / "carried.json").read_text(encoding="utf-8"))
WRONG = {Class.DIFFERENT, Class.OTHER, Class.UNREAD, Class.FOREIGN}
NEEDS = {"docx": "defusedxml", "odt": "defusedxml", "epub": "defusedxml", "tex": "pylatexenc", "latex": "pylatexenc"}


@cache
def checker() -> Checker:
    return make_checker(ComputedCodex(Project(ROOT)))


def quotations(document: str) -> list[Quotation]:
    found = checker().check(read_document(base64.b64decode(document)))
    return [each for each in found.quotations if each.marks not in ("hash", "reference", "citation", "(…)", "none")]


def judge(name: str, carried: dict[str, Any]) -> None:
    if not name.startswith("own-") and (package := NEEDS.get(name.rpartition("-")[2])):
        pytest.importorskip(package)
    true, forged = quotations(carried["true"]), quotations(carried["forged"])
    assert len(carried["samples"]) == EACH
    assert [(each.text, each.differences) for each in true if each.class_ in WRONG] == []
    assert len(true) >= EACH
    assert [each.text for each in forged if each.class_ not in WRONG] == []
    assert len(forged) >= EACH


def test_every_carrier_was_captured() -> None:
    assert set(CARRIED) == set(NAMES)
    assert all("missing" not in carried for carried in CARRIED.values())
    drawn = {(each["ref"], each["words"]) for carried in CARRIED.values() for each in carried["samples"]}
    assert len(drawn) >= 300


@pytest.mark.slow
@pytest.mark.parametrize("name", CARRIED)
def test_what_was_captured(name: str) -> None:
    judge(name, CARRIED[name])


@thorough
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_the_programs_carry_now(name: str, request: pytest.FixtureRequest) -> None:
    site = request.getfixturevalue("built") if name == COPIES and shutil.which(CHROMIUM) else Path()
    with tempfile.TemporaryDirectory() as folder:
        carried = capture(name, Path(folder), site)
    if "missing" in carried:
        pytest.skip(str(carried["missing"]))
    judge(name, carried)
