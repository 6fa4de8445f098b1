"""The case in which an answer holds, and which of several answers reaches a case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from tarock.base.errors import CodexError

T = TypeVar("T")
Case = tuple[tuple[str, Any], ...]  # dimensions with their values, in the order of their names


def make_case(when: Mapping[str, Any]) -> Case:
    """Return a case from a mapping of dimension to value, sorted by dimension so that equal cases compare equal."""
    return tuple(sorted(when.items()))


def answer_name(key: str, case: Case) -> str:
    """Return the name of an answer: its key, then the case in brackets unless it is empty.

    >>> answer_name("ultimo.bonus", make_case({"contract": "solo", "announced": True}))
    'ultimo.bonus[announced=true,contract=solo]'
    """
    words = ",".join(f"{name}={_write_value(value)}" for name, value in case)
    return f"{key}[{words}]" if words else key


def key_of_name(name: str) -> str:
    """Return the key of an answer name: `ultimo.bonus` of `ultimo.bonus[contract=solo]`."""
    return name.partition("[")[0]


def most_specific(when: Mapping[str, Any], answers: Iterable[tuple[Case, T]]) -> T | None:
    """Return the answer for the situation `when`: of those whose case is part of it, the one with the longest case.

    None when no case fits; the first of several with the same case. Raises `CodexError` when two different cases of the
    same length fit.
    """
    reaching = [(case, answer) for case, answer in answers if when.items() >= {*case}]
    most = max((len(case) for case, _answer in reaching), default=0)
    best = [(case, answer) for case, answer in reaching if len(case) == most]
    if rivals := [case for case, _answer in best if case != best[0][0]]:
        raise CodexError(
            "{one} and {other} both reach {case}".format(
                one=answer_name("", best[0][0]),
                other=answer_name("", rivals[-1]),
                case=answer_name("", make_case(when)),
            ),
            "expected an answer for the case itself",
        )
    return best[0][1] if best else None


def _write_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
