"""JSON Schemas for editors, made from the typed records and the topics."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from tarock.rules.tables import SetAside, Silence, Support
from tarock.rules.topics import Topic

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.project import Project
    from tarock.rules.topics import Entry, Topics

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES: dict[str, dict[str, Any]] = {
    "integer": {"type": "integer"},
    "fraction": {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"},
    "boolean": {"type": "boolean"},
    "text": {"type": "string", "minLength": 1},
    "list": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "integers": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
}


def schema_files(project: Project, topics: Topics) -> dict[Path, str]:
    """The schema files with their text."""
    folder = project.rules / "schema"
    return {
        folder / "table.schema.json": _dump(table_schema(topics)),
        folder / "topics.schema.json": _dump(_record_schema(dict[str, Topic], "Topics")),
    }


def _dump(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _record_schema(kind: Any, title: str) -> dict[str, Any]:
    return {"$schema": _DIALECT, "title": title, **msgspec.json.schema(kind)}


def table_schema(topics: Topics) -> dict[str, Any]:
    """The schema of an era table: every key of the topics, each with its own type."""
    tree: dict[str, Any] = {}
    for key in topics.keys():
        entry = topics.entry(key)
        node = tree
        *parents, last = key.split(".")
        for parent in parents:
            node = node.setdefault(parent, {})
        node[last] = entry
    (aside, silence), definitions = msgspec.json.schema_components(
        [SetAside, Silence], ref_template="#/$defs/{name}"
    )
    support = msgspec.json.schema(Support)["$defs"]["Support"]
    return {
        "$schema": _DIALECT,
        "title": "Era table",
        "type": "object",
        "properties": {
            "source": {"type": "string"},
            "default_silence": {"enum": ["not stated", "lost", "not applicable"]},
            "statements": _tree_schema(tree),
            "set_aside": {"type": "array", "items": aside},
        },
        "required": ["source", "statements"],
        "additionalProperties": False,
        "$defs": {**definitions, "Support": support, "silence": silence},
    }


def _tree_schema(tree: dict[str, Any]) -> dict[str, Any]:
    properties = {
        name: _tree_schema(node) if isinstance(node, dict) else _leaf_schema(node) for name, node in tree.items()
    }
    silence = {"$ref": "#/$defs/Silence"}
    return {"anyOf": [{"type": "object", "properties": properties, "additionalProperties": False}, silence]}


def _leaf_schema(entry: Entry) -> dict[str, Any]:
    value = {"enum": list(entry.choices)} if entry.type == "choice" else _TYPES[entry.type]
    leaf = {
        "type": "object",
        "description": entry.title,
        "properties": {
            "value": value,
            "ref": {"type": "string"},
            "quote": {"type": "string"},
            "grade": {"enum": ["stated", "implied", "example", "disputed"]},
            "note": {"type": "string"},
            "derived": {"type": "string"},
            "also": {"type": "array", "items": {"$ref": "#/$defs/Support"}},
        },
        "required": ["value", "ref", "quote"],
        "additionalProperties": False,
    }
    return {"anyOf": [leaf, {"type": "array", "items": leaf}, {"$ref": "#/$defs/Silence"}]}
