"""The formats, and the files of each: what they are called, and their bytes. All of a format is made before any is written.

A bibliography has one entry for each edition of each source; a passage is a locator in it. The JSON lines are for programs
that find passages by what they say.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any, Literal

from tarock.base.files import packed
from tarock.corpus.editions import Unit
from tarock.corpus.references import Reference, select
from tarock.corpus.versions import editions_of
from tarock.publish.citations import cite
from tarock.publish.export.content import Content
from tarock.publish.export.spreadsheet import spreadsheet
from tarock.publish.export.sqlite import sqlite
from tarock.publish.export.tabular import tabular
from tarock.publish.export.tei import tei
from tarock.publish.router import Router

Format = Literal["tei", "csv", "xlsx", "sqlite", "jsonl", "bib"]
FORMATS: dict[Format, str] = {
    "tei": "each source as TEI P5",
    "csv": "tables as CSV, with datapackage.json",
    "xlsx": "the same tables as a spreadsheet, each cell as text",
    "sqlite": "the same tables as one SQLite file",
    "jsonl": "a line of JSON for each passage",
    "bib": "a bibliography as BibTeX, RIS and CSL-JSON",
}
NAME = "tarock-codex"
TABLES = f"{NAME}-csv"  # the folder of the tables, or with `.zip` their archive
_BIBLIOGRAPHY = """\
% {made_from}
% Each entry is a source in one edition. A passage is a locator in it: the tables and the JSON lines of Tarock Codex have
% the locator of each, such as
% {example}
{absent}
"""


def absences(content: Content, form: Format, sigla: Collection[str]) -> list[str]:
    """What is left out of the files of a format, in a phrase each; of `sigla` only, if it has a file for each source."""
    if form == "tei" and sigla:
        return [content.besides_of(siglum) for siglum in sigla if siglum in content.besides]
    return list(content.absences(around=form not in ("jsonl", "bib")))


def names(content: Content, form: Format) -> tuple[str, ...]:
    """What the files of a format are called; the tables are one archive."""
    match form:
        case "tei":
            return tuple(f"{siglum}.xml" for siglum in content.editions)
        case "csv":
            return (f"{TABLES}.zip",)
        case _:
            return tuple(f"{NAME}{ending}" for ending in endings(form))


def endings(form: Format) -> tuple[str, ...]:
    """What the names of the files of a format may end in."""
    return {"tei": (".xml",), "csv": (".zip",), "bib": (".bib", ".ris", ".json")}.get(form, (f".{form}",))


def made(content: Content, form: Format, sigla: Iterable[str] = ()) -> dict[str, bytes]:
    """The files of a format by name; of `sigla` only, where a format has a file for each source."""
    match form:
        case "tei":
            return {f"{siglum}.xml": tei(content, siglum) for siglum in sigla or content.editions}
        case "csv":
            return {f"{TABLES}.zip": packed(tabular(content))}
        case "xlsx":
            return {f"{NAME}.xlsx": spreadsheet(content)}
        case "sqlite":
            return {f"{NAME}.sqlite": sqlite(content)}
        case "jsonl":
            return {f"{NAME}.jsonl": _json_lines(content)}
        case "bib":
            return {f"{NAME}.{ending}": data for ending, data in _bibliography(content).items()}


def _bibliography(content: Content) -> dict[str, bytes]:
    """The files by their endings."""
    citations = [
        cite(select(edition, Reference(siglum)), version, content.publication)
        for siglum in content.editions
        for version, edition in editions_of(content.codex.corpus, siglum).items()
    ]
    items = [item for each in citations for item in json.loads(each.render("csl-json"))]
    absent = "".join(f"% In this copy {each}.\n" for each in content.absences(around=False))
    texts = {
        "bib": _BIBLIOGRAPHY.format(made_from=content.made_from, example=_example(content), absent=absent)
        + "\n\n".join(each.render("bibtex") for each in citations),
        "ris": "\n\n".join(each.render("ris") for each in citations),
        "json": json.dumps(items, ensure_ascii=False, indent=2),
    }
    return {form: f"{text}\n".encode() for form, text in texts.items()}


def _example(content: Content) -> str:
    """The command for a passage that the site shows as an example."""
    edition = next(each for each in content.editions.values() if each.source.site.examples)
    ident = list(edition.source.site.examples)[-1]
    selection = select(edition, Reference(edition.siglum, ident))
    return cite(selection, edition.source.edition, content.publication).render("bibtex").rpartition("% ")[2]


def _json_lines(content: Content) -> bytes:
    """A line of JSON for each passage: its text and what belongs to it."""
    lines = [line_of(content, unit) for edition in content.editions.values() for unit in edition.passages.values()]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def line_of(content: Content, unit: Unit) -> dict[str, Any]:
    """Return what the JSON lines have of a passage.

    Without an address of its own the site's addresses begin at its top folder.
    """
    statements = content.codex.tables[unit.siglum].by_passage.get(unit.ref, [])
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
        "cite": citation.cited.as_dict(),
        "licence": source.rights.statement,
        "licence_of_ours": publication.licence,
        "address": citation.values["address"] or Router.short(unit.ref, source.edition).page.removesuffix("index.md"),
        "sha256": unit.hash,
        "made_from": content.made_from,
    }
