"""Committed results: nothing stale is shown by any reader, no algorithm changes unnoticed, no name makes one stale."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from benchmarks import restamp

from tarock.analysis import annotation, choices, goals, hands, machines, tasks
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.publish.card_values import find_turning_points, make_card_value_data
from tarock.publish.places import Site
from tarock.publish.views.lesson import TasksView
from tarock.replay import analyses, committed
from tests.conftest import EVERY, ROOT, Run
from tests.helpers import altered, reported, scalars

GAMES = tuple(f"m{number}" for number in range(1, 9))
RESULTS = (
    "1840-hands.json",
    "1840-choices.json",
    "1840-machines.json",
    *(f"1840-{name}.json" for name in GAMES),
    "tasks.yaml",
)
STALE = "stale: computed from other rules"


def readers(codex: ComputedCodex) -> dict[str, Callable[[], object]]:
    """What reads each committed result, by its file."""
    context = codex.context
    return {
        "1840-hands.json": lambda: committed.load_measured(context),
        "1840-choices.json": lambda: committed.load_compared(context),
        **{f"1840-{name}.json": partial(committed.load_annotation, context, name) for name in GAMES},
        "1840-machines.json": lambda: committed.load_machines(context),
        "tasks.yaml": lambda: committed.load_tasks(context),
    }


def with_another_value(project: Project) -> ComputedCodex:
    """A queen counts 3 (the text: 4, 1840:5.1)."""
    path = project.rules / "1840" / "card_points.yaml"
    text = path.read_text(encoding="utf-8")
    assert "dame: {value: 4" in text
    path.write_text(text.replace("dame: {value: 4", "dame: {value: 3"), encoding="utf-8")
    return ComputedCodex(project)


def test_the_readers_are_all_there_are(computed: ComputedCodex) -> None:
    files = {path.name for path in (computed.project.rules / "analysis").iterdir()}
    assert {*readers(computed)} == {*RESULTS} == files - {Path(tasks.STAMP).name} | {tasks.FILE}
    for read in readers(computed).values():
        assert read()


@pytest.mark.slow
def test_no_reader_shows_what_comes_from_other_rules(run: Run, codex: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    other = with_another_value(codex)
    for name, read in readers(other).items():
        with pytest.raises(CodexError, match=f"{name}: {STALE}; run `"):
            read()
    problems = [
        each for each in reported(codex).problems if each.code.endswith("-STALE") and each.code != "BUILD-STALE"
    ]
    assert {each.ref.rpartition("/")[2] for each in problems if STALE in each.message} == {*RESULTS}
    errors = [each for each in reported(codex).problems if each.code == "CLAIM-ERROR"]
    assert not [each for each in errors if STALE in each.message]  # each cause is told once

    # the commands compute anew
    found = run("analyse", "1840:m8", "--goal", "points", "--json", root=codex)
    assert f"rules_data/analysis/1840-m8.json: {STALE}; these values are computed now" in found.err
    now = analyses.compute(
        other.games, other.games.replay_model("m8", "corrected"), annotation.NODES, (goals.Aim.POINTS,)
    )
    assert json.loads(found.out) == now.as_dict()
    kept = annotation.load(annotation.locate_file(codex.rules, "m8"))
    assert kept and [play.values[goals.Aim.POINTS] for play in kept.plays] != [
        play.values[goals.Aim.POINTS] for play in now.plays
    ]

    found = run("hand", "--printed", root=codex)
    assert found.status == 2 and f"{STALE}; run `.venv/bin/python -m lab.trials --write`" in found.err

    # claims have no value, for whatever shows them
    measured = [each for each in other.checked_claims if each.claim.compute.startswith(("trials.", "worth."))]
    assert len(measured) > 20
    assert {each.computed for each in measured} == {None}
    assert all(STALE in each.error for each in measured)

    # the pages
    site = Site(other)
    for page in (
        lambda: TasksView(site, site.router.home.made).tasks,
        lambda: make_card_value_data(site, other.games.report("m8")),
        lambda: list(find_turning_points(site, other.games.report("m8"))),
    ):
        with pytest.raises(CodexError, match=STALE):
            page()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in RESULTS if name.endswith(".json")])
def test_an_altered_scalar_is_noticed(codex: Project, name: str) -> None:
    path = codex.rules / "analysis" / name
    whole = path.read_text(encoding="utf-8")
    plain = json.loads(whole)
    ways = scalars(plain)
    tables = ComputedCodex(codex).tables
    for way in [*ways[:4], *random.Random(name).sample(ways, 12 if EVERY == 1 else 3)]:
        path.write_text(json.dumps(altered(plain, way), ensure_ascii=False), encoding="utf-8")
        again = ComputedCodex(codex)
        again.__dict__["tables"] = tables  # of files that are not altered
        with pytest.raises(CodexError):
            readers(again)[name]()


@pytest.mark.slow
def test_an_altered_task_is_noticed(codex: Project) -> None:
    path = codex.rules / tasks.FILE
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("hard: true", "hard: false", 1), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    with pytest.raises(CodexError, match="altered since"):
        committed.load_tasks(ComputedCodex(codex).context)
    assert [each.code for each in reported(codex).problems] == ["TASKS-STALE"]


@pytest.mark.slow
def test_another_version_of_an_algorithm_makes_its_results_stale(
    computed: ComputedCodex, monkeypatch: pytest.MonkeyPatch
) -> None:
    owners = {
        annotation: {f"1840-{name}.json" for name in GAMES},
        hands: {"1840-hands.json"}, choices: {"1840-choices.json"}, tasks: {"tasks.yaml"},
        machines: {"1840-machines.json"},
    }  # fmt: skip
    for module, own in owners.items():
        version = module.ALGORITHM
        with monkeypatch.context() as patched:
            patched.setattr(module, "ALGORITHM", 99)
            stale = set()
            for name, read in readers(ComputedCodex(computed.project)).items():
                try:
                    read()
                except CodexError as error:
                    assert f"by version {version} of the algorithm, which is 99 now" in error.what
                    stale.add(name)
            assert stale == own


# The sample. What fails here is an algorithm that changed: raise its ALGORITHM and compute the results anew.
@pytest.mark.slow
@pytest.mark.parametrize("name", RESULTS)
def test_a_sample_computed_again_is_what_is_committed(computed: ComputedCodex, name: str) -> None:
    pytest.importorskip("wasmtime")
    result = next(each for each in restamp.list_results(computed.without_copies) if each.name == name)
    assert result.reason == ""
    sample = list(result.sample(computed.without_copies))
    assert sample
    for each in sample:
        assert each.computed == each.committed, f"{name}: {each.of}; {result.run}"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1840-hands.json", "1840-m1.json", "1840-m8.json", "tasks.yaml"])
def test_a_changed_algorithm_of_the_same_version_is_refused(
    computed: ComputedCodex, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What each goal is worth is doubled, or of tasks exchanged: the sample differs, and nothing is stamped."""
    pytest.importorskip("wasmtime")
    rows = vars(goals.PayoffTable)["rows"].func
    tasks = name == "tasks.yaml"
    other = property(lambda goal: [[int(leaf == 0) if tasks else 2 * leaf for leaf in row] for row in rows(goal)])
    monkeypatch.setattr(goals.PayoffTable, "rows", other)
    (result,) = (each for each in restamp.list_results(computed.without_copies) if each.name == name)
    monkeypatch.setattr(
        restamp, "list_results", lambda _codex: [result._replace(stamp=partial(pytest.fail, "stamped"))]
    )
    assert restamp.main(computed, write=True) == 1
    assert result.run in capsys.readouterr().out


# Old names and new ones, in every module of the package.
RENAMED = {
    r"\bPayoffTable\b": "Objective", r"\bMoment\b": "Instant", r"\bHandSolver\b": "Estimator",
    r"\bsolve_deal\b": "compute_deal", r"\bPlayerView\b": "Knowledge", r"\b_Search\b": "_Lookup",
    r"\bInbox\b": "Mailbox",
}  # fmt: skip
FRESH = """
import sys
from pathlib import Path
from tarock.base.project import Project
from tarock.checks import trials
from tarock.codex import ComputedCodex
print(trials.__file__, trials.find_stale(ComputedCodex(Project(Path(sys.argv[1])))))
"""


@pytest.mark.slow
def test_renaming_makes_no_result_stale(project: Project, tmp_path: Path) -> None:
    package = tmp_path / "scripts" / "tarock"
    shutil.copytree(ROOT / "scripts" / "tarock", package, ignore=shutil.ignore_patterns("__pycache__", "locale"))
    renamed = 0
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for old, new in RENAMED.items():
            text, count = re.subn(old, new, text)
            renamed += count
        path.write_text(f"{text}\n# a remark\n", encoding="utf-8")
    assert renamed > 50
    ran = subprocess.run(
        [sys.executable, "-c", FRESH, str(project.root)],
        env={**os.environ, "PYTHONPATH": str(package.parent)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout.split() == [str(package / "checks" / "trials.py"), "[]"]
