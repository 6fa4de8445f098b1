"""Our English beside the German: of what is shown, and as a gloss of what is quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.translation.records import Translation
    from tarock.publish.places import Site


class English(Value):
    """The English of a unit and what its translator notes; a `summary` stands for a whole article."""

    text: str
    notes: tuple[str, ...]
    summary: bool


def english(site: Site, siglum: str, ident: str) -> English | None:
    """The English of a unit, if there is any; a summary stands with the first passage of its article.

    Units whose English are the same signs (`§ 47`) have none.
    """
    translation = site.codex.translations.get(siglum)
    if translation is None:
        return None
    edition, article = translation.edition, translation.article(ident)
    summary = translation.kind == "summary"
    if summary and edition.containers.get(article, ("",))[0] != ident:
        return None
    text = translation.english(article)
    if not text or text == translation.german(article):
        return None
    return English(text, translation.notes(article), summary)


def selected(translation: Translation | None, idents: Iterable[str]) -> tuple[English, ...]:
    """The English of some units or sentences in their order, that of an article once."""
    if translation is None:
        return ()
    summary = translation.kind == "summary"
    articles = dict.fromkeys(map(translation.article, idents))
    found = (English(translation.english(name), translation.notes(name), summary) for name in articles)
    return tuple(each for each in found if each.text)


def gloss(site: Site, ref: str, quote: str) -> str:
    """The English of the sentences that a quotation touches; empty where there is none."""
    translation = site.codex.translations.get(ref.partition(":")[0])
    return translation.quote(ref, quote) if translation else ""


def remark_in_english(site: Site, ref: str, text: str) -> str:
    """The English of a remark, which may stand in a trick line behind the plays; empty where there is none."""
    siglum, _, ident = ref.partition(":")
    translation = site.codex.translations.get(siglum)
    if translation and (passage := translation.edition.passages.get(ident)) and passage.kind == "trick":
        return " ".join(translation.sentences(ident)[1:])
    return gloss(site, ref, text)
