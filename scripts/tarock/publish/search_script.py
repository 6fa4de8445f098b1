"""The data of the site's search as a script, so that it works from a folder on disk too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from msgspec import to_builtins
from msgspec.structs import astuple

from tarock.publish.router import Address
from tarock.publish.search_entries import doors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.publish.places import Site

PATH = "assets/javascripts/search-data.js"


def search_script(site: Site, composed: Mapping[str, str]) -> str:
    """What `search.js` searches: the data of `tarock search` without withheld texts, each passage and place with its
    page, as an index into `pages`; the English in the order of the passages; the sources whose English is a summary, and
    those that are `left_out`; and the `doors`, some of which are taken from the composed pages.
    """
    editions = [edition for edition in site.corpus.editions() if not site.withheld(edition.siglum)]
    searched = site.codex.search_data(editions)
    data = to_builtins(searched)
    pages: dict[str, int] = {}
    for kind in ("passages", "places"):
        data[kind] = [
            (ref, held, pages.setdefault(site.router.passage(ref).page, len(pages))) for ref, held in data[kind]
        ]
    numbers = {ref: number for number, (ref, _text) in enumerate(searched.passages)}
    data["english"] = [searched.english.get(ref, "") for ref in numbers]
    data["rules"] = []
    for rule in searched.rules:
        page = pages.setdefault(site.router.rule(rule.key).page, len(pages))
        says = [(words, [numbers[ref] for ref in refs if ref in numbers]) for words, refs in rule.says]
        data["rules"].append((rule.key, page, rule.title, rule.asks, rule.sought, says))
    data["doors"] = [
        (*astuple(door)[:-1], pages.setdefault(door.address.page, len(pages)), door.address.anchor)
        for door in doors(site, searched, composed)
    ]
    data["pages"] = [Address(page).seen_from(site.router.home.page) for page in pages]
    translations = site.codex.translations
    data["summaries"] = [siglum for siglum, each in translations.items() if each.kind == "summary"]
    data["left_out"] = site.withheld_sources
    return f"window.codexSearch = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"
