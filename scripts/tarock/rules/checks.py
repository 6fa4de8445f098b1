"""The check of an era table: every reference, quote, number and formula."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Edition
from tarock.corpus.numbers import NumberReader
from tarock.rules.formula import evaluate_formula
from tarock.rules.tables import EraTable, Statement, Support


class ConflictingValue(Record):
    """One of several values under a key."""

    value: Any
    ref: str


class Disagreement(Record):
    """A key on which passages of a source disagree: different values, none of them rejected."""

    key: str
    readings: list[ConflictingValue]


def era_table_problems(table: EraTable, edition: Edition, numbers: NumberReader) -> Iterator[Problem]:
    """Yield the faults in the table of one source: quotes, references, numbers, formulas, cases, silences."""
    for statement in table:
        yield from _check_statement(statement, table, edition, numbers)
    yield from _check_overlaps(table)
    yield from table.silences.problems(table.siglum, table.topics, table.statements)
    places = dict(table.silences.places)
    first = {silence: places[key] for key, silence in reversed(table.silences.by_key.items()) if silence.ref}
    for silence, place in first.items():
        support = Support(ref=silence.ref, quote=silence.quote)
        yield from support_problems(support, silence.keys[0], place, edition)


def _check_overlaps(table: EraTable) -> Iterator[Problem]:
    """Yield pairs of statements with different values that both apply in some case that has no statement of its own.

    Grades `disputed`, `advice` and `example` are ignored: the engine never computes with them.
    """
    for readings in table.statements.values():
        held = [reading for reading in readings if reading.grade not in ("disputed", "advice", "example")]
        for one, other in combinations(held, 2):
            both = {*one.case, *other.case}
            reach = len(dict(both)) == len(both) and both not in ({*one.case}, {*other.case})
            differ = (one.value, one.unit) != (other.value, other.unit)
            if reach and differ and not any({*reading.case} == both for reading in held):
                what = f"{other.ident} and {one.ident} both reach one case; expected an answer for it"
                yield Problem("CASE-OVERLAP", f"{other.file}:{other.line}", what)


def _check_statement(
    statement: Statement, table: EraTable, edition: Edition, numbers: NumberReader
) -> Iterator[Problem]:
    """Yield supports that do not hold, and numbers of a statement that stand in none of its quotes."""
    place = f"{statement.file}:{statement.line}"
    for support in statement.supports:
        yield from support_problems(support, statement.ident, place, edition)
    if not statement.entry.numeric:
        return
    quoted = {number for support in statement.supports for number in numbers.find(support.quote)}
    if statement.derived:
        yield from _check_derivation(statement, table, quoted, place)
        return
    if statement.value == 1 and statement.grade == "implied":
        return  # a noun in the singular says one without a number
    for value in statement.value if isinstance(statement.value, list) else [statement.value]:
        if Fraction(value) not in quoted:
            what = f"{value} is in no quote ({statement.quote!r}); expected it there, or `derived:`"
            yield Problem("STATEMENT-NUMBER", place, f"{statement.ident}: {what}")


def support_problems(
    support: Support, name: str, place: str, edition: Edition, kind: str = "STATEMENT"
) -> Iterator[Problem]:
    """Yield a problem where a support names no passage of the edition, or quotes words that the passage does not have.

    `name` and `place` tell the reader which record has the support; `kind` begins the code, as in `STATEMENT-QUOTE`.
    """
    if fault := passage_error(edition, support.ref):
        yield Problem(f"{kind}-REF", place, f"{name}: {fault}")
    elif support.quote not in edition.passages[support.ref.partition(":")[2]].text:
        yield Problem(
            f"{kind}-QUOTE",
            place,
            f"{name}: the quote {support.quote!r} is not in {support.ref}",
        )


def passage_error(edition: Edition, ref: str) -> str:
    """Return why `ref` cannot be the reference of a value, with what is expected; empty when it names one passage."""
    siglum, _, ident = ref.partition(":")
    if siglum != edition.siglum:
        return f"{ref} is not of source {edition.siglum}; expected a passage of it"
    if ident in edition.passages:
        return ""
    if ident in edition.headings and ident not in edition.containers:
        return f"{ref} is a heading; expected a passage, the words that state the value"
    if ident in edition.containers:
        return "{ref} holds several passages; expected one of them, such as {first}".format(
            ref=ref,
            first=f"{siglum}:{edition.containers[ident][0]}",
        )
    if edition.source.completeness.status == "fragment":
        return f"{ref} is not in the transcript, of which a part is lost; expected a passage that we have"
    return f"{ref} does not exist; expected a passage of source {siglum}"


def _check_derivation(statement: Statement, table: EraTable, quoted: set[Fraction], place: str) -> Iterator[Problem]:
    """Yield a formula that makes another value, repeats a value as a number, or has a number of no quote."""
    try:
        value, literals, read = _derive(statement, table, (statement.ident,))
    except CodexError as error:
        yield Problem("STATEMENT-FORMULA", place, f"{statement.ident}: {error}")
        return
    if value != Fraction(statement.value):
        what = f"`{statement.derived}` makes {value}, not {statement.value}"
        yield Problem("STATEMENT-FORMULA", place, f"{statement.ident}: {what}")
    for key in sorted(key for key, number in read.items() if number in literals):
        what = f"the {read[key]} of `{statement.derived}` is {key} again; expected a number of another witness"
        yield Problem("STATEMENT-CIRCLE", place, f"{statement.ident}: {what}")
    for literal in literals.difference(quoted):
        what = f"the {literal} of `{statement.derived}` is in no quote"
        yield Problem("STATEMENT-NUMBER", place, f"{statement.ident}: {what}")


def _derive(
    statement: Statement, table: EraTable, through: tuple[str, ...]
) -> tuple[Fraction, set[int], dict[str, Fraction]]:
    """Return the value of a derived statement, the numbers typed in its formula, and the value of each key it reads.

    `through` are the keys on the way here. Raises `CodexError` when the formula reads one of them again, or a key
    without a number.
    """
    read: dict[str, Fraction] = {}

    def lookup(name: str) -> Fraction:
        key = name.removeprefix("count(").removesuffix(")")
        other, counts = table.effective.get(key), name != key
        if other is None or isinstance(other.value, list) != counts or not (counts or other.entry.numeric):
            if counts:
                raise CodexError(f"`{key}` has no list in this table", "expected a key with a list")
            raise CodexError(f"`{key}` has no number in this table", "expected a key with a number")
        if key in through:
            raise CodexError(
                f"`{statement.derived}` leads back to `{key}`",
                "expected a proof from other values",
            )
        if other.derived:
            _derive(other, table, (*through, key))
        read[name] = Fraction(len(other.value) if counts else other.value)
        return read[name]

    value, literals = evaluate_formula(statement.derived, lookup)
    return value, literals, read


def find_disagreements(table: EraTable) -> list[Disagreement]:
    """Return the keys, with case, to which passages of one source give different values without rejecting any.

    Several examples that differ only from one another are no disagreement.
    """
    answers: dict[str, list[Statement]] = {}
    for statement in table:
        if statement.grade != "disputed":
            answers.setdefault(statement.ident, []).append(statement)
    return [
        Disagreement(key, [ConflictingValue(reading.value, reading.ref) for reading in readings])
        for key, readings in answers.items()
        if any(reading.grade != "example" for reading in readings)  # examples alone are only several examples
        and len({str(reading.value) for reading in readings}) > 1
    ]
