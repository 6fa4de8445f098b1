"""A file that is changed while the program runs."""

from __future__ import annotations

import ast
import gc
import importlib
import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutants.changes import SEEN

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"


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


def put(changed: Iterable[tuple[FunctionType, CodeType]]) -> None:
    """Give living functions other code."""
    for function, code in changed:
        function.__code__ = code
