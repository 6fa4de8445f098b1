"""A comparison as text: a table for the terminal, Markdown, and CSV with a row for each reading or silence."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator

from tarock.base.i18n import DATA, translate_text
from tarock.base.terminal import format_table, paint
from tarock.rules.compare import Row, SourceAnswer, group_by_topic
from tarock.rules.topics import Topics

_BAR = "\\|"  # in a cell of Markdown
FORMATS = ("table", "markdown", "csv")
COLUMNS = (
    "id", "source", "key", "title", "case", "type", "value", "unit",
    "grade", "reading", "passage", "quote", "differences", "shown",
)  # fmt: skip


def render_rows(rows: Iterable[Row], sigla: list[str], form: str, topics: Topics, width: int = 120) -> str:
    """Return a comparison as text in one of `FORMATS`: one table for each topic, or one CSV table.

    `sigla` are the columns, `width` the width of the terminal in characters, used by `table` only.
    """
    rows = list(rows)
    if form == "csv":
        return _render_csv(rows)
    pieces = []
    for name, found in group_by_topic(rows):
        heading = _write_heading(translate_text(topics.by_name[name].title, DATA), form)
        pieces.append(f"{heading}\n{_render_grid(found, sigla, form, width)}")
    return "\n\n".join(pieces)


def _write_heading(title: str, form: str) -> str:
    return f"## {title}\n" if form == "markdown" else paint(title, "bold")


def _render_grid(rows: list[Row], sigla: list[str], form: str, width: int) -> str:
    """Return rows as a table in Markdown, or as columns that fit into `width` characters."""
    shown = "{} ({})" if form == "markdown" else "{} [{}]"
    grid = [
        [
            translate_text(row.entry.title, DATA),
            _format_kinds(row),
            *(shown.format(cell.text, ", ".join(cell.refs)) if cell.refs else cell.text for cell in row.cells),
        ]
        for row in rows
    ]
    if form == "markdown":
        lines = [f"| | {'kind'} | {' | '.join(sigla)} |", "|---" * (len(sigla) + 2) + "|"]
        lines += (f"| {' | '.join(part.replace('|', _BAR) for part in line)} |" for line in grid)
        return "\n".join(lines)
    first = max(20, width // (len(sigla) + 2) - 6)
    column = max(14, (width - first) // (len(sigla) + 1) - 2)
    return "\n".join(format_table([["", "", *sigla], *grid], [first, *[column] * (len(sigla) + 1)]))


def _format_kinds(row: Row) -> str:
    """Return the kinds of a row, then how many other keys have the same difference."""
    kinds = row.kinds_text
    if row.companions and row.changed:
        return f"{kinds} (with {len(row.companions)} more)"
    return kinds


def _render_csv(rows: list[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(line for row in rows for cell in row.cells for line in csv_records(row, cell))
    return out.getvalue().rstrip("\n")


def csv_records(row: Row, cell: SourceAnswer) -> Iterator[list[str]]:
    """Yield the lines of one source under one key, with the columns of `COLUMNS`.

    There is a line for each statement and one more for its other reading; for a silent source one line, with the kind
    of silence as grade. Values are JSON, but words are plain.
    """
    kinds = "; ".join(f"{'/'.join(each.pair)} {each.kind}" for each in row.differences)
    head = [cell.siglum, row.key, row.entry.title]
    if not cell.readings:
        said = cell.silence
        yield ["", *head, "", row.entry.type, "", "", said.silence, "", said.ref, said.quote or said.note, kinds, ""]
    for reading in cell.readings:
        case = ",".join(f"{name}={word}" for name, word in reading.case)
        passages = " ".join(dict.fromkeys(support.ref for support in reading.supports))
        rest = [reading.unit, reading.grade]
        found = [passages, " … ".join(support.quote for support in reading.supports), kinds]
        kept = [(reading.reading, reading.value, reading.shown)]
        if other := reading.other_reading:
            kept.append(("second", other.value, reading.display_value(other.value)))
        for name, value, shown in kept:
            yield [reading.id, *head, case, row.entry.type, _format_plain(value), *rest, name, *found, shown]


def _format_plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
