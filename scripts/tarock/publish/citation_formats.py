"""How a passage is cited in each format: templates that are filled twice, first with what is known of the source and its
edition, then with the passage. The site fills what is left open in the browser.

In a template `⟨name⟩` is a value, `⟨#name⟩…⟨/name⟩` stands only where there is that value, `⟨^name⟩…⟨/name⟩` only where
there is none. The brackets are not braces, which BibTeX and JSON use themselves.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

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
    "en": {"edition": "edition", "of": "of source", "vol": "vol.", "on": "accessed", "open": "“", "close": "”"},
    "de": {"edition": "Ausgabe", "of": "der Quelle", "vol": "Bd.", "on": "abgerufen am", "open": "„", "close": "“"},
}
# That cited words hold no, one, or more emendations.
EMENDED = {
    "en": ("", "with 1 emendation of the transcript", "with # emendations of the transcript"),
    "de": ("", "mit 1 Emendation gegenüber der Abschrift", "mit # Emendationen gegenüber der Abschrift"),
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
_TYPES = {"book": "book", "article": "encyclopedia-entry", "online": "web-page"}
# A passage of a book is an entry in it; that of an article or a web page has no title but the whole's.
_PARTS = {
    "entry": "⟨#book⟩⟨#label⟩⟨label⟩⟨/label⟩⟨^label⟩⟨title⟩⟨/label⟩⟨/book⟩"
    "⟨^book⟩⟨title⟩⟨#label⟩, ⟨label⟩⟨/label⟩⟨/book⟩ [⟨versioned⟩]",
    "quotes": "⟨quote⟩⟨#english_quote⟩ / ⟨english_quote⟩⟨/english_quote⟩",
    "note": "⟨edition⟩ ⟨version⟩; ⟨urn⟩; sha256:⟨hash⟩; ⟨caveats⟩⟨#emended⟩; ⟨emended⟩⟨/emended⟩"
    "⟨#english⟩; ⟨english⟩⟨/english⟩",
}
# For people: what is cited, where it stood first, in which edition it was read, and the caveats.
_TEXT = (
    "⟨#quote⟩⟨open⟩⟨quote⟩⟨close⟩ ⟨/quote⟩⟨title⟩⟨#label⟩, ⟨label⟩⟨/label⟩ [⟨versioned⟩]. ⟨#container⟩⟨container⟩"
    "⟨#volume⟩, ⟨vol⟩ ⟨volume⟩⟨/volume⟩, ⟨#place⟩⟨place⟩ ⟨/place⟩⟨printed_words⟩⟨#page⟩, ⟨page⟩⟨/page⟩. ⟨/container⟩In: ⟨publisher⟩, "
    "⟨edition⟩ ⟨version⟩ ⟨of⟩ ⟨siglum⟩ (⟨date_words⟩)⟨#address⟩, ⟨address⟩⟨#accessed⟩ (⟨on⟩ ⟨accessed_words⟩)⟨/accessed⟩"
    "⟨/address⟩, ⟨urn⟩, sha256:⟨short⟩; ⟨caveats⟩⟨#emended⟩; ⟨emended⟩⟨/emended⟩."
    "⟨#english⟩⟨#english_quote⟩ “⟨english_quote⟩”⟨/english_quote⟩ ⟨english⟩.⟨/english⟩"
)
# For BibLaTeX, which keeps the original imprint apart (`origdate`, `origlocation`).
_BIBTEX = """\
@⟨#book⟩⟨#label⟩in⟨/label⟩book⟨/book⟩⟨#article⟩inreference⟨/article⟩⟨#online⟩online⟨/online⟩{⟨key⟩,
  title = {{⟨entry⟩}},
⟨#editor⟩  editor = {{⟨editor⟩}},
⟨/editor⟩⟨#book⟩⟨#label⟩  booktitle = {{⟨title⟩}},
⟨/label⟩⟨/book⟩⟨#container⟩  ⟨#volume⟩booktitle⟨/volume⟩⟨^volume⟩titleaddon⟨/volume⟩ = {⟨container⟩},
⟨/container⟩⟨#volume⟩  volume = {⟨volume⟩},
⟨/volume⟩⟨#page⟩  pages = {⟨first_page⟩⟨#last_page⟩--⟨last_page⟩⟨/last_page⟩},
⟨/page⟩  origdate = {⟨printed⟩},
⟨#place⟩  origlocation = {⟨place⟩},
⟨/place⟩  ⟨#online⟩version⟨/online⟩⟨^online⟩edition⟨/online⟩ = {⟨version⟩},
  ⟨#online⟩organization⟨/online⟩⟨^online⟩publisher⟨/online⟩ = {⟨publisher⟩},
  date = {⟨date⟩},
  year = {⟨year⟩},
⟨#address⟩  url = {⟨address⟩},
⟨/address⟩⟨#accessed⟩  urldate = {⟨accessed⟩},
⟨/accessed⟩  langid = {⟨language_name⟩},
⟨#quote⟩  annotation = {⟨quotes⟩},
⟨/quote⟩  note = {⟨note⟩},
}"""
# `OP` is the original publication, `PB`, `PY` and `ET` are ours.
_RIS = """\
TY  - ⟨#book⟩⟨#label⟩CHAP⟨/label⟩⟨^label⟩BOOK⟨/label⟩⟨/book⟩⟨#article⟩ENCYC⟨/article⟩⟨#online⟩ELEC⟨/online⟩
TI  - ⟨entry⟩
⟨#book⟩⟨#label⟩T2  - ⟨title⟩
⟨/label⟩⟨/book⟩⟨#container⟩T2  - ⟨container⟩
⟨/container⟩⟨#volume⟩VL  - ⟨volume⟩
⟨/volume⟩⟨#page⟩SP  - ⟨first_page⟩
⟨/page⟩⟨#last_page⟩EP  - ⟨last_page⟩
⟨/last_page⟩OP  - ⟨#container⟩⟨container⟩, ⟨/container⟩⟨#place⟩⟨place⟩ ⟨/place⟩⟨printed⟩
⟨#editor⟩ED  - ⟨editor⟩
⟨/editor⟩PB  - ⟨publisher⟩
PY  - ⟨year⟩
DA  - ⟨date_slashes⟩
ET  - ⟨version⟩
⟨#address⟩UR  - ⟨address⟩
⟨/address⟩⟨#accessed⟩Y2  - ⟨accessed⟩
⟨/accessed⟩LA  - ⟨language⟩
ID  - ⟨key⟩
⟨#quote⟩N2  - ⟨quotes⟩
⟨/quote⟩N1  - ⟨note⟩
ER  - """
# A list of one CSL item; `custom` holds what no CSL variable is made for.
_CSL_JSON = """\
[
  {
    "id": "⟨key⟩",
    "type": "⟨#book⟩⟨#label⟩chapter⟨/label⟩⟨^label⟩book⟨/label⟩⟨/book⟩\
⟨#article⟩entry-encyclopedia⟨/article⟩⟨#online⟩webpage⟨/online⟩",
    "title": "⟨entry⟩",
⟨#book⟩⟨#label⟩    "container-title": "⟨title⟩",
⟨/label⟩⟨/book⟩⟨#container⟩    "container-title": "⟨container⟩",
⟨/container⟩⟨#volume⟩    "volume": "⟨volume⟩",
⟨/volume⟩⟨#page⟩    "page": "⟨first_page⟩⟨#last_page⟩-⟨last_page⟩⟨/last_page⟩",
⟨/page⟩    "original-date": {"date-parts": [[⟨printed_parts⟩]]},
⟨#place⟩    "original-publisher-place": "⟨place⟩",
⟨/place⟩⟨#editor⟩    "editor": [{"literal": "⟨editor⟩"}],
⟨/editor⟩    "publisher": "⟨publisher⟩",
    "issued": {"date-parts": [[⟨date_parts⟩]]},
    "edition": "⟨version⟩",
⟨#address⟩    "URL": "⟨address⟩",
⟨/address⟩⟨#accessed⟩    "accessed": {"raw": "⟨accessed⟩"},
⟨/accessed⟩    "language": "⟨language⟩",
⟨#quote⟩    "annote": "⟨quotes⟩",
⟨/quote⟩    "custom": {"ref": "⟨versioned⟩", "urn": "⟨urn⟩", "sha256": "⟨hash⟩"},
    "note": "⟨note⟩"
  }
]"""
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


def template(form: str, source: Source, version: str, publication: Publication, language: str) -> str:
    """One of `FORMATS` with the values of a passage left open."""
    original, date = source.original, edition_date(source, version)
    values = {
        **_WORDS[language],
        **{name: name if original.type == kind else "" for name, kind in _TYPES.items()},
        "title": getattr(original.title, language),
        "container": original.container,
        "volume": original.volume,
        "place": original.place,
        "printed": original.date,
        "printed_words": written(original.date, language),
        "printed_parts": _parts(original.date),
        "siglum": source.siglum,
        "language": source.language,
        "language_name": _LANGUAGE_NAMES.get(source.language, source.language),
        "caveats": getattr(source.caveats, language),
        "editor": publication.editor,
        "publisher": publication.publisher,
        "version": version,
        "year": date[:4],
        "date": date,
        "date_words": written(date, language),
        "date_parts": _parts(date),
        "date_slashes": date.replace("-", "/"),
    }
    return fill(_TEMPLATES[form], values, form)


def _parts(date: str) -> str:
    return ", ".join(str(int(part)) for part in date.split("-"))


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
    """The template with its values, escaped for the format; what is not among them stays open."""
    return _VALUE.sub(
        lambda match: escape(values[match[1]], form) if match[1] in values else match[0], _sections(template, values)
    )


def _sections(template: str, values: Mapping[str, str]) -> str:
    def chosen(match: re.Match[str]) -> str:
        kind, name, inner = match.groups()
        inner = _sections(inner, values)
        if name not in values:
            return f"⟨{kind}{name}⟩{inner}⟨/{name}⟩"
        return inner if bool(values[name]) == (kind == "#") else ""

    return _SECTION.sub(chosen, template)


_TEMPLATES = {
    form: fill(template, _PARTS, "text")
    for form, template in {
        "text": _TEXT,
        "markdown": _TEXT.replace("[", r"\[").replace("]", r"\]").replace("⟨title⟩", "*⟨title⟩*"),
        "bibtex": _BIBTEX,
        "ris": _RIS,
        "csl-json": _CSL_JSON,
        "urn": "⟨urn⟩",
    }.items()
}
