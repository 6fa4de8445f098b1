"""Passages on a source page: their words, their numbers, what the cite window needs, who refers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.editions import Passage
from tarock.corpus.references import Reference, select
from tarock.publish.citations import printed_pages
from tarock.publish.views.notes import NoteView, note_views
from tarock.publish.views.prose import Link, place
from tarock.publish.views.resting import Resting, resting
from tarock.publish.views.text import Spans, spans
from tarock.publish.views.translated import English, english
from tarock.publish.views.tricks import Trick, trick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.corpus.editions import Edition
    from tarock.corpus.references import Selection
    from tarock.publish.views.apparatus import Notes


class Unit(Value):
    """What can be cited: its reference, names, hash, printed pages, number of emendations; what refers to it."""

    ref: str
    ident: str
    label: str
    label_de: str
    hash: str
    pages: str
    emended: int
    referred: tuple[Link, ...]


class PassageView(Value):
    """One passage. `anchors` are ids of units that begin with it and have no heading; `conjectures` numbers of notes.

    A withheld passage has no paragraphs; one that is a well-formed trick has its cells in `trick` instead.
    """

    unit: Unit
    kind: str
    anchors: tuple[str, ...]
    withheld: bool
    paragraphs: tuple[Spans, ...]
    trick: Trick | None
    english: English | None
    notes: tuple[NoteView, ...]
    conjectures: tuple[int, ...]
    resting: Resting


class PassageViews:
    """Makes the views of the passages of one page. `anchors` are units without a heading, by their first passage."""

    def __init__(self, edition: Edition, notes: Notes, anchors: Mapping[str, tuple[str, ...]]):
        self.edition = edition
        self.notes = notes
        self.anchors = anchors
        self.withheld = notes.site.withheld(edition.siglum)

    def unit(self, ident: str) -> Unit:
        """A § or an article or a game, for the line under its heading."""
        chosen = select(self.edition, Reference(self.edition.siglum, ident))
        return self._unit(ident, chosen, chosen.label("en"), chosen.label("de"))

    def passage(self, passage: Passage) -> PassageView:
        """One passage."""
        names = (self.edition.label(passage.ident, language) for language in ("en", "de"))
        shown = not self.withheld
        conjectures = tuple(self.notes.number(conjecture) for conjecture in passage.conjectures) if shown else ()
        cells = trick(passage, self.notes) if shown else None
        return PassageView(
            self._unit(passage.ident, passage, *names),
            passage.kind,
            tuple(f"{self.edition.siglum}:{name}" for name in self.anchors.get(passage.ident, ())),
            self.withheld,
            tuple(spans(passage, self.notes, *line) for line in passage.lines()) if shown and cells is None else (),
            cells,
            english(self.notes.site, self.edition.siglum, passage.ident),
            note_views(self.notes.site, self.notes.page, self.notes.site.notes_on(passage.ref)),
            conjectures,
            resting(self.notes.site, passage.ref, self.notes.page),
        )

    def _unit(self, ident: str, named: Passage | Selection, english: str, german: str) -> Unit:
        router, page = self.notes.site.router, self.notes.page
        referred = (
            place(router, page, ref, self.edition.label(ref.partition(":")[2]))
            for ref in self.edition.backlinks.get(f"{self.edition.siglum}:{ident}", ())
        )
        passages = (named,) if isinstance(named, Passage) else named.passages
        pages = " ".join(printed_pages(self.edition, passages))
        return Unit(named.ref, ident, english, german, named.hash, pages, named.emended, tuple(referred))
