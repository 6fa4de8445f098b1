"""A small mutation run: does a test notice when one thing in the code is changed?

    python -m tests.mutants scripts/tarock/game/common/counting.py -- tests/game/common tests/game/koenigrufen_1840

Each mutant changes one comparison, sum, number, condition or statement in a copy of the package and runs the tests
until one fails. Survivors are printed. It takes a second or more for each mutant, so it is no part of `make test`.
"""

from __future__ import annotations

import ast
import copy
import multiprocessing
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis  # noqa: F401 - read once, before the runs split off
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 120  # no run of quick tests takes longer
_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """The line, what is changed, and the changed source, of every mutant."""
    tree = ast.parse(source)
    for index, node in enumerate(ast.walk(tree)):
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            twin = list(ast.walk(changed))[index]
            _apply(what, twin, changed)
            yield getattr(node, "lineno", 0), f"{what}: {ast.unparse(node)[:80]}", ast.unparse(changed)


def _changes(node: ast.AST) -> list[str]:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return []
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
            for parent in ast.walk(tree):
                for body in ("body", "orelse", "finalbody"):
                    statements = getattr(parent, body, None)
                    if isinstance(statements, list) and node in statements:
                        statements[statements.index(node)] = ast.Pass()
    ast.fix_missing_locations(tree)


def survivors(files: list[Path], tests: list[str]) -> Iterator[str]:
    """The mutants that no test notices; says how far it is on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "scripts"
        shutil.copytree(ROOT / "scripts", package, ignore=shutil.ignore_patterns("__pycache__"))
        if not _pass(package, tests):
            sys.exit("the tests fail without any change")
        for file in files:
            target = package / file.resolve().relative_to(ROOT / "scripts")
            source = target.read_text(encoding="utf-8")
            found = list(mutants(source))
            for number, (line, what, changed) in enumerate(found, 1):
                target.write_text(changed, encoding="utf-8")
                sys.stderr.write(f"\r{file.name} {number}/{len(found)} ")
                if _pass(package, tests):
                    yield f"{file}:{line}: {what}"
            target.write_text(source, encoding="utf-8")


def _pass(package: Path, tests: list[str]) -> bool:
    """Whether the tests pass with this package; what runs too long is taken for a failure.

    Each run is a process split off from this one, which has read everything but the package itself.
    """
    run = multiprocessing.get_context("fork").Process(target=_run, args=(package, tests))
    run.start()
    run.join(SECONDS)
    if run.is_alive():
        run.kill()
        run.join()
    return run.exitcode == 0


def _run(package: Path, tests: list[str]) -> None:
    sys.path.insert(0, str(package))
    sys.dont_write_bytecode = True
    os.chdir(ROOT)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))


if __name__ == "__main__":
    split = sys.argv.index("--")
    for survivor in survivors([Path(name) for name in sys.argv[1:split]], sys.argv[split + 1 :]):
        print(survivor, flush=True)
