"""The commands that show, cite and compare texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.terminal import complain, paint, show, show_json, show_json_text
from tarock.cli.options import json_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex


def show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ref", metavar="REF")
    text = parser.add_mutually_exclusive_group()
    text.add_argument("--transcript", action="store_true", help="the text as received, without emendations")
    text.add_argument("--modern", action="store_true", help="in modern spelling, which is ours and not to be quoted")
    text.add_argument("--english", action="store_true", help="our English, which is not the text that is cited")
    json_argument(parser, "one JSON object per passage, in a list")
    parser.set_defaults(
        run=show_passages,
        examples=(
            "1840:47.2",
            "1840:11,13-15",
            "1840:11-19 --json",
            "1840:18.2#2",
            "1840:26 --transcript",
            "1754:1 --modern",
            "1840:47.2 --english",
            "1840:6.2@1.0.0",
        ),
    )


def show_passages(options: Namespace, codex: Codex) -> int:
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

        from tarock.corpus.references import ShownPassage

        show_json(
            [
                ShownPassage(
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


def cite_arguments(parser: ArgumentParser) -> None:
    from tarock.publish.citation_formats import FORMATS
    from tarock.publish.citations import LANGUAGES

    parser.add_argument("ref", metavar="REF")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMATS, default="text")
    form.add_argument("--json", action="store_true", help="print every format, and what it is made of, as JSON")
    parser.add_argument("--quote", action="store_true", help="with the quoted words")
    parser.add_argument("--translation", action="store_true", help="with our English, cited as ours beside the German")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the wording")
    parser.set_defaults(
        run=print_citation,
        examples=(
            "1840:47.2",
            "1863:7 --format bibtex",
            "1840:18.2#2 --quote",
            "1754:12 --lang de --quote",
            "1840:47.2 --quote --translation",
        ),
    )


def print_citation(options: Namespace, codex: Codex) -> int:
    """Print the citation in the format that is asked for."""
    from datetime import date

    from tarock.corpus.versions import resolve_version
    from tarock.publish.citations import cite

    if options.format == "urn" and (options.quote or options.translation):
        raise CodexError("a URN names words and does not hold them", "expected no --quote and no --translation with it")
    selection, version = resolve_version(codex.corpus, options.ref)
    publication, today = codex.publication, date.today().isoformat()
    citation = cite(selection, version, publication, options.lang, quote=options.quote, accessed=today)
    if options.translation:
        from tarock.corpus.translation.records import by_article, english_of
        from tarock.publish.citations import with_english

        translation, english = english_of(selection, version, codex.translations)
        words = " ".join(by_article(translation, english).values())
        citation = with_english(citation, translation, words if options.quote else "")
    if options.json:
        from tarock.corpus.publication import CitationRecord
        from tarock.publish.citation_formats import FORMATS

        show_json(CitationRecord(**citation.values, formats={form: citation.render(form) for form in FORMATS}))
    else:
        (show_json_text if options.format == "csl-json" else show)(citation.render(options.format))
    return 0


def verify_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("citation", metavar="CITATION|REF", help="a whole citation, or a reference before its hash")
    parser.add_argument("hash", metavar="HASH", nargs="?", help="at least eight digits of the sha256")
    json_argument(parser)
    parser.set_defaults(
        run=verify_citation,
        examples=("1840:47.2 9fd2c72411e3", '"… [1840:47.2@1.0.0]. In: Tarock Codex, … sha256:9fd2c72411e3; …"'),
    )


def verify_citation(options: Namespace, codex: Codex) -> int:
    """Say whether the words are still the same; 1 when they are not, or when no edition has them."""
    from tarock.corpus.differences import State, verify

    found = verify(codex.corpus, options.citation, options.hash or "")
    if options.json:
        show_json(found)
    else:
        versions = ", ".join(found.versions)
        before = "".join(f", as in {version}" for version in found.versions if version != found.current)
        says = {
            State.SAME: f"the words are the same today (edition {found.current}{before})",
            State.CHANGED: f"the words are those of edition {versions}; they have changed since (now {found.current})",
            State.UNKNOWN: "no edition that we know has words with this hash here",
        }[found.state]
        show(f"{paint(found.state, 'green' if found.state is State.SAME else 'yellow')}  {found.ref}: {says}")
    return 0 if found.state is State.SAME else 1


def diff_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("older", metavar="REF@A")
    parser.add_argument("newer", metavar="REF@B", help="without a version: the present edition")
    json_argument(parser, "one JSON object per passage that differs, in a list")
    parser.set_defaults(run=show_differences, examples=("1840:6.24@1.0.0 1840:6.24", "1840@1.0.0 1840@1.1.0 --json"))


def show_differences(options: Namespace, codex: Codex) -> int:
    """Show each passage whose words differ, like `diff`: 0 when none does, 1 when one does."""
    from tarock.corpus.differences import Stretch, compare_versions

    found = compare_versions(codex.corpus, options.older, options.newer)
    if options.json:
        show_json(found)
        return 1 if found else 0
    marks = {Stretch.SAME: ("", "", ()), Stretch.THEN: ("[-", "-]", ("red",)), Stretch.NOW: ("{+", "+}", ("green",))}
    for made in found:
        text = f"has an id since {made.id_since}; the words are the same" if made.id_since else ""
        for change in () if made.id_since else made.changes:
            before, behind, style = marks[change.kind]
            words = f"{before}{change.text}{behind}"
            text += paint(words, *style) if style else words
        show(f"{paint(made.ref, 'cyan')}  {text}")
    if not found:
        show("no difference")
    return 1 if found else 0
