"""The English of what a reference names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.corpus.editions import Unit
    from tarock.corpus.references import Selection
    from tarock.corpus.translation.records import Translation


def english_of(
    selection: Selection, version: str, translations: Mapping[str, Translation]
) -> tuple[Translation, dict[Unit, str]]:
    """The translation of the source, and the English of each unit that is selected; of a summary that of its article.

    Raises `CodexError` for an old edition, and where there is none.
    """
    edition = selection.edition
    if version != edition.source.edition:
        raise CodexError("English of an old edition", "expected a reference without @VERSION")
    translation = translations.get(edition.siglum)
    if translation is None:
        raise CodexError(f"{edition.siglum} is not translated", f"expected one of {', '.join(translations)}")
    found = {unit: translation.english(unit.ident) for unit in selection.passages}
    if not any(found.values()):
        raise CodexError(f"{selection.ref} has no English", "expected a passage or heading of the source")
    return translation, found


def by_article(translation: Translation, english: Mapping[Unit, str]) -> dict[str, str]:
    """The English by reference; what is summarised once for several passages stands once."""
    return {f"{unit.siglum}:{translation.article(unit.ident)}": text for unit, text in english.items()}
