"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tarock.errors import CodexError

if TYPE_CHECKING:
    from pathlib import Path


def read_text(path: Path) -> str:
    """The file's text, UTF-8, line ends as they are.

    Raises `CodexError` when it cannot be read or is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise CodexError(f"cannot be read ({error.strerror})", "expected a readable file", file=path) from None
    except UnicodeDecodeError as error:
        raise CodexError(f"is not UTF-8 (byte {error.start})", "expected a text in UTF-8", file=path) from None


def write_text(path: Path, text: str) -> bool:
    """Write `text` whole or not at all; True when the file changed.

    Raises `CodexError` when the folder or the file cannot be written.
    """
    import tempfile

    data = text.encode("utf-8")
    temporary = ""
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o644)  # noqa: PTH101 - mkstemp makes files that only their owner can read
        os.replace(temporary, path)  # noqa: PTH105 - the one atomic step
    except OSError as error:
        if temporary and os.path.exists(temporary):  # noqa: PTH110
            os.unlink(temporary)  # noqa: PTH108
        raise CodexError(
            f"cannot be written ({error.strerror})", "expected a folder that this user may write to", file=path
        ) from None
    return True
