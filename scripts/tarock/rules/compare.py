"""The eras side by side: topics × sources, each cell a value with its reference, or a kind of silence."""

from __future__ import annotations

import csv
import io
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from tarock.base.errors import CodexError
from tarock.base.structs import Record, Value
from tarock.base.terminal import table
from tarock.rules.tables import Support

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tarock.rules.silences import Silence
    from tarock.rules.tables import Statement, Table
    from tarock.rules.topics import Entry, Topics

FORMATS = ("table", "markdown", "csv")
NAMES = "names"


class Cell(Value):
    """What one source says about one key: its readings, the rejected ones last, or its silence."""

    siglum: str
    readings: tuple[Statement, ...]
    silence: Silence

    @property
    def text(self) -> str:
        """The values, or the kind of silence."""
        if not self.readings:
            return self.silence.silence
        return " / ".join(
            reading.answer + (" (rejected)" if reading.grade == "disputed" else "") for reading in self.readings
        )

    @property
    def held(self) -> str:
        """What holds: the values that the author does not reject, or the kind of silence.

        A value that is the same in every case that the source tells apart is named once, without the cases.
        """
        held = self.answers
        if not held:
            return "not stated" if self.readings else self.silence.silence
        shown = list(dict.fromkeys(reading.shown for reading in held))
        return shown[0] if len(shown) == 1 else " / ".join(reading.answer for reading in held)

    @property
    def refs(self) -> tuple[str, ...]:
        """The passages that state the values."""
        return tuple(dict.fromkeys(reading.ref for reading in self.readings))

    @property
    def answers(self) -> tuple[Statement, ...]:
        """The readings that hold."""
        return tuple(reading for reading in self.readings if reading.grade != "disputed")


class Row(Value):
    """One key across the eras."""

    key: str
    entry: Entry
    cells: tuple[Cell, ...]

    @property
    def differing(self) -> tuple[tuple[str, str], ...]:
        """The pairs of eras that answer differently in a case that both know.

        Silence is no difference, and no answer of a game that lacks the thing asked about (`not applicable`). Other
        words for the same (`names`) are none either, nor what only looks different (`alike`).
        """
        if self.entry.type == NAMES or self.entry.alike:
            return ()
        pairs = combinations(self.cells, 2)
        return tuple((first.siglum, second.siglum) for first, second in pairs if _differ(first.answers, second.answers))

    @property
    def changed(self) -> bool:
        """Whether any two eras are known to differ."""
        return bool(self.differing)


def _differ(first: tuple[Statement, ...], second: tuple[Statement, ...]) -> bool:
    """Whether there is a case of which both speak, and their answers in it are not the same.

    Where both name the same case, a further one that only one of them tells apart (another way of counting) is none.
    """
    pairs = list(product(first, second))
    for mine, theirs in [pair for pair in pairs if pair[0].case == pair[1].case] or pairs:
        case = {**mine.when, **theirs.when}
        if {*mine.case, *theirs.case} <= {*case.items()} and _answer(first, case) != _answer(second, case):
            return True
    return False


def _answer(readings: tuple[Statement, ...], case: dict[str, Any]) -> tuple[Any, str]:
    """What holds in a case: the value, and what it counts, of the most specific reading that reaches it."""
    reaching = [reading for reading in readings if {*reading.case} <= {*case.items()}]
    reading = max(reaching, key=lambda reading: len(reading.case))
    return reading.value, reading.unit


class ReadingJson(Record):
    """What a source says under a key, in the case `when`; the first of `supports` is what is cited for it."""

    value: Any
    when: dict[str, Any]
    says: str
    grade: str
    note: str
    supports: list[Support]


class CellJson(Record):
    """What a source says under a key: its readings or, where it says nothing, the kind of silence and why."""

    silence: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    readings: list[ReadingJson] | UnsetType = UNSET


class RowJson(Record):
    """A key in the eras that are compared, by siglum; `changed` says whether two of them are known to differ."""

    key: str
    title: str
    type: str
    unit: str
    changed: bool
    eras: dict[str, CellJson]


class ComparisonJson(Record):
    """The object of `compare --format json`: the sigla in their order, and a row for each key."""

    eras: list[str]
    rows: list[RowJson]


def comparison_json(rows: Iterable[Row], sigla: Sequence[str]) -> ComparisonJson:
    """The eras side by side."""

    def shown(cell: Cell) -> CellJson:
        if cell.readings:
            return CellJson(readings=list(map(ReadingJson.like, cell.readings)))
        return CellJson(silence=cell.silence.silence, note=cell.silence.note)

    found = [
        RowJson.like(row.entry, key=row.key, changed=row.changed, eras={cell.siglum: shown(cell) for cell in row.cells})
        for row in rows
    ]
    return ComparisonJson(eras=list(sigla), rows=found)


def compare(
    tables: Mapping[str, Table], topics: Topics, *, topic: str = "", changed: bool = False, stated: bool = True
) -> list[Row]:
    """The rows of a comparison, in the order of the topics.

    `topic` keeps one topic or everything under a key; `changed` keeps rows in which two of the eras
    answer differently; `stated` drops rows on which all are silent. Raises `CodexError` for an unknown topic.
    """
    if topic and topic not in topics.by_name and not any(_under(key, topic) for key in topics):
        if topic in topics.deprecated:
            raise CodexError(f"`{topic}` is no key any more", topics.instead(topic))
        near = topics.nearest(topic)
        raise CodexError(
            f"unknown topic `{topic}`",
            f"expected one of {', '.join(topics.by_name)}" + (f", or {near[0]}" if near else ""),
        )
    rows = []
    for key, entry in topics.entries.items():
        if topic and not _under(key, topic):
            continue
        row = Row(key, entry, tuple(cell(table, key) for table in tables.values()))
        if (not stated or any(cell.readings for cell in row.cells)) and (not changed or row.changed):
            rows.append(row)
    return rows


def _under(key: str, topic: str) -> bool:
    return key == topic or key.startswith(f"{topic}.")


def cell(table: Table, key: str) -> Cell:
    """What a table says about a key, rejected practices last."""
    readings = sorted(table.statements.get(key, ()), key=lambda reading: reading.grade == "disputed")
    return Cell(table.siglum, tuple(readings), table.silence(key))


def render(rows: Iterable[Row], sigla: list[str], form: str, width: int = 120) -> str:
    """The rows in one of `FORMATS`; `width` is that of the terminal."""
    rows = list(rows)
    if form == "table":
        return _table(rows, sigla, width)
    return {"markdown": _markdown, "csv": _csv}[form](rows, sigla)


def _table(rows: list[Row], sigla: list[str], width: int) -> str:
    first = max(24, width // (len(sigla) + 1) - 6)
    column = max(14, (width - first) // len(sigla) - 2)
    cells = [
        [row.entry.title, *(f"{c.text} [{', '.join(c.refs)}]" if c.refs else c.text for c in row.cells)] for row in rows
    ]
    return "\n".join(table([["", *sigla], *cells], [first, *[column] * len(sigla)]))


def _markdown(rows: list[Row], sigla: list[str]) -> str:
    def safe(text: str) -> str:
        return text.replace("|", "\\|")

    lines = [f"| | {' | '.join(sigla)} |", "|---" * (len(sigla) + 1) + "|"]
    for row in rows:
        cells = [safe(c.text) + (f" ({', '.join(c.refs)})" if c.refs else "") for c in row.cells]
        lines.append(f"| {safe(row.entry.title)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _csv(rows: list[Row], sigla: list[str]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["key", "title", *(name for siglum in sigla for name in (siglum, f"{siglum} refs"))])
    for row in rows:
        writer.writerow([row.key, row.entry.title, *(t for c in row.cells for t in (c.text, " ".join(c.refs)))])
    return out.getvalue().rstrip("\n")
