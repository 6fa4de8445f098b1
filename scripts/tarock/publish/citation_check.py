"""Recognize the fields of our own citations besides the words of a place.

They are those of today's formats, those of versions 0.2.0 and 0.3.0, and a line of the JSON lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.codex import ComputedCodex
from tarock.corpus.references import Reference
from tarock.corpus.translation.records import select_english
from tarock.corpus.verify.checker import Checker
from tarock.corpus.verify.documents import Field
from tarock.corpus.verify.form import Form, form_of
from tarock.corpus.verify.record_formats import flattened
from tarock.corpus.versions import resolve_parsed
from tarock.publish.citation_formats import ABSENT, FORMATS
from tarock.publish.citations import LANGUAGES, Citation, add_english, cite, make_citation_record
from tarock.publish.export.content import Content
from tarock.publish.export.json_lines import make_line
from tarock.publish.items import find_edition_date, read_date, write_caveat
from tarock.publish.places import Site

_SITE = re.compile(r"(https?://[^\s\"<>{}\\]+?/)(?:c|data)/")
# The day of access, which any citation may have: in words, or in a field of a record.
_IN_WORDS = re.compile(r"(?:accessed|abgerufen am) ([0-9]{1,2}\.? \w+ [0-9]{4})")
_IN_DIGITS = re.compile(
    r"^(?:.*/)?(?:urldate|Y2|accessed(?:/raw|/date-parts)?|raw): ([0-9]{4})[-/, ]+([0-9]{1,2})[-/, ]+([0-9]{1,2})$",
    re.MULTILINE,
)
# Phrases of earlier versions for an edition, and for the page of 1945 in its title.
_EARLIER_PHRASES = (
    "edition {0}", "Ausgabe {0}", "web page of {1}", "Netzseite von {1}", "{2} edition {0}", "{2} {3}", "{3}",
    "englische Fassung {4}", "englische Zusammenfassung", "Fassung {4}",
)  # fmt: skip
_LINE_ONLY = "licence_of_ours"  # what stands in the JSON lines alone


def make_checker(codex: ComputedCodex) -> Checker:
    """Return a checker that finds quotations of these texts in documents and knows the form of our citations."""

    def form(reference: Reference, english: str, text: str) -> Form:
        return make_citation_form(codex, text, reference, english)

    def kept(reference: Reference, version: str) -> str:
        translation = codex.translations_at(reference.siglum, version)
        _translation, words = select_english(*resolve_parsed(codex.corpus, reference), translation)
        return "\n".join(words.values())

    return Checker(codex.corpus, codex.spelling, lambda: codex.translations, form, kept)


def make_citation_form(codex: ComputedCodex, text: str, reference: Reference, english: str) -> Form:
    """Return every way in which our citations of a place are written around its quoted words.

    The version is the one named, or the present one; `english` is the version of our English, if there is one. Site
    address and day of access are those that `text` names.
    """
    selection, version = resolve_parsed(codex.corpus, reference)
    found = _SITE.search(text)
    urls = dict.fromkeys((codex.publication.url, found[1] if found else ""))
    days = dict.fromkeys(("", _find_access_day(text)))
    translation = None
    if english:
        with suppress(CodexError):  # which the words say that are not recognised then
            kept = codex.translations_at(reference.siglum, english)
            translation = select_english(selection, version, kept)[0]
    citations = []
    for language in LANGUAGES:
        for url in urls:
            for day in days:
                publication = structs.replace(codex.publication, url=url)
                citation = cite(selection, version, publication, language, accessed=day)
                citations += [citation, *([add_english(citation, translation)] if translation else [])]
    fields = [field for each in citations for field in (*_list_record_fields(each), *_list_earlier_fields(each))]
    if _LINE_ONLY in text:
        fields += _list_line_fields(codex, reference)
    if '"sentences"' in text or "sentences/ref" in text:  # what `show --json` has
        shown = codex.shown_passages(selection, version)
        fields += [field for each in shown for field in flattened(each.as_dict())]
    printed = {each.render(form) for each in citations for form in FORMATS if form not in ("markdown", "urn")}
    source, edition = selection.edition.source, selection.edition
    ends = {end for place in reference.places for end in place if end} & edition.units.keys()
    phrases = [*ABSENT.values(), source.siglum, source.original.date[:4]]
    year = find_edition_date(source, version)[:4]
    named = (version, source.original.date[:4], codex.publication.publisher, year, english)
    phrases += (template.format(*named) for template in _EARLIER_PHRASES)
    labels = (edition.label(end, language) for end in ends for language in LANGUAGES)
    earlier = [*source.original.earlier, *(each for words in source.signed.values() for each in words.earlier)]
    noted = [write_caveat(source, language) for language in LANGUAGES]  # in the note of every passage
    fields += [Field(name, words) for name in ("note", "title") for words in (*noted, *earlier)]
    fields += [Field(name, words) for name in ("shorttitle", "ST", "title-short") for words in earlier]
    return form_of((*printed, *labels), fields, phrases)


def _find_access_day(text: str) -> str:
    if found := _IN_WORDS.search(text):
        return read_date(found[1])
    if found := _IN_DIGITS.search(text):
        with suppress(ValueError):
            return date(*map(int, found.groups())).isoformat()
    return ""


def _list_record_fields(citation: Citation) -> Iterator[Field]:
    """Yield the fields of `cite --json` that are not among the formats."""
    data = make_citation_record(citation).as_dict()
    del data["formats"]
    return flattened(data)


def _list_line_fields(codex: ComputedCodex, reference: Reference) -> Iterator[Field]:
    """Yield the fields of the passage's line in the JSON Lines export."""
    content = Content(Site(codex))
    edition = content.editions.get(reference.siglum)
    unit = edition.passages.get(reference.place.partition(":")[2]) if edition else None
    return flattened(make_line(content, unit)) if unit else iter(())


def _list_earlier_fields(citation: Citation) -> Iterator[Field]:
    """Yield the fields of version 0.2.0's formats that were dropped or are different today."""
    source, version, values, own = citation.source, citation.version, citation.values, citation.publication
    original, day = source.original, find_edition_date(source, version)
    ends = values["ref"].replace("-", "-to-").replace(",", "-and-").replace("#", "-s")
    key = f"tarock-{re.sub('[^A-Za-z0-9.]+', '-', ends)}-v{version}"
    title = original.title if original.type == "book" else ""
    part = original.type == "book" and values["label"]
    kinds = {
        "book": ("inbook", "CHAP", "chapter") if part else ("book", "BOOK", "book"),
        "encyclopedia-entry": ("inreference", "ENCYC", "entry-encyclopedia"),
        "web-page": ("online", "ELEC", "webpage"),
    }[original.type]
    first = " ".join(filter(None, (original.place, original.date)))
    pages = [*filter(None, (values["first_page"], values["last_page"]))]
    numbers, printed = (", ".join(str(int(each)) for each in when.split("-")) for when in (day, original.date))
    fields = {
        "@": kinds[0], "TY": kinds[1], "type": kinds[2], **dict.fromkeys(("@key", "ID", "id", "key"), key),
        **dict.fromkeys(("booktitle", "T2", "container-title"), title or original.container),
        "titleaddon": original.container, **dict.fromkeys(("volume", "VL"), original.volume),
        "pages": "--".join(pages), "page": "-".join(pages), "SP": values["first_page"], "EP": values["last_page"],
        "origdate": original.date, "original-date/date-parts": printed, "origlocation": original.place,
        "original-publisher-place": original.place, "OP": ", ".join(filter(None, (original.container, first))),
        **dict.fromkeys(("edition", "version", "ET"), version),
        **dict.fromkeys(("organization", "publisher", "PB"), own.publisher), "date": day,
        **dict.fromkeys(("year", "PY"), day[:4]), "DA": day.replace("-", "/"), "issued/date-parts": numbers,
        **dict.fromkeys(("url", "UR", "URL"), values["address"]), "accessed/raw": values["accessed"],
        "custom/sha256": values["hash"],
    }  # fmt: skip
    yield from (Field(name, value) for name, value in fields.items() if value)
    if original.type == "encyclopedia-entry":  # which version 0.3.0 had as a chapter
        yield from (Field("@", "incollection"), Field("TY", "CHAP"))
