"""Everything that reaches a terminal: text without control characters, colour, tables, JSON, progress."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, TextIO, TypeVar

from msgspec import to_builtins

from tarock.base.errors import system_reason
from tarock.base.wording import format_message

T = TypeVar("T")

MESSAGE_LIMIT = 2000  # characters of an error message: nobody wants their megabytes back
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NOT_ASCII = re.compile(r"[^\n\x20-\x7e]")
_STYLE = f"\x1b{os.urandom(8).hex()}"  # begins a change of style; no text from a file can know it
_lost: list[OSError] = []  # what went wrong with the output
_STYLED = re.compile(rf"{_STYLE}[0-9;]*m")
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def show(text: str = "", *, end: str = "\n", stream: TextIO | None = None) -> None:
    """Print `text`, on standard output unless `stream` names another: everything is printed here.

    Characters that steer a terminal are taken out of it; styles of `paint` become colour.
    """
    pieces = [_CONTROL.sub("", piece) for piece in text.split(_STYLE)]
    target = stream or sys.stdout
    try:
        print("\x1b[".join(pieces), end=end, file=target)
    except OSError as error:
        _give_up(target, error)


def ask(question: str) -> str:
    """Return the line that is typed after a question, which stands on standard error; empty at the end of the input."""
    show(question, end="", stream=sys.stderr)
    sys.stderr.flush()
    return sys.stdin.readline(200).strip()


def prepare_output() -> None:
    r"""Prepare the output: a closed stream swallows, and a character that the terminal lacks becomes `\xe4`.

    Files and pipes get UTF-8 whatever the system's code page, so that it can be read again.
    """
    _lost.clear()
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as we
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def finish_output() -> str:
    """Flush the output; return the reason why output was lost, if any was.

    A reader that left (`tarock show 1840 | head -1`) had what it wanted: no loss.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            _give_up(stream, error)
    return f"the output cannot be written ({system_reason(_lost[0])})" if _lost else ""


def _give_up(stream: TextIO, error: OSError) -> None:
    """Discard the rest of the output, so that the command still ends with its status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if not isinstance(error, BrokenPipeError):
        _lost.append(error)


def show_json(data: Any) -> None:
    """Print records or plain data as JSON, messages in words."""
    show_json_text(json.dumps(to_builtins(data, enc_hook=format_message), ensure_ascii=False, indent=2))


def show_json_text(text: str) -> None:
    """Print a JSON text, with escapes for characters that a terminal must not have or cannot show."""
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    show((_CONTROL if unicode else _NOT_ASCII).sub(_escape_character, text))


def _escape_character(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def print_error(text: str) -> None:
    """Print an error on standard error, on one line of at most `MESSAGE_LIMIT` characters."""
    text = " ".join(text.split("\n"))
    show(text if len(text) <= MESSAGE_LIMIT else f"{text[:MESSAGE_LIMIT]} …", stream=sys.stderr)


def print_error_json(**fault: Any) -> None:
    """Print an error on standard error as a JSON object, on one line."""
    texts = {name: value[:MESSAGE_LIMIT] if isinstance(value, str) else value for name, value in fault.items()}
    show(_NOT_ASCII.sub(_escape_character, json.dumps(texts, ensure_ascii=False)), stream=sys.stderr)


def paint(text: str, *styles: str) -> str:
    """Return `text` in terminal styles, to be printed by `show`; unchanged where output is no colour terminal."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"{_STYLE}{';'.join(_CODES[style] for style in styles)}m{text}{_STYLE}0m"


def strip_styles(text: str) -> str:
    """Return `text` without the styles that `paint` may have given it."""
    return _STYLED.sub("", text)


def format_table(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a table: cells are wrapped to the `widths` of their columns.

    Two spaces are between columns, three behind the first, which names the row.
    """
    for row in rows:
        wrapped = [
            textwrap.wrap(text, width - (column == 0)) or [""]
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        for cells in zip_longest(*wrapped, fillvalue=""):
            yield "  ".join(map(str.ljust, cells, widths)).rstrip()


def format_count(count: int, noun: str) -> str:
    """Return a number with its noun: `1 note`, `2 notes`."""
    return f"{count} {noun if count == 1 else f'{noun}s'}"


def show_progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield `items`, with a bar on standard error when that is a terminal that can redraw a line."""
    shown = bool(items) and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    for done, item in enumerate(items):
        if shown:
            filled = 30 * done // len(items)
            print(f"\r{what} [{'#' * filled}{'.' * (30 - filled)}] {done}/{len(items)}", end="", file=sys.stderr)
        yield item
    if shown:
        print(f"\r{' ' * (len(what) + 60)}\r", end="", file=sys.stderr)
