"""The functions that claims may name, and how the inputs of a claim become their arguments."""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base.structs import LazyValue
from tarock.proof.claims.functions import (
    chances,
    counting,
    endings,
    eras,
    games,
    hands,
    play,
    settlement,
    trials,
    worth,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import ModuleType

    from tarock.proof.context import Context


class Function(LazyValue):
    """A function of a context and of the inputs of a claim, and the name by which claims call it."""

    compute: Callable[..., object]

    @property
    def guard(self) -> bool:
        """Whether it tells if the program refuses something, which says nothing about a source."""
        return self.compute is eras.refused

    @property
    def name(self) -> str:
        """Such as `games.tarocks`: the module and the name of the function."""
        return f"{self.compute.__module__.rpartition('.')[2]}.{self.compute.__name__}"

    @cached_property
    def _parameters(self) -> list[inspect.Parameter]:
        """All but the context."""
        return list(inspect.signature(self.compute).parameters.values())[1:]

    @cached_property
    def inputs(self) -> type[msgspec.Struct]:
        """The inputs as a record with a field for each parameter; of a parameter that is a record, with its fields."""
        records = tuple(each.annotation for each in self._parameters if _is_record(each))
        fields = [
            (each.name, each.annotation, msgspec.NODEFAULT if each.default is each.empty else each.default)
            for each in self._parameters
            if not _is_record(each)
        ]
        about = (inspect.getdoc(self.compute) or "").partition("\n")[0]
        return msgspec.defstruct(
            self.name, fields, bases=records or None, namespace={"__doc__": about}, frozen=True, kw_only=True,
            forbid_unknown_fields=True,
        )  # fmt: skip

    def call(self, context: Context, inputs: Mapping[str, Any]) -> object:
        """What it computes of inputs that fit."""
        given = msgspec.convert(inputs, self.inputs)
        return self.compute(context, **{each.name: getattr(given, each.name, given) for each in self._parameters})


def _is_record(parameter: inspect.Parameter) -> bool:
    return isinstance(parameter.annotation, type) and issubclass(parameter.annotation, msgspec.Struct)


def _functions(module: ModuleType) -> Iterator[Function]:
    """The public functions that a module defines, by name."""
    for name, compute in inspect.getmembers(module, inspect.isfunction):
        if compute.__module__ == module.__name__ and not name.startswith("_"):
            yield Function(compute)


FUNCTIONS = {
    function.name: function
    for module in (chances, counting, endings, eras, games, hands, play, settlement, trials, worth)
    for function in _functions(module)
}
