"""A fifth source is data, one profile and one era room: added to a copy of the project, every command knows it.

The steps are those of "Adding a source" in the README. The copy has a package of its own and is driven from
outside, as a person drives it. What is expected is read off the three made-up rules of `added/`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import COPIED, HALF_MADE, ROOT

HERE = Path(__file__).parent
ADDED = HERE / "added"
IMPORTED = "from tarock.game.probe_2000 import era as probe_2000\n"
LISTED = (  # what names every source, every era and every file of wordings
    ("corpus/profiles/__init__.py", "import koenigrufen_1840,", "import koenigrufen_1840, probe_2000,"),
    ("corpus/profiles/__init__.py", "}\n\n\ndef find", '    "2000": probe_2000.PROFILE,\n}\n\n\ndef find'),
    (
        "game/eras.py",
        "from tarock.game.reform_1945",
        "from tarock.game.probe_2000 import era as probe_2000\nfrom tarock.game.reform_1945",
    ),
    ("game/eras.py", "}\n\n\ndef era_of", '    "2000": probe_2000.ERA,\n}\n\n\ndef era_of'),
    ("base/english/__init__.py", "    play,\n    reform_1945,", "    play,\n    probe_2000,\n    reform_1945,"),
)
SITE = ("docs", "overrides", "mkdocs.yml", "redirects.yaml")


class Copy:
    """A copy of the project with the fifth source in it."""

    def __init__(self, root: Path):
        self.root = root

    def run(self, *arguments: str, status: int = 0) -> str:
        """What a command of the copy prints; the test fails when it ends otherwise than expected."""
        environment = {**os.environ, "PYTHONPATH": str(self.root / "scripts")}
        done = subprocess.run(
            [sys.executable, "-m", "tarock", *arguments],
            cwd=self.root, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The project with the fifth source, built."""
    root = tmp_path_factory.mktemp("fifth") / "codex"
    root.mkdir()
    for name in (*COPIED, "scripts", *SITE):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=HALF_MADE)
        else:
            shutil.copy(ROOT / name, root / name)
    shutil.copytree(ADDED, root, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    with (root / "corpus/sources/sources.yaml").open("a", encoding="utf-8") as stream:
        stream.write((HERE / "sources.yaml").read_text(encoding="utf-8"))
    with (root / "corpus/spelling/modern.txt").open("a", encoding="utf-8") as stream:
        stream.write("Erfundene\nProbe\n")
    with (root / "CHANGELOG.md").open("a", encoding="utf-8") as stream:
        stream.write("\n- 2000 edition 1.0.0: made up.\n")
    for name, old, new in LISTED:
        path = root / "scripts/tarock" / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name}: {old}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    built = Copy(root)
    built.run("build")
    return built


def test_the_readme_names_every_file_that_is_added() -> None:
    _, _, section = (ROOT / "README.md").read_text(encoding="utf-8").partition("### Adding a source\n")
    steps = section.partition("\n## ")[0]
    for path in (path for path in ADDED.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        name = str(path.relative_to(ADDED)).replace("probe", "NAME").replace("2000", "SIGLUM")
        if path.parent.name == "2000" and path.stem not in ("silences", "set_aside"):
            name = "rules_data/SIGLUM/TOPIC.yaml"
        if path.name != "__init__.py":
            assert f"`{name}`" in steps, name
    for changed in ("corpus/sources/sources.yaml", "corpus/spelling/modern.txt", "CHANGELOG.md"):
        assert f"`{changed}`" in steps


def test_its_edition_text_lock_and_schema_are_built(copy: Copy) -> None:
    text = (copy.root / "corpus/texts/2000/1.0.0.md").read_text(encoding="utf-8")
    assert "{~~Blätter~>Karten~~}" in text
    locked = (copy.root / "corpus/versions.lock").read_text(encoding="utf-8").splitlines()
    assert [line.split()[2] for line in locked if line.startswith("2000 ")] == ["titel", "1", "2", "3", "-"]
    assert (copy.root / "rules_data/schema/score-2000.schema.json").is_file()


def test_show_and_cite(copy: Copy) -> None:
    assert copy.run("show", "2000:2") == "2000:2  2. Jede Person erhält 16 Karten.\n"
    assert copy.run("show", "2000:2", "--transcript") == "2000:2  2. Jede Person erhält 16 Blätter.\n"
    assert "rule 2" in copy.run("cite", "2000:2")
    assert "Regel 2" in copy.run("cite", "2000:2", "--lang", "de")
    assert copy.run("show", "2000:3#1").startswith("2000:3#1  3. Wer verliert, zahlt")  # "S. Regel 2." ends nothing
    assert "2000:3" in copy.run("search", "Gegner", "--source", "2000")


def test_check_knows_its_table_and_claims(copy: Copy) -> None:
    report = json.loads(copy.run("check", "--json"))
    assert report["problems"] == []
    (source,) = [source for source in report["sources"] if source["siglum"] == "2000"]
    assert (source["passages"], source["emendations"]) == (3, 1)
    sentences = report["statements"]["2000"]["sentences"]
    assert (sentences["sentences"], sentences["encoded"], sentences["unaccounted"]) == (3, 3, [])
    claims = {claim["id"]: claim["verdict"] for claim in report["claims"] if claim["ref"].startswith("2000:")}
    assert claims == {"2000-opponents": "reproduced"}


def test_compare_has_a_column_for_it(copy: Copy) -> None:
    table = json.loads(copy.run("compare", "--topic", "deal.hand", "--format", "json"))
    assert table["eras"][-1] == "2000"
    assert table["rows"][0]["eras"]["2000"]["readings"][0]["value"] == 16


def test_score_settles_its_game(copy: Copy) -> None:
    settled = json.loads(copy.run("score", "--era", "2000", "corpus/examples/score-2000.yaml", "--json"))
    assert settled["totals"] == {"A": 5, "B": -10, "C": 5}  # rule 3: 5 Marken to each of two
    assert {payment["ref"] for payment in settled["payments"]} == {"2000:3"}
    wrong = copy.root / "wrong.yaml"
    wrong.write_text('era: "2000"\nseats: [A, B]\nloser: D\n', encoding="utf-8")
    copy.run("score", "--era", "2000", str(wrong), status=2)


def test_the_strict_site_has_its_pages_and_its_navigation(copy: Copy) -> None:
    copy.run("site", "build")
    site = copy.root / "build/site"
    page = (site / "sources/2000/index.html").read_text(encoding="utf-8")
    assert 'id="2000:3"' in page
    assert '<a href="#2000:2" class="reference">Regel 2</a>' in page
    home = (site / "index.html").read_text(encoding="utf-8")
    assert "2000 Erfundene Regeln" in page
    assert "sources/2000/index.html" in home
    assert "16 cards" in (site / "rules/deal.html").read_text(encoding="utf-8")
