"""The eras side by side: topics × sources, each cell a value with its reference, or a kind of silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import UNSET, UnsetType

from tarock.base.arguments import check_arguments
from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, translate_text
from tarock.base.structs import Frozen, Record, group_pairs
from tarock.rules.assumptions import Assumption, AssumptionRecord
from tarock.rules.comparison_rules import ComparisonRules, DifferenceKind
from tarock.rules.differences import Comparer, Difference
from tarock.rules.matters import Matter
from tarock.rules.silences import BorrowedFact, Silence
from tarock.rules.tables import EraTable, OtherReading, Statement, Support, format_value
from tarock.rules.topics import KeyDefinition, Topics


class SourceAnswer(Frozen):
    """The answer of one source to a key: its statements in `readings`, rejected ones last.

    Without any, its `silence`.
    """

    siglum: str
    readings: tuple[Statement, ...]
    silence: Silence
    borrowed: tuple[BorrowedFact, ...] = ()  # beside the silence: no answer of the source
    assumed: tuple[Assumption, ...] = ()  # beside it too: ours

    @property
    def text(self) -> str:
        """Return all values in one line, each with its grade unless it is `stated`.

        The kind of silence where there is none, and what we assume.
        """
        if not self.readings:
            silence = translate_text(self.silence.silence, DATA)
            assumed = " / ".join(format_value(each.record.value, each.entry) for each in self.assumed)
            return f"{silence} (assumed by us: {assumed})" if assumed else silence
        return " / ".join(map(format_graded, self.readings))

    @property
    def effective_text(self) -> str:
        """Return the values that the author does not reject, in one line; the kind of silence where there is none.

        One value that is the same in every case is given once, without the cases.
        """
        held = self.effective_readings
        if not held:
            return translate_text("not stated" if self.readings else self.silence.silence, DATA)
        shown = list(dict.fromkeys(reading.shown for reading in held))
        alike = len(shown) == 1 and (len(held) > 1 or not held[0].case_label)  # what holds in one case alone has it
        return shown[0] if alike else " / ".join(reading.display_with_case for reading in held)

    @property
    def refs(self) -> tuple[str, ...]:
        """Return the reference of each statement, rejected ones included, each once."""
        return tuple(dict.fromkeys(reading.ref for reading in self.readings))

    @property
    def passages(self) -> set[str]:
        """Return the references of all passages that support a statement which is not rejected."""
        return {support.ref for reading in self.effective_readings for support in reading.supports}

    @property
    def effective_readings(self) -> tuple[Statement, ...]:
        """Return the statements that the author does not reject (grade other than `disputed`)."""
        return tuple(reading for reading in self.readings if reading.grade != "disputed")


def format_graded(reading: Statement) -> str:
    """Return a statement's value for people: `Solo: 4 Marken (implied; or: 5 Marken)`.

    The case comes first; behind it are the grade, unless it is `stated`, and the value of the other reading.
    """
    grade = "rejected" if reading.grade == "disputed" else reading.grade
    marks = [translate_text(grade, DATA)] if grade != "stated" else []
    if other := reading.other_reading:
        marks.append(f"or: {reading.display_value(other.value)}")
    return f"{reading.display_with_case} ({'; '.join(marks)})" if marks else reading.display_with_case


class Row(Frozen):
    """One key in the sources compared: the answer of each (`cells`), and how each two of them differ.

    `companions` are the keys that are not counted as differences of their own, because this row has the same
    difference.
    """

    key: str
    entry: KeyDefinition
    cells: tuple[SourceAnswer, ...]
    differences: tuple[Difference, ...] = ()
    companions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        answers = ", ".join(f"{cell.siglum}: {cell.text}" for cell in self.cells)
        return f"Row({self.key}; {answers}; {self.kinds_text})"

    @property
    def topic(self) -> str:
        """Return the topic of the key: its part before the first dot."""
        return self.key.partition(".")[0]

    @property
    def changed(self) -> bool:
        """Return whether two of the sources are known to differ here, and the difference is counted under this key."""
        return bool(self.differing)

    @property
    def differing(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of sources that are known to differ, if the difference is counted under this key."""
        return tuple(difference.pair for difference in self.differences if difference.counted)

    @property
    def is_open(self) -> bool:
        """Return whether two of the sources may differ (kind `open`) while no known difference is counted here."""
        return not self.changed and any(difference.kind == "open" for difference in self.differences)

    @property
    def kinds(self) -> dict[DifferenceKind, tuple[Difference, ...]]:
        """Group the differences by kind (`differs`, `same` …); kinds that count as a difference come first."""
        return group_pairs((each.kind, each) for each in sorted(self.differences, key=lambda each: not each.counted))

    @property
    def kinds_text(self) -> str:
        """Return the kinds in one line: `differs` for two sources, `1754–1840 differs; …` with the pairs for more."""
        if len(self.cells) <= 2:
            return "; ".join(map(_describe, self.differences))
        return "; ".join(
            f"{', '.join('–'.join(each.pair) for each in found)} {_describe(found[0])}" for found in self.kinds.values()
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain data, as `tarock compare --json` has it."""
        return to_row_json(self).as_dict()

    @check_arguments
    def difference(self, *pair: str) -> Difference | None:
        """Return how two sources, named in either order, differ here; None where neither says anything.

        Raises `CodexError` for other than two of the sources that are compared.
        """
        if len({*pair}) != 2:
            raise CodexError(f"{len({*pair})} sources in argument `pair`", "expected two")
        for siglum in pair:
            self._find_cell(siglum)
        return next((each for each in self.differences if {*each.pair} == {*pair}), None)

    @check_arguments
    def passages(self, siglum: str, difference: Difference) -> set[str]:
        """Return the passages of a source that support a difference: those of its values and those named for it.

        Raises `CodexError` for a source that is not compared.
        """
        cell = self._find_cell(siglum)
        return {*cell.passages, *(ref for ref in difference.refs if ref.startswith(f"{siglum}:"))}

    def _find_cell(self, siglum: str) -> SourceAnswer:
        for cell in self.cells:
            if cell.siglum == siglum:
                return cell
        compared = ", ".join(cell.siglum for cell in self.cells)
        raise CodexError(f"source `{siglum}` is not compared here", f"expected one of {compared}")


def _describe(difference: Difference) -> str:
    kind = translate_text(difference.kind, DATA)
    return f"{kind} (counted at {difference.under})" if difference.under else kind


class ReadingJson(Record):
    """A value of a source under a key, in the case `when`; the first of `supports` is cited for it.

    `shown` has the value as a person reads it, with the values of other keys that are part of the answer.
    """

    id: str
    value: Any
    shown: str
    when: dict[str, Any]
    unit: str
    says: str
    grade: str
    note: str
    supports: list[Support]
    other_reading: OtherReading | None


class SourceAnswerJson(Record):
    """The answer of a source to a key: its readings or, where it says nothing, the kind of silence and why.

    `borrowed` is what another text says of the game that the source leaves it to, `assumed` what we decided so that the
    game can be computed: neither is an answer of the source.
    """

    silence: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    readings: list[ReadingJson] | UnsetType = UNSET
    borrowed: list[BorrowedFact] | UnsetType = UNSET
    assumed: list[AssumptionRecord] | UnsetType = UNSET


class DifferenceJson(Record):
    """How two sources stand to each other and why; `counted` says whether it is a known difference counted here.

    `under` is the key where it is counted; `by` says what decides: a rule, the decision of a reader, or nobody yet.
    """

    pair: list[str]
    kind: DifferenceKind
    counted: bool
    why: str
    under: str
    by: str
    refs: list[str]


class RowJson(Record):
    """A key in the eras that are compared, by siglum; `changed` says whether two of them are known to differ.

    `companions` are the keys whose difference is this one.
    """

    key: str
    title: str
    type: str
    unit: str
    changed: bool
    differences: list[DifferenceJson]
    companions: list[str]
    eras: dict[str, SourceAnswerJson]


class ComparisonJson(Record):
    """The object of `compare --format json`: the sigla in their order, how many rows differ, and a row for each key.

    Of two sources it has the matters on which one of them speaks too.
    """

    eras: list[str]
    changed: int
    rows: list[RowJson]
    matters: list[Matter] | UnsetType = UNSET


def to_row_json(row: Row) -> RowJson:
    """Return a row as the record that `tarock compare --format json` prints."""

    def shown(cell: SourceAnswer) -> SourceAnswerJson:
        if cell.readings:
            return SourceAnswerJson(readings=list(map(ReadingJson.from_object, cell.readings)))
        return SourceAnswerJson(
            silence=cell.silence.silence,
            note=cell.silence.note,
            borrowed=list(cell.borrowed) if cell.borrowed else UNSET,
            assumed=[each.record for each in cell.assumed] if cell.assumed else UNSET,
        )

    return RowJson.from_object(
        row.entry,
        key=row.key,
        changed=row.changed,
        differences=row.differences,
        companions=row.companions,
        eras={cell.siglum: shown(cell) for cell in row.cells},
    )


def to_comparison_json(
    rows: Iterable[Row], sigla: Sequence[str], matters: list[Matter] | None = None
) -> ComparisonJson:
    """Return the comparison, with the matters on which a source speaks, as `compare --format json` prints it.

    `sigla` gives the order of the sources.
    """
    found = list(map(to_row_json, rows))
    changed = sum(row.changed for row in found)
    return ComparisonJson(eras=list(sigla), changed=changed, rows=found, matters=UNSET if matters is None else matters)


def compare_tables(
    tables: Mapping[str, EraTable],
    rules: ComparisonRules,
    *,
    topic: str = "",
    changed: bool = False,
    stated: bool = True,
) -> list[Row]:
    """Return a row for each key, in the order of the topics, comparing the sources in `tables` two by two.

    `topic` keeps one topic, key or all keys under it; `changed` keeps rows in which two sources differ or may differ;
    `stated` drops rows on which every source is silent and nothing is assumed. Raises `CodexError` for an unknown
    topic.
    """
    topics = rules.topics
    if topic:
        require_topic(topics, topic)
    comparer = Comparer(tables, rules)
    found = {key: tuple(comparer.differences(key)) for key in topics}
    beside = group_pairs((each.under, key) for key, differences in found.items() for each in differences if each.under)
    rows = []
    for key, entry in topics.entries.items():
        if topic and not is_under(key, topic):
            continue
        cells = tuple(find_answer(table, key) for table in tables.values())
        row = Row(key, entry, cells, found[key], beside.get(key, ()))
        if (not stated or any(cell.readings or cell.assumed for cell in cells)) and (
            not changed or row.changed or row.is_open
        ):
            rows.append(row)
    return rows


def require_topic(topics: Topics, topic: str) -> None:
    """Raise `CodexError`, naming what is similar, unless `topic` is a topic, a key, or a part of keys before a dot."""
    if topic not in topics.by_name and not any(is_under(key, topic) for key in topics):
        if topic in topics.deprecated:
            raise CodexError(f"`{topic}` is no key any more", topics.suggest(topic))
        near = topics.similar_keys(topic)
        raise CodexError(
            f"unknown topic `{topic}`",
            "expected one of {names}, or {near}".format(names=", ".join(topics.by_name), near=near[0])
            if near
            else "expected one of {known}".format(known=", ".join(topics.by_name)),
        )


def is_under(key: str, topic: str) -> bool:
    """Return whether `key` is `topic` itself or begins with `topic` and a dot."""
    return key == topic or key.startswith(f"{topic}.")


def find_answer(table: EraTable, key: str) -> SourceAnswer:
    """Return what a source says to a key: its statements, rejected ones last, else its silence and what is borrowed."""
    readings = sorted(table.statements.get(key, ()), key=lambda reading: reading.grade == "disputed")
    beside = table.borrowed.facts_on(key), table.assumed.on_key(key)
    return SourceAnswer(table.siglum, tuple(readings), table.silence(key), *beside)


def group_by_topic(rows: Iterable[Row]) -> Iterable[tuple[str, list[Row]]]:
    """Yield each topic with its rows; rows must come in the order of the topics."""
    for name, found in groupby(rows, lambda row: row.topic):
        yield name, list(found)
