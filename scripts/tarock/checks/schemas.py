"""The JSON Schemas, all made here: of every kind of data file, of the tables of each topic, and of what commands print.

A file fits its schema with any ordinary validator; each is written by `tarock build` to `rules_data/schema/`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from tarock.analysis.annotation import GameValues
from tarock.analysis.hands import HandJson
from tarock.analysis.players import SessionJson
from tarock.analysis.tasks import Task
from tarock.base.project import Project
from tarock.base.structs import Siglum, Words
from tarock.checks.quantified import QuantifiedSentence
from tarock.checks.report import CheckJson
from tarock.checks.reviews import Review
from tarock.claims.ledger import Claim, WithdrawnClaim
from tarock.claims.registry import FUNCTIONS
from tarock.corpus.apparatus import DoubtfulPlace, HistoricalNote, Pattern
from tarock.corpus.differences import PassageDiff
from tarock.corpus.elsewhere import OtherText
from tarock.corpus.emendations import Emendation
from tarock.corpus.format import DataFormat
from tarock.corpus.numbers import NumberForms
from tarock.corpus.publication import CitationRecord, ExportJson
from tarock.corpus.references import ShownPassage
from tarock.corpus.search import SearchResult
from tarock.corpus.search_data import EverydayWords
from tarock.corpus.sentences import StopRules
from tarock.corpus.sources import LeftOut, Source
from tarock.corpus.spelling import ContextualSpelling, LexiconGroup, SpellingRule, WordForm
from tarock.corpus.termbase import SenseFile, Term
from tarock.corpus.translation.correspondence import NotationData, NumberData
from tarock.corpus.translation.kept import StoredTranslation
from tarock.corpus.translation.records import Imprint, TranslationFile
from tarock.corpus.variants import Variants
from tarock.corpus.verify.records import Verification
from tarock.corpus.verify.table import Quoting
from tarock.corpus.versions import Withdrawal
from tarock.corpus.witnesses import CopyReport
from tarock.game.eras import ERAS
from tarock.replay.games import LineCriterion, ReplayJson
from tarock.replay.known_findings import KnownFinding
from tarock.robustness.analysis import PlayedJson, Settlement
from tarock.robustness.coverage import CoverageJson
from tarock.robustness.nearby_values import NearbyTable
from tarock.robustness.undecided import UndecidedGame
from tarock.robustness.unread import UnreadReason
from tarock.rules.assumptions import AssumptionRecord
from tarock.rules.bridge import BridgeTerm, NeighbourFacts
from tarock.rules.compare import ComparisonJson
from tarock.rules.comparison_rules import ComparisonFile, ReaderDecision
from tarock.rules.invariants import Invariants
from tarock.rules.matters import Matter, MattersEdition
from tarock.rules.overview import Chapter, Overview
from tarock.rules.readings import ReadersReport
from tarock.rules.silences import Borrowing, Silence
from tarock.rules.statement_ids import WithdrawnStatement
from tarock.rules.tables import SetAside, StatementRecord
from tarock.rules.today import Today
from tarock.rules.topics import DeprecatedKey, KeyRecord, Topic, Topics
from tarock.rules.vocabulary import PLAIN, Vocabulary

Schema = dict[str, Any]
_DEFINED = "#/$defs/"  # begins a reference to a definition
DIALECT = "https://json-schema.org/draft/2020-12/schema"
WIDTH = 160  # characters of a line
# Fields of a value in an era table; all but `value` are the same under every key.
FIELDS = {
    "value": "the answer to the key, of the type that the key has",
    "when": "the case that it holds in, by what the answers to the key vary by; every case if nothing stands here",
    "ref": "the passage that it rests on",
    "quote": "words of that passage that say it",
    "says": "the same as an English sentence for readers",
    "unit": "what a number counts, if not what the key counts",
    "reading": "its name, where the source has several under the same key and case; it stays",
    "grade": "how the source has it; stated if nothing stands here",
    "note": "a remark of ours",
    "derived": "the formula by which a number that is not in the quote follows from numbers and keys",
    "also": "further passages that it rests on, each with its words",
    "other_reading": "the value that an ambiguous text may have instead, and why",
}
# Records that commands print with `--json`.
OUTPUTS: dict[str, Any] = {
    "analyse": GameValues,
    "check": CheckJson,
    "cite": CitationRecord,
    "compare": ComparisonJson,
    "coverage": CoverageJson,
    "diff": list[PassageDiff],
    "export": ExportJson,
    "hand": HandJson,
    "play": SessionJson,
    "replay": list[ReplayJson],
    "score": Settlement,
    "search": SearchResult,
    "show": list[ShownPassage],
    "verify": Verification,
    "words": list[WordForm],
}
# what may stand in the list of a command instead, by a name for it: a game of another era than 1840
_INSTEAD: dict[str, dict[str, Any]] = {"replay": {"played": PlayedJson}}
_Lists = dict[Words, tuple[Words, ...]]
KINDS: dict[str, tuple[Any, str]] = {
    "topics": (dict[str, Topic], "Topics"),
    "deprecated-keys": (dict[str, DeprecatedKey], "Keys that are no more"),
    "keys": (dict[str, KeyRecord], "Keys of a topic"),
    "vocabulary": (Vocabulary, "Vocabulary"),
    "silences": (list[Silence], "Silences of a source"),
    "set-aside": (list[SetAside], "Sentences set aside"),
    "comparison": (ComparisonFile, "What counts as a difference"),
    "decisions": (list[ReaderDecision], "What a reader said of two answers"),
    "differences": (ReadersReport, "What readers of two texts found to differ"),
    "matters": (list[Matter], "Matters: one question with the answer of each source"),
    "matters-edition": (MattersEdition, "The version under which matters are cited"),
    "bridge": (list[BridgeTerm], "Terms of today's table beside the texts"),
    "neighbour-facts": (NeighbourFacts, "Facts of games and texts that we did not edit"),
    "unread": (tuple[UnreadReason, ...], "Why nothing in the engine reads some values"),
    "overview": (Overview, "What the overview of the rules shows"),
    "format": (DataFormat, "Format of the data"),
    "sources": (dict[Siglum, Source], "Sources"),
    "left-out": (LeftOut, "What is left out of a copy"),
    "tombstones": (list[Withdrawal], "Ids that are withdrawn"),
    "emendations": (list[Emendation], "Emendations"),
    "doubtful": (list[DoubtfulPlace], "Doubtful places"),
    "patterns": (list[Pattern], "Patterns"),
    "witnesses": (list[CopyReport], "What stands in copies of the sources"),
    "elsewhere": (list[OtherText], "Texts that are none of our sources"),
    "reviews": (list[Review], "Who has read what against the German"),
    "today": (list[Today], "How the game of a source is played today, as dated texts tell it"),
    "borrowed": (list[Borrowing], "What a source leaves to another game, as another text tells it"),
    "assumed": (list[AssumptionRecord], "Values that the engine needs and the source does not give"),
    "notes": (list[HistoricalNote], "Historical notes"),
    "sentences": (StopRules, "Where a full stop ends no sentence"),
    "spelling-rules": (list[SpellingRule], "Spelling rules"),
    "spelling-lexicon": (list[LexiconGroup], "Spelling lexicon"),
    "spelling-places": (list[ContextualSpelling], "Spelling by place"),
    "spelling-numbers": (NumberForms, "Number words of the sources"),
    "base-forms": (_Lists, "Base forms with the forms that lead to them"),
    "everyday": (EverydayWords, "How people ask"),
    "variants": (Variants, "In which letters and signs the same words may be written"),
    "quoting": (Quoting, "In which marks and ways people quote"),
    "termbase": (list[Term], "Termbase"),
    "senses": (SenseFile, "What words of a source mean at each place"),
    "redirects": (dict[str, str], "Pages of the site that moved: where each is now"),
    "translation": (TranslationFile, "English of a source"),
    "translation-kept": (StoredTranslation, "The English of a source in one version"),
    "translation-imprint": (Imprint, "What a translation is cited as"),
    "translation-notation": (NotationData, "Notation in another language"),
    "translation-numbers": (NumberData, "Number words of a translation"),
    "claim-words": (_Lists, "German words that print what a claim expects"),
    "withdrawn-statements": (list[WithdrawnStatement], "Statements that are withdrawn"),
    "invariants": (dict[Siglum, Invariants], "What must be true of the values of a source for its game to be played"),
    "nearby_values": (NearbyTable, "What a value is replaced by when its evidence is measured"),
    "withdrawn-claims": (list[WithdrawnClaim], "Claims that are withdrawn"),
    "undecided": (list[UndecidedGame], "Games in which each point comes up that a source leaves open"),
    "conjectures": (list[LineCriterion], "By what a conjecture about play is chosen"),
    "scenes": (dict[Words, dict[str, Any]], "Finished games that trials change, as score files"),
    "tasks": (list[Task], "Tasks: endings with their solutions"),
    "known-findings": (list[KnownFinding], "Findings in the model games that are understood"),
    "history": (list[Chapter], "What changed from source to source"),
    "quantified": (list[QuantifiedSentence], "Sentences of ours that say how many, and the queries by which they hold"),
}


def schema_files(project: Project, topics: Topics) -> dict[Path, str]:
    """Return the schema files with their text."""
    schemas = {
        "claims": _make_claims_schema(),
        **{name: record_schema(kind, name, title) for name, (kind, title) in KINDS.items()},
        **{
            name: record_schema(kind, name, f"The JSON of tarock {name}", _INSTEAD.get(name, {}))
            for name, kind in OUTPUTS.items()
        },
        **{f"tables/{name}": table_schema(topics, name) for name in topics.by_name},
    }
    files = {f"{name}.schema.json": schema for name, schema in schemas.items()}
    for siglum, era in ERAS.items():
        score = record_schema(era.score.record, "score", f"Score file of {siglum}")
        score["$defs"]["score"]["properties"]["era"] = {"const": siglum}
        files[era.score.schema] = score
        if era.game:
            files[era.game.schema] = record_schema(era.game.record, "game", f"Game of {siglum}")
    return {project.rules / "schema" / name: _dump(schema) for name, schema in files.items()}


def _dump(schema: Schema) -> str:
    """Return the text of a schema file, without the indentation of docstrings that only Python 3.13 strips."""
    return re.sub(r"\\n +", r"\\n", _format_json(schema, "")) + "\n"


def _format_json(value: Any, indent: str) -> str:
    """Return JSON with as much on a line as fits."""
    text = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(text) < WIDTH or not value or not isinstance(value, dict | list):
        return text
    inner, lines = f"{indent} ", [""]
    for key in value:
        part = (
            f"{json.dumps(key)}: {_format_json(value[key], inner)}"
            if isinstance(value, dict)
            else _format_json(key, inner)
        )
        if "\n" not in lines[-1] + part and len(inner) + len(lines[-1]) + len(part) < WIDTH:
            lines[-1] += f"{', ' * bool(lines[-1])}{part}"
        else:
            lines.append(part)
    return "\n".join((text[0], ",\n".join(f"{inner}{line}" for line in lines if line), f"{indent}{text[-1]}"))


def record_schema(kind: Any, name: str, title: str, instead: Mapping[str, Any] = MappingProxyType({})) -> Schema:
    """Return the schema of a record, or of a list of them, whose definition gets a name; messages are text.

    `instead` are records that may stand in the list too, by their names.
    """
    kinds = [kind, *instead.values()]
    (schema, *others), definitions = msgspec.json.schema_components(
        kinds, schema_hook=lambda _message: {"type": "string"}, ref_template=f"{_DEFINED}{{name}}"
    )
    for own, other in zip(instead, others, strict=True):
        definitions[own] = definitions.pop(other["$ref"].removeprefix(_DEFINED))
    if instead:
        choices = [schema["items"], *({"$ref": f"{_DEFINED}{own}"} for own in instead)]
        schema = {**schema, "items": {"anyOf": choices}}
    whole = {**schema, **({"$defs": definitions} if definitions else {})}
    return {"$schema": DIALECT, "title": title, **_name_definitions(whole, name, tuple(instead))}


def _name_definitions(schema: Schema, root: str, given: Collection[str] = ()) -> Schema:
    """Return a schema whose definitions have the names of the fields that first lead to them, the first one `root`.

    So no name of a class is in it. Definitions with a `given` name keep that.
    """
    schema = _forget_words_of_keys(schema)
    definitions = schema.get("$defs", {})
    rest = {key: value for key, value in schema.items() if key != "$defs"}
    names: dict[str, str] = {}
    queue: list[tuple[Any, str, str]] = [(rest, root, root)]  # a part, the field it is of, the definition it is in
    for part, name, parent in queue:  # which grows: what is nearest to the top is named first
        if isinstance(part, list):
            queue += [(each, name, parent) for each in part]
        elif isinstance(part, dict):
            old = part.get("$ref", "").removeprefix(_DEFINED)
            if old and old not in names:
                choices = (name, f"{parent}.{name}", *(f"{parent}.{name}-{number}" for number in range(2, 100)))
                taken = {*names.values(), *given}
                names[old] = old if old in given else next(each for each in choices if each not in taken)
                queue.append((definitions[old], names[old], names[old]))
            for key, inner in part.items():
                fields = inner.items() if key == "properties" else ((name, inner),)
                queue += [(each, field, parent) for field, each in fields]
    for old, new in names.items():
        rest.setdefault("$defs", {})[new] = {key: each for key, each in definitions[old].items() if key != "title"}
    named: Schema = json.loads(
        re.sub(rf'"{re.escape(_DEFINED)}([^"]+)"', lambda found: f'"{_DEFINED}{names[found[1]]}"', json.dumps(rest))
    )
    return named


def _forget_words_of_keys(part: Any) -> Any:
    """Return a schema without the words that a key of an object may be: msgspec tells them since 0.23, and only then.

    Committed schemas are the same whichever msgspec is installed.
    """
    if isinstance(part, list):
        return [_forget_words_of_keys(each) for each in part]
    if not isinstance(part, dict):
        return part
    named = part.get("propertyNames", {})
    words = isinstance(named, dict) and bool(named.keys() & {"$ref", "enum"})
    return {key: _forget_words_of_keys(each) for key, each in part.items() if not (words and key == "propertyNames")}


def _make_claims_schema() -> Schema:
    """Return the schema of claims; that of `inputs` depends on the function that `compute` names."""
    (claim, *records), definitions = msgspec.json.schema_components(
        [Claim, *(function.inputs for function in FUNCTIONS.values())], ref_template=f"{_DEFINED}{{name}}"
    )
    cases: list[Schema] = [  # a formula has no inputs
        {"if": {"required": ["inputs"]}, "then": {"properties": {"compute": {"enum": list(FUNCTIONS)}}}}
    ]
    for name, record in zip(FUNCTIONS, records, strict=True):
        asked = {"properties": {"inputs": record}, "required": ["inputs"] if definitions[name]["required"] else []}
        cases.append({"if": {"properties": {"compute": {"const": name}}, "required": ["compute"]}, "then": asked})
    head = {"$schema": DIALECT, "title": "Claims", "type": "array", "minItems": 1}
    return _name_definitions({**head, "items": {**claim, "allOf": cases}, "$defs": definitions}, "claim", FUNCTIONS)


def table_schema(topics: Topics, topic: str) -> Schema:
    """Return the schema of what sources say on a topic: its keys, as they are nested in the file.

    Every key has one answer or several (`answer`), with values of its type, which vary by its dimensions: a definition
    that keys share. It speaks of one answer and, in `items`, of every answer of a list.
    """
    schema = {"$schema": DIALECT, "title": topics.by_name[topic].title, **_make_closed({})}
    vocabulary = topics.vocabulary
    definitions = _make_answer_definitions(vocabulary)
    for key in topics.keys_below(topic):
        entry = topics.entries[key]
        _topic, *parents, last = key.split(".")
        properties = schema["properties"]
        for parent in parents:
            properties = properties.setdefault(parent, _make_closed({}))["properties"]
        name = key if entry.choices else entry.type  # choices are those of one key
        value = _make_value_schema(entry.kind, entry.words)
        definitions[f"{name}.value"] = {"type": "array", "items": value, "minItems": 1} if entry.many else value
        for each in entry.by:
            of = vocabulary.dimensions[each].of
            definitions[f"case.{each}"] = _make_value_schema(of, vocabulary.labels.get(of, ()))
        one = {"value": _make_ref(f"{name}.value")}
        case = _make_closed({each: _make_ref(f"case.{each}") for each in entry.by}) if entry.by else False
        fields = {**one, "other_reading": {"properties": one}, "when": case}
        kind = "-by-".join((name, *entry.by))
        definitions[kind] = {**_make_ref("answer"), "properties": fields, "items": _make_ref(kind)}
        properties[last] = {"description": entry.asks, **_make_ref(kind)}
    return {**schema, "$defs": definitions}


def _make_answer_definitions(vocabulary: Vocabulary) -> dict[str, Schema]:
    """Return the definitions that are alike under every key: an answer or several, and their fields."""
    one = _make_ref("one-answer")
    definitions = _name_definitions(msgspec.json.schema(StatementRecord), "one-answer")["$defs"]
    fields = definitions["one-answer"]["properties"]
    fields["unit"] = {"enum": list(vocabulary.units)}
    for name, about in FIELDS.items():
        fields[name]["description"] = about
    return {"answer": {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}, **definitions}


def _make_value_schema(kind: str, words: Collection[str]) -> Schema:
    """Return the schema of a word of a vocabulary, or of a value of a plain kind."""
    return {"enum": list(words)} if words else msgspec.json.schema(PLAIN[kind][0])


def _make_ref(name: str) -> Schema:
    return {"$ref": f"{_DEFINED}{name}"}


def _make_closed(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}
