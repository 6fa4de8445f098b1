"""`tarock show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.term import paint, show

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.codex import Codex

EXAMPLES = ("1840:47.2", "1840:11-19", "1840:26 --transcript", "1840:6.2@1.0.0")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ref", metavar="REF")
    parser.add_argument("--transcript", action="store_true", help="the text as received, without emendations")


def run(options: Namespace, codex: Codex) -> int:
    """Print each passage behind its reference."""
    from tarock.corpus.versions import resolve_version

    selection, version = resolve_version(codex.corpus, options.ref)
    if options.transcript and version != selection.edition.source.edition:
        raise CodexError(
            "--transcript of an old edition", "expected a reference without @VERSION: the transcript has none"
        )
    for passage in selection.passages:
        text = passage.transcript if options.transcript else passage.text
        indented = text.replace("\n", "\n" + " " * (len(passage.ref) + 2))
        show(f"{paint(passage.ref, 'cyan')}  {indented}")
    return 0
