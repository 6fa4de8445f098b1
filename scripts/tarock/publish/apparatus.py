"""The apparatus: what the edition changed, where, why; and what it thought of changing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tarock.corpus.emendations import CONJECTURE
from tarock.corpus.labels import label
from tarock.publish.html import attributes, block, esc, heading, link

if TYPE_CHECKING:
    from tarock.corpus.emendations import Emendation
    from tarock.publish.places import Site

_REFERENCE = re.compile(r"\b(?:1754|1840|1863|1945):[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")
LEFT_OUT = "The words are left out here because the rights in this text are not clear."


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
            entry(self.site, self.path, emendation, ident=f"note-{number}", back=f"#mark-{number}")
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


def entry(site: Site, path: str, emendation: Emendation, *, ident: str, back: str = "") -> str:
    """One note as a list item: place, lemma ] reading, kind, certainty, reason, evidence."""
    siglum, _, name = emendation.passage.partition(":")
    place = link(
        site.href(emendation.passage, path),
        esc(label(site.corpus.edition(siglum), name)),
        class_="apparatus__place",
    )
    status = "conjecture, not applied" if emendation.kind == CONJECTURE else emendation.kind
    kind = f'<span class="apparatus__kind">{esc(status)}, {esc(emendation.certainty)}.</span>'
    home = link(back, "↩", class_="apparatus__back", aria_label="Back to the text") if back else ""
    if site.withheld(siglum):
        body = f'<span class="apparatus__reason">{LEFT_OUT}</span>'
        return f"<li{attributes(id=ident, class_='apparatus__entry')}>{place} {kind} {body} {home}</li>"
    reading = f'<span lang="de">{esc(emendation.reading)}</span>' if emendation.reading else "<em>left out</em>"
    return (
        f"<li{attributes(id=ident, class_='apparatus__entry')}>{place} "
        '<span class="apparatus__words">'
        f'<span class="apparatus__lemma" lang="de">{esc(emendation.lemma)}</span>'
        f'<span class="apparatus__bracket">&nbsp;] </span>{reading}</span> {kind} '
        f'<span class="apparatus__reason">{linked(site, path, emendation.reason)}</span> '
        '<span class="apparatus__evidence"><b>Evidence:</b> '
        f"{linked(site, path, emendation.evidence)}</span> {home}</li>"
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
