"""What writes a book in some form: a function, and what it depends on besides the book and this folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tarock.publish.paper.records import Book


@dataclass(frozen=True, slots=True)
class Writer:
    """`write` makes the bytes of a file; they change only with the book, the files `inputs` and the `version`."""

    write: Callable[[Book], bytes]
    inputs: tuple[Path, ...]
    version: str
