"""The items of citations, as reference managers keep them.

An item is the source in one edition of ours, the words of a modern editor around it, or our English of it. One item,
with one key and one address, serves all passages; a passage is a place in it.

Its fields are the source's own: place and date are those of the print. Our edition stands behind the title in brackets
(`[Tarock Codex 1.1.0, 2026]`), which every style prints; only of our English are we the publisher. An item has one title,
in whichever language its citation is worded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Literal

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, Record
from tarock.corpus.editions import Edition, Unit
from tarock.corpus.publication import Publication
from tarock.corpus.references import Selection
from tarock.corpus.sources import Bilingual, OnlineCopy, Person, Source
from tarock.corpus.translation.records import Translation

ItemType = Literal["book", "chapter", "entry-encyclopedia", "webpage"]
_TYPES: dict[str, ItemType] = {"book": "book", "encyclopedia-entry": "entry-encyclopedia", "web-page": "webpage"}
_EDITION = "{publisher} {version}, {year}"
_ENGLISH = {"translation": "English version {version}", "summary": "English summary, version {version}"}
_FOUND = {  # where the same text stands, as far as it was compared
    "en": {
        "same": "the same text, in the first {compared} of {of} characters, compared on {day}, at {address}",
        "differs": "a text that differs within the first {compared} of {of} characters, compared on {day}, at {address}",
    },
    "de": {
        "same": "derselbe Text, in den ersten {compared} von {of} Zeichen, verglichen am {day}, unter {address}",
        "differs": "ein Text, der in den ersten {compared} von {of} Zeichen abweicht, verglichen am {day}, unter {address}",
    },
}
_VOLUME = {"en": "vol.", "de": "Bd."}
PAGE = {"en": ("p.", "pp."), "de": ("S.", "S.")}
_MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"),
}  # fmt: skip


class ListedItem(Frozen, kw_only=True):
    """One item, the same in each language of the wording.

    `addition` is printed behind the title; fields that do not apply are empty. `authors` and `translator` are whose
    words they are; `publisher`, and the imprint of the original in `original_date` and `original_place`, are there for
    our English only.
    """

    key: str
    type: ItemType
    title: str
    addition: str
    container: str = ""
    volume: str = ""
    pages: str = ""
    place: str = ""
    date: str = ""
    author: Person | None = None
    made_by: str = ""  # who wrote a summary, which has no other author
    translator: str = ""
    publisher: str = ""
    original_title: str = ""
    original_date: str = ""
    original_place: str = ""
    language: str
    address: str = ""

    @property
    def full_title(self) -> str:
        """Return the title, with the addition in brackets if there is one."""
        return f"{self.title} [{self.addition}]"


class Cited(Record, kw_only=True):
    """A place as CSL takes it; the whole has neither label nor locator.

    A place for which CSL has no label (a trick, a heading) is named as the word under which it stands, `sub-verbo`.
    """

    id: str
    label: str = ""
    locator: str = ""


def find_signed_kind(selection: Selection) -> str:
    """Return the kind of a modern editor's words (`nachwort`) if the selection is part of them; empty otherwise."""
    kinds = {first.partition(".")[0] for first, _last in selection.reference.places}
    kind = kinds.pop() if len(kinds) == 1 else ""
    return kind if kind in selection.edition.source.signed else ""


def make_item(source: Source, version: str, publication: Publication, signed: str = "") -> ListedItem:
    """Return the item of a source in an edition; with `signed`, that of the words around it of this kind."""
    original, year = source.original, find_edition_date(source, version)[:4]
    addition = _EDITION.format(publisher=publication.publisher, version=version, year=year)
    address = f"{publication.url}c/{source.siglum}@{version}/" if publication.url else ""
    if signed:
        words = source.signed[signed]
        return ListedItem(
            key=f"tarock-{source.siglum}-{signed}-v{version}",
            type="chapter",
            title=words.title,
            addition=addition,
            container=words.container,
            date=words.date,
            author=words.author,
            language=source.language,
            address=address,
        )
    return ListedItem(
        key=f"tarock-{source.siglum}-v{version}",
        type=_TYPES[original.type],
        title=original.title,
        addition=addition,
        container=original.container,
        volume=original.volume,
        pages=original.pages,
        place=original.place,
        date=original.date,
        author=original.author,
        language=source.language,
        address=address,
    )


def make_english_item(source: Source, translation: Translation, publication: Publication) -> ListedItem:
    """Return the item of our English: a publication of ours, with the original's imprint in its title."""
    imprint, original = (
        translation.imprint,
        make_item(source, translation.edition.source.edition, publication),
    )
    version, summary = imprint.version, translation.kind == "summary"
    path = f"data/{translation.stored_file}"
    printed = write_imprint(original, "en", write_pages(original.pages.split("-"), "en"))
    return ListedItem(
        key=f"tarock-{source.siglum}-en-v{version}",
        type="book",
        title=f"{original.title} ({printed})",
        addition=_ENGLISH[translation.kind].format(version=version),
        date=imprint.dates[version],
        made_by=imprint.translator if summary else "",
        translator="" if summary else imprint.translator,
        publisher=publication.publisher,
        original_title=original.title,
        original_date=original.date,
        original_place=original.place,
        language="en",
        address=f"{publication.url}{path}" if publication.url else "",
    )


def write_imprint(item: ListedItem, language: str, pages: str = "") -> str:
    """Write where a text first appeared: `Leipzig 1754`, with journal, volume and pages if there are any."""
    volume = f"{_VOLUME[language]} {item.volume}" if item.volume else ""
    printed = f"{item.place} {write_date(item.date, language)}".strip()
    return ", ".join(filter(None, (item.container, volume, printed, pages)))


def find_printed_pages(edition: Edition, passages: Iterable[Unit]) -> list[str]:
    """Return the printed pages with these passages; empty where the transcript has no page marks."""
    chosen = {passage.ident.partition("#")[0] for passage in passages}
    return [name.partition(".")[2] for name, held in edition.pages.items() if chosen & set(held)]


def write_pages(pages: list[str], language: str) -> str:
    """Write pages as `p. 257` or `pp. 257–258`; empty for no pages."""
    return (
        f"{PAGE[language][len(pages) > 1]} {'–'.join(dict.fromkeys((*pages[:1], *pages[-1:])))}" if any(pages) else ""
    )


# Which label of CSL the words of a place begin with; the site finds it by the same list.
LABELS = (
    ("§§ ", "section"), ("§ ", "section"), ("pp. ", "page"), ("p. ", "page"), ("S. ", "page"), ("rules ", "rule"),
    ("rule ", "rule"), ("Regeln ", "rule"), ("Regel ", "rule"), ("paras. ", "paragraph"), ("para. ", "paragraph"),
    ("Abs. ", "paragraph"),
)  # fmt: skip


def cited(key: str, place: str) -> Cited:
    """Return a place as CSL locator: `§ 47, para. 2` is the section `47, para. 2` of the item `key`."""
    for opening, label in LABELS if place else ():
        if place.startswith(opening):
            return Cited(id=key, label=label, locator=place.removeprefix(opening))
    return Cited(id=key, label="sub-verbo", locator=place) if place else Cited(id=key)


def tie_numbers(place: str) -> str:
    """Put unbreakable spaces for TeX between numbers and the words beside them."""
    return re.sub(r"(?<=[0-9]\.) |(?<![,;]) (?=[0-9])", "\xa0", place).replace("[", "(").replace("]", ")")


def find_edition_date(source: Source, version: str) -> str:
    """Return the day of a version of a source; raise `CodexError` where `sources.yaml` has none."""
    if version not in source.dates:
        raise CodexError(
            f"no date for edition {version} of source {source.siglum}",
            f"expected `dates:` of {source.siglum} to name it",
            file="corpus/sources/sources.yaml",
        )
    return source.dates[version]


def write_caveat(source: Source, language: str) -> str:
    """Write the note on the text: which transcript it is made from, and where copies of that are."""
    return "; ".join(
        (
            _select_language(source.caveats, language),
            *(describe_online_copy(found, language) for found in source.found_at),
        )
    )


def write_passage_caveat(source: Source, language: str) -> str:
    """Return what of the caveats of a source concerns each of its passages; empty where nothing does."""
    return _select_language(source.passage_caveats, language) if source.passage_caveats else ""


def describe_online_copy(found: OnlineCopy, language: str) -> str:
    """Write where a copy of the text is online, and how much of it was compared."""
    said, day = _FOUND[language][found.result], write_date(found.seen, language)
    return said.format(compared=found.compared, of=found.of, day=day, address=found.address)


def write_date(date: str, language: str) -> str:
    """Write a date such as `2026-11-21` in words; a year alone stays a year."""
    year, *rest = date.split("-")
    if len(rest) < 2:
        return year
    month, day = _MONTHS[language][int(rest[0]) - 1], int(rest[1])
    return f"{day}. {month} {year}" if language == "de" else f"{day} {month} {year}"


def read_date(words: str) -> str:
    """Return the date, `YYYY-MM-DD`, that `write_date` would write like this in some language; empty if none."""
    found = re.fullmatch(r"([0-9]{1,2})(\.?) (\w+) ([0-9]{4})", words)
    months = _MONTHS["de" if found[2] else "en"] if found else ()
    if not found or found[3] not in months:
        return ""
    try:
        return date(int(found[4]), months.index(found[3]) + 1, int(found[1])).isoformat()
    except ValueError:
        return ""


def _select_language(words: Bilingual, language: str) -> str:
    found: str = getattr(words, language)
    return found
