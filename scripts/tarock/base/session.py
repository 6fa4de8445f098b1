"""Computed results that know what they depend on: inputs, queries that are computed once, and forks with other inputs.

A query is a function whose first argument is a session; the others are hashable. It asks that session for inputs and
for other queries, and for nothing else that may change: so its result holds as long as the inputs that it has read are
the same. `Session.fork` gives a session with some other inputs, in which every result stands that has read none of
them. Each query gets a session of its own that records what is read; no state is shared but the results.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from copy import copy
from enum import Enum
from typing import Any, Protocol, Self, TypeVar, TypeVarTuple

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
_Key = tuple[Any, ...]  # a query and its arguments


class Missing(Enum):
    """The value of an input that there is not."""

    ABSENT = "absent"


ABSENT = Missing.ABSENT


class Input(Frozen, cache_hash=True):
    """The name of an input; its class tells the kind."""

    @property
    def group(self) -> Hashable:
        """Return what names the inputs of which this is one, for who reads them all (`Session.names`)."""
        return type(self)


class Presence(Frozen, cache_hash=True):
    """The presence of an input, as something that a result depends on."""

    input: Input


class Members(Frozen, cache_hash=True):
    """The members of a group of inputs, as something that a result depends on."""

    group: Hashable


Dependency = Input | Presence | Members


class Inputs(Protocol):
    """The source of the inputs of a session; its values never change."""

    def find(self, name: Input) -> Any:
        """Return the value of an input, or `ABSENT`."""

    def names(self, group: Hashable) -> Iterable[Input]:
        """Return the names of the inputs of a group, in their order."""


class CycleError(RuntimeError):
    """Queries that ask for each other."""


class Computed(Frozen):
    """A result, or why there is none, with what was read for it.

    Of `reads`, those in `marked` were read through `Session.marking`; `notes` are what the computation noted.
    """

    value: Any
    error: CodexError | None
    reads: frozenset[Dependency]
    marked: frozenset[Input]
    notes: Mapping[Input, Any]

    def unwrap(self) -> Any:
        """Return the result; raise `CodexError` where there is none."""
        if self.error:
            raise self.error.with_traceback(None)
        return self.value


class _Frame:
    """The record of one computation: all that it has read so far; `caller` is the computation that asked for it."""

    def __init__(self, store: _Store, key: _Key | None, caller: _Frame | None):
        self.store, self.key, self.caller, self.open = store, key, caller, True
        self.reads: set[Dependency] = set()
        self.marked: set[Input] = set()
        self.notes: dict[Input, Any] = {}


class _Store:
    """Inputs, some of them overridden, and the results; `ancestors` are the stores whose results may stand here too.

    Beside each ancestor are the dependencies that are other ones here.
    """

    def __init__(
        self,
        inputs: Inputs,
        overrides: Mapping[Input, Any],
        ancestors: tuple[tuple[_Store, frozenset[Dependency]], ...] = (),
    ):
        self.inputs, self.overrides, self.ancestors = inputs, overrides, ancestors
        self.given: dict[Input, Any] = ancestors[0][0].given if ancestors else {}  # what the inputs gave
        self.results: dict[_Key, Computed] = {}

    def value(self, name: Input) -> Any:
        if name in self.overrides:
            return self.overrides[name]
        if name not in self.given:
            self.given[name] = self.inputs.find(name)
        return self.given[name]

    def names(self, group: Hashable) -> tuple[Input, ...]:
        own = [name for name in self.overrides if name.group == group]
        found = dict.fromkeys((*self.inputs.names(group), *own))
        return tuple(name for name in found if self.value(name) is not ABSENT)

    def find(self, key: _Key) -> Computed | None:
        """Return the kept result of a query, here or in an ancestor whose inputs it read are the same; else None."""
        if found := self.results.get(key):
            return found
        for ancestor, touched in self.ancestors:
            found = ancestor.results.get(key)
            if found and touched.isdisjoint(found.reads):
                return found
        return None

    def keep(self, key: _Key, made: Computed) -> Computed:
        """Keep a result in the eldest store in which it holds."""
        holder = next((store for store, touched in self.ancestors if touched.isdisjoint(made.reads)), self)
        return holder.results.setdefault(key, made)

    def fork(self, overrides: Mapping[Input, Any]) -> _Store:
        every = {**self.overrides, **overrides}
        elders = (*(store for store, _touched in self.ancestors), self)
        changes = [frozenset(_list_changes(store, every)) for store in elders]
        if not all(changes):  # one of them has the same inputs
            return elders[changes.index(frozenset())]
        return _Store(self.inputs, every, tuple(zip(elders, changes, strict=True)))


def _list_changes(store: _Store, overrides: Mapping[Input, Any]) -> Iterable[Dependency]:
    """Yield what is another one in a store if these inputs take the place of all that are overridden in it."""
    for name, value in overrides.items():
        before = store.value(name)
        if not _is_same(before, value):
            yield name
        if (before is ABSENT) != (value is ABSENT):
            yield from (Presence(name), Members(name.group))


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal and of the same types: 1 is not true."""
    if isinstance(one, list | tuple) and type(one) is type(other):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one is other or (type(one) is type(other) and bool(one == other))


class Session:
    """Inputs, and the results of queries that were computed from them."""

    def __init__(self, inputs: Inputs):
        self._store = _Store(inputs, {})
        self._frame: _Frame | None = None  # the computation that this session belongs to
        self._fixed: frozenset[Dependency] = frozenset()  # overridden since that computation began
        self._marks = False

    @property
    def overrides(self) -> Mapping[Input, Any]:
        """Return the inputs that forks have put in the place of others."""
        return self._store.overrides

    def read(self, name: Input) -> Any:
        """Return the value of an input, or `ABSENT`."""
        self._record(name)
        return self._store.value(name)

    def has(self, name: Input) -> bool:
        """Return whether there is an input."""
        self._record(Presence(name))
        return self._store.value(name) is not ABSENT

    def names(self, group: Hashable) -> tuple[Input, ...]:
        """Return the names of the inputs of a group that are there."""
        self._record(Members(group))
        return self._store.names(group)

    def _record(self, what: Dependency) -> None:
        if frame := self._frame:
            if not frame.open:
                raise RuntimeError(f"{what} is read when the result that reads it is finished")
            if what not in self._fixed:
                frame.reads.add(what)
                if self._marks and isinstance(what, Input):
                    frame.marked.add(what)

    def note(self, name: Input, value: Any) -> None:
        """Note something about an input, once; whoever asks for the result gets it with it (`Computed.notes`)."""
        if self._frame and not self._fixed:
            self._frame.notes.setdefault(name, value)

    def recording(self) -> Self:
        """Return this session for a computation of its own, with what is read from now on in `reads`."""
        other = copy(self)
        other._frame, other._fixed = _Frame(self._store, None, self._frame), frozenset()
        return other

    @property
    def reads(self) -> Set[Dependency]:
        """Return what the computation that this session belongs to has read so far."""
        return self._frame.reads if self._frame else frozenset()

    @property
    def marking(self) -> Self:
        """Return this session, with everything that is read through it marked."""
        other = copy(self)
        other._marks = True
        return other

    def get(self, query: Callable[[Self, *Ts], T], *args: *Ts) -> T:
        """Return the result of a query, computed once; an error is remembered, and raised again.

        Raises `CycleError` where the query asks for itself, directly or by way of others.
        """
        key = (query, *args)
        found = self._store.find(key)
        if found is None:
            self._require_no_cycle(key)
            found = self._store.keep(key, self._compute(key, lambda session: query(session, *args)))
        self._inherit(found.reads, found.marked, found.notes)
        result: T = found.unwrap()
        return result

    def track(self, function: Callable[[Self], Any]) -> Computed:
        """Return the result of a function with what it reads; it is computed each time."""
        found = self._compute(None, function)
        self._inherit(found.reads, found.marked, found.notes)
        return found

    def _compute(self, key: _Key | None, function: Callable[[Self], Any]) -> Computed:
        """Return what a function computes, or the `CodexError` it raised, with all inputs that it read."""
        inner, value, error = copy(self), None, None
        inner._frame = frame = _Frame(self._store, key, self._frame)
        inner._fixed, inner._marks = frozenset(), False
        try:
            value = function(inner)
            if key and isinstance(value, list | set | dict):
                raise TypeError(f"{key[0].__name__} returns a {type(value).__name__}; results are immutable")
        except CodexError as fault:
            error = fault
        except BaseException:
            self._inherit(frame.reads, frame.marked, frame.notes)
            raise
        finally:
            frame.open = False
        return Computed(value, error, frozenset(frame.reads), frozenset(frame.marked), frame.notes)

    def _inherit(self, reads: Iterable[Dependency], marked: Iterable[Input], notes: Mapping[Input, Any]) -> None:
        """Record what a computation has read as read by the one that asked for it."""
        if frame := self._frame:
            frame.reads.update(each for each in reads if each not in self._fixed)
            frame.marked.update(each for each in marked if each not in self._fixed)
            for name, value in notes.items():
                self.note(name, value)

    def _require_no_cycle(self, key: _Key) -> None:
        """Raise `CycleError` where a query is already being computed."""
        chain, frame = [key], self._frame
        while frame:
            if frame.key:
                chain.append(frame.key)
            if frame.key == key and frame.store is self._store:
                names = " asks for ".join(f"{query.__name__}{args}" for query, *args in reversed(chain))
                raise CycleError(f"{names}: a result would depend on itself")
            frame = frame.caller

    def fork(self, overrides: Mapping[Any, Any]) -> Self:
        """Return a session with other inputs, by name; results stand that have read none of them.

        Of two forks, one of the other, the overrides of the later win. Within a computation, what is read in the fork
        is read by that computation, but for what is overridden.
        """
        other = copy(self)
        other._store = self._store.fork(overrides)
        if self._frame:
            fixed = {dependency for name in overrides for dependency in (name, Presence(name))}
            other._fixed = self._fixed | fixed
        return other
