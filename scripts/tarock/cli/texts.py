"""The commands that show, cite and compare texts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.project import Project
from tarock.base.terminal import paint, print_error, show, show_json, show_json_text
from tarock.cli import add_json_argument
from tarock.corpus.annotations import LEFT_OUT_SIGN
from tarock.corpus.differences import ChangeKind, compare_versions
from tarock.corpus.editions import Unit
from tarock.corpus.sources import load_sources
from tarock.corpus.stamp import find_software_stamp, find_stamp
from tarock.corpus.translation.records import select_english
from tarock.corpus.versions import resolve_reference
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import LANGUAGES, cite_now, make_citation_record
from tarock.publish.items import write_caveat
from tarock.publish.matter_citations import PREFIX, cite_matter
from tarock.rules.assumptions import ASSUMED
from tarock.rules.data import CodexData
from tarock.rules.matters import find_matter

PRESENT = "present"  # the version of the English


def add_show_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock show`."""
    parser.add_argument("ref", metavar="REF", nargs="?")  # may be taken for the version of `--english`
    text = parser.add_mutually_exclusive_group()
    text.add_argument("--transcript", action="store_true", help="the text as received, without emendations")
    text.add_argument("--modern", action="store_true", help="in modern spelling, which is ours and not to be quoted")
    text.add_argument(
        "--english",
        nargs="?",
        const=PRESENT,
        metavar="VERSION",
        help="our English, which is not the text that is cited; with a version that is kept, as it was then",
    )
    add_json_argument(parser, "print one JSON object per passage, in a list")
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
            "1840:6.2@1.0.0",
        ),
    )


def show_passages(options: Namespace, project: Project) -> int:
    """Print each passage after its reference; return the exit status."""
    codex = CodexData(project)

    if options.ref is None:
        options.ref, options.english = options.english, PRESENT
    if options.ref in (None, PRESENT):
        options.misused("the following arguments are required: {names}".format(names="REF"))
    if options.ref.startswith(PREFIX):
        return _print_matter(options, codex)
    selection, version = resolve_reference(codex.corpus, options.ref)
    if options.transcript and version != selection.edition.source.edition:
        raise CodexError(
            "an old edition has no --transcript",
            "use a reference without @VERSION",
        )
    shown = {unit: unit.transcript if options.transcript else unit.display_text() for unit in selection.passages}
    translation, english = (
        select_english(selection, version, codex.translations_at(selection.edition.siglum, options.english))
        if options.english
        else (None, {})
    )
    spelled = codex.spelling.modernize_text if options.modern else None
    if options.json:
        show_json(
            codex.shown_passages(selection, version, transcript=options.transcript, english=options.english or "")
        )
        return 0
    notes = {} if options.transcript or translation else {unit.ref: describe_signs(unit, codex) for unit in shown}
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
        source = selection.edition.source
        show(paint(f"{source.short_title}: {write_caveat(source, 'en')}", "dim"))
    if spelled:
        print_error("modern spelling: ours, not the edition's")
    if translation:
        print_error(f"{translation.imprint.title}: not the text that is cited")
    return 0


def _print_matter(options: Namespace, codex: CodexData) -> int:
    """Print a matter: the question, the answer of each source with its words, and what became of it."""
    matter = find_matter(codex.matters, options.ref.removeprefix(PREFIX))
    if options.transcript or options.modern or options.english:
        raise CodexError(
            "a matter is no text of a source", "expected none of --transcript, --modern and --english with it"
        )
    if options.json:
        show_json([matter])
        return 0
    show(f"{paint(f'{PREFIX}{matter.id}', 'cyan')}  {matter.question.en}")
    for siglum, answer in matter.answers.items():
        said = ": ".join(filter(None, (answer.silence, answer.says.en if answer.says else "")))
        look = f" [{', '.join(answer.look)}]" if answer.look else ""
        show(f"  {siglum}  {said}{look}")
        for support in answer.supports:
            show(f"        {support.ref} „{codex.corpus.display_quote(support.ref, support.quote)}“")
    for pair, found in matter.pairs.items():
        show(f"  {pair}  {paint(found.kind, 'cyan')}{f': {found.says.en}' if found.says else ''}")
    return 0


def describe_signs(unit: Unit, codex: CodexData) -> Iterator[str]:
    """Yield what the signs in the printed text mean, and the readings of printed copies."""
    for each in unit.signs:
        if each.point:
            yield f"{LEFT_OUT_SIGN} left out by the edition; the transcript has here: {each.payload}"
        else:
            yield f"{unit.display_text(each.start, each.end)} added by the edition; the transcript has it not"
    for it in codex.copy_readings(unit):
        standing = f": {it.standing}" if it.standing else ""
        read = f"for `{it.words}` the copy {it.copy} has `{it.reading}` ({it.by}, {it.date})"
        yield f"{read}{standing}"


def elsewhere_lines(codex: CodexData, siglum: str, ref: str) -> Iterator[str]:
    """Yield what other texts say about a passage and about what it leaves to another game, and what we assume there."""
    for other, testimony in codex.testimonies.get(ref, ()):
        yield f"{other.title}: {testimony.says} „{testimony.quote}“"
    files = (codex.project.rules / siglum / name for name in ("silences.yaml", ASSUMED))
    if not any(ref in read_text(path) for path in files if path.is_file()):
        return  # without reading the whole table, which takes longer than all else
    table = codex.tables[siglum]
    if any(silence.ref == ref for silence in table.silences.by_key.values()):
        for text, fact, _line in table.borrowed.facts:
            about = ", ".join(fact.keys) or fact.topic
            yield (f"borrowed from {codex.elsewhere[text].record.title}, no rule of {siglum}: {about}: {fact.says}")
    for each in table.assumed.by_name.values():
        if each.record.at == ref:
            told = f"{each.record.says} {each.record.why} (whence: {each.record.whence})"
            yield f"assumed by us, no rule of {siglum}: {each.ident}: {told}"


def add_cite_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock cite`."""
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
            "matter:cards-in-the-pack",
        ),
    )


def print_citation(options: Namespace, project: Project) -> int:
    """Print the citation in the chosen format; return the exit status."""
    codex = CodexData(project)
    if options.ref.startswith(PREFIX):
        return _print_matter_citation(options, codex)
    citation = cite_now(
        codex, options.ref, options.lang, form=options.format, quote=options.quote, translated=options.translation
    )
    if options.json:
        show_json(make_citation_record(citation))
    else:
        (show_json_text if options.format == "csl-json" else show)(citation.render(options.format))
    return 0


def _print_matter_citation(options: Namespace, codex: CodexData) -> int:
    """Print the citation of a matter in the format that is asked for."""
    if options.quote or options.translation:
        raise CodexError("a matter is no text of a source", "expected neither --quote nor --translation with it")
    citation = cite_matter(codex, options.ref.removeprefix(PREFIX), options.lang)
    if options.json:
        show_json(citation)
    else:
        (show_json_text if options.format == "csl-json" else show)(citation.render(options.format))
    return 0


def add_diff_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock diff`."""
    parser.add_argument("older", metavar="REF@A")
    parser.add_argument("newer", metavar="REF@B", help="without a version: the present edition")
    add_json_argument(parser, "print one JSON object per passage that differs, in a list")
    parser.set_defaults(run=show_differences, examples=("1840:6.24@1.0.0 1840:6.24", "1840@1.0.0 1840@1.1.0 --json"))


def show_differences(options: Namespace, project: Project) -> int:
    """Print each passage with different words, as `diff` does; return 0 when there is none, otherwise 1."""
    codex = CodexData(project)

    found = compare_versions(codex.corpus, options.older, options.newer)
    if options.json:
        show_json(found)
        return 1 if found else 0
    marks = {
        ChangeKind.SAME: ("", "", ()),
        ChangeKind.THEN: ("[-", "-]", ("red",)),
        ChangeKind.NOW: ("{+", "+}", ("green",)),
    }
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


def show_versions(project: Project) -> int:
    """Print the version of the software and of the editions; return the exit status."""
    software = find_software_stamp()
    sources = load_sources(project)
    show(f"tarock {software}")
    if (data := find_stamp(project)) != software:
        show(f"the data in {project.root}: {data}")
    for source in sources.values():
        show(f"{source.siglum} edition {source.edition}")
    return 0
