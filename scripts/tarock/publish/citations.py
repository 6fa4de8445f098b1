"""Citations of a passage in the formats that reference managers read.

Every format carries the edition's version, the hash of the cited text and the caveats of the transcript.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.corpus.references import Selection
    from tarock.corpus.sources import Source

FORMATS = ("text", "markdown", "bibtex", "ris", "csl-json", "urn")
LANGUAGES = ("en", "de")
UNKNOWN = "unknown"
_PROJECT = "Tarock Codex"
_WORDS = {
    "en": {"edition": "edition", "of": "of source"},
    "de": {"edition": "Edition", "of": "der Quelle"},
}
_LANGUAGE_NAMES = {"de": "german"}


@dataclass(frozen=True, slots=True)
class Citation:
    """What a citation says, apart from its format. `label` is empty for a whole source."""

    source: Source
    ref: str
    label: str
    version: str
    hash: str
    language: str = "en"

    @property
    def urn(self) -> str:
        """The CTS URN, an alias of the reference."""
        base = f"urn:cts:tarock:{self.source.urn}"
        return f"{base}:{self.ref.partition(':')[2]}" if ":" in self.ref else base

    @property
    def key(self) -> str:
        """A key for reference managers."""
        return "tarock-" + re.sub(r"[^A-Za-z0-9{}]+", "-", self.ref)

    @property
    def _caveats(self) -> str:
        caveats: str = getattr(self.source.caveats, self.language)
        return caveats

    @property
    def _edition(self) -> str:
        words = _WORDS[self.language]
        return f"{_PROJECT}, {words['edition']} {self.version} {words['of']} {self.source.siglum}"

    @property
    def _note(self) -> str:
        return f"{self.urn}; {self.ref}; sha256:{self.hash}; {self._caveats}"

    @property
    def _title(self) -> str:
        return f"{self.source.title}, {self.label}" if self.label else self.source.title

    def _known(self, value: str) -> str:
        return "" if value == UNKNOWN else value

    def render(self, form: str) -> str:
        """The citation in one of `FORMATS`."""
        renderers: dict[str, Callable[[], str]] = {
            "text": self._text,
            "markdown": self._markdown,
            "bibtex": self._bibtex,
            "ris": self._ris,
            "csl-json": self._csl_json,
            "urn": lambda: self.urn,
        }
        return renderers[form]()

    def _imprint(self) -> str:
        parts = [self._known(self.source.container), self._known(self.source.place)]
        place = ", ".join(part for part in parts if part)
        return f"{place} {self.source.year}".strip()

    def _sentence(self, title: str) -> str:
        where = f", {self.label}" if self.label else ""
        return (
            f"{title} ({self._imprint()}){where} [{self.ref}]. In: {self._edition}, "
            f"sha256:{self.hash[:12]}, {self.urn}; {self._caveats}."
        )

    def _text(self) -> str:
        return self._sentence(self.source.title)

    def _markdown(self) -> str:
        return self._sentence(f"*{self.source.title.replace('[', chr(92) + '[').replace(']', chr(92) + ']')}*")

    def _bibtex(self) -> str:
        fields = {
            "title": f"{{{self._title}}}",
            "year": str(self.source.year),
            "address": self._known(self.source.place),
            "booktitle": self._known(self.source.container),
            "howpublished": self._edition,
            "version": self.version,
            "langid": _LANGUAGE_NAMES.get(self.source.language, self.source.language),
            "note": self._note,
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        return "\n".join([f"@misc{{{self.key},", *lines, "}"])

    def _ris(self) -> str:
        fields = [
            ("TY", "ANCIENT"),
            ("TI", self._title),
            ("T2", self._known(self.source.container)),
            ("PY", str(self.source.year)),
            ("CY", self._known(self.source.place)),
            ("ET", self._edition),
            ("LA", self.source.language),
            ("ID", self.key),
            ("N1", self._note),
        ]
        return "\n".join([*(f"{tag}  - {value}" for tag, value in fields if value), "ER  - "])

    def _csl_json(self) -> str:
        item = {
            "id": self.key,
            "type": "document",
            "title": self._title,
            "container-title": self._known(self.source.container) or _PROJECT,
            "issued": {"date-parts": [[self.source.year]]},
            "publisher-place": self._known(self.source.place),
            "language": self.source.language,
            "version": self.version,
            "collection-title": self._edition,
            "note": self._note,
        }
        return json.dumps([{k: v for k, v in item.items() if v}], ensure_ascii=False, indent=2)


def cite(selection: Selection, version: str, language: str = "en") -> Citation:
    """The citation of what a reference names, with labels and caveats in `language` (`en` or `de`)."""
    return Citation(
        selection.edition.source, selection.ref, selection.label(language), version, selection.hash, language
    )


def templates(source: Source, language: str = "en") -> dict[str, str]:
    """Each format with `{{ref}}`, `{{label}}`, `{{ident}}`, `{{key}}`, `{{hash}}` and `{{short}}` left open.

    The site fills them in the browser, so that one text per source serves all its passages.
    """
    citation = Citation(source, f"{source.siglum}:{{{{ident}}}}", "{{label}}", source.edition, "{{hash}}", language)
    made = {}
    for form in FORMATS:
        text = citation.render(form).replace(citation.key, "{{key}}")
        # these two show the first twelve digits of the hash
        made[form] = text.replace("{{hash}}", "{{short}}") if form in ("text", "markdown") else text
    return made
