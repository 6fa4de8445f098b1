"""What was found clean is not read again; whatever is altered is."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tarock.base.cache import Cache, cached_file, read_once
from tarock.base.errors import CodexError
from tarock.base.i18n import GERMAN, Catalogues, use_language
from tarock.base.project import Project
from tarock.checks import check
from tarock.checks.report import Report
from tarock.cli.check import READ
from tarock.codex import ComputedCodex, input_files
from tarock.corpus.checks import Problem
from tarock.game.koenigrufen_1840.model_games import ERA
from tests.conftest import ROOT, SIGLA, Run, copy_data, usual
from tests.helpers import altered, scalars

pytestmark = pytest.mark.slow


NOTE = "texts.note.json"


def checked_texts(codex: ComputedCodex) -> tuple[Report, list[Problem]]:
    report = Report()
    check.check_texts(codex, report)
    return report, report.problems


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What is noted of a copy in which something has been built, found clean once."""
    project = copy_data(tmp_path_factory.mktemp("memory") / "codex")
    project.build.mkdir()
    assert checked_texts(ComputedCodex(project))[1] == []
    return (project.build / NOTE).read_bytes()


@pytest.fixture
def checkout(codex: Project, noted: bytes) -> Project:
    """Another copy of whose texts and built files this and nothing else is noted."""
    for name in ("built", "check", "evidence"):
        (codex.build / f"{name}.note.json").unlink(missing_ok=True)
    (codex.build / NOTE).write_bytes(noted)
    return codex


def test_what_is_noted_is_what_was_reported(checkout: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _problems = checked_texts(ComputedCodex(checkout))
    (checkout.build / NOTE).unlink()
    again, _problems = checked_texts(ComputedCodex(checkout))
    assert first == again
    monkeypatch.setattr("tarock.checks.check.check_spelling", lambda *_: pytest.fail("read again"))
    assert checked_texts(ComputedCodex(checkout))[0] == again


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("translations/en/1754.yaml", "78 cards", "77 cards", "TRANSLATION-LOST"),  # 1754:1
        ("spelling/modern.txt", "\nabhebt\n", "\n", "SPELLING-UNEXPLAINED"),  # 1840:11.2
        ("termbase.yaml", "forms: [abgebrannt]", "forms: [abgebrannter]", "TERM-NOWHERE"),  # 1840:73.abgebrannt
    ],
)
def test_an_altered_text_is_read_again(checkout: Project, name: str, old: str, new: str, code: str) -> None:
    file = checkout.root / "corpus" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert code in {problem.code for problem in checked_texts(ComputedCodex(checkout))[1]}
    assert code in {
        problem.code for problem in checked_texts(ComputedCodex(checkout))[1]
    }  # what is not clean is not noted
    file.write_text(text, encoding="utf-8")
    assert checked_texts(ComputedCodex(checkout))[1] == []


@pytest.mark.parametrize(
    "note", ["", "{", "[]", '{"digest": 1}', json.dumps({"digest": "x", "content": "x", "report": {}})]
)
def test_a_note_that_does_not_fit_is_as_good_as_none(checkout: Project, note: str) -> None:
    (checkout.build / NOTE).write_text(note, encoding="utf-8")
    report, problems = checked_texts(ComputedCodex(checkout))
    assert problems == []
    assert report.spelling["1754"].forms > 0


def test_a_note_of_which_a_scalar_is_altered_is_as_good_as_none(
    codex: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every note that there is, as if all that it is made of were the same; and one under the name of another."""
    notes = sorted(codex.build.glob("*.note.json"))
    assert {"verdicts", "evidence", "robustness", "texts"} <= {path.name.partition(".")[0] for path in notes}
    cache = Cache(codex)
    for path in notes:
        name, plain = path.name.removesuffix(".note.json"), json.loads(path.read_bytes())
        if "content" not in plain:
            continue  # left in the checkout by an older program, which no reader asks for
        monkeypatch.setattr(cache, "hash_inputs", lambda _of, made_of=plain["digest"]: made_of)
        asked = name.removesuffix(f"-{GERMAN}")
        with use_language(None if asked == name else Catalogues(GERMAN)):  # a note in German has it in its file's name
            assert cache.get(asked, (), Any) == plain["report"]
            (codex.build / f"other-{path.name}").write_bytes(path.read_bytes())
            assert cache.get(f"other-{asked}", (), Any) is None
            ways = scalars(plain)
            for way in [*ways[:3], *random.Random(name).sample(ways, min(len(ways), 12))]:
                path.write_text(json.dumps(altered(plain, way)), encoding="utf-8")
                assert cache.get(asked, (), Any) is None, (name, way)


def test_an_altered_verdict_is_judged_again(codex: Project) -> None:
    path = codex.build / "verdicts.note.json"
    before = ComputedCodex(codex).checked_claims
    text = path.read_text(encoding="utf-8")
    other = re.sub(r'"value":\[([0-9]+),""\]', lambda found: f'"value":[{int(found[1]) + 1},""]', text, count=1)
    path.write_text(other, encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    assert ComputedCodex(codex).checked_claims == before
    assert path.read_text(encoding="utf-8") == text  # and noted again


def test_a_process_whose_program_was_changed_caches_nothing(tmp_path: Path) -> None:
    scripts = tmp_path / "scripts"
    shutil.copytree(ROOT / "scripts" / "tarock", scripts / "tarock", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "build").mkdir()
    program = """
import sys, time
from pathlib import Path
from tarock.base.cache import Cache
from tarock.base.project import Project
project, module = Project(Path(sys.argv[1])), Path(sys.argv[1]) / "scripts/tarock/replay/games.py"
Cache(project).put("made", (), "as this process makes it")
assert Cache(project).get("made", (), str)
time.sleep(0.1)
module.write_text(module.read_text(encoding="utf-8") + "# of another commit", encoding="utf-8")
assert Cache(project).get("made", (), str) is None
Cache(project).put("made later", (), "as this process makes it")
"""
    again = """
import sys
from pathlib import Path
from tarock.base.cache import Cache
from tarock.base.project import Project
print([Cache(Project(Path(sys.argv[1]))).get(name, (), str) for name in ("made", "made later")])
"""
    time.sleep(0.1)  # the copy is older than the process
    for text, said in ((program, ""), (again, "[None, None]\n")):
        done = subprocess.run(
            [sys.executable, "-c", text, str(tmp_path)],
            env={"PYTHONPATH": str(scripts)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == said


def test_what_is_computed_of_a_file_that_changes_meanwhile_is_not_cached(codex: Project) -> None:
    file, cache = codex.rules / "overview.yaml", Cache(codex)
    assert cache.get("made", ("rules_data",), str) is None
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    cache.put("made", ("rules_data",), "of the file as it was, or is")
    assert not (codex.build / "made.note.json").exists()


@pytest.mark.parametrize(
    ("read", "name", "old", "new"),
    [
        (lambda codex: codex.corpus.edition("1840"), "corpus/emendations/1840.yaml", ": certain", ": probable"),
        (lambda codex: codex.topics, "rules_data/keys/pack.yaml", "title: ", "title: Other "),
        (lambda codex: codex.tables["1754"], "rules_data/1754/card_points.yaml", 'says: "A king', 'says: "The king'),
        (lambda codex: codex.termbase, "corpus/termbase.yaml", "What one pays", "All that one pays"),
    ],
)  # fmt: skip
def test_what_a_process_reads_twice_is_shared_until_a_file_changes(
    codex: Project, read: Callable[[ComputedCodex], object], name: str, old: str, new: str
) -> None:
    first, path = read(ComputedCodex(codex)), codex.root / name
    assert read(ComputedCodex(codex)) is first
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert read(ComputedCodex(codex)) != first
    path.write_text("[", encoding="utf-8")
    for _again in range(2):
        with pytest.raises(CodexError, match="broken YAML"):
            read(ComputedCodex(codex))
    path.write_text(text, encoding="utf-8")
    assert read(ComputedCodex(codex)) is first


def test_what_was_used_last_is_shared_longest() -> None:
    made: list[int] = []

    @read_once(lambda number: (number,))
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    for number in range(1, 200):
        assert double(0) == 0
        assert double(number) == 2 * number
    assert made == list(range(200))  # the one that is asked for again and again was made once


def test_an_altered_file_that_was_kept_is_made_again(tmp_path: Path) -> None:
    made: list[bytes] = []

    def make() -> bytes:
        made.append(b"a book")
        return made[-1]

    def book() -> bytes:
        return cached_file(tmp_path / "books", "0" * 64, "codex.pdf", make, pattern="*-codex.pdf", limit=2)

    assert book() == book() == b"a book"
    assert len(made) == 1
    (path,) = (tmp_path / "books").iterdir()
    path.write_bytes(b"another")
    assert book() == b"a book"
    assert len(made) == 2


def test_a_project_that_is_only_read_is_not_written_to(
    codex: Project, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the check and by what is noted of a site; `publish/test_hostile.py` has the pages made in such a one."""

    def times() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in codex.root.rglob("*")}

    shutil.rmtree(codex.build)
    before = times()
    monkeypatch.setattr("tarock.cli.publish.build_site", lambda _codex, output, **_asked: output.mkdir())
    assert run("site", "build", "--output", str(tmp_path / "elsewhere"), root=codex).status == 0
    assert times() == before


@pytest.mark.parametrize(
    "name", usual(["corpus/texts/1863/1.0.0.md", "rules_data/schema/claims.schema.json", "RIGHTS.md"])
)
def test_an_altered_built_file_is_stale(checkout: Project, run: Run, name: str) -> None:
    assert run("check", root=checkout).status == 0
    assert (checkout.build / "built.note.json").is_file()
    file = checkout.root / name
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text} ", encoding="utf-8")
    outcome = run("check", root=checkout)
    assert (outcome.status, "BUILD-STALE" in outcome.out or "TEXT-VERSION" in outcome.out) == (1, True)
    file.unlink()
    assert run("check", root=checkout).status == 1
    file.write_text(text, encoding="utf-8")
    assert run("check", root=checkout).status == 0


READS = """if True:
    import sys
    opened = set()
    sys.addaudithook(lambda event, given: event == "open" and opened.add(str(given[0])))
    from pathlib import Path
    from tarock.base.cache import Cache
    from tarock.base.project import Project
    from tarock.checks.trials import find_stale
    from tarock.claims.ledger import load_claims, run_claim
    from tarock.codex import ComputedCodex
    Cache.get = lambda *_: None  # nothing was found before
    root, what = Path(sys.argv[1]), sys.argv[2]
    codex = ComputedCodex(Project(root))
    if what == "evidence":
        assert codex.checked_claims and codex.game_reports and all(len([*table]) for table in codex.tables.values())
    elif what == "values":
        assert find_stale(codex) == []
    else:
        names = codex.corpus.sources[what].claims
        assert [run_claim(claim, codex.context) for claim in load_claims(codex.project, names)]
    print(*(name for name in opened if name.startswith((str(root / "corpus"), str(root / "rules_data")))), sep="\\n")"""


@pytest.mark.parametrize("what", usual(["evidence", "values", "1840", *(each for each in SIGLA if each != "1840")]))
def test_what_is_cached_rests_on_every_file_that_it_is_computed_from(project: Project, what: str) -> None:
    """Which files are opened while it is computed, in a process of its own that finds nothing cached."""
    command = [sys.executable, "-c", READS, str(project.root), what]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    names = {name.removeprefix(f"{project.root}/") for name in ran.stdout.splitlines()}
    of = input_files(*(SIGLA if what == "evidence" else [what if what in SIGLA else ERA]))
    beside = ["rules_data/claims/", *["rules_data/analysis/", "rules_data/tasks.yaml"] * (what == "values")]
    assert len(names) > 40
    assert [name for name in names if not name.startswith((*of, *beside))] == []


CHECKS = """if True:
    import sys
    opened = set()
    sys.addaudithook(lambda event, given: event == "open" and opened.add(str(given[0])))
    from tarock import cli
    from tarock.base.cache import Cache
    Cache.get = lambda *_: None
    assert cli.main(["--root", sys.argv[1], "check"]) == 0
    print(*opened, sep="\\n", file=sys.stderr)"""


def test_the_lines_of_the_check_rest_on_every_file_that_it_opens(codex: Project) -> None:
    command = [sys.executable, "-c", CHECKS, str(codex.root)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    names = [
        name.removeprefix(f"{codex.root}/") for name in ran.stderr.splitlines() if name.startswith(str(codex.root))
    ]
    assert len(names) > 200
    assert [name for name in names if not name.startswith((*READ, "build/"))] == []
