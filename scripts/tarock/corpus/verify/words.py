"""Words as quotations and texts are compared by: a text cut into words, each with the signs before it.

`docs/assets/javascripts/verify.js` does the same in the page, and one set of cases holds both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property

from tarock.base.structs import Cached, Frozen
from tarock.corpus.verify.table import QuotingTable

_COMBINING = "\u0300-\u036f"
_ELLIPSIS = r"[\[(]\s*(?:…|\.(?:\s?\.){2,}|-\s?-\s?-|–|—)\s*[\])]|…|\.(?:[ \u00a0\u202f]?\.){2,}"
_COMMENT = (  # that a citer puts behind words, which stay as they are
    r"[\[(]\s*sic\s*!?\s*[\])]|[\[(]\s*[!?]+\s*[\])]|\[\^?\d+\]|\[\s*(?:so\b|recte\b|lies\b|i\. ?e\.|=)[^\[\]]{0,80}\]"
)


class Skip(StrEnum):
    """The part of a text left out before a word: nothing, words marked as left out, or words replaced."""

    NONE = ""
    MARKED = "marked"
    REPLACED = "replaced"


class QuotedWord(Frozen):
    """A word, at `start` to `end` of what it was read from.

    `text` is the word without what no reader sees; `plain` without ligatures; `key` with one form of each letter.
    `signs` are the signs between the word before and it, in one form, `shown` as they stand there. `divided` says
    that a hyphen at the end of a line stands there. `core` and `whole` are the word without and with the letters that
    a citer put into brackets, where he did.
    """

    text: str
    plain: str
    key: str
    start: int
    end: int
    signs: str = ""
    shown: str = ""
    divided: bool = False
    called: bool = False
    skip: Skip = Skip.NONE
    added: tuple[str, ...] = ()
    core: str = ""
    whole: str = ""


class Cut(Frozen):
    """The words of a text, with the signs behind the last of them; `added` are a citer's words behind it."""

    words: tuple[QuotedWord, ...]
    signs: str = ""
    added: tuple[str, ...] = ()


class Reader(Cached):
    """Cuts texts into words by the table of variants."""

    table: QuotingTable

    @cached_property
    def _letter(self) -> str:
        unseen = "".join(re.escape(sign) for sign in self.table.left_out)
        return rf"(?:[^\W_{''.join(self.table.superscripts)}]|[{_COMBINING}{unseen}])"

    @cached_property
    def _word(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self._letter})+")

    @cached_property
    def _quoted(self) -> re.Pattern[str]:
        """Return the pattern of the parts of a quotation: omissions, additions of the citer, and words."""
        word = rf"(?:{self._letter}|(?<={self._letter})\[{self._letter}*\]|\[{self._letter}+\](?={self._letter}))+"
        return re.compile(rf"(?P<left>{_ELLIPSIS})|(?P<comment>{_COMMENT})|(?P<word>{word})|(?P<added>\[[^\[\]]*\])")

    @cached_property
    def _unseen(self) -> dict[int, None]:
        return {ord(sign): None for sign in self.table.left_out}

    @cached_property
    def _signs(self) -> dict[int, str | None]:
        table = self.table
        folded: dict[str, str | None] = {**table.signs, **dict.fromkeys(table.dashes, "-")}
        gone = (*table.quotation_marks, *table.blanks, *table.left_out, *table.superscripts, *table.divided)
        folded |= dict.fromkeys((*gone, *" \t\n\r\v\f*_\\"), None)
        return {ord(sign): meant for sign, meant in folded.items() if len(sign) == 1}

    @cached_property
    def _division(self) -> re.Pattern[str]:
        hyphens = "".join(map(re.escape, {*self.table.dashes, "-"} - {"–", "—"}))
        divided = "".join(map(re.escape, self.table.divided))
        return re.compile(rf"\A(?:[{hyphens}]\s+|[{divided}]\s*)\Z")

    @cached_property
    def _lines(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<=\s)(?:{'|'.join(sorted(map(re.escape, self.table.lines), key=len, reverse=True))})(?=\s)"
        )

    @cached_property
    def _called(self) -> re.Pattern[str]:
        return re.compile(rf"[{''.join(self.table.superscripts)}*†‡]")

    @cached_property
    def note_calls(self) -> re.Pattern[str]:
        """Return the pattern of what is glued to a word when a call of a note of our books is copied with it."""
        return re.compile(rf"(?:{self.table.note_calls})\Z")

    def plain(self, word: str) -> str:
        """Return a word without ligatures."""
        for sign, meant in self.table.ligatures.items():
            word = word.replace(sign, meant)
        return word

    def key(self, plain: str) -> str:
        """Return a word with one form of each letter."""
        if plain.isascii() and "J" not in plain:
            return plain
        for sign, meant in self.table.letters.items():
            plain = plain.replace(sign, meant)
        return unicodedata.normalize("NFC", plain)

    def signs(self, between: str) -> str:
        """Return the signs between two words in one form: no blanks, no quotation marks, one dash."""
        return re.sub("-+", "-", between.translate(self._signs))

    def cut(self, text: str) -> Cut:
        """Return the words of a text of ours, in which brackets are its own."""
        return self._cut(text, ((found.start(), found.end(), "word") for found in self._word.finditer(text)))

    def cut_quotation(self, text: str) -> Cut:
        """Return the words of a quotation, in which a citer may have left out words, and put others into brackets."""
        return self._cut(
            text, ((found.start(), found.end(), str(found.lastgroup)) for found in self._quoted.finditer(text))
        )

    def _cut(self, text: str, items: Iterable[tuple[int, int, str]]) -> Cut:
        words: list[QuotedWord] = []
        before, skip, added, position = "", Skip.NONE, list[str](), 0
        for start, end, kind in items:
            before += text[position:start]
            position = end
            if kind == "word" and not self._seen(text[start:end]):
                before += text[start:end]
            elif kind == "word":
                words.append(self._made(text, start, end, before, skip, tuple(added)))
                before, skip, added = "", Skip.NONE, []
            elif kind == "left":
                skip = Skip.MARKED
            else:
                added.append(text[start:end])
                if kind == "added" and skip is Skip.NONE:
                    skip = Skip.REPLACED
        return Cut(tuple(words), self.signs(before + text[position:]), tuple(added))

    def _made(self, text: str, start: int, end: int, before: str, skip: Skip, added: tuple[str, ...]) -> QuotedWord:
        raw = text[start:end]
        broken = text[start - len(before) - 1 : start - len(before)] == "\u00ad" and before.isspace()
        divided = bool(before) and (broken or bool(self._division.match(before)))
        shown = re.sub(r"[ \t\r\n\f\v]+", " ", before.translate(self._unseen))
        whole = core = ""
        if "[" in raw:
            whole, core = raw.replace("[", "").replace("]", ""), re.sub(r"\[[^\]]*\]", "", raw)
            whole, core = (self.key(self.plain(self._seen(each))) for each in (whole, core))
        seen = self._seen(raw)
        plain = self.plain(seen)
        called = bool(self._called.search(before))
        signs = self.signs(before if not called else self._called.sub("", before))
        if self._lines.search(f"{before}"):
            shown = f"{shown}\n"  # says that `signs` may be without it
        return QuotedWord(
            seen, plain, self.key(plain), start, end, signs, shown, divided, called, skip, added, core, whole
        )

    def _seen(self, word: str) -> str:
        return unicodedata.normalize("NFC", word.translate(self._unseen))

    def without_lines(self, signs: str) -> str:
        """Return signs in one form without those that part lines."""
        for sign in self.table.lines:
            signs = signs.replace(sign, "")
        return signs

    def misread(self, quoted: str, there: str) -> tuple[str, str] | None:
        """Return the wrong and the right letters, if a machine may have read one word as the other; else nothing."""
        for a, b in self.table.misread:
            for wrong, right in ((a, b), (b, a)):
                if wrong in quoted and self._one_of(quoted, there, wrong, right):
                    return wrong, right
        return None

    def _one_of(self, quoted: str, there: str, wrong: str, right: str) -> bool:
        pattern = re.escape(quoted).replace(re.escape(wrong), f"(?:{re.escape(wrong)}|{re.escape(right)})")
        return quoted != there and bool(re.fullmatch(pattern, there))
