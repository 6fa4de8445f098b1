"""The ways in which a text may be written by the table of letters and signs, for the tests of all that read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import normalize

from tarock.corpus.variants import Variants


def vary(text: str, variants: Variants) -> Iterator[str]:
    """Yield a text with each sign of the table that it may be written with, in the first place where it may be."""
    word = re.search(r"[^\W\d_]{2,}", text)
    middle = word.start() + 1 if word else len(text) // 2
    for sign in (*variants.left_out, *(f"{sign}\n" for sign in variants.divided if word)):
        yield text[:middle] + sign + text[middle:]
    for sign in variants.blanks:
        yield from [text.replace(" ", sign, 1)] * (" " in text)
    for sign in variants.dashes:
        yield from [text.replace("-", sign, 1)] * ("-" in text)
    for mark in variants.quotation_marks:
        plain = "'" if mark in variants.apostrophes else '"'
        yield from [text.replace(plain, mark)] * (plain in text)
    for table in (variants.signs, variants.ligatures, variants.letters):
        for sign, plain in table.items():
            yield from [text.replace(plain, sign, 1)] * (plain in text)
    yield from [normalize("NFD", text)] * (normalize("NFD", text) != text)
