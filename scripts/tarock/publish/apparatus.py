"""The apparatus: what the edition changed, where, why; and what it thought of changing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tarock.publish.environment import macro
from tarock.publish.html import block, esc, heading, link
from tarock.publish.views.apparatus import note

if TYPE_CHECKING:
    from tarock.corpus.emendations import Emendation
    from tarock.publish.places import Site

_REFERENCE = re.compile(r"\b(?:1754|1840|1863|1945):[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")


@dataclass
class Notes:
    """The notes of one page, numbered as the text calls for them."""

    site: Site
    path: str
    entries: list[Emendation] = field(default_factory=list)

    def number(self, emendation: Emendation) -> int:
        """The number of the note on this emendation."""
        if emendation not in self.entries:
            self.entries.append(emendation)
        return self.entries.index(emendation) + 1

    def render(self) -> str:
        """The apparatus at the end of the page; empty when nothing was emended."""
        if not self.entries:
            return ""
        items = [
            macro("apparatus.html.j2", "entry")(
                note(self.site, self.path, emendation, anchor=f"note-{number}", back=f"#mark-{number}")
            )
            for number, emendation in enumerate(self.entries, 1)
        ]
        return heading(2, "Apparatus", "apparatus", "apparatus__title") + block(
            '<section class="apparatus" data-search-exclude aria-label="Apparatus">',
            '<p class="apparatus__key">Before the bracket stands what the transcript has, after it what the '
            "edition reads. A conjecture changes the substance: it is reported, never applied.</p>",
            '<ol class="apparatus__list">',
            *items,
            "</ol>",
            "</section>",
        )


def linked(site: Site, path: str, text: str) -> str:
    """Our own prose as HTML, with the references in it as links."""
    parts: list[str] = []
    position = 0
    for match in _REFERENCE.finditer(text):
        if site.has(match[0]):
            parts.extend((esc(text[position : match.start()]), link(site.href(match[0], path), match[0])))
            position = match.end()
    return "".join((*parts, esc(text[position:])))
