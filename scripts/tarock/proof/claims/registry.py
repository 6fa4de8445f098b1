"""The functions that claims may name: each has a name, typed inputs and a docstring saying what it computes."""

from __future__ import annotations

import inspect
import sys
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec

from tarock.base.errors import CodexError
from tarock.base.structs import LazyValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tarock.proof.context import Context

_MODULES = ("counting", "hands", "play", "settlement", "games", "eras", "endings")
_FUNCTIONS: dict[str, Function] = {}
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Function(LazyValue):
    """A registered function and the types of its inputs.

    `guard`: it tells whether the program refuses something, which says nothing about a source.
    """

    name: str
    compute: Callable[Concatenate[Context, ...], object]
    guard: bool = False

    @property
    def about(self) -> str:
        """What it computes."""
        return inspect.getdoc(self.compute) or ""

    @cached_property
    def _parameters(self) -> dict[str, tuple[Any, bool]]:
        """The type of each parameter after the context, and whether it must be given."""
        _context, *parameters = inspect.signature(self.compute).parameters.values()
        return {
            each.name: (_kind(str(each.annotation), self.compute.__module__), each.default is inspect.Parameter.empty)
            for each in parameters
        }

    @cached_property
    def _records(self) -> dict[str, dict[str, tuple[Any, bool]]]:
        """The fields of each parameter that is a record."""
        return {
            name: {field.name: (field.type, field.required) for field in msgspec.structs.fields(kind)}
            for name, (kind, _required) in self._parameters.items()
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        }

    @cached_property
    def inputs(self) -> dict[str, tuple[Any, bool]]:
        """The type of each input, and whether it must be given; the fields of a record are inputs of their own."""
        inputs: dict[str, tuple[Any, bool]] = {}
        for name, parameter in self._parameters.items():
            inputs.update(self._records.get(name, {name: parameter}))
        return inputs

    @property
    def required(self) -> frozenset[str]:
        """The inputs that must be given."""
        return frozenset(name for name, (_kind, required) in self.inputs.items() if required)

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call made of inputs; raises `CodexError` for inputs that do not fit."""
        if unknown := given.keys() - self.inputs.keys():
            expected = ", ".join(sorted(self.inputs)) or "none"
            raise CodexError(f"unknown input {', '.join(sorted(unknown))}", f"expected {expected}")
        if missing := self.required - given.keys():
            raise CodexError(f"missing input {', '.join(sorted(missing))}", "expected the function's inputs")
        values = {name: _converted(name, value, self.inputs[name][0]) for name, value in given.items()}
        for name, fields in self._records.items():
            kind, _required = self._parameters[name]
            values[name] = kind(**{field: values.pop(field) for field in fields.keys() & values.keys()})
        return values


@cache
def _kind(annotation: str, module: str) -> Any:
    """The type that an annotation names in a module."""
    return eval(annotation, vars(sys.modules[module]))


def _converted(name: str, value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        from tarock.base.structs import validation_path

        path, what = validation_path(kind, value)
    place = ".".join(map(str, (name, *path)))
    raise CodexError(f"input {place}: {what[0].lower()}{what[1:]}", "see rules_data/schema/claims.schema.json")


def function(
    name: str, *, guard: bool = False
) -> Callable[[Callable[Concatenate[Context, _P], _R]], Callable[Concatenate[Context, _P], _R]]:
    """Register a function of `(context, **inputs)` under `name`, e.g. `counting.groups`; it keeps its type."""

    def register(made: Callable[Concatenate[Context, _P], _R]) -> Callable[Concatenate[Context, _P], _R]:
        if name in _FUNCTIONS:
            raise ValueError(f"two functions are called {name}")
        _FUNCTIONS[name] = Function(name, made, guard)
        return made

    return register


@cache
def functions() -> dict[str, Function]:
    """All registered functions by name, in the same order whichever module was imported first."""
    for module in _MODULES:
        import_module(f"tarock.proof.claims.functions.{module}")
    return dict(sorted(_FUNCTIONS.items()))
