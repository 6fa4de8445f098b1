"""Fixtures for all floors: the real corpus, a throw-away copy of the project, and the command in-process."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import io
import json
import os
import shutil
import stat
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import pytest
from hypothesis import settings

from tarock import cli
from tarock.analysis import core
from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.sources import load_sources
from tarock.proof.codex import Codex
from tarock.publish.site import build_site
from tests import known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tarock.corpus.editions import Edition

Case = TypeVar("Case")

ROOT = Path(__file__).resolve().parents[1]
SIGLA = tuple(load_sources(Project(ROOT)))
EVERY = int(os.environ.get("TAROCK_EVERY", "4"))  # of long sweeps through values of one kind one in so many is tried
COPIED = ("corpus", "rules_data", "CHANGELOG.md", "README.md", "CITATION.cff", "LICENSE", "RIGHTS.md")
LINKED = (
    "docs",
    "overrides",
    "mkdocs.yml",
    "redirects.yaml",
    "scripts/mkdocs_hook.py",
    "scripts/solver",
)  # no test writes there

for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # tests are in English wherever they run
    if os.environ.get(name, "").startswith("de"):
        del os.environ[name]

HALF_MADE = shutil.ignore_patterns(".*", "*.tmp", "*.pyc.*")  # another process writes them just now

# The files that take longest, begun first: at the end of the suite no process waits for one that began late. The
# first are one that needs the site and two that do not, for else all processes would wait while one builds it.
LONGEST = (
    "site/test_quality.py", "test_recipes.py", "test_package.py", "fifth/test_fifth_source.py",
    "site/test_rules_games.py", "site/test_builders.py", "cli/test_impact.py", "analysis/test_players.py",
    "proof/test_witnesses.py", "site/test_table.py", "translation/test_lock.py", "corpus/test_versions.py",
    "site/test_browser.py", "publish/test_pages.py", "publish/test_hostile.py", "publish/test_export.py",
    "publish/test_styles.py", "test_wording.py", "rules/test_schema.py", "cli/test_output.py",
    "game/koenigrufen_1840/test_referee.py", "site/test_quality_files.py", "publish/test_play.py",
    "analysis/test_open_cards.py", "corpus/test_checks.py", "cli/test_play.py", "test_cache.py", "site/test_data.py",
    "publish/test_short_addresses.py", "proof/test_release.py", "publish/test_german.py", "site/test_copies.py",
    "site/test_search.py", "site/test_reading.py", "cli/test_workers.py", "publish/test_books.py",
    "site/test_focus.py", "site/test_copying.py", "site/test_print.py", "site/test_shift.py", "test_hostile.py",
    "cli/test_inventory.py", "site/test_what_if.py", "proof/test_coverage.py", "proof/test_footing.py",
    "site/test_static.py", "site/test_keyboard.py", "site/test_walks.py", "game/koenigrufen_1840/test_state.py",
    "site/test_places_of_things.py", "rules/test_differences.py", "publish/test_plain_readers.py",
    "site/test_terms.py", "analysis/test_hands.py", "site/test_home.py", "proof/test_claims_text.py",
    "search/test_queries.py", "site/test_worth.py", "rules/test_accounting.py", "site/test_addresses.py",
    "rules/test_bad_input.py", "site/test_quality_disk.py",
)  # fmt: skip

# What `make quick` leaves out: a browser, recipes in clones, packages, coverage, sites and books, what reads, builds or
# computes the whole project many times over, and where a second program or solver plays many games beside ours.
SLOW = (
    "site/", "fifth/", "foreign/", "adapters/", "test_recipes.py", "test_package.py", "test_programs.py",
    "cli/test_workers.py",
    "test_cache.py", "test_hostile.py", "test_wording.py::test_no_logic_reads_words", "translation/test_lock.py",
    "cli/test_output.py", "cli/test_impact.py", "corpus/test_versions.py::test_a_refused_build_writes_nothing",
    "proof/test_coverage.py", "proof/test_footing.py", "proof/test_release.py", "proof/test_witnesses.py",
    "rules/test_schema.py::test_each_file_names_a_schema_and_fits_it", "rules/test_schema.py::test_a_stale_schema",
    "search/test_queries.py::test_a_broken_index_is_noticed",
    "publish/test_books.py", "publish/test_export.py", "publish/test_hostile.py", "publish/test_pages.py",
    "publish/test_plain_readers.py", "publish/test_short_addresses.py",
    "publish/test_configuration.py::test_the_tabs_are_few_enough_to_be_taken_in",
    "publish/test_claims.py::test_the_evidence_page_adds_up_to_the_coverage",
    "publish/test_one_result.py::test_every_cell_is_what_score_says_of_its_file",
    "publish/test_play.py::test_every_value_that_changes_changes_the_page", "publish/test_styles.py",
    "publish/test_glossary.py::test_the_script_of_terms", "publish/test_signs.py::test_what_the_search_of_the_site",
    "analysis/test_annotation.py::test_values_that_are_stale_are_a_problem",
    "analysis/test_choices.py::test_measures_of_another_question",
    "analysis/test_hands.py::test_measures_that_are_stale", "analysis/test_hands.py::test_the_command_solves_once",
    "cli/test_english.py::test_a_version_stays_readable",
    "cli/test_inventory.py::test_how_a_source_is_played_is_told", "cli/test_inventory.py::test_what_a_source_says",
    "cli/test_json_records.py::test_the_output_fits",
    "cli/test_german.py::test_a_command_speaks_german_and_ends_as_in_english[affected",
    "cli/test_inventory.py::test_a_copy_without_pages", "cli/test_inventory.py::test_a_missing_folder",
    "corpus/test_doubtful.py::test_the_check_reports", "corpus/test_notes.py::test_the_check_tells",
    "corpus/test_spelling.py::test_an_unexplained_form",
    "corpus/test_versions.py::test_the_check_reports_a_changed_passage",
    "proof/test_claims_text.py::test_a_withdrawn_id_does_not_return",
    "proof/test_claims_text.py::test_the_check_fails_for_a_claim_that_differs",
    *(f"proof/test_known_findings.py::test_a_{name}" for name in ("changed_transcript", "finding_that", "record_that")),
    "rules/test_accounting.py::test_a_forgotten_passage", "rules/test_accounting.py::test_two_stated_readings",
    "rules/test_bad_input.py::test_two_formulas", "rules/test_borrowed.py::test_the_check_tells",
    "rules/test_differences.py::test_a_", "rules/test_differences.py::test_two_answers",
    "rules/test_differences.py::test_what_a_source_lacks",
    "rules/test_silences.py::test_a_key_that_is_named_twice", "rules/test_statement_ids.py::test_an_id_does_not_return",
    "rules/test_statement_ids.py::test_the_build_keeps_every_id", "rules/test_today.py::test_check_reports_it",
    "test_history.py::test_the_check_tells_it", "translation/test_bad_input.py::test_the_unit_behind",
    "analysis/test_choices.py::test_the_authors_advice", "analysis/test_choices.py::test_the_values_are_those",
    *(f"analysis/test_open_cards.py::Test{name}" for name in ("SameAs", "Symmetry", "Interface::test_whatever_comes")),
    "analysis/test_players.py", "analysis/test_solver.py::TestLaws", "analysis/test_tasks.py::test_another_solver",
    "cli/test_play.py", "game/common/test_openspiel.py", "game/koenigrufen_1840/test_referee.py",
    *(
        f"game/koenigrufen_1840/test_state.py::test_{name}"
        for name in ("the_referee", "finished_games", "wherever", "what_a_player_is_told")
    ),
    "rules/test_numbers.py::test_our_number_words_are_the_modern_ones",
    "game/taroc_1754/test_dealt_games.py", "game/reform_1945/test_play_1945.py::test_games_played_by_any_duties",
    "game/tarokhombre_1863/test_score_1863.py::test_four_hundred_deals",
)  # fmt: skip

WHOLE = {
    "built",
    "built_public",
    "composed",
    "english",
    "german",
}  # fixtures that make every page; their tests are left out too

known.share(ROOT)

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
    """What is left out as a whole is not read either."""
    name = collection_path.relative_to(ROOT / "tests").as_posix() if collection_path != ROOT / "tests" else ""
    left_out = name in SLOW or f"{name}/" in SLOW
    return True if left_out and config.option.markexpr == "not slow" else None


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """What is held goes with the process, the solver first: pytest looks through it five times more before that."""
    core._compiled.cache_clear()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {f"tests/{name}": place for place, name in enumerate(LONGEST)}
    for item in items:
        needed = WHOLE.intersection(getattr(item, "fixturenames", ()))
        if needed or item.nodeid.startswith(tuple(f"tests/{name}" for name in SLOW)):
            item.add_marker("slow")
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


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
    """The four editions by siglum."""
    return {edition.siglum: edition for edition in corpus.editions()}


@pytest.fixture(scope="session")
def koenigrufen(corpus: Corpus) -> Edition:
    """The edition of 1840."""
    return corpus.edition("1840")


@pytest.fixture(scope="session")
def computed(corpus: Corpus) -> Codex:
    """Everything computed from the checkout, each thing once. Tests only read it."""
    return Codex(corpus.project, corpus)


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
def built(shared: Shared, computed: Codex) -> Path:
    """The site with every text."""
    return shared("full", partial(build_site, computed, public_domain_only=False))


@pytest.fixture(scope="session")
def built_public(shared: Shared, computed: Codex) -> Path:
    """The site to publish."""
    return shared("public", partial(build_site, computed, public_domain_only=True))


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
def cached(shared: Shared, computed: Codex) -> Path:
    """A `build/` in which is cached what takes long: tests compute only what rests on what they change."""

    def make(folder: Path) -> None:
        for name in ("evidence", "footings", "places"):
            getattr(computed, name)
        copy = copy_data(folder).root
        remember(copy)
        with contextlib.redirect_stdout(io.StringIO()):
            assert cli.main(["--root", str(copy), "check", "--json"]) == 0

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
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, in this process; what it prints is not on a terminal."""

    def call(*arguments: str, root: Project | None = None) -> Outcome:
        capsys.readouterr()
        status = cli.main(["--root", str(root.root if root else ROOT), *arguments])
        printed = capsys.readouterr()
        return Outcome(status, printed.out, printed.err)

    return call


@pytest.fixture
def no_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site without PDF and EPUB, which take longer than its pages: they have their own tests."""

    def write_files(_site: object, _folder: Path) -> None:
        pass

    monkeypatch.setattr("tarock.publish.site.write_files", write_files)
