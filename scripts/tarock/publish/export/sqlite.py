"""All tables in one SQLite file, with a full-text search over German, modern spelling and English.

`columns` tells what each column means, `about` what the file is, under which licence, and what is left out of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from tarock.base.errors import CodexError
from tarock.publish.export.content import Content
from tarock.publish.export.format import Format
from tarock.publish.export.tables import TABLES, Column, Table, list_foreign_keys

_TYPES = {"text": "TEXT", "integer": "INTEGER", "truth": "INTEGER", "JSON": "TEXT"}
_PAGE = 4096  # bytes; said, for the default is not the same in every SQLite
# Rows of `passages` are numbered by `position`, which is never given up: also where a program asks for their `rowid`.
_SEARCH = """\
CREATE VIRTUAL TABLE "passages_fts" USING fts5(
  german, modern, english,
  content="passages", content_rowid="position", tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO "passages_fts" ("passages_fts") VALUES ('rebuild');
INSERT INTO "passages_fts" ("passages_fts") VALUES ('optimize');
"""
_OWN = """\
CREATE TABLE "about" ("name" TEXT PRIMARY KEY NOT NULL, "value" TEXT NOT NULL);
CREATE TABLE "columns" (
  "table" TEXT NOT NULL, "column" TEXT NOT NULL, "type" TEXT NOT NULL, "about" TEXT NOT NULL,
  PRIMARY KEY ("table", "column")
);
"""


def make_sqlite(content: Content) -> bytes:
    """Return the bytes of the file.

    Raises `CodexError` where this SQLite cannot make it.
    """
    database = sqlite3.connect(":memory:")
    try:
        database.execute(f"PRAGMA page_size = {_PAGE}")
        database.execute("PRAGMA temp_store = MEMORY")  # no temporary file, for which there may be no room
        database.executescript(_OWN + "".join(map(define_table, TABLES)))
        database.executemany('INSERT INTO "about" VALUES (?, ?)', content.about().items())
        told = ((table.name, each.name, each.type, each.about) for table in TABLES for each in table.columns)
        database.executemany('INSERT INTO "columns" VALUES (?, ?, ?, ?)', told)
        for table in TABLES:
            places = ", ".join("?" * len(table.columns))
            database.executemany(f'INSERT INTO "{table.name}" VALUES ({places})', table.filled(content))
        database.executescript(_SEARCH)
        database.commit()
        database.execute("VACUUM")
        return database.serialize()
    except sqlite3.OperationalError as error:
        expected = "expected one with FTS5" if "fts5" in str(error) else "expected enough memory for them"
        raise CodexError(f"this Python's SQLite cannot make the tables ({error})", expected) from None
    finally:
        database.close()


def define_table(table: Table) -> str:
    """Return the statement that creates a table.

    It has no index but that of its key: no table is so long that another would help.
    """
    lines = [f"  {_define_column(each)}" for each in table.columns]
    if table.key:
        lines.append(f"  PRIMARY KEY ({_quote_names(table.key)})")
    lines += [
        f'  FOREIGN KEY ({_quote_names(own)}) REFERENCES "{other}" ({_quote_names(theirs)})'
        for own, other, theirs in list_foreign_keys(table)
    ]
    inside = ",\n".join(lines)
    kept = " WITHOUT ROWID" if len(table.key) > 1 else ""  # no second copy of the long names in its key
    return f'CREATE TABLE "{table.name}" (\n{inside}\n){kept};\n'


def _define_column(column: Column) -> str:
    never = "" if column.optional else " NOT NULL"
    unique = " UNIQUE" if column.name == "position" else ""
    return f'"{column.name}" {_TYPES[column.type]}{never}{unique}'


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


SQLITE = Format(
    "sqlite",
    "the same tables as one SQLite file",
    (".sqlite",),
    lambda content, _whole: {".sqlite": make_sqlite(content)},
)
