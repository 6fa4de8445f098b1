"""The JSON Schemas: exactly the topics' keys and types; the files on disk are what the code writes."""

from __future__ import annotations

import json
import re
from itertools import repeat
from typing import TYPE_CHECKING, Any, get_args

import pytest

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.corpus.sources import load_sources
from tarock.rules.schema import FIELDS, record_schema, schema_files, table_schema
from tarock.rules.silences import Silence, SilenceKind
from tarock.rules.tables import Grade, Leaf, SetAside, SetAsideReason
from tests.conftest import ROOT, SIGLA
from tests.helpers import replace_once

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project
    from tarock.rules.topics import Topics
    from tests.conftest import Run

Schema = dict[str, Any]
NOTES = {"$schema", "title", "description", "default", "$defs"}
KINDS: dict[str, Any] = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}


def fits(value: Any, schema: Schema, root: Schema) -> bool:
    """Whether a value fits: a small reader of the keywords that our schemas use, of these and no others."""
    known = {"type", "properties", "required", "additionalProperties", "items", "minItems", "minLength", "pattern",
             "enum", "anyOf", "$ref", "propertyNames", "const", "allOf", "if", "then", "uniqueItems", "prefixItems",
             "maxItems"}  # fmt: skip
    assert set(schema) <= known | NOTES, set(schema) - known - NOTES
    checks = []
    if "$ref" in schema:
        checks.append(fits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root))
    if "anyOf" in schema:
        checks.append(any(fits(value, option, root) for option in schema["anyOf"]))
    checks.extend(fits(value, part, root) for part in schema.get("allOf", ()))
    if "if" in schema and fits(value, schema["if"], root):
        checks.append(fits(value, schema["then"], root))
    checks.append(not schema.get("uniqueItems") or len(value) == len(set(value)))
    if "const" in schema:
        checks.append(value == schema["const"])
    if "enum" in schema:
        checks.append(value in schema["enum"])
    if "type" in schema:
        kind = KINDS[schema["type"]]
        checks.append(type(value) is int if kind is int else isinstance(value, kind))
    if isinstance(value, dict):
        inner = schema.get("properties", {})
        more = schema.get("additionalProperties", True)
        checks.append(set(schema.get("required", ())) <= set(value))
        checks.extend(fits(name, schema.get("propertyNames", {}), root) for name in value)
        for name, child in value.items():
            if name in inner:
                checks.append(fits(child, inner[name], root))
            else:
                checks.append(fits(child, more, root) if isinstance(more, dict) else more)
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        checks.append(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)))
        checks.extend(map(fits, value, first, repeat(root)))
        checks.extend(fits(item, schema["items"], root) for item in value[len(first) :] if "items" in schema)
    if isinstance(value, str):
        checks.append(len(value) >= schema.get("minLength", 0))
        checks.append("pattern" not in schema or bool(re.search(schema["pattern"], value)))
    return all(checks)


@pytest.fixture(scope="module")
def schema(topics: Topics) -> Schema:
    return table_schema(topics)


def branch(schema: Schema) -> Schema:
    """What may stand in a mapping above the keys."""
    assert (schema["type"], schema["additionalProperties"]) == ("object", False)
    properties: Schema = schema["properties"]
    return properties


def leaf(node: Schema, root: Schema) -> Schema:
    """The reading option under a key."""
    if "$ref" in node:
        node = root["$defs"][node["$ref"].removeprefix("#/$defs/")]
    single, several = node["anyOf"]
    assert several == {"type": "array", "items": single}
    assert single["additionalProperties"] is False
    reading: Schema = single
    return reading


def test_the_schema_has_exactly_the_keys_of_the_topics(schema: Schema, topics: Topics) -> None:
    found: list[str] = []

    def walk(node: Schema, path: str) -> None:
        for name, child in branch(node).items():
            key = f"{path}.{name}".lstrip(".")
            if "properties" in child:
                walk(child, key)
            else:
                found.append(key)

    walk(schema, "")
    assert sorted(found) == sorted(topics)


def key_schema(schema: Schema, key: str) -> Schema:
    node = schema
    for name in key.split("."):
        node = branch(node)[name]
    return dict(node)


TYPED: dict[str, Schema] = {
    "integer": {"type": "integer"},
    "fraction": {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"},
    "boolean": {"type": "boolean"},
    "names": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
    "integers": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
}
GRADES = ["stated", "implied", "example", "disputed", "custom", "option", "advice"]


def test_each_key_has_its_own_type(schema: Schema, topics: Topics) -> None:
    for key in topics:
        entry = topics.entry(key)
        assert entry is not None
        node = key_schema(schema, key)
        of_words: Schema = {"enum": list(entry.words)}
        expected = (
            TYPED[entry.type]
            if not entry.words
            else {"type": "array", "items": of_words, "minItems": 1}
            if entry.many
            else of_words
        )
        reading = leaf(node, schema)
        assert reading["properties"]["value"] == {**expected, "description": FIELDS["value"]}, key
        assert reading["required"] == ["value", "ref", "quote", "says"]
        assert reading["properties"]["grade"] == {"$ref": "#/$defs/grade"}
        assert set(reading["properties"]) == set(FIELDS) - ({"when"} if not entry.by else set())
        assert set(reading["properties"].get("when", {"properties": ()})["properties"]) == set(entry.by)
        assert node["description"] == entry.asks


def test_the_enumerations_are_those_of_the_design(schema: Schema) -> None:
    assert schema["$defs"]["grade"] == {"enum": GRADES, "description": FIELDS["grade"]}
    assert set(Leaf.__struct_fields__) == set(FIELDS)
    assert set(get_args(Grade)) == set(GRADES)
    assert set(get_args(SilenceKind)) == {"not stated", "lost", "not applicable", "left to another game"}
    definitions = {**record_schema(Silence, "")["$defs"], **record_schema(SetAside, "")["$defs"]}
    assert set(definitions["Silence"]["properties"]["silence"]["enum"]) == set(get_args(SilenceKind))
    assert set(definitions["SetAside"]["properties"]["reason"]["enum"]) == set(get_args(SetAsideReason))


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_tables_fit_their_schema(project: Project, schema: Schema, topics: Topics, siglum: str) -> None:
    files = [path for path in (project.rules / siglum).glob("*.yaml") if path.stem in topics.by_name]
    assert files
    assert fits({path.stem: yamlio.load(path).data for path in files}, schema, schema)


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("topics", ["rules_data/topics.yaml"]),
        ("vocabulary", ["rules_data/vocabulary.yaml"]),
        ("renamed-keys", ["rules_data/renamed_keys.yaml"]),
        ("keys", [f"rules_data/keys/{name}.yaml" for name in ("pack", "revoke", "advice")]),
        ("silences", [f"rules_data/{siglum}/silences.yaml" for siglum in SIGLA]),
        ("set-aside", [f"rules_data/{siglum}/set_aside.yaml" for siglum in SIGLA]),
        ("sources", ["corpus/sources/sources.yaml"]),
        ("emendations", [f"corpus/emendations/{siglum}.yaml" for siglum in SIGLA]),
    ],
)
def test_a_file_fits_its_schema(project: Project, name: str, files: list[str]) -> None:
    written = json.loads((project.rules / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert written["title"]
    for file in files:
        assert fits(yamlio.load(project.root / file).data, written, written), file


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
    written = json.loads((codex.rules / "schema" / "sources.schema.json").read_text(encoding="utf-8"))
    assert not fits(data, written, written)
    file.write_text(yamlio.dump(data), encoding="utf-8")
    with pytest.raises(CodexError, match=re.escape(f"`1754.{'.'.join(map(str, path))}")):
        load_sources(codex)


QUEEN: dict[str, Any] = {"value": 4, "ref": "1754:16", "quote": "eine Dame 4", "says": "A queen counts 4."}


@pytest.mark.parametrize(
    ("statements", "good"),
    [
        ({"card_points": {"dame": QUEEN}}, True),
        ({"card_points": {"dame": [QUEEN, QUEEN]}}, True),
        ({"card_points": {"dame": {"silence": "lost"}}}, False),
        ({"card_points": {"damen": QUEEN}}, False),
        ({"card_pints": {"dame": QUEEN}}, False),
        ({"card_points": {"dame": {**QUEEN, "value": "4"}}}, False),
        ({"card_points": {"dame": {**QUEEN, "value": True}}}, False),
        ({"card_points": {"dame": {**QUEEN, "quote": " "}}}, False),
        ({"card_points": {"dame": {**QUEEN, "grade": "certain"}}}, False),
        ({"card_points": {"dame": {**QUEEN, "qoute": "x"}}}, False),
        ({"card_points": {"dame": {"value": 4, "ref": "1754:16", "says": "A queen counts 4."}}}, False),
        ({"card_points": {"dame": {**QUEEN, "says": ""}}}, False),
        ({"card_points": {"dame": {**QUEEN, "also": [{"ref": "1754:12"}]}}}, False),
        ({"card_points": {"plain": {**QUEEN, "value": "1/0"}}}, False),
        ({"rank": {"scues_nature": {**QUEEN, "value": "joker"}}}, False),
        ({"rank": {"scues_nature": {**QUEEN, "value": "excuse"}}}, True),
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(schema: Schema, statements: Any, good: bool) -> None:
    assert fits(statements, schema, schema) is good


def test_the_files_on_disk_are_what_the_code_writes(project: Project, topics: Topics) -> None:
    written = schema_files(project, topics)
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text
        assert json.loads(text)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("siglum", SIGLA)
def test_each_table_names_the_schema_for_editors(project: Project, siglum: str) -> None:
    schemas = {"silences": "silences.schema.json", "set_aside": "set-aside.schema.json"}
    for path in (project.rules / siglum).glob("*.yaml"):
        name = schemas.get(path.stem, f"table.schema.json#/properties/{path.stem}")
        assert f"# yaml-language-server: $schema=../schema/{name}\n" in path.read_text(encoding="utf-8")[:400]


def test_a_stale_schema_is_found_and_rewritten(codex: Project, run: Run, no_pages: None) -> None:
    assert "table.schema.json" not in run("build", "--check", root=codex).err
    replace_once(
        codex.rules / "keys" / "card_points.yaml",
        '"How many points does a cavall count?"',
        '"What does a cavall count?"',
    )
    outcome = run("build", "--check", root=codex)
    assert outcome.status == 1
    assert "rules_data/schema/table.schema.json: stale; run `tarock build`" in outcome.err
    assert "BUILD-STALE" in run("check", root=codex).out
    assert run("build", root=codex).status == 0
    assert '"What does a cavall count?"' in (codex.rules / "schema" / "table.schema.json").read_text(encoding="utf-8")
    assert run("build", "--check", root=codex).status == 0


@pytest.mark.parametrize("path", sorted((ROOT / "corpus/translations/en").glob("*.yaml")), ids=lambda path: path.stem)
def test_each_file_of_a_translation_fits_the_schema_that_it_names(path: Path) -> None:
    head, *_ = path.read_text(encoding="utf-8").splitlines()
    schema = path.parent / head.removeprefix("# yaml-language-server: $schema=")
    written = json.loads(schema.read_text(encoding="utf-8"))
    data = yamlio.load(path).data
    assert fits(data, written, written)
    assert not fits({**data, "other": "key"}, written, written)
