"""What the files of wordings are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Entry: TypeAlias = str | Callable[..., str]


class Listed(tuple[object, ...]):
    """The values of a list in a message; in a template they are with commas between them."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))
