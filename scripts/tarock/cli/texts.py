"""The commands that show, cite and compare texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.language import DATA, marked, spoken, translated, worded
from tarock.base.terminal import complain, paint, show, show_json, show_json_text
from tarock.cli import json_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from tarock.corpus.editions import Unit
    from tarock.proof.codex import Codex

_CITATION_FILES = (".bib", ".json", ".md", ".ris", ".txt")


PRESENT = "present"  # the version of the English
_STATES = (marked("same"), marked("changed"), marked("unknown"), marked("differs"), marked("unread"))  # of cited words
_STANDINGS = (marked("attested"), marked("refuted"), marked("disputed"))  # of a record before the copies


def show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ref", metavar=worded("REF"), nargs="?")  # may be taken for the version of `--english`
    text = parser.add_mutually_exclusive_group()
    text.add_argument("--transcript", action="store_true", help=worded("the text as received, without emendations"))
    text.add_argument(
        "--modern", action="store_true", help=worded("in modern spelling, which is ours and not to be quoted")
    )
    text.add_argument(
        "--english",
        nargs="?",
        const=PRESENT,
        metavar=worded("VERSION"),
        help=worded("our English, which is not the text that is cited; with a version, as it was then"),
    )
    json_argument(parser, worded("print one JSON object per passage, in a list"))
    parser.set_defaults(
        run=show_passages,
        misused=parser.error,
        examples=(
            "1840:47.2",
            "1840:11,13-15",
            "1840:11-19 --json",
            "1840:18.2#2",
            "1840:26 --transcript",
            "1754:1 --modern",
            "1840:47.2 --english",
            "1840:47.2 --english=1.0.3",
            "1840:6.2@1.0.0",
        ),
    )


def show_passages(options: Namespace, codex: Codex) -> int:
    """Print each passage behind its reference."""
    from tarock.corpus.translation.records import english_of
    from tarock.corpus.versions import resolve_version

    if options.ref is None:
        options.ref, options.english = options.english, PRESENT
    if options.ref in (None, PRESENT):
        options.misused(worded("the following arguments are required: {names}", names=worded("REF")))
    selection, version = resolve_version(codex.corpus, options.ref)
    if options.transcript and version != selection.edition.source.edition:
        raise CodexError(
            worded("--transcript of an old edition"),
            worded("expected a reference without @VERSION: the transcript has none"),
        )
    shown = {unit: unit.transcript if options.transcript else unit.shown() for unit in selection.passages}
    translation, english = (
        english_of(selection, version, codex.english(selection.edition.siglum, options.english))
        if options.english
        else (None, {})
    )
    spelled = codex.spelling.modern_text if options.modern else None
    if options.json:
        from tarock.library import passages

        show_json(passages(codex, selection, version, transcript=options.transcript, english=options.english or ""))
        return 0
    notes = {} if options.transcript or translation else {unit.ref: notes_on(unit, codex) for unit in shown}
    refs = {unit.ref: spelled(unit, shown=True) if spelled else text for unit, text in shown.items()}
    for ref, text in (english if translation else refs).items():
        indented = text.replace("\n", "\n" + " " * (len(ref) + 2))
        show(f"{paint(ref, 'cyan')}  {indented}")
        for note in notes.get(ref, ()):
            show(" " * (len(ref) + 2) + paint(note, "dim"))
    if len(shown) == 1 and not (options.transcript or options.english or options.modern):
        for line in elsewhere_lines(codex, selection.edition.siglum, *refs):
            show(paint(line, "dim"))
    if not selection.reference.first:
        from tarock.publish.items import caveat

        source = selection.edition.source
        show(paint(f"{source.short_title}: {caveat(source, spoken())}", "dim"))
    if spelled:
        complain(worded("modern spelling: ours, not the edition's"))
    if translation:
        complain(worded("{title}: not the text that is cited", title=translated(translation.imprint.title, DATA)))
    return 0


def notes_on(unit: Unit, codex: Codex) -> Iterator[str]:
    """What the signs in the words that are shown say, and what copies of the print have."""
    from tarock.corpus.annotations import LEFT_OUT_SIGN
    from tarock.library import read_in_copies

    for each in unit.signs:
        if each.point:
            yield worded(
                "{sign} left out by the edition; the transcript has here: {words}",
                sign=LEFT_OUT_SIGN,
                words=each.payload,
            )
        else:
            yield worded(
                "{words} added by the edition; the transcript has it not", words=unit.shown(each.start, each.end)
            )
    for it in read_in_copies(unit, codex):
        standing = f": {worded(it.standing)}" if it.standing else ""
        read = worded(
            "for `{words}` the copy {copy} has `{reading}` ({by}, {date})",
            words=it.words,
            copy=it.copy,
            reading=it.reading,
            by=it.by,
            date=it.date,
        )
        yield f"{read}{standing}"


def elsewhere_lines(codex: Codex, siglum: str, ref: str) -> Iterator[str]:
    """What other texts say on a passage, and of what it leaves to another game."""
    for found in codex.witnessed.get(ref, ()):
        yield f"{translated(found.text.title, DATA)}: {translated(found.evidence.says, DATA)} „{found.evidence.quote}“"
    table = codex.tables[siglum]
    if any(silence.ref == ref for silence in table.silences.by_key.values()):
        for text, fact, _line in table.borrowed.facts:
            about = ", ".join(fact.keys) or fact.topic
            yield worded(
                "borrowed from {title}, no rule of {siglum}: {about}: {says}",
                title=translated(codex.elsewhere[text].record.title, DATA),
                siglum=siglum,
                about=about,
                says=translated(fact.says, DATA),
            )


def cite_arguments(parser: ArgumentParser) -> None:
    from tarock.publish.citation_formats import FORMATS
    from tarock.publish.citations import LANGUAGES

    parser.add_argument("ref", metavar=worded("REF"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMATS, default="text")
    form.add_argument("--json", action="store_true", help=worded("print every format, and what it is made of, as JSON"))
    parser.add_argument("--quote", action="store_true", help=worded("with the quoted words"))
    parser.add_argument(
        "--translation", action="store_true", help=worded("with our English, cited as ours beside the German")
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help=worded("language of the wording"))
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
    from tarock.publish.citations import citation_record, cited_now

    citation = cited_now(
        codex, options.ref, options.lang, form=options.format, quote=options.quote, translated=options.translation
    )
    if options.json:
        show_json(citation_record(citation))
    else:
        (show_json_text if options.format == "csl-json" else show)(citation.render(options.format))
    return 0


def verify_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "citation",
        metavar=worded("CITATION|FILE|-|REF"),
        help=worded("a whole citation, a file that holds one, or a reference"),
    )
    parser.add_argument("hash", metavar=worded("HASH"), nargs="?", help=worded("at least eight digits of the sha256"))
    json_argument(parser)
    parser.set_defaults(
        run=verify_citation,
        examples=(
            "1840:47.2 9fd2c72411e3",
            '"„doppelte Consulation“ 1840:47.2"',
            '"… [1840:47.2@1.0.0]. In: Tarock Codex, … sha256:9fd2c72411e3; …"',
            "citation.bib",
        ),
    )


def verify_citation(options: Namespace, codex: Codex) -> int:
    """Say whether the words are still the same; 1 when they are not, 2 when some of the input was not looked at."""
    from tarock.corpus.differences import State
    from tarock.library import verified

    found = verified(codex, _citation(options.citation), options.hash or "")
    status = {State.SAME: 0, State.UNREAD: 2}.get(found.state, 1)
    if options.json:
        show_json(found)
        return status
    versions = ", ".join(found.versions)
    before = "".join(
        f", {worded('as in {version}', version=version)}" for version in found.versions if version != found.current
    )
    says = {
        State.SAME: worded("the words are the same today (edition {edition})", edition=f"{found.current}{before}"),
        State.UNREAD: worded("what was compared is the same today (edition {edition})", edition=found.current),
        State.CHANGED: worded(
            "the words are those of edition {versions}; they have changed since (now {current})",
            versions=versions,
            current=found.current,
        ),
        State.UNKNOWN: worded("no edition that we know has words with this hash here"),
        State.DIFFERS: worded("the quoted words are not those of the passage"),
    }[found.state]
    state = worded(found.state)
    show(f"{paint(state, 'green' if found.state is State.SAME else 'yellow')}  {found.ref}: {says}")
    if found.state is State.DIFFERS:
        show(f"  {worded('cited: {words}', words=found.cited)}\n  {worded('there: {words}', words=found.there)}")
    for words in found.unread:
        show(f"  {worded('not looked at: {words}', words=' '.join(words.split()))}")
    return status


def _citation(text: str) -> str:
    """A citation, or that in a file: what has a file's name and is no reference is one."""
    from pathlib import Path

    from tarock.base.files import read_text

    named = "\n" not in text and Path(text).suffix.lower() in _CITATION_FILES and not any(map(str.isspace, text))
    return read_text(Path(text)) if text == "-" or named else text


def diff_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("older", metavar=worded("REF@A"))
    parser.add_argument("newer", metavar=worded("REF@B"), help=worded("without a version: the present edition"))
    json_argument(parser, worded("print one JSON object per passage that differs, in a list"))
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
        text = (
            worded("has an id since {version}; the words are the same", version=made.id_since) if made.id_since else ""
        )
        for change in () if made.id_since else made.changes:
            before, behind, style = marks[change.kind]
            words = f"{before}{change.text}{behind}"
            text += paint(words, *style) if style else words
        show(f"{paint(made.ref, 'cyan')}  {text}")
    if not found:
        show(worded("no difference"))
    return 1 if found else 0
