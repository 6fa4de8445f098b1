"""Citations of matters: a question with its answers is ours, so Tarock Codex is what is cited, under the version of all matters."""

from __future__ import annotations

import json
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.publish.citation_formats import fill, split_date
from tarock.publish.items import write_date
from tarock.rules.data import CodexData
from tarock.rules.matters import find_matter

PREFIX = "matter:"  # begins the reference of a matter
_TEXT = {
    "en": "“⟨title⟩” In: ⟨publisher⟩, matter ⟨id⟩, version ⟨version⟩ (⟨date_words⟩)⟨#address⟩, ⟨address⟩⟨/address⟩.",
    "de": "„⟨title⟩“ In: ⟨publisher⟩, Frage ⟨id⟩, Version ⟨version⟩ (⟨date_words⟩)⟨#address⟩, ⟨address⟩⟨/address⟩.",
}
_BIBTEX = """\
@misc{⟨key⟩,
  author = {{⟨publisher⟩}},
  title = {{⟨title⟩}},
  howpublished = {⟨publisher⟩, matter ⟨id⟩, version ⟨version⟩},
  year = {⟨year⟩},
⟨#address⟩  url = {⟨address⟩},
⟨/address⟩}"""
_RIS = """\
TY  - ELEC
AU  - ⟨publisher⟩
TI  - ⟨title⟩
T2  - ⟨publisher⟩
ET  - ⟨version⟩
PY  - ⟨year⟩
⟨#address⟩UR  - ⟨address⟩
⟨/address⟩ID  - ⟨key⟩
ER  - """


class MatterCitation(Record, kw_only=True):
    """The object of `cite matter:ID --json`: what is cited, the item as CSL has it, and every format."""

    matter: str
    version: str
    date: str
    title: str
    address: str
    key: str
    item: dict[str, Any]
    formats: dict[str, str]

    def render(self, form: str) -> str:
        """Return one format; raise `CodexError` for one that a matter does not have."""
        if form not in self.formats:
            raise CodexError(f"a matter has no citation as {form}", f"expected one of {', '.join(self.formats)}")
        return self.formats[form]


def cite_matter(codex: CodexData, ident: str, language: str = "en") -> MatterCitation:
    """Return the citation of a matter in the present version, with its question in `language` (`en` or `de`).

    Raises `CodexError` for an id that is none.
    """
    matter, edition, publication = find_matter(codex.matters, ident), codex.matters_edition, codex.publication
    version, date = edition.version, edition.dates[edition.version]
    title = getattr(matter.question, language)
    values = {
        "id": matter.id,
        "title": title,
        "publisher": publication.publisher,
        "version": version,
        "date_words": write_date(date, language),
        "year": date[:4],
        "address": f"{publication.url}m/{matter.id}/" if publication.url else "",
        "key": f"tarock-matter-{matter.id}-v{version}",
    }
    item = {
        "id": values["key"],
        "type": "webpage",
        "author": [{"literal": publication.publisher}],
        "title": title,
        "container-title": publication.publisher,
        "version": version,
        "issued": {"date-parts": [[int(part) for part in split_date(date).split(", ")]]},
        **({"URL": values["address"]} if values["address"] else {}),
        "language": language,
    }
    templates = {"text": _TEXT[language], "markdown": _TEXT[language], "bibtex": _BIBTEX, "ris": _RIS}
    formats = {form: fill(template, values, form) for form, template in templates.items()}
    formats["csl-json"] = json.dumps([item], ensure_ascii=False, indent=2)
    return MatterCitation(
        matter=matter.id,
        version=version,
        date=date,
        title=title,
        address=values["address"],
        key=values["key"],
        item=item,
        formats=formats,
    )
