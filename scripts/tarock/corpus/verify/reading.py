"""Documents of people read: which format they have is told by what is in them, whatever their name.

Formats that need no package are read here; TeX and PDF are read in a process apart, which is stopped in time.
"""

from __future__ import annotations

import html
import re

from tarock.base.errors import CodexError
from tarock.corpus.verify.apart import read_apart
from tarock.corpus.verify.documents import DocumentPart, QuotingDocument, read_cork
from tarock.corpus.verify.markup import TAGS, read_markup
from tarock.corpus.verify.packed import read_packed
from tarock.corpus.verify.record_formats import BIBTEX, RIS, read_records

LARGEST = 50_000_000  # bytes of a document
_QUOTED_LINE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_TEX = re.compile(
    r"\\(?:documentclass|usepackage|begin\s*\{|(?:text|block|foreign)?c?quote\b|enquote\b|textquote|footnote\b|emph\b|text[a-z]{2,4}\s*\{"
    r"|(?:sub)*section\b|(?:auto|paren|foot|text)?cite[a-z]*\b|[gf]lqq|[gf]rqq|chapter\b|par\b)"
)
_PAGE = re.compile(r"\n[ \t]*(\d{1,4})\s*\n?\f\n?")  # before the end of a page of a text that was read from a PDF
_MARKED_UP = re.compile(r"\A\s*(?:<\?xml|<!doctype|<!--|<html|<[a-zA-Z][\w:-]*[\s/>])", re.IGNORECASE)
PROGRAMS = (_MARKED_UP, BIBTEX, RIS, _TEX, TAGS, _ENTITY)  # by which a text is known that is written for a program
_OLD_OFFICE, _RTF = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf"
_FEW = 200  # bytes by which UTF-16 without a mark is told


def read_document(data: bytes) -> QuotingDocument:
    """Read a document; raises `CodexError` for one that is too large, encrypted, or no text in any known format."""
    if len(data) > LARGEST:
        raise CodexError(f"more than {LARGEST // 1_000_000} MB", f"expected at most {LARGEST // 1_000_000}")
    if data.startswith(b"PK\x03\x04"):
        return read_packed(data)
    if data.lstrip()[:5] == b"%PDF-" or b"%PDF-" in data[:1024]:
        return read_apart("pdf", data)
    if data.startswith(_OLD_OFFICE):
        raise CodexError("is encrypted, or of an old Word", "expected .docx, .odt or .pdf without a password")
    if data.startswith(_RTF):
        raise CodexError("is RTF, which is not read", "expected the same saved as .docx or .odt")
    text, note = decoded(data)
    document = read_text_document(text)
    return QuotingDocument(document.format, document.parts, document.records, document.unread, (*document.notes, *note))


def decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file with what is to be said of its encoding; raises `CodexError` where it is no text."""
    for mark, name in (
        (b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32"),
        (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"),
    ):  # fmt: skip
        if data.startswith(mark):
            return _text(data, name), ()
    head = data[:_FEW]
    for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if len(head) > 1 and 2 * zeros.count(0) > len(zeros):
            return _text(data, name), ("read as UTF-16",)
    if 0 in data:
        raise CodexError(
            "is no text, and in no format that is read", "expected text, HTML, TeX, .docx, .odt, .epub or .pdf"
        )
    try:
        return _text(data, "utf-8"), ()
    except CodexError:
        return _text(data, "cp1252"), ("not UTF-8: read as Windows-1252",)


def _text(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "cp1252":
            text = data.decode("latin-1")
        else:
            raise CodexError(f"is not {encoding.upper()} (byte {error.start})", "expected a text") from None
    return read_cork(text.replace("\r\n", "\n").replace("\r", "\n"))


def read_text_document(text: str) -> QuotingDocument:
    """Read a text: a record of ours or of others, HTML, TeX, or running text, with Markdown or without.

    Raises `CodexError` for TeX where what reads it is not installed.
    """
    if _MARKED_UP.match(text):
        return read_markup(text)
    if (records := read_records(text, decode_tex)) is not None:
        return QuotingDocument(records[0], records=records[1])
    if _TEX.search(text):
        return read_apart("tex", text.encode())
    if TAGS.search(text):
        return read_markup(text, lines=True)
    numbers = [DocumentPart(match[1], "number of a page", ((0, ""),), aside=True) for match in _PAGE.finditer(text)]
    return QuotingDocument("text", (running(_PAGE.sub("\n", text)), *numbers))


def decode_tex(text: str) -> str:
    """Return the plain words of a piece of TeX."""
    return "\n".join(part.text for part in read_apart("tex", text.encode()).parts if not part.aside)


def running(text: str) -> DocumentPart:
    """Return text with Markdown or of an e-mail as it reads: entities and escapes resolved, quoted lines as blocks."""
    if _ENTITY.search(text):
        text = html.unescape(text)
    lines, blocks, length, start = list[str](), list[tuple[int, int]](), 0, -1
    for line in text.split("\n"):
        quoted = _QUOTED_LINE.match(line)
        kept = _ESCAPED.sub(r"\1", line[quoted.end() :] if quoted else line)
        if quoted and start < 0:
            start = length
        elif not quoted and start >= 0:
            blocks.append((start, length - 1))
            start = -1
        lines.append(kept)
        length += len(kept) + 1
    if start >= 0:
        blocks.append((start, length - 1))
    return DocumentPart("\n".join(lines), blocks=tuple(blocks))
