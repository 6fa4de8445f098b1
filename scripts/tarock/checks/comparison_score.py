"""The committed score of the comparison: the differences that it counts against those that readers found.

`lab.comparison` computes it, and `lab.evidence` commits it. No score is given that comes from other tables, rules of
comparison or reports of readers.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tarock.analysis import stamps
from tarock.analysis.stamps import ResultStamp, load_stamped
from tarock.base.digests import digest
from tarock.base.project import Project
from tarock.base.structs import Record
from tarock.robustness.coverage import RUN
from tarock.rules.data import CodexData
from tarock.rules.readings import load_reports, load_rulings

ALGORITHM = 1  # raise it when a match may be another; `tarock.analysis.stamps`


class PairScore(Record):
    """How the counted rows of a pair of sources meet the questions of the readers.

    `questions` and `rows` count both, `missed` has the ids of the questions that no row meets, `unmatched` the keys of
    the rows that no question meets.
    """

    pair: str
    questions: int
    rows: int
    missed: tuple[str, ...]
    unmatched: tuple[str, ...]

    @property
    def found(self) -> int:
        """Return how many questions a row meets."""
        return self.questions - len(self.missed)

    @property
    def right(self) -> int:
        """Return how many rows some question meets."""
        return self.rows - len(self.unmatched)


class ComparisonScore(ResultStamp, kw_only=True):
    """The scores of all pairs that were read, with the digest of their inputs."""

    pairs: tuple[PairScore, ...]


def file_of(project: Project) -> Path:
    """Return the path of the committed score."""
    return project.rules / "evidence" / "comparison.json"


def load(project: Project) -> ComparisonScore | None:
    """Return the committed score; None where there is none; raise `CodexError` for another format."""
    return load_stamped(file_of(project), ComparisonScore, f"expected the output of the lab: {RUN}")


def load_fresh(codex: CodexData) -> ComparisonScore:
    """Return the committed score; raise `CodexError` where there is none or its inputs have changed."""
    path, now = file_of(codex.project), ResultStamp(algorithm=ALGORITHM, inputs=inputs_of(codex))
    return stamps.load_fresh(path, ComparisonScore, RUN, lambda _found: now, codex.project.relative(path))


def inputs_of(codex: CodexData) -> str:
    """Return the digest of the reports, the tables of their sources, and the rules of the comparison, without prose."""
    reports = [report for _name, report in load_reports(codex.project) if report]
    sigla = sorted({siglum for report in reports for siglum in report.pair.split("-")})
    values = [
        (siglum, each.id, each.value, each.unit, each.grade, [support.ref for support in each.supports])
        for siglum in sigla
        for each in codex.tables[siglum]
    ]
    silences = [
        (siglum, key, silence.silence, silence.ref)
        for siglum in sigla
        for key, silence in sorted(codex.tables[siglum].silences.by_key.items())
    ]
    rules = codex.comparison_rules
    decisions = [(it.record.key, it.record.pair, it.record.kind, it.record.under) for it in rules.decisions]
    found = [(report.pair, [(item.id, item.left, item.right) for item in report.items]) for report in reports]
    rulings = sorted(load_rulings(codex.project).items())
    keys = [(key, entry.type, entry.by) for key, entry in rules.topics.entries.items()]
    return digest([values, silences, msgspec.to_builtins(rules.general), decisions, found, rulings, keys])
