"""Errors that a person can act on: which file, which line, what is wrong, what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


class CodexError(Exception):
    """Bad input or usage (exit status 2): `what` is wrong, what was `expected`, `file` and `line` where there are such.

    Its text is `FILE:LINE: what is wrong; what was expected`, each part only as far as it is known.
    """

    exit_status = 2

    def __init__(
        self,
        what: str,
        expected: str = "",
        *,
        file: Path | str | None = None,
        line: int | None = None,
    ):
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.file = str(file) if file is not None else ""
        self.line = line

    @property
    def place(self) -> str:
        """Return `FILE:LINE`, or what is known of it."""
        return ":".join(str(part) for part in (self.file, self.line) if part not in ("", None))

    @property
    def faults(self) -> tuple[CodexError, ...]:
        """Return each thing that is wrong, where there are several; else the error itself."""
        return (self,)

    def __str__(self) -> str:
        text = f"{self.place}: {self.what}" if self.place else self.what
        return f"{text}; {self.expected}" if self.expected else text


class CheckFailed(CodexError):
    """A check ran and found something that is not recorded as known (exit status 1)."""

    exit_status = 1


def system_reason(error: Exception) -> str:
    """Return the operating system's reason for an error, as far as it gives one."""
    return getattr(error, "strerror", None) or str(error)


def list_or(names: Iterable[object]) -> str:
    """Return names with `or` between them: `a or b or c`."""
    return " or ".join(map(str, names))


def list_and(names: Iterable[object]) -> str:
    """Return names with `and` between them: `a and b and c`."""
    return " and ".join(map(str, names))
