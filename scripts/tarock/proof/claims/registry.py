"""The functions that claims may name: each has a name, typed inputs and a docstring saying what it computes."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, get_type_hints

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tarock.proof.context import Context

_MODULES = ("counting", "hands", "play", "settlement", "games", "eras", "endings")
_FUNCTIONS: dict[str, Function] = {}
_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True)
class Function:
    """A registered function and the types of its inputs."""

    name: str
    compute: Callable[Concatenate[Context, ...], object]

    @property
    def about(self) -> str:
        """What it computes."""
        return inspect.getdoc(self.compute) or ""

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """The type of each input."""
        hints = get_type_hints(self.compute, localns={"Context": object})
        return {name: hints[name] for name in self._parameters}

    @cached_property
    def required(self) -> frozenset[str]:
        """The inputs that must be given."""
        empty = inspect.Parameter.empty
        return frozenset(name for name, parameter in self._parameters.items() if parameter.default is empty)

    @cached_property
    def _parameters(self) -> dict[str, inspect.Parameter]:
        _context, *inputs = inspect.signature(self.compute).parameters.values()
        return {parameter.name: parameter for parameter in inputs}

    def fault(self, given: Mapping[str, Any]) -> str:
        """What is wrong with inputs, their names or their types; empty when they fit."""
        if unknown := set(given) - set(self.inputs):
            return f"unknown input {', '.join(sorted(unknown))}; expected {', '.join(sorted(self.inputs)) or 'none'}"
        if missing := self.required - set(given):
            return f"missing input {', '.join(sorted(missing))}"
        for name, value in given.items():
            try:
                msgspec.convert(value, self.inputs[name])
            except msgspec.ValidationError as error:
                return f"input {name}: {error}"
        return ""


def function(
    name: str,
) -> Callable[[Callable[Concatenate[Context, _P], _R]], Callable[Concatenate[Context, _P], _R]]:
    """Register a function of `(context, **inputs)` under `name`, e.g. `counting.groups`; it keeps its type."""

    def register(made: Callable[Concatenate[Context, _P], _R]) -> Callable[Concatenate[Context, _P], _R]:
        if name in _FUNCTIONS:
            raise ValueError(f"two functions are called {name}")
        _FUNCTIONS[name] = Function(name, made)
        return made

    return register


@cache
def functions() -> dict[str, Function]:
    """All registered functions by name."""
    for module in _MODULES:
        import_module(f"tarock.proof.claims.functions.{module}")
    return _FUNCTIONS
