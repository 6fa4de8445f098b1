"""The command as a process whose output is not taken, cannot be written, or cannot show a letter."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tests.conftest import ROOT, Run, usual

pytestmark = pytest.mark.slow

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")


def command(*arguments: str, root: Path = ROOT) -> list[str]:
    return [sys.executable, "-m", "tarock", "--root", str(root), *arguments]


def faulty(codex: Project) -> Path:
    """A project in which the check finds something: no finding of the model games is recorded as known."""
    (codex.corpus / "games" / "known_findings.yaml").write_text("[]\n", encoding="utf-8")
    return codex.root


def ends(status: int, redirection: str, *arguments: str, root: Path = ROOT) -> str:
    """Run with a redirection of the shell, and see how it ends; returns what stands on standard error."""
    done = subprocess.run(
        ["sh", "-c", f"{shlex.join(command(*arguments, root=root))} {redirection}"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def with_a_reader_that_leaves(*arguments: str, root: Path = ROOT) -> int:
    """As in `| true`: the reader has gone before the first letter is written."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            command(*arguments, root=root), stdout=writing, stderr=subprocess.PIPE, timeout=120, check=False
        )
    finally:
        os.close(writing)
    assert done.stderr == b""
    return done.returncode


@pytest.mark.parametrize("form", usual([("--json",), ()]))
def test_a_reader_that_leaves_changes_no_verdict(codex: Project, form: tuple[str, ...]) -> None:
    assert with_a_reader_that_leaves("check", *form) == 0
    assert with_a_reader_that_leaves("check", *form, root=faulty(codex)) == 1


def test_a_reader_that_leaves_in_the_middle_is_no_error() -> None:
    """As in `tarock show 1840 | head -1`: the text is larger than a pipe holds."""
    with subprocess.Popen(command("show", "1840"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"1840:vorwort.1  ")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_closed_output_changes_no_verdict(codex: Project) -> None:
    assert ends(0, ">&-", "check") == ""
    assert ends(1, ">&-", "check", root=faulty(codex)) == ""
    assert ends(1, "2>&-", "check", root=faulty(codex)) == ""
    assert ends(2, ">&- 2>&-", "show", "1840:999") == ""


@needs_full
def test_an_output_that_is_lost_is_no_success(codex: Project) -> None:
    lost = "the output cannot be written (No space left on device)\n"
    assert ends(2, "> /dev/full", "show", "1840:1.1") == lost
    assert ends(2, "> /dev/full", "show", "1840") == lost  # more than is held back
    assert ends(2, "> /dev/full", "--help") == lost
    assert ends(2, "> /dev/full", "check") == lost
    assert ends(1, "> /dev/full", "check", root=faulty(codex)) == lost
    assert ends(2, "2> /dev/full", "show", "1840:999") == ""


@pytest.mark.parametrize("encoding", usual(usual(["ascii", "cp1252", "cp437", "latin-1"])))
def test_what_goes_into_a_file_or_pipe_is_utf_8(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in (
        ("--help",), ("compare", "--help"), ("show", "1840:40-60"), ("search", "König"), ("compare", "--topic", "pack"),
        ("cite", "1840:1", "--lang", "de"), ("replay", "1840:m3"), ("compare", "--format", "json"),
        ("cite", "1840:1", "--format", "csl-json"),
    ):  # fmt: skip
        done = subprocess.run(command(*arguments), capture_output=True, env=environment, timeout=60, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), arguments
        text = done.stdout.decode("utf-8")
        if "json" in arguments[-1]:
            assert "König" in str(json.loads(text))
        elif arguments[0] == "show":
            assert "König" in text


@pytest.mark.parametrize(("encoding", "shown"), [("ascii", b"K\\xf6nig"), ("latin-1", "König".encode("latin-1"))])
def test_every_terminal_can_be_written_to(encoding: str, shown: bytes) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    reader, terminal = os.openpty()
    try:
        done = subprocess.run(command("show", "1840:2.5"), stdout=terminal, env=environment, timeout=60, check=False)
        assert done.returncode == 0
        assert shown in os.read(reader, 4096)
    finally:
        os.close(reader)
        os.close(terminal)


def test_a_deleted_working_folder(tmp_path: Path) -> None:
    """What needs no working folder works in one that is gone; what needs it says so."""
    gone = tmp_path / "gone"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    cases = ((["show", "1754:1"], 0), (["--root", ".", "show", "1754:1"], 2), (["replay", "x.yaml"], 2))
    for arguments, status in cases:
        gone.mkdir()
        line = shlex.join([sys.executable, "-m", "tarock", *arguments])
        done = subprocess.run(
            ["sh", "-c", f"cd {shlex.quote(str(gone))} && rmdir ../gone && {line}"],
            capture_output=True, text=True, timeout=60, check=False, env=environment,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        assert "internal fault" not in done.stderr


@pytest.mark.parametrize("number", usual(usual([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])))
def test_a_signal_leaves_no_folder_behind(tmp_path: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        command("site", "build", "--output", str(tmp_path / "site")), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # noqa: PLW1509 - nohup and a shell switch some off
    )  # fmt: skip
    try:
        until = time.monotonic() + 300
        while not list(tmp_path.iterdir()):  # the folder in which the site is made
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.5)
        sent = (number, signal.SIGTERM, signal.SIGINT)  # of an impatient person
        for each in sent:
            process.send_signal(each)
            time.sleep(0.02)
        _out, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode in {128 + each for each in sent}  # on a loaded machine they come at once, in any order
    assert b"Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def test_output_goes_into_a_file_in_utf8(run: Run, tmp_path: Path) -> None:
    for command in (("cite", "1840:47.2", "--quote"), ("show", "1863:7", "--json"), ("compare", "--format", "csv")):
        file = tmp_path / "out.txt"
        printed, kept = run(*command), run(*command, "-o", str(file))
        assert (kept.status, kept.out, kept.err) == (printed.status, "", printed.err)
        assert file.read_text(encoding="utf-8") == printed.out
    refused = run("show", "1840:999", "-o", str(tmp_path / "none.txt"))
    assert refused.status == 2
    assert not (tmp_path / "none.txt").exists()
    assert "-o FILE" in run("cite", "--help").out
    assert "PowerShell" in run("--help").out


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (("ci",), "cite"), (("cite", "--for"), "--format"), (("cite", "--format", "bibl"), "biblatex"),
        (("show", "1840:47."), "1840:47.2"), (("site", "se"), "serve"), (("replay", "1840:m3.s5"), "1840:m3.s5"),
    ],
)  # fmt: skip
def test_bash_completes_commands_options_values_and_references(
    run: Run, tmp_path: Path, typed: tuple[str, ...], completed: str
) -> None:
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("needs bash")
    script = tmp_path / "tarock.bash"
    assert run("completion", "bash", "-o", str(script)).status == 0
    words = " ".join(("tarock", *typed))
    asked = (
        f'source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _tarock; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run([bash, "-c", asked], capture_output=True, text=True, check=True)
    assert completed in done.stdout.splitlines()
    assert all(each.startswith(typed[-1]) for each in done.stdout.splitlines())
    assert not run("completion", "zsh").out.startswith("COMP")
    assert "__fish_seen_subcommand_from cite" in run("completion", "fish").out


def test_what_needs_an_extra_that_is_missing_is_completed_without_options(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(name: str) -> object:
        if name.startswith("tarock.cli.publish:"):
            raise CodexError("the website and the books need Jinja2")
        return resolve_name(name)

    monkeypatch.setattr("tarock.cli.completion.resolve_name", resolve)
    script = run("completion", "bash").out
    assert 'site) words="" ;;' in script
    assert "--format" in script
