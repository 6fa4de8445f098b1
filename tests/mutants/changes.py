"""What is changed in a file: one comparison, sum, number, condition or statement at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

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


def watched(tree: ast.Module) -> ast.Module:
    """The file, with a note of its line before each statement of a function."""
    noting = copy.deepcopy(tree)
    functions = (node for node in ast.walk(noting) if isinstance(node, ast.FunctionDef))
    for body in {id(body): body for function in functions for body in _bodies(function)}.values():
        body[:] = [part for statement in body for part in (_note(statement.lineno), statement)]
    return noting


def _note(line: int) -> ast.stmt:
    return ast.parse(f"{SEEN}.add({line})").body[0]
