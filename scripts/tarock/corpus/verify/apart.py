"""Reading of TeX and PDF in a process apart: it has limits of time and memory, and what goes wrong in it ends there.

`python -m tarock.corpus.verify.apart tex|pdf` reads a document from standard input and prints it as JSON.
"""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec

from tarock.base.errors import CodexError
from tarock.corpus.verify.documents import QuotingDocument, UnreadPlace

SECONDS = 20
_MEMORY = 2_000_000_000  # bytes
_NEEDED = {"tex": ("TeX", "pylatexenc"), "pdf": ("PDF", "pypdfium2"), "packed": (".docx, .odt and .epub", "defusedxml")}
_FAULT = 3  # the exit status of a document that cannot be read


def missing(kind: str) -> CodexError:
    """Return the error for a format whose reader is not installed."""
    name, package = _NEEDED[kind]
    return CodexError(
        f"{name} cannot be read here: the package {package} is not installed",
        "expected it by: pip install 'tarock-codex[documents]'",
    )


def read_apart(kind: str, data: bytes) -> QuotingDocument:
    """Read a document in a process of its own; raises `CodexError` with the reason where that cannot read it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-X", "utf8", "-m", "tarock.corpus.verify.apart", kind]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, env=environment, check=False)
    except subprocess.TimeoutExpired:
        raise CodexError(f"takes more than {SECONDS} s to read", "expected a document that is read sooner") from None
    if done.returncode == _FAULT:
        what = done.stderr.decode(errors="replace").strip()
        if what == "missing":
            raise missing(kind)
        raise CodexError(what, "expected a document that can be read")
    if done.returncode:
        raise CodexError("cannot be read: what reads it broke off", "expected an undamaged document")
    return msgspec.json.decode(done.stdout, type=QuotingDocument)


def main(kind: str) -> int:
    """Read standard input and print what is in it."""
    try:
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    except (ImportError, ValueError, OSError):
        pass
    data = sys.stdin.buffer.read()
    try:
        if kind == "tex":
            from tarock.corpus.verify.tex import read_tex  # noqa: PLC0415 - needs a package

            document = read_tex(data.decode())
        else:
            from tarock.corpus.verify.portable import read_pdf  # noqa: PLC0415 - needs a package

            document = read_pdf(data)
    except ImportError:
        sys.stderr.write("missing")
        return _FAULT
    except UnreadPlace as fault:
        sys.stderr.write(str(fault))
        return _FAULT
    sys.stdout.buffer.write(msgspec.json.encode(document))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
