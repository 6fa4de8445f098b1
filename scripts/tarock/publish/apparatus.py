"""Our own prose as HTML, for the pages that have no view yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.publish.environment import macro
from tarock.publish.views import prose

if TYPE_CHECKING:
    from tarock.publish.places import Site


def linked(site: Site, path: str, text: str) -> str:
    """Our own prose as HTML, with the references in it as links."""
    return str(macro("common.html.j2", "prose")(prose.linked(site.router, path, text)))
