"""The short addresses: plain files that are written beside the pages of MkDocs.

One for each passage and edition, and one for each key of the rule tables.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tarock.corpus.versions import editions_of
from tarock.publish.environment import environment
from tarock.publish.views.key_page import key_pages
from tarock.publish.views.short_page import short_pages

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tarock.publish.places import Site
    from tarock.publish.views.key_page import KeyPage
    from tarock.publish.views.short_page import ShortPage


def write_short_addresses(site: Site, folder: Path) -> int:
    """Write `c/SIGLUM/ID/index.html` and `c/SIGLUM/ID@VERSION/index.html` below `folder`; returns how many."""
    all_editions = (editions_of(site.corpus, siglum) for siglum in site.corpus.sources)
    pages = (page for editions in all_editions for page in short_pages(site, editions))
    return _write("short-page.html.j2", pages, folder)


def write_key_addresses(site: Site, folder: Path) -> int:
    """Write `k/KEY/index.html` below `folder` for each key, and for each that is no more; returns how many."""
    return _write("key-page.html.j2", key_pages(site), folder)


def _write(name: str, pages: Iterable[ShortPage | KeyPage], folder: Path) -> int:
    template = environment().get_template(name)
    count = 0
    for page in pages:
        place = f"{folder}/{page.folder}"  # thousands of them: as strings they take a third of the time
        try:
            os.mkdir(place)  # noqa: PTH102
        except FileNotFoundError:  # the first in its folder
            os.makedirs(place)  # noqa: PTH103
        with open(f"{place}/index.html", "wb", buffering=0) as file:  # noqa: PTH123
            file.write(template.render(view=page).encode())
        count += 1
    return count
