"""A page with a part of a source: every passage, with apparatus and the rest of the transcript."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from tarock.base.structs import Value
from tarock.corpus.editions import Heading
from tarock.corpus.references import Reference, select
from tarock.publish.citations import LANGUAGES, browser_data, cite
from tarock.publish.paper.book import CODEX
from tarock.publish.router import Address
from tarock.publish.views.apparatus import Notes
from tarock.publish.views.books import books_of
from tarock.publish.views.metadata import linked_data, tags
from tarock.publish.views.passages import PassageViews
from tarock.publish.views.prose import Link
from tarock.publish.views.text import spans
from tarock.publish.views.translated import english

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tarock.corpus.editions import Edition, Passage
    from tarock.corpus.sources import Source
    from tarock.publish.places import PartPage, Site
    from tarock.publish.views.apparatus import Note
    from tarock.publish.views.passages import PassageView, Unit
    from tarock.publish.views.text import Spans
    from tarock.publish.views.translated import English

_SHOWN_IN_PLACE = ("page-mark",)
_STYLES = {"sentence": "article", "trick": "tricks"}  # how passages of a kind are set; all others are blocks


class HeadingView(Value):
    """A heading of the source; with a unit when it opens something that can be cited."""

    block: ClassVar = "heading"
    level: int
    kind: str
    text: Spans
    anchor: str
    unit: Unit | None
    english: English | None


class GameOpening(Value):
    """Where a model game begins: the way to its replay and how that ends, if it is replayed."""

    block: ClassVar = "game"
    number: str
    title: str
    anchor: str
    unit: Unit
    replay: str
    verdict: str


class Run(Value):
    """Passages that are set together: one by one (`blocks`), run on (`article`), or as a table (`tricks`)."""

    block: ClassVar = "run"
    style: str
    passages: tuple[PassageView, ...]


class Around(Value):
    """What stands around the text in the transcript; without words where they are left out."""

    kind: str
    anchor: str
    text: str


class About(Value):
    """What is known of the source, and how to cite the whole of it, by language.

    `around` leads to what else can be cited in the transcript: an introduction, an afterword.
    """

    source: Source
    passages: int
    emendations: int
    citations: tuple[tuple[str, str], ...]
    words: str  # the address of its word forms, if its text is shown
    english: tuple[str, str] | None  # how our English is called, and what it is
    around: tuple[Link, ...]


class SourceView(Value):
    """The page. `eyebrow` names the source when it has more pages; `about` is there on its first page only,
    `sections` names the first and the last section of the page.

    `books` are the files with the source, and with the whole codex; `citing` is what the cite window needs, `tags` and `linked_data` what reference managers and search engines read.
    """

    title: str
    source: Source
    sections: str
    eyebrow: Link | None
    withheld: bool
    about: About | None
    books: tuple[tuple[Link, ...], tuple[Link, ...]]
    blocks: tuple[HeadingView | GameOpening | Run, ...]
    notes: tuple[Note, ...]
    around: tuple[Around, ...]
    paratext_at_end: bool
    citing: Mapping[str, Any]
    tags: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]


def source_view(site: Site, part_page: PartPage) -> SourceView:
    """A page with a part of a source."""
    edition, source = part_page.edition, part_page.edition.source
    notes = Notes(site, part_page.path)
    blocks = tuple(_Blocks(site, edition, notes).of(part_page))
    whole = len(source.parts) == 1
    first = site.router.source(edition.siglum).seen_from(part_page.path)
    eyebrow = Link(source.short_title, "" if part_page.first else first) if not whole else None
    publication = site.publication
    last = part_page.part is source.parts[-1]
    begins, ends = part_page.part.first, part_page.part.last
    part = select(
        edition,
        Reference(edition.siglum) if whole else Reference(edition.siglum, begins, ends if ends != begins else ""),
    )
    named = "" if whole else part_page.part.title
    return SourceView(
        title=part_page.part.title,
        source=source,
        sections="" if whole else part.label(),
        eyebrow=eyebrow,
        withheld=site.withheld(edition.siglum),
        about=_about(site, part_page) if part_page.first else None,
        books=(books_of(site, part_page.path, edition.siglum), books_of(site, part_page.path, CODEX)),
        blocks=blocks,
        notes=notes.view(),
        around=tuple(
            Around(
                item.kind,
                item.ref if item.ident else "",
                "" if site.withheld(edition.siglum, item.ident) else item.text,
            )
            for item in part_page.paratext
            if item.kind not in _SHOWN_IN_PLACE
        ),
        paratext_at_end=last and not part_page.first,
        citing=browser_data(source, publication, site.codex.translations.get(edition.siglum)),
        tags=tags(part, source.edition, named, publication),
        linked_data=linked_data(part, source.edition, named, publication),
    )


def _about(site: Site, part_page: PartPage) -> About:
    edition, publication = part_page.edition, site.publication
    whole = select(edition, Reference(edition.siglum))
    version = edition.source.edition
    citations = tuple((language, cite(whole, version, publication, language).render("text")) for language in LANGUAGES)
    words = site.word_pages.get(edition.siglum)
    return About(
        edition.source,
        len(edition.passages),
        len(edition.emendations),
        citations,
        Address(words[0].path).seen_from(part_page.path) if words else "",
        _imprint(site, edition.siglum),
        () if site.withheld(edition.siglum) else tuple(_around(site, part_page)),
    )


def _around(site: Site, part_page: PartPage) -> Iterator[Link]:
    edition = part_page.edition
    first = {ident.rpartition(".")[0]: item.ref for ident, item in reversed(edition.paratexts.items())}
    for name, ref in reversed(first.items()):
        yield Link(edition.profile.paratexts[name][False], site.router.passage(ref).seen_from(part_page.path))


def _imprint(site: Site, siglum: str) -> tuple[str, str] | None:
    """How our English of a source is called, and what it is."""
    translation = site.codex.translations.get(siglum)
    if translation is None:
        return None
    imprint, source = translation.imprint, translation.imprint.sources[siglum]
    return f"{imprint.title}, version {imprint.version}, {imprint.rights}", f"{imprint.made} {source.why}"


class _Blocks:
    """Makes the blocks of the pages of one source."""

    def __init__(self, site: Site, edition: Edition, notes: Notes):
        self.site = site
        self.edition = edition
        self.notes = notes
        self.views = PassageViews(edition, notes, self._anchors())
        self.level = 1  # of the heading above: none is skipped where the source has no part between

    def of(self, part_page: PartPage) -> Iterator[HeadingView | GameOpening | Run]:
        """Headings one by one; passages set together, but those of two games apart."""
        for (game, style), group in groupby(part_page.items, self._set_as):
            items = list(group)
            if isinstance(items[0], Heading):
                yield from (self._heading(item) for item in items if isinstance(item, Heading))
                continue
            passages = [item for item in items if not isinstance(item, Heading)]
            if game and passages[0].ident == self.edition.games[game][0]:
                yield self._opening(game)
            yield Run(style, tuple(self.views.passage(passage) for passage in passages))

    def _set_as(self, item: Passage | Heading) -> tuple[str, str]:
        if isinstance(item, Heading):
            return "", "heading"
        game = item.ident.partition(".")[0]
        style = "blocks" if self.views.withheld else _STYLES.get(item.kind, "blocks")
        return game if game in self.edition.games else "", style

    def _heading(self, item: Heading) -> HeadingView:
        unit = self.views.unit(item.ident) if item.ident in self.edition.containers else None
        self.level = min(self.edition.profile.headings[item.kind].page, self.level + 1)
        return HeadingView(
            self.level,
            item.kind,
            spans(item, self.notes),
            item.ref,
            unit,
            english(self.site, self.edition.siglum, item.ident),
        )

    def _opening(self, game: str) -> GameOpening:
        ref = f"{self.edition.siglum}:{game}"
        report = next((report for report in self.site.codex.game_reports if report.ref == ref), None)
        replay = self.site.router.game(game).seen_from(self.notes.page)
        return GameOpening(
            game[1:],
            self.edition.label(game, "de"),
            ref,
            self.views.unit(game),
            replay if report else "",
            report.verdict if report else "",
        )

    def _anchors(self) -> dict[str, tuple[str, ...]]:
        """The units that no heading stands for, by their first passage; pages and games have their own marks."""
        found: dict[str, list[str]] = {}
        for name, idents in self.edition.containers.items():
            if not any(name in marked for marked in (self.edition.headings, self.edition.pages, self.edition.games)):
                found.setdefault(idents[0], []).append(name)
        return {ident: tuple(names) for ident, names in found.items()}
