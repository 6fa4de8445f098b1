"""JSON Schemas for editors, made from the typed records and the topics."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from tarock.base.structs import Siglum, Words
from tarock.corpus.apparatus import Doubt, HistoricalNote, Pattern
from tarock.corpus.emendations import Emendation
from tarock.corpus.numbers import NumberForms
from tarock.corpus.sentences import Stops
from tarock.corpus.sources import LeftOut, Source
from tarock.corpus.spelling import LexiconGroup, Place, SpellingRule
from tarock.corpus.termbase import Term
from tarock.corpus.versions import Withdrawal
from tarock.rules.deprecated import Gone, Successor
from tarock.rules.entries import EntryRecord
from tarock.rules.overview import Overview
from tarock.rules.silences import Silence
from tarock.rules.tables import Grade, SetAside, Support
from tarock.rules.topics import Topic
from tarock.rules.vocabulary import VocabularyRecord

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project
    from tarock.rules.entries import Entry
    from tarock.rules.topics import Topics
    from tarock.rules.vocabulary import Vocabulary

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ONE: dict[str, dict[str, Any]] = {
    "integer": {"type": "integer"},
    "integers": {"type": "integer"},
    "fraction": {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"},
    "boolean": {"type": "boolean"},
}
_TEXT = {"type": "string", "minLength": 1}
# What a value in an era table has, beside `value` itself the same under every key.
FIELDS = {
    "value": "the answer to the key, of the type that the key has",
    "when": "the case that it holds in, by what the answers to the key vary by; every case if nothing stands here",
    "ref": "the passage that it rests on",
    "quote": "words of that passage that say it",
    "says": "the same as an English sentence for readers",
    "unit": "what a number counts, if not what the key counts",
    "grade": "how the source has it; stated if nothing stands here",
    "note": "a remark of ours",
    "derived": "the formula by which a number that is not in the quote follows from numbers and keys",
    "also": "further passages that it rests on, each with its words",
    "other_reading": "the value that an ambiguous text may have instead, and why",
}
_Lists = dict[Words, tuple[Words, ...]]
_KINDS: dict[str, tuple[Any, str]] = {
    "topics": (dict[str, Topic], "Topics"),
    "keys": (dict[str, EntryRecord], "Keys of a topic"),
    "vocabulary": (VocabularyRecord, "Vocabulary"),
    "silences": (list[Silence], "Silences of a source"),
    "set-aside": (list[SetAside], "Sentences set aside"),
    "overview": (Overview, "What the overview of the rules shows"),
    "sources": (dict[Siglum, Source], "Sources"),
    "left-out": (LeftOut, "What is left out of a copy"),
    "tombstones": (list[Withdrawal], "Ids that are withdrawn"),
    "emendations": (list[Emendation], "Emendations"),
    "doubtful": (list[Doubt], "Doubtful places"),
    "patterns": (list[Pattern], "Patterns"),
    "notes": (list[HistoricalNote], "Historical notes"),
    "sentences": (Stops, "Where a full stop ends no sentence"),
    "spelling-rules": (list[SpellingRule], "Spelling rules"),
    "spelling-lexicon": (list[LexiconGroup], "Spelling lexicon"),
    "spelling-places": (list[Place], "Spelling by place"),
    "spelling-numbers": (NumberForms, "Number words of the sources"),
    "base-forms": (_Lists, "Base forms with the forms that lead to them"),
    "termbase": (list[Term], "Termbase"),
    "redirects": (dict[str, str], "Pages of the site that moved: where each is now"),
}


def schema_files(project: Project, topics: Topics) -> dict[Path, str]:
    """The schema files with their text."""
    schemas = {
        "table": table_schema(topics),
        "renamed-keys": _renamed_schema(),
        **{name: record_schema(kind, title) for name, (kind, title) in _KINDS.items()},
    }
    return {project.rules / "schema" / f"{name}.schema.json": dump_schema(schema) for name, schema in schemas.items()}


def dump_schema(schema: dict[str, Any]) -> str:
    """A schema as the text of its file (msgspec writes indented JSON much faster than the standard library).

    Descriptions are docstrings, which Python 3.13 strips of their indentation and 3.11 does not: here they have none.
    """
    text = msgspec.json.format(msgspec.json.encode(schema), indent=1).decode("utf-8")
    return re.sub(r"\\n +", r"\\n", text) + "\n"


def record_schema(kind: Any, title: str) -> dict[str, Any]:
    """The schema of a record, with a title."""
    return {"$schema": DIALECT, "title": title, **msgspec.json.schema(kind, schema_hook=_words)}


def _words(_message: type) -> dict[str, Any]:
    """Messages are printed in words."""
    return {"type": "string"}


def _renamed_schema() -> dict[str, Any]:
    (successor, gone), definitions = msgspec.json.schema_components([Successor, Gone], ref_template="#/$defs/{name}")
    record = {"anyOf": [successor, gone, {"type": "array", "items": successor}]}
    head = {"$schema": DIALECT, "title": "Keys that are no more", "type": "object"}
    return {**head, "additionalProperties": record, "$defs": definitions}


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
    leaves: dict[str, Any] = {}
    schema = _tree_schema(tree, topics.vocabulary, leaves)
    return {
        "$schema": DIALECT,
        "title": "Era table",
        **schema,
        "$defs": {"Support": _support(), **_shared(topics.vocabulary), **leaves},
    }


def _shared(vocabulary: Vocabulary) -> dict[str, Any]:
    """The fields that are alike under every key."""
    text = {"type": "string"}
    fields = {
        **_support()["properties"],
        "says": _TEXT,
        "unit": {"enum": list(vocabulary.units)},
        "grade": {"enum": list(get_args(Grade))},
        "note": text,
        "derived": text,
        "also": {"type": "array", "items": {"$ref": "#/$defs/Support"}},
    }
    return {name: {**schema, "description": FIELDS[name]} for name, schema in fields.items()}


@cache
def _support() -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema(Support)["$defs"]["Support"]
    return schema


def _tree_schema(tree: dict[str, Any], vocabulary: Vocabulary, leaves: dict[str, Any]) -> dict[str, Any]:
    properties = {}
    for name, node in tree.items():
        if isinstance(node, dict):
            properties[name] = _tree_schema(node, vocabulary, leaves)
        else:  # what may stand under a key: keys of one type that vary alike share it
            leaf = "-".join((node.type, *node.by, "leaf"))
            schema = _leaf_schema(node, vocabulary)
            if leaves.setdefault(leaf, schema) == schema:
                schema = {"$ref": f"#/$defs/{leaf}"}
            properties[name] = {"description": node.asks, **schema}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _value_schema(entry: Entry) -> dict[str, Any]:
    single = {"enum": list(entry.words)} if entry.words else _ONE.get(entry.type, _TEXT)
    return {"type": "array", "items": single, "minItems": 1} if entry.many else single


def _leaf_schema(entry: Entry, vocabulary: Vocabulary) -> dict[str, Any]:
    """What may stand under a key: an answer, or several of them."""
    value = _value_schema(entry)
    of_the_key = {
        "value": value,
        "when": _closed({name: _dimension_schema(vocabulary, name) for name in entry.by}),
        "other_reading": {**_closed({"value": value, "why": _TEXT}), "required": ["value", "why"]},
    }
    leaf = {
        "type": "object",
        "properties": {
            name: {**of_the_key[name], "description": said} if name in of_the_key else {"$ref": f"#/$defs/{name}"}
            for name, said in FIELDS.items()
            if entry.by or name != "when"
        },
        "required": ["value", "ref", "quote", "says"],
        "additionalProperties": False,
    }
    return {"anyOf": [leaf, {"type": "array", "items": leaf}]}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _dimension_schema(vocabulary: Vocabulary, name: str) -> dict[str, Any]:
    of = vocabulary.dimensions[name].of
    return _ONE[of] if of in _ONE else {"enum": list(vocabulary.labels[of])}
