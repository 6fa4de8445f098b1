"""The words of an edition as HTML: emended stretches, references as links, page breaks in their place."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tarock.corpus.emendations import Emended
from tarock.corpus.links import find_links
from tarock.corpus.segments import Role
from tarock.publish.html import attributes, esc, link

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.corpus.editions import Edition, Heading, Passage
    from tarock.publish.apparatus import Notes

LACUNA = "[…]"


class EditionText:
    """The text of one passage or heading, rendered in one go or in stretches."""

    def __init__(
        self,
        item: Passage | Heading,
        notes: Notes,
        escape: Callable[[str], str] = esc,
        breaks: tuple[tuple[int, str], ...] = (),
    ):
        self.item = item
        self.notes = notes
        self.escape = escape
        self.links = find_links(item)
        self.breaks = breaks  # (offset in the edition's text, HTML)

    def render(self, start: int = 0, end: int | None = None) -> str:
        """Characters `start` to `end` of the edition's text."""
        stop = len(self.item.text) if end is None else end
        parts: list[str] = []
        position = 0
        for piece in self.item.pieces:
            if isinstance(piece, Emended):
                parts.append(self._emended(piece, position, start, stop))
                position += len(piece.reading)
            else:
                parts.append(self._plain(max(position, start), min(position + len(piece), stop)))
                position += len(piece)
        return "".join(parts)

    def _emended(self, piece: Emended, position: int, start: int, stop: int) -> str:
        finish = position + len(piece.reading)
        low, high = max(position, start), min(finish, stop)
        ends_here = start < finish <= stop or (finish == start == 0)
        if low >= high and not ends_here:
            return ""
        lacuna = piece.emendation.kind == "lacuna"
        inner = self._plain(low, high)
        if lacuna:
            marked = f'<span class="lacuna">{self.escape(LACUNA)}</span>'
            inner = inner.replace(self.escape(LACUNA), marked)
        mark = self._mark(piece) if ends_here else ""
        classes = "emended emended--lacuna" if lacuna else "emended"
        title = self.escape(f"transcript: {piece.lemma}")
        return f'<span class="{classes}" title="{title}">{inner}{mark}</span>'

    def _mark(self, piece: Emended) -> str:
        number = self.notes.number(piece.emendation)
        values = attributes(id=f"mark-{number}", class_="emended__mark", href=f"#note-{number}", lang="en")
        name = attributes(aria_label=f"Note {number}: {piece.emendation.kind}")
        return f"<a{values}{name} data-search-exclude>{number}</a>"

    def _plain(self, start: int, stop: int) -> str:
        if start >= stop:
            return ""
        cuts = {start, stop}
        cuts.update(offset for found in self.links for offset in (found.start, found.end) if start < offset < stop)
        cuts.update(offset for offset, _html in self.breaks if start < offset < stop)
        points = sorted(cuts)
        parts: list[str] = []
        for low, high in pairwise(points):
            parts.extend(markup for offset, markup in self.breaks if offset == low)
            parts.append(self._linked(low, high))
        return "".join(parts)

    def _linked(self, low: int, high: int) -> str:
        text = self.escape(self.item.text[low:high])
        for found in self.links:
            target = f"{self.item.siglum}:{found.target}"
            if found.start <= low and high <= found.end and self.notes.site.has(target):
                return link(self.notes.site.href(target, self.notes.path), text, class_="reference")
        return text


def page_breaks(edition: Edition) -> dict[str, tuple[tuple[int, str], ...]]:
    """For each passage in which a printed page begins: the offset in its text, and the mark to show there."""
    offsets: list[int] = []
    length = 0
    last = ""
    for segment in edition.segments:
        if segment.role is Role.PASSAGE:
            length = length + segment.end - segment.start if segment.ident == last else segment.end - segment.start
            last = segment.ident
        elif segment.kind == "page-mark":
            offsets.append(length)
    found: dict[str, tuple[tuple[int, str], ...]] = {}
    for (number, ident), offset in zip(edition.page_marks, offsets, strict=True):
        ref = f"{edition.siglum}:page.{number}"
        opening = f"<span{attributes(id=ref, class_='page-break')} data-search-exclude>"
        mark = f"{opening}[S.&nbsp;{esc(number)}]</span>"
        place = _edited_offset(edition.passages[ident], offset)
        found[ident] = (*found.get(ident, ()), (place, mark))
    return found


def _edited_offset(passage: Passage, offset: int) -> int:
    """A place in the transcript's text in that of the edition; in a corrected stretch, its beginning."""
    before = after = 0
    for piece in passage.pieces:
        lemma, reading = (piece, piece) if isinstance(piece, str) else (piece.lemma, piece.reading)
        if offset < before + len(lemma):
            return after + (offset - before if isinstance(piece, str) else 0)
        before += len(lemma)
        after += len(reading)
    return after
