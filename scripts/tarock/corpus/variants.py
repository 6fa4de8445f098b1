"""In which letters and signs the same words may be written: the table `corpus/variants.yaml`, and how it is applied.

The scripts of the site get the same table (`publish/script_data.py`); `docs/assets/javascripts/variants.js` applies it.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from unicodedata import normalize

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record


class Variants(Record, kw_only=True, dict=True):
    """The table. What a list or mapping holds is said in the file, where each stands."""

    blanks: tuple[str, ...]
    left_out: tuple[str, ...]
    divided: tuple[str, ...]
    dashes: tuple[str, ...]
    quotation_marks: tuple[str, ...]
    apostrophes: tuple[str, ...]
    signs: dict[str, str]
    ligatures: dict[str, str]
    letters: dict[str, str]

    @cached_property
    def replacements(self) -> dict[str, str]:
        """Return what each sign of the table is read as, the long ones first; nothing for what is left out."""
        marks = {mark: "'" if mark in self.apostrophes else '"' for mark in self.quotation_marks}
        found = {
            **dict.fromkeys(self.left_out, ""), **dict.fromkeys(self.blanks, " "), **dict.fromkeys(self.dashes, "-"),
            **marks, **self.signs, **self.ligatures, **self.letters,
        }  # fmt: skip
        return {sign: found[sign] for sign in sorted(found, key=lambda sign: (-len(sign), sign)) if sign != found[sign]}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.replacements)))

    @cached_property
    def dash_table(self) -> dict[int, str]:
        """Return what `str.translate` reads dashes and blanks by, sign by sign."""
        return {ord(sign): plain for sign, plain in self.replacements.items() if plain in ("-", " ")}

    @property
    def hyphens(self) -> tuple[str, ...]:
        """Return the signs that divide a word at the end of a line only between letters: elsewhere they are dashes."""
        return ("-", *self.dashes[:2])

    @cached_property
    def _division(self) -> re.Pattern[str]:
        """Return the pattern of what divides a word at the end of a line."""
        signs = "".join(map(re.escape, self.divided))
        hyphens = "".join(map(re.escape, self.hyphens))
        return re.compile(rf"[{signs}][ \t]*\r?\n\s*|(?<=[^\W\d_])[{hyphens}][ \t]*\r?\n[ \t]*(?=[^\W\d_])")

    def read_plain(self, text: str) -> str:
        """Return a text in plain letters and signs; a word that is divided at the end of a line is whole."""
        whole = self._division.sub("", normalize("NFC", text))
        return normalize("NFKC", self._pattern.sub(lambda sign: self.replacements[sign[0]], whole))


@cache
def load_variants(project: Project) -> Variants:
    """Return the table; raises `CodexError` for a malformed file."""
    document = yamlio.load(project.corpus / "variants.yaml")
    return document.convert(Variants, document.data)
