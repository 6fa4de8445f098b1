"""The files to take away: which there are, what they are called, and which were made before.

Files that were made are kept in `build/books`, where something has been built, under a digest of everything that goes
into them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from tarock.base.cache import cached_file
from tarock.base.files import write_bytes
from tarock.base.i18n import ENGLISH, current_language, use_language
from tarock.base.project import Project
from tarock.publish.paper.book import CODEX, Writer, list_book_names, make_book
from tarock.publish.paper.epub import make_epub_writer
from tarock.publish.paper.pdf import make_pdf_writer
from tarock.publish.paper.sheet import LAYOUT, list_sheet_names, make_sheet
from tarock.publish.places import Site
from tarock.publish.views.apparatus import name_sheet

PaperForm = Literal["pdf", "epub", "sheet"]  # a sheet is a PDF of what to look up in a copy
FORMS: tuple[PaperForm, ...] = ("pdf", "epub")
_WRITERS: dict[PaperForm, Callable[[Project], Writer]] = {
    "pdf": make_pdf_writer,
    "epub": make_epub_writer,
    "sheet": partial(make_pdf_writer, layout=LAYOUT),
}
_KEPT = 4  # files of one name: builds differ in the texts that are left out


def make_file_name(name: str, form: PaperForm) -> str:
    """Return the name of a book's file: `1840.pdf`, `1840-print.pdf`, `tarock-codex.epub`; in German `1840-de.pdf`."""
    language = f"-{current_language()}" if current_language() != ENGLISH else ""
    if form == "sheet":
        return name_sheet(name)
    return f"tarock-{name}{language}.{form}" if name == CODEX else f"{name}{language}.{form}"


def list_books(site: Site) -> tuple[tuple[str, PaperForm], ...]:
    """Return the books that the site offers, each with its form."""
    return (*((name, FORMS[0]) for name in list_book_names(site)), (CODEX, FORMS[1]))


def list_sheets(site: Site) -> tuple[tuple[str, PaperForm], ...]:
    """Return the sheets that the site offers, each with its form."""
    return tuple((name, "sheet") for name in list_sheet_names(site))


def write_files(site: Site, folder: Path) -> None:
    """Write every book that the site offers into `folder`, in English and in German."""
    for words in (None, *site.catalogues.values()):
        with use_language(words):
            for name, form in (*list_books(site), *list_sheets(site)):
                write_bytes(folder / make_file_name(name, form), get_book(site, name, form))


def get_book(site: Site, name: str, form: PaperForm) -> bytes:
    """Return the bytes of a book; they are made unless an equal book was made before.

    Raises `CodexError` when something is missing that it needs.
    """
    book = make_sheet(site, name) if form == "sheet" else make_book(site, name)
    project = site.codex.project
    writer = _WRITERS[form](project)
    digest = hashlib.sha256(msgspec.json.encode(book))
    for path in sorted((*Path(__file__).parent.glob("*.*"), *writer.inputs)):
        digest.update(path.read_bytes())
    digest.update(writer.version.encode())
    called, make = make_file_name(name, form), partial(writer.write, book)
    return cached_file(project.build / "books", digest.hexdigest(), called, make, pattern=f"*-{called}", limit=_KEPT)
