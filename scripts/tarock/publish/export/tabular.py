"""All tables as CSV, with a `datapackage.json` (Frictionless Data Package 1.0) that tells what each column means."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import Any

from tarock.base.files import zip_files
from tarock.publish.export.content import LICENCES, Content
from tarock.publish.export.format import NAME, Format
from tarock.publish.export.rows import CellValue
from tarock.publish.export.tables import TABLES, Column, Table, list_foreign_keys

PACKAGE = "datapackage.json"
IN_SPREADSHEETS = (
    "A spreadsheet that opens the CSV files takes keys such as 1754:12 for times and 47.2 for numbers or dates, and loses "
    "them when it saves. Import each column as text, or take the tables as a spreadsheet, in which each cell is a text: "
    "tarock export xlsx."
)
_TYPES = {"text": "string", "integer": "integer", "truth": "boolean", "JSON": "string"}


def make_tabular(content: Content) -> dict[str, bytes]:
    """Return the files by name; the last one describes the others."""
    files = {f"{table.name}.csv": _write_csv(table, content) for table in TABLES}
    package = json.dumps(_describe_package(content, files), ensure_ascii=False, indent=1) + "\n"
    return {**files, PACKAGE: package.encode()}


def _write_csv(table: Table, content: Content) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.names)
    for row in table.filled(content):
        writer.writerow(map(write_cell, row))
    return stream.getvalue().encode()


def write_cell(cell: CellValue) -> str:
    """Return a cell as it is written in CSV."""
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _describe_package(content: Content, files: dict[str, bytes]) -> dict[str, Any]:
    publication, told = content.publication, content.about()
    licence = {"name": publication.licence, "path": f"{LICENCES}{publication.licence}"}
    return {
        "profile": "tabular-data-package",
        "name": "tarock-codex",
        "title": told["title"],
        "description": "\n\n".join(
            (*(told[name] for name in ("description", "licence", "left out") if name in told), IN_SPREADSHEETS)
        ),
        "version": told["version"],
        **({"homepage": publication.url} if publication.url else {}),
        "created": f"{content.stamp.date}T00:00:00Z",
        "keywords": list(publication.keywords),
        **({"licenses": [licence]} if publication.licence else {}),
        "contributors": [{"title": publication.editor or publication.publisher, "role": "publisher"}],
        "sources": [
            {"title": f"{source.title} ({source.siglum}): {source.rights.statement}"}
            for source in content.codex.corpus.sources.values()
        ],
        "resources": [_describe_resource(table, files[f"{table.name}.csv"]) for table in TABLES],
    }


def _describe_resource(table: Table, data: bytes) -> dict[str, Any]:
    return {
        "profile": "tabular-data-resource",
        "name": table.name,
        "path": f"{table.name}.csv",
        "description": table.about,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": len(data),
        "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
        "schema": {
            "fields": list(map(_describe_field, table.columns)),
            **({"primaryKey": list(table.key)} if table.key else {}),
            "foreignKeys": [
                {"fields": list(own), "reference": {"resource": other, "fields": list(theirs)}}
                for own, other, theirs in list_foreign_keys(table)
            ],
        },
    }


def _describe_field(column: Column) -> dict[str, Any]:
    constraints = {} if column.optional else {"constraints": {"required": True}}
    return {"name": column.name, "type": _TYPES[column.type], "description": column.about, **constraints}


CSV = Format(
    "csv",
    "tables as CSV, with datapackage.json",
    (".zip",),
    lambda content, _whole: {".zip": zip_files(make_tabular(content))},
    stem=f"{NAME}-csv",
    unpack=make_tabular,
)
