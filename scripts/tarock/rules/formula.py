"""Formulas of derived values: whole numbers, keys of the same table, + - * / and brackets.

A key may name a case: `settlement.price[contract=dreier,stake=middle] * 2`; `count(pack.courts)` counts a list.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction

from tarock.base.errors import CodexError

_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_CASED = re.compile(r"count\([^()]*\)|[A-Za-z_][A-Za-z_0-9.]*\[[^\[\]]*=[^\[\]]*\]")


class ZeroError(CodexError):
    """A formula that divides by zero."""


def evaluate_formula(formula: str, lookup: Callable[[str], Fraction]) -> tuple[Fraction, set[int]]:
    """Return the exact value of a formula, and the whole numbers typed in it.

    `lookup` returns the value of what the formula names: a key, a key with case, or `count(KEY)`; its `CodexError`
    passes through. Raises `CodexError` for what is no formula of this kind and `ZeroError` for a division by zero.
    """
    cased: dict[str, str] = {}  # a key in a case, or a count, by the name that Python's parser sees for it

    def hide(match: re.Match[str]) -> str:
        cased[name := f"_{len(cased)}"] = match[0]
        return name

    try:
        tree = ast.parse(_CASED.sub(hide, formula), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CodexError(f"`{formula}` is no formula", "expected numbers, keys, + - * / and brackets") from None
    literals: set[int] = set()
    try:
        return _evaluate(tree, lambda name: lookup(cased.get(name, name)), literals, formula), literals
    except ZeroDivisionError:
        raise ZeroError(f"`{formula}` divides by zero", "expected a formula that has a value") from None
    except RecursionError:
        raise CodexError(
            f"the formula `{formula[:40]}…` is too long",
            "expected a few numbers and keys",
        ) from None


def _evaluate(node: ast.expr, lookup: Callable[[str], Fraction], literals: set[int], formula: str) -> Fraction:
    """Return the value of a part of a formula, and collect its literal numbers in `literals`."""
    match node:
        case ast.Constant(value=value) if type(value) is int:
            literals.add(value)
            return Fraction(value)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](
                _evaluate(left, lookup, literals, formula), _evaluate(right, lookup, literals, formula)
            )
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, lookup, literals, formula)
        case ast.Name() | ast.Attribute():
            return lookup(ast.unparse(node))
    raise CodexError(
        f"`{ast.unparse(node)}` may not stand in the formula `{formula}`",
        "expected numbers and keys",
    )
