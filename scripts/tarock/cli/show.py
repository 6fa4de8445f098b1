"""`tarock show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.terminal import complain, paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = (
    "1840:47.2",
    "1840:11,13-15",
    "1840:11-19 --json",
    "1840:18.2#2",
    "1840:26 --transcript",
    "1754:1 --modern",
    "1840:47.2 --english",
    "1840:6.2@1.0.0",
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ref", metavar="REF")
    text = parser.add_mutually_exclusive_group()
    text.add_argument("--transcript", action="store_true", help="the text as received, without emendations")
    text.add_argument("--modern", action="store_true", help="in modern spelling, which is ours and not to be quoted")
    text.add_argument("--english", action="store_true", help="our English, which is not the text that is cited")
    parser.add_argument("--json", action="store_true", help="print one JSON object per passage, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Print each passage behind its reference."""
    from tarock.corpus.translation.records import by_article, english_of
    from tarock.corpus.versions import resolve_version

    selection, version = resolve_version(codex.corpus, options.ref)
    if options.transcript and version != selection.edition.source.edition:
        raise CodexError(
            "--transcript of an old edition", "expected a reference without @VERSION: the transcript has none"
        )
    shown = {unit: unit.transcript if options.transcript else unit.text for unit in selection.passages}
    translation, english = english_of(selection, version, codex.translations) if options.english else (None, {})
    modern = {unit: codex.spelling.modern_text(unit) for unit in shown} if options.modern else {}
    if options.json:
        from msgspec import UNSET

        from tarock.proof.json_records.texts import PassageRecord

        show_json(
            [
                PassageRecord(
                    ref=unit.ref,
                    version=version,
                    kind=unit.kind,
                    text=text,
                    sha256=unit.hash,
                    modern=modern.get(unit, UNSET),
                    english=english.get(unit, UNSET),
                )
                for unit, text in shown.items()
            ]
        )
        return 0
    refs = {unit.ref: text for unit, text in (shown | modern).items()}
    for ref, text in (by_article(translation, english) if translation else refs).items():
        indented = text.replace("\n", "\n" + " " * (len(ref) + 2))
        show(f"{paint(ref, 'cyan')}  {indented}")
    if modern:
        complain("modern spelling: ours, not the edition's")
    if translation:
        complain(f"{translation.imprint.title}: not the text that is cited")
    return 0
