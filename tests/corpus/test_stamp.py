"""What a copy of the codex calls itself, and of which day it is: with git, a part of the history, or neither."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.checks.release import copy_data
from tarock.codex import ComputedCodex
from tarock.publish.site import find_built_site, record_site
from tests.conftest import ROOT, Run
from tests.helpers import replace_once

FILES = ("CITATION.cff", ".gitattributes", ".git_archival.txt", "corpus/sources", "corpus/elsewhere.yaml")
NAMED = {"user.name": "A. Tester", "user.email": "tester@example.org", "commit.gpgsign": "false"}


def git(folder: Path, *arguments: str, day: str = "2031-05-06") -> str:
    """Run git with a day of the clock; returns what it prints."""
    settings = [part for name, value in NAMED.items() for part in ("-c", f"{name}={value}")]
    moment = f"{day}T12:00:00+0000"
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=folder, check=True, capture_output=True, text=True,
        env={**os.environ, "GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment},
    )  # fmt: skip
    return done.stdout.strip()


def commit(folder: Path, subject: str, day: str = "2031-05-06") -> str:
    """Commit everything; returns the first digits of its name."""
    git(folder, "add", "--all")
    git(folder, "commit", "--allow-empty", "--quiet", "--message", subject, day=day)
    return git(folder, "rev-parse", "HEAD")[:8]


def release(folder: Path, version: str, day: str) -> str:
    """Commit as a release is committed."""
    citation = folder / "CITATION.cff"
    before = yamlio.load(citation).data
    replace_once(citation, f"\nversion: {before['version']}\n", f"\nversion: {version}\n")
    replace_once(citation, f"date-released: {before['date-released']}", f"date-released: {day}")
    return commit(folder, f"Release {version}", day)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a release, 7.1.0 of 2031-04-01, and a commit before it."""
    folder = tmp_path / "a checkout"
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile)(ROOT / name, folder / name)
    git(tmp_path, "init", "--quiet", str(folder))
    commit(folder, "Before", "2031-03-31")
    release(folder, "7.1.0", "2031-04-01")
    return folder


@pytest.fixture
def calls(run: Run) -> Callable[[Path], str]:
    """What `tarock --version` says that the data in a folder is."""

    def said(folder: Path) -> str:
        lines = run("--version", root=Project(folder)).out.splitlines()
        (line,) = (line for line in lines if line.startswith("the data in "))
        return line.rpartition(": ")[2]

    return said


def youngest(folder: Path) -> str:
    """The youngest day in the data, found by its own way: every word that is a day."""
    texts = (path.read_text(encoding="utf-8") for path in (folder / "corpus").rglob("*") if path.is_file())
    words = (word.strip("\"'`,;:.(){}[]") for text in texts for word in text.split())
    return max(word for word in words if len(word) == 10 and word[:2] == "20" and word[4::3] == "--")


def test_only_the_commit_of_a_release_has_its_version(checkout: Path, calls: Callable[[Path], str]) -> None:
    assert calls(checkout) == "7.1.0 (2031-04-01)"
    one = commit(checkout, "One", "2031-04-02")
    assert calls(checkout) == f"7.2.0.dev1+g{one} (2031-04-02)"
    two = commit(checkout, "Release 7.1.0 was well received", "2031-04-03")
    assert calls(checkout) == f"7.2.0.dev2+g{two} (2031-04-03)"
    again = commit(checkout, "Release 7.1.0", "2031-04-04")  # in name only
    assert calls(checkout) == f"7.2.0.dev3+g{again} (2031-04-04)"
    replace_once(checkout / "CITATION.cff", "\nversion: 7.1.0\n", "\nversion: 7.1.1\n")
    by_hand = commit(checkout, "A version without a release", "2031-04-05")
    assert calls(checkout) == f"7.2.0.dev0+g{by_hand} (2031-04-05)"


def test_a_dirty_tree_is_seen_and_no_younger_record_is_in_it(checkout: Path, calls: Callable[[Path], str]) -> None:
    (checkout / "my-game.yaml").write_text("a game of one's own is no part of the codex")
    assert calls(checkout) == "7.1.0 (2031-04-01)"
    (checkout / "corpus/more.yaml").write_text("seen: 2030-01-01")
    head = git(checkout, "rev-parse", "HEAD")[:8]
    assert calls(checkout) == f"7.2.0.dev0+g{head}.dirty (2031-04-01)"
    (checkout / "corpus/more.yaml").write_text("seen: 2031-06-30")
    assert calls(checkout) == f"7.2.0.dev0+g{head}.dirty (2031-06-30)"
    (checkout / "corpus/more.yaml").unlink()
    with (checkout / "CITATION.cff").open("a") as stream:
        stream.write("# more\n")
    assert calls(checkout) == f"7.2.0.dev0+g{head}.dirty (2031-04-01)"


@pytest.mark.slow
def test_clones_work_trees_and_archives(checkout: Path, calls: Callable[[Path], str], tmp_path: Path) -> None:
    """Without the whole history the count is not known, and 0."""
    address = checkout.as_uri()
    git(tmp_path, "clone", "--quiet", "--depth", "1", address, "released")
    assert calls(tmp_path / "released") == "7.1.0 (2031-04-01)"
    commit(checkout, "One")
    head = commit(checkout, "Two")
    for depth, count in (("1", 0), ("2", 0), ("3", 0), ("4", 2)):  # of three, the oldest might be any commit
        git(tmp_path, "clone", "--quiet", "--depth", depth, address, f"depth {depth}")
        assert calls(tmp_path / f"depth {depth}") == f"7.2.0.dev{count}+g{head} (2031-05-06)"
    git(tmp_path, "clone", "--quiet", address, "whole")
    git(checkout, "worktree", "add", "--quiet", "--detach", str(tmp_path / "tree"))
    for folder in (checkout, tmp_path / "whole", tmp_path / "tree"):
        assert calls(folder) == f"7.2.0.dev2+g{head} (2031-05-06)"
    git(checkout, "archive", "--output", str(tmp_path / "made.zip"), "HEAD")
    shutil.unpack_archive(tmp_path / "made.zip", tmp_path / "archived")
    assert calls(tmp_path / "archived") == f"7.2.0.dev0+g{head} (2031-05-06)"


@pytest.mark.parametrize("without", ["the folder of git", "the program git", "a git that refuses"])
def test_a_copy_without_git_says_so(
    checkout: Path, calls: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, without: str
) -> None:
    """Its day is the youngest that its data names."""
    replace_once(checkout / "CITATION.cff", "2031-04-01", "2021-04-01")
    commit(checkout, "A day before those in the data")
    if without == "the folder of git":
        shutil.rmtree(checkout / ".git")
    elif without == "the program git":
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        (checkout / ".git/HEAD").write_text("nonsense")
    assert calls(checkout) == f"7.2.0.dev0+unknown ({youngest(checkout)})"


def test_another_repository_around_it_or_in_the_environment_is_not_asked(
    checkout: Path, calls: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outer = tmp_path / "outer"
    shutil.copytree(checkout, outer / "inner", ignore=shutil.ignore_patterns(".git"))
    git(tmp_path, "init", "--quiet", str(outer))
    commit(outer, "Release 7.1.0")
    assert calls(outer / "inner").startswith("7.2.0.dev0+unknown (")
    monkeypatch.setenv("GIT_DIR", str(outer / ".git"))
    assert calls(checkout) == "7.1.0 (2031-04-01)"


@pytest.mark.slow
def test_what_is_given_away_keeps_its_version(tmp_path: Path, calls: Callable[[Path], str]) -> None:
    """Also where somebody else commits it, and where it is given away again."""
    whole = shutil.copytree(ROOT, tmp_path / "whole", ignore=shutil.ignore_patterns(".*", "build", "tests", "docs"))
    git(tmp_path, "init", "--quiet", str(whole))
    head = commit(whole, "All", "2031-04-01")
    copy_data(whole, tmp_path / "given", with_unclear_rights=False)
    cff = yamlio.load(tmp_path / "given/CITATION.cff").data
    version = cff["version"]
    assert (version.rpartition("+")[2], cff["date-released"], cff["commit"][:8]) == (f"g{head}", "2031-04-01", head)
    git(tmp_path, "init", "--quiet", str(tmp_path / "given"))
    commit(tmp_path / "given", "Packaged by another")
    assert calls(tmp_path / "given") == f"{version} (2031-04-01)"
    copy_data(tmp_path / "given", tmp_path / "again", with_unclear_rights=False)
    assert (tmp_path / "again/CITATION.cff").read_bytes() == (tmp_path / "given/CITATION.cff").read_bytes()


def test_a_site_does_not_stand_when_the_commit_is_another(checkout: Path, tmp_path: Path) -> None:
    """Nothing that it is made of has changed but its imprint."""
    for name in ("rules_data", "docs", "overrides", "build"):
        (checkout / name).mkdir(exist_ok=True)
    shutil.copytree(ROOT / "scripts", checkout / "scripts", ignore=shutil.ignore_patterns("tarock", "*.egg-info"))
    for name in ("mkdocs.yml", "redirects.yaml", "CHANGELOG.md", "LICENSE", "README.md", "RIGHTS.md", "WANTED.md",
                 "MANIFEST.in", "pyproject.toml", "setup.py"):  # fmt: skip
        shutil.copyfile(ROOT / name, checkout / name)
    (checkout / ".gitignore").write_text("build/\n")
    commit(checkout, "More")
    site = tmp_path / "site"
    site.mkdir()
    record_site(ComputedCodex(Project(checkout)), site, ["made"], public_domain_only=True)
    assert find_built_site(ComputedCodex(Project(checkout)), site, public_domain_only=True)
    commit(checkout, "The same in another commit")
    assert not find_built_site(ComputedCodex(Project(checkout)), site, public_domain_only=True)


def test_showing_a_passage_asks_no_git(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an imprint does."""

    def refuse(*line: object, **_options: object) -> None:
        raise AssertionError(line)

    monkeypatch.setattr(subprocess, "run", refuse)
    for arguments in (("show", "1840:47.2"), ("cite", "1840:47.2"), ("search", "contra"), ("--help",)):
        assert run(*arguments).status == 0, arguments
