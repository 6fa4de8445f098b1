"""Expectations and values of claims: whether a text prints one, formulas, and values in words.

Which German words print an expected word is data, `rules_data/claim_words.yaml`. A formula is a key of the source's
rules, arithmetic over such keys, or a list of both: `deal.rounds * deal.packet`, `ultimo.bonus[contract=solo]`,
`[card_points.dame, card_points.bube + 1]`, and `count(pack.suits)`: how many the list has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from fractions import Fraction
from pathlib import Path
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, translate_text
from tarock.base.wording import Message, format_message
from tarock.corpus.numbers import NumberReader
from tarock.rules.formula import ZeroError, evaluate_formula
from tarock.rules.ruleset import RuleReader

_TOKEN = re.compile(r"[0-9]+(?:/[0-9]+)?|[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+")
_COUNT = re.compile(r"count\(([^()]+)\)")
_COMMA = re.compile(r",\s+(?![^\[]*\])")  # not in the brackets of a case
NO = "no"  # the entry of the word list that prints a no, or a nothing


class ExpectationReader:
    """Finds in German words what a claim expects."""

    def __init__(self, path: Path, numbers: NumberReader):
        document = yamlio.load(path)
        self._stems = document.convert(dict[str, tuple[str, ...]], document.data)
        self._numbers = numbers

    def find_unprinted(self, expected: Any, derived: Any, text: str) -> list[str]:
        """Return the parts of `expected` that `text` does not print.

        A part is printed if it stands in the text or is derived from numbers that do. `derived` has formulas of whole
        numbers at the places where `expected` has the values that they make.
        """
        return list(self._missing(expected, derived, text, self._numbers.find(text)))

    def find_unsaid(self, expected: Any, text: str, case: Any) -> list[str]:
        """Return the parts of `expected` that `text` does not say.

        A yes has no words of its own: then the words of the `case`, the inputs of the claim, must stand in the text. An
        empty value is said by a no.
        """
        if expected is True:
            words = list(_words(case))
            return self.find_unprinted(words, None, text) if words else ["yes"]
        return self.find_unprinted(False if expected in ([], {}, "") else expected, None, text)

    def _missing(self, expected: Any, derived: Any, text: str, found: AbstractSet[Fraction]) -> Iterator[str]:
        if isinstance(expected, dict):
            for key, value in expected.items():
                yield from self._missing(value, derived.get(key) if isinstance(derived, dict) else None, text, found)
        elif isinstance(expected, list):
            formulas = derived if isinstance(derived, list) else [None] * len(expected)
            for value, formula in zip(expected, formulas, strict=True):
                yield from self._missing(value, formula, text, found)
        elif derived is not None:
            yield from _underived(expected, str(derived), found)
        elif isinstance(expected, bool):
            if not expected and not self._stands(NO, text, found):
                yield "no"
        elif isinstance(expected, int):
            if not (Fraction(abs(expected)) in found or (expected == 0 and self._stands(NO, text, found))):
                yield str(expected)
        else:
            words, refusal, _codes = str(expected).partition("refused: ")  # the codes of the faults are ours
            for token in [NO] if refusal else _TOKEN.findall(words):
                if not self._stands(token, text, found):
                    yield token

    def _stands(self, token: str, text: str, found: AbstractSet[Fraction]) -> bool:
        """Return whether a word of the text begins with the token or a German word for it.

        A seat must stand alone.
        """
        words = _WORD.findall(text)
        if len(token) == 1 and token.isupper():
            return token in words
        stems = [stem.lower() for stem in (token, *self._stems.get(token, ()))]
        return any(
            _numbered(stem, found) if stem[0].isdigit() else any(word.lower().startswith(stem) for word in words)
            for stem in stems
        )


def has_number(expected: Any) -> bool:
    """Return whether a number is among the expected values; yes and no are none."""
    if isinstance(expected, dict | list):
        return any(map(has_number, expected.values() if isinstance(expected, dict) else expected))
    return isinstance(expected, int) and not isinstance(expected, bool)


def _words(case: Any) -> Iterator[str]:
    """Yield all words in the inputs of a claim."""
    if isinstance(case, str):
        yield case
    elif isinstance(case, dict | list):
        for part in case.values() if isinstance(case, dict) else case:
            yield from _words(part)


def _numbered(token: str, found: AbstractSet[Fraction]) -> bool:
    """Return whether a number in digits is among those found, `35/2` also as 35 and 2."""
    whole, _, part = token.partition("/")
    return Fraction(token) in found or (bool(part) and {Fraction(whole), Fraction(part)} <= found)


def _underived(expected: Any, formula: str, found: AbstractSet[Fraction]) -> Iterator[str]:
    """Yield what is wrong with the formula of an expected value."""

    def lookup(key: str) -> Fraction:
        raise CodexError(f"`{key}` in `{formula}`", "expected numbers only")

    try:
        value, literals = evaluate_formula(formula, lookup)
    except CodexError as fault:
        yield str(fault)
        return
    if not isinstance(expected, int) or value != expected:
        yield f"{expected}: `{formula}` makes {value}"
    yield from (f"the {literal} of `{formula}`" for literal in sorted(literals) if Fraction(literal) not in found)


def formula_fault(formula: str) -> str:
    """Return why a formula cannot be read; empty when it can."""
    try:
        _each(_COUNT.sub("1", formula), lambda part: evaluate_formula(part, lambda _key: Fraction(1)))
    except ZeroError:
        return ""
    except CodexError as fault:
        return str(fault)
    return ""


def compute_formula(formula: str, rules: RuleReader) -> Any:
    """Return the value of a formula by the rules of an era; of a key alone, its value of whatever type.

    A list of one number counts as the number. Raises `CodexError` for a key that the era does not state.
    """

    def lookup(key: str) -> Fraction:
        value = rules.value(key)
        if isinstance(value, list) and len(value) == 1:
            (value,) = value
        try:
            return Fraction(value)
        except (TypeError, ValueError):
            raise CodexError(f"`{key}` is {value!r}", "expected a number") from None

    def compute(part: str) -> Any:
        if rules.has(part):
            return rules.value(part)
        return evaluate_formula(_COUNT.sub(lambda match: str(len(rules.words(match[1]))), part), lookup)[0]

    return _each(formula, compute)


def _each(formula: str, compute: Callable[[str], Any]) -> Any:
    """Return what is computed of a formula, or of each formula between square brackets."""
    if formula.startswith("[") and formula.endswith("]"):
        return [compute(part) for part in _COMMA.split(formula[1:-1])]
    return compute(formula)


def describe_value(value: Any) -> str:
    """Return a value in words: yes and no, lists with commas, names with their values; `none` for nothing."""
    match value:
        case None | [] | "":
            return translate_text("none", DATA)
        case bool():
            return translate_text("yes" if value else "no", DATA)
        case list():
            return ", ".join(map(describe_value, value))
        case dict():
            return ", ".join(f"{describe_value(key)} {describe_value(item)}" for key, item in value.items())
    return format_message(Message("claim.value", value=str(value)))
