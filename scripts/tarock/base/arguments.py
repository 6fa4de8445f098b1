"""Checks of the arguments that programs of others give to public functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, wraps
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from tarock.base.errors import CodexError

P = ParamSpec("P")
R = TypeVar("R")


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Have a function raise `TypeError` for an argument of another type than it declares, with the argument's name.

    Raises `CodexError` for a text that no file could have: with half of a character.
    """
    parameters = signature(function)

    @cache
    def kinds() -> dict[str, Any]:  # the function's module is read only in part while it is decorated
        hints = get_type_hints(function)
        return {name: hints[name] for name in parameters.parameters if name in hints}

    right = set[tuple[type, ...]]()  # types of arguments that were right, all by themselves

    @wraps(function)
    def checked(*positional: P.args, **named: P.kwargs) -> R:
        types = tuple(map(type, positional))
        if not named and types in right and not any(isinstance(v, str) and not v.isascii() for v in positional):
            return function(*positional, **named)
        given = parameters.bind(*positional, **named).arguments
        for name, kind in kinds().items():
            if name in given:
                several = parameters.parameters[name].kind is Parameter.VAR_POSITIONAL
                for value in given[name] if several else (given[name],):
                    check_argument(f"{function.__name__}(): argument `{name}`", value, kind)
        if not named and not any(isinstance(value, list | tuple | set) for value in positional):
            right.add(types)
        return function(*positional, **named)

    return checked


def check_argument(name: str, value: object, kind: Any) -> None:
    """Raise `TypeError` for a value that is not of a kind, `CodexError` for a text with half of a character."""
    allowed = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    fitting = [each for each in allowed if has_type(value, each)]
    if not fitting:
        names = ["None" if each is NoneType else str(getattr(each, "__name__", each)) for each in allowed]
        raise TypeError(f"{name} is of type {type(value).__name__}; expected {' or '.join(names)}")
    if isinstance(value, str) and not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise CodexError(f"{name} has half of a character", "expected a text that a file could have")
    if isinstance(value, list | tuple | set) and (of := [each for each in get_args(fitting[0]) if each is not ...]):
        if get_origin(fitting[0]) is tuple and ... not in get_args(fitting[0]) and len(of) != len(value):
            raise TypeError(f"{name} has {len(value)} items; expected {len(of)}")
        for at, item in enumerate(value):
            check_argument(f"{name}, item {at},", item, of[at] if len(of) > 1 else of[0])


def has_type(value: object, kind: Any) -> bool:
    """Return whether a value is of a kind: a class, a union, or a collection by what it is as a whole."""
    if get_origin(kind) is UnionType:
        return any(has_type(value, each) for each in get_args(kind))
    origin = get_origin(kind) or kind
    if origin in (Any, object):
        return True
    if origin is Literal:
        return isinstance(value, str)  # which text it may be, the function says
    if origin is Iterable:
        return isinstance(value, Iterable) and not isinstance(value, str | bytes)
    return isinstance(value, origin) and not (origin is int and isinstance(value, bool))
