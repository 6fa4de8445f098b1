"""The JSON Schemas: exactly the topics' keys and types; with an ordinary validator every file fits its own."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.schemas import FIELDS, schema_files
from tarock.corpus.sources import load_sources
from tarock.rules.tables import StatementRecord
from tarock.rules.topics import Topics
from tests.conftest import ROOT, Run
from tests.helpers import replace_once


@cache
def schema_of(name: str) -> Draft202012Validator:
    """What validates files of a kind."""
    schema = json.loads((ROOT / f"rules_data/schema/{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def keys_of(schema: Any, path: str) -> list[str]:
    """The keys of a mapping, and of those inside."""
    assert (schema["type"], schema["additionalProperties"]) == ("object", False)
    found = []
    for name, inner in schema["properties"].items():
        key = f"{path}.{name}"
        found += keys_of(inner, key) if "properties" in inner else [key]
    return found


@pytest.mark.slow
def test_the_schemas_have_exactly_the_keys_of_the_topics(topics: Topics) -> None:
    found = [key for name in topics.by_name for key in keys_of(schema_of(f"tables/{name}").schema, name)]
    assert sorted(found) == sorted(topics)
    assert set(StatementRecord.__struct_fields__) == set(FIELDS)


def good_and_bad(entry: Any) -> tuple[list[Any], list[Any]]:
    """Values that a key may have, and that it may not."""
    plain: dict[str, tuple[list[Any], list[Any]]] = {
        "integer": ([0, 7], ["7", True]), "integers": ([0, 7], ["7", True]), "boolean": ([True], [1, "yes"]),
        "fraction": (["1/3", "2"], ["1/0", 2]), "names": (["a"], ["", 1]),
    }  # fmt: skip
    good, bad = plain.get(entry.type) or ([*entry.words], ["no such word", 1, True])
    if entry.many:
        return [good, *([value] for value in good)], [*good, [], *([value] for value in bad)]
    return good, [*bad, [*good]]


@pytest.mark.slow
def test_each_key_has_its_own_type_and_cases(topics: Topics) -> None:
    for key, entry in topics.entries.items():
        topic, *path = key.split(".")

        def table(path: list[str], **fields: Any) -> Any:
            node: Any = {"ref": "1840:1", "quote": "q", "says": "s", **fields}
            for name in reversed(path):
                node = {name: node}
            return node

        valid = schema_of(f"tables/{topic}").is_valid
        good, bad = good_and_bad(entry)
        assert all(valid(table(path, value=value)) for value in good), key
        assert not any(valid(table(path, value=value)) for value in bad), key
        other = (
            others[len(key) % len(others)] if (others := sorted({*topics.vocabulary.dimensions} - {*entry.by})) else ""
        )
        for name in filter(None, (*entry.by, other)):
            of = topics.vocabulary.dimensions[name].of
            case = {"integer": 3, "boolean": True}.get(of) or next(iter(topics.vocabulary.labels[of]))
            assert valid(table(path, value=good[0], when={name: case})) is (name in entry.by), (key, name)
            assert not valid(table(path, value=good[0], when={name: "no such case"})), (key, name)


DECLARED = re.compile(r"# yaml-language-server: \$schema=(\S+)\.schema\.json\n")


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["rules_data", "corpus"])
def test_each_file_names_a_schema_and_fits_it(folder: str) -> None:
    schemas = ROOT / "rules_data/schema"
    sealed = (ROOT / "rules_data/readings/differences/sealed.sha256").read_text()  # stay as they were sealed
    for path in (ROOT / folder).rglob("*.yaml"):
        if path.name in sealed:
            continue
        named = DECLARED.search(path.read_text(encoding="utf-8")[:1000])
        assert named, path
        schema = (path.parent / named[1]).resolve().relative_to(schemas).as_posix()
        if (
            path.parent.name.isdigit()
            and path.stem not in ("silences", "set_aside", "assumed", "borrowed", "today")
            and folder == "rules_data"
        ):
            assert schema == f"tables/{path.stem}"
        data = yamlio.load(path).data
        assert [error.message for error in schema_of(schema).iter_errors(data)] == [], path
        if isinstance(data, dict) and data:
            assert not schema_of(schema).is_valid({**data, " ": [{}]}), path
        assert not schema_of(schema).is_valid("text"), path


@pytest.mark.parametrize(
    ("path", "wrong"),
    # each breaks what the design says of a source: its version, its hash, the addresses of its pages
    [
        (("edition",), "latest"), (("sha256",), "add733"), (("parts", 0, "slug"), "../../index"),
        (("dates",), {"1.0.0": "today"}), (("completeness", "status"), "lost"), (("year",), "1754"),
    ],
)  # fmt: skip
def test_the_schema_of_the_sources_and_the_loader_refuse_the_same(
    codex: Project, path: tuple[str | int, ...], wrong: Any
) -> None:
    file = codex.sources / "sources.yaml"
    data: Any = yamlio.load(file).data
    *outer, last = path
    node = data["1754"]
    for key in outer:
        node = node[key]
    node[last] = wrong
    assert not schema_of("sources").is_valid(data)
    file.write_text(yamlio.dump(data), encoding="utf-8")
    with pytest.raises(CodexError, match=re.escape(f"`1754.{'.'.join(map(str, path))}")):
        load_sources(codex)


QUEEN: dict[str, Any] = {"value": 4, "ref": "1754:16", "quote": "eine Dame 4", "says": "A queen counts 4."}


@pytest.mark.parametrize(
    ("topic", "table", "good"),
    [
        ("card_points", {"dame": QUEEN}, True),
        ("card_points", {"dame": [QUEEN, QUEEN]}, True),
        ("card_points", {"dame": [QUEEN, {**QUEEN, "value": "4"}]}, False),
        ("card_points", {"dame": []}, False),
        ("card_points", {"dame": [[QUEEN]]}, False),
        ("card_points", {"dame": {"silence": "lost"}}, False),
        ("card_points", {"damen": QUEEN}, False),
        ("card_points", {"dame": {**QUEEN, "value": "4"}}, False),
        ("card_points", {"dame": {**QUEEN, "value": True}}, False),
        ("card_points", {"dame": {**QUEEN, "quote": " "}}, False),
        ("card_points", {"dame": {**QUEEN, "grade": "certain"}}, False),
        ("card_points", {"dame": {**QUEEN, "unit": "pints"}}, False),
        ("card_points", {"dame": {**QUEEN, "qoute": "x"}}, False),
        ("card_points", {"dame": {"value": 4, "ref": "1754:16", "says": "A queen counts 4."}}, False),
        ("card_points", {"dame": {**QUEEN, "says": ""}}, False),
        ("card_points", {"dame": {**QUEEN, "also": [{"ref": "1754:12"}]}}, False),
        ("card_points", {"dame": {**QUEEN, "other_reading": {"value": 5, "why": "blurred"}}}, True),
        ("card_points", {"dame": {**QUEEN, "other_reading": {"value": "5", "why": "blurred"}}}, False),
        ("card_points", {"plain": {**QUEEN, "value": "1/0"}}, False),
        ("rank", {"scues_nature": {**QUEEN, "value": "joker"}}, False),
        ("rank", {"scues_nature": {**QUEEN, "value": "excuse"}}, True),
        ("settlement", {"multiplier": {**QUEEN, "when": {"contract": "solo"}}}, True),
        ("settlement", {"multiplier": {**QUEEN, "when": {"contract": "sola"}}}, False),
        ("settlement", {"multiplier": [{**QUEEN, "when": {"players": 3}}]}, False),
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(topic: str, table: Any, good: bool) -> None:
    assert schema_of(f"tables/{topic}").is_valid(table) is good


def test_the_files_on_disk_are_what_the_code_writes(project: Project, topics: Topics) -> None:
    written = schema_files(project, topics)
    assert written.keys() == set((project.rules / "schema").rglob("*.json"))
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text
        assert json.loads(text)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.slow
def test_a_stale_schema_is_found_and_rewritten(codex: Project, run: Run) -> None:
    replace_once(
        codex.rules / "keys" / "card_points.yaml",
        '"How many points does a cavalier count?"',
        '"What does a cavalier count?"',
    )
    outcome = run("build", "--check", root=codex)
    assert outcome.status == 1
    assert "rules_data/schema/tables/card_points.schema.json: stale; run `tarock build`" in outcome.err
    assert run("build", root=codex).status == 0
    assert '"What does a cavalier count?"' in (codex.rules / "schema/tables/card_points.schema.json").read_text(
        encoding="utf-8"
    )
    assert run("build", "--check", root=codex).status == 0
