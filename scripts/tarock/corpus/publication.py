"""Who edits and publishes the edition, and which pages of its site moved: the two files at the top written by hand."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import structs

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import VERSION, Record

CITATION = "CITATION.cff"
REDIRECTS = "redirects.yaml"
_BUILT = re.compile(rf"{VERSION}(\.dev[0-9]+\+[a-z0-9.]+)?")
_DAY = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9][^\s<>\"\\^`{|}?#]*")


class Author(msgspec.Struct, frozen=True):
    """An author as the Citation File Format has it."""

    name: str = ""


class Publication(
    msgspec.Struct,
    frozen=True,
    rename={
        "publisher": "title",
        "repository": "repository-code",
        "released": "date-released",
        "licence": "license",
    },
):
    """Who edits and publishes the edition, and where: what we read of `CITATION.cff`, in the Citation File Format 1.2.

    `url`, the address of the site, ends with `/`, or is empty. `repository` is where the project is worked on
    (`repository-code:`), without a slash at its end, or empty. `licence` is that of the data, as SPDX names it.
    `version` and `released` are those of the last release, or of the build that gave this copy away, which has its
    `commit` too: `find_stamp` says what the copy itself is.
    """

    publisher: str = ""
    authors: tuple[Author, ...] = ()
    url: str = ""
    repository: str = ""
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    version: str = ""
    released: str = ""
    commit: str = ""
    licence: str = ""

    @property
    def author_names(self) -> str:
        """Return the names of all authors, joined by `and`."""
        return " and ".join(author.name for author in self.authors)

    @property
    def editor(self) -> str:
        """Return the editor's name; empty where the editor is the publisher."""
        return "" if self.author_names == self.publisher else self.author_names

    def repository_url(self, path: str) -> str:
        """Return the web address of a file of the project in its newest state; empty where there is no repository."""
        return f"{self.repository}/blob/HEAD/{path}" if self.repository else ""


class CitationRecord(Record, kw_only=True):
    """The object of `cite --json`: what the citation is made of, empty where it does not apply, and every format of it.

    `item` is the source in this edition as CSL has it, under one `key` for all its passages, and `cite` the passage as
    a locator in it; `place` is what to type as locator. `hash` is the sha256 of the words, `short` its first digits;
    `address` needs a site that has one.
    """

    ref: str
    versioned: str
    label: str
    urn: str
    key: str
    hash: str
    short: str
    page: str
    first_page: str
    last_page: str
    emended: str
    english: str
    english_quote: str
    quote: str
    address: str
    accessed: str
    accessed_words: str
    place: str
    item: dict[str, Any]
    cite: dict[str, str]
    formats: dict[str, str]


class ExportedFile(Record):
    """A file that was written, with its size and the sha256 of its bytes."""

    file: str
    bytes: int
    sha256: str


class ExportJson(Record):
    """The object of `export --json`: the files that were written, and what is left out of them, in a phrase each."""

    files: list[ExportedFile]
    left_out: list[str]


def load_publication(project: Project) -> Publication:
    """Read `CITATION.cff`; raise `CodexError` where title or author is missing or an address is malformed."""
    document = yamlio.load(project.root / CITATION)
    data = document.convert(Publication, document.data or {})
    if not data.publisher or not data.author_names:
        raise document.error("no title, or no author with a name", "expected `title:` and `authors:` as in CFF 1.2")
    for name, address in (("url", data.url), ("repository-code", data.repository)):
        if address and not _ADDRESS.fullmatch(address):
            expected = "expected one such as https://example.org/tarock/, with its scheme, without spaces, `?` and `#`"
            raise document.error(
                f"`{address}` under `{name}` is no address on the web",
                expected,
                name,
            )
    if not _BUILT.fullmatch(data.version) or not _DAY.fullmatch(data.released):
        raise document.error(
            "no version, or no day of it",
            "expected `version:` such as 0.2.0 and `date-released:` such as 2026-11-22",
        )
    url = f"{data.url.rstrip('/')}/" if data.url else ""
    return structs.replace(data, url=url, repository=data.repository.rstrip("/"))


def load_redirects(project: Project) -> tuple[yamlio.Document, dict[str, str]]:
    """Read `redirects.yaml`: the document, and the new address of each old one.

    Raise `CodexError` if it is malformed.
    """
    document = yamlio.load(project.root / REDIRECTS)
    return document, document.convert(dict[str, str], document.data or {})
