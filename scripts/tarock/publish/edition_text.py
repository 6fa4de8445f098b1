"""The words of an edition as HTML: emended stretches, references as links, page breaks in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.annotations import Kind, cut
from tarock.publish.html import attributes, esc, link

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.corpus.annotations import Run
    from tarock.corpus.editions import Heading, Passage
    from tarock.corpus.emendations import Emendation
    from tarock.publish.apparatus import Notes

LACUNA = "[…]"


class EditionText:
    """The text of one passage or heading, rendered in one go or in stretches."""

    def __init__(self, item: Passage | Heading, notes: Notes, escape: Callable[[str], str] = esc):
        self.item = item
        self.notes = notes
        self.escape = escape

    def render(self, start: int = 0, end: int | None = None) -> str:
        """Characters `start` to `end` of the edition's text."""
        return "".join(self._run(run) for run in cut(self.item.text, self.item.annotations, start, end))

    def _run(self, run: Run) -> str:
        if run.annotation is None:
            return self.escape(run.text)
        payload = run.annotation.payload
        inner = "".join(self._run(inside) for inside in run.inside)
        match run.annotation.kind:
            case Kind.EMENDATION:
                return self._emended(payload, inner, ends=run.ends)
            case Kind.REFERENCE if self.notes.site.has(payload):
                return link(self.notes.site.href(payload, self.notes.path), inner, class_="reference")
            case Kind.PAGE_BREAK:
                opening = f"<span{attributes(id=payload, class_='page-break')} data-search-exclude>"
                return f"{opening}[S.&nbsp;{esc(payload.rpartition('.')[2])}]</span>"
        return inner

    def _emended(self, emendation: Emendation, inner: str, *, ends: bool) -> str:
        lacuna = emendation.kind == "lacuna"
        if lacuna:
            marked = f'<span class="lacuna">{self.escape(LACUNA)}</span>'
            inner = inner.replace(self.escape(LACUNA), marked)
        mark = self._mark(emendation) if ends else ""
        classes = "emended emended--lacuna" if lacuna else "emended"
        title = self.escape(f"transcript: {emendation.lemma}")
        return f'<span class="{classes}" title="{title}">{inner}{mark}</span>'

    def _mark(self, emendation: Emendation) -> str:
        number = self.notes.number(emendation)
        values = attributes(id=f"mark-{number}", class_="emended__mark", href=f"#note-{number}", lang="en")
        name = attributes(aria_label=f"Note {number}: {emendation.kind}")
        return f"<a{values}{name} data-search-exclude>{number}</a>"
