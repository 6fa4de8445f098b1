"""The small patterns of the termbase: German word forms that are found by dictionary, English renderings by expression.

A pattern is words with choices `(a|b)`, letters to choose from `[Dd]`, and what may be absent `(…)?`. A German
pattern may begin with a context in `<…>` that must stand before the form and is not part of it. In an English
pattern ` * ` stands for up to four words.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"[\w\s.,'’&§<>-]+")
_LETTERS = re.compile(r"\[(\w+)\]")
_ENDINGS = ("", "s", "es", "ed", "d", "ing", "er", "ers")
_ENDING = rf"(?:{'|'.join(_ENDINGS[1:])}|['’]s|s['’])?"
_LETTERS_BEHIND = re.compile(r"\w*")
_GAP = r"(?:[\s,]+[^\s.;]+){0,4}?[\s,]+"


def expand(pattern: str) -> list[str]:
    """All texts that a German pattern means, in a fixed order; raises `ValueError` when it is malformed."""
    choices = pattern_of(pattern)
    texts, rest = _choices(choices, 0)
    if rest != len(choices):
        raise ValueError("a bracket that closes nothing")
    for text in texts:
        if not _PLAIN.fullmatch(text):
            raise ValueError(f"{text!r} is not words")
    return list(dict.fromkeys(texts))


def pattern_of(pattern: str) -> str:
    """A pattern with letters to choose from written as choices."""
    return _LETTERS.sub(lambda found: f"({'|'.join(found[1])})", pattern)


def _choices(pattern: str, at: int) -> tuple[list[str], int]:
    """What the choices of `pattern` from `at` mean, and where they end: at a closing bracket or the end."""
    alternatives: list[str] = []
    parts: list[list[str]] = []
    while at < len(pattern) and pattern[at] != ")":
        sign = pattern[at]
        if sign == "|":
            alternatives += map("".join, product(*parts))
            parts, at = [], at + 1
        elif sign == "(":
            inner, at = _choices(pattern, at + 1)
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


def require_rendering(pattern: str) -> None:
    """Raises `ValueError` when an English rendering is malformed; to compile it takes much longer."""
    words = pattern.split(" ")
    if words[0] == "*" or words[-1] == "*":
        raise ValueError("a gap has words on both sides")
    for word in words:
        if word != "*":
            expand(word)


class EnglishForm:
    """An English rendering, whatever the case; every word may have an ending of English.

    Where its words stand as they are it is found without an expression, which takes long to make.
    Raises `ValueError` when it is malformed.
    """

    def __init__(self, pattern: str):
        require_rendering(pattern)
        self.pattern = pattern
        words = pattern.split(" ")
        self._plain = () if "*" in words else tuple(text.lower() for text in expand(pattern))
        self._stems = [tuple(text.lower() for text in expand(word)) for word in words if word != "*"]

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        words = self.pattern.split(" ")
        text = r"\b"
        for index, word in enumerate(words):
            if word == "*":
                text += _GAP
            else:
                before = r"[\s-]+" if index and words[index - 1] != "*" else ""
                text += f"{before}(?:{'|'.join(map(re.escape, expand(word)))}){_ENDING}"
        return re.compile(rf"{text}(?!\w)", re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """Where it stands first in a text."""
        return self._expression.search(text)

    def may_stand_in(self, lower: str) -> bool:
        """Whether each word of it stands somewhere in a text of small letters, as a quick first question."""
        for stems in self._stems:  # noqa: SIM110 - asked so often that a generator takes twice the time
            if not any([stem in lower for stem in stems]):  # noqa: C419
                return False
        return True

    def stands_in(self, text: str, lower: str) -> bool:
        """Whether it stands in a text, which is given in small letters too."""
        for words in self._plain:
            at = lower.find(words)
            if at >= 0 and not lower[at - 1 : at].isalnum():
                ending = _LETTERS_BEHIND.match(lower, at + len(words))
                if ending and ending[0] in _ENDINGS:
                    return True
        return self.may_stand_in(lower) and self.search(text) is not None


class Finder:
    """Finds forms in a text: at each word the longest one, and never two over the same words."""

    def __init__(self, forms: Iterable[tuple[str, int]]):
        """Of expanded forms, each with a number of the caller's."""
        self._by_word: dict[str, list[tuple[str, str, int]]] = {}
        for form, number in forms:
            before, mark, words = form.rpartition(">")
            context = before.removeprefix("<") if mark else ""
            for written in {words, words[:1].upper() + words[1:]}:
                first = WORD.search(written)
                if first:
                    self._by_word.setdefault(first[0], []).append((context, written, number))
        for found in self._by_word.values():
            found.sort(key=lambda form: (-len(form[1]), -len(form[0])))

    def find(self, text: str) -> Iterable[tuple[int, int, list[int]]]:
        """Start, end and the numbers of the forms that stand there, in reading order."""
        reached = 0
        for word in WORD.finditer(text):
            if word.start() < reached or word[0] not in self._by_word:
                continue
            length, numbers = 0, []
            for context, written, number in self._by_word[word[0]]:
                if length and len(written) < length:
                    break
                end = word.start() + len(written)
                if (
                    text.startswith(written, word.start())
                    and not text[end : end + 1].isalnum()
                    and text.endswith(context, 0, word.start())
                ):
                    length = len(written)
                    numbers.append(number)
            if numbers:
                reached = word.start() + length
                yield word.start(), reached, numbers
