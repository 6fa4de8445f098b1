"""What a page says of itself to reference managers and search engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarock.publish.citation_formats import edition_date
from tarock.publish.citations import printed_pages, urn

if TYPE_CHECKING:
    from tarock.corpus.publication import Publication
    from tarock.corpus.references import Selection
    from tarock.corpus.sources import Original

_SCHEMA_TYPES = {"book": "Book", "encyclopedia-entry": "Article", "web-page": "WebPage"}
_ZOTERO_TYPES = {"book": "book", "encyclopedia-entry": "encyclopediaArticle", "web-page": "webpage"}


def _named(original: Original, label: str) -> str:
    return ", ".join(filter(None, (original.title.en, label)))


def tags(selection: Selection, version: str, label: str, publication: Publication) -> tuple[tuple[str, str], ...]:
    """Tags that reference managers read: the source's imprint, and in `prism:edition` which edition of ours.

    As in the citations, a part with a `label` is a section of a book, which has the book's title beside its own, or
    belongs to an entry or a web page, which has the title of the whole; without a label it is the whole. No publisher
    is named, for they would join ours to the source's place.
    """
    source = selection.edition.source
    original, ident = source.original, selection.ref.partition(":")[2]
    within = original.title.en if label and original.type == "book" else ""
    named = label if within else _named(original, label)
    title = f"{named} [{selection.ref}@{version}]"
    pages = printed_pages(selection.edition, selection.passages)
    year = original.date.replace("-", "/")
    name = f"{publication.publisher}, edition {version}"
    found = {
        "z:itemType": "bookSection" if within else _ZOTERO_TYPES[original.type],
        "citation_title": title,
        "dc.title": title,
        "citation_publication_date": year,
        "dc.date": original.date,
        "citation_inbook_title": within or original.container,
        "prism.publicationName": within or original.container,
        "citation_volume": original.volume,
        "prism.volume": original.volume,
        "citation_firstpage": pages[0] if pages else "",
        "citation_lastpage": pages[-1] if pages else "",
        "eprints.place_of_pub": original.place,
        "prism.edition": name,
        "citation_editor": publication.editor,
        "dc.identifier": urn(source, version, ident),
        "dc.language": source.language,
        "dc.rights": source.rights.statement,
        "dc.source": f"sha256:{selection.hash}",
    }
    return tuple((tag, value) for tag, value in found.items() if value)


def linked_data(selection: Selection, version: str, label: str, publication: Publication) -> dict[str, Any]:
    source = selection.edition.source
    original = source.original
    return {
        "@context": "https://schema.org",
        "@type": "CreativeWork",
        "name": _named(original, label),
        "identifier": urn(source, version, selection.ref.partition(":")[2]),
        "inLanguage": source.language,
        "version": version,
        "dateModified": edition_date(source, version),
        "publisher": {"@type": "Organization", "name": publication.publisher},
        "isPartOf" if label else "exampleOfWork": {
            "@type": _SCHEMA_TYPES[original.type],
            "name": original.title.en,
            "datePublished": original.date,
        },
    }
