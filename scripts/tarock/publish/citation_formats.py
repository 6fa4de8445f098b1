"""How a passage is cited in each format: templates that are filled twice, first with the item (`items.py`), then with
the passage. The site fills what is left open in the browser.

In a template `⟨name⟩` is a value, `⟨#name⟩…⟨/name⟩` stands only where there is that value, `⟨^name⟩…⟨/name⟩` only where
there is none. The brackets are not braces, which BibTeX and JSON use themselves.

Each format has the item as one record, whichever passage is cited: BibTeX, RIS, CSL-JSON and the tags of a page have the
same fields. The passage stands beside it: a comment with the command for BibLaTeX, `N1` in RIS, `custom.cite`
in CSL-JSON; reference and short hash are in the note.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tarock.publish.items import caveat, edition_date, imprint_words, written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.corpus.publication import Publication
    from tarock.corpus.sources import Source
    from tarock.publish.items import Item

FORMATS = {  # with their names for readers
    "text": "Text",
    "markdown": "Markdown",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl-json": "CSL-JSON",
    "urn": "URN",
}

_WORDS = {
    "en": {"edition": "edition", "of": "of source", "on": "accessed", "open": "“", "close": "”",
           "nowhere": "this copy has no public address"},
    "de": {"edition": "Ausgabe", "of": "der Quelle", "on": "abgerufen am", "open": "„", "close": "“",
           "nowhere": "diese Kopie hat keine öffentliche Adresse"},
}  # fmt: skip
_EDITED = {  # our edition, by itself and with an editor of another name
    "en": ("{edition} {version} edited and published by {publisher}, {date}",
           "{edition} {version} edited by {editor}, published by {publisher}, {date}"),
    "de": ("{edition} {version} herausgegeben und veröffentlicht von {publisher}, {date}",
           "{edition} {version} herausgegeben von {editor}, veröffentlicht von {publisher}, {date}"),
}  # fmt: skip
# That cited words hold no, one, or more emendations.
EMENDED = {
    "en": ("", "with 1 emendation of the transcript", "with # emendations of the transcript"),
    "de": ("", "mit 1 Emendation gegenüber der Abschrift", "mit # Emendationen gegenüber der Abschrift"),
}
# That cited words are left out of the copy that cites them.
ABSENT = {"en": "its words are not in this copy", "de": "ihr Wortlaut fehlt in diesem Exemplar"}
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
_OURS = {"en": "English", "de": "englisch"}  # behind the short title of our English, which is not the German's
_TYPES = {  # of an item, in BibLaTeX and in RIS; CSL has our names
    "book": ("book", "BOOK"), "chapter": ("incollection", "CHAP"), "webpage": ("online", "ELEC"),
}  # fmt: skip
_PARTS = {
    "passage": "[⟨versioned⟩]; sha256:⟨short⟩⟨#address⟩; ⟨address⟩⟨/address⟩",
    "more": "⟨#label⟩⟨label⟩; ⟨/label⟩⟨urn⟩⟨#emended⟩; ⟨emended⟩⟨/emended⟩",
    "about": "⟨#ours⟩⟨english⟩; ⟨/ours⟩⟨edited⟩; ⟨caveats⟩",
}
# For people: what is cited, where it stood first, in which edition it was read, and the caveats.
_TEXT = (
    "⟨#quote⟩⟨open⟩⟨quote⟩⟨close⟩ ⟨/quote⟩⟨#author⟩⟨author⟩, ⟨/author⟩⟨title⟩⟨^container⟩ (⟨imprint⟩)⟨/container⟩"
    "⟨#label⟩, ⟨label⟩⟨/label⟩ [⟨versioned⟩]. ⟨#container⟩⟨imprint⟩⟨#page⟩, ⟨page⟩⟨/page⟩. ⟨/container⟩In: ⟨publisher⟩, "
    "⟨edition⟩ ⟨version⟩ ⟨of⟩ ⟨siglum⟩ (⟨date_words⟩⟨^address⟩; ⟨nowhere⟩⟨/address⟩)⟨#address⟩, ⟨address⟩⟨#accessed⟩ "
    "(⟨on⟩ ⟨accessed_words⟩)⟨/accessed⟩⟨/address⟩, ⟨urn⟩, sha256:⟨short⟩; ⟨caveats⟩⟨#emended⟩; ⟨emended⟩⟨/emended⟩."
    "⟨#english⟩⟨#english_quote⟩ “⟨english_quote⟩”⟨/english_quote⟩ ⟨english⟩.⟨/english⟩"
)
# For BibLaTeX. Our edition is in the title, for few programs know `titleaddon`; `annotation` is in no bibliography.
# Only of our English the original's imprint is apart, in `origdate` and `origlocation`: no style prints them of a source.
_BIBTEX = """\
@⟨bibtex_type⟩{⟨key⟩,
⟨#family⟩  author = {⟨family⟩, ⟨given⟩},
⟨/family⟩⟨#made_by⟩  author = {{⟨made_by⟩}},
⟨/made_by⟩  title = {{⟨plain_title⟩ [⟨addition⟩]}},
  shorttitle = {{⟨short_title⟩}},
⟨#translator⟩  translator = {{⟨translator⟩}},
⟨/translator⟩⟨#container⟩  ⟨#web⟩organization⟨/web⟩⟨^web⟩booktitle⟨/web⟩ = {{⟨container⟩}},
⟨/container⟩⟨#volume⟩  volume = {⟨volume⟩},
⟨/volume⟩⟨#first⟩  pages = {⟨first⟩⟨#last⟩--⟨last⟩⟨/last⟩},
⟨/first⟩⟨#place⟩  location = {⟨place⟩},
⟨/place⟩⟨#item_publisher⟩  publisher = {{⟨item_publisher⟩}},
⟨/item_publisher⟩⟨#item_date⟩  date = {⟨item_date⟩},
⟨/item_date⟩⟨#original_date⟩  origdate = {⟨original_date⟩},
  origlanguage = {german},
⟨/original_date⟩⟨#original_place⟩  origlocation = {⟨original_place⟩},
⟨/original_place⟩⟨#item_address⟩  url = {⟨item_address⟩},
⟨#accessed⟩  urldate = {⟨accessed⟩},
⟨/accessed⟩⟨/item_address⟩  langid = {⟨language_name⟩},
  note = {⟨about⟩},
  annotation = {⟨#words⟩⟨words⟩ — ⟨/words⟩⟨passage⟩; ⟨more⟩},
}
% \\autocite⟨#place_words⟩[⟨tied⟩]⟨/place_words⟩{⟨key⟩}"""
# `CY`, `PY` and `DA` are of the original, as is all but `TI`, which names our edition too; `A4` is a translator.
_RIS = """\
TY  - ⟨ris_type⟩
⟨#family⟩AU  - ⟨family⟩, ⟨given⟩
⟨/family⟩⟨#made_by⟩AU  - ⟨made_by⟩
⟨/made_by⟩TI  - ⟨item_title⟩ [⟨addition⟩]
ST  - ⟨short_title⟩
⟨#translator⟩A4  - ⟨translator⟩
⟨/translator⟩⟨#container⟩T2  - ⟨container⟩
⟨/container⟩⟨#volume⟩VL  - ⟨volume⟩
⟨/volume⟩⟨#first⟩SP  - ⟨first⟩
⟨/first⟩⟨#last⟩EP  - ⟨last⟩
⟨/last⟩⟨#place⟩CY  - ⟨place⟩
⟨/place⟩⟨#item_publisher⟩PB  - ⟨item_publisher⟩
⟨/item_publisher⟩⟨#item_year⟩PY  - ⟨item_year⟩
⟨/item_year⟩⟨#item_day⟩DA  - ⟨item_day⟩
⟨/item_day⟩⟨#item_address⟩UR  - ⟨item_address⟩
⟨#accessed⟩Y2  - ⟨accessed⟩
⟨/accessed⟩⟨/item_address⟩LA  - ⟨item_language⟩
ID  - ⟨key⟩
⟨#words⟩N2  - ⟨words⟩
⟨/words⟩N1  - ⟨passage⟩; ⟨more⟩; ⟨about⟩
ER  - """
# A list of one CSL item; `custom` holds what no CSL variable is made for. Some styles print `note`, so it is short. Styles put English titles in capitals, and
# ours are German: `nocase` keeps them.
_CSL_JSON = """\
[
  {
    "id": "⟨key⟩",
    "type": "⟨csl_type⟩",
⟨#family⟩    "author": [{"family": "⟨family⟩", "given": "⟨given⟩"}],
⟨/family⟩⟨#made_by⟩    "author": [{"literal": "⟨made_by⟩"}],
⟨/made_by⟩    "title": "⟨#ours⟩<span class=\\"nocase\\">⟨/ours⟩⟨item_title⟩⟨#ours⟩</span>⟨/ours⟩ [⟨addition⟩]",
    "title-short": "⟨#ours⟩<span class=\\"nocase\\">⟨/ours⟩⟨short_title⟩⟨#ours⟩</span>⟨/ours⟩",
⟨#translator⟩    "translator": [{"literal": "⟨translator⟩"}],
⟨/translator⟩⟨#container⟩    "container-title": "⟨container⟩",
⟨/container⟩⟨#volume⟩    "volume": "⟨volume⟩",
⟨/volume⟩⟨#first⟩    "page": "⟨first⟩⟨#last⟩-⟨last⟩⟨/last⟩",
⟨/first⟩⟨#place⟩    "publisher-place": "⟨place⟩",
⟨/place⟩⟨#item_publisher⟩    "publisher": "⟨item_publisher⟩",
⟨/item_publisher⟩⟨#item_parts⟩    "issued": {"date-parts": [[⟨item_parts⟩]]},
⟨/item_parts⟩⟨#item_address⟩    "URL": "⟨item_address⟩",
⟨#accessed⟩    "accessed": {"date-parts": [[⟨accessed_parts⟩]]},
⟨/accessed⟩⟨/item_address⟩    "language": "⟨item_language⟩",
    "annote": "⟨#words⟩⟨words⟩ — ⟨/words⟩[⟨versioned⟩] ⟨more⟩; ⟨about⟩",
    "custom": {
      "ref": "⟨versioned⟩",
      "urn": "⟨urn⟩",
      "edition": {"version": "⟨version⟩", "date": "⟨date⟩", "publisher": "⟨publisher⟩"},
      "cite": {"id": "⟨key⟩"⟨#place_words⟩, "label": "⟨cite_label⟩", "locator": "⟨cite_locator⟩"⟨/place_words⟩}
    },
    "note": "⟨passage⟩"
  }
]"""
_LANGUAGE_NAMES = {"de": "german", "en": "english"}
_SECTION = re.compile(r"⟨([#^])(\w+)⟩(.*?)⟨/\2⟩", re.DOTALL)
_VALUE = re.compile(r"⟨(\w+)⟩")

# What TeX would take for a command, and how to write it as text.
TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\n": " ",
    "\xa0": "~",
}  # fmt: skip
LINE = {"\n": " "}  # a RIS field is one line
ESCAPES: dict[str, dict[str, str]] = {
    "markdown": {mark: f"\\{mark}" for mark in "\\`*_[]<>"},
    "bibtex": TEX,
    "ris": LINE,
}
_TABLES = {form: str.maketrans(marks) for form, marks in ESCAPES.items()}


def template(form: str, item: Item, source: Source, version: str, publication: Publication, language: str) -> str:
    """One of `FORMATS` with the values of a passage left open."""
    date = edition_date(source, version)
    first, _, last = item.pages.partition("-")
    types = dict(zip(("bibtex_type", "ris_type"), _TYPES[item.type], strict=True))
    values = {
        **_WORDS[language],
        **types,
        "csl_type": item.type,
        "web": item.type if item.type == "webpage" else "",
        "ours": item.publisher,
        "key": item.key,
        "family": item.author.family if item.author else "",
        "given": item.author.given if item.author else "",
        "author": str(item.author or ""),
        "made_by": item.made_by,
        "translator": item.translator,
        "title": item.title,
        "item_title": item.title,
        "plain_title": item.original_title or item.title,
        "short_title": f"{item.original_title} ({_OURS[language]})" if item.original_title else item.title,
        "addition": item.addition,
        "container": item.container,
        "imprint": imprint_words(item, language),
        "volume": item.volume,
        "first": first,
        "last": last,
        "place": item.place,
        "item_publisher": item.publisher,
        "item_date": item.date,
        "item_year": item.date[:4],
        "item_day": item.date.replace("-", "/") if len(item.date) > 4 else "",
        "item_parts": parts(item.date),
        "original_date": item.original_date,
        "original_place": item.original_place,
        "item_address": item.address,
        "item_language": item.language,
        "language_name": _LANGUAGE_NAMES.get(item.language, item.language),
        "siglum": source.siglum,
        "caveats": caveat(source, language),
        "publisher": publication.publisher,
        "version": version,
        "date": date,
        "date_words": written(date, language),
        "edited": _EDITED[language][bool(publication.editor)].format(
            edition=_WORDS[language]["edition"],
            version=version,
            publisher=publication.publisher,
            editor=publication.editor,
            date=written(date, language),
        ),
    }
    return fill(_TEMPLATES[form], values, form)


def parts(date: str) -> str:
    """The numbers of a date: `2005, 9, 15`."""
    return ", ".join(str(int(part)) for part in date.split("-")) if date else ""


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
