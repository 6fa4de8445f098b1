"""The short addresses: plain files that are written beside the pages of MkDocs, one per passage and edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.versions import editions_of
from tarock.publish.environment import environment
from tarock.publish.views.short_page import short_pages

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.publish.places import Site


def write_short_addresses(site: Site, folder: Path) -> int:
    """Write `c/SIGLUM/ID/index.html` and `c/SIGLUM/ID@VERSION/index.html` below `folder`; returns how many."""
    template = environment().get_template("short-page.html.j2")
    count = 0
    for siglum in site.corpus.sources:
        for page in short_pages(site, editions_of(site.corpus, siglum)):
            place = folder / page.folder
            place.mkdir(parents=True, exist_ok=True)
            (place / "index.html").write_text(template.render(view=page), encoding="utf-8")
            count += 1
    return count
