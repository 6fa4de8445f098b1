"""All tables as one spreadsheet in the format of Excel, in which each cell is a text.

A spreadsheet that opens CSV takes `1754:12` for a time and `47.2` for a date or a number; a text stays what it is.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tarock.base.errors import CodexError
from tarock.publish.export.content import Content
from tarock.publish.export.format import Format
from tarock.publish.export.tables import TABLES
from tarock.publish.export.tabular import write_cell

_LONGEST = 32_767  # characters that a cell may have


def make_spreadsheet(content: Content) -> bytes:
    """Return the file: a sheet on the file itself, one on the columns, one for each table.

    Raises `CodexError` where the writer is not installed.
    """
    try:
        from xlsxwriter import Workbook  # noqa: PLC0415 - an extra
    except ImportError:
        raise CodexError(
            "a spreadsheet needs XlsxWriter", "install it with `pip install 'tarock-codex[xlsx]'`"
        ) from None
    told, stream = content.about(), io.BytesIO()
    columns = [(table.name, column.name, column.about) for table in TABLES for column in table.columns]
    with Workbook(stream, {"in_memory": True}) as book:
        day = datetime.fromisoformat(content.stamp.date)
        book.set_properties({"title": told["title"], "created": day})  # the same bytes each time
        _write(book, "about", ("what", "says"), told.items())
        _write(book, "columns", ("table", "column", "meaning"), columns)
        for table in TABLES:
            _write(book, table.name, table.names, (map(write_cell, row) for row in table.filled(content)))
    return stream.getvalue()


def _write(book: Any, name: str, header: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Write a sheet; raise `CodexError` for what does not go into a cell."""
    sheet, text = book.add_worksheet(name), book.add_format({"num_format": "@"})
    sheet.freeze_panes(1, 0)
    for number, row in enumerate((header, *rows)):
        for column, cell in enumerate(row):
            if len(cell) > _LONGEST:
                raise CodexError(
                    f"a cell of {len(cell)} characters in the sheet {name}",
                    f"expected at most {_LONGEST}",
                )
            if cell:
                sheet.write_string(number, column, cell, text)
    sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})


XLSX = Format(
    "xlsx",
    "the same tables as a spreadsheet, each cell as text",
    (".xlsx",),
    lambda content, _whole: {".xlsx": make_spreadsheet(content)},
)
