"""The game of a source as it is played today, from a dated text, compared with the source: `SIGLUM/today.yaml`.

Rules that are the same are found by comparing values, never told. Nothing of it is a value of the source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Day, Frozen, Record, Words
from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem, day_error
from tarock.corpus.elsewhere import TextId, future_day_error, quote_length_error
from tarock.rules.tables import EraTable, Statement

FILE = "today.yaml"


class Point(Record, kw_only=True):
    """A sentence of the text on a rule of the source, which is named as `rank.order[colour=red]`, or on none.

    Without a value that can be compared it differs.
    """

    says: Words
    quote: Words
    rule: str = ""
    value: Any = msgspec.UNSET


class Today(Record, kw_only=True):
    """The points of a text of `corpus/elsewhere.yaml`; `dated` is the day of the text itself."""

    text: TextId
    dated: Day
    points: tuple[Point, ...]


class PointComparison(Frozen):
    """A point beside the statement of the source, where there is one."""

    point: Point
    statement: Statement | None

    @property
    def same(self) -> bool:
        """Return whether the source states the same value; False where it states none."""
        return self.statement is not None and bool(self.statement.value == self.point.value)


def load_today(path: Path, project: Project) -> list[Located[Today]]:
    """Read `today.yaml`, each record with its place; an empty list where there is no file.

    Raises `CodexError` for a malformed record.
    """
    return yamlio.load(path).located_records(project, Today, "text", "text") if path.exists() else []


def compare_today(today: Today, table: EraTable) -> tuple[PointComparison, ...]:
    """Pair each of today's rules with the statement of the source under the same name, or None."""
    return tuple(PointComparison(point, table.effective.get(point.rule)) for point in today.points)


def today_problems(found: Collection[Located[Today]], table: EraTable, texts: Collection[str]) -> Iterator[Problem]:
    """Yield unknown texts, dates that do not exist or are to come, quotes that are too long, and unknown rules."""
    for located in found:
        today, place = located.record, located.place
        if today.text not in texts:
            yield Problem(
                "TODAY-TEXT",
                place,
                f"`{today.text}` is no text; expected one of corpus/elsewhere.yaml",
            )
        if fault := day_error(today.dated) or future_day_error(today.dated):
            yield Problem("TODAY-DAY", place, f"{today.text}: {fault}")
        for it in compare_today(today, table):
            if fault := quote_length_error(it.point.quote):
                yield Problem("TODAY-QUOTE", place, f"{today.text}: {fault}")
            if it.point.rule and not it.statement:
                what = f"{table.siglum} does not state `{it.point.rule}`; expected a rule that it states, or none"
                yield Problem("TODAY-RULE", place, what)
