"""The small patterns of the termbase: German word forms that are found by dictionary, English renderings by expression.

A pattern is words with choices `(a|b)`, letters to choose from `[Dd]`, and what may be absent `(…)?`. A German
pattern may begin with a context in `<…>` that must be before the form and is not part of it. In an English
pattern ` * ` stands for up to four words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import product
from typing import Generic, TypeVar

T = TypeVar("T")
WORD = re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"[\w\s.,'’&§<>-]+")
_LETTERS = re.compile(r"\[(\w+)\]")
_ENDING = "(?:s|es|ed|d|ing|er|ers|['’]s|s['’])?"
_REFUSED_ENDING = "(?:s|es|ed|d|ing|['’]s|s['’])?"
_GAP = r"(?:[\s,]+[^\s.;]+){0,4}?[\s,]+"


def expand_pattern(pattern: str) -> list[str]:
    """Return every text that a German pattern of word forms stands for, in a fixed order.

    Raises `ValueError` when the pattern is malformed.
    """
    choices = _LETTERS.sub(lambda found: f"({'|'.join(found[1])})", pattern)
    texts, rest = _expand_choices(choices, 0)
    if rest != len(choices):
        raise ValueError("a bracket that closes nothing")
    for text in texts:
        if not _PLAIN.fullmatch(text):
            raise ValueError(f"{text!r} is not words")
    return list(dict.fromkeys(texts))


def _expand_choices(pattern: str, at: int) -> tuple[list[str], int]:
    """Return the texts for the choices of `pattern` from offset `at`, and where they end: at a `)` or the end."""
    alternatives: list[str] = []
    parts: list[list[str]] = []
    while at < len(pattern) and pattern[at] != ")":
        sign = pattern[at]
        if sign == "|":
            alternatives += map("".join, product(*parts))
            parts, at = [], at + 1
        elif sign == "(":
            inner, at = _expand_choices(pattern, at + 1)
            if at == len(pattern):
                raise ValueError("a bracket that is not closed")
            at += 1
            if pattern[at : at + 1] == "?":
                inner, at = ["", *inner], at + 1
            parts.append(inner)
        else:
            parts.append([sign])
            at += 1
    return [*alternatives, *map("".join, product(*parts))], at


def _read_choices(pattern: str) -> list[list[str]]:
    """Return the choices for each word of an English pattern, an empty list for a gap.

    Raises `ValueError` for a malformed pattern.
    """
    words = pattern.split(" ")
    if "*" in (words[0], words[-1]):
        raise ValueError("a gap has words on both sides")
    return [[] if word == "*" else expand_pattern(word) for word in words]


def _build_expression(words: Iterable[Iterable[str]], ending: str) -> str:
    """Return the regular expression for words with these choices and an ending; without choices a gap of any words."""
    text, blank = "", ""
    for choices in words:
        written = "|".join(choices)
        text += f"{blank}(?:{written}){ending}" if written else _GAP
        blank = r"[\s-]+" if written else ""
    return text


class EnglishForm:
    """An English rendering, whatever the case; every word may have an ending of English.

    Raises `ValueError` when it is malformed.
    """

    def __init__(self, pattern: str):
        self.pattern = pattern
        self._words = [[text.lower() for text in choices] for choices in _read_choices(pattern)]

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        text = _build_expression(([re.escape(choice) for choice in choices] for choices in self._words), _ENDING)
        return re.compile(rf"\b{text}(?!\w)", re.IGNORECASE)

    def find(self, text: str, lower: str) -> re.Match[str] | None:
        """Return the first match in a text; `lower` is the same text in lower case. None where there is none."""
        for choices in self._words:  # quick to see, while the expression takes long to make
            if choices and not any([words in lower for words in choices]):  # noqa: C419 - a generator takes twice the time
                return None
        return self._expression.search(text)


_QUOTED = re.compile(
    r"(?<!\w)['‘][^'’\n]*['’](?!\w)|“[^”]*”|\"[^\"]*\"|`[^`]*`|\*[^*\s][^*]*\*"  # words of a source, or of code
    r"|\([^\W\da-zäöü][\w-]*(?:(?:, | or )[\w-]+)*\)|(?<![\w.])\w+(?:[._]\w+)+"  # (Parthei), honours.number_of_tarocks
)


def strip_quotations(text: str) -> str:
    """Remove from a text of ours what others say: words in quotation marks, German in brackets, names of keys."""
    return _QUOTED.sub(" ' ", text)


REFUSED_START = r"(?<![\w-])"


class RefusedWords:
    """Words that are not used in English, in the case in which they are written; small ones also at a beginning.

    With one of `unless` around them they are not meant. Raises `ValueError` when a pattern is malformed.
    """

    def __init__(self, pattern: str, unless: Iterable[str] = ()):
        words = [[re.escape(choice) for choice in choices] for choices in _read_choices(pattern)]
        words[0] = [f"[{choice[0]}{choice[0].upper()}]{choice[1:]}" for choice in words[0]]
        text = _build_expression(words, _REFUSED_ENDING)
        self.pattern = rf"{text}(?![\w-])"  # from the beginning of a word
        self._expression = re.compile(REFUSED_START + self.pattern)
        self._unless = re.compile("|".join(re.escape(words) for words in unless) or "(?!)")

    def find(self, text: str) -> str:
        """Return the first refused words in a text as they are written there; empty where there are none."""
        meant = [found.span() for found in self._unless.finditer(text)]
        for found in self._expression.finditer(text):
            if not any(start <= found.start() and found.end() <= end for start, end in meant):
                return found[0]
        return ""


_IRREGULAR = {
    "beat": "beaten",
    "bring": "brought",
    "buy": "bought",
    "catch": "caught",
    "come": "came coming",
    "deal": "dealt",
    "draw": "drew drawn",
    "find": "found",
    "give": "gave given",
    "go": "goes went gone",
    "hold": "held",
    "keep": "kept",
    "know": "known knew",
    "lay": "laid",
    "lead": "led",
    "make": "made",
    "read": "read",
    "say": "said",
    "seek": "sought",
    "show": "shown",
    "take": "took taken",
    "tear": "tore torn",
    "tell": "told",
    "throw": "threw thrown",
    "win": "won",
    "write": "wrote written",
}
_SHORT = re.compile(r"[^aeiou][aeiou][bdgmnprt]")  # what doubles its last letter: bidding


def is_inflected(words: str, base: str) -> bool:
    """Return whether English words are an inflected form of `base`: `led out` of `lead out`."""
    these, those = words.lower().split(" "), base.lower().split(" ")
    return len(these) == len(those) and all(map(_is_form, these, those))


def _is_form(word: str, base: str) -> bool:
    stems = {base, base.removesuffix("e"), base + base[-1] if _SHORT.fullmatch(base[-3:]) else base}
    if base.endswith("y"):
        stems.add(f"{base[:-1]}i")
    return word in _IRREGULAR.get(base, "").split() or any(
        word == stem + ending for stem in stems for ending in ("", "e", "s", "es", "ed", "d", "ing", "er", "ers")
    )


class FormFinder(Generic[T]):
    """Finds forms in a text: at each word the longest one, and never two over the same words."""

    def __init__(self, forms: Iterable[tuple[str, T]]):
        """Prepare to find expanded forms, each with its meaning."""
        self._by_word: dict[str, list[tuple[str, str, T]]] = {}
        for form, meaning in forms:
            before, mark, words = form.rpartition(">")
            context = before.removeprefix("<") if mark else ""
            for written in {words, words[:1].upper() + words[1:]}:
                first = WORD.search(written)
                if first:
                    self._by_word.setdefault(first[0], []).append((context, written, meaning))
        for found in self._by_word.values():
            found.sort(key=lambda form: (-len(form[1]), -len(form[0])))

    def find(self, text: str) -> Iterable[tuple[int, int, list[T]]]:
        """Yield start, end and meanings of the forms in a text: the longest at each word, in order, no overlaps."""
        reached = 0
        for word in WORD.finditer(text):
            if word.start() < reached or word[0] not in self._by_word:
                continue
            length, meanings = 0, []
            for context, written, meaning in self._by_word[word[0]]:
                if length and len(written) < length:
                    break
                end = word.start() + len(written)
                if (
                    text.startswith(written, word.start())
                    and not text[end : end + 1].isalnum()
                    and text.endswith(context, 0, word.start())
                ):
                    length = len(written)
                    meanings.append(meaning)
            if meanings:
                reached = word.start() + length
                yield word.start(), reached, meanings
