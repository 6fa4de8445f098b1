"""A passage on a page of its own, at its short address: for links that must last, and for reference managers.

`/c/1840/47.2/` shows the current edition, `/c/1840/47.2@1.0.0/` that version, with the difference to today's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarock.corpus.differences import Change, changes
from tarock.corpus.references import Reference, select
from tarock.publish.citations import LANGUAGES, cite, printed_pages, templates
from tarock.publish.citations.citation import edition_date, urn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tarock.corpus.editions import Edition
    from tarock.corpus.references import Selection
    from tarock.corpus.sources import Source
    from tarock.publish.citations.citation import Publication
    from tarock.publish.places import Site

_SCHEMA_TYPES = {"book": "Book", "encyclopedia-entry": "Article", "web-page": "WebPage"}
_ZOTERO_TYPES = {"book": "book", "encyclopedia-entry": "encyclopediaArticle", "web-page": "webpage"}


@dataclass(frozen=True, slots=True)
class ShortPage:
    """What the page of one passage, unit or heading shows; `folder` is its address below the site's top folder."""

    folder: str
    title: str
    source: str
    label: str
    ref: str
    version: str
    date: str
    dated: bool
    current_version: str
    paragraphs: tuple[str, ...]
    withheld: bool
    context: str
    current: str
    permanent: str
    difference: tuple[Change, ...]
    gone: bool
    citations: tuple[tuple[str, str], ...]
    canonical: str
    top: str
    meta: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]


def short_pages(site: Site, publication: Publication, editions: dict[str, Edition]) -> Iterator[ShortPage]:
    """The pages of all editions of one source, by version, the current one last and once more without version."""
    current = list(editions.values())[-1]
    maker = _Maker(site, publication, current, editions)
    for version, edition in editions.items():
        for ident in dict.fromkeys((*edition.units, *edition.parts, *edition.containers)):
            yield maker.page(edition, version, ident, dated=True)
            if edition is current:
                yield maker.page(edition, version, ident, dated=False)


class _Maker:
    """What the short pages of one source share."""

    def __init__(self, site: Site, publication: Publication, current: Edition, versions: Iterable[str]):
        self.site = site
        self.publication = publication
        self.current = current
        self.source: Source = current.source
        self.withheld = site.withheld(current.siglum)
        self.sentences = {
            (version, lang): templates(self.source, version, publication, lang)["text"]
            for version in versions
            for lang in LANGUAGES
        }

    def page(self, edition: Edition, version: str, ident: str, *, dated: bool) -> ShortPage:
        source, siglum = self.source, edition.siglum
        ref = f"{siglum}:{ident}"
        selection = select(edition, Reference(siglum, ident))
        citation = {lang: cite(selection, version, self.publication, lang) for lang in LANGUAGES}
        text = "\n".join(item.text for item in selection.passages)
        folder = f"c/{siglum}/{ident}@{version}" if dated else f"c/{siglum}/{ident}"
        top = "../" * (folder.count("/") + 1)
        label = citation["en"].values["label"]
        permanent = f"../{ident}@{version}/index.html"
        here = self.site.router.has(ref)
        standing = ident in self.current.units or ident in self.current.parts or ident in self.current.containers
        return ShortPage(
            folder=folder,
            title=f"{label} ({source.short_title})",
            source=source.short_title,
            label=label,
            ref=ref,
            version=version,
            date=edition_date(source, version),
            dated=dated,
            current_version=source.edition,
            paragraphs=() if self.withheld else tuple(text.split("\n")),
            withheld=self.withheld,
            context=top + self.site.router.passage(ref).seen_from("index.md") if here else "",
            current=f"../{ident}/index.html",
            permanent=permanent,
            difference=() if self.withheld else self.difference(text, ident, version),
            gone=not standing,
            citations=tuple(
                (lang, made.fill(self.sentences[version, lang], "text")) for lang, made in citation.items()
            ),
            canonical=f"{self.publication.url}{folder}/" if self.publication.url else "",
            top=top,
            meta=tuple(self.meta(selection, version, label)),
            linked_data=self.linked_data(selection, version, label),
        )

    def difference(self, text: str, ident: str, version: str) -> tuple[Change, ...]:
        """How an old text differs from today's; nothing where it is the same, or where the passage is gone."""
        if version == self.source.edition:
            return ()
        if ident not in self.current.units and ident not in self.current.parts and ident not in self.current.containers:
            return ()
        now = "\n".join(unit.text for unit in select(self.current, Reference(self.current.siglum, ident)).passages)
        return changes(text, now) if text != now else ()

    def meta(self, selection: Selection, version: str, label: str) -> Iterator[tuple[str, str]]:
        """Tags that reference managers read: the source's imprint, and in `prism:edition` which edition of ours.

        No publisher is named, for they would join ours to the source's place.
        """
        original, ident = self.source.original, selection.ref.partition(":")[2]
        title = f"{original.title.en}, {label} [{selection.ref}@{version}]"
        pages = printed_pages(selection.edition, selection.passages)
        year = original.date.replace("-", "/")
        name = f"{self.publication.publisher}, edition {version}"
        tags = [
            ("z:itemType", _ZOTERO_TYPES[original.type]),
            ("citation_title", title),
            ("dc.title", title),
            ("citation_publication_date", year),
            ("dc.date", original.date),
            ("citation_inbook_title", original.container),
            ("prism.publicationName", original.container),
            ("citation_volume", original.volume),
            ("prism.volume", original.volume),
            ("citation_firstpage", pages[0] if pages else ""),
            ("citation_lastpage", pages[-1] if pages else ""),
            ("eprints.place_of_pub", original.place),
            ("prism.edition", name),
            ("citation_editor", self.publication.editor),
            ("dc.identifier", urn(self.source, version, ident)),
            ("dc.language", self.source.language),
            ("dc.rights", self.source.rights.statement),
            ("dc.source", f"sha256:{selection.hash}"),
        ]
        return ((tag, value) for tag, value in tags if value)

    def linked_data(self, selection: Selection, version: str, label: str) -> dict[str, Any]:
        """JSON-LD for search engines."""
        original = self.source.original
        return {
            "@context": "https://schema.org",
            "@type": "CreativeWork",
            "name": f"{original.title.en}, {label}",
            "identifier": urn(self.source, version, selection.ref.partition(":")[2]),
            "inLanguage": self.source.language,
            "version": version,
            "dateModified": edition_date(self.source, version),
            "publisher": {"@type": "Organization", "name": self.publication.publisher},
            "isPartOf": {
                "@type": _SCHEMA_TYPES[original.type],
                "name": original.title.en,
                "datePublished": original.date,
            },
        }
