"""How a person reads an id: `1840:47.2` is "§ 47, 2. Absatz" in German, "§ 47, para. 2" in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.profiles.profile import paragraph

if TYPE_CHECKING:
    from tarock.corpus.editions import Edition


def label(edition: Edition, ident: str, language: str = "en") -> str:
    """The name of a passage, container, heading or page in `language` (`en` or `de`)."""
    german = language == "de"
    ident, _, sentence = ident.partition("#")
    if sentence:
        return f"{label(edition, ident, language)}, {f'{sentence}. Satz' if german else f'sentence {sentence}'}"
    if ident.startswith("page."):
        return f"S. {ident[5:]}" if german else f"p. {ident[5:]}"
    if ident in edition.headings and edition.headings[ident].kind in ("theme", "title"):
        return edition.headings[ident].text
    if ident in edition.paratexts:
        kind, _, number = ident.partition(".")
        return f"{edition.profile.paratexts[kind][german]}, {paragraph(number, german)}"
    passage = edition.passages.get(ident)
    return edition.profile.label(ident, passage.text if passage else "", german)
