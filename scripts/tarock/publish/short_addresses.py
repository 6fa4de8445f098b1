"""The short addresses: plain files that are written beside the pages of MkDocs.

One for each passage and edition, and one for each key of the rule tables.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
import markupsafe

from tarock import publish
from tarock.corpus.versions import editions_of
from tarock.publish.environment import environment
from tarock.publish.views.short_pages import key_pages, short_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.publish.places import Site


# What they are made of: data, templates and program, and what fills templates.
READ = (
    "corpus",
    "rules_data",
    "CITATION.cff",
    *(str(Path(str(m.__file__)).parent) for m in (publish, jinja2, markupsafe)),
)

Made = tuple[str, str]  # a folder below the top of the site, and the text of the page in it


def write_addresses(site: Site, folder: Path) -> None:
    """Write all of them below `folder`, made anew only where something has changed of what they are made of.

    `c/SIGLUM/ID/` and `c/SIGLUM/ID@VERSION/` are those of passages, `k/KEY/` those of keys, earlier ones too.
    """
    name = "short-addresses-free" if site.public_domain_only else "short-addresses-all"
    made = site.codex.cache.get(name, READ, list[Made])
    if made is None:
        made = [*_passages(site), *_keys(site)]
        site.codex.cache.put(name, READ, made)
    _write(made, folder)


def _passages(site: Site) -> Iterator[Made]:
    template = environment().get_template("short-page.html.j2")
    for siglum in site.corpus.sources:
        for page in short_pages(site, editions_of(site.corpus, siglum)):
            yield page.folder, template.render(view=page)


def _keys(site: Site) -> Iterator[Made]:
    template = environment().get_template("key-page.html.j2")
    for page in key_pages(site):
        yield page.folder, template.render(view=page)


def _write(pages: Iterable[Made], folder: Path) -> None:
    for inside, text in pages:
        place = f"{folder}/{inside}"  # thousands of them: as strings they take a third of the time
        try:
            os.mkdir(place)  # noqa: PTH102
        except FileNotFoundError:  # the first in its folder
            os.makedirs(place)  # noqa: PTH103
        with open(f"{place}/index.html", "wb", buffering=0) as file:  # noqa: PTH123
            file.write(text.encode())
