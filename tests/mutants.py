"""A small mutation run: does a quick test notice when one thing in the code is changed?

    python -m tests.mutants scripts/tarock/game/common/counting.py -- tests/game tests/proof

Each mutant changes one comparison, sum, number, condition or statement. A first process reads everything and computes
what the changed files cannot touch; for each mutant a process splits off from it, puts the changed function in its
place and runs the tests that come to the changed line, until one fails. What stands in no function is changed in a copy
of the package, which a new process reads. It prints what survives of how many. No part of `make test`.
"""

from __future__ import annotations

import ast
import copy
import gc
import importlib
import inspect
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
from functools import cached_property, partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import pytest
from hypothesis import Phase, settings

from tarock.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Lines = set[tuple[Path, int]]

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ROOT / "scripts"
SHARED = ("computed", "site")  # fixtures of the session
READ = {"topics", "tables", "numbers", "termbase", "spelling", "claims"}  # of the codex: what no game has a hand in
QUICK = 8  # seconds of tests for a mutant; what takes more is left out
NOBODY = -1  # notices
OPTIONS = ("-q", "-s", "-p", "no:cacheprovider")
SEEN = "__seen__"  # where a watched function notes the lines that it comes to
_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(NamedTuple):
    """What is changed: its line, the line at which its statement begins, words for it, and the changed file."""

    line: int
    statement: int
    what: str
    tree: ast.Module


def mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Every mutant of a file."""
    for index, (node, statement) in enumerate(_places(tree)):
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            twin, _ = list(_places(changed))[index]
            _apply(what, twin, changed)
            yield Mutant(getattr(node, "lineno", statement), statement, f"{what}: {ast.unparse(node)[:80]}", changed)


def _places(node: ast.AST, statement: int = 0) -> Iterator[tuple[ast.AST, int]]:
    """What can be changed, each with the line of its statement; how a record is kept shows in nothing it does."""
    if isinstance(node, ast.keyword) and node.arg in {"frozen", "kw_only", "slots"}:
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    statement = node.lineno if isinstance(node, ast.stmt) else statement
    yield node, statement
    for child in ast.iter_child_nodes(node):
        yield from _places(child, statement)


def _changes(node: ast.AST) -> list[str]:
    match node:
        case ast.Compare(ops=[op]) | ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _OTHER:
            return [type(_OTHER[type(op)]()).__name__]
        case ast.Constant(value=bool()):
            return ["flip"]
        case ast.Constant(value=int()):
            return ["one more"]
        case ast.If() | ast.IfExp() | ast.While():
            return ["condition turned"]
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            return ["left out"]
    return []


def _apply(what: str, node: ast.AST, tree: ast.AST) -> None:
    match node:
        case ast.Compare():
            node.ops = [_OTHER[type(node.ops[0])]()]  # type: ignore[list-item]
        case ast.BinOp() | ast.BoolOp():
            node.op = _OTHER[type(node.op)]()  # type: ignore[assignment]
        case ast.Constant():
            node.value = not node.value if what == "flip" else int(str(node.value)) + 1
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case _:
            for body in _bodies(tree):
                body[:] = [ast.Pass() if statement is node else statement for statement in body]
    ast.fix_missing_locations(tree)


def _bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    found = (getattr(parent, name, None) for parent in ast.walk(tree) for name in ("body", "orelse", "finalbody"))
    return [body for body in found if isinstance(body, list)]


def _watched(tree: ast.Module) -> ast.Module:
    """The file, with a note of its line before each statement of a function."""
    watched = copy.deepcopy(tree)
    functions = (node for node in ast.walk(watched) if isinstance(node, ast.FunctionDef))
    for body in {id(body): body for function in functions for body in _bodies(function)}.values():
        body[:] = [part for statement in body for part in (_note(statement.lineno), statement)]
    return watched


def _note(line: int) -> ast.stmt:
    return ast.parse(f"{SEEN}.add({line})").body[0]


class Target:
    """A file that is changed, its module, and the functions made from it that live in this process."""

    def __init__(self, file: Path):
        self.file = file.resolve()
        self.tree = ast.parse(self.file.read_text(encoding="utf-8"))
        self.code = compile(self.tree, self.file, "exec")
        module = importlib.import_module(".".join(self.file.relative_to(SCRIPTS).with_suffix("").parts))
        self.lines = range(1, len(self.file.read_text(encoding="utf-8").splitlines()) + 1)
        self.seen: set[int] = set()
        setattr(module, SEEN, self.seen)
        things = (thing for thing in gc.get_objects() if isinstance(thing, FunctionType))
        self.living = [function for function in things if function.__module__ == module.__name__]

    def changed(self, tree: ast.Module) -> list[tuple[FunctionType, CodeType]]:
        """The living functions that are others in a changed file, with their code there; none where that cannot be."""
        codes = dict(_pairs(self.code, compile(tree, self.file, "exec")))
        found = [(live, codes[live.__code__]) for live in self.living if live.__code__ in codes]
        found = [(live, code) for live, code in found if code != live.__code__]
        return found if all(code.co_freevars == live.__code__.co_freevars for live, code in found) else []


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of both, outermost only: what a function holds comes with it."""
    inner = ([const for const in code.co_consts if isinstance(const, CodeType)] for code in (old, new))
    for before, after in zip(*inner, strict=True):
        if before.co_flags & inspect.CO_NEWLOCALS:
            yield before, after
        else:  # the body of a class
            yield from _pairs(before, after)


def _put(changed: Iterable[tuple[FunctionType, CodeType]]) -> None:
    for function, code in changed:
        function.__code__ = code


class Mother:
    """A plugin: when pytest has collected the tests, it runs mutants instead of them."""

    def __init__(self, files: list[Path], folder: Path):
        self.files, self.folder = files, folder
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
        Memory.keep = lambda *_: None  # type: ignore[method-assign]
        if not self.pages:
            Memory.recall = lambda *_: None  # type: ignore[method-assign]
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
            _put(target.changed(_watched(target.tree)))
        found = {}
        shared: dict[Path, Lines] = defaultdict(
            set
        )  # a fixture of a module is made for its first test, but judged by all
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
            chosen = [test for test, seconds in zip(chosen, spent, strict=True) if seconds < QUICK]
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
        _put(changed)
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
    split = sys.argv.index("--")
    with tempfile.TemporaryDirectory() as folder:
        settings.register_profile("once", phases=(Phase.explicit, Phase.generate))  # seeks no smallest example
        settings.load_profile("once")
        mother = Mother([Path(name) for name in sys.argv[1:split]], Path(folder))
        base = f"--basetemp={folder}/tests"
        sys.exit(pytest.main([*OPTIONS, base, *sys.argv[split + 1 :]], plugins=[mother]))
