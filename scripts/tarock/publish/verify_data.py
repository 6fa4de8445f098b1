"""The data of the page that checks quotations: the texts, the table of variants, and what people call places."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from tarock.corpus.verify.citing import Places
from tarock.corpus.verify.table import load_table
from tarock.corpus.verify.texts import SearchedPassage, load_texts
from tarock.corpus.versions import all_versions
from tarock.publish.citations import SHORT_HASH
from tarock.publish.places import Site


def verify_data(site: Site) -> dict[str, Any]:
    """Return the data of `verify.js`: the sources whose text is on the site, without the words of others around them.

    `at` is the page of each passage; `names`, `fillers` and `labels` are how a source and its places are cited.
    """
    corpus, codex = site.corpus, site.codex
    table = load_table(corpus.project)
    texts, places = load_texts(corpus, table, codex.spelling, codex.translations), Places(corpus, table)
    shown = {edition.siglum: edition for edition in site.shown_editions}
    passages = [each for each in texts.passages if each.siglum in shown and _is_own(site, each)]
    numbers = {each.ref: number for number, each in enumerate(passages)}
    hashes = {
        siglum: {
            version: {ident: unit.hash[:SHORT_HASH] for ident, unit in edition.units.items()}
            for version, edition in all_versions(corpus, siglum).items()
        }
        for siglum in shown
    }
    called = places.called([*shown])
    return {
        "table": structs.asdict(table),
        "passages": [_record(each, texts.sources[each.siglum], hashes[each.siglum]) for each in passages],
        "sources": {siglum: texts.sources[siglum] for siglum in shown},
        "english": {siglum: version for siglum, version in texts.english.items() if siglum in shown},
        "urns": {siglum: corpus.sources[siglum].urn for siglum in shown},
        "pages": {
            f"{siglum}:{page}": [numbers[f"{siglum}:{ident}"] for ident in inside]
            for siglum, edition in shown.items()
            for page, inside in edition.pages.items()
        },
        "at": {
            each.ref: site.router.passage(each.ref).link_from(site.router.home.page).partition("#")[0]
            for each in passages
        },
        **called,
    }


def _is_own(site: Site, passage: SearchedPassage) -> bool:
    ident = passage.ref.partition(":")[2]
    return ident not in site.corpus.edition(passage.siglum).paratexts


def _record(passage: SearchedPassage, version: str, hashes: dict[str, dict[str, str]]) -> dict[str, Any]:
    ident = passage.ref.partition(":")[2]
    return {
        "ref": passage.ref,
        "siglum": passage.siglum,
        "text": passage.text,
        "heading": passage.is_heading,
        "choices": passage.choices,
        "older": passage.older,
        "modern": passage.modern,
        "english": passage.english,
        "hash": hashes[version][ident],
        "hashes": {each: known[ident] for each, known in hashes.items() if ident in known},
    }
