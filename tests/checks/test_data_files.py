"""The check reads every file of the data, and notices what is changed in any kind of file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tarock.base.project import Project
from tarock.checks.data_files import TABLE, data_files, find_kind
from tarock.checks.schemas import KINDS
from tarock.codex import ComputedCodex
from tests.conftest import EVERY, ROOT, Run, thorough
from tests.mutants.data import ORDER, PROSE, STRUCTURE, VALUE, Change, Judge, Score, changes, kinds, sample

SEED = int(os.environ.get("TAROCK_SEED", "1840"))
BROKEN = (
    "corpus/everyday.yaml", "corpus/sentences/en.yaml", "corpus/examples/my-game.yaml", "rules_data/conjectures.yaml",
    "rules_data/undecided.yaml", "rules_data/tasks.yaml", "rules_data/readings/differences/1754-1840.yaml",
)  # fmt: skip


def test_every_file_has_a_kind_and_every_kind_but_two_a_file(computed: ComputedCodex) -> None:
    found = {name: find_kind(name) for name in data_files(computed)}
    assert [name for name, row in found.items() if row is None] == []
    without = {row.kind for row in TABLE} - {row.kind for row in found.values() if row}
    assert without == {"left-out", "witnesses"}  # of copies that were given away, and of prints that nobody has seen


@pytest.mark.slow
def test_a_file_that_nobody_reads_or_builds_is_unread(codex: Project, run: Run) -> None:
    names = ("corpus/senses/readme.txt", "rules_data/1999/game.yaml", "rules_data/schema/zzz.schema.json")
    for name in names:
        (codex.root / name).parent.mkdir(exist_ok=True)
        (codex.root / name).write_text("{}\n", encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    for name in names:
        assert f"problem  {name}: FILE-UNREAD: is " in outcome.out


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_only_a_later_command_reads_is_read_by_the_check(codex: Project, run: Run, name: str) -> None:
    path = codex.root / name
    path.write_text("zzz: [unclosed\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert f"{name}:" in outcome.err
    assert "broken YAML" in outcome.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("corpus/notes.yaml", "expression: ", "expression: \u202e", "DATA-UNSEEN: a character that cannot be seen"),
        ("CHANGELOG.md", "# ", "# \u200b", "DATA-UNSEEN: a character that cannot be seen"),
        ("corpus/reviews.yaml", "# No named person", "# See 1840:999.9: no named person", "DATA-REFERENCE: 1840:999.9"),
        ("rules_data/overview.yaml", "key: pack.cards", "key: pack.nothing", "DATA-REFERENCE: there is no key"),
        ("rules_data/1840/today.yaml", "rule: game.players", "rules: game.players", "unknown field"),
        ("corpus/examples/score-1863.yaml", "stamm: 10", "stamm: 20", "DATA-READ: the example comes to"),
        ("corpus/reviews.yaml", 'date: "2026-11-21"', 'date: "2026-11-22"', "DATA-LOCK: `text-1-1-0` is not as"),
        ("corpus/reviews.yaml", "reads: english", "reads: text", "REVIEW-ID: `english-1-0-3` fits neither what"),
        ("corpus/reviews.yaml", "edition: 1.0.3", "edition: 1.1.2", "REVIEW-DAY: english-1-0-3 is of"),
        (
            "corpus/translations/en/imprint.yaml",
            '1.0.1: "2026-11-22"',
            '1.0.1: "2026-11-24"',
            "VERSION-DAY: 1.0.2 is of",
        ),
        ("corpus/elsewhere.yaml", "first 1969", "first 1996", "TEXT-TWICE: pierer-tarok and"),
        ("corpus/everyday.yaml", "Hombre: ", "Hambre: ", "EVERYDAY: 1863 has no name like"),
        ("corpus/notes.yaml", "expression: Feind", "expression: Heinz", "NOTE-TERM: `heinz` stands at no place"),
        ("corpus/variants.yaml", "ffl", "fil", "VARIANT: "),
        ("rules_data/overview.yaml", "{announced: false}", "{announced: true}", "does not say that announced is True"),
        ("rules_data/overview.yaml", "Highest trump", "Dealer", "OVERVIEW: `Dealer` has no word of what rank."),
        ("corpus/doubtful/patterns.yaml", "- name: partei", "- zzz: partei", "unknown field"),
        ("corpus/everyday.yaml", 'Hombre: "1863"', 'Hombre: "1864"', "EVERYDAY: 1864 has no name like"),
        ("rules_data/1840/today.yaml", "value: 54", "value: 56", "TODAY-VALUE: 56 stands in no words"),
        ("corpus/doubtful/1840.yaml", 'reading: "laviren', 'reading: "lavimen', "DOUBT-READING: "),
        ("corpus/base_forms.yaml", "anrechnen:", "enrechnen:", "BASE-FORM: "),
        ("rules_data/1840/deal.yaml", "talon:\n  value: 6", "talon:\n  value: 8", "READ: Hands and talon are the pack"),
        ("rules_data/invariants.yaml", "  only:", "  onli:", "unknown field"),
        ("rules_data/invariants.yaml", "key: king.called", "key: king.named", "DATA-REFERENCE: there is no statement"),
        (
            "rules_data/invariants.yaml",
            "deal.hand +",
            "deal.hant +",
            "DATA-READ: source 1840 does not state `deal.hant`",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(
    codex: Project, run: Run, name: str, old: str, new: str, said: str
) -> None:
    path = codex.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status in (1, 2)
    assert said in outcome.out + outcome.err
    assert f"{name}" in outcome.out + outcome.err


@pytest.mark.slow
def test_data_of_a_newer_format_are_refused(codex: Project, run: Run) -> None:
    path = codex.corpus / "format.yaml"
    path.write_text("format: 1000\n", encoding="utf-8")
    for command in (("check",), ("show", "1754:1"), ("search", "Pagat")):
        outcome = run(*command, root=codex)
        assert outcome.status == 2
        assert "corpus/format.yaml:1: the data have format 1000" in outcome.err


def test_a_field_that_no_program_reads_is_listed_with_a_reason() -> None:
    folders = (ROOT / "scripts", ROOT / "docs")
    kinds = ("*.py", "*.j2", "*.js")
    program = "\n".join(path.read_text("utf-8") for top in folders for kind in kinds for path in top.rglob(kind))
    listed = {(row.schema, name) for row in TABLE for name in row.unread}
    assert all(reason for row in TABLE for reason in row.unread.values())
    unread = {
        (schema, field)
        for schema, (kind, _title) in KINDS.items()
        for record in records(kind)
        for field in record.__struct_fields__
        if not re.search(rf"\.{field}\b", program)
    }
    assert unread == listed


def records(kind: Any) -> set[Any]:
    """The records that a type is made of."""
    found, queue = set[Any](), [kind]
    for each in queue:
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each not in found:
            found.add(each)
            queue += [field.type for field in msgspec.structs.fields(each)]
        queue += get_args(each)
    return found


def judged(judge: Judge, found: Iterable[Change]) -> Score:
    score = Score()
    for each in found:
        score.add(each, *judge.judge(each))
    return score


@pytest.mark.slow
@pytest.mark.skipif(EVERY == 1, reason="a part of what follows")
def test_a_sample_of_changed_data_is_noticed(tmp_path: Path, cached: Path) -> None:
    judge = Judge(tmp_path, cached)
    score = judged(judge, sample(judge.project.root, SEED, 30))
    assert score.faults == []
    lost = [str(each) for each in score.survived]
    assert score.share(STRUCTURE) == 1, (SEED, lost)
    assert score.share(VALUE) >= 0.8, (SEED, lost)  # of a dozen one in twenty is missed: three hardly ever


@thorough
def test_changed_data_are_noticed(tmp_path: Path, cached: Path) -> None:
    judge = Judge(tmp_path, cached)
    score = judged(judge, changes(judge.project.root, SEED, 8))
    print("\n".join((*score.lines(), *map(str, score.survived))))
    assert {kind for kind, _group in score.all} == {*kinds(judge.project.root)}
    assert score.faults == []
    lost = [str(each) for each in score.survived]
    assert score.share(STRUCTURE) == 1, (SEED, lost)
    assert score.share(VALUE) >= 0.95, (SEED, lost)
    assert score.share(PROSE) >= 0.5
    assert score.share(ORDER) > 0
