"""The command that compares quotations with the editions."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tarock.base.errors import CodexError
from tarock.base.files import STANDARD_INPUT, read_bytes
from tarock.base.project import Project
from tarock.base.terminal import paint, show, show_json
from tarock.cli import add_json_argument
from tarock.codex import ComputedCodex
from tarock.corpus.verify.documents import QuotingDocument
from tarock.corpus.verify.form import LEAST_DIGITS
from tarock.corpus.verify.reading import LARGEST, read_document, read_text_document
from tarock.corpus.verify.records import Class, Quotation, Verification
from tarock.publish.citation_check import make_checker

_HASH = re.compile(r"(?:sha256:)?([0-9a-f]+)\Z", re.IGNORECASE)
_FILE = re.compile(r"[^\n\"„“”»«<>{}\[\]]{1,250}\.[A-Za-z][A-Za-z0-9]{0,7}\Z")
_TEXT = re.compile(r"[.!?]\s|\A\w+:\w")  # in a sentence, or a reference: no name of a file
_LONGEST = 90  # characters of words that are shown
_GOOD = {Class.SAME, Class.TYPOGRAPHY, Class.LETTERS}
_BAD = {Class.DIFFERENT, Class.OTHER, Class.UNREAD}


def add_verify_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock verify`."""
    parser.add_argument(
        "citation",
        metavar="TEXT|FILE|-|REF",
        help="quoted words with or without a place, a document that quotes, or a reference",
    )
    parser.add_argument("hash", metavar="HASH", nargs="?", help="at least eight digits of the sha256")
    add_json_argument(parser)
    parser.set_defaults(
        run=verify_citation,
        examples=(
            "1840:47.2 9fd2c72411e3",
            '"„doppelte Consulation“ 1840:47.2"',
            '"… [1840:47.2@1.0.0]. In: Tarock Codex, … sha256:9fd2c72411e3; …"',
            "thesis.docx",
        ),
    )


def verify_citation(options: Namespace, project: Project) -> int:
    """Print the result for each quotation; return 1 where one differs, 2 where something could not be compared."""
    digest = _parse_hash_digits(options.hash or "")
    document = _read_document(options.citation)
    found = make_checker(ComputedCodex(project)).check(document, digest)
    if options.json:
        show_json(found)
        return found.status
    for each in found.quotations:
        _show(each)
    _show_rest(found)
    return found.status


def _read_document(given: str) -> QuotingDocument:
    """Return the document to compare: standard input (`-`), a file, or the argument itself as text."""
    path = Path(given)
    if given == "-":
        return read_document(read_bytes(STANDARD_INPUT, LARGEST))
    try:
        is_file = len(given) < 1000 and path.exists()
    except (OSError, ValueError):
        is_file = False
    if is_file or (_FILE.fullmatch(given) and not _TEXT.search(given)):
        try:
            return read_document(read_bytes(path, LARGEST))
        except CodexError as error:
            raise CodexError(error.what, error.expected, file=path) from None
    return read_text_document(given)


def _parse_hash_digits(given: str) -> str:
    """Return the digits of a hash such as `sha256:0f3a9c12` in lower case; empty for no text.

    Raises `CodexError` for another text, and for too few digits.
    """
    found = _HASH.match(given.strip())
    if given and not found:
        raise CodexError(f"`{given[:80]}` is no hash", "expected hexadecimal digits, such as sha256:0f3a9c12")
    if found and len(found[1]) < LEAST_DIGITS:
        raise CodexError(f"a hash of {len(found[1])} digits", f"expected at least {LEAST_DIGITS}")
    return found[1].lower() if found else ""


def _show(found: Quotation) -> None:
    """Print a quotation with its class, place, words and differences."""
    colour = "green" if found.class_ in _GOOD else "red" if found.class_ in _BAD else "yellow"
    where = f"{found.ref} (edition {found.edition})" if found.ref and found.edition else found.ref or found.named
    marks = {"": "", "none": "in no marks", "hash": "hash", "block": "block quotation"}.get(found.marks, found.marks)
    show(f"{paint(found.class_, colour)}  {'  '.join(filter(None, (where, found.place, marks)))}")
    if found.text:
        show(f"  {_shorten(found.text)}")
    if found.class_ is Class.OTHER:
        show(f"  it stands in {found.ref}, not in {found.named}")
    if found.also:
        show(f"  also: {', '.join(found.also)}")
    for each in found.differences:
        hint = f"  (perhaps read wrongly by a machine: {each.hint})" if each.hint else ""
        show(f"  quoted: {each.quoted or '—'}  there: {each.there or '—'}{hint}")
    if found.class_ is Class.DIFFERENT and found.words:
        show(f"  there: {found.words}")
    for words in found.left_out:
        show(f"  left out: {words}")
    for words in found.added:
        show(f"  added: {words}")
    if found.others:
        show(f"  the same words stand in {found.others} more places")
    if found.why:
        show(f"  {found.why}")


def _shorten(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 2]} …"


def _show_rest(found: Verification) -> None:
    """Print the counts by class, the words that were not compared, and remarks on the document."""
    counted = {each: sum(one.class_ is each for one in found.quotations) for each in Class}
    if len(found.quotations) > 1:
        show("; ".join(f"{number} {name}" for name, number in counted.items() if number))
    words = sum(len(each.text.split()) for each in found.unread)
    if words:
        first = _shorten(found.unread[0].text)
        show(f"{words} words are in no quotation and were not compared, from {found.unread[0].place} on: {first}")
    for note in found.notes:
        show(note)
