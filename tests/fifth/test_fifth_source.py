"""A fifth source is data, one profile and, if its games are to be settled, one era room.

The steps are those of contributing/source.md. Each copy of the project has a package of its own and is
driven from outside, as a person drives it. What is expected is read off the three made-up rules of `added/`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import COPIED, HALF_MADE, ROOT, thorough

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
ADDED = HERE / "added"
SITE = ("docs", "overrides", "mkdocs.yml", "redirects.yaml")
PROFILES, ERAS = "scripts/tarock/corpus/profiles/__init__.py", "scripts/tarock/game/eras.py"
SOURCES, CHANGES, DECISIONS = "corpus/sources/sources.yaml", "CHANGELOG.md", "rules_data/decisions.yaml"
SPELLING = "corpus/spelling/modern.txt"
CREATED = {  # what a source cannot be without; of the topics those on which it says something
    "corpus/sources/2000.txt",
    "scripts/tarock/corpus/profiles/probe_2000.py",
    "rules_data/2000/game.yaml",
    "rules_data/2000/deal.yaml",
    "rules_data/2000/settlement.yaml",
    "rules_data/2000/silences.yaml",
}
EDITED = {SOURCES, CHANGES, PROFILES, DECISIONS}
OPTIONAL = {
    "corpus/emendations/2000.yaml",
    "corpus/doubtful/2000.yaml",
    "rules_data/2000/set_aside.yaml",
    "rules_data/claims/2000.yaml",
    "scripts/tarock/game/probe_2000.py",
    "corpus/examples/score-2000.yaml",
}
DECLARED = (  # in the record, of what is optional
    "  apparatus: [emendations, doubtful, set_aside]\n",
    '  claims: ["2000"]\n',
)
WISH = "4. Frohlocket!\n"  # a sentence that states no rule and has a word that no text before had
MADE = shutil.ignore_patterns(
    "*.egg-info", ".git", ".venv", "build", "node_modules", ".*_cache", ".hypothesis", "*.tmp"
)


class Copy:
    """A copy of the project with the fifth source in it."""

    def __init__(self, root: Path):
        self.root = root

    def run(self, *arguments: str, status: int = 0) -> str:
        """What a command of the copy prints; the test fails when it ends otherwise than expected."""
        return self.python("-m", "tarock", *arguments, status=status)

    def python(self, *arguments: str, status: int = 0) -> str:
        """The same of Python with the package of the copy."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TAROCK_EVERY"))
        } | {"PYTHONPATH": str(self.root / "scripts")}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done.stdout


def replace(path: Path, old: str, new: str) -> None:
    """Put `new` for `old` in a file that has it."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def copy_project(root: Path) -> None:
    """Copy what is needed to build the corpus and the site."""
    root.mkdir()
    for name in (*COPIED, "scripts", *SITE):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=HALF_MADE)
        else:
            shutil.copy(ROOT / name, root / name)


def add_source(root: Path, *, optional: bool) -> Copy:
    """Add the fifth source to a copy of the project, alone or with what it may have, by the recipe; and build."""
    for name in sorted(CREATED | OPTIONAL if optional else CREATED):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ADDED / name, root / name)
    record = (HERE / "sources.yaml").read_text(encoding="utf-8")
    if optional:
        with (root / SPELLING).open("a", encoding="utf-8") as stream:
            stream.write("frohlocket\n")
    else:
        text = root / "corpus/sources/2000.txt"
        whole, least = text.read_bytes(), text.read_bytes().removesuffix(WISH.encode())
        assert len(least) < len(whole)
        text.write_bytes(least)
        record = record.replace(hashlib.sha256(whole).hexdigest(), hashlib.sha256(least).hexdigest())
        record = record.replace('last: "4"', 'last: "3"')
        for line in DECLARED:
            record = record.replace(line, "")
    decision = (HERE / "decision.yaml").read_text(encoding="utf-8")
    changes = "\n- 2000 edition 1.0.0: made up.\n"
    for name, added in ((SOURCES, record), (DECISIONS, decision), (CHANGES, changes)):
        with (root / name).open("a", encoding="utf-8") as stream:
            stream.write(added)
    replace(root / PROFILES, "import koenigrufen_1840,", "import koenigrufen_1840, probe_2000,")
    replace(root / PROFILES, "}\n\n\ndef find", '    "2000": probe_2000.PROFILE,\n}\n\n\ndef find')
    if optional:
        replace(root / ERAS, "from tarock.game.reform", "from tarock.game import probe_2000\nfrom tarock.game.reform")
        replace(root / ERAS, "}\n\n\ndef find_era", '    "2000": probe_2000.ERA,\n}\n\n\ndef find_era')
    (root / "build").mkdir(exist_ok=True)  # so that what one command computes the next finds cached
    made = Copy(root)
    made.run("build")
    made.python("-m", "lab.evidence", "--write")
    return made


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The project with the fifth source and all that it may have."""
    root = tmp_path_factory.mktemp("fifth") / "codex"
    copy_project(root)
    return add_source(root, optional=True)


@thorough  # the other tests have the source with all that it may have
def test_ten_files_are_required(tmp_path: Path) -> None:
    copy_project(tmp_path / "codex")
    least = add_source(tmp_path / "codex", optional=False)  # which is built only when the check finds no problem
    assert least.run("show", "2000:2") == "2000:2  2. Jede Person erhält 16 Blätter.\n"
    assert "16" in least.run("compare", "2000", "--topic", "deal.hand")
    assert len(CREATED | EDITED) == 10


def test_the_recipe_names_every_file_that_is_added() -> None:
    _, _, section = (ROOT / "contributing/source.md").read_text(encoding="utf-8").partition("## Steps\n")
    required, _, optional = section.partition("\n## ")[0].partition("Most texts need ")
    assert {str(path.relative_to(ADDED)) for path in ADDED.rglob("*.*")} == CREATED | OPTIONAL
    for steps, names in ((required, CREATED | EDITED), (optional, {*OPTIONAL, ERAS, SPELLING})):
        for name in names:
            shown = name.replace("probe", "NAME").replace("2000", "SIGLUM")
            if shown.startswith("rules_data/SIGLUM/") and not shown.endswith(("silences.yaml", "set_aside.yaml")):
                shown = "rules_data/SIGLUM/TOPIC.yaml"
            assert f"`{shown}`" in steps, name


def test_its_edition_text_lock_and_schema_are_built(copy: Copy) -> None:
    text = (copy.root / "corpus/texts/2000/1.0.0.md").read_text(encoding="utf-8")
    assert "{~~Blätter~>Karten~~}" in text
    locked = (copy.root / "corpus/versions.lock").read_text(encoding="utf-8").splitlines()
    assert [line.split()[2] for line in locked if line.startswith("2000 ")] == ["titel", "1", "2", "3", "4", "-"]
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
    assert (source["passages"], source["emendations"]) == (4, 1)
    sentences = report["statements"]["2000"]["sentences"]
    assert (sentences["sentences"], sentences["encoded"], sentences["set_aside"]) == (4, 3, 1)
    assert sentences["unaccounted"] == []
    claims = {claim["id"]: claim["verdict"] for claim in report["claims"] if claim["ref"].startswith("2000:")}
    assert claims == {"2000-opponents": "reproduced"}


def test_it_is_in_the_files_for_programs_of_others(copy: Copy) -> None:
    for form in ("tei", "sqlite", "jsonl", "bib", "epub"):
        copy.run("export", form, "-o", "exports")
    copy.run("export", "pdf", "2000", "-o", "exports")
    text = (copy.root / "exports/2000.xml").read_text(encoding="utf-8")
    assert "<sic>Blätter</sic><corr" in text and 'n="3" xml:id="p3"' in text
    with sqlite3.connect(copy.root / "exports/tarock-codex.sqlite") as database:
        asked = "SELECT value FROM comparison WHERE source = '2000' AND key = 'deal.hand'"
        assert database.execute(asked).fetchall() == [("16",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    lines = (copy.root / "exports/tarock-codex.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines][-4:] == [f"2000:{rule}" for rule in (1, 2, 3, 4)]
    assert (copy.root / "exports/2000.pdf").read_bytes().startswith(b"%PDF")
    with zipfile.ZipFile(copy.root / "exports/tarock-codex.epub") as book:
        assert any("Jede Person erhält 16" in book.read(name).decode() for name in book.namelist() if "html" in name)
    assert "tarock-2000-v1.0.0" in (copy.root / "exports/tarock-codex.ris").read_text(encoding="utf-8")


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


# Of the four other sources it is not found what their prints would settle, which takes longest.
BRIEF = """
from pathlib import Path
from tarock.base.i18n import GERMAN, LOCALES, Catalogues, use_language
from tarock.base.project import Project
from tarock.robustness import print_places
from tarock.codex import ComputedCodex
from tarock.publish import site, static_files
from tarock.publish.pages import compose_pages, list_site_pages, list_translated_pages
from tarock.publish.places import Site

places = print_places.PlaceCollector.collect
print_places.PlaceCollector.collect = lambda self: places(self) if self.siglum == "2000" else ()
"""
# The pages on which it stands, in both languages.
PAGES = f"""{BRIEF}
made = Site(ComputedCodex(Project(Path())))
names = "sources/2000", "sources/index", "rules/deal", "play/2000", "claims/2000"
for language, listed in (None, list_site_pages), (Catalogues("de"), list_translated_pages):
    with use_language(language):
        print(*compose_pages(made, [page for page in listed(made) if page.address.page.startswith(names)]).values())
"""
# The site in English, and of what is written beside its pages only what the fifth source is in; what one takes away is
# in a test above.
BUILT = f"""{BRIEF}
pages = static_files.make_short_pages
static_files.make_short_pages = lambda *of: [page for page in pages(*of) if page.source.siglum == "2000"]
static_files.write_files = lambda *_: None
del LOCALES[GERMAN]
from tarock.cli import main
main(["site", "build"])
"""


def test_it_has_its_pages_in_both_languages(copy: Copy) -> None:
    made = copy.python("-c", PAGES)
    assert made.count('id="2000:3"') == 2
    assert made.count('<a href="#2000:2" class="reference">Regel 2</a>') == 2
    assert 'aria-label="Cite 2000:3"' in made
    assert 'aria-label="2000:3 zitieren"' in made
    assert "16 cards" in made
    assert "16 Karten" in made


@thorough
def test_the_strict_site_has_its_pages_and_its_navigation(copy: Copy) -> None:
    copy.python("-c", BUILT)
    site = copy.root / "build/public"
    page = (site / "sources/2000/index.html").read_text(encoding="utf-8")
    assert 'id="2000:3"' in page
    assert '<a href="#2000:2" class="reference">Regel 2</a>' in page
    texts = (site / "sources/index.html").read_text(encoding="utf-8")
    assert '2000 <span lang="de" translate="no">Erfundene Regeln</span>' in page
    assert "2000/index.html" in texts
    assert "16 cards" in (site / "rules/deal.html").read_text(encoding="utf-8")
    assert "Jede Person erhält 16 " in (site / "c/2000/2/index.html").read_text(encoding="utf-8")
    assert 'id="deal.hand"' in (site / "k/index.html").read_text(encoding="utf-8")


@thorough
def test_no_quick_test_fails_with_a_fifth_source(tmp_path: Path) -> None:
    """What the tests know of the sources they read from the data, or it is true of those that they name."""
    shutil.copytree(ROOT, tmp_path / "codex", ignore=MADE, symlinks=True)
    made = add_source(tmp_path / "codex", optional=True)
    made.run("check")
    made.python("-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", "not slow", "-p", "no:cacheprovider")
