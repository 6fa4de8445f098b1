"""The formats, and the files of each: what they are called, and their bytes. All of a format is made before any is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.base.files import packed
from tarock.base.language import marked
from tarock.publish.export.bibliography import bibliography
from tarock.publish.export.json_lines import json_lines
from tarock.publish.export.sqlite import sqlite
from tarock.publish.export.tabular import tabular
from tarock.publish.export.tei import tei

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tarock.publish.export.content import Content

Format = Literal["tei", "csv", "sqlite", "jsonl", "bib"]
FORMATS: dict[Format, str] = {
    "tei": marked("each source as TEI P5"),
    "csv": marked("tables as CSV, with datapackage.json"),
    "sqlite": marked("the same tables as one SQLite file"),
    "jsonl": marked("a line of JSON for each passage"),
    "bib": marked("a bibliography as BibTeX, RIS and CSL-JSON"),
}
NAME = "tarock-codex"
TABLES = f"{NAME}-csv"  # the folder of the tables, or with `.zip` their archive


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
        case "bib":
            return tuple(f"{NAME}.{ending}" for ending in ("bib", "ris", "json"))
        case _:
            return (f"{NAME}.{form}",)


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
        case "sqlite":
            return {f"{NAME}.sqlite": sqlite(content)}
        case "jsonl":
            return {f"{NAME}.jsonl": json_lines(content)}
        case "bib":
            return {f"{NAME}.{ending}": data for ending, data in bibliography(content).items()}
