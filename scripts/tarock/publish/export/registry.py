"""The formats of the files for programs of others: a new one is an object of its module and a name in this list."""

from __future__ import annotations

from tarock.publish.export.bibliography import BIBLATEX, BIBLIOGRAPHY
from tarock.publish.export.format import Format
from tarock.publish.export.json_lines import JSON_LINES
from tarock.publish.export.spreadsheet import XLSX
from tarock.publish.export.sqlite import SQLITE
from tarock.publish.export.tabular import CSV
from tarock.publish.export.tei import TEI

FORMATS: dict[str, Format] = {each.name: each for each in (TEI, CSV, XLSX, SQLITE, JSON_LINES, BIBLIOGRAPHY, BIBLATEX)}
