"""The case in which an answer holds, and which of several answers reaches a case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from tarock.base.errors import CodexError

T = TypeVar("T")
Case = tuple[tuple[str, Any], ...]  # dimensions with their values, in the order of their names


def make_case(when: Mapping[str, Any]) -> Case:
    """Return a case from dimensions with their values."""
    return tuple(sorted(when.items()))


def answer_name(key: str, case: Case) -> str:
    """Return the name of an answer: its key with the case in brackets, `ultimo.bonus[announced=true,contract=solo]`."""
    words = ",".join(f"{name}={_spelled(value)}" for name, value in case)
    return f"{key}[{words}]" if words else key


def key_of_name(name: str) -> str:
    """Return the key in the name of an answer."""
    return name.partition("[")[0]


def most_specific(when: Mapping[str, Any], answers: Iterable[tuple[Case, T]]) -> T | None:
    """Return the answer whose case has most in common with `when` and nothing else; none when no case reaches it.

    Of two with the same case the first. Raises `CodexError` when two cases reach it that are equally specific.
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


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
