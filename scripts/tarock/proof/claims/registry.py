"""The functions that claims may name: each has a name, typed inputs and a docstring saying what it computes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

Function = Callable[..., Any]
_FUNCTIONS: dict[str, Function] = {}
_MODULES = ("counting", "hands", "play", "settlement", "games", "eras", "endings")


def function(name: str) -> Callable[[Function], Function]:
    """Register a function of `(context, **inputs)` under `name`, e.g. `counting.groups`."""

    def register(made: Function) -> Function:
        if name in _FUNCTIONS:
            raise ValueError(f"two functions are called {name}")
        _FUNCTIONS[name] = made
        return made

    return register


def functions() -> dict[str, Function]:
    """All registered functions by name."""
    for module in _MODULES:
        import_module(f"tarock.proof.claims.functions.{module}")
    return _FUNCTIONS


def input_fault(made: Function, inputs: dict[str, Any]) -> str:
    """What is wrong with the names of the inputs of a function; empty when they fit."""
    parameters = list(inspect.signature(made).parameters.values())[1:]
    names = {parameter.name for parameter in parameters}
    needed = {parameter.name for parameter in parameters if parameter.default is inspect.Parameter.empty}
    if unknown := set(inputs) - names:
        return f"unknown input {', '.join(sorted(unknown))}; expected {', '.join(sorted(names)) or 'none'}"
    if missing := needed - set(inputs):
        return f"missing input {', '.join(sorted(missing))}"
    return ""
