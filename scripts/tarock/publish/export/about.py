"""What every format tells of itself: what it is, of which version, whose, and what is left out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock import __version__

if TYPE_CHECKING:
    from tarock.publish.export.content import Content

LICENCES = "https://spdx.org/licenses/"


def about(content: Content) -> dict[str, str]:
    """By name; without what there is not."""
    publication, sources = content.publication, content.codex.corpus.sources.values()
    found = {
        "title": publication.publisher,
        "description": publication.abstract,
        "version": __version__,
        "released": publication.released,
        "editions": ", ".join(f"{source.siglum}@{source.edition}" for source in sources),
        "editor": publication.editor,
        "address": publication.url,
        "licence": f"{publication.licence} for our annotations, data and English; the texts have rights of their own.",
        "left out": " ".join(f"{each[0].upper()}{each[1:]}." for each in content.absences()),
    }
    return {name: value for name, value in found.items() if value}
