"""A small mutation run: does a quick test notice when one thing in the code is changed?

    python -m tests.mutants scripts/tarock/game/common/counting.py -- tests/game tests/replay

Each mutant changes one comparison, sum, number, condition or statement. A first process reads everything and computes
what the changed files cannot touch; for each mutant a process splits off from it, puts the changed function in its
place and runs the tests that come to the changed line, until one fails. What stands in no function is changed in a copy
of the package, which a new process reads. It prints what survives of how many. No part of `make test`.
"""

from __future__ import annotations

import argparse
import ast
import gc
import multiprocessing
import os
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property, partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

import pytest
from hypothesis import Phase, settings

from tarock.base.cache import Cache
from tests.mutants.changes import Mutant, mutants, watched
from tests.mutants.target import ROOT, SCRIPTS, Target, put

Lines = set[tuple[Path, int]]

T = TypeVar("T")
SHARED = ("computed", "site")  # fixtures of the session
READ = {"topics", "tables", "numbers", "termbase", "spelling", "claims"}  # of the codex: what no game has a hand in
NOBODY = -1  # notices
OPTIONS = ("-q", "-s", "-p", "no:cacheprovider")


class Mother:
    """A plugin: when pytest has collected the tests, it runs mutants instead of them."""

    def __init__(self, files: list[Path], seconds: float, folder: Path):
        self.files, self.seconds, self.folder = files, seconds, folder
        self.pages = all("publish" in file.parts for file in files)
        self.warming = self.failed = False
        self.targets: list[Target] = []
        self.prepared: Lines = set()

    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        """Of a test that is only set up: computes what its fixtures can, and runs no line of it."""
        if not self.warming:
            return None
        for made in pyfuncitem.funcargs.values():
            own = [name for name, value in vars(type(made)).items() if isinstance(value, cached_property)]
            for name in own if self.pages else filter(READ.__contains__, own):
                getattr(made, name)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes that a test failed, and which lines its fixtures come to."""
        self.failed |= report.failed
        if report.when == "setup":
            self.prepared = self.lines()

    def lines(self) -> Lines:
        """The lines of the files that were come to."""
        return {(target.file, line) for target in self.targets for line in target.seen}

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Sets up here what all tests share; runs them in processes that split off."""
        if session.testsfailed:
            return None
        self.tests = session.items
        self.warming = True
        for name in SHARED:
            using = [test for test in self.tests if isinstance(test, pytest.Function) and name in test.fixturenames]
            if using:
                self.fails(min(using, key=lambda test: len(test.fixturenames)), session)
        self.warming = False
        Cache.put = lambda *_: None  # type: ignore[method-assign]
        if not self.pages:
            Cache.get = lambda *_: None  # type: ignore[method-assign]
        gc.unfreeze()  # what is frozen is not found
        self.targets = [Target(file) for file in self.files]
        gc.freeze()
        self.seen = self.split_off(self.watch, 3600) or sys.exit("the tests do not run")
        sys.stderr.write(f"{len(self.seen)} of {len(self.tests)} tests pass and come to these files\n")
        for target in self.targets:
            self.run(target)
        return True

    def fails(self, test: pytest.Item, following: pytest.Item | pytest.Session | None) -> bool:
        """Run a test; whether it fails. What it shares with the following stays set up."""
        self.failed = False
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        return self.failed

    def watch(self) -> dict[int, tuple[float, Lines]]:
        """Of each test that passes and comes to the files: its seconds, and the lines that it comes to."""
        for target in self.targets:
            put(target.changed(watched(target.tree)))
        found = {}
        # a fixture of a module is made for its first test, but judged by all
        shared: dict[Path, Lines] = defaultdict(set)
        for number, (test, following) in enumerate(zip(self.tests, [*self.tests[1:], None], strict=True)):
            start = time.process_time()
            failed = self.fails(test, following)
            shared[test.path] |= self.prepared
            lines = self.lines() | shared[test.path]
            if lines and not failed:
                found[number] = time.process_time() - start, lines
            for target in self.targets:
                target.seen.clear()
        return found

    def run(self, target: Target) -> None:
        """Print what survives of a file, and how many of how many."""
        file, number, survivors, killers = target.file.relative_to(ROOT), 0, 0, dict[int, int]()
        for number, mutant in enumerate(mutants(target.tree), 1):
            changed = target.changed(mutant.tree)
            lines = {(target.file, line) for line in ([mutant.statement] if changed else target.lines)}
            chosen = [test for test, (_, seen) in self.seen.items() if not lines.isdisjoint(seen)]
            # first what noticed the last changes, then what is quick
            chosen.sort(key=lambda test: (-killers.get(test, 0), self.seen[test][0]))
            spent = accumulate(self.seen[test][0] for test in chosen)
            chosen = [test for test, seconds in zip(chosen, spent, strict=True) if seconds < self.seconds]
            work = partial(self.judge, changed) if changed else partial(self.anew, target, mutant)
            killer = self.split_off(partial(work, chosen), 5 + 3 * sum(self.seen[test][0] for test in chosen))
            if killer == NOBODY:
                survivors += 1
                print(f"{file}:{mutant.line}: {mutant.what} ({len(chosen)} tests)", flush=True)
            elif killer is not None:
                killers[killer] = number
            sys.stderr.write(f"\r{file} {number} ")
        print(f"{file}: {number} mutants, {survivors} survive", flush=True)

    def judge(self, changed: list[tuple[FunctionType, CodeType]], chosen: list[int]) -> int:
        """The first of the tests that fails with the changed functions."""
        put(changed)
        tests = [self.tests[number] for number in chosen]
        pairs = zip(chosen, tests, [*tests[1:], None], strict=False)
        return next((number for number, test, following in pairs if self.fails(test, following)), NOBODY)

    def anew(self, target: Target, mutant: Mutant, chosen: list[int]) -> int | None:
        """Whether they pass in a new process, which reads a changed copy of the package."""
        package = self.folder / "scripts"
        shutil.copytree(SCRIPTS, package, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        (package / target.file.relative_to(SCRIPTS)).write_text(ast.unparse(mutant.tree), encoding="utf-8")
        command = (sys.executable, "-B", "-m", "pytest", *OPTIONS, "-x", *(self.tests[test].nodeid for test in chosen))
        passed = not chosen or not subprocess.call(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(package)})
        return NOBODY if passed else None

    def split_off(self, work: Callable[[], T], seconds: float) -> T | None:
        """What a process of its own finds; nothing if it dies, or works longer than so many seconds."""
        found = self.folder / "found"
        found.unlink(missing_ok=True)
        child = multiprocessing.get_context("fork").Process(target=self.write, args=(work, seconds, found))
        child.start()
        child.join()
        return pickle.loads(found.read_bytes()) if found.exists() else None

    @staticmethod
    def write(work: Callable[[], object], seconds: float, found: Path) -> None:
        """Work unheard, and write down what comes of it."""
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        result = pickle.dumps(work())
        found.write_bytes(result)


if __name__ == "__main__":
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", usage="%(prog)s [--seconds N] FILES -- TESTS")
    parser.add_argument("--seconds", type=float, default=8, help="of tests for a mutant; what takes more is left out")
    parser.add_argument("files", nargs="+", type=Path)
    asked, tests = parser.parse_args(given[:end]), given[end + 1 :]
    if not tests:
        parser.error("no tests are named; expected some behind `--`")
    for name in (*asked.files, *(Path(test.partition("::")[0]) for test in tests)):
        if not name.exists():
            parser.error(f"there is no `{name}`")
    for name in asked.files:
        if name.suffix != ".py" or SCRIPTS not in name.resolve().parents:
            parser.error(f"`{name}` is no Python file of the package; expected one in {SCRIPTS.relative_to(ROOT)}")
    with tempfile.TemporaryDirectory() as folder:
        settings.register_profile("once", phases=(Phase.explicit, Phase.generate))  # seeks no smallest example
        settings.load_profile("once")
        mother = Mother(asked.files, asked.seconds, Path(folder))
        sys.exit(pytest.main([*OPTIONS, f"--basetemp={folder}/tests", *tests], plugins=[mother]))
