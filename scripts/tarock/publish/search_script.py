"""The data of the site's search as a script, so that it works from a folder on disk too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from msgspec import to_builtins

from tarock.publish.router import Address

if TYPE_CHECKING:
    from tarock.publish.places import Site

PATH = "assets/javascripts/search-data.js"


def search_script(site: Site) -> str:
    """What `search.js` searches: the data of `tarock search` without withheld texts, each passage and place with its
    page, as an index into `pages`; and the sources whose English is a summary.
    """
    editions = [edition for edition in site.corpus.editions() if not site.withheld(edition.siglum)]
    data = to_builtins(site.codex.search_data(editions))
    pages: dict[str, int] = {}
    for kind in ("passages", "places"):
        data[kind] = [
            (ref, held, pages.setdefault(site.router.passage(ref).page, len(pages))) for ref, held in data[kind]
        ]
    data["pages"] = [Address(page).seen_from(site.router.home.page) for page in pages]
    translations = site.codex.translations
    data["summaries"] = [siglum for siglum, each in translations.items() if each.kind == "summary"]
    return f"window.codexSearch = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"
