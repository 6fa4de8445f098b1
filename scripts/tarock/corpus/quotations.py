"""The words of a text as two versions of it are compared: what stands between blanks, without quotation marks."""

from __future__ import annotations

import unicodedata

from tarock.corpus.annotations import strip_marks

# Quotation marks, what Markdown stresses with, and what a page or a word processor puts between letters.
_ASIDE = str.maketrans("", "", "\"'„“”‚‘’»«›‹`´*_\u00ad\u200b\u2060\ufeff")


def split_words(text: str) -> list[str]:
    """Return the words of a text in the form in which words are compared."""
    return unicodedata.normalize("NFC", strip_marks(text)).translate(_ASIDE).split()
