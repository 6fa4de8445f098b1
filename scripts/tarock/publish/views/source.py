"""A page with a part of a source: every passage, with apparatus and the rest of the transcript.

A passage is shown as runs of words with what is known of them, a trick in cells, our English beside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, ClassVar

from tarock.base.i18n import GERMAN, citation_language
from tarock.base.structs import Frozen, group_pairs
from tarock.corpus.annotations import Run, build_runs
from tarock.corpus.editions import Edition, Heading, Passage
from tarock.corpus.emendations import Emendation
from tarock.corpus.profiles.koenigrufen_1840 import TRICK
from tarock.corpus.references import Reference, Selection, select
from tarock.publish.citations import browser_data, cite_in_languages
from tarock.publish.items import find_printed_pages
from tarock.publish.paper.book import CODEX
from tarock.publish.places import PartPage, Site
from tarock.publish.router import Address
from tarock.publish.views.front import link_books
from tarock.publish.views.metadata import make_linked_data, make_tags
from tarock.publish.views.view import English, Link, View, find_english
from tarock.replay.games import GameReport

_STYLES = {"sentence": "article", "trick": "tricks"}  # how passages of a kind are set; all others are blocks
_PLAY = r"([A-D] (?:[IVX]+\.|Scüs\.?|Pagat\.?|Mond\.?|[A-Za-zäöüß,]+-[A-Za-zäöüß,]+\.?)(?= |\Z))"
_TRICK = re.compile(f"({TRICK.pattern})" + "( - )".join([_PLAY] * 4) + "()")
_PLAYS = (3, 5, 7, 9)  # the groups with the plays; behind each stands that with its dash

Runs = tuple[Run, ...]


# The cells of a trick line, together its whole text: number, plays (who plays, the card, the dash behind it, which is
# not to be seen), remark.
TrickCells = tuple[Runs, tuple[tuple[Runs, Runs, Runs], ...], Runs]


class PagePassage(Frozen):
    """A passage on its page; `anchors` are ids of units that begin with it and have no heading.

    Of a text that is withheld there are neither paragraphs nor a trick; a well-formed trick has its cells instead of
    paragraphs.
    """

    passage: Passage
    unit: Selection
    anchors: tuple[str, ...]
    paragraphs: tuple[Runs, ...]
    trick: TrickCells | None
    english: English | None


class PageHeading(Frozen):
    """A heading of the source; with a unit when it opens something that can be cited."""

    block: ClassVar = "heading"
    heading: Heading
    level: int
    text: Runs
    unit: Selection | None
    english: English | None


class GameOpening(Frozen):
    """Where a model game begins, with its replay, if it is replayed."""

    block: ClassVar = "game"
    unit: Selection
    report: GameReport | None


class PassageGroup(Frozen):
    """Passages that are set together: one by one (`blocks`), run on (`article`), or as a table (`tricks`)."""

    block: ClassVar = "passages"
    style: str
    passages: tuple[PagePassage, ...]


class SourceView(View):
    """The page.

    The description of the whole source stands on its first page only; `notes` are numbered as the text calls them.
    `citing` is what the cite window needs, `tags` and `linked_data` what reference managers and search engines read.
    """

    part_page: PartPage
    sections: str  # the first and the last on it, where the source has several pages
    without_text: bool
    blocks: tuple[PageHeading | GameOpening | PassageGroup, ...]
    notes: tuple[Emendation, ...]
    citing: Mapping[str, Any]
    tags: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]

    @property
    def edition(self) -> Edition:
        """Return the edition of the source."""
        return self.part_page.edition

    @property
    def paratext_at_end(self) -> bool:
        """Return whether this is the last of several pages."""
        return self.part_page.part is self.edition.source.parts[-1] and not self.part_page.first

    @property
    def citations(self) -> tuple[tuple[str, str], ...]:
        """Return the citations of the whole source, with the code of their language."""
        here = not self.site.withheld(self.edition.siglum)
        return cite_in_languages(
            select_unit(self.edition, ""), self.edition.source.edition, self.site.publication, here=here
        )

    @property
    def words(self) -> str:
        """Return the address of the source's word forms; empty where its text is withheld."""
        pages = self.site.word_pages.get(self.edition.siglum)
        return self.to(Address(pages[0].path)) if pages else ""

    @property
    def around(self) -> list[Link]:
        """Return links to introductions and afterwords that can be cited."""
        first: dict[str, str] = {}
        for ident, item in self.edition.paratexts.items() if not self.site.withheld(self.edition.siglum) else ():
            first.setdefault(ident.rpartition(".")[0], item.ref)
        called = self.edition.profile.paratexts
        return [self.place(ref, called[name][citation_language() == GERMAN]) for name, ref in first.items()]

    @property
    def books(self) -> tuple[list[Link], list[Link]]:
        """Return the links to the books with this source, and to those with the whole codex."""
        return link_books(self, self.edition.siglum), link_books(self, CODEX)

    def pages(self, unit: Selection) -> str:
        """Return the printed pages of a selection, separated by spaces."""
        return " ".join(find_printed_pages(self.edition, unit.passages))


def make_source_page(site: Site, part_page: PartPage) -> SourceView:
    """Return the page with a part of a source."""
    edition, source, publication = part_page.edition, part_page.edition.source, site.publication
    withheld, page = site.withheld(edition.siglum), Address(part_page.path).made
    begins, ends = part_page.part.first, part_page.part.last
    whole = len(source.parts) == 1
    places = () if whole else (begins, ends if ends != begins else "")
    part = select(edition, Reference(edition.siglum, *places))
    translation = site.codex.translations.get(edition.siglum)
    return SourceView(
        site,
        page,
        part_page,
        "" if whole else part.label(citation_language()),
        withheld,
        tuple(_make_blocks(site, part_page)),
        tuple(dict.fromkeys(_list_called(part_page, withheld=withheld))),
        browser_data(source, publication, translation),
        make_tags(part, source.edition, publication),
        make_linked_data(part, source.edition, publication, translation),
    )


def _list_called(part_page: PartPage, *, withheld: bool) -> Iterator[Emendation]:
    """Yield the emendations and conjectures on this page, in the order of the text."""
    for item in part_page.items:
        if isinstance(item, Heading):
            yield from item.emendations
        elif not withheld:
            yield from (*item.emendations, *item.conjectures)


def _make_blocks(site: Site, part_page: PartPage) -> Iterator[PageHeading | GameOpening | PassageGroup]:
    """Yield what the page shows in order: headings, openings of games, and groups of passages."""
    edition = part_page.edition
    games, anchors = edition.games, _map_anchors(edition)
    withheld = site.withheld(edition.siglum)
    level = 1  # of the heading above: none is skipped where the source has no part between

    def set_as(item: Passage | Heading) -> tuple[str, str]:
        if isinstance(item, Heading):
            return "", "heading"
        game = item.ident.partition(".")[0]
        style = "blocks" if withheld else _STYLES.get(item.kind, "blocks")
        return game if game in games else "", style

    for (game, style), group in groupby(part_page.items, set_as):
        passages: list[Passage] = []
        for item in group:
            if isinstance(item, Heading):
                level = min(edition.profile.headings[item.kind].page, level + 1)
                opened = select_unit(edition, item.ident) if item.ident in edition.containers else None
                yield PageHeading(item, level, cut_runs(site, item), opened, find_english(site, item.ref))
            else:
                passages.append(item)
        if game and passages[0].ident == games[game][0]:
            opening = select_unit(edition, game)
            yield GameOpening(opening, next((r for r in site.codex.game_reports if r.ref == opening.ref), None))
        if passages:
            shown = (make_page_passage(site, edition, item, anchors.get(item.ident, ())) for item in passages)
            yield PassageGroup(style, tuple(shown))


def _map_anchors(edition: Edition) -> dict[str, tuple[str, ...]]:
    """Map first passages to the ids of units without a heading of their own; pages and games have other marks."""
    return group_pairs(
        (idents[0], f"{edition.siglum}:{name}")
        for name, idents in edition.containers.items()
        if not any(name in marked for marked in (edition.headings, edition.pages, edition.games))
    )


def make_page_passage(site: Site, edition: Edition, passage: Passage, anchors: tuple[str, ...]) -> PagePassage:
    """Return a passage as its page shows it; `anchors` are ids of units that begin with it."""
    shown = not site.withheld(edition.siglum)
    cells = read_trick(site, passage) if shown else None
    return PagePassage(
        passage,
        select_unit(edition, passage.ident),
        anchors,
        tuple(cut_runs(site, passage, *line) for line in passage.lines()) if shown and cells is None else (),
        cells,
        find_english(site, passage.ref),
    )


def select_unit(edition: Edition, ident: str) -> Selection:
    """Return the selection of the unit with this id."""
    return select(edition, Reference(edition.siglum, ident))


def cut_runs(site: Site, item: Passage | Heading, start: int = 0, end: int | None = None) -> Runs:
    """Return characters `start` to `end` of a text with corrections, references, page breaks and modern spelling."""
    return build_runs(item.text, (*item.annotations, *site.codex.spelling.annotate(item)), start, end)


def read_trick(site: Site, passage: Passage) -> TrickCells | None:
    """Return the cells of a trick line; None for a line of another form."""
    cells = split_trick(passage.text)
    if cells is None:
        return None
    cell = partial(cut_runs, site, passage)
    number, plays, remark = cells
    return (
        cell(*number),
        tuple((cell(start, start + 1), cell(start + 1, stop), cell(stop, end)) for start, stop, end in plays),
        cell(*remark),
    )


def split_trick(text: str) -> tuple[tuple[int, int], list[tuple[int, int, int]], tuple[int, int]] | None:
    """Split a trick line into the spans of its number, its four plays (start, end, end with the dash) and its remark.

    None for a line of another form.
    """
    line = _TRICK.match(text)
    if line is None:
        return None
    plays = [(line.start(group), line.end(group), line.end(group + 1)) for group in _PLAYS]
    return line.span(1), plays, (line.end(), len(text))
