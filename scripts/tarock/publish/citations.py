"""Citations of what a reference names: what a citation says, the source with its own imprint and our edition of it.

`citation_formats.py` has a template per format; the site's cite dialog gets the same ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec.structs import replace

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.corpus.publication import CitationRecord, Publication
from tarock.corpus.references import Selection
from tarock.corpus.sources import Source
from tarock.corpus.translation.records import Translation, select_english
from tarock.corpus.versions import resolve_reference
from tarock.publish.citation_formats import ABSENT, EMENDED, ENGLISH, ESCAPES, FORMATS, fill, make_template, split_date
from tarock.publish.items import (
    LABELS,
    PAGE,
    Cited,
    ListedItem,
    cited,
    find_printed_pages,
    find_signed_kind,
    make_english_item,
    make_item,
    tie_numbers,
    write_caveat,
    write_date,
    write_pages,
    write_passage_caveat,
)
from tarock.rules.data import CodexData

_SECTIONS = re.compile(r"§§? ([0-9–]+)")
# In a locator German names go before their numbers: `47, 2. Absatz` would be read as two sections, 47 and 2.
_COUNTED = re.compile(r"((?:[0-9]+\.–)?[0-9]+)\. (Absatz|Satz|Stich)")
NAMES = {"Absatz": ("Abs.", "Abs."), "Satz": ("Satz", "Sätze"), "Stich": ("Stich", "Stiche")}  # of one and of several
LANGUAGES = ("en", "de")
FOR_PEOPLE = ("text", "short", "markdown", "urn")  # the formats that are read, not imported
SHORTEST = 120  # characters of a short citation, as far as its reference leaves room
SHORT_HASH = 12  # digits of the hash that a person may type


class Citation(Frozen):
    """A citation: `values` by the names that the templates use, the item, and the edition of the source.

    `english_item` is the item of our English, where that is cited too: in the formats for programs it is the item.
    """

    source: Source
    version: str
    publication: Publication
    language: str
    item: ListedItem
    values: Mapping[str, str]
    english_item: ListedItem | None = None

    def render(self, form: str) -> str:
        """Return the citation as text in one of `FORMATS`."""
        item = self.item if form in FOR_PEOPLE else self.english_item or self.item
        made = make_template(form, item, self.source, self.version, self.publication, self.language)
        place = cited(item.key, self.values["place_words"])
        quotes = (self.values["quote"], self.values["english_quote"] if item is self.english_item else "")
        own = {"cite_label": place.label, "cite_locator": place.locator, "words": " / ".join(filter(None, quotes))}
        filled = fill(made, {**self.values, **own}, form)
        if form == "short" and len(filled) > SHORTEST and not own["words"]:  # of many places the reference tells which
            return fill(made, {**self.values, **own, "label": ""}, form)
        return filled

    @property
    def cited(self) -> Cited:
        """Return the place as a locator for CSL, with the key of the item."""
        return cited((self.english_item or self.item).key, self.values["place_words"])


def cite(
    selection: Selection,
    version: str,
    publication: Publication,
    language: str = "en",
    *,
    quote: bool = False,
    accessed: str = "",
    here: bool = True,
) -> Citation:
    """Return the citation of the selected passages, with labels and notes in `language` (`en` or `de`).

    `quote` adds the words of the edition; `accessed` is a day such as `2026-11-22`, given with the address. With `here`
    False the words are left out of this site or copy: they are not quoted, and the citation says so.
    """
    source, signed = selection.edition.source, find_signed_kind(selection)
    ident = selection.ref.partition(":")[2]
    here = here and not selection.withheld
    emended = EMENDED[language][min(selection.emendation_count, 2)].replace("#", str(selection.emendation_count))
    label, pages = selection.label(language), find_printed_pages(selection.edition, selection.passages)
    page = write_pages(pages, language)
    if signed:  # that it is the afterword its title says
        label = label.partition(", ")[2]
    accessed = accessed if publication.url else ""
    place = place_words(label, page, language)
    values = {
        "ref": selection.ref,
        "versioned": f"{selection.ref}@{version}",
        "label": label,
        "place_words": place,
        "tied": tie_numbers(place),
        "urn": make_urn(source, version, ident),
        "hash": selection.hash,
        "short": selection.hash[:SHORT_HASH],
        "page": page,
        "first_page": "".join(pages[:1]),
        "last_page": pages[-1] if len(pages) > 1 else "",
        "emended": "; ".join(filter(None, (emended, "" if here else ABSENT[language]))),
        "caveats": (write_passage_caveat if selection.reference.places else write_caveat)(source, language),
        "english": "",
        "english_quote": "",
        "quote": "\n".join(passage.display_text() for passage in selection.passages) if quote and here else "",
        "address": f"{publication.url}{make_address(selection, version)}" if publication.url else "",
        "accessed": accessed,
        "accessed_parts": split_date(accessed),
        "accessed_words": write_date(accessed, language) if accessed else "",
    }
    item = make_item(source, version, publication, signed)
    return Citation(source, version, publication, language, item, values)


def cite_now(
    codex: CodexData,
    ref: str,
    language: str = "en",
    *,
    form: str = "text",
    quote: bool = False,
    translated: bool = False,
) -> Citation:
    """Return the citation of what a reference names, with today as day of access; `quote` adds its words.

    `translated` cites our English beside it. Raises `CodexError` where the format can hold neither quote nor English,
    and for a reference that names nothing.
    """
    if form == "urn" and (quote or translated):
        raise CodexError(
            "a URN names words and does not hold them",
            "expected no --quote and no --translation with it",
        )
    selection, version = resolve_reference(codex.corpus, ref)
    today = date.today().isoformat()
    citation = cite(selection, version, codex.publication, language, quote=quote, accessed=today)
    if not translated:
        return citation
    translation, english = select_english(selection, version, codex.translations)
    return add_english(citation, translation, " ".join(english.values()) if quote else "")


def make_citation_record(citation: Citation) -> CitationRecord:
    """Return the record that `cite --json` prints."""
    formats = {form: citation.render(form) for form in FORMATS}
    (item,) = json.loads(formats["csl-json"])
    names = {name: citation.values[name] for name in CitationRecord.__struct_fields__ if name in citation.values}
    return CitationRecord(
        **names,
        key=item["id"],
        place=citation.values["place_words"],
        item=item,
        cite=item["custom"]["cite"],
        formats=formats,
    )


def place_words(label: str, page: str, language: str) -> str:
    """Return the words for a place with its printed page: `§ 47, para. 2`, `§§ 11, 13–15`, `p. 257, sentence 7`.

    There is no semicolon in them, since programs take it for the next source. Empty for a whole edition.
    """
    sections = [_SECTIONS.fullmatch(each) for each in label.split("; ")]
    named = [each[1] for each in sections if each]
    place = f"§§ {', '.join(named)}" if len(named) == len(sections) > 1 else label.replace("; ", ", ")
    place = _COUNTED.sub(lambda found: f"{NAMES[found[2]]['–' in found[1]]} {found[1].replace('.', '')}", place)
    return place if not page or not place or place.startswith(PAGE[language]) else f"{page}, {place}"


def make_address(selection: Selection, version: str) -> str:
    """Return the path of a selection below the address of the site, on the page of its edition: `c/1840@1.1.0/#47.2`.

    Several places and sentences stand in the query, which the page marks: `c/1840@1.1.0/?places=11-19#11.1`.
    """
    places = selection.reference.places
    named = selection.ref.partition(":")[2]
    base = f"c/{selection.edition.siglum}@{version}/"
    if named in ("", *(first for first, last in places if not last and "#" not in first)):
        return f"{base}#{named}" if named else base
    first = selection.passages[0].ident.partition("#")[0]
    return f"{base}?places={named.replace('#', '%23')}#{first}"


def cite_in_languages(
    selection: Selection, version: str, publication: Publication, *, here: bool
) -> tuple[tuple[str, str], ...]:
    """Return pairs of language code and citation as text."""
    return tuple((each, cite(selection, version, publication, each, here=here).render("text")) for each in LANGUAGES)


def add_english(citation: Citation, translation: Translation, words: str = "") -> Citation:
    """Return the citation with our English cited beside it; `words` are quoted from that."""
    item = make_english_item(citation.source, translation, citation.publication)
    values = {**citation.values, "english": cite_english(translation, citation.language), "english_quote": words}
    return replace(citation, values=values, english_item=item)


def cite_english(translation: Translation, language: str) -> str:
    """Return the sentence that cites our English of a source, with its version and licence."""
    imprint = translation.imprint
    date = write_date(imprint.dates[imprint.version], language)
    template = ENGLISH[language][translation.kind]
    return template.format(by=imprint.translator, version=imprint.version, date=date, rights=imprint.rights)


def make_urn(source: Source, version: str, ident: str) -> str:
    """Return the CTS URN of a passage in one version, such as `urn:cts:tarock:anon1840.koenigrufen.de1-1-0:47.2`.

    The version has hyphens, because dots separate the parts of a CTS name.
    """
    base = f"urn:cts:tarock:{source.urn}{version.replace('.', '-')}"
    return f"{base}:{ident}" if ident else base


def browser_data(source: Source, publication: Publication, translation: Translation | None) -> dict[str, Any]:
    """Return, for the script of the citation box, the templates and phrases by language and how to escape values.

    `emended` has the phrases for no, one and `#` emendations, `english` the sentence that cites our English.
    """
    version = source.edition
    made = {
        lang: {
            "source": make_item(source, version, publication),
            **({"english": make_english_item(source, translation, publication)} if translation else {}),
        }
        for lang in LANGUAGES
    }
    return {
        "version": version,
        "url": publication.url,
        "urn": make_urn(source, version, ""),
        "emended": EMENDED,
        "caveats": {lang: write_passage_caveat(source, lang) for lang in LANGUAGES},
        "english": {lang: cite_english(translation, lang) for lang in LANGUAGES} if translation else None,
        "pages": PAGE,
        "labels": LABELS,
        "formats": FORMATS,
        "people": FOR_PEOPLE,
        "escapes": ESCAPES,
        "keys": {name: item.key for name, item in made["en"].items()},
        "templates": {
            lang: {
                name: {form: make_template(form, item, source, version, publication, lang) for form in FORMATS}
                for name, item in items.items()
            }
            for lang, items in made.items()
        },
    }
