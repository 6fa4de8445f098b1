"""`make release`, in a copy of the project: what it refuses, and that nothing changes then; what a release is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from tarock.base import yamlio
from tests.conftest import ROOT, thorough
from tests.corpus.test_stamp import NAMED, commit, git
from tests.helpers import raised, replace_once
from tests.test_recipes import MADE

pytestmark = pytest.mark.slow

LAST = yamlio.load(ROOT / "CITATION.cff").data["version"]
NEXT = f"{int(LAST.partition('.')[0]) + 1}.0.0"
AFTER = f"{int(LAST.partition('.')[0]) + 1}.1.0"
TODAY = date.today()


def ask(folder: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run what `make release` runs; returns its status and what it says."""
    done = subprocess.run(
        [sys.executable, str(folder / "scripts/release.py"), *arguments], cwd=folder, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment},
    )  # fmt: skip
    return done.returncode, done.stdout


def state(folder: Path) -> tuple[str, ...]:
    """All that a release changes: branch and tags, work trees, files, what was built."""
    asked = (("log", "--format=%H %D", "-1"), ("tag",), ("worktree", "list"), ("status", "--porcelain"), ("diff",))
    return (*(git(folder, *each) for each in asked), *sorted(path.name for path in folder.glob("build/*")))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with all that the checkout has, in one commit, and something to tell in the changelog."""
    folder = shutil.copytree(ROOT, tmp_path_factory.mktemp("release") / "the project", ignore=MADE, symlinks=True)
    git(folder, "init", "--quiet")
    for name, value in NAMED.items():
        git(folder, "config", name, value)
    changelog = folder / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if "### Unreleased\n" not in text:
        text = text.replace("## Software\n", "## Software\n\n### Unreleased\n", 1)
    changelog.write_text(
        text.replace("### Unreleased\n", "### Unreleased\n\n- Something is new.\n", 1), encoding="utf-8"
    )
    commit(folder, "All", day=(TODAY - timedelta(days=1)).isoformat())
    return folder


@pytest.fixture
def clone(project: Path, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "--quiet", str(project), "clone")
    for name, value in NAMED.items():
        git(tmp_path / "clone", "config", name, value)
    return tmp_path / "clone"


def refused(folder: Path, version: str, said: str) -> None:
    """Hold that there is no release, why, and that nothing has changed."""
    before = state(folder)
    status, out = ask(folder, version)
    assert (status, out.startswith("no release: ")) == (1, True), out
    assert said in out
    assert state(folder) == before


def test_a_version_is_three_numbers_and_higher_than_the_last(clone: Path) -> None:
    for version in ("", "1.0", f"v{NEXT}", f"0{NEXT}", f"{NEXT}.dev1", f"{NEXT}-rc1", f"{NEXT} "):
        refused(clone, version, f"`{version}` is no version; expected one such as")
    major, minor, patch = map(int, LAST.split("."))
    for version in (LAST, "0.0.0", f"{major}.{minor - 1}.{patch + 9}"):
        refused(clone, version, f"{version} is not higher than {LAST}")
    git(clone, "tag", f"v{NEXT}")
    refused(clone, NEXT, f"the tag v{NEXT} exists")
    assert ask(clone)[0] == 2


def test_a_release_needs_git_and_a_clean_tree(clone: Path, tmp_path: Path) -> None:
    (clone / "corpus/more.yaml").write_text("- 1\n")
    refused(clone, NEXT, "the tree is dirty: commit or remove what git status lists:\n?? corpus/more.yaml")
    (clone / "corpus/more.yaml").unlink()
    with (clone / "README.md").open("a") as stream:
        stream.write("More.\n")
    refused(clone, NEXT, "the tree is dirty")
    git(clone, "checkout", "--quiet", "README.md")
    assert ask(clone, NEXT, PATH=str(tmp_path))[1].startswith("no release: no git")
    shutil.rmtree(clone / ".git")
    assert ask(clone, NEXT)[1].startswith("no release: no git, or no checkout")


def test_a_release_tells_what_is_new_and_is_younger_than_what_it_holds(clone: Path) -> None:
    changelog = clone / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    told = re.search(r"(?s)### Unreleased\n(.*?)(?=^##)", text, re.MULTILINE)
    assert told
    for without in (text.replace(told[1], "\n"), text.replace("### Unreleased", "### Soon")):
        changelog.write_text(without, encoding="utf-8")
        commit(clone, "Nothing to tell", day=TODAY.isoformat())
        refused(clone, NEXT, "CHANGELOG.md: nothing stands under `### Unreleased`")
    changelog.write_text(text, encoding="utf-8")
    tomorrow = (TODAY + timedelta(days=1)).isoformat()
    commit(clone, "Of tomorrow", day=tomorrow)
    refused(clone, NEXT, f"a commit or the data is of {tomorrow}")
    with (clone / "corpus/reviews.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# 2099-12-24\n")
    commit(clone, "Of the far future", day=TODAY.isoformat())
    refused(clone, NEXT, "a commit or the data is of 2099-12-24")


def test_what_is_stale_or_does_not_hold_is_not_released(clone: Path) -> None:
    schema = clone / "rules_data/schema/check.schema.json"
    schema.write_text(schema.read_text(encoding="utf-8").replace("{", "{ ", 1), encoding="utf-8")
    commit(clone, "A schema by hand", day=TODAY.isoformat())
    refused(clone, NEXT, "built files are stale; run `tarock build` and commit the result:\nrules_data/schema/check")
    git(clone, "reset", "--quiet", "--hard", "HEAD~1")
    replace_once(clone / "rules_data/1754/pack.yaml", "cards: {value: 78,", "cards: {value: 79,")
    commit(clone, "A pack with another card", day=TODAY.isoformat())
    refused(clone, NEXT, "`tarock check` fails; mend what it says:")


@thorough  # builds packages and site twice
def test_a_release_is_built_twice_committed_and_tagged(clone: Path) -> None:
    """Then the commit calls itself by the version, and the next one does not; another release is higher."""
    status, out = ask(clone, NEXT)
    assert status == 0, out
    commit_of = git(clone, "rev-parse", "HEAD")
    assert (git(clone, "log", "-1", "--format=%s"), git(clone, "status", "--porcelain")) == (f"Release {NEXT}", "")
    assert git(clone, "rev-parse", f"v{NEXT}^{{commit}}") == commit_of
    assert git(clone, "worktree", "list").count("\n") == 0
    cff = yamlio.load(clone / "CITATION.cff").data
    assert (cff["version"], cff["date-released"]) == (NEXT, TODAY.isoformat())
    changelog = (clone / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = f"### {NEXT}, {TODAY.day} {TODAY:%B %Y}\n\n- Something is new.\n"
    assert (changelog.count(heading), "### Unreleased" in changelog) == (1, False)
    made = clone / "build/release" / NEXT
    names = {path.name for path in (made / "dist").iterdir()}
    assert names == {f"tarock_codex-{NEXT}-py3-none-any.whl", f"tarock_codex-{NEXT}.tar.gz"}
    assert (made / "release/files" / f"tarock_codex-{NEXT}-py3-none-any.whl").read_bytes() == (
        made / "dist" / f"tarock_codex-{NEXT}-py3-none-any.whl"
    ).read_bytes()
    assert version_of(clone) == f"tarock {NEXT} ({TODAY})"
    refused(clone, NEXT, f"{NEXT} is not higher than {NEXT}")
    refused(clone, raised(NEXT), "nothing stands under `### Unreleased`")
    head = commit(clone, "The next thing", day=TODAY.isoformat())
    assert version_of(clone) == f"tarock {AFTER}.dev1+g{head} ({TODAY})"


@thorough
@pytest.mark.parametrize(
    ("path", "before", "after", "said"),
    [
        ("scripts/tarock/publish/templates/about.md.j2", "## Rights", "Not yet in German.\n\n## Rights", "Not yet in"),
        (
            "scripts/tarock/publish/export/content.py",
            '"title": p',
            '"seed": str(hash("x")), "title": p',
            "build differs",
        ),
    ],
)
def test_untranslated_pages_and_unlike_builds_are_refused(
    clone: Path, path: str, before: str, after: str, said: str
) -> None:
    replace_once(clone / path, before, after)
    commit(clone, "A change", day=TODAY.isoformat())
    refused(clone, NEXT, said)


def version_of(folder: Path) -> str:
    """What the program in a folder calls itself."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "scripts")}
    line = [sys.executable, "-m", "tarock", "--root", str(folder), "--version"]
    return subprocess.run(line, env=environment, check=True, capture_output=True, text=True).stdout.partition("\n")[0]
