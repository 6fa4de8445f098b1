"""PDF read page by page, in the process of `apart.py`."""

from __future__ import annotations

import re
from collections import Counter

import pypdfium2

from tarock.corpus.verify.documents import DocumentPart, QuotingDocument, UnreadPlace, read_cork

_IMAGE = 3  # the kind of an object of a page that is an image
_MOST_PAGES = 5000
_LARGEST = 20_000_000  # characters
_REPEATED = 3  # pages that have the same line at their top or foot, which is then none of the text


def read_pdf(data: bytes) -> QuotingDocument:
    """Read a PDF; raises `UnreadPlace` for one that is encrypted, damaged, or has no words."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise UnreadPlace("is encrypted: it opens with a password only") from None
        raise UnreadPlace("is damaged, or no PDF") from None
    if len(document) > _MOST_PAGES:
        raise UnreadPlace(f"has more than {_MOST_PAGES} pages")
    pages, unread = list[list[str]](), list[tuple[str, str]]()
    for number in range(len(document)):
        page = document[number]
        text = page.get_textpage().get_text_bounded().replace("\r\n", "\n").replace("\r", "\n")
        lines = text.split("\n")
        if not text.strip() and any(each.type == _IMAGE for each in page.get_objects()):
            unread.append((f"page {number + 1}", "a picture without a text layer"))
        pages.append(lines)
    if not any(line.strip() for lines in pages for line in lines):
        raise UnreadPlace("has no text layer: only pictures of pages")
    furniture = _furniture(pages)
    text, starts, aside = "", list[tuple[int, str]](), list[DocumentPart]()
    for number, lines in enumerate(pages, 1):
        starts.append((len(text), f"page {number}"))
        kept = []
        for place, line in enumerate(lines):
            at_edge = place < 2 or place >= len(lines) - 2
            if at_edge and line.strip() and (_bare(line) in furniture or _bare(line) == "#"):
                aside.append(DocumentPart(line, f"page {number}", ((0, ""),), aside=True))
            else:
                kept.append(line)
        text += read_cork("\n".join(kept).strip("\n") + "\n")
        if len(text) > _LARGEST:
            raise UnreadPlace(f"has more than {_LARGEST} characters")
    return QuotingDocument("PDF", (DocumentPart(text, starts=tuple(starts)), *aside), unread=tuple(unread))


def _furniture(pages: list[list[str]]) -> set[str]:
    """Return the lines that stand at the top or foot of several pages, numbers aside."""
    edges = Counter(_bare(line) for lines in pages for line in {*lines[:2], *lines[-2:]} if line.strip())
    return {line for line, count in edges.items() if count >= _REPEATED}


def _bare(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(line.split()))
