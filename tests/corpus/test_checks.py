"""What `tarock check` and `tarock build --check` find: lost text, dead references, stale files."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from tarock.base.project import Project
from tarock.checks import artifacts as outputs
from tarock.checks.artifacts import stale_files, write_built
from tarock.codex import ComputedCodex
from tarock.corpus.checks import edition_problems
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.sources import load_sources
from tarock.corpus.versions import corpus_files
from tests.conftest import SIGLA, Run
from tests.helpers import leftovers, replace_once, retouch, sources_file


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_editions_have_no_problems(editions: dict[str, Edition], siglum: str) -> None:
    assert edition_problems(editions[siglum]) == []


def problems(codex: Project, siglum: str) -> list[tuple[str, str]]:
    return [(problem.code, problem.ref) for problem in edition_problems(Corpus(codex).edition(siglum))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # the heading of §§ 20 to 22 and 38 claims another first §; then nobody claims § 20
        ("(§ 20 in 22.38)", "(§ 21 in 22.38)", [("HEADING-RANGE", "1840:h10"), ("HEADING-NONE", "1840:20")]),
        ("(§ 130)", "(§ 130 in 132)", [("HEADING-RANGE", "1840:h80"), ("LINK-NOWHERE", "1840:h80")]),
        ("Siehe §. 131.", "Siehe §. 132.", [("LINK-NOWHERE", "1840:7.3")]),
        ("im ersten Absatze des §. 51", "im sechsten Absatze des §. 51", [("LINK-NOWHERE", "1840:54.1")]),
        ("S. Musterspiel VII.", "S. Musterspiel I.", []),  # it exists, so nothing is wrong with it
    ],
)
def test_false_headings_and_dead_references_are_found(
    codex: Project, old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    retouch(codex, "1840", old, new)
    assert problems(codex, "1840") == expected


@pytest.mark.parametrize(
    ("siglum", "old", "new", "expected"),
    [
        ("1840", "      shelfmark: ", "      shelf: ", ["1840:shelfmark", "1840"]),
        ("1840", "      nachwort.2: {by", "      bei.2: {by", ["1840:nachwort.2", "1840"]),
        ("1840", "      separator: {free: true", "      separator: {free: false", ["1840"]),  # no id
        ("1754", "Alscher, free: false", "Alscher, free: true", ["1754"]),  # `besides` says otherwise
        ("1754", "      abdruck.1: {by", '      "5": {by', ["1754:abdruck.1", "1754:5"]),
        ("1863", "      page-mark: {", "      mark: {", ["1863:page-mark", "1863"]),
    ],
)  # fmt: skip
def test_whatever_stands_around_a_free_text_is_decided(
    codex: Project, siglum: str, old: str, new: str, expected: list[str]
) -> None:
    text = sources_file(codex).read_text(encoding="utf-8")
    sources_file(codex).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert problems(codex, siglum) == [("RIGHTS-AROUND", ref) for ref in expected]


def test_lost_text_is_found(koenigrufen: Edition) -> None:
    without = replace(koenigrufen, segments=koenigrufen.segments[:-1])
    assert [problem.code for problem in edition_problems(without)] == ["TEXT-LOST"]
    last = next(item for item in reversed(koenigrufen.items) if item in koenigrufen.passages.values())
    fewer = replace(koenigrufen, items=tuple(item for item in koenigrufen.items if item is not last))
    assert "TEXT-LOST" in [problem.code for problem in edition_problems(fewer)]


def test_a_problem_reads_reference_code_message(codex: Project) -> None:
    retouch(codex, "1840", "Siehe §. 131.", "Siehe §. 132.")
    (problem,) = edition_problems(Corpus(codex).edition("1840"))
    assert str(problem) == "1840:7.3: LINK-NOWHERE: refers to 132: '§. 132'"


# --- built files ------------------------------------------------------------------------------------------


def test_the_corpus_writes_one_text_per_edition_and_the_lock(project: Project, corpus: Corpus) -> None:
    names = {project.relative(path) for path in corpus_files(corpus)}
    assert names == {*(current_text(corpus.project, siglum) for siglum in SIGLA), "corpus/versions.lock"}


@pytest.fixture
def only_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tarock build` with the files of this floor alone: those of the others have their own tests."""
    monkeypatch.setattr(
        outputs,
        "built_files",
        lambda codex: {path: text.encode() for path, text in corpus_files(codex.corpus).items()},
    )


def write_all(project: Project) -> list[Path]:
    codex = ComputedCodex(project)
    return write_built(codex, outputs.built_files(codex))


def current_text(project: Project, siglum: str) -> str:
    """The name of the file with the current edition of a source."""
    return f"corpus/texts/{siglum}/{load_sources(project)[siglum].edition}.md"


def stale_names(codex: Project) -> list[str]:
    return [codex.relative(path) for path in stale_files(ComputedCodex(codex))]


def test_without_the_lock_nothing_is_built(codex: Project, run: Run) -> None:
    """Else any text would pass as the edition that was published."""
    codex.lock.unlink()
    for command in (("build",), ("build", "--check")):
        outcome = run(*command, root=codex)
        assert (outcome.status, "the lock of the texts is missing" in outcome.err) == (2, True)
    assert not codex.lock.exists()


@pytest.mark.usefixtures("only_the_corpus")
@pytest.mark.parametrize(  # the text of a source, or the lock
    ("siglum", "how"), [("1840", "changed"), ("1754", "changed"), ("", "changed"), ("1840", "missing")]
)
def test_a_stale_file_is_found_and_written_anew(codex: Project, run: Run, siglum: str, how: str) -> None:
    name = current_text(codex, siglum) if siglum else "corpus/versions.lock"
    path = codex.root / name
    whole = path.read_bytes()
    if how == "missing":
        path.unlink()
    else:
        path.write_bytes(whole + b"# one line more\n")
    outcome = run("build", "--check", root=codex)
    assert outcome.status == 1
    assert outcome.err == f"{name}: stale; run `tarock build` and commit the result\n"
    assert not path.exists() or path.read_bytes() != whole  # a check writes nothing
    assert write_all(codex) == [path]
    assert path.read_bytes() == whole


@pytest.mark.slow
@pytest.mark.usefixtures("only_the_corpus")
def test_the_check_reports_a_stale_text(codex: Project, run: Run) -> None:
    name = current_text(codex, "1863")
    replace_once(codex.root / name, "# Tarokhombre", "# Tarokhombre!")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert f"{name}: BUILD-STALE: run `tarock build`" in outcome.out


@pytest.mark.slow
def test_a_built_project_is_not_built_again(codex: Project) -> None:
    write_all(codex)
    assert stale_names(codex) == []


@pytest.mark.slow
@pytest.mark.usefixtures("only_the_corpus")
def test_the_build_says_what_it_wrote(codex: Project, run: Run) -> None:
    name = current_text(codex, "1754")
    (codex.root / name).unlink()
    outcome = run("build", root=codex)
    assert (outcome.status, outcome.err) == (0, "")
    assert f"written  {name}\n" in outcome.out
    assert "1 built file changed" in outcome.out
    assert run("build", "--check", root=codex).status == 0


def hide(path: Path, behind: str) -> None:
    """Make `path` unwritable, for the superuser as well."""
    path.unlink()
    if behind == "a folder":
        path.mkdir()
    else:  # its folder is a plain file
        shutil.rmtree(path.parent)
        path.parent.write_text("in the way", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("only_the_corpus")
@pytest.mark.parametrize(
    ("behind", "said"),
    [("a folder", "is not a file; expected the name "), ("a file", r"cannot be read \(.*; expected a ")],
)
def test_where_nothing_can_be_written_the_build_says_so_and_leaves_no_rubbish(
    codex: Project, run: Run, behind: str, said: str
) -> None:
    path = codex.root / current_text(codex, "1840")
    hide(path, behind)
    outcome = run("build", root=codex)
    assert outcome.status == (1 if behind == "a file" else 2)  # a published edition is gone
    other = "[0-9.]+" if behind == "a file" else re.escape(path.stem)  # where the folder is a file, none is read
    assert re.match(rf"{re.escape(str(path.parent))}/{other}\.md: {said}", outcome.err)
    assert leftovers(codex.root) == []


# --- the report -------------------------------------------------------------------------------------------


def test_an_untouched_project_is_all_well(codex: Project, run: Run) -> None:
    write_all(codex)
    outcome = run("check", root=codex)
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert (lines[0], lines[-1]) == ("Checked", "all well")
    assert len(lines) <= 40
    assert re.search(r"\n  1945 +[0-9.]+ +32 ", outcome.out)
    assert "1945: a fragment: the rest is lost" in outcome.out
    assert "--verbose" in lines[-2]
    assert run("check", root=codex) == outcome  # as it was noted
    full = run("check", "--verbose", root=codex).out
    assert re.search(r"1945  edition [0-9.]+    32 passages", full)
    assert "(a fragment: the rest is lost)" in full


@pytest.mark.slow
def test_the_check_begins_with_what_is_wrong(codex: Project, run: Run) -> None:
    """The claims of the table are those of the report, counted there by what they show."""
    replace_once(codex.rules / "1754" / "card_points.yaml", "koenig: {value: 5, ref", "koenig: {value: 6, ref")
    outcome, report = run("check", root=codex), json.loads(run("check", "--json", root=codex).out)
    wrong = [line for line in outcome.out.splitlines() if line.startswith("problem  ")]
    assert len(wrong) == len(report["problems"]) > 0
    assert outcome.out.splitlines()[: len(wrong)] == wrong
    kinds = ("recomputed", "sentences_agree", "ours", "trials", "undetermined", "not_testable", "differ")
    for siglum, counts in report["claim_counts"].items():
        numbers = " +".join(str(counts[kind]) for kind in kinds)
        assert re.search(rf"\n  {siglum} +{numbers}\n", outcome.out)


@pytest.mark.slow
def test_the_machine_report_names_the_sources(codex: Project, run: Run) -> None:
    replace_once(codex.corpus / "reviews.yaml", "edition: 1.0.3", "edition: 1.0.4")
    outcome = run("check", "--json", root=codex)
    assert outcome.status == 1
    report = json.loads(outcome.out)
    assert {"version", "sources", "statements", "claims", "games", "problems"} <= set(report)
    assert [source["siglum"] for source in report["sources"]] == list(SIGLA)
    told = {source["siglum"]: (source["passages"], source["completeness"]) for source in report["sources"]}
    assert {siglum: told[siglum] for siglum in ("1754", "1863", "1945")} == {  # counted by the tests of the readers
        "1754": (21, "complete"), "1863": (33, "complete"), "1945": (32, "fragment"),
    }  # fmt: skip
    for problem in report["problems"]:
        assert problem.keys() == {"code", "ref", "message"}
        assert problem["ref"].startswith("corpus/reviews.yaml:")
        assert "1.0.4" in problem["message"]
    assert report["problems"]
