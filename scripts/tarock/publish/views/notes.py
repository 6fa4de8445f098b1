"""Historical notes: at their passages, at their terms, and all on one page."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.publish.views.prose import Link, place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.apparatus import HistoricalNote
    from tarock.publish.places import Site


class NoteView(Value):
    """A note as it stands on a page; `guess` is empty where we guess nothing."""

    anchor: str
    expression: str
    kind: str
    note: str
    guess: str
    places: tuple[Link, ...]


def note_views(site: Site, page: str, notes: Iterable[HistoricalNote]) -> tuple[NoteView, ...]:
    """Some notes as they stand on `page`."""
    return tuple(_view(site, page, note) for note in notes)


def notes_view(site: Site) -> tuple[tuple[str, tuple[NoteView, ...]], ...]:
    """All notes by their kind, in the order of the file."""
    views = note_views(site, site.router.notes().page, site.codex.notes.values())
    return tuple((kind, tuple(group)) for kind, group in groupby(views, lambda view: view.kind))


def _view(site: Site, page: str, note: HistoricalNote) -> NoteView:
    places = (ref for ref in note.places if site.router.has(ref))
    return NoteView(
        site.router.notes(note.id).anchor,
        note.expression,
        note.kind,
        note.note,
        note.guess,
        tuple(place(site.router, page, ref, _named(site, ref)) for ref in places),
    )


def _named(site: Site, ref: str) -> str:
    siglum, _, ident = ref.partition(":")
    return f"{siglum}, {site.corpus.edition(siglum).label(ident)}"
