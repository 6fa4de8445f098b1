"""Citations of what a reference names: what a citation says, the source with its own imprint and our edition of it.

`citation_formats.py` has a template per format; the site's cite dialog gets the same ones.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tarock.base.structs import Value
from tarock.publish.citation_formats import EMENDED, ENGLISH, ESCAPES, FORMATS, fill, template, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.corpus.editions import Edition, Unit
    from tarock.corpus.publication import Publication
    from tarock.corpus.references import Selection
    from tarock.corpus.sources import Source
    from tarock.corpus.translation.records import Translation

LANGUAGES = ("en", "de")
SHORT_HASH = 12  # digits of the hash that a person may type
PAGES = {"en": ("p.", "pp."), "de": ("S.", "S.")}
_NOT_IN_KEY = re.compile(r"[^A-Za-z0-9.]+")


class Citation(Value):
    """What is cited (`values`, by the names that the templates use), of which source and which edition of it."""

    source: Source
    version: str
    publication: Publication
    language: str
    values: Mapping[str, str]

    def render(self, form: str) -> str:
        """The citation in one of `FORMATS`."""
        return fill(template(form, self.source, self.version, self.publication, self.language), self.values, form)


def cite(
    selection: Selection,
    version: str,
    publication: Publication,
    language: str = "en",
    *,
    quote: bool = False,
    accessed: str = "",
) -> Citation:
    """The citation of what a reference names, with labels and caveats in `language` (`en` or `de`).

    `quote` adds the words of the edition; `accessed` is a day such as `2026-11-22`, shown with the address.
    """
    source = selection.edition.source
    base, _, ident = selection.ref.partition(":")
    first = selection.reference.first.partition("#")[0]  # of several, the address is that of the first
    pages = printed_pages(selection.edition, selection.passages)
    values = {
        "ref": selection.ref,
        "versioned": f"{selection.ref}@{version}",
        "label": selection.label(language),
        "urn": urn(source, version, ident),
        "key": key(selection.ref, version),
        "hash": selection.hash,
        "short": selection.hash[:SHORT_HASH],
        "page": f"{PAGES[language][len(pages) > 1]} {'–'.join(dict.fromkeys((*pages[:1], *pages[-1:])))}"
        if pages
        else "",
        "first_page": "".join(pages[:1]),
        "last_page": pages[-1] if len(pages) > 1 else "",
        "emended": EMENDED[language][min(selection.emended, 2)].replace("#", str(selection.emended)),
        "english": "",
        "english_quote": "",
        "quote": "\n".join(passage.text for passage in selection.passages) if quote else "",
        "address": f"{publication.url}c/{base}/{first}@{version}/" if publication.url and ident else publication.url,
        "accessed": accessed if publication.url else "",
        "accessed_words": written(accessed, language) if accessed and publication.url else "",
    }
    return Citation(source, version, publication, language, values)


def citations(selection: Selection, version: str, publication: Publication) -> tuple[tuple[str, str], ...]:
    """The citation as text in each language."""
    return tuple((each, cite(selection, version, publication, each).render("text")) for each in LANGUAGES)


def with_english(citation: Citation, translation: Translation, words: str = "") -> Citation:
    """The citation with our English named beside it, as ours; `words` are what is quoted of it."""
    values = {**citation.values, "english": english_named(translation, citation.language), "english_quote": words}
    return replace(citation, values=values)


def english_named(translation: Translation, language: str) -> str:
    """What our English of a source is cited as, with its version and rights."""
    imprint = translation.imprint
    date = written(imprint.dates[imprint.version], language)
    template = ENGLISH[language][translation.kind]
    return template.format(by=imprint.translator, version=imprint.version, date=date, rights=imprint.rights)


def urn(source: Source, version: str, ident: str) -> str:
    """The CTS URN of a passage in one version: dots separate the parts of a CTS name, so the version has hyphens."""
    base = f"urn:cts:tarock:{source.urn}{version.replace('.', '-')}"
    return f"{base}:{ident}" if ident else base


def key(ref: str, version: str) -> str:
    """A key for reference managers, one per reference and version: `tarock-1840-47.2-v1.0.0`."""
    ends = ref.replace("-", "-to-").replace(",", "-and-").replace("#", "-s")
    return f"tarock-{_NOT_IN_KEY.sub('-', ends)}-v{version}"


def printed_pages(edition: Edition, passages: Iterable[Unit]) -> list[str]:
    """The printed pages on which the passages stand, as far as the transcript marks them."""
    chosen = {passage.ident.partition("#")[0] for passage in passages}
    return [name.partition(".")[2] for name, held in edition.pages.items() if chosen & set(held)]


def browser_data(source: Source, publication: Publication, translation: Translation | None) -> dict[str, Any]:
    """Plain data for JSON: templates and phrases of the current edition by language, and how to escape values.

    `emended` has the phrase for no, one and `#` emendations, `english` what our English is cited as, if there is any.
    """
    version = source.edition
    return {
        "version": version,
        "url": publication.url,
        "urn": urn(source, version, ""),
        "emended": EMENDED,
        "english": {lang: english_named(translation, lang) for lang in LANGUAGES} if translation else None,
        "pages": PAGES,
        "formats": FORMATS,
        "escapes": ESCAPES,
        "templates": {
            lang: {form: template(form, source, version, publication, lang) for form in FORMATS} for lang in LANGUAGES
        },
    }
