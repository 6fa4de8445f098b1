"""How a source in one edition is cited in each format: templates that leave open what differs between passages.

In a template `⟨name⟩` is a value, `⟨#name⟩…⟨/name⟩` stands only where there is that value, `⟨^name⟩…⟨/name⟩` only where
there is none. The brackets are not braces, which BibTeX and JSON use themselves. The site fills the same templates
in the browser.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.corpus.publication import Publication
    from tarock.corpus.sources import Source

FORMATS = {  # with their names for readers
    "text": "Text",
    "markdown": "Markdown",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl-json": "CSL-JSON",
    "urn": "URN",
}

_WORDS = {
    "en": {
        "edition": "edition {version}",
        "of": "edition {version} of source {siglum}",
        "volume": "vol. {volume}",
        "accessed": "accessed",
        "quote": "“⟨quote⟩” ",
    },
    "de": {
        "edition": "Ausgabe {version}",
        "of": "Ausgabe {version} der Quelle {siglum}",
        "volume": "Bd. {volume}",
        "accessed": "abgerufen am",
        "quote": "„⟨quote⟩“ ",
    },
}
ENGLISH = {
    "en": {
        "translation": "English by {by}, version {version} ({date}), {rights}",
        "summary": "English summary by {by}, version {version} ({date}), {rights}",
    },
    "de": {
        "translation": "Englisch von {by}, Version {version} ({date}), {rights}",
        "summary": "Englische Zusammenfassung von {by}, Version {version} ({date}), {rights}",
    },
}
_BIBTEX_TYPES = {"book": "⟨#label⟩in⟨/label⟩book", "encyclopedia-entry": "inreference", "web-page": "online"}
_RIS_TYPES = {"book": "⟨#label⟩CHAP⟨/label⟩⟨^label⟩BOOK⟨/label⟩", "encyclopedia-entry": "ENCYC", "web-page": "ELEC"}
_CSL_TYPES = {
    "book": "⟨#label⟩chapter⟨/label⟩⟨^label⟩book⟨/label⟩",
    "encyclopedia-entry": "entry-encyclopedia",
    "web-page": "webpage",
}
_LANGUAGE_NAMES = {"de": "german"}
_MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"),
}  # fmt: skip

_SECTION = re.compile(r"⟨([#^])(\w+)⟩(.*?)⟨/\2⟩", re.DOTALL)
_VALUE = re.compile(r"⟨(\w+)⟩")

# What TeX would take for a command, and how to write it as text.
TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\n": " ",
}  # fmt: skip
LINE = {"\n": " "}  # a RIS field is one line
ESCAPES: dict[str, dict[str, str]] = {
    "markdown": {mark: f"\\{mark}" for mark in "\\`*_[]<>"},
    "bibtex": TEX,
    "ris": LINE,
}
_TABLES = {form: str.maketrans(marks) for form, marks in ESCAPES.items()}


def templates(source: Source, version: str, publication: Publication, language: str = "en") -> dict[str, str]:
    """Each of `FORMATS` with the values of a passage left open."""
    made = _Formats(source, version, publication, language)
    return {
        "text": made.sentence("text"),
        "markdown": made.sentence("markdown"),
        "bibtex": made.bibtex(),
        "ris": made.ris(),
        "csl-json": made.csl_json(),
        "urn": "⟨urn⟩",
    }


def _where(name: str, text: str) -> str:
    """A part of a template that stands only where the value `name` is there."""
    return f"⟨#{name}⟩{text}⟨/{name}⟩"


class _Formats:
    """The source's own imprint and that of our edition, apart in every format."""

    def __init__(self, source: Source, version: str, publication: Publication, language: str):
        self.source = source
        self.original = source.original
        self.publication = publication
        self.language = language
        self.version = version
        self.date = edition_date(source, version)
        numbers = {"version": version, "siglum": source.siglum, "volume": source.original.volume}
        self.words = {name: text.format_map(numbers) for name, text in _WORDS[language].items()}
        self.caveats: str = getattr(source.caveats, language)
        self.title: str = getattr(self.original.title, language)
        # a passage of a book is an entry in it; that of an article or a web page has no title but the whole's
        self.within = self.title if self.original.type == "book" else ""
        named = (
            f"⟨#label⟩⟨label⟩⟨/label⟩⟨^label⟩{self.title}⟨/label⟩"
            if self.within
            else f"{self.title}⟨#label⟩, ⟨label⟩⟨/label⟩"
        )
        self.entry = f"{named} [⟨versioned⟩]"
        self.note = (
            f"{self.words['edition']}; ⟨urn⟩; sha256:⟨hash⟩; {self.caveats}{_where('emended', '; ⟨emended⟩')}"
            + _where("english", "; ⟨english⟩")
        )
        self.quote = "⟨quote⟩" + _where("english_quote", " / ⟨english_quote⟩")

    def sentence(self, form: str) -> str:
        """For people: what is cited, where it stood first, in which edition it was read, and the caveats."""
        title = escape_around(self.title, form)
        address = ", ⟨address⟩" + _where("accessed", f" ({self.words['accessed']} ⟨accessed_words⟩)")
        rest = (
            f"{_where('label', ', ⟨label⟩')} [⟨versioned⟩]. {self._imprint()}In: {self.publication.publisher}, "
            f"{self.words['of']} ({written(self.date, self.language)}){_where('address', address)}, ⟨urn⟩, "
            f"sha256:⟨short⟩; {self.caveats}{_where('emended', '; ⟨emended⟩')}."
            + _where("english", f"{_where('english_quote', ' “⟨english_quote⟩”')} ⟨english⟩.")
        )
        quote = _where("quote", self.words["quote"])
        return quote + (f"*{title}*" if form == "markdown" else title) + escape_around(rest, form)

    def _imprint(self) -> str:
        """Container, volume, place, date and page of the source, where its title does not say them already."""
        if not self.original.container:
            return ""
        volume = self.words["volume"] if self.original.volume else ""
        place = f"{self.original.place} {written(self.original.date, self.language)}".strip()
        imprint = ", ".join(part for part in (self.original.container, volume, place) if part)
        return imprint + _where("page", ", ⟨page⟩") + ". "

    def bibtex(self) -> str:
        """An entry for BibLaTeX, which keeps the original imprint apart (`origdate`, `origlocation`)."""
        original = self.original
        online = original.type == "web-page"
        fields = [
            ("", "title", f"{{{escape_around(self.entry, 'bibtex')}}}"),
            ("", "editor", self._own(self.publication.editor and f"{{{self.publication.editor}}}")),
            ("label", "booktitle", self.within and f"{{{escape_around(self.within, 'bibtex')}}}"),
            ("", "booktitle" if original.volume else "titleaddon", self._own(original.container)),
            ("", "volume", original.volume),
            ("page", "pages", "⟨first_page⟩⟨#last_page⟩--⟨last_page⟩⟨/last_page⟩"),
            ("", "origdate", original.date),
            ("", "origlocation", self._own(original.place)),
            ("", "version" if online else "edition", self.version),
            ("", "organization" if online else "publisher", self._own(self.publication.publisher)),
            ("", "date", self.date),
            ("", "year", self.date[:4]),
            ("address", "url", "⟨address⟩"),
            ("accessed", "urldate", "⟨accessed⟩"),
            ("", "langid", _LANGUAGE_NAMES.get(self.source.language, self.source.language)),
            ("quote", "annotation", self.quote),
            ("", "note", escape_around(self.note, "bibtex")),
        ]
        lines = [(name, f"  {field} = {{{value}}},\n") for name, field, value in fields if value]
        body = "".join(_where(name, line) if name else line for name, line in lines)
        return f"@{_BIBTEX_TYPES[original.type]}{{⟨key⟩,\n{body}}}"

    def _own(self, text: str) -> str:
        return escape_around(text, "bibtex").replace(r"\{", "{").replace(r"\}", "}")

    def ris(self) -> str:
        """A RIS record; `OP` is the original publication, `PB`, `PY` and `ET` are ours."""
        original = self.original
        first = " ".join(part for part in (original.place, original.date) if part)
        lines = [
            ("", "TY", _RIS_TYPES[original.type]),
            ("", "TI", self.entry),
            ("label", "T2", self.within),
            ("", "T2", original.container),
            ("", "VL", original.volume),
            ("page", "SP", "⟨first_page⟩"),
            ("last_page", "EP", "⟨last_page⟩"),
            ("", "OP", f"{original.container}, {first}" if original.container else first),
            ("", "ED", self.publication.editor),
            ("", "PB", self.publication.publisher),
            ("", "PY", self.date[:4]),
            ("", "DA", self.date.replace("-", "/")),
            ("", "ET", self.version),
            ("address", "UR", "⟨address⟩"),
            ("accessed", "Y2", "⟨accessed⟩"),
            ("", "LA", self.source.language),
            ("", "ID", "⟨key⟩"),
            ("quote", "N2", self.quote),
            ("", "N1", self.note),
        ]
        written_ = [(name, f"{tag}  - {value}\n") for name, tag, value in lines if value]
        return "".join(_where(name, line) if name else line for name, line in written_) + "ER  - "

    def csl_json(self) -> str:
        """A list of one CSL item; `custom` holds what no CSL variable is made for."""
        original = self.original
        fields: list[tuple[str, str, Any]] = [
            ("", "id", "⟨key⟩"),
            ("", "type", _CSL_TYPES[original.type]),
            ("", "title", self.entry),
            ("label", "container-title", self.within),
            ("", "container-title", original.container),
            ("", "volume", original.volume),
            ("page", "page", "⟨first_page⟩⟨#last_page⟩-⟨last_page⟩⟨/last_page⟩"),
            ("", "original-date", _date_parts(original.date)),
            ("", "original-publisher-place", original.place),
            ("", "editor", [{"literal": self.publication.editor}] if self.publication.editor else ""),
            ("", "publisher", self.publication.publisher),
            ("", "issued", _date_parts(self.date)),
            ("", "edition", self.version),
            ("address", "URL", "⟨address⟩"),
            ("accessed", "accessed", {"raw": "⟨accessed⟩"}),
            ("", "language", self.source.language),
            ("quote", "annote", self.quote),
            ("", "custom", {"ref": "⟨versioned⟩", "urn": "⟨urn⟩", "sha256": "⟨hash⟩"}),
            ("", "note", self.note),
        ]
        lines = []
        for name, field, value in fields:
            if value:
                line = f"    {json.dumps(field)}: {json.dumps(value, ensure_ascii=False)}"
                line += "\n" if field == "note" else ",\n"
                lines.append(_where(name, line) if name else line)
        return "[\n  {\n" + "".join(lines) + "  }\n]"


def _date_parts(date: str) -> dict[str, list[list[int]]]:
    return {"date-parts": [[int(part) for part in date.split("-")]]}


def edition_date(source: Source, version: str) -> str:
    """When a version of a source appeared; raises `CodexError` where `sources.yaml` does not say."""
    if version not in source.dates:
        raise CodexError(
            f"no date for edition {version} of source {source.siglum}",
            f"expected `dates:` of {source.siglum} to name it",
            file="corpus/sources/sources.yaml",
        )
    return source.dates[version]


def written(date: str, language: str) -> str:
    """A date such as `2026-11-21` as a person writes it, a year alone as it is."""
    year, *rest = date.split("-")
    if len(rest) < 2:
        return year
    month, day = _MONTHS[language][int(rest[0]) - 1], int(rest[1])
    return f"{day}. {month} {year}" if language == "de" else f"{day} {month} {year}"


def escape(text: str, form: str) -> str:
    """`text` as a value of the format `form`."""
    if form == "csl-json":
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return text.translate(_TABLES[form]) if form in _TABLES else text


def fill(template: str, values: Mapping[str, str], form: str) -> str:
    """The template with its values, escaped for the format; raises `KeyError` for a value that is not known."""
    kept, found = template, True
    while found:  # sections inside sections
        kept, count = _SECTION.subn(lambda match: match[3] if bool(values[match[2]]) == (match[1] == "#") else "", kept)
        found = bool(count)
    return _VALUE.sub(lambda match: escape(values[match[1]], form), kept)


def escape_around(template: str, form: str) -> str:
    """A text of ours as part of a template: escaped, but for the places left open in it."""
    position, parts = 0, []
    for open_ in re.finditer(r"⟨[#^/]?\w+⟩", template):
        parts += [escape(template[position : open_.start()], form), open_[0]]
        position = open_.end()
    return "".join((*parts, escape(template[position:], form)))
