"""What a citation says, apart from its format: the source with its own imprint, and our edition of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock import yamlio
from tarock.errors import CodexError
from tarock.publish.citations.template import fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.corpus.editions import Edition, Unit
    from tarock.corpus.references import Selection
    from tarock.corpus.sources import Source
    from tarock.project import Project

LANGUAGES = ("en", "de")
SHORT_HASH = 12  # digits of the hash that a person may type
_MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"),
}  # fmt: skip
PAGES = {"en": ("p.", "pp."), "de": ("S.", "S.")}
_NOT_IN_KEY = re.compile(r"[^A-Za-z0-9.]+")


@dataclass(frozen=True, slots=True)
class Publication:
    """Who edits and publishes the edition, and where: `CITATION.cff` says it. `url` ends with `/`, or is empty."""

    publisher: str
    editor: str
    url: str


def load_publication(project: Project) -> Publication:
    """Read `CITATION.cff`; raises `CodexError` where it names no title or no author."""
    document = yamlio.load(project.root / "CITATION.cff")
    data = document.data if isinstance(document.data, dict) else {}
    authors = data.get("authors")
    names = [author.get("name") for author in authors if isinstance(author, dict)] if isinstance(authors, list) else []
    title, url = data.get("title"), data.get("url") or ""
    if not isinstance(title, str) or not names or not all(isinstance(name, str) for name in names):
        raise document.error("no title, or no author with a name", "expected `title:` and `authors:` as in CFF 1.2")
    editor = " and ".join(str(name) for name in names)
    address = f"{url.rstrip('/')}/" if isinstance(url, str) and url else ""
    return Publication(title, "" if editor == title else editor, address)


@dataclass(frozen=True, slots=True)
class Citation:
    """What is cited (`values`, by the names that the templates use), of which source and which edition of it."""

    source: Source
    version: str
    publication: Publication
    language: str
    values: Mapping[str, str]

    @property
    def date(self) -> str:
        """The day on which this edition of the source appeared, `2026-11-21`."""
        return edition_date(self.source, self.version)

    def render(self, form: str) -> str:
        """The citation in one of `FORMATS`."""
        from tarock.publish.citations.formats import templates

        return self.fill(templates(self.source, self.version, self.publication, self.language)[form], form)

    def fill(self, template: str, form: str) -> str:
        """The citation in a format whose template is at hand: many citations of one source share it."""
        return fill(template, self.values, form)


def edition_date(source: Source, version: str) -> str:
    """When a version of a source appeared; raises `CodexError` where `sources.yaml` does not say."""
    if version not in source.dates:
        raise CodexError(
            f"no date for edition {version} of source {source.siglum}",
            f"expected `dates:` of {source.siglum} to name it",
            file="corpus/sources/sources.yaml",
        )
    return source.dates[version]


def cite(
    selection: Selection,
    version: str,
    publication: Publication,
    language: str = "en",
    *,
    quote: bool = False,
    accessed: str = "",
) -> Citation:
    """The citation of what a reference names, with labels and caveats in `language` (`en` or `de`).

    `quote` adds the words of the edition; `accessed` is a day such as `2026-11-22`, shown with the address.
    """
    source = selection.edition.source
    base, _, ident = selection.ref.partition(":")
    first = selection.reference.first  # of several, the address is that of the first
    pages = printed_pages(selection.edition, selection.passages)
    values = {
        "ref": selection.ref,
        "versioned": f"{selection.ref}@{version}",
        "label": selection.label(language),
        "urn": urn(source, version, ident),
        "key": key(selection.ref, version),
        "hash": selection.hash,
        "short": selection.hash[:SHORT_HASH],
        "page": f"{PAGES[language][len(pages) > 1]} {'–'.join(dict.fromkeys((*pages[:1], *pages[-1:])))}"
        if pages
        else "",
        "first_page": "".join(pages[:1]),
        "last_page": pages[-1] if len(pages) > 1 else "",
        "emended": emended(sum(len(passage.emendations) for passage in selection.passages), language),
        "quote": "\n".join(passage.text for passage in selection.passages) if quote else "",
        "address": f"{publication.url}c/{base}/{first}@{version}/" if publication.url and ident else publication.url,
        "accessed": accessed if publication.url else "",
        "accessed_words": written(accessed, language) if accessed and publication.url else "",
    }
    return Citation(source, version, publication, language, values)


def urn(source: Source, version: str, ident: str) -> str:
    """The CTS URN of a passage in one version: dots separate the parts of a CTS name, so the version has hyphens."""
    base = f"urn:cts:tarock:{source.urn}{version.replace('.', '-')}"
    return f"{base}:{ident}" if ident else base


def key(ref: str, version: str) -> str:
    """A key for reference managers, one per reference and version: `tarock-1840-47.2-v1.0.0`."""
    ends = ref.replace("-", "-to-").replace(",", "-and-")
    return f"tarock-{_NOT_IN_KEY.sub('-', ends)}-v{version}"


def emended(count: int, language: str) -> str:
    """That the cited words hold emendations; empty when they hold none."""
    if not count:
        return ""
    if language == "de":
        return f"mit {count} Emendation{'en' if count > 1 else ''} gegenüber der Abschrift"
    return f"with {count} emendation{'s' if count > 1 else ''} of the transcript"


def written(date: str, language: str) -> str:
    """A date such as `2026-11-21` as a person writes it, a year alone as it is."""
    year, *rest = date.split("-")
    if len(rest) < 2:
        return year
    month, day = _MONTHS[language][int(rest[0]) - 1], int(rest[1])
    return f"{day}. {month} {year}" if language == "de" else f"{day} {month} {year}"


def printed_pages(edition: Edition, passages: Iterable[Unit]) -> list[str]:
    """The printed pages on which the passages stand, as far as the transcript marks them."""
    chosen = {passage.ident for passage in passages}
    return [name.partition(".")[2] for name, held in edition.pages.items() if chosen & set(held)]
