"""What is copied from a page of our books: whole words, with a blank before the call of a note.

Ten pages of each book, read by pdfium as browsers do, and by pdftotext where it is installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from unicodedata import normalize

import pypdfium2
import pytest

from tarock.codex import ComputedCodex
from tarock.publish.paper.files import get_book, list_books
from tarock.publish.places import Site

pytestmark = pytest.mark.slow

PAGES = 10
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
CALL = re.compile(r"\b[^\W\d_]{2,}[ecdH]\d{1,3}\b")  # from the start of a word: a digest has such letters too


def by_pdfium(data: bytes, numbers: list[int], _folder: Path) -> str:
    document = pypdfium2.PdfDocument(data)
    return "\n".join(document[number].get_textpage().get_text_range() for number in numbers)


def by_pdftotext(data: bytes, numbers: list[int], folder: Path) -> str:
    if not shutil.which("pdftotext"):
        pytest.skip("needs pdftotext")
    (folder / "book.pdf").write_bytes(data)
    found = []
    for number in numbers:
        line = ["pdftotext", "-f", str(number + 1), "-l", str(number + 1), str(folder / "book.pdf"), "-"]
        found.append(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
    return "\n".join(found)


@pytest.mark.parametrize("read", [by_pdfium, by_pdftotext])
@pytest.mark.parametrize("name", ["1754", "1840", "1863", "1945", "codex"])
def test_words_are_copied_whole(computed: ComputedCodex, tmp_path: Path, name: str, read: object) -> None:
    site = Site(computed)  # with every text
    assert (name, "pdf") in list_books(site)
    data = get_book(site, name, "pdf")
    count = len(pypdfium2.PdfDocument(data))
    numbers = sorted({count * part // PAGES for part in range(PAGES)})
    text = read(data, numbers, tmp_path)  # type: ignore[operator]
    assert not re.search(r"[\u00ad\ufffe\u0002]", text)
    assert re.findall(r"[^\W\d_]-\r?\n\s*[^\W\d_]", text) == []
    assert CALL.findall(text) == []


@pytest.mark.parametrize("read", [by_pdfium, by_pdftotext])
@pytest.mark.parametrize("siglum", ["1754", "1840", "1863", "1945"])
def test_the_copied_words_are_those_of_the_edition(
    computed: ComputedCodex, tmp_path: Path, siglum: str, read: object
) -> None:
    """Of the passages that a page has from their first to their last word, every word is found in it, in order."""
    data = get_book(Site(computed), siglum, "pdf")
    count = len(pypdfium2.PdfDocument(data))
    numbers = sorted({count * part // PAGES for part in range(PAGES)})
    copied = [" ".join(WORD.findall(normalize("NFC", read(data, [each], tmp_path)))) for each in numbers]  # type: ignore[operator]
    whole = 0
    for passage in computed.corpus.edition(siglum).passages.values():
        found = WORD.findall(passage.text)
        if len(found) < 12:
            continue
        for page in copied:
            begins, ends = " ".join(found[:6]), " ".join(found[-6:])
            if begins in page and ends in page:
                between = page[page.index(begins) : page.rindex(ends) + len(ends)].split()
                kept = iter(between)
                assert [word for word in found if word not in kept] == [], passage.ref
                whole += 1
    assert whole >= 5
