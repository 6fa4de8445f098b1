"""A passage on a page of its own, at its short address: for links that must last, and for reference managers.

`/c/1840/47.2/` shows the current edition, `/c/1840/47.2@1.0.0/` that version, with the difference to today's text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base.structs import Value
from tarock.corpus.differences import Change, Stretch, changes
from tarock.corpus.references import Reference, select
from tarock.corpus.versions import load_tombstones
from tarock.publish.citation_formats import edition_date, templates
from tarock.publish.citations import LANGUAGES, cite, english_named
from tarock.publish.router import Router
from tarock.publish.views.alone import head
from tarock.publish.views.metadata import linked_data, tags
from tarock.publish.views.notes import NoteView, note_views
from tarock.publish.views.prose import Link
from tarock.publish.views.translated import English, selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tarock.base.yamlio import Located
    from tarock.corpus.apparatus import HistoricalNote
    from tarock.corpus.editions import Edition
    from tarock.corpus.references import Selection
    from tarock.corpus.sources import Source
    from tarock.corpus.versions import Withdrawal
    from tarock.publish.places import Site


class ShortPage(Value):
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
    english: tuple[English, ...]
    notes: tuple[NoteView, ...]
    translator: str  # what the English is cited as
    context: str
    current: str
    permanent: str
    differs: bool  # from the text of today
    difference: tuple[Change, ...]  # how; of a withheld text nothing is shown
    gone: bool
    withdrawn: str  # why the id was withdrawn, if it was
    successors: tuple[Link, ...]  # the passages that took its place
    citations: tuple[tuple[str, str], ...]
    canonical: str
    top: str
    meta: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]


def short_pages(site: Site, editions: dict[str, Edition]) -> Iterator[ShortPage]:
    """The pages of all editions of one source, by version, the current one last and once more without version."""
    current = list(editions.values())[-1]
    tombstones = load_tombstones(site.codex.project)
    maker = _Maker(site, current, editions, tombstones)
    for version, edition in editions.items():
        for ident in dict.fromkeys((*edition.units, *edition.parts, *edition.containers)):
            page = maker.page(edition, version, ident)
            yield page
            stone = tombstones.get(page.ref)
            if edition is current or (stone and stone.record.until == version):
                yield maker.undated(page)


class _Maker:
    """What the short pages of one source share."""

    def __init__(
        self,
        site: Site,
        current: Edition,
        versions: Iterable[str],
        tombstones: Mapping[str, Located[Withdrawal]],
    ):
        self.tombstones = tombstones
        self.site = site
        self.publication = publication = site.publication
        self.current = current
        self.source: Source = current.source
        self.translation = site.codex.translations.get(current.siglum)
        self.sentences = {
            (version, lang): templates(self.source, version, publication, lang)["text"]
            for version in versions
            for lang in LANGUAGES
        }

    def undated(self, page: ShortPage) -> ShortPage:
        """The same page at the address that names no version."""
        return structs.replace(page, dated=False, **head(Router.short(page.ref), self.publication.url))

    def page(self, edition: Edition, version: str, ident: str) -> ShortPage:
        """The page of a unit in one edition."""
        source, siglum = self.source, edition.siglum
        ref = f"{siglum}:{ident}"
        selection = select(edition, Reference(siglum, ident))
        citation = {lang: cite(selection, version, self.publication, lang) for lang in LANGUAGES}
        text = "\n".join(item.text for item in selection.passages)
        router, dated, undated = self.site.router, Router.short(ref, version), Router.short(ref)
        label = citation["en"].values["label"]
        stone = self.tombstones.get(ref)
        translation = self.translation if edition is self.current else None
        withheld = self.site.withheld(siglum, ident)
        now = select(self.current, Reference(siglum, ident)) if self.stands(ident) else selection
        return ShortPage(
            **head(dated, self.publication.url),
            title=f"{label} ({source.short_title})",
            source=source.short_title,
            label=label,
            ref=ref,
            version=version,
            date=edition_date(source, version),
            dated=True,
            current_version=source.edition,
            paragraphs=() if withheld else tuple(text.split("\n")),
            withheld=withheld,
            english=selected(translation, (item.ident for item in selection.passages)),
            translator=english_named(translation, "en") if translation else "",
            notes=note_views(self.site, router.home.page, self.noted(selection, edition)),
            context=router.passage(ref).seen_from(dated.page) if router.has(ref) else "",
            current=undated.seen_from(dated.page),
            permanent=dated.seen_from(undated.page),
            differs=selection.hash != now.hash,
            difference=() if withheld else self.difference(selection, now),
            gone=not self.stands(ident),
            withdrawn=stone.record.reason if stone else "",
            successors=tuple(
                Link(name, Router.short(name).seen_from(dated.page))
                for name in (stone.record.successors if stone else ())
            ),
            citations=tuple(
                (lang, made.fill(self.sentences[version, lang], "text")) for lang, made in citation.items()
            ),
            meta=tags(selection, version, label, self.publication),
            linked_data=linked_data(selection, version, label, self.publication),
        )

    def noted(self, selection: Selection, edition: Edition) -> list[HistoricalNote]:
        """The historical notes on what the page shows; none on an old edition."""
        found = (self.site.notes_on(item.ref) for item in selection.passages) if edition is self.current else ()
        return list({note.id: note for notes in found for note in notes}.values())

    def difference(self, then: Selection, now: Selection) -> tuple[Change, ...]:
        """How an old text differs from today's; nothing where it is the same."""
        if then.hash == now.hash:
            return ()
        texts = {unit.ident: unit.text for unit in now.passages}
        made: list[Change] = []
        for unit in then.passages:
            made += [*self.changed(unit.text, texts.pop(unit.ident, "")), Change(Stretch.SAME, "\n")]
        for text in texts.values():  # what is new since
            made += [Change(Stretch.NOW, text), Change(Stretch.SAME, "\n")]
        return tuple(made[:-1])

    def changed(self, then: str, now: str) -> tuple[Change, ...]:
        """What became of one passage."""
        return (Change(Stretch.SAME, then),) if then == now else changes(then, now)

    def stands(self, ident: str) -> bool:
        """Whether the present edition has the unit."""
        return ident in self.current.units or ident in self.current.parts or ident in self.current.containers
