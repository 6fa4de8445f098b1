"""What a claim computes by a formula: a key of its source's rules, or arithmetic over such keys."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarock.errors import CodexError
from tarock.rules.formula import evaluate

if TYPE_CHECKING:
    from tarock.proof.context import Context


def formula_fault(formula: str) -> str:
    """Why a formula cannot be read; empty when it can."""
    try:
        evaluate(formula, lambda _key: Fraction(1))
    except CodexError as fault:
        return "" if "divides by zero" in fault.what else str(fault)
    return ""


def compute_formula(formula: str, era: str, context: Context) -> Any:
    """The value of a formula by the rules of an era; of a key alone, its value of whatever type.

    A list of one number counts as the number. Raises `CodexError` for a key that the era does not state.
    """
    rules = context.rules(era)
    if rules.has(formula):
        return rules.value(formula)

    def lookup(key: str) -> Fraction:
        value = rules.value(key)
        if isinstance(value, list) and len(value) == 1:
            (value,) = value
        return Fraction(value)

    return evaluate(formula, lookup)[0]
