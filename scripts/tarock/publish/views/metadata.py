"""The metadata of a page for reference managers and search engines: the item of its citations, and its place in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tarock.corpus.publication import Publication
from tarock.corpus.references import Selection
from tarock.corpus.sources import Person, Source
from tarock.corpus.stamp import Stamp
from tarock.corpus.translation.records import Translation
from tarock.publish.citations import cite, make_urn
from tarock.publish.items import ListedItem, find_edition_date

# As in CSL, an article of an encyclopedia is a chapter of it: styles print that whole.
_ZOTERO = {"book": "book", "chapter": "bookSection", "entry-encyclopedia": "bookSection", "webpage": "webpage"}
_SCHEMA = {"book": "Book", "chapter": "Chapter", "entry-encyclopedia": "Chapter", "webpage": "WebPage"}


def make_tags(
    selection: Selection, version: str, publication: Publication, *, here: bool = True
) -> tuple[tuple[str, str], ...]:
    """Return tags that reference managers read, the passage in the description.

    They are the item of the citations, field by field. No publisher is named, for they would join ours to the source's
    place.
    """
    source, citation = selection.edition.source, cite(selection, version, publication, here=here)
    item, values = citation.item, citation.values
    first, _, last = item.pages.partition("-")
    passage = f"[{values['versioned']}]; sha256:{values['short']}"
    found = {
        "z:itemType": _ZOTERO[item.type],
        "citation_title": item.full_title,
        "dc.title": item.full_title,
        "citation_author": f"{item.author.family}, {item.author.given}" if item.author else "",
        "citation_publication_date": item.date.replace("-", "/"),
        "dc.date": item.date,
        "citation_inbook_title": item.container,
        "prism.publicationName": item.container,
        "citation_volume": item.volume,
        "prism.volume": item.volume,
        "citation_firstpage": first,
        "citation_lastpage": last,
        "eprints.place_of_pub": item.place,
        "citation_public_url": item.address,
        "citation_language": item.language,
        "dc.language": item.language,
        "dc.description": f"{values['place_words']} {passage}".strip(),
        "dc.identifier": values["urn"],
        "dc.rights": source.rights.statement,
        "dcterms.bibliographicCitation": citation.render("text"),
    }
    return tuple(_drop_empty(found).items())


def make_linked_data(
    selection: Selection, version: str, publication: Publication, translation: Translation | None = None
) -> dict[str, Any]:
    """Return data of schema.org: the passage in our edition of the source, and our English of it."""
    source, citation = selection.edition.source, cite(selection, version, publication)
    item, place = citation.item, citation.values["place_words"]
    ours = {
        "@type": "Organization",
        "name": publication.publisher,
    }
    edition = {
        "@type": "Book",
        "name": item.full_title,
        "identifier": make_urn(source, version, ""),
        "url": item.address,
        "version": version,
        "datePublished": find_edition_date(source, version),
        "editor": {**ours, "name": publication.editor} if publication.editor else ours,
        "publisher": ours,
        "exampleOfWork": dict(_describe_work(item)),
    }
    words = {
        "@context": "https://schema.org",
        "@type": "CreativeWork",
        "name": place or item.title,
        "identifier": citation.values["urn"],
        "url": citation.values["address"],
        "inLanguage": source.language,
        "author": _describe_person(item.author) if item.author else None,
        "isPartOf": edition,
        "workTranslation": _describe_english(source, translation, ours) if translation else None,
    }
    return _drop_empty(words)


def _describe_work(item: ListedItem) -> Iterator[tuple[str, Any]]:
    """Yield the fields of the source as it was first published."""
    yield "@type", _SCHEMA[item.type]
    yield "name", item.title
    yield "author", _describe_person(item.author) if item.author else None
    yield "datePublished", item.date
    yield "locationCreated", {"@type": "Place", "name": item.place} if item.place else None
    yield "pagination", item.pages.replace("-", "–")
    if item.container:
        held = {"@type": "WebSite" if item.type == "webpage" else "Book", "name": item.container}
        volume = {"@type": "PublicationVolume", "volumeNumber": item.volume, "isPartOf": held}
        yield "isPartOf", volume if item.volume else held


def _describe_english(source: Source, translation: Translation, ours: dict[str, str]) -> dict[str, Any]:
    imprint = translation.imprint
    return {
        "@type": "CreativeWork",
        "name": f"{imprint.title}: {source.short_title}",
        "inLanguage": "en",
        "translator" if translation.kind == "translation" else "author": {**ours, "name": imprint.translator},
        "publisher": ours,
        "version": imprint.version,
        "datePublished": imprint.dates[imprint.version],
    }


def _describe_person(person: Person) -> dict[str, str]:
    return {"@type": "Person", "familyName": person.family, "givenName": person.given, "name": str(person)}


def make_dataset_tags(publication: Publication, stamp: Stamp) -> tuple[tuple[str, str], ...]:
    """Return tags for reference managers on the page of the data: the whole, as in `CITATION.cff`."""
    found = {
        "z:itemType": "dataset",
        "dc.title": f"{publication.publisher}, version {stamp.version}",
        "dc.date": stamp.date,
        "dc.publisher": publication.publisher,
        "citation_editor": publication.editor,
        "dc.rights": publication.licence,
    }
    return tuple(_drop_empty(found).items())


def make_dataset(stamp: Stamp, languages: list[str], archive: str, publication: Publication) -> dict[str, Any]:
    """Return JSON-LD on the page of the data: its description, editors and licence; `archive` is its address."""
    found = {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": publication.publisher,
        "description": publication.abstract,
        "version": stamp.version,
        "datePublished": stamp.date,
        "license": publication.licence and f"https://spdx.org/licenses/{publication.licence}",
        "inLanguage": languages,
        "keywords": list(publication.keywords),
        "isAccessibleForFree": True,
        "url": publication.url,
        "publisher": {"@type": "Organization", "name": publication.publisher},
        "editor": {"@type": "Person", "name": publication.editor} if publication.editor else "",
        "distribution": [{"@type": "DataDownload", "encodingFormat": "application/zip", "contentUrl": archive}],
    }
    return _drop_empty(found)


def _drop_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data without empty fields."""
    return {name: _drop_empty(value) if isinstance(value, dict) else value for name, value in data.items() if value}
