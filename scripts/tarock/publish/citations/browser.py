"""What the site's cite dialog needs to write the citations of one source itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarock.publish.citations.citation import LANGUAGES, PAGES, emended, english_named, urn
from tarock.publish.citations.formats import templates
from tarock.publish.citations.template import ESCAPES

if TYPE_CHECKING:
    from tarock.corpus.publication import Publication
    from tarock.corpus.sources import Source
    from tarock.corpus.translation.records import Translation


def browser_data(source: Source, publication: Publication, translation: Translation | None) -> dict[str, Any]:
    """Plain data for JSON: templates and phrases of the current edition by language, and how to escape values.

    `emended` has the phrase for no, one and `#` emendations, `english` what our English is cited as, if there is any.
    """
    version = source.edition
    phrases = {lang: [emended(0, lang), emended(1, lang), emended(2, lang).replace("2", "#")] for lang in LANGUAGES}
    return {
        "version": version,
        "url": publication.url,
        "urn": urn(source, version, ""),
        "emended": phrases,
        "english": {lang: english_named(translation, lang) for lang in LANGUAGES} if translation else None,
        "pages": PAGES,
        "escapes": ESCAPES,
        "templates": {language: templates(source, version, publication, language) for language in LANGUAGES},
    }
