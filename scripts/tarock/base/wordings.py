"""What the files of wordings are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

Entry: TypeAlias = str | Callable[..., str]


def enumerated(names: Sequence[object], last: str) -> str:
    """Names as an enumeration, with the word `last` before the last of several: `a, b and c`; empty for none."""
    *before, end = map(str, names or [""])
    return f"{', '.join(before)} {last} {end}" if before else end


class Listed(tuple[object, ...]):
    """The values of a list in a message; in a template they are with commas between them."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))
