"""`tarock diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("1840:6.24@1.0.0 1840:6.24", "1840@1.0.0 1840@1.1.0 --json")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("older", metavar="REF@A")
    parser.add_argument("newer", metavar="REF@B", help="without a version: the present edition")
    parser.add_argument("--json", action="store_true", help="print one JSON object per passage that differs, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Show each passage whose words differ, like `diff`: 0 when none does, 1 when one does."""
    from tarock.corpus.differences import Stretch, compare_versions

    found = compare_versions(codex.corpus, options.older, options.newer)
    if options.json:
        from msgspec import UNSET

        from tarock.proof.json_records.texts import ChangeRecord, DifferenceRecord

        show_json(
            [
                DifferenceRecord(
                    ref=ref,
                    changes=[ChangeRecord(kind=each.kind, text=each.text) for each in made.changes],
                    id_since=made.id_since or UNSET,
                )
                for ref, made in found.items()
            ]
        )
        return 1 if found else 0
    marks = {Stretch.SAME: ("", "", ()), Stretch.THEN: ("[-", "-]", ("red",)), Stretch.NOW: ("{+", "+}", ("green",))}
    for ref, made in found.items():
        text = f"has an id since {made.id_since}; the words are the same" if made.id_since else ""
        for change in () if made.id_since else made.changes:
            before, behind, style = marks[change.kind]
            words = f"{before}{change.text}{behind}"
            text += paint(words, *style) if style else words
        show(f"{paint(ref, 'cyan')}  {text}")
    if not found:
        show("no difference")
    return 1 if found else 0
