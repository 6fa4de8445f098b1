"""A source as a chapter of a book: headings and passages with the apparatus called in them, our English beside."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from tarock.corpus.annotations import Kind, cut
from tarock.corpus.editions import Heading, Passage
from tarock.corpus.emendations import CONJECTURE
from tarock.corpus.references import Reference, select
from tarock.publish.citation_formats import edition_date, written
from tarock.publish.citations import LANGUAGES, cite
from tarock.publish.paper import records as to
from tarock.publish.views.translated import english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.corpus.annotations import Annotation, Run
    from tarock.corpus.editions import Edition
    from tarock.corpus.emendations import Emendation
    from tarock.publish.places import Site

_SHOWN = frozenset((Kind.EMENDATION, Kind.REFERENCE, Kind.PAGE_BREAK))
_RUN_ON = "sentence"  # the kind of passages that are set one behind the other


def chapter(site: Site, siglum: str) -> to.Chapter:
    """The chapter with a source; without its words where they are left out of the site."""
    edition, source, publication = site.corpus.edition(siglum), site.corpus.sources[siglum], site.publication
    maker = _Chapter(site, edition)
    whole = select(edition, Reference(siglum))
    translation = site.codex.translations.get(siglum)
    imprint = translation.imprint if translation else None
    rights = f"{source.rights.statement}. {source.rights.note}"
    return to.Chapter(
        siglum=siglum,
        title=source.title,
        language=source.language,
        year=str(source.year),
        version=source.edition,
        date=written(edition_date(source, source.edition), "en"),
        hash=whole.hash,
        facts=tuple(
            (name, value)
            for name, value in (
                ("place", source.place),
                ("in", source.container),
                ("shelfmark", source.shelfmark),
                ("pages", source.pages),
                ("also printed", source.also_printed),
                ("transcript editor", source.transcript_editor),
                ("completeness", f"{source.completeness.status}: {source.completeness.note}"),
                ("rights", rights),
                ("notes", source.notes),
            )
            if value != "unknown"
        ),
        rights=rights,
        caveat=source.caveats.en,
        citations=tuple((each, cite(whole, source.edition, publication, each).render("text")) for each in LANGUAGES),
        english=f"{imprint.title}, version {imprint.version}, {imprint.rights}. {imprint.made}" if imprint else "",
        left_out=maker.left_out,
        run_on=any(passage.kind == _RUN_ON for passage in edition.passages.values()),
        blocks=tuple(maker.blocks()),
        notes=tuple(maker.notes()),
    )


def historical(site: Site, sigla: Iterable[str]) -> tuple[to.History, ...]:
    """The historical notes on passages of some sources, in the order of their file."""
    held = tuple(f"{siglum}:" for siglum in sigla)
    return tuple(
        to.History(note.id, note.expression, note.note, note.guess, tuple(note.places))
        for note in site.codex.notes.values()
        if any(ref.startswith(held) for ref in note.places)
    )


class _Chapter:
    """Makes the blocks of one source and numbers the notes that they call."""

    def __init__(self, site: Site, edition: Edition):
        self.site = site
        self.edition = edition
        self.left_out = site.withheld(edition.siglum)
        self.called: dict[Emendation, str] = {}
        self.counted: Counter[str] = Counter()

    def blocks(self) -> Iterator[to.Block]:
        for item in self.edition.items:
            if isinstance(item, Heading):
                level = self.edition.profile.headings[item.kind].text
                running = self.edition.label(item.ident, "de") if item.ident in self.edition.containers else ""
                yield to.Heading(item.ref, level, running, self.line(item), self.english(item)[0])
            elif isinstance(item, Passage):
                text, remarks = self.english(item)
                german = () if self.left_out else tuple(self.line(item, *line) for line in item.lines())
                notes = tuple(self.number(each) for each in item.conjectures if not self.left_out)
                if german or text:
                    history = tuple(note.id for note in self.site.notes_on(item.ref))
                    yield to.Passage(
                        item.ref, item.ident, item.kind, self.opens(item), german, notes, text, remarks, history
                    )

    def opens(self, item: Passage) -> str:
        """The name of the game that begins with a passage, if one does."""
        game = item.ident.partition(".")[0]
        begins = game in self.edition.games and self.edition.games[game][0] == item.ident
        return self.edition.label(game, "de") if begins else ""

    def english(self, item: Heading | Passage) -> tuple[str, tuple[str, ...]]:
        found = english(self.site, self.edition.siglum, item.ident)
        return (found.text, found.notes) if found else ("", ())

    def number(self, emendation: Emendation) -> str:
        if emendation not in self.called:
            kind = "c" if emendation.kind == CONJECTURE else ""
            self.counted[kind] += 1
            self.called[emendation] = f"{kind}{self.counted[kind]}"
        return self.called[emendation]

    def notes(self) -> Iterator[to.Note]:
        for emendation, number in self.called.items():
            yield to.Note(
                number,
                emendation.passage,
                self.edition.label(emendation.passage.partition(":")[2]),
                emendation.kind,
                emendation.certainty,
                emendation.lemma,
                emendation.reading,
                emendation.reason,
                emendation.evidence,
                emendation.kind != CONJECTURE,
            )

    def line(self, item: Heading | Passage, start: int = 0, end: int | None = None) -> to.Line:
        """Characters `start` to `end` of a text."""
        shown = [annotation for annotation in item.annotations if annotation.kind in _SHOWN]
        return tuple(self._inline(cut(item.text, shown, start, end)))

    def _inline(self, runs: Iterable[Run]) -> Iterator[to.Inline]:
        for run in runs:
            yield self._annotated(run, run.annotation) if run.annotation else to.Words(run.text)

    def _annotated(self, run: Run, annotation: Annotation) -> to.Inline:
        inside = partial(tuple, self._inline(run.inside))
        match annotation.kind:
            case Kind.PAGE_BREAK:
                return to.PageBreak(annotation.payload.rpartition(".")[2])
            case Kind.REFERENCE:
                return to.Refer(inside(), annotation.payload)
        return to.Emended(inside(), self.number(annotation.payload) if run.ends else "")
