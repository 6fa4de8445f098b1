"""One page with all emendations and conjectures, source by source."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.publish.apparatus import entry
from tarock.publish.html import block, heading, page

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition
    from tarock.corpus.emendations import Emendation
    from tarock.publish.places import Site

PATH = "emendations.md"


def emendation_pages(site: Site) -> dict[str, str]:
    """The emendations page, by path."""
    parts = []
    for edition in site.corpus.editions():
        parts.append(heading(2, edition.source.short_title, f"emendations-{edition.siglum}"))
        parts.append(_section(site, edition))
    return {
        PATH: page(
            "Emendations",
            "# Emendations\n",
            "Everything in which the editions differ from the transcripts, and the conjectures that were "
            "considered but not applied. Before the bracket stands what the transcript has, after it what "
            "the edition reads. The principles are on the page [About](about.md#emendation).\n",
            *parts,
            description="All emendations of the editions with kind, certainty, reason and evidence.",
            alone=True,
        )
    }


def _section(site: Site, edition: Edition) -> str:
    emendations = edition.emendations
    conjectures = [conjecture for passage in edition.passages.values() for conjecture in passage.conjectures]
    if not emendations and not conjectures:
        return "No emendations: the transcript is shown as it is.\n"
    return "\n".join((_summary(emendations, conjectures), _list(site, emendations), _conjectures(site, conjectures)))


def _summary(emendations: list[Emendation], conjectures: list[Emendation]) -> str:
    kinds = Counter(emendation.kind for emendation in emendations)
    counted = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    many = f"{len(emendations)} emendation{'' if len(emendations) == 1 else 's'} ({counted})."
    if not conjectures:
        return f"{many}\n"
    return f"{many} Conjectures, reported and not applied: {len(conjectures)}.\n"


def _list(site: Site, emendations: list[Emendation]) -> str:
    seen: Counter[str] = Counter()
    items = []
    for emendation in emendations:
        seen[emendation.passage] += 1
        ident = f"emendation-{emendation.passage}-{seen[emendation.passage]}"
        items.append(entry(site, PATH, emendation, ident=ident))
    return (
        block('<div class="apparatus apparatus--all"><ol class="apparatus__list">', *items, "</ol></div>")
        if items
        else ""
    )


def _conjectures(site: Site, conjectures: list[Emendation]) -> str:
    if not conjectures:
        return ""
    items = [
        entry(site, PATH, conjecture, ident=f"conjecture-{conjecture.passage}-{number}")
        for number, conjecture in enumerate(conjectures, 1)
    ]
    title = '<p class="apparatus__subtitle">Conjectures, not applied</p>'
    return block(f'<div class="apparatus apparatus--all">{title}<ol class="apparatus__list">', *items, "</ol></div>")
