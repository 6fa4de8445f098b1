"""The score of the comparison: the differences that it counts against those that readers of the texts found."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Cached, Frozen, PassageRef, Record, Siglum, Words
from tarock.rules.compare import Row, compare_tables
from tarock.rules.meanings import ComparisonRules
from tarock.rules.tables import EraTable

FOLDER = "readings/differences"
SEALED = "sealed.sha256"
RULINGS = "rulings.yaml"


class FoundDifference(Record):
    """A matter in which two texts differ, or may: the passages on both sides, and what each says in a sentence."""

    question: Words
    left: tuple[PassageRef, ...]
    right: tuple[PassageRef, ...]
    says: str = ""
    why: str = ""
    found_by: tuple[str, ...] = ()
    settled: str = ""
    id: str = ""
    kind: Literal["differs", "one has none", ""] = ""


class ReadersReport(Record):
    """The differences that two readers found in a pair of texts; `open` they could not tell, `dropped` are none."""

    pair: Words
    items: tuple[FoundDifference, ...]
    open: tuple[FoundDifference, ...] = ()
    dropped: tuple[FoundDifference, ...] = ()


class Ruling(Record):
    """The decision of a third reader on a doubtful match: whether the row is about the question."""

    pair: Words
    item: Words
    key: Words
    same: bool
    why: str = ""


class QuestionMatch(Frozen):
    """A question of the readers and the rows whose passages meet its passages on both sides."""

    item: FoundDifference
    keys: tuple[str, ...]


class ComparisonScore(Cached):
    """How the counted rows of a pair stand to what the readers found."""

    pair: tuple[Siglum, Siglum]
    matches: tuple[QuestionMatch, ...]
    rows: tuple[Row, ...]  # those that are counted
    false: tuple[Row, ...]  # those of them that no question meets

    @property
    def found(self) -> int:
        """Return how many questions a row meets."""
        return sum(bool(match.keys) for match in self.matches)

    @property
    def missed(self) -> tuple[FoundDifference, ...]:
        """Return the questions that no row meets."""
        return tuple(match.item for match in self.matches if not match.keys)

    @property
    def right(self) -> int:
        """Return how many rows some question meets."""
        return len(self.rows) - len(self.false)

    @property
    def doubtful(self) -> tuple[QuestionMatch, ...]:
        """Return the matches that are not one to one, which a third reader settles."""
        times = Counter(key for match in self.matches for key in match.keys)
        return tuple(
            match for match in self.matches if len(match.keys) > 1 or any(times[key] > 1 for key in match.keys)
        )


def load_reports(project: Project) -> Iterator[tuple[str, ReadersReport | None]]:
    """Yield the pairs that were read, with the differences found; none for one that is sealed.

    Raises `CodexError` for a file that is not what was sealed.
    """
    folder = project.rules / FOLDER
    lines = (line.split() for line in (folder / SEALED).read_text("utf-8").splitlines())
    sealed = {name: found for found, name in lines}
    names = [path.name for path in sorted(folder.glob("*.yaml")) if path.name != RULINGS]
    for name in sorted({*names, *sealed}):
        path = folder / name
        if name in sealed and path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != sealed[name]:
            expected = f"expected the SHA-256 of {SEALED}"
            raise CodexError("this is not what was sealed", expected, file=project.relative(path))
        document = yamlio.load(path) if path.exists() else None
        yield name.removesuffix(".yaml"), document.convert(ReadersReport, document.data) if document else None


def load_rulings(project: Project) -> dict[tuple[str, str, str], bool]:
    """Read the decisions of the third reader, by pair, question and key."""
    path = project.rules / FOLDER / RULINGS
    if not path.exists():
        return {}
    document = yamlio.load(path)
    return {(each.pair, each.item, each.key): each.same for each in document.convert(list[Ruling], document.data or [])}


def score_comparisons(
    project: Project, tables: Mapping[str, EraTable], meanings: ComparisonRules
) -> Iterator[tuple[str, ComparisonScore | None]]:
    """Yield the score of the comparison for each pair that was read; none for one that is sealed."""
    ruled = load_rulings(project)
    for name, reading in load_reports(project):
        if reading is None:
            yield name, None
            continue
        pair = reading.pair.split("-")
        rows = compare_tables({siglum: tables[siglum] for siglum in pair}, meanings)
        yield name, score_comparison(reading, rows, ruled)


def score_comparison(
    reading: ReadersReport, rows: list[Row], ruled: dict[tuple[str, str, str], bool]
) -> ComparisonScore:
    """Hold the counted rows of a pair against what was read."""
    left, _, right = reading.pair.partition("-")
    counted = [(row, difference) for row in rows if (difference := row.difference(left, right)) and difference.counted]
    found = {row.key: [row.passages(siglum, difference) for siglum in (left, right)] for row, difference in counted}
    matches = []
    for item in reading.items:
        keys = [
            key
            for key, (mine, theirs) in found.items()
            if ruled.get((reading.pair, item.id, key), bool({*item.left} & mine and {*item.right} & theirs))
        ]
        matches.append(QuestionMatch(item, tuple(keys)))
    met = {key for match in matches for key in match.keys}
    false = tuple(row for row, _difference in counted if row.key not in met)
    return ComparisonScore((left, right), tuple(matches), tuple(row for row, _difference in counted), false)
