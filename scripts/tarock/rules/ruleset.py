"""The rules for the engine: the values of one era table, read out of a session that records each read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping
from copy import copy
from fractions import Fraction
from typing import Any, Self

from tarock.base.errors import CodexError, list_and
from tarock.base.session import ABSENT, Input, Session
from tarock.base.structs import Frozen, Record
from tarock.base.wording import Message
from tarock.rules.cases import answer_name, make_case
from tarock.rules.tables import EraTable, Statement


class Value(Input, cache_hash=True):
    """A rule value as an input: of which source, and by the name of which statement."""

    era: str
    name: str

    @property
    def group(self) -> Hashable:
        """Return what names the values of the source."""
        return Value, self.era


class ReadingChoice(Input, cache_hash=True):
    """The reading that is taken of something uncertain, as an input: a number from 0, which is the usual one.

    `name` is that of an ambiguous statement, whose other readings are `EraTable.alternatives`, or the code of a point
    that the source leaves open.
    """

    era: str
    name: str


class Occasion(Input, cache_hash=True):
    """An occasion at which something uncertain may be read otherwise than elsewhere, as an input.

    It is named by its code, what it is about, and the number of the deal; 0 where it is for all deals.
    """

    era: str
    code: str
    about: Hashable
    deal: int


class TableInputs:
    """Rule values as the files have them, and every uncertain thing read as it usually is."""

    def __init__(self, tables: Mapping[str, EraTable]):
        self.tables = tables

    def find(self, name: Input) -> Any:
        """Return the value of an input, or `ABSENT`."""
        match name:
            case Value(era, statement):
                held = self.tables[era].find_held(statement)
                return held.value if held else ABSENT
            case ReadingChoice():
                return 0
            case Occasion():
                return False
        return ABSENT

    def names(self, group: Hashable) -> Iterator[Input]:
        """Yield the names of the values of a source, for its group."""
        for era in self.tables:
            if group == (Value, era):
                yield from (Value(era, name) for name in (*self.tables[era].holding, *self.tables[era].assumed.by_name))


class OpenQuestion(Frozen):
    """A point that the source leaves open: the reading that the engine takes, the other one, and the passage."""

    code: str
    what: Message
    taken: Message
    other: Message
    ref: str


class Alteration(Record):
    """A rule value that is another one than the source has, or something uncertain that is read otherwise.

    `to` is the other value, or the number of the reading in `rests_on`, from 0; `instead_of` is what the source has.
    """

    source: str
    statement: str
    to: Any
    instead_of: Any


def alter_values(table: EraTable, values: Mapping[str, Any]) -> dict[Value, Any]:
    """Return other values of statements, by their names (`announcements.raise_factor[call=re]`), as inputs.

    Raises `CodexError` for a statement that the source does not have, and for a value of another type.
    """
    found: dict[Value, Any] = {}
    for given, value in values.items():
        key, bracket, case = str(given).partition("[")
        name = f"{key}[{','.join(sorted(case.removesuffix(']').split(',')))}]" if bracket else key
        held = table.find_held(name)
        if held is None:
            known = [f"`{each}`" for each, statement in table.holding.items() if statement.key == key]
            expected = f"expected one of {', '.join(known)}" if known else table.topics.suggest(key)
            raise CodexError(f"source {table.siglum} has no statement `{given}`", expected)
        other = list(value) if isinstance(value, tuple) else value
        if expected := held.entry.type_error_hint(other):
            raise CodexError(f"`{name}` is {value!r}", f"expected {expected}")
        found[Value(table.siglum, name)] = other
    return found


class RuleReader:
    """The rule values of one era, read by key and case: `rules.number("ultimo.bonus", contract="solo")`.

    The answer for the most specific case that holds is given. Every `number`, `fraction`, `flag`, `word`, `words`,
    `numbers` or `value` read is recorded in the session, without one in a session of its own.
    """

    def __init__(self, table: EraTable, session: Session | None = None):
        self.table = table
        self.era = table.siglum
        self.session = session or Session(TableInputs({table.siglum: table})).recording()
        self._known: dict[object, Any] = {}  # values and references that this reader has recorded in its session

    def fork(self, values: Mapping[str, Any]) -> Self:
        """Return these rules with other values by their names; what is read in them is recorded anew."""
        return self.override({Value(self.era, name): it for name, it in values.items()})

    def override(self, inputs: Mapping[Input, Any]) -> Self:
        """Return these rules with other inputs, as `overrides` gives them; what is read in them is recorded anew."""
        return self._with_session(self.session.fork(inputs).recording())

    def _with_session(self, session: Session) -> Self:
        other = copy(self)
        other.session, other._known = session, {}
        return other

    def _name_altered(self) -> str:
        """Return which values are altered, as the end of a message; empty where none is."""
        names = [f"`{each.name}`" for each in self.overrides if isinstance(each, Value)]
        return f", or another value of {list_and(names)}" if names else ""

    @property
    def overrides(self) -> dict[Input, Any]:
        """Return the inputs of the source that are not as its files have them, with what they are."""
        kinds = (Value, ReadingChoice, Occasion)
        return {
            name: it for name, it in self.session.overrides.items() if isinstance(name, kinds) and name.era == self.era
        }

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the values, stated and assumed, and of `overrides`: equal for the same rules."""
        values = {name: assumption.value for name, assumption in self.table.assumed.by_name.items()}
        values |= {name: statement.value for name, statement in self.table.effective.items()}
        told = [self.era, values, sorted(map(repr, self.overrides.items()))]
        return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()

    @property
    def reads(self) -> set[str]:
        """Return the names of the values read so far in the computation that these rules belong to."""
        return {each.name for each in self.session.reads if isinstance(each, Value) and each.era == self.era}

    def has(self, key: str, **when: Any) -> bool:
        """Return whether there is a value of a key, in a case where one is given."""
        name = self.table.find_name(key, when)
        there = self.session.has(Value(self.era, name or key))
        table = self.table
        held = name in table.effective or name in table.assumed.by_name
        return held or (not when and bool(table.answers(key) or table.assumed.on_key(key))) or (there and not name)

    def excludes(self, key: str) -> bool:
        """Return whether the game of the source leaves no room for an answer to a key (`not applicable`)."""
        return self.table.silence(key).silence == "not applicable"

    def ref(self, key: str, **when: Any) -> str:
        """Return the passage that states a key for a case, such as `1840:41.1`; empty when none does."""
        asked = "ref", key, *when.items()
        if asked not in self._known:
            statement = self.table.find_rule(key, **when)
            self.session.has(Value(self.era, statement.ident if statement else key))
            self._known[asked] = statement.ref if statement else ""
        ref: str = self._known[asked]
        return ref

    def file(self, key: str) -> str:
        """Return the file of the key's topic, for messages; it need not exist."""
        return f"{self.table.folder}/{key.partition('.')[0]}.yaml"

    def other_reading(self, key: str, **when: Any) -> Any:
        """Return the value that ambiguous words may have, or that could be assumed, instead; None without one."""
        statement = self.table.find_rule(key, **when)
        assumption = None if statement else self.table.find_assumption(key, **when)
        if statement and statement.other_reading:
            name, other = statement.ident, statement.other_reading.value
        elif assumption and assumption.record.other_readings:
            name, other = assumption.ident, assumption.record.other_readings[0].value
        else:
            return None
        number = self._find_choice(name)
        if number and self.table.alternatives[name][number - 1] == other:
            return self.session.read(Value(self.era, name))
        return other

    def value(self, key: str, **when: Any) -> Any:
        """Return a value of any type; raise `CodexError` for a key or case that the source does not state."""
        asked = (key, *when.items()) if when else key
        if asked not in self._known:
            self._known[asked] = self._find(key, when)
        return self._known[asked]

    def _find(self, key: str, when: Mapping[str, Any]) -> Any:
        """Return the value of a key in a case; raise `CodexError` with the known cases where the source states none."""
        name = self.table.find_name(key, when)
        if name or self.session.has(Value(self.era, key)):  # one that is put in has no case
            return self._read(name or key)
        case = make_case(when)
        cases = ", ".join(f"`{name}`" for name, each in self.table.effective.items() if each.key == key)
        raise CodexError(
            f"source {self.era} does not state `{answer_name(key, case)}`",
            f"expected one of {cases}{self._name_altered()}" if cases else "expected a statement to compute with",
            file=self.file(key),
        )

    def values(self) -> Iterator[tuple[Statement, Any]]:
        """Yield every statement of the source with its value; one that holds has the value that holds here."""
        for name in self.session.names((Value, self.era)):
            self.session.read(name)
        for each in self.table:
            yield each, self.value_of(each)

    def value_of(self, statement: Statement) -> Any:
        """Return the value of a statement; one that holds has the value that holds here."""
        held = self.table.holding.get(statement.ident) is statement
        return self._read(statement.ident) if held else statement.value

    def _read(self, name: str) -> Any:
        """Return the value of a statement by the reading that is taken."""
        value = self.session.read(Value(self.era, name))
        number = self._find_choice(name)
        return self.table.alternatives[name][number - 1] if number else value

    def _find_choice(self, name: str) -> int:
        """Return which reading of a statement is taken."""
        number: int = self.session.read(ReadingChoice(self.era, name)) if name in self.table.alternatives else 0
        return number

    def _make_value_error(self, key: str, value: Any, expected: str) -> CodexError:
        return CodexError(
            f"`{key}` is {value!r}",
            f"expected {expected}",
            file=self.file(key),
        )

    def number(self, key: str, **when: Any) -> int:
        """Return a whole number in the unit of the key; raise `CodexError` for any other value, or none."""
        value = self.value(key, **when)
        if type(value) is not int:
            raise self._make_value_error(key, value, "a whole number")
        return value

    def number_with_ref(self, key: str, **when: Any) -> tuple[int, str]:
        """Return a whole number as `number` does, and the passage that states it (empty if no passage does)."""
        return self.number(key, **when), self.ref(key, **when)

    def fraction(self, key: str, **when: Any) -> Fraction:
        """Return an exact fraction; raise `CodexError` for a value that is no number, or none."""
        value = self.value(key, **when)
        try:
            if type(value) is int or isinstance(value, str | Fraction):
                return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
        raise self._make_value_error(key, value, "a number")

    def flag(self, key: str, **when: Any) -> bool:
        """Return a boolean; raise `CodexError` for any other value, or none."""
        value = self.value(key, **when)
        if not isinstance(value, bool):
            raise self._make_value_error(key, value, "yes or no")
        return value

    def word(self, key: str, **when: Any) -> str:
        """Return a value as text: a word of a vocabulary, or one of the key's choices; raise `CodexError` for none."""
        return str(self.value(key, **when))

    def words(self, key: str, **when: Any) -> tuple[str, ...]:
        """Return a list of words; raise `CodexError` for any other value, or none."""
        value = self.value(key, **when)
        if not isinstance(value, list | tuple):
            raise self._make_value_error(key, value, "a list")
        return tuple(str(item) for item in value)

    def numbers(self, key: str, **when: Any) -> tuple[int, ...]:
        """Return a list of whole numbers; raise `CodexError` for any other value, or none."""
        values = self.value(key, **when)
        if not isinstance(values, list | tuple) or any(type(value) is not int for value in values):
            raise self._make_value_error(key, values, "a list of whole numbers")
        return tuple(values)


class Rules(RuleReader):
    """The rules that the engine plays by; it says at which points the source leaves open what it does."""

    prices = True  # whether what is left open is reckoned both ways, to tell what the other reading costs

    def without_prices(self) -> Self:
        """Return these rules for callers that need sums only: open questions are reckoned one way."""
        other = copy(self)
        other.prices = False
        return other

    def reading_otherwise(self, occasion: Occasion) -> Self:
        """Return these rules with something read otherwise at one occasion."""
        return self._with_session(self.session.fork({occasion: True}))

    def is_read_otherwise(self, occasion: Occasion) -> bool:
        """Return whether something is read otherwise at an occasion than elsewhere."""
        return bool(self.session.read(occasion))

    def uses_alternative(self, code: str) -> bool:
        """Return whether a point that the source leaves open is read the other way."""
        return bool(self.session.read(ReadingChoice(self.era, code)))

    def note_open_question(self, point: OpenQuestion, *, varied: bool = False) -> None:
        """Record that the engine meets such a point; `varied` where it can take the other reading."""
        self.session.note(ReadingChoice(self.era, point.code), (point, varied))
