"""Formulas of derived values: exact arithmetic on numbers and keys, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.rules.formula import evaluate_formula

VALUES = {"pack.cards": Fraction(54), "counting.group": Fraction(3), "share": Fraction(1, 2), "none": Fraction(0)}


def lookup(key: str) -> Fraction:
    try:
        return VALUES[key]
    except KeyError:
        raise CodexError(f"`{key}` has no number", "expected a key with a number") from None


SIGNS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}


class Node:
    """A formula as text, with its value by Fraction arithmetic and the numbers written in it."""

    def __init__(self, text: str, value: Fraction | None, literals: frozenset[int]):
        self.text, self.value, self.literals = text, value, literals

    def __repr__(self) -> str:
        return self.text


def joined(parts: tuple[Node, str, Node]) -> Node:
    left, sign, right = parts
    value: Fraction | None = None
    if left.value is not None and right.value is not None and not (sign == "/" and right.value == 0):
        value = SIGNS[sign](left.value, right.value)
    return Node(f"({left.text} {sign} {right.text})", value, left.literals | right.literals)


LEAVES = st.one_of(
    st.integers(0, 300).map(lambda number: Node(str(number), Fraction(number), frozenset({number}))),
    st.sampled_from(sorted(VALUES)).map(lambda key: Node(key, VALUES[key], frozenset())),
)
FORMULAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(joined),
        inner.map(lambda node: Node(f"-({node.text})", None if node.value is None else -node.value, node.literals)),
    ),
    max_leaves=8,
)


@given(FORMULAS)
def test_a_formula_has_its_exact_value(node: Node) -> None:
    if node.value is None:
        with pytest.raises(CodexError, match="divides by zero"):
            evaluate_formula(node.text, lookup)
    else:
        assert evaluate_formula(node.text, lookup) == (node.value, set(node.literals))


@pytest.mark.parametrize(
    ("formula", "value", "literals"),
    [
        ("3 * 25 + 3", 78, {3, 25}),
        ("1 + 2 * 3", 7, {1, 2, 3}),
        ("(1 + 2) * 3", 9, {1, 2, 3}),
        ("10 - 4 - 3", 3, {10, 4, 3}),
        ("pack.cards / counting.group", 18, set()),
        ("1/3 + 1/3 + 1/3", 1, {1, 3}),
        ("-5 + 7", 2, {5, 7}),
    ],
)
def test_the_usual_order_of_operations_holds(formula: str, value: int, literals: set[int]) -> None:
    assert evaluate_formula(formula, lookup) == (Fraction(value), literals)


@pytest.mark.parametrize(
    "formula",
    [
        "2 ** 3",
        "7 // 2",
        "7 % 2",
        "1 << 3",
        "1 | 2",
        "1.5 + 1",
        "True + 1",
        "'1' + 1",
        "abs(1)",
        "__import__('os').system('true')",
        "pack.cards + f()",
        "[1, 2]",
        "{1: 2}",
        "lambda: 1",
        "1 if 1 else 2",
        "1 < 2",
        "1 and 2",
        "not 1",
        "~1",
        "+1",
        "(a := 1)",
        "pack['cards']",
        "None",
        "...",
    ],
)
def test_nothing_but_arithmetic_is_allowed(formula: str) -> None:
    with pytest.raises(CodexError, match="may not stand in the formula"):
        evaluate_formula(formula, lookup)


@pytest.mark.parametrize(
    "formula", ["1 +", "", "1 2", "x = 1", "import os", "(1", "eins plus zwei", "1\0", " 1", "(" * 999]
)
def test_what_is_no_formula_is_refused(formula: str) -> None:
    with pytest.raises(CodexError, match="is no formula; expected numbers, keys"):
        evaluate_formula(formula, lookup)


@pytest.mark.parametrize("formula", ["deal.hand", "1 + deal.hand", "pack", "f().x"])
def test_a_key_without_a_number_is_refused(formula: str) -> None:
    with pytest.raises(CodexError, match="has no number; expected a key with a number"):
        evaluate_formula(formula, lookup)


@pytest.mark.parametrize("formula", ["1 / 0", "1 / none", "1 / (pack.cards - 54)", "0 / 0"])
def test_division_by_zero_is_named(formula: str) -> None:
    with pytest.raises(CodexError, match="divides by zero; expected a formula that has a value"):
        evaluate_formula(formula, lookup)


def test_a_formula_without_end_is_refused() -> None:
    with pytest.raises(CodexError, match=r"too long|is no formula"):
        evaluate_formula("+".join(["1"] * 50_000), lookup)
