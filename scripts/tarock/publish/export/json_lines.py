"""A line of JSON for each passage, for programs that find passages by what they say."""

from __future__ import annotations

import json
from typing import Any

from tarock.corpus.editions import Unit
from tarock.publish.export.content import Content
from tarock.publish.export.format import Format
from tarock.publish.router import Router


def _make_files(content: Content, _whole: str) -> dict[str, bytes]:
    """Return the file: a line of JSON for each passage, its text and what belongs to it."""
    lines = [make_line(content, unit) for edition in content.editions.values() for unit in edition.passages.values()]
    return {".jsonl": _join(lines)}


def _make_matter_files(content: Content, _whole: str) -> dict[str, bytes]:
    """Return the file: a line of JSON for each matter."""
    return {".jsonl": _join([matter.as_dict() for matter in content.matters])}


def _join(lines: list[dict[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def make_line(content: Content, unit: Unit) -> dict[str, Any]:
    """Return the object of a passage in the JSON lines.

    Without an address of its own the site's addresses begin at its top folder.
    """
    statements = content.codex.tables[unit.siglum].by_passage.get(unit.ref, [])
    edition, publication, citation = content.editions[unit.siglum], content.publication, content.citation(unit)
    source = edition.source
    place = Router.edition(unit.ref, source.edition)
    return {
        "id": unit.ref,
        "version": source.edition,
        "kind": unit.kind,
        "label": edition.label(unit.ident),
        "heading": edition.headings_above[unit.ident],
        "text": unit.text,
        "modern": content.codex.spelling.modernize_text(unit),
        "english": content.english.get(unit.ref, ""),
        "summary": content.summaries.get(unit.ref, ""),
        "statements": [{"id": each.id, "key": each.key, "says": each.says} for each in statements],
        "citation": citation.render("text"),
        "urn": citation.values["urn"],
        "cite": citation.cited.as_dict(),
        "licence": source.rights.statement,
        "licence_of_ours": publication.licence,
        "address": citation.values["address"] or f"{place.page.removesuffix('index.md')}#{place.anchor}",
        "sha256": unit.hash,
        "made_from": content.made_from,
    }


JSON_LINES = Format("jsonl", "a line of JSON for each passage", (".jsonl",), _make_files, around=False)
MATTERS = Format(
    "matters",
    "a line of JSON for each question with the answer of each source",
    (".jsonl",),
    _make_matter_files,
    around=False,
    stem="tarock-codex-matters",
)
