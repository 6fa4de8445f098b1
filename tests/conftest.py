"""Fixtures for all floors: the real corpus, a throw-away copy of the project, and the command in-process."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import io
import json
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest
from hypothesis import settings

from tarock import cli
from tarock.analysis import core
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.sources import load_sources
from tarock.publish.site import build_site
from tests.helpers import list_invented

Case = TypeVar("Case")

ROOT = Path(__file__).resolve().parents[1]
SIGLA = tuple(load_sources(Project(ROOT)))
EVERY = int(os.environ.get("TAROCK_EVERY", "6"))  # of long sweeps through values of one kind one in so many is tried
COPIED = ("corpus", "rules_data", "CHANGELOG.md", "README.md", "CITATION.cff", "LICENSE", "RIGHTS.md", "WANTED.md")
LINKED = (
    "docs",
    "overrides",
    "mkdocs.yml",
    "redirects.yaml",
    "scripts/mkdocs_hook.py",
    "scripts/core",
)  # no test writes there

for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # tests are in English wherever they run
    if os.environ.get(name, "").startswith("de"):
        del os.environ[name]

_ALL_SLOW = re.compile(r"^pytestmark = .*\bpytest\.mark\.slow\b", re.MULTILINE)

HALF_MADE = shutil.ignore_patterns(".*", "*.tmp", "*.pyc.*")  # another process writes them just now

# What the fixtures hold stays to the end: looking through it as often as usual takes a tenth of the time of the suite.
gc.set_threshold(1_000_000, 20, 100)

# Drawn from a fixed seed: what fifty do not show, the next fifty of the same draw seldom do. `make quick` draws half.
settings.register_profile("codex", deadline=None, derandomize=True, max_examples=100 if EVERY == 1 else 50)
settings.register_profile("quick", settings.get_profile("codex"), max_examples=25)
settings.load_profile("codex")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is read."""
    if config.option.markexpr == "not slow":
        settings.load_profile("quick")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than processors: the tests of a browser, of commands and of sites spend much time waiting."""
    return (os.cpu_count() or 1) + int(config.option.markexpr != "not slow")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose tests are all slow without importing them."""
    if config.option.markexpr != "not slow" or not collection_path.name.startswith("test_"):
        return None
    return True if _ALL_SLOW.search(collection_path.read_text(encoding="utf-8")) else None


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """What is held goes with the process, the solver first: pytest looks through it five times more before that."""
    core._compile.cache_clear()
    gc.freeze()


# What takes long and says little more than others do; a usual run leaves it out.
thorough = pytest.mark.skipif(EVERY > 1, reason="takes long: a part of `make thorough`")


def usual(cases: Iterable[Case]) -> list[Case]:
    """Of the cases of one kind the half that stands first, in a usual run; `TAROCK_EVERY=1` takes all."""
    found = list(cases)
    return found if EVERY == 1 else found[: (len(found) + 1) // 2]


@dataclass(frozen=True)
class Outcome:
    """What a command did: its exit status and what it printed."""

    status: int
    out: str
    err: str


class Run(Protocol):
    """Runs `tarock --root ROOT ARGUMENTS…` in this process."""

    def __call__(self, *arguments: str, root: Project | None = None) -> Outcome: ...


class Shared(Protocol):
    """Makes a folder, once for all processes of the suite; tests only read it."""

    def __call__(self, name: str, make: Callable[[Path], object]) -> Path: ...


@pytest.fixture(scope="session")
def project() -> Project:
    """The checkout that is tested. Tests only read it."""
    return Project(ROOT)


@pytest.fixture(scope="session")
def corpus(project: Project) -> Corpus:
    """All editions of the checkout, each read once."""
    return Corpus(project)


@pytest.fixture(scope="session")
def editions(corpus: Corpus) -> dict[str, Edition]:
    """The editions by siglum."""
    return {edition.siglum: edition for edition in corpus.editions()}


@pytest.fixture(scope="session")
def koenigrufen(corpus: Corpus) -> Edition:
    """The edition of 1840."""
    return corpus.edition("1840")


@pytest.fixture(scope="session")
def computed(corpus: Corpus) -> ComputedCodex:
    """Everything computed from the checkout, each thing once. Tests only read it."""
    return ComputedCodex(corpus.project, corpus)


@pytest.fixture(scope="session")
def checked(project: Project) -> dict[str, Any]:
    """What `tarock check --json` prints of the checkout."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        cli.main(["--root", str(project.root), "check", "--json"])
    result: dict[str, Any] = json.loads(out.getvalue())
    return result


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """What is made once for all processes of the suite."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent

    def make_once(name: str, make: Callable[[Path], object]) -> Path:
        with (base / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (base / name / "made").exists():
                make(base / name / "made")
        return base / name / "made"

    return make_once


@pytest.fixture(scope="session")
def measured(computed: ComputedCodex, shared: Shared) -> ComputedCodex:
    """The same codex when what takes long has been computed by one process; the others find it cached in `build/`."""

    def make(folder: Path) -> None:
        for name in ("evidence", "robustness", "places"):
            getattr(computed, name)
        folder.mkdir(parents=True)

    shared("measured", make)
    return computed


@pytest.fixture(scope="session")
def built(shared: Shared, measured: ComputedCodex) -> Path:
    """The site with every text."""
    return shared("full", partial(build_site, measured, public_domain_only=False))


@pytest.fixture(scope="session")
def built_public(shared: Shared, measured: ComputedCodex) -> Path:
    """The site to publish."""
    return shared("public", partial(build_site, measured, public_domain_only=True))


def _link(source: str | Path, target: str | Path) -> None:
    """Give a file that is replaced, and never written, a second name."""
    try:
        os.link(source, target)
    except FileNotFoundError:  # dropped in the meantime
        pass
    except OSError:  # another file system, or another owner
        shutil.copyfile(source, target)


def copy_data(root: Path) -> Project:
    """The project's data in a folder that is made; what tests only read is a link."""
    root.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, root / name)
    for name in LINKED:
        if (ROOT / name).exists():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).symlink_to(ROOT / name)
    return Project(root)


def remember(root: Path, build: Path = ROOT / "build") -> None:
    """Give a copy what the checkout has cached, and its books: what is the same is not made again."""
    (root / "build").mkdir()
    for note in build.glob("*.note.json"):
        shutil.copyfile(note, root / "build" / note.name)
    books = ROOT / "build" / "books"
    if books.is_dir():
        shutil.copytree(books, root / "build" / "books", ignore=HALF_MADE, copy_function=_link)


class Workshop:
    """One copy of the project's data for all tests of a process: what one changes is put back before the next."""

    def __init__(self, folder: Path, build: Path):
        self.project, self.spare = copy_data(folder / "codex"), copy_data(folder / "spare").root
        remember(self.project.root, build)
        remember(self.spare, build)
        self.before = self.found()

    def found(self) -> dict[str, tuple[int, ...]]:
        """What lies in the copy, each folder before what it holds, with what tells a changed file from another."""
        found: dict[str, tuple[int, ...]] = {}
        folders = [str(self.project.root)]
        while folders:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    seen = found[entry.path] = _told(entry.stat(follow_symlinks=False))
                    if stat.S_ISDIR(seen[0]):
                        folders.append(entry.path)
        return found

    def tidy(self) -> None:
        """Take away what is not as before, and copy it anew."""
        for name, seen in reversed(self.found().items()):
            if self.before.get(name) != seen:
                if stat.S_ISDIR(seen[0]):
                    shutil.rmtree(name)
                else:
                    Path(name).unlink()
        for name, seen in self.before.items():
            if not os.path.lexists(name):
                path = Path(name)
                spare = self.spare / path.relative_to(self.project.root)
                if stat.S_ISDIR(seen[0]):
                    path.mkdir()
                elif "books" in path.parts:
                    _link(spare, path)
                else:
                    shutil.copy2(spare, path, follow_symlinks=False)
                self.before[name] = _told(path.lstat())


def _told(seen: os.stat_result) -> tuple[int, ...]:
    """What tells a file from another, and a folder from a file."""
    whole = (seen.st_mode, seen.st_ino, seen.st_size, seen.st_mtime_ns)
    return whole[:1] if stat.S_ISDIR(seen.st_mode) else whole


@pytest.fixture(scope="session")
def cached(shared: Shared, measured: ComputedCodex) -> Path:
    """A `build/` in which is cached what takes long: tests compute only what rests on what they change."""
    assert measured

    def make(folder: Path) -> None:
        copy = copy_data(folder).root
        remember(copy)
        with contextlib.redirect_stdout(io.StringIO()):
            assert cli.main(["--root", str(copy), "check"]) == 0

    return shared("checked", make) / "build"


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory, cached: Path) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("workshop"), cached)


@pytest.fixture
def codex(workshop: Workshop) -> Iterator[Project]:
    """A copy of the project's data that a test may change."""
    yield workshop.project
    workshop.tidy()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, in this process; what it prints is not on a terminal. No refusal quotes what was not typed."""
    refused: list[CodexError] = []
    report = cli._report

    def noted(error: CodexError, given: Sequence[str]) -> None:
        refused.append(error)
        report(error, given)

    monkeypatch.setattr("tarock.cli._report", noted)

    def call(*arguments: str, root: Project | None = None) -> Outcome:
        capsys.readouterr()
        refused.clear()
        status = cli.main(["--root", str(root.root if root else ROOT), *arguments])
        printed = capsys.readouterr()
        invented = [token for error in refused for token in list_invented(error, arguments)]
        assert invented == [], printed.err
        return Outcome(status, printed.out, printed.err)

    return call


@pytest.fixture
def no_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site without PDF and EPUB, which take longer than its pages: they have their own tests."""

    def write_files(_site: object, _folder: Path) -> None:
        pass

    monkeypatch.setattr("tarock.publish.static_files.write_files", write_files)
