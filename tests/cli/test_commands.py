"""The command `tarock`: what it prints, how it ends, and that nothing a person types ends in a traceback."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tarock import cli
from tarock.base.project import Project
from tarock.cli import texts
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.stamp import find_software_stamp
from tests.conftest import ROOT, SIGLA, Run
from tests.helpers import step_version


def command_names() -> list[str]:
    """The names of all commands, from the parser itself: a new command is tested from its first day."""
    actions = cli._build_parser()._actions
    (commands,) = [action for action in actions if isinstance(action, argparse._SubParsersAction)]
    return list(commands.choices)


def tarock(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tarock", "--root", str(ROOT), *arguments],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip


# --- help and version -------------------------------------------------------------------------------------


def test_the_commands_of_this_floor_exist() -> None:
    assert {"build", "check", "show", "cite", "search", "site"} <= set(command_names())


@pytest.mark.parametrize("name", command_names())
def test_the_help_of_a_command_shows_examples(run: Run, name: str) -> None:
    outcome = run(name, "--help")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith(f"usage: tarock {name}")
    assert "examples:\n" in outcome.out
    assert f"\n  tarock {name}" in outcome.out.partition("examples:")[2]


def test_the_help_names_every_command_and_the_exit_statuses(run: Run) -> None:
    outcome = run("--help")
    assert outcome.status == 0
    for name in command_names():
        assert re.search(rf"\n    {name}\s", outcome.out)
    assert "Exit status: 0 all well; 1 a fault, a difference, or nothing found; 2 bad input or usage." in outcome.out


def test_the_version_names_the_software_and_the_editions(run: Run, corpus: Corpus, codex: Project) -> None:
    editions = "".join(f"{siglum} edition {corpus.sources[siglum].edition}\n" for siglum in SIGLA)
    assert run("--version").out == f"tarock {find_software_stamp()}\n{editions}"
    step_version(codex, "1863", "99.3.4", changelog=False)
    assert "1863 edition 99.3.4\n" in run("--version", root=codex).out
    assert "1863 edition 99.3.4\n" in run("--version", "--root", str(codex.root)).out


def test_the_version_is_that_of_the_folder_that_is_named_behind_it(run: Run, tmp_path: Path) -> None:
    outcome = run("--version", "--root", str(tmp_path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"no Tarock Codex in {tmp_path}; ")


@pytest.mark.parametrize("arguments", [(), ("dance",), ("show",), ("show", "1840:1", "extra"), ("--colour", "check")])
def test_wrong_usage_ends_with_2_and_shows_the_usage(run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("usage: tarock")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("words", "--form", ""), "form"), (("compare", "--topic="), "topic"), (("search", ""), "words"),
        (("search", "Mond", " "), "words"), (("words", ""), "siglum"), (("search", "Mond", "--source", ""), "source"),
        (("site", "build", "-o", ""), "output"), (("--root", "", "--version"), "root"),
    ],
)  # fmt: skip
def test_what_is_empty_is_not_taken_for_what_is_not_given(run: Run, arguments: tuple[str, ...], named: str) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"an argument is empty; expected text for `{named}`\n")


# --- show -------------------------------------------------------------------------------------------------


def test_show_prints_reference_and_text(run: Run) -> None:
    # the sentence is copied from the transcript
    outcome = run("show", "1863:5")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == "1863:5  Wer sich nicht zum Spielen erklärt od. nicht überbietet, paßt.\n"


def test_show_prints_a_container_passage_by_passage(run: Run) -> None:
    outcome = run("show", "1840:10-11.1")
    assert [line.split("  ")[0] for line in outcome.out.splitlines()] == ["1840:10.1", "1840:11.1"]
    assert outcome.out.endswith("1840:11.1  Die Karten werden rechts ausgegeben.\n")


def test_show_prints_a_range_of_sections(run: Run, koenigrufen: Edition) -> None:
    outcome = run("show", "1840:11-19")
    refs = [line.split("  ")[0] for line in outcome.out.splitlines()]
    expected = [f"1840:{ident}" for ident in koenigrufen.passages if ident.split(".")[0] in map(str, range(11, 20))]
    assert refs == expected


@pytest.mark.parametrize("siglum", SIGLA)
def test_show_prints_a_whole_source(run: Run, corpus: Corpus, siglum: str) -> None:
    outcome = run("show", siglum)
    assert outcome.status == 0
    refs = [line.split("  ")[0] for line in outcome.out.splitlines() if line.startswith(f"{siglum}:")]
    assert refs == [passage.ref for passage in corpus.edition(siglum).passages.values()]


def test_show_indents_the_further_lines_of_a_passage(run: Run) -> None:
    pad = " " * len("1840:8.4  ")
    assert run("show", "1840:8.4").out == f"1840:8.4  A.\n{pad}_\n{pad}B. | _ | D.\n{pad}C.\n"


@pytest.mark.parametrize(
    ("reference", "edition", "transcript"),
    [
        ("1840:47.2", "im Dreierspiele, die", "im Dreispiele, die"),
        ("1840:26.4", "einen zwei- […] A den dreifachen", "einen zwei- A den dreifachen"),
        ("1863:3", "der Scat liegt", "der Scatliegt"),
    ],
)
def test_show_prints_the_edition_or_the_transcript(run: Run, reference: str, edition: str, transcript: str) -> None:
    assert edition in run("show", reference).out
    assert transcript in run("show", reference, "--transcript").out
    assert edition not in run("show", reference, "--transcript").out


def test_the_current_version_may_be_named(run: Run, corpus: Corpus) -> None:
    for name, siglum in (("1840:6.2", "1840"), ("1863", "1863")):
        shown = run("show", f"{name}@{corpus.sources[siglum].edition}")
        assert (shown.status, shown.out) == (0, run("show", name).out)


# --- which codex ------------------------------------------------------------------------------------------


def test_a_folder_that_is_no_codex_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["--root", str(tmp_path), "check"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"no Tarock Codex in {tmp_path}; expected the file corpus/sources/sources.yaml in it\n"


@pytest.mark.parametrize(
    "arguments", [("--root", "here", "show", "1754:1"), ("--root", str(ROOT), "site", "build", "-o", "here")]
)
def test_a_working_folder_that_has_been_deleted_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert cli.main(arguments) == 2
    assert capsys.readouterr().err.startswith("here: the working folder has been deleted; expected a whole path")


def test_the_codex_around_the_working_folder_is_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "corpus" / "texts")
    assert cli.main(["show", "1754:1"]) == 0
    assert capsys.readouterr().out.startswith("1754:1  1. Dasselbe wird unter drey Personen")


# --- as a process -----------------------------------------------------------------------------------------


def test_start_up_loads_nothing_heavy() -> None:
    code = (
        "import sys, tarock.cli; tarock.cli._build_parser(); "
        "print(sorted({'yaml', 'mkdocs', 'markdown', 'material', 'difflib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def test_a_process_ends_with_the_status_and_one_line_of_error() -> None:
    done = tarock("show", "1840:999")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("no `999` in source 1840; the last is 1840:")


def test_a_process_prints_umlauts_and_no_colours_into_a_file() -> None:
    done = tarock("show", "1840:1.2")
    assert done.returncode == 0
    assert "der Treffle König 'Rastel-König' oder 'Rastler' genannt" in done.stdout
    assert "\x1b" not in done.stdout


def test_an_interruption_ends_without_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(texts, "show_passages", interrupted)
    outcome = run("show", "1840:1")
    assert (outcome.status, outcome.out, outcome.err) == (130, "", "interrupted\n")
