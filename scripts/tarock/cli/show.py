"""`tarock show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.term import paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.codex import Codex

EXAMPLES = ("1840:47.2", "1840:11,13-15", "1840:11-19 --json", "1840:18.2#2", "1840:26 --transcript", "1840:6.2@1.0.0")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ref", metavar="REF")
    parser.add_argument("--transcript", action="store_true", help="the text as received, without emendations")
    parser.add_argument("--json", action="store_true", help="print one JSON object per passage, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Print each passage behind its reference."""
    from tarock.corpus.versions import resolve_version

    selection, version = resolve_version(codex.corpus, options.ref)
    if options.transcript and version != selection.edition.source.edition:
        raise CodexError(
            "--transcript of an old edition", "expected a reference without @VERSION: the transcript has none"
        )
    shown = {unit: unit.transcript if options.transcript else unit.text for unit in selection.passages}
    if options.json:
        show_json(
            [{"ref": u.ref, "version": version, "kind": u.kind, "text": t, "sha256": u.hash} for u, t in shown.items()]
        )
        return 0
    for unit, text in shown.items():
        indented = text.replace("\n", "\n" + " " * (len(unit.ref) + 2))
        show(f"{paint(unit.ref, 'cyan')}  {indented}")
    return 0
