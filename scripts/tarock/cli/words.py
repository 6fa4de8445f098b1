"""`tarock words`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import complain, counted, paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.corpus.spelling import WordForm
    from tarock.proof.codex import Codex
    from tarock.proof.json_records.texts import WordRecord

EXAMPLES = ("1754", "--form sein", "1840 --form Scat --json")
_FIRST = 5  # passages of a form in the list of all


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("siglum", nargs="?", metavar="SIGLUM", help="only in this source")
    parser.add_argument("--form", metavar="X", help="only this form, or the forms whose modern spelling it is")
    parser.add_argument("--json", action="store_true", help="print one JSON object per form, in a list")


def run(options: Namespace, codex: Codex) -> int:
    """Print each word form with its modern one, its count and where it stands; 1 when there is none."""
    from unicodedata import normalize

    from tarock.corpus.spelling import word_forms

    corpus = codex.corpus
    editions = [corpus.edition(options.siglum)] if options.siglum else list(corpus.editions())
    words = word_forms(editions, codex.spelling)
    if options.form:
        wanted = normalize("NFC", options.form).casefold()
        words = [word for word in words if wanted in (word.form.casefold(), word.modern.casefold())]
    if options.json:
        show_json([_record(codex, word) for word in words])
        return 0 if words else 1
    for word in words:
        named = word.refs if options.form else word.refs[:_FIRST]
        more = f" … and {len(word.refs) - len(named)} more" if len(named) < len(word.refs) else ""
        modern = f" ({word.modern})" if word.modern != word.form else ""
        show(f"{paint(word.form, 'bold')}{modern}  {word.count} ×  {paint(', '.join(named), 'cyan')}{more}")
    complain(f"{counted(len(words), 'word form')}; in brackets the modern spelling, which is ours")
    return 0 if words else 1


def _record(codex: Codex, word: WordForm) -> WordRecord:
    from tarock.proof.json_records.texts import WordRecord

    explained = codex.spelling.explain(word.form)
    by = explained.by if explained else "doubtful"
    return WordRecord(
        form=word.form,
        modern=word.modern,
        count=word.count,
        refs=list(word.refs),
        by=by if word.modern == codex.spelling.modern(word.form) else "place",
        rules=list(explained.rules) if explained else [],
        reason=explained.group.reason if explained and explained.group else "",
    )
