"""A line of JSON for each passage, for programs that find passages by what they say: the text and what belongs to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tarock.publish.router import Router

if TYPE_CHECKING:
    from tarock.corpus.editions import Unit
    from tarock.publish.export.content import Content
    from tarock.rules.tables import Statement


def json_lines(content: Content) -> bytes:
    """The file."""
    resting: dict[str, list[Statement]] = {}
    for statement in content.statements:
        for ref in dict.fromkeys(support.ref for support in statement.supports):
            resting.setdefault(ref, []).append(statement)
    lines = [
        _line(content, unit, resting.get(unit.ref, []))
        for edition in content.editions.values()
        for unit in edition.passages.values()
    ]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def _line(content: Content, unit: Unit, statements: list[Statement]) -> dict[str, Any]:
    """Without an address of its own the site's addresses begin at its top folder."""
    edition, publication, citation = content.editions[unit.siglum], content.publication, content.citation(unit)
    source = edition.source
    return {
        "id": unit.ref,
        "version": source.edition,
        "kind": unit.kind,
        "label": edition.label(unit.ident),
        "heading": edition.above[unit.ident],
        "text": unit.text,
        "modern": content.codex.spelling.modern_text(unit),
        "english": content.english.get(unit.ref, ""),
        "statements": [{"id": each.id, "key": each.key, "says": each.says} for each in statements],
        "citation": citation.render("text"),
        "urn": citation.values["urn"],
        "cite": {"id": citation.cited.id, "label": citation.cited.label, "locator": citation.cited.locator},
        "licence": source.rights.statement,
        "licence_of_ours": publication.licence,
        "address": citation.values["address"] or Router.short(unit.ref, source.edition).page.removesuffix("index.md"),
        "sha256": unit.hash,
    }
