"""JSON Schemas for editors, made from the typed records and the topics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from tarock.corpus.doubtful import Doubt, Pattern
from tarock.corpus.emendations import Emendation
from tarock.corpus.sources import Source
from tarock.corpus.spelling import Group, Place, Rule
from tarock.corpus.termbase import Term
from tarock.rules.tables import Grade, SetAside, Silence, Support
from tarock.rules.topics import Entry, Topic
from tarock.shapes import Siglum

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.project import Project
    from tarock.rules.topics import Topics

DIALECT = "https://json-schema.org/draft/2020-12/schema"
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
        folder / "table.schema.json": dump_schema(table_schema(topics)),
        folder / "topics.schema.json": dump_schema(record_schema(dict[str, Topic], "Topics")),
        folder / "keys.schema.json": dump_schema(record_schema(dict[str, Entry], "Keys of a topic")),
        folder / "silences.schema.json": dump_schema(record_schema(list[Silence], "Silences of a source")),
        folder / "set-aside.schema.json": dump_schema(record_schema(list[SetAside], "Sentences set aside")),
        folder / "sources.schema.json": dump_schema(record_schema(dict[Siglum, Source], "Sources")),
        folder / "doubtful.schema.json": dump_schema(record_schema(list[Doubt], "Doubtful places")),
        folder / "patterns.schema.json": dump_schema(record_schema(list[Pattern], "Patterns")),
        folder / "spelling-rules.schema.json": dump_schema(record_schema(list[Rule], "Spelling rules")),
        folder / "spelling-lexicon.schema.json": dump_schema(record_schema(list[Group], "Spelling lexicon")),
        folder / "spelling-places.schema.json": dump_schema(record_schema(list[Place], "Spelling by place")),
        folder / "termbase.schema.json": dump_schema(record_schema(list[Term], "Termbase")),
        folder / "emendations.schema.json": dump_schema(record_schema(list[Emendation], "Emendations")),
    }


def dump_schema(schema: dict[str, Any]) -> str:
    """A schema as the text of its file (msgspec writes indented JSON much faster than the standard library).

    Descriptions are docstrings, which Python 3.13 strips of their indentation and 3.11 does not: here they have none.
    """
    text = msgspec.json.format(msgspec.json.encode(schema), indent=1).decode("utf-8")
    return re.sub(r"\\n +", r"\\n", text) + "\n"


def record_schema(kind: Any, title: str) -> dict[str, Any]:
    """The schema of a record, with a title."""
    return {"$schema": DIALECT, "title": title, **msgspec.json.schema(kind)}


def table_schema(topics: Topics) -> dict[str, Any]:
    """The schema of an era table: every key of the topics, each with its own type.

    The file of a topic fits `#/properties/TOPIC`.
    """
    tree: dict[str, Any] = {name: {} for name in topics.by_name}
    for key, entry in topics.entries.items():
        node = tree
        *parents, last = key.split(".")
        for parent in parents:
            node = node.setdefault(parent, {})
        node[last] = entry
    leaves = {f"{name}-leaf": _leaf_schema(value) for name, value in _TYPES.items()}
    return {"$schema": DIALECT, "title": "Era table", **_tree_schema(tree), "$defs": {"Support": _support(), **leaves}}


def _support() -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema(Support)["$defs"]["Support"]
    return schema


def _tree_schema(tree: dict[str, Any]) -> dict[str, Any]:
    properties = {
        name: _tree_schema(node) if isinstance(node, dict) else _key_schema(node) for name, node in tree.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _key_schema(entry: Entry) -> dict[str, Any]:
    """What may stand under a key: a reading of the key's type, or several of them."""
    if entry.type == "choice":
        return {"description": entry.title, **_leaf_schema({"enum": list(entry.choices)})}
    return {"description": entry.title, "$ref": f"#/$defs/{entry.type}-leaf"}


def _leaf_schema(value: dict[str, Any]) -> dict[str, Any]:
    leaf = {
        "type": "object",
        "properties": {
            "value": value,
            **_support()["properties"],
            "grade": {"enum": list(get_args(Grade))},
            "note": {"type": "string"},
            "derived": {"type": "string"},
            "also": {"type": "array", "items": {"$ref": "#/$defs/Support"}},
        },
        "required": ["value", "ref", "quote"],
        "additionalProperties": False,
    }
    return {"anyOf": [leaf, {"type": "array", "items": leaf}]}
