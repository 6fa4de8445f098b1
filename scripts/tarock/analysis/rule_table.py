"""Tables of whole numbers that rules are compiled to, by which the core plays, and what was read for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from msgspec import structs

from tarock.base.errors import CodexError, list_and
from tarock.base.session import Input, Presence
from tarock.base.structs import Frozen
from tarock.game.common.cards import Pack
from tarock.game.common.play import GameEngine
from tarock.rules.ruleset import Alteration, ReadingChoice, Rules, Value


class TableReason(Frozen, cache_hash=True):
    """A rule for which an action is legal or refused, or a line is written: key and case, paragraph, statement.

    `code` is that of the finding, where the engine makes one of it; `statement` is empty where no statement says it.
    """

    key: str
    ref: str = ""
    statement: str = ""
    code: str = ""


NO_REASON = TableReason("")
TableValue = int | TableReason


class Entry(Frozen):
    """A named part of the table, with the statements and readings that it was compiled from."""

    name: str
    values: tuple[TableValue, ...]
    statements: tuple[str, ...]


class RuleTable(Frozen):
    """The table of a rule set: its entries in the order of the core, and the names of cards and actions."""

    magic: int  # by which the core of a pack knows its tables
    version: int
    era: str
    digest: str
    altered: tuple[Alteration, ...]
    actions: tuple[str, ...]
    cards: int
    lines: tuple[str, ...]  # of a sheet, by their numbers
    entries: tuple[Entry, ...]

    @property
    def reasons(self) -> tuple[TableReason, ...]:
        """Return the reasons of all entries; an entry has their places, 0 for none."""
        found = {cell for entry in self.entries for cell in entry.values if isinstance(cell, TableReason)} - {NO_REASON}
        return (NO_REASON, *sorted(found, key=structs.astuple))

    def encode(self) -> list[int]:
        """Return the table as the core reads it: whole numbers of 32 bits, each entry after its length."""
        places = {reason: place for place, reason in enumerate(self.reasons)}
        made = [self.magic, self.version, len(self.entries)]
        for entry in self.entries:
            made += [
                len(entry.values),
                *(places[each] if isinstance(each, TableReason) else each for each in entry.values),
            ]
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data, as scripts read it."""
        names = sorted({name for entry in self.entries for name in entry.statements})
        numbers = {name: number for number, name in enumerate(names)}
        places = {reason: place for place, reason in enumerate(self.reasons)}
        entries = [
            (
                entry.name,
                [places[each] if isinstance(each, TableReason) else each for each in entry.values],
                [numbers[name] for name in entry.statements],
            )
            for entry in self.entries
        ]
        return {
            "magic": self.magic,
            "version": self.version,
            "era": self.era,
            "digest": self.digest,
            "altered": [structs.asdict(each) for each in self.altered],
            "actions": self.actions,
            "cards": self.cards,
            "lines": self.lines,
            "statements": names,
            "reasons": [structs.astuple(reason) for reason in self.reasons],
            "entries": entries,
        }

    def as_json(self) -> str:
        """Return the table as JSON, the same text for the same rules."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))


class _LatePack:
    """A pack that reads its rules when it is first asked for something."""

    def __init__(self, rules: Rules):
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        if name == "_pack":
            self._pack = Pack(self._rules)
            return self._pack
        return getattr(self._pack, name)


class EntrySource:
    """The rules for one entry, with a pack made anew, so that what is read for it is recorded, and no more."""

    def __init__(self, rules: Rules):
        self.rules = rules

    @cached_property
    def pack(self) -> Pack:
        """Return the pack; its rules are read when it is first asked for something."""
        return cast("Pack", _LatePack(self.rules))

    def cite(self, key: str, **case: Any) -> TableReason:
        """Return the reason of a rule in a case."""
        rules = self.rules
        ref = rules.ref(key, **case)
        statement = rules.table.find_rule(key, **case)
        return TableReason(key, ref, statement.ident if statement else "")

    def cite_passage(self, key: str, ref: str) -> TableReason:
        """Return the reason of what names only its passage, such as a line of a sheet."""
        return TableReason("", ref, self.find_statement(key, ref))

    def find_statement(self, key: str, ref: str) -> str:
        """Return a statement of a passage, of the key or its topic if there is one; empty where none states it."""
        found = [each for each in self.rules.table.effective.values() if each.ref == ref]
        topic = key.partition(".")[0]
        found.sort(key=lambda each: (each.key != key, each.key.partition(".")[0] != topic))
        return found[0].ident if found else ""


S = TypeVar("S", bound=EntrySource)


def join_bits(bits: Iterable[int]) -> int:
    """Return all bits together."""
    made = 0
    for bit in bits:
        made |= bit
    return made


def split_mask(numbers: Iterable[int], bits: Sequence[int], words: int = 2) -> list[int]:
    """Return a set of cards as so many `words` of 32 bits, the lowest first, each a signed number."""
    mask = sum(1 << bits[number] for number in numbers)
    return [_signed(mask >> 32 * word & 0xFFFFFFFF) for word in range(words)]


def _signed(number: int) -> int:
    return number - (1 << 32) if number >> 31 else number


def compile_entry(
    rules: Rules, name: str, source: Callable[[Rules], S], make: Callable[[S], Sequence[TableValue]]
) -> Entry:
    """Return an entry with the statements that were read for it; raise `CodexError` for a number that is too large."""
    own = rules.fork({}).without_prices()
    try:
        values = tuple(make(source(own)))
    except CodexError as error:
        altered = [name for name in _list_statements(own) if Value(own.era, name) in own.overrides]
        if not altered:
            raise
        told = list_and(f"`{each}`" for each in altered)
        raise CodexError(error.what, f"{error.expected}; or another value of {told}", file=error.file) from error
    for value in values:
        if isinstance(value, int) and not -(1 << 31) <= value < 1 << 31:
            names = list_and(f"`{each}`" for each in _list_statements(own))
            raise CodexError(f"`{name}` is {value}", f"expected less than {1 << 31}; it comes from {names}")
    return Entry(name, values, tuple(_list_statements(own)))


def compile_table(
    engine: GameEngine[Any],
    magic: int,
    version: int,
    lines: Iterable[object],
    source: Callable[[Rules], S],
    makers: Mapping[str, Callable[[S], Sequence[TableValue]]],
    altered: tuple[Alteration, ...],
) -> RuleTable:
    """Return the table of the rules of an engine, of which so much is `altered`: its entries are made by `makers`.

    Raises `CodexError` for values that the table cannot express.
    """
    rules = engine.rules
    entries = tuple(compile_entry(rules, name, source, make) for name, make in makers.items())
    return RuleTable(
        magic,
        version,
        rules.era,
        rules.digest,
        altered,
        engine.names,
        len(engine.cards),
        tuple(map(str, lines)),
        entries,
    )


def _list_statements(rules: Rules) -> list[str]:
    """Return the names of the statements and readings that were read by these rules."""
    inputs: Iterator[Input] = (
        each.input if isinstance(each, Presence) else each
        for each in rules.session.reads
        if isinstance(each, Input | Presence)
    )
    return sorted({each.name for each in inputs if isinstance(each, Value | ReadingChoice) and each.era == rules.era})
