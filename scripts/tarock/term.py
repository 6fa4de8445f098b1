"""Colour and progress, on a terminal only."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T")

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def paint(text: str, *styles: str, stream: TextIO | None = None) -> str:
    """`text` in the given styles when `stream` (standard output) is a terminal and NO_COLOR is unset."""
    target = stream or sys.stdout
    if not target.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield `items`, with a bar on standard error when that is a terminal."""
    shown = sys.stderr.isatty() and bool(items)
    for done, item in enumerate(items):
        if shown:
            filled = 30 * done // len(items)
            print(f"\r{what} [{'#' * filled}{'.' * (30 - filled)}] {done}/{len(items)}", end="", file=sys.stderr)
        yield item
    if shown:
        print(f"\r{' ' * (len(what) + 60)}\r", end="", file=sys.stderr)
