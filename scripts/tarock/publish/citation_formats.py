"""The templates of the citation formats.

They are filled twice, first with the item (`items.py`), then with the passage. The site fills the values that are left
open in the browser.

In a template `⟨name⟩` is a value, `⟨item_name⟩` one of the item by the name of its field; `⟨#name⟩…⟨/name⟩` stands only
where there is that value, `⟨^name⟩…⟨/name⟩` only where there is none. The brackets are not braces, which BibTeX and
JSON use themselves. Only our English has an `item_publisher`: ours.

Each format has the item as one record, whichever passage is cited: BibTeX, BibLaTeX, RIS, CSL-JSON and the tags of a
page have the same fields. The passage stands beside it: a comment with the command for BibTeX and BibLaTeX, `N1` in RIS,
`custom.cite` in CSL-JSON; reference and short hash are in the annotation, and what is to be known of the passage.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from msgspec.structs import asdict

from tarock.corpus.publication import Publication
from tarock.corpus.sources import Source
from tarock.publish.items import ListedItem, find_edition_date, write_date, write_imprint

FORMATS = {  # with their names for readers
    "text": "Text",
    "short": "Short",
    "markdown": "Markdown",
    "bibtex": "BibTeX",
    "biblatex": "BibLaTeX",
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
_OURS = "English"  # behind the short title of our English, which is not the German's
# The types of an item in BibTeX, BibLaTeX, RIS and CSL. For CSL an article is a chapter of its encyclopedia: of reference
# works some of its styles print no title, year or page.
_TYPES = {
    "book": ("booklet", "book", "BOOK", "book"),
    "chapter": ("incollection", "incollection", "CHAP", "chapter"),
    "entry-encyclopedia": ("incollection", "inreference", "ENCYC", "chapter"),
    "webpage": ("misc", "online", "ELEC", "webpage"),
}
_PARTS = {
    "passage": "[⟨versioned⟩]; sha256:⟨short⟩⟨#address⟩; ⟨address⟩⟨/address⟩",
    "more": "⟨#label⟩⟨label⟩; ⟨/label⟩⟨urn⟩⟨#caveats⟩; ⟨caveats⟩⟨/caveats⟩⟨#emended⟩; ⟨emended⟩⟨/emended⟩",
    "about": "⟨#item_publisher⟩⟨english⟩; ⟨/item_publisher⟩⟨edited⟩",
}
# For people: what is cited, where it stood first, in which edition it was read, and what is to be known of the passage.
_TEXT = (
    "⟨#quote⟩⟨open⟩⟨quote⟩⟨close⟩ ⟨/quote⟩⟨#item_author⟩⟨item_author⟩, ⟨/item_author⟩⟨item_title⟩"
    "⟨^item_container⟩ (⟨imprint⟩)⟨/item_container⟩⟨#label⟩, ⟨label⟩⟨/label⟩ [⟨versioned⟩]. "
    "⟨#item_container⟩⟨imprint⟩⟨#page⟩, ⟨page⟩⟨/page⟩. ⟨/item_container⟩In: ⟨publisher⟩, ⟨edition⟩ ⟨version⟩ ⟨of⟩ ⟨siglum⟩ (⟨date_words⟩⟨^address⟩; ⟨nowhere⟩⟨/address⟩)⟨#address⟩, ⟨address⟩⟨#accessed⟩ "
    "(⟨on⟩ ⟨accessed_words⟩)⟨/accessed⟩⟨/address⟩, ⟨urn⟩, sha256:⟨short⟩⟨#caveats⟩; ⟨caveats⟩⟨/caveats⟩⟨#emended⟩; ⟨emended⟩⟨/emended⟩."
    "⟨#english⟩⟨#english_quote⟩ “⟨english_quote⟩”⟨/english_quote⟩ ⟨english⟩.⟨/english⟩"
)
# For a note or a slide: at most 120 characters without quoted words.
_SHORT = (
    "⟨#quote⟩⟨open⟩⟨quote⟩⟨close⟩ ⟨/quote⟩⟨#family⟩⟨family⟩, ⟨/family⟩⟨item_title⟩⟨#short_year⟩ (⟨short_year⟩)⟨/short_year⟩"
    "⟨#label⟩, ⟨label⟩⟨/label⟩, ⟨publisher⟩ [⟨versioned⟩]."
    "⟨#english⟩⟨#english_quote⟩ “⟨english_quote⟩”⟨/english_quote⟩ ⟨english⟩.⟨/english⟩"
)
# Our edition is in the title, for few programs know `titleaddon`; `annotation` is in no bibliography.
# Only of our English the original's imprint is apart, in `origdate` and `origlocation`: no style prints them of a source.
_BIBLATEX = """\
@⟨biblatex_type⟩{⟨item_key⟩,
⟨#family⟩  author = {⟨family⟩, ⟨given⟩},
⟨/family⟩⟨#item_made_by⟩  author = {{⟨item_made_by⟩}},
⟨/item_made_by⟩  title = {{⟨plain_title⟩ [⟨item_addition⟩]}},
  shorttitle = {{⟨short_title⟩}},
⟨#item_translator⟩  translator = {{⟨item_translator⟩}},
⟨/item_translator⟩⟨#item_container⟩  ⟨#web⟩organization⟨/web⟩⟨^web⟩booktitle⟨/web⟩ = {{⟨item_container⟩}},
⟨/item_container⟩⟨#item_volume⟩  volume = {⟨item_volume⟩},
⟨/item_volume⟩⟨#first⟩  pages = {⟨first⟩⟨#last⟩--⟨last⟩⟨/last⟩},
⟨/first⟩⟨#item_place⟩  location = {⟨item_place⟩},
⟨/item_place⟩⟨#item_publisher⟩  publisher = {{⟨item_publisher⟩}},
⟨/item_publisher⟩⟨#item_date⟩  date = {⟨item_date⟩},
⟨/item_date⟩⟨#item_original_date⟩  origdate = {⟨item_original_date⟩},
  origlanguage = {german},
⟨/item_original_date⟩⟨#item_original_place⟩  origlocation = {⟨item_original_place⟩},
⟨/item_original_place⟩⟨#item_address⟩  url = {⟨item_address⟩},
⟨#accessed⟩  urldate = {⟨accessed⟩},
⟨/accessed⟩⟨/item_address⟩  langid = {⟨language_name⟩},
  note = {⟨about⟩},
  annotation = {⟨#words⟩⟨words⟩ — ⟨/words⟩⟨passage⟩; ⟨more⟩},
}
% \\autocite⟨#place_words⟩[⟨tied⟩]⟨/place_words⟩{⟨item_key⟩}"""
# A book without a named publisher is a `booklet`. Programs refuse most types of BibTeX without an author or a year: who and
# when nobody tells is put in Latin, which is the same in each language.
_BIBTEX = """\
@⟨bibtex_type⟩{⟨item_key⟩,
⟨^web⟩  author = {⟨#family⟩⟨family⟩, ⟨given⟩⟨/family⟩⟨^family⟩{⟨item_made_by⟩⟨^item_made_by⟩[Anonymus]⟨/item_made_by⟩}⟨/family⟩},
⟨/web⟩  key = {⟨short_title⟩},
  title = {{⟨plain_title⟩ [⟨item_addition⟩]}},
⟨#item_container⟩  ⟨#web⟩howpublished⟨/web⟩⟨^web⟩booktitle⟨/web⟩ = {{⟨item_container⟩}},
⟨/item_container⟩⟨#item_volume⟩  volume = {⟨item_volume⟩},
⟨/item_volume⟩⟨#first⟩  pages = {⟨first⟩⟨#last⟩--⟨last⟩⟨/last⟩},
⟨/first⟩⟨#item_publisher⟩  publisher = {{⟨item_publisher⟩}},
⟨/item_publisher⟩⟨#item_place⟩  address = {⟨item_place⟩},
⟨/item_place⟩  year = {⟨item_year⟩⟨^item_year⟩s. a.⟨/item_year⟩},
⟨#item_address⟩  url = {⟨item_address⟩},
⟨/item_address⟩  language = {⟨language_name⟩},
  note = {⟨about⟩⟨#item_address⟩⟨#accessed⟩; ⟨on⟩ ⟨accessed_words⟩⟨/accessed⟩⟨/item_address⟩},
  annote = {⟨#words⟩⟨words⟩ — ⟨/words⟩⟨passage⟩; ⟨more⟩},
}
% \\cite⟨#place_words⟩[⟨tied⟩]⟨/place_words⟩{⟨item_key⟩}"""
# `CY`, `PY` and `DA` are of the original, as is all but `TI`, which names our edition too; `A4` is a translator.
_RIS = """\
TY  - ⟨ris_type⟩
⟨#family⟩AU  - ⟨family⟩, ⟨given⟩
⟨/family⟩⟨#item_made_by⟩AU  - ⟨item_made_by⟩
⟨/item_made_by⟩TI  - ⟨item_title⟩ [⟨item_addition⟩]
ST  - ⟨short_title⟩
⟨#item_translator⟩A4  - ⟨item_translator⟩
⟨/item_translator⟩⟨#item_container⟩T2  - ⟨item_container⟩
⟨/item_container⟩⟨#item_volume⟩VL  - ⟨item_volume⟩
⟨/item_volume⟩⟨#first⟩SP  - ⟨first⟩
⟨/first⟩⟨#last⟩EP  - ⟨last⟩
⟨/last⟩⟨#item_place⟩CY  - ⟨item_place⟩
⟨/item_place⟩⟨#item_publisher⟩PB  - ⟨item_publisher⟩
⟨/item_publisher⟩⟨#item_year⟩PY  - ⟨item_year⟩
⟨/item_year⟩⟨#item_day⟩DA  - ⟨item_day⟩
⟨/item_day⟩⟨#item_address⟩UR  - ⟨item_address⟩
⟨#accessed⟩Y2  - ⟨accessed⟩
⟨/accessed⟩⟨/item_address⟩LA  - ⟨item_language⟩
ID  - ⟨item_key⟩
⟨#words⟩N2  - ⟨words⟩
⟨/words⟩N1  - ⟨passage⟩; ⟨more⟩; ⟨about⟩
ER  - """
# A list of one CSL item; `custom` holds what no CSL variable is made for. Some styles print `note`, so it is short. Styles put English titles in capitals, and
# ours are German: `nocase` keeps them.
_CSL_JSON = """\
[
  {
    "id": "⟨item_key⟩",
    "type": "⟨csl_type⟩",
⟨#family⟩    "author": [{"family": "⟨family⟩", "given": "⟨given⟩"}],
⟨/family⟩⟨#item_made_by⟩    "author": [{"literal": "⟨item_made_by⟩"}],
⟨/item_made_by⟩    "title": "⟨#item_publisher⟩<span class=\\"nocase\\">⟨/item_publisher⟩⟨item_title⟩⟨#item_publisher⟩</span>⟨/item_publisher⟩ [⟨item_addition⟩]",
    "title-short": "⟨#item_publisher⟩<span class=\\"nocase\\">⟨/item_publisher⟩⟨short_title⟩⟨#item_publisher⟩</span>⟨/item_publisher⟩",
⟨#item_translator⟩    "translator": [{"literal": "⟨item_translator⟩"}],
⟨/item_translator⟩⟨#item_container⟩    "container-title": "⟨item_container⟩",
⟨/item_container⟩⟨#item_volume⟩    "volume": "⟨item_volume⟩",
⟨/item_volume⟩⟨#first⟩    "page": "⟨first⟩⟨#last⟩-⟨last⟩⟨/last⟩",
⟨/first⟩⟨#item_place⟩    "publisher-place": "⟨item_place⟩",
⟨/item_place⟩⟨#item_publisher⟩    "publisher": "⟨item_publisher⟩",
⟨/item_publisher⟩⟨#item_parts⟩    "issued": {"date-parts": [[⟨item_parts⟩]]},
⟨/item_parts⟩⟨#item_address⟩    "URL": "⟨item_address⟩",
⟨#accessed⟩    "accessed": {"date-parts": [[⟨accessed_parts⟩]]},
⟨/accessed⟩⟨/item_address⟩    "language": "⟨item_language⟩",
    "annote": "⟨#words⟩⟨words⟩ — ⟨/words⟩[⟨versioned⟩] ⟨more⟩; ⟨about⟩",
    "custom": {
      "ref": "⟨versioned⟩",
      "urn": "⟨urn⟩",
      "edition": {"version": "⟨version⟩", "date": "⟨date⟩", "publisher": "⟨publisher⟩"},
      "cite": {"id": "⟨item_key⟩"⟨#place_words⟩, "label": "⟨cite_label⟩", "locator": "⟨cite_locator⟩"⟨/place_words⟩}
    },
    "note": "⟨passage⟩"
  }
]"""
_LANGUAGE_NAMES = {"de": "german", "en": "english"}
_SECTION = re.compile(r"⟨([#^])(\w+)⟩(.*?)⟨/\2⟩", re.DOTALL)
_VALUE = re.compile(r"⟨(\w+)⟩")

# Signs that TeX would take for a command, and how to write them as text.
_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\n": " ",
    "\xa0": "~",
}  # fmt: skip
ESCAPES: dict[str, dict[str, str]] = {
    "markdown": {mark: f"\\{mark}" for mark in "\\`*_[]<>"},
    "bibtex": _TEX,
    "biblatex": _TEX,
    "ris": {"\n": " "},  # a field is one line
}
_TABLES = {form: str.maketrans(marks) for form, marks in ESCAPES.items()}


def make_template(
    form: str, item: ListedItem, source: Source, version: str, publication: Publication, language: str
) -> str:
    """Return the template of a citation format for one edition, with placeholders for the values of a passage."""
    date = find_edition_date(source, version)
    first, _, last = item.pages.partition("-")
    bibtex_type, biblatex_type, ris_type, csl_type = _TYPES[item.type]
    if item.publisher:
        bibtex_type = "book"
    values = {
        **_WORDS[language],
        **{f"item_{name}": str(value or "") for name, value in asdict(item).items()},
        "bibtex_type": bibtex_type,
        "biblatex_type": biblatex_type,
        "ris_type": ris_type,
        "csl_type": csl_type,
        "web": item.type if item.type == "webpage" else "",
        "family": item.author.family if item.author else "",
        "given": item.author.given if item.author else "",
        "plain_title": item.original_title or item.title,
        "short_title": f"{item.original_title} ({_OURS})" if item.original_title else item.title,
        "imprint": write_imprint(item, language),
        "first": first,
        "last": last,
        "item_year": item.date[:4],
        "short_year": item.date[:4] if item.author else str(source.year),
        "item_day": item.date.replace("-", "/") if len(item.date) > 4 else "",
        "item_parts": split_date(item.date),
        "language_name": _LANGUAGE_NAMES.get(item.language, item.language),
        "siglum": source.siglum,
        "publisher": publication.publisher,
        "version": version,
        "date": date,
        "date_words": write_date(date, language),
        "edited": _EDITED[language][bool(publication.editor)].format(
            edition=_WORDS[language]["edition"],
            version=version,
            publisher=publication.publisher,
            editor=publication.editor,
            date=write_date(date, language),
        ),
    }
    return fill(_TEMPLATES[form], values, form)


def split_date(date: str) -> str:
    """Return year, month and day as numbers without leading zeros: `2005, 9, 15`; only what the date has."""
    return ", ".join(str(int(part)) for part in date.split("-")) if date else ""


def escape(text: str, form: str) -> str:
    """Escape text for use as a value in this format."""
    if form == "csl-json":
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return text.translate(_TABLES[form]) if form in _TABLES else text


def fill(template: str, values: Mapping[str, str], form: str) -> str:
    """Fill the placeholders of a template with escaped values; those without a value stay as they are."""
    return _VALUE.sub(
        lambda match: escape(values[match[1]], form) if match[1] in values else match[0],
        _fill_sections(template, values),
    )


def _fill_sections(template: str, values: Mapping[str, str]) -> str:
    def chosen(match: re.Match[str]) -> str:
        kind, name, inner = match.groups()
        inner = _fill_sections(inner, values)
        if name not in values:
            return f"⟨{kind}{name}⟩{inner}⟨/{name}⟩"
        return inner if bool(values[name]) == (kind == "#") else ""

    return _SECTION.sub(chosen, template)


_TEMPLATES = {
    form: fill(template, _PARTS, "text")
    for form, template in {
        "text": _TEXT,
        "short": _SHORT,
        "markdown": _TEXT.replace("[", r"\[").replace("]", r"\]").replace("⟨item_title⟩", "*⟨item_title⟩*"),
        "bibtex": _BIBTEX,
        "biblatex": _BIBLATEX,
        "ris": _RIS,
        "csl-json": _CSL_JSON,
        "urn": "⟨urn⟩",
    }.items()
}
