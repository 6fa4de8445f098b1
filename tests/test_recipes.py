"""The recipes for contributors and of the site, followed word by word in a clone at a place with spaces and umlauts."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.publish.pages import compose_pages, list_site_pages
from tarock.publish.places import Site
from tests.conftest import ROOT, remember, thorough
from tests.helpers import emend, raised, replace_once, step_version

pytestmark = pytest.mark.slow

# What a stranger has not; what Python compiled says nothing of its own and saves each command some seconds.
MADE = shutil.ignore_patterns("*.egg-info", ".git", ".venv", "build", ".*_cache", ".hypothesis", "*.tmp", "*.pyc.*")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The checkout as a stranger has it, with nothing built."""
    return shutil.copytree(ROOT, tmp_path / "Tarock für Füchse", ignore=MADE, symlinks=True)


def start(clone: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(clone / "scripts")}
    return subprocess.Popen(
        [sys.executable, "-m", "tarock", *arguments], cwd=clone, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


def tarock(clone: Path, *arguments: str, status: int = 0) -> str:
    """Run a command as it stands in the recipe; returns what it printed, on both streams."""
    process = start(clone, *arguments)
    out, err = process.communicate(timeout=1200)
    assert process.returncode == status, out[-2000:] + err
    return out + err


def commands(text: str) -> list[list[str]]:
    """The commands of a recipe, in order, without `tarock`."""
    return [shlex.split(line)[1:] for line in re.findall(r"(?m)(?:`|^)(tarock [^`\n]+?)(?:`|$)", text)]


def test_changing_a_text(clone: Path, cached: Path, corpus: Corpus) -> None:
    remember(clone, cached)
    text = (clone / "contributing/text.md").read_text(encoding="utf-8")
    recipe = text.partition("## Correct a passage\n")[2].partition("\n## ")[0]
    steps = commands(recipe)
    assert steps == [["affected"], ["build"], ["check"], ["show", "1840:6.2@1.0.0"]]
    project = Project(clone)
    before = tarock(clone, "show", "1840:6.2@1.0.0")
    emend(project, "1840:6.2", "Es würde", "Es würden")
    assert "expected a higher `edition:` for 1840" in tarock(clone, "build", status=1)
    version = raised(corpus.sources["1840"].edition)
    step_version(project, "1840", version, changelog=False)
    assert f"the changelog does not name `1840 edition {version}`" in tarock(clone, "build", status=1)
    with (clone / "CHANGELOG.md").open("a", encoding="utf-8") as stream:
        stream.write(f"\n- 1840 edition {version}: one word.\n")
    told = tarock(clone, *steps[0], status=1)
    assert "1840:6.2  changed since edition" in told
    stale = re.search(
        r"broken  translation 1840:6\.2  \[(.+?):\d+\]\s+.*?has the hash ([0-9a-f]+), not ([0-9a-f]+)", told
    )
    assert stale
    replace_once(clone / stale[1], stale[3], stale[2])  # "würden" for "würde": the English stays
    senses = re.search(r"SENSE-STALE: 1840:6\.2: the German has the hash ([0-9a-f]+), not ([0-9a-f]+)", told)
    assert senses
    replace_once(clone / "corpus/senses/1840.yaml", senses[2], senses[1])  # its words mean what they meant
    imprint = clone / "corpus" / "translations" / "en" / "imprint.yaml"
    old = re.search(r"(?m)^version: ([0-9.]+)", imprint.read_text(encoding="utf-8"))
    assert old
    replace_once(imprint, old[0], f"version: {raised(old[1])}")
    replace_once(imprint, "dates: {", f"dates: {{{raised(old[1])}: 2026-12-24, ")
    with (clone / "CHANGELOG.md").open("a", encoding="utf-8") as stream:
        stream.write(f"- English translation {raised(old[1])}: one word of the German.\n")
    printed = [tarock(clone, *step) for step in steps]
    assert "1840:6.2  changed since edition" in printed[0]
    assert f"written  corpus/texts/1840/{version}.md" in printed[1]
    assert printed[2].endswith("all well\n")
    assert printed[3] == before
    assert "Es würden z. B." in tarock(clone, "show", "1840:6.2")
    assert "Es würden z. B." in tarock(clone, "show", f"1840:6.2@{version}")
    tarock(clone, "build", "--check")


def test_a_game_of_your_own(clone: Path, cached: Path, computed: ComputedCodex) -> None:
    remember(clone, cached)
    site = Site(computed)
    (own,) = (page for page in list_site_pages(site) if page.address.page == "own-game.md")
    page = compose_pages(site, [own])["own-game.md"]
    steps = [step for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for step in commands(block)]
    assert [step[0] for step in steps] == ["replay", "score", "score", "score", "score"]
    assert 'Write the game down as in <a href="data/corpus/examples/my-game.yaml"' in page
    shutil.copy(clone / "corpus" / "examples" / "my-game.yaml", clone / "my-game.yaml")
    for step in steps:
        tarock(clone, *step)
    text = (clone / "my-game.yaml").read_text(encoding="utf-8")
    seat, card = re.search(r"(?m)^tricks:.*?^ *- *([A-D]) ([^-\n]+?) - ", text, re.DOTALL).groups()  # type: ignore[union-attr]
    line = replace_once(clone / "my-game.yaml", f"{seat} {card} - ", f"{seat} Kaiser - ")
    assert re.match(rf"my-game\.yaml:{line}: column \d+: `Kaiser`", tarock(clone, "replay", "my-game.yaml", status=2))


@thorough  # in a fresh clone, as CI has it, everything is built again by the suite itself
@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
def test_after_make_clean_everything_is_built_again(clone: Path) -> None:
    (clone / "build" / "site").mkdir(parents=True)
    (clone / "build" / "site" / "index.html").write_text("of an earlier time", encoding="utf-8")
    subprocess.run(["make", "clean"], cwd=clone, check=True, capture_output=True)
    assert not (clone / "build").exists()
    tarock(clone, "build")
    assert (clone / "build").is_dir()
    assert tarock(clone, "check").endswith("all well\n")


def test_two_builds_at_once(clone: Path, cached: Path) -> None:
    remember(clone, cached)
    written = clone / "corpus/texts/1754/1.1.0.md"  # by both
    before = written.read_bytes()
    written.unlink()
    processes = [start(clone, "build") for _turn in range(2)]
    for process in processes:
        out, err = process.communicate(timeout=1200)
        assert process.returncode == 0, out + err
    assert written.read_bytes() == before
    assert [path.name for path in (clone / "build").iterdir() if path.name.startswith(".")] == []
