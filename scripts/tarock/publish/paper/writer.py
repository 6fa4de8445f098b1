"""What writes a book in some form: a function, and what it depends on besides the book and this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tarock.publish.paper.records import Book


class Writer(Value):
    """`write` makes the bytes of a file; they change only with the book, the files `inputs` and the `version`."""

    write: Callable[[Book], bytes]
    inputs: tuple[Path, ...]
    version: str
