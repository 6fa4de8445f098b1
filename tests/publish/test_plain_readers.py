"""The published files in other hands: PyYAML, which follows YAML 1.1, and JSON Schema, without a line of ours."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tarock.base import yamlio
from tarock.checks.release import copy_data
from tarock.checks.schemas import OUTPUTS
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

DECLARED = re.compile(r"yaml-language-server: \$schema=(\S+)\.schema\.json\n")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What anyone may have: the text whose rights are not clear is left out, so its tables are written anew."""
    folder = tmp_path_factory.mktemp("data")
    copy_data(ROOT, folder, with_unclear_rights=False)
    return folder


def typed(value: Any) -> Any:
    """A value in which `1`, `True`, `"1"` and a date are four things."""
    if isinstance(value, dict):
        return {(type(key), key): typed(item) for key, item in value.items()}
    return [typed(item) for item in value] if isinstance(value, list) else (type(value), value)


@cache
def validator(schema: Path) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))


def test_pyyaml_reads_every_file_as_it_is_meant_and_its_schema_holds(published: Path) -> None:
    paths = sorted(published.rglob("*.yaml"))
    assert len(paths) > 100
    schemas, used = published / "rules_data/schema", set()
    sealed = (published / "rules_data/readings/differences/sealed.sha256").read_text(encoding="utf-8").split()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        assert typed(data) == typed(yamlio.load(path).data), path
        named = DECLARED.search(text)
        assert named or path.name in sealed, f"{path} names no schema"
        schema = (path.parent / f"{named[1]}.schema.json").resolve() if named else schemas / "differences.schema.json"
        assert [error.message for error in validator(schema).iter_errors(data)] == [], path
        used.add(schema.relative_to(schemas).as_posix().removesuffix(".schema.json"))
    made = {path.relative_to(schemas).as_posix().removesuffix(".schema.json") for path in schemas.rglob("*.json")}
    assert used | set(OUTPUTS) | {"redirects", "witnesses"} == made  # nobody has looked into a copy yet


def test_what_does_not_fit_is_noticed(published: Path) -> None:
    schemas = published / "rules_data/schema"
    for name, data in {
        "notes": [{"id": "Jude"}],
        "overview": {"families": [], "groups": [{"title": "", "lines": []}]},
        "known-findings": [{"game": "m1", "levels": ["printed"], "code": "PLAY-REVOKE"}],
        "redirects": {"old.html": 1},
        "left-out": {"texts": ["1945"], "around": {"1840": "no hash"}},
    }.items():
        assert not validator(schemas / f"{name}.schema.json").is_valid(data), name
    redirects = yaml.safe_load((ROOT / "redirects.yaml").read_text(encoding="utf-8"))
    assert validator(schemas / "redirects.schema.json").is_valid(redirects)


def test_the_words_that_yaml_1_1_takes_otherwise_would_be_noticed() -> None:
    for text in ("{no: alone}", "{a: 2026-11-21}", "{a: 1:30}"):
        assert typed(yaml.safe_load(text)) != typed(yamlio.parse(text, ROOT / "x.yaml").data)
