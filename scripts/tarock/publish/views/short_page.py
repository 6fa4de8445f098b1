"""A passage on a page of its own, at its short address: for links that must last, and for reference managers.

`/c/1840/47.2/` shows the current edition, `/c/1840/47.2@1.0.0/` that version, with the difference to today's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarock.corpus.differences import Change, changes
from tarock.corpus.references import Reference, select
from tarock.publish.citations import LANGUAGES, cite, templates
from tarock.publish.citations.citation import edition_date
from tarock.publish.views.metadata import linked_data, tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tarock.corpus.editions import Edition
    from tarock.corpus.sources import Source
    from tarock.publish.citations.citation import Publication
    from tarock.publish.places import Site


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
            meta=tags(selection, version, label, self.publication),
            linked_data=linked_data(selection, version, label, self.publication),
        )

    def difference(self, text: str, ident: str, version: str) -> tuple[Change, ...]:
        """How an old text differs from today's; nothing where it is the same, or where the passage is gone."""
        if version == self.source.edition:
            return ()
        if ident not in self.current.units and ident not in self.current.parts and ident not in self.current.containers:
            return ()
        now = "\n".join(unit.text for unit in select(self.current, Reference(self.current.siglum, ident)).passages)
        return changes(text, now) if text != now else ()
