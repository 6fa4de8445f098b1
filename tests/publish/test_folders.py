"""Whole folders: replaced only where they are ours, and one of the two always stands."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tarock.base.errors import CodexError
from tarock.publish.folders import MANIFEST, replace_folder, require_own, write_manifest
from tests.conftest import ROOT


def build(target: Path, text: str = "new") -> None:
    with replace_folder(target) as fresh:
        (fresh / "page.md").write_text(text)
        (fresh / "deep").mkdir()
        (fresh / "deep" / "page.md").write_text(text)
        write_manifest(fresh)


def contents(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("before", ["nothing", "an empty folder", "a build", "a build of 0.2.0"])
def test_what_is_ours_or_nothing_is_replaced(tmp_path: Path, before: str) -> None:
    target = tmp_path / "above" / "site"
    if before == "an empty folder":
        target.mkdir(parents=True)
    if before.startswith("a build"):
        build(target, "old")
    if before == "a build of 0.2.0":
        head = "This folder was built by `tarock`. The next build replaces it whole, if it holds no files but these:"
        (target / MANIFEST).write_text(f"{head}\ndeep/page.md\npage.md\n")
    build(target)
    assert contents(target) == [MANIFEST, "deep", "deep/page.md", "page.md"]
    assert (target / "page.md").read_text() == "new"
    assert contents(target.parent)[:1] == ["site"]


def a_repository(target: Path) -> None:
    (target / ".git").mkdir()
    (target / ".git" / "HEAD").write_text("mine")


def a_link(target: Path) -> None:
    (target / "deep" / "home").symlink_to(target.parent)


def a_lost_marker(target: Path) -> None:
    (target / MANIFEST).unlink()


def a_site_of_another_maker(target: Path) -> None:
    for path in (target / MANIFEST, target / "page.md", target / "deep" / "page.md"):
        path.unlink()
    for name in ("index.html", "sitemap.xml", "letter.txt"):
        (target / name).write_text("mine")


@pytest.mark.parametrize("added", [a_repository, a_link, a_lost_marker, a_site_of_another_maker])
def test_a_folder_with_anything_else_in_it_stays_as_it_is(tmp_path: Path, added: Callable[[Path], None]) -> None:
    target = tmp_path / "site"
    build(target, "old")
    added(target)
    before = contents(tmp_path)
    with pytest.raises(CodexError, match="holds something else that no build of ours put there"):
        build(target)
    assert contents(tmp_path) == before


def test_what_is_put_there_during_the_build_stays(tmp_path: Path) -> None:
    target = tmp_path / "site"
    build(target, "old")
    with pytest.raises(CodexError, match=r"holds something else .*: letter\.txt"), replace_folder(target) as fresh:
        (fresh / "page.md").write_text("new")
        (target / "letter.txt").write_text("mine")
    assert (target / "letter.txt").read_text() == "mine"
    assert (target / "page.md").read_text() == "old"


def test_a_folder_that_cannot_be_made_is_named_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As without permission, which a test run by root cannot lack."""

    def refused(*, prefix: str, dir: Path) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", f"{dir}/{prefix}619jwp6k")

    monkeypatch.setattr(tempfile, "mkdtemp", refused)
    target = tmp_path / "site"
    with pytest.raises(CodexError, match=f"^{re.escape(str(target))}: cannot be written \\(Permission denied\\); "):
        build(target)


def test_a_file_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "letter.txt"
    target.write_text("mine")
    with pytest.raises(CodexError, match="is not a folder; expected a folder"):
        build(target)
    assert target.read_text() == "mine"


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_a_failure_on_the_way_leaves_the_old_folder(tmp_path: Path, failure: type[BaseException]) -> None:
    target = tmp_path / "docs"
    build(target, "old")
    with pytest.raises(failure), replace_folder(target) as fresh:
        (fresh / "page.md").write_text("half")
        raise failure
    assert (target / "page.md").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


KILLED = """
import os, signal, sys
from pathlib import Path
from tarock.publish.folders import replace_folder
rename = Path.rename
def killed(path, to):
    rename(path, to)
    os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[2] == "rename":
    Path.rename = killed
with replace_folder(Path(sys.argv[1])) as fresh:
    (fresh / "page.md").write_text("half")
    if sys.argv[2] == "block":
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("where", ["block", "rename"])
def test_what_a_killed_build_left_is_swept_by_the_next(tmp_path: Path, where: str) -> None:
    target = tmp_path / "site"
    build(target, "old")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    subprocess.run([sys.executable, "-c", KILLED, str(target), where], env=environment, check=False, timeout=60)
    (left,) = tmp_path.glob(".site-*")
    assert target.exists() == (where == "block")
    with (
        pytest.raises(RuntimeError),
        replace_folder(target) as fresh,
    ):  # the next one fails: the old one is there again
        assert not left.exists()
        assert fresh.parent in tmp_path.iterdir()
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert (target / "page.md").read_text() == "old"


def test_what_another_build_works_on_is_not_swept(tmp_path: Path) -> None:
    target = tmp_path / "site"
    with replace_folder(target) as fresh:
        build(target, "another")
        (fresh / "page.md").write_text("mine")
    assert (target / "page.md").read_text() == "mine"


def test_a_full_disk_is_named_as_such_with_the_file(tmp_path: Path) -> None:
    with (
        pytest.raises(CodexError, match=r"page\.md: the disk is full \(No space"),
        replace_folder(tmp_path / "site") as fresh,
    ):
        raise OSError(errno.ENOSPC, "No space left on device", str(fresh / "page.md"))


@pytest.mark.parametrize("renames", [1, 2])
def test_an_interruption_at_a_rename_leaves_the_old_folder_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    """Interrupted right behind the first rename, the old folder comes back; behind the second, the new one stands."""
    target = tmp_path / "site"
    build(target, "old")
    done = 0
    rename = Path.rename

    def interrupted(path: Path, to: Path) -> Path:
        nonlocal done
        moved = rename(path, to)
        done += 1
        if done == renames:
            raise KeyboardInterrupt
        return moved

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(target)
    assert (target / "page.md").read_text() == ("old" if renames == 1 else "new")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_builds_at_the_same_time_all_end_well(tmp_path: Path) -> None:
    target = tmp_path / "site"
    faults: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for _round in range(20):
                build(target, name)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert contents(target) == [MANIFEST, "deep", "deep/page.md", "page.md"]
    assert (target / "page.md").read_text() == (target / "deep" / "page.md").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "site"
    build(target)
    (target / "deep").chmod(0)
    with pytest.raises(CodexError, match="cannot be read"):
        require_own(target)
    (target / "deep").chmod(0o755)
