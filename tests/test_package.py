"""Wheel and source distribution: the same bytes each time, without the text of unclear rights, and they work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest

from tarock import cli
from tarock.codex import ComputedCodex
from tarock.corpus.stamp import Stamp, stamp_citation
from tarock.publish.export.registry import FORMATS
from tests.conftest import ROOT, thorough, usual

pytestmark = pytest.mark.slow

PARTS = (
    "corpus", "rules_data", "scripts", "CHANGELOG.md", "CITATION.cff", "LICENSE", "MANIFEST.in", "README.md",
    "RIGHTS.md", "WANTED.md", "pyproject.toml", "setup.py",
)  # fmt: skip
MADE = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.pyc")
HANGS = 1800  # seconds after which a program is taken to hang; a loaded machine takes minutes for what takes seconds
BACKEND = "from setuptools import build_meta as b; import sys; b.build_{}(sys.argv[1])"


def checkout(folder: Path, stamp: Stamp | None = None) -> Path:
    """The part of the checkout that packages are made of, without git; with what git says of it, if that is given."""
    folder.mkdir(parents=True)
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=MADE)
        else:
            shutil.copyfile(ROOT / name, folder / name)
    if stamp:
        citation = folder / "CITATION.cff"
        citation.write_text(stamp_citation(citation.read_text(encoding="utf-8"), stamp), encoding="utf-8")
    return folder


def build(source: Path, target: Path, kind: str, **environment: str) -> Path:
    """Build with the pinned backend that is installed, as `pip wheel --no-build-isolation` does."""
    target.mkdir(parents=True, exist_ok=True)
    unasked = {"PYTHONPATH", "TAROCK_OWN"}
    inherited = {name: value for name, value in os.environ.items() if name not in unasked}
    done = subprocess.run(
        [sys.executable, "-c", BACKEND.format(kind), str(target)],
        cwd=source, env={**inherited, **environment}, capture_output=True, text=True, check=False, timeout=HANGS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (made,) = target.iterdir()
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("package")


@pytest.fixture(scope="module")
def wheel(folder: Path) -> Path:
    return build(checkout(folder / "first"), folder / "wheel", "wheel")


@pytest.fixture(scope="module")
def sdist(folder: Path) -> Path:
    return build(checkout(folder / "second"), folder / "sdist", "sdist")


def members(archive: Path) -> dict[str, bytes]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(archive) as packed:
        files = [member for member in packed if member.isfile()]
        return {member.name: packed.extractfile(member).read() for member in files}  # type: ignore[union-attr]


def test_the_same_bytes_each_time(folder: Path, wheel: Path, sdist: Path) -> None:
    """Another folder with a space and an umlaut, other times and rights of the files, a second build in one place."""
    other = checkout(folder / "noch ein Füßchen")
    for path in other.rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            os.utime(path, (1_000_000_000, 1_000_000_000))
    for kind, first in (("wheel", wheel), ("sdist", sdist)):
        for turn in usual(("one", "two")):
            again = build(other, folder / f"again-{kind}-{turn}", kind)
            assert (again.name, again.read_bytes()) == (first.name, first.read_bytes())


def test_a_wheel_from_the_source_distribution_is_the_same(folder: Path, wheel: Path, sdist: Path) -> None:
    shutil.unpack_archive(sdist, folder / "unpacked")
    (source,) = (folder / "unpacked").iterdir()
    assert build(source, folder / "from-sdist", "wheel").read_bytes() == wheel.read_bytes()


def test_the_source_distribution_is_a_copy_to_give_away(folder: Path, sdist: Path) -> None:
    """As RIGHTS.md says: the commands work on it; only the site is not built from it."""
    shutil.unpack_archive(sdist, folder / "given")
    (given,) = (folder / "given").iterdir()
    for arguments, status, said in (
        (("check", "--json"), 0, '"left_out": true'),
        (("show", "1840:47.2"), 0, "die doppelte Consulation"),
        (("site", "build"), 2, "the styles and scripts of the site are missing"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "tarock", *arguments], cwd=given, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(given / "scripts")},
        )  # fmt: skip
        assert (done.returncode, said in done.stdout + done.stderr) == (status, True), done.stderr
    assert not any("1945.txt" in path.name for path in given.rglob("*"))


def test_the_text_of_unclear_rights_is_left_out(wheel: Path, sdist: Path, computed: ComputedCodex) -> None:
    """No passage and no quotation of 1945 of four words or more stands in any file."""
    texts = [passage.text for passage in computed.corpus.edition("1945").passages.values()]
    texts += [support.quote for statement in computed.tables["1945"] for support in statement.supports]
    texts += [located.record.quote for located in computed.claims if located.record.ref.startswith("1945:")]
    long = {text.encode() for text in texts if sum(word.isalpha() for word in text.split()) >= 4}
    assert len(long) > 80
    for archive in (wheel, sdist):
        whole = b"\0".join(members(archive).values())
        assert [text for text in long if text in whole] == []
        assert "Ultimo angesagt, gilt".lower().encode() in whole.lower()  # 1840:47.2 is there


def test_what_is_not_free_around_free_texts_is_left_out(wheel: Path, sdist: Path, computed: ComputedCodex) -> None:
    """Afterword of 1840 and note below the rules of 1754 (`RIGHTS.md`); the texts and the editor’s name stay."""
    for siglum, name, signed in (("1840", "nachwort.1", "Alscher, 18.4.2003"), ("1754", "anmerkung.2", "Alscher")):
        edition = computed.corpus.edition(siglum)
        words = edition.paratexts[name].text.encode()
        for archive in (wheel, sdist):
            files = {path: text for path, text in members(archive).items() if f"/{siglum}" in path}
            (transcript,) = (text for path, text in files.items() if path.endswith(f"sources/{siglum}.txt"))
            assert transcript.count(b"[left out]") == 1
            assert f"Hans-Joachim {signed}".encode() in transcript
            assert transcript.count(b"\n") == edition.transcript.count("\n")
            assert [path for path, text in files.items() if words in text] == []
            assert edition.passages[next(iter(edition.passages))].transcript.encode() in transcript


def test_a_wheel_has_every_module_and_names_its_extras(wheel: Path) -> None:
    """The adapters too, whose programs are an extra."""
    files = members(wheel)
    top = {name.partition("/")[0] for name in files}
    assert {name for name in top if not name.endswith(".dist-info")} == {"tarock"}  # `lab` is for a checkout
    assert len(top) == 2
    modules = {str(path.relative_to(ROOT / "scripts")) for path in (ROOT / "scripts/tarock").rglob("*.py")}
    assert "tarock/adapters/openspiel.py" in modules <= files.keys()
    metadata = next(text for name, text in files.items() if name.endswith(".dist-info/METADATA")).decode()
    needs = re.findall(r"^Requires-Dist: (\w+).*extra == [\"']play[\"']$", metadata, re.MULTILINE)
    assert {"open_spiel", "pettingzoo", "gymnasium", "numpy"} == {*needs}


def test_the_rights_are_told_in_metadata_and_file(wheel: Path) -> None:
    files = members(wheel)
    metadata = next(text for name, text in files.items() if name.endswith(".dist-info/METADATA")).decode()
    assert "\nLicense-Expression: MIT AND CC-BY-4.0 AND LicenseRef-Public-Domain\n" in metadata
    assert "\nLicense-File: LICENSE\n" in metadata
    assert "\nLicense-File: RIGHTS.md\n" in metadata
    rights = next(text for name, text in files.items() if name.endswith("/licenses/RIGHTS.md")).decode()
    for siglum in ("1754", "1840", "1863", "1945"):
        assert f"- `{siglum}`, " in rights
    assert "Copyright © Wiener Zeitung Online 2018. Use: not clear" in rights


def test_one_switch_includes_it_and_the_version_says_so(folder: Path, sdist: Path) -> None:
    source = checkout(folder / "third")
    whole = build(source, folder / "whole", "wheel", TAROCK_OWN="1")
    assert whole.name.startswith("tarock_codex-") and "unclear.rights-" in whole.name
    files = members(whole)
    assert files["tarock/data/corpus/sources/1945.txt"] == (ROOT / "corpus/sources/1945.txt").read_bytes()
    assert "tarock/data/corpus/sources/left_out.yaml" not in files
    shutil.unpack_archive(sdist, folder / "published")
    (published,) = (folder / "published").iterdir()
    with pytest.raises(AssertionError, match=r"no text of 1945 in .*expected a checkout, which has it"):
        build(published, folder / "impossible", "wheel", TAROCK_OWN="1")


# --- installed ---------------------------------------------------------------------------------------------


def install(place: Path, wheel: Path, *more: str, extra: str = "") -> Path:
    """A fresh environment with the wheel and what it needs from the package index; skipped where that is not there."""
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, timeout=HANGS)
    pip = [str(place / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    try:
        subprocess.run(
            [*pip, f"{wheel}[{extra}]" if extra else str(wheel), *more],
            capture_output=True, text=True, check=True, timeout=HANGS,
        )  # fmt: skip
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as fault:
        subprocess.run([*pip, "--no-deps", str(wheel)], check=True, timeout=HANGS)
        pytest.skip(f"the package index cannot be reached: {str(fault.stderr)[-300:]}")
    return place


@pytest.fixture(scope="module")
def pinned(folder: Path) -> Path:
    """The versions of this environment, as constraints."""
    here = folder / "constraints.txt"
    here.write_text(
        "".join(f"{each.name}=={each.version}\n" for each in distributions() if each.name != "tarock-codex")
    )
    return here


@pytest.fixture(scope="module")
def installed(folder: Path, wheel: Path, pinned: Path) -> Path:
    """A fresh environment with the wheel and what it needs, in the versions of this one."""
    return install(folder / "environment", wheel, "-c", str(pinned))


@pytest.fixture(scope="module")
def empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def tarock(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(installed / "bin" / "tarock"), *arguments],
        cwd=folder, env=inherited, capture_output=True, text=True, encoding="utf-8", check=False, timeout=HANGS,
    )  # fmt: skip


def data(installed: Path) -> Path:
    (place,) = installed.glob("lib/python*/site-packages/tarock/data")
    return place


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--version",), "1945 edition "),
        (("show", "1840:47.2"), "im Dreierspiele, die doppelte Consulation"),
        (("show", "1840:47.2", "--transcript"), "im Dreispiele, die doppelte Consulation"),
        (("cite", "1754:12", "--format", "bibtex"), "1754:12"),
        (("search", "contra", "ultimo"), "1840:"),
        (("compare", "--topic", "pack.cards"), "54 cards"),
        (("compare", "--topic", "pack.cards", "--format", "json"), '"quote": "[left out]"'),
        (("replay", "1840:m3"), "lost by 2"),
        (("show", "1840:nachwort.1"), "1840:nachwort.1  [left out]\n"),
    ],
)
def test_it_works_in_an_empty_folder(installed: Path, empty: Path, arguments: tuple[str, ...], said: str) -> None:
    done = tarock(installed, empty, *arguments)
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert said in done.stdout
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize("era", ["1754", "1840", "1863", "1945"])
def test_games_of_ones_own_are_scored_and_replayed(installed: Path, empty: Path, era: str) -> None:
    examples = data(installed) / "corpus" / "examples"
    done = tarock(installed, empty, "score", "--era", era, str(examples / f"score-{era}.yaml"))
    assert (done.returncode, "Totals" in done.stdout) == (0, True), done.stderr
    assert tarock(installed, empty, "replay", str(examples / "my-game.yaml")).returncode == 0


def test_the_check_says_what_it_did_not_check(installed: Path, empty: Path) -> None:
    done = tarock(installed, empty, "check")
    assert done.returncode == 0, done.stdout
    assert "  1945: its text is left out of this copy" in done.stdout
    assert "nothing of it was checked" in done.stdout
    assert done.stdout.endswith("all well that is here; not checked: the text, rules and claims of 1945\n")


@pytest.mark.parametrize(
    "arguments", [("show", "1945:allg.1.1"), ("cite", "1945"), ("search", "--source", "1945", "a")]
)
def test_what_is_left_out_is_said(installed: Path, empty: Path, arguments: tuple[str, ...]) -> None:
    done = tarock(installed, empty, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "the text of 1945 is left out of this copy, because its rights are not clear; expected"
    )


def test_what_needs_a_checkout_says_so_and_writes_nothing(installed: Path, empty: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in data(installed).rglob("*")}
    for arguments in (("build",), ("site", "build", "--output", "site")):
        done = tarock(installed, empty, *arguments)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert {path: path.stat().st_mtime_ns for path in data(installed).rglob("*")} == before
    assert list(empty.iterdir()) == []


def test_a_checkout_takes_precedence(installed: Path, empty: Path) -> None:
    for folder, arguments in ((empty, ("--root", str(ROOT))), (ROOT / "rules_data", ())):
        done = tarock(installed, folder, *arguments, "show", "1945:allg.1.1")
        assert (done.returncode, done.stdout.startswith("1945:allg.1.1  ")) == (0, True), done.stderr


# --- every command, bare and with each extra -----------------------------------------------------------------

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
GIVEN = "XIX XVIII XVII XIV XIII - Herz-König - Careau-Dreier, Vierer, Zweier - Pique-Zehner, Achter, Neuner"
HAND = ("hand", GIVEN, "--deals", "2", "--nodes", "500")
NO_CHECKOUT = r"expected (the folder docs|a checkout)"
# Each command, outside of a checkout: the extras of which it needs one (Dask brings Jinja too), and what it says where
# that is not enough.
ALONE: tuple[tuple[tuple[str, ...], set[str], str], ...] = (
    (("--version",), set(), ""), (("check",), set(), ""), (("build", "--check"), set(), ""),
    (("build",), set(), NO_CHECKOUT), (("show", "1840:47.2"), set(), ""), (("cite", "1754:12"), set(), ""),
    (("verify", "„die doppelte Consulation“ 1840:47.2"), set(), ""), (("search", "ultimo"), set(), ""),
    (("completion", "bash"), set(), ""),
    (("diff", "1840:47.2", "1840:47.2"), set(), ""), (("words", "1863"), set(), ""), (("compare",), set(), ""),
    (("replay", "1840:m3"), set(), ""), (("analyse", "1840:m8"), set(), ""),
    (("analyse", "1840:m8", "--goal", "volat", "--nodes", "500"), {"solver"}, ""), (("hand", "--printed"), set(), ""),
    ((*HAND, "--jobs", "1"), {"solver"}, ""), ((*HAND, "--dask", "tcp://127.0.0.1:9"), {"dask"}, "no scheduler"),
    (("play", "--seed", "7", "--answers", "quit"), {"solver"}, ""),
    (("score", "--era", "1754", "{examples}/score-1754.yaml"), set(), ""),
    (("coverage", "--source", "1863"), set(), ""), (("affected",), set(), ""),
    (("export", "pdf", "1754"), {"site"}, NO_CHECKOUT), (("export", "epub", "1754"), {"site", "dask"}, ""),
    (("export", "xlsx"), {"site", "xlsx"}, ""), *((("export", form), set(), "") for form in FORMATS if form != "xlsx"),
    (("site", "build", "-o", "site"), {"site", "dask"}, NO_CHECKOUT),
)  # fmt: skip


@thorough
@pytest.mark.parametrize("extra", ["", *(name for name in EXTRAS if name != "dev")])
def test_every_command_works_alone_or_names_its_extra(tmp_path: Path, wheel: Path, pinned: Path, extra: str) -> None:
    assert {arguments[0] for arguments, *_rest in ALONE} >= cli.COMMANDS.keys()
    there = install(tmp_path / "environment", wheel, "-c", str(pinned), extra=extra)
    for number, (arguments, needed, refused) in enumerate(ALONE):
        place = tmp_path / str(number)
        place.mkdir()
        given = [each.format(examples=data(there) / "corpus/examples") for each in arguments]
        done = tarock(there, place, *given)
        said = (arguments, done.stdout[-500:], done.stderr)
        if needed and extra not in needed:
            names = re.findall(r"`pip install 'tarock-codex\[(\w+)\]'`", done.stderr)
            assert (done.returncode, len(names)) == (2, 1), said
            assert names[0] in {*needed, "solver"}, said  # a cluster's deals need the solver here too
        elif refused:
            assert done.returncode == 2, said
            assert re.search(refused, done.stderr) or "[solver]" in done.stderr, said
        else:
            assert done.returncode == 0, said
        assert done.returncode == 0 or list(place.iterdir()) == [], said
        assert "Traceback" not in done.stderr, said


@thorough
@pytest.mark.parametrize("which", ["lowest", "newest"])
def test_any_version_that_is_allowed_will_do(tmp_path: Path, wheel: Path, which: str) -> None:
    """What is committed does not depend on them: nothing is stale by another version."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    there = install(tmp_path / "there", wheel, *(each.replace(">=", "==") for each in asked if which == "lowest"))
    for arguments in (("check",), ("build", "--check")):
        done = tarock(there, tmp_path, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
