"""The conditions that the values of a source meet together for its game to be played (`rules_data/invariants.yaml`)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import CodexError, list_or
from tarock.base.project import Project
from tarock.base.structs import Record, Siglum, Words
from tarock.rules.cases import key_of_name
from tarock.rules.formula import evaluate_formula
from tarock.rules.ruleset import Rules

FILE = "invariants.yaml"


class Invariant(Record):
    """Two formulas of keys that must have equal values, and the same as a sentence."""

    left: Words
    right: Words
    says: Words


class RequiredValue(Record):
    """The only value of a key that the engine can play with, and what it `needs` to play with another."""

    key: Words
    value: bool | int | str | tuple[Words, ...]
    needs: Words


class KnownWords(Record):
    """The only words of a list that the engine can play with, and what it `needs` to play with another."""

    key: Words
    words: tuple[Words, ...]
    needs: Words


class Invariants(Record):
    """The invariants of one source, and the values and words without which its game cannot be played."""

    equal: tuple[Invariant, ...] = ()
    only: tuple[RequiredValue, ...] = ()
    among: tuple[KnownWords, ...] = ()


def load_invariants(project: Project) -> dict[str, Invariants]:
    """Return the invariants of each source that has any; raise `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / FILE)
    return document.convert(dict[Siglum, Invariants], document.data)


def require_playable(rules: Rules) -> None:
    """Raise `CodexError` where a game cannot be played by these values.

    The message names the statements that contradict each other, or the value that the engine does not know, with their
    passages.
    """
    found, rules = load_invariants(rules.table.project).get(rules.era, Invariants()), rules.fork({})
    for required in found.only:
        value = rules.value(required.key)
        if (tuple(value) if isinstance(value, list) else value) != required.value:
            raise CodexError(
                f"the engine cannot play with {_describe(rules, required.key, value)}: it lacks {required.needs}",
                f"expected {_write_value(required.value)}",
                file=rules.file(required.key),
            )
    for known in found.among:
        if others := [word for word in rules.words(known.key) if word not in known.words]:
            raise CodexError(
                f"the engine cannot play with {_describe(rules, known.key, others)}: it lacks {known.needs}",
                f"expected only {list_or(known.words)}",
                file=rules.file(known.key),
            )
    for invariant in found.equal:
        names: dict[str, str] = {}
        left, right = (_evaluate(rules, formula, names) for formula in (invariant.left, invariant.right))
        if left != right:
            raise CodexError(
                f"{invariant.says.removesuffix('.')}: `{invariant.left}` is {left}, but `{invariant.right}` is {right}",
                f"expected equal numbers; change {list_or(names.values())}",
                file=rules.file(next(iter(names))),
            )


def _evaluate(rules: Rules, formula: str, names: dict[str, str]) -> Fraction:
    """Return the value of a formula; add each key that it names, with its value and passage, to `names`."""

    def lookup(written: str) -> Fraction:
        name = written.removeprefix("count(").removesuffix(")")
        value = rules.value(name)
        names[name] = _describe(rules, name, value)
        if name != written:
            return Fraction(len(rules.words(name)))
        number = rules.numbers(name)[0] if isinstance(value, list | tuple) and value else value
        if type(number) is not int:
            raise CodexError(f"`{name}` is {value!r}", "expected a whole number", file=rules.file(key_of_name(name)))
        return Fraction(number)

    return evaluate_formula(formula, lookup)[0]


def _describe(rules: Rules, name: str, value: Any) -> str:
    held = rules.table.effective.get(name)
    return f"`{name}`, {_write_value(value)}" + (f" ({held.ref})" if held else "")


def _write_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
