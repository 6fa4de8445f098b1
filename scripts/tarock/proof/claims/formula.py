"""What a claim computes by a formula: a key of its source's rules, arithmetic over such keys, or a list of both.

Such as `deal.rounds * deal.packet`, `ultimo.bonus[contract=solo]`, `[card_points.dame, card_points.bube + 1]`, and
`count(pack.suits)`: how many the list has.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarock.base.errors import CodexError
from tarock.rules.formula import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.proof.context import Context
    from tarock.rules.ruleset import Rules

_COUNT = re.compile(r"count\(([^()]+)\)")
_COMMA = re.compile(r",\s+(?![^\[]*\])")  # not in the brackets of a case


def formula_fault(formula: str) -> str:
    """Why a formula cannot be read; empty when it can."""
    try:
        _list_of(_COUNT.sub("1", formula), lambda part: evaluate(part, lambda _key: Fraction(1)))
    except CodexError as fault:
        return "" if "divides by zero" in fault.what else str(fault)
    return ""


def compute_formula(formula: str, era: str, context: Context) -> Any:
    """The value of a formula by the rules of an era; of a key alone, its value of whatever type.

    A list of one number counts as the number. Raises `CodexError` for a key that the era does not state.
    """
    rules = context.rules(era)
    return _list_of(formula, lambda part: _compute(part, rules))


def _list_of(formula: str, compute: Callable[[str], Any]) -> Any:
    """What is computed of a formula, or of each that stands between square brackets."""
    if formula.startswith("[") and formula.endswith("]"):
        return [compute(part) for part in _COMMA.split(formula[1:-1])]
    return compute(formula)


def _compute(formula: str, rules: Rules) -> Any:
    if rules.has(formula):
        return rules.value(formula)

    def lookup(key: str) -> Fraction:
        value = rules.value(key)
        if isinstance(value, list) and len(value) == 1:
            (value,) = value
        try:
            return Fraction(value)
        except (TypeError, ValueError):
            raise CodexError(f"`{key}` is {value!r}", "expected a number") from None

    return evaluate(_COUNT.sub(lambda match: str(len(rules.words(match[1]))), formula), lookup)[0]
