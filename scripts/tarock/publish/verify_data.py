"""The data of the page that checks quotations: the texts, the table of variants, and what people call places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from msgspec import structs

from tarock.corpus.annotations import Kind
from tarock.corpus.editions import Edition
from tarock.corpus.references import Reference, select
from tarock.corpus.spelling import WORD
from tarock.corpus.verify.citing import Places
from tarock.corpus.verify.form import form_of
from tarock.corpus.verify.reading import PROGRAMS
from tarock.corpus.verify.table import load_table
from tarock.corpus.verify.texts import SearchedPassage, load_texts
from tarock.corpus.versions import all_versions
from tarock.publish.citation_check import make_citation_form
from tarock.publish.citation_formats import EMENDED
from tarock.publish.citations import LANGUAGES
from tarock.publish.items import PAGE
from tarock.publish.places import Site


def verify_data(site: Site) -> dict[str, Any]:
    """Return the data of `verify.js`: the sources whose text is on the site, without the words of others around them.

    `at` has the page of the passages, in their order, and how many stand on it; `names`, `fillers` and `labels` are
    how a source and its places are cited; `forms` and `places` what our citations of a source say besides its words:
    phrases by version, and those of labels; `modern` the modern forms of a source's words, with those of a passage
    where it has others.
    """
    corpus, codex = site.corpus, site.codex
    table = load_table(corpus.project)
    texts, places = load_texts(corpus, table, codex.spelling, codex.translations), Places(corpus, table)
    shown = {edition.siglum: edition for edition in site.shown_editions}
    passages = [each for each in texts.passages if each.siglum in shown and _is_own(site, each)]
    numbers = {each.ref: number for number, each in enumerate(passages)}
    modern = {siglum: _shared_forms([each for each in passages if each.siglum == siglum]) for siglum in shown}
    home = site.router.home.page
    pages = (site.router.passage(each.ref).link_from(home).partition("#")[0] for each in passages)
    return {
        "table": structs.asdict(table),
        "passages": [_record(site, each, modern[each.siglum]) for each in passages],
        "modern": modern,
        "sources": {siglum: texts.sources[siglum] for siglum in shown},
        "english": {siglum: version for siglum, version in texts.english.items() if siglum in shown},
        "urns": {siglum: corpus.sources[siglum].urn for siglum in shown},
        "pages": {
            f"{siglum}:{page}": [numbers[f"{siglum}:{ident}"] for ident in inside]
            for siglum, edition in shown.items()
            for page, inside in edition.pages.items()
        },
        "containers": _containers(shown, numbers),
        "parts": {
            f"{siglum}:{ident}": unit.text for siglum, edition in shown.items() for ident, unit in edition.parts.items()
        },
        "at": [[page, sum(1 for _each in group)] for page, group in groupby(pages)],
        "forms": {siglum: _phrases(site, siglum) for siglum in shown},
        "places": {siglum: _label_phrases(edition) for siglum, edition in shown.items()},
        "emended": EMENDED,
        "programs": [
            [each.pattern.replace(r"\A", r"(?<![^])"), "i" * bool(each.flags & re.I) + "m" * bool(each.flags & re.M)]
            for each in PROGRAMS
        ],
        **places.called([*shown]),
    }


def _is_own(site: Site, passage: SearchedPassage) -> bool:
    ident = passage.ref.partition(":")[2]
    return ident not in site.corpus.edition(passage.siglum).paratexts


def _containers(shown: Mapping[str, Edition], numbers: Mapping[str, int]) -> dict[str, list[int]]:
    """Return the numbers of the passages inside each place that holds some; none for what is not on the page."""
    found: dict[str, list[int]] = {}
    for siglum, edition in shown.items():
        others = (*edition.paratexts, *edition.paratext_groups)
        inside = {**dict.fromkeys(others, ()), **edition.containers}
        found |= {f"{siglum}:{ident}": [numbers[f"{siglum}:{each}"] for each in held] for ident, held in inside.items()}
    return found


def _shared_forms(passages: Sequence[SearchedPassage]) -> dict[str, str]:
    """Return the modern forms that words have in all passages of a source."""
    found: dict[str, set[str]] = {}
    for passage in passages:
        for word in WORD.findall(passage.text):
            found.setdefault(word, set()).add(passage.modern.get(word, word))
    return {word: next(iter(forms)) for word, forms in found.items() if len(forms) == 1 and word not in forms}


def _phrases(site: Site, siglum: str) -> dict[str, list[str]]:
    """Return the phrases of our citations of a source, in small letters, by the version of the edition."""
    translation = site.codex.translations.get(siglum)
    english = translation.imprint.version if translation else ""
    return {
        version: sorted(
            " ".join(phrase)
            for phrase in make_citation_form(site.codex, "", Reference(siglum, version=version), english).phrases
        )
        for version in all_versions(site.corpus, siglum)
    }


def _label_phrases(edition: Edition) -> dict[str, list[str]]:
    """Return the phrases of the labels of a source, in small letters and with `#` for each number.

    A phrase without a number has the ids of the places that it is of.
    """
    beside: dict[str, list[str]] = {}
    order = {ident: number for number, ident in enumerate(edition.passages)}
    first = {ident: held[0] for ident, held in edition.containers.items()} | {ident: ident for ident in order}
    for ident in sorted(first, key=lambda ident: order[first[ident]]):
        beside.setdefault(ident.rpartition(".")[0], []).append(ident)
    named = [Reference(edition.siglum, *ends) for each in beside.values() for ends in pairwise(each)]
    named += [Reference(edition.siglum, f"{ident}#1") for ident in edition.passages]
    labels: list[tuple[tuple[str, ...], str]] = [
        ((each.first.partition("#")[0], each.last), select(edition, each).label(language))
        for each in named
        for language in LANGUAGES
    ]
    labels += [((ident,), edition.label(ident, language)) for ident in edition.units for language in LANGUAGES]
    labels += [((), f"{mark} 1") for marks in PAGE.values() for mark in marks]
    found: dict[str, set[str]] = {}
    for idents, label in labels:
        for words in form_of([label]).phrases:
            phrase = re.sub(r"\d+", "#", " ".join(words))
            found.setdefault(phrase, set()).update(() if "#" in phrase else filter(None, idents))
    return {phrase: sorted(idents) for phrase, idents in sorted(found.items())}


def _record(site: Site, passage: SearchedPassage, modern: Mapping[str, str]) -> dict[str, Any]:
    siglum, _colon, ident = passage.ref.partition(":")
    edition = site.corpus.edition(siglum)
    unit, spans = edition.units[ident], edition.spans[ident]
    found = {
        "heading": passage.is_heading,
        "choices": passage.choices,
        "older": passage.older,
        "modern": {word: form for word, form in passage.modern.items() if modern.get(word) != form},
        "english": passage.english,
        "spans": spans if len(spans) > 1 else (),
        "emended": sum(each.kind is Kind.EMENDATION for each in unit.annotations),
    }
    return {"ref": passage.ref, "text": passage.text} | {name: each for name, each in found.items() if each}
