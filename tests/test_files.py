"""Files are read as UTF-8 or refused, and written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base import files
from tarock.base.errors import CheckFailed, CodexError
from tarock.base.files import read_text, write_set, write_text
from tarock.base.project import Project, find_project
from tests.conftest import ROOT, Run
from tests.helpers import leftovers


def test_what_is_written_is_read_back_with_its_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.txt"
    assert write_text(path, "ä\r\nö\nü\r") is True
    assert path.read_bytes() == "ä\r\nö\nü\r".encode()
    assert read_text(path) == "ä\r\nö\nü\r"


def test_an_unchanged_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_text(path, "same")
    os.utime(path, (1, 1))
    assert write_text(path, "same") is False
    assert path.stat().st_mtime == 1
    assert write_text(path, "other") is True
    assert path.read_text(encoding="utf-8") == "other"


def test_written_files_can_be_read_by_everybody(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_text(path, "text")
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("content", "byte"),
    [(b"abc\xff", 3), ("Stöße".encode("latin-1"), 2), (b"\xc3", 0)],
)
def test_a_file_that_is_not_utf8_is_refused_by_name_and_byte(tmp_path: Path, content: bytes, byte: int) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(content)
    with pytest.raises(CodexError) as caught:
        read_text(path)
    assert str(caught.value) == f"{path}: is not UTF-8 (byte {byte}); expected a text in UTF-8"


def test_a_closed_standard_input_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `tarock score --era 1863 - <&-`."""
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(CodexError, match=r"^-: cannot be read \(closed\); expected something on standard input$"):
        read_text(Path("-"))


@pytest.mark.parametrize("where", ["missing.txt", "."])
def test_what_is_no_file_cannot_be_read(tmp_path: Path, where: str) -> None:
    with pytest.raises(CodexError, match=r"cannot be read .*; expected a readable file"):
        read_text(tmp_path / where)


def test_a_file_is_read_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 5)
    path = tmp_path / "file.txt"
    path.write_text("12345", encoding="utf-8")
    assert read_text(path) == "12345"
    path.write_text("123456", encoding="utf-8")
    with pytest.raises(CodexError) as caught:
        read_text(path)
    assert str(caught.value) == f"{path}: more than 5 bytes; expected at most 5"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream := io.BytesIO(b"x" * 1000)))
    with pytest.raises(CodexError, match=r"^-: more than 5 bytes; expected at most 5$"):
        read_text(Path("-"))
    assert stream.tell() == 6


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("corpus/sources/1754.txt", ("show", "1754:1")),
        ("corpus/emendations/1754.yaml", ("show", "1754:1")),
        ("corpus/texts/1754/1.0.0.md", ("show", "1754:1@1.0.0")),
        ("corpus/versions.lock", ("show", "1754:1@1.0.0")),
        ("corpus/spelling/modern.txt", ("show", "1754:1", "--modern")),
        ("corpus/translations/en/1754.yaml", ("show", "1754:1", "--english")),
        ("corpus/translations/en/versions.lock", ("build", "--check")),
        ("rules_data/topics.yaml", ("compare",)),
        ("CITATION.cff", ("cite", "1754:1")),
    ],
)
@pytest.mark.parametrize("how", ["device", *(pytest.param(how, marks=pytest.mark.slow) for how in ("folder", "large"))])
def test_no_file_of_the_data_is_read_without_end(
    codex: Project, run: Run, name: str, command: tuple[str, ...], how: str
) -> None:
    path = codex.root / name
    path.unlink()
    if how == "device":
        path.symlink_to("/dev/zero")
    elif how == "folder":
        path.mkdir()
    else:
        path.touch()
        os.truncate(path, 400_000_000)  # takes no room
    reason = "cannot be read (Is a directory); " if how == "folder" else "more than 10000000 bytes; "
    outcome = run(*command, root=codex)
    assert outcome.status == 2
    assert outcome.err.startswith(f"{path}: {reason}expected ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [("replay", "/dev/zero"), ("score", "--era", "1840", "/dev/zero"), ("replay", "-")], ids=" ".join
)
def test_what_never_ends_is_refused_on_the_command_line(arguments: tuple[str, ...]) -> None:
    """In 600 MB of address space: the program itself needs a third of it."""
    command = (sys.executable, "-m", "tarock", *arguments)
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (600_000_000,) * 2)  # noqa: E731
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            command, stdin=zeros, capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit
        )
    assert done.returncode == 2
    reason = "more than 10000000 bytes; expected at most 10000000"
    assert done.stderr == f"{arguments[-1]}: {reason}\n"


def test_a_pipe_to_which_nobody_writes_is_empty(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    outcome = run("replay", str(tmp_path / "pipe"))
    assert outcome.status == 2
    assert outcome.err.startswith(f"{tmp_path / 'pipe'}")


def test_a_full_disk_is_named_where_the_output_goes_there() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = (sys.executable, "-m", "tarock", "show", "1754")
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "the output cannot be written (No space left on device)\n"


@pytest.mark.parametrize(
    "target",
    [
        "plain/file.txt",  # below a regular file
        "plain/deeper/file.txt",
        "folder",  # a folder where the file should be
        "pipe",
        "to pipe",
        "loop",
    ],
)
def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path, target: str) -> None:
    (tmp_path / "plain").write_text("I am a file", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "to pipe").symlink_to("pipe")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(CodexError) as caught:
        write_text(tmp_path / target, "text")
    assert str(caught.value).startswith(f"{tmp_path / target}: ")
    what = "cannot be written (" if target in ("plain/file.txt", "plain/deeper/file.txt", "loop") else "is not a file"
    assert f"{target}: {what}" in str(caught.value)
    assert "; expected " in str(caught.value)
    assert caught.value.exit_status == 2
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "loop", "pipe", "plain", "to pipe"]
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "to pipe").is_symlink()
    assert (tmp_path / "plain").read_text(encoding="utf-8") == "I am a file"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path, there: bool) -> None:
    target, link = tmp_path / "deep" / "target.txt", tmp_path / "link.txt"
    if there:
        write_text(target, "old")
    link.symlink_to("deep/target.txt")
    assert write_text(link, "new") is True
    assert link.is_symlink()
    assert not target.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert write_text(link, "new") is False
    assert leftovers(tmp_path) == []


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    write_text(path, "the old text")

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(CodexError) as caught:
        write_text(path, "the new text")
    assert str(caught.value) == f"{path}: the disk is full (No space left on device); expected room for it"
    assert path.read_text(encoding="utf-8") == "the old text"
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("where", ["replace", "hardlink_to"])
@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_of_a_set_nothing_is_left_that_is_not_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, failure: BaseException
) -> None:
    """The second of each step fails: of the files that are made new, and of the one that was named and is replaced."""
    named, first, second = (tmp_path / name for name in ("named", "first", "second"))
    named.write_text("old")
    made = {first: b"one", named: b"new", second: b"two"}
    usual, calls = getattr(Path, where), []

    def failing(self: Path, *arguments: object, **options: object) -> object:
        calls.append(self)
        if len(calls) == (1 if where == "replace" else 2):
            raise failure
        return usual(self, *arguments, **options)

    monkeypatch.setattr(Path, where, failing)
    with pytest.raises((CodexError, KeyboardInterrupt)):
        write_set(made, named)
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["named"]
    assert named.read_text() in ("old", "new")


@pytest.mark.parametrize("links", [True, False])
def test_what_came_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    """Somebody writes a file between the question whether it is there and the last step."""
    first, second = tmp_path / "first", tmp_path / "second"
    usual = files._write_beside

    def beside(path: Path, data: bytes) -> Path:
        second.write_text("mine")
        return usual(path, data)

    def refused(*_arguments: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(files, "_write_beside", beside)
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", refused)
    monkeypatch.setattr(files, "_holds_data", lambda *_of: False)
    monkeypatch.setattr(files, "require_replaceable", lambda *_of: None)
    with pytest.raises(CodexError, match="second: is there already, with another content"):
        write_set({first: b"one", second: b"two"})
    assert [path.name for path in tmp_path.iterdir()] == ["second"]
    assert second.read_text() == "mine"


@given(
    st.text(min_size=1), st.text(),
    st.none() | st.text(min_size=1), st.none() | st.integers(1),
)  # fmt: skip
def test_an_error_reads_file_line_what_expected(what: str, expected: str, file: str | None, line: int | None) -> None:
    error = CodexError(what, expected, file=file, line=line)
    place = ":".join(str(part) for part in (file, line) if part is not None)
    assert str(error) == (f"{place}: " if place else "") + what + (f"; {expected}" if expected else "")


def test_a_failed_check_ends_with_1_and_bad_input_with_2() -> None:
    assert CodexError("x").exit_status == 2
    assert CheckFailed("x").exit_status == 1


def test_the_project_is_found_from_any_folder_in_it(
    codex: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(codex.texts / "1840")
    assert find_project().root == codex.root.resolve()
    monkeypatch.chdir(tmp_path)  # outside of it: the package's own checkout
    assert find_project().root == ROOT


def test_a_folder_that_is_no_codex_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CodexError, match=r"no Tarock Codex in .*; expected the file corpus/sources"):
        find_project(tmp_path)


def test_paths_in_messages_are_seen_from_the_top_folder(codex: Project) -> None:
    assert codex.relative(codex.texts / "1840" / "1.0.0.md") == "corpus/texts/1840/1.0.0.md"
    assert codex.relative(Path("/elsewhere/file")) == "/elsewhere/file"
