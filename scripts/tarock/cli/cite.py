"""`tarock cite`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.terminal import show, show_json, show_json_text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = (
    "1840:47.2",
    "1863:7 --format bibtex",
    "1840:18.2#2 --quote",
    "1754:12 --lang de --quote",
    "1840:47.2 --quote --translation",
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from tarock.publish.citation_formats import FORMATS
    from tarock.publish.citations import LANGUAGES

    parser.add_argument("ref", metavar="REF")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMATS, default="text")
    form.add_argument("--json", action="store_true", help="print every format, and what it is made of, as JSON")
    parser.add_argument("--quote", action="store_true", help="with the quoted words")
    parser.add_argument("--translation", action="store_true", help="with our English, cited as ours beside the German")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the wording")


def run(options: Namespace, codex: Codex) -> int:
    """Print the citation in the format that is asked for."""
    from datetime import date

    from tarock.corpus.publication import load_publication
    from tarock.corpus.versions import resolve_version
    from tarock.publish.citations import cite

    if options.format == "urn" and (options.quote or options.translation):
        raise CodexError("a URN names words and does not hold them", "expected no --quote and no --translation with it")
    selection, version = resolve_version(codex.corpus, options.ref)
    publication, today = load_publication(codex.project), date.today().isoformat()
    citation = cite(selection, version, publication, options.lang, quote=options.quote, accessed=today)
    if options.translation:
        from tarock.corpus.translation.records import by_article, english_of
        from tarock.publish.citations import with_english

        translation, english = english_of(selection, version, codex.translations)
        words = " ".join(by_article(translation, english).values())
        citation = with_english(citation, translation, words if options.quote else "")
    if options.json:
        from tarock.proof.json_records.texts import CitationRecord
        from tarock.publish.citation_formats import FORMATS

        show_json(CitationRecord(**citation.values, formats={form: citation.render(form) for form in FORMATS}))
    else:
        (show_json_text if options.format == "csl-json" else show)(citation.render(options.format))
    return 0
