"""Numbers in German text of 1754 to 1945: digits, Roman numerals, fractions and number words.

The modern words are made here; the period's spellings and inflections are data,
`corpus/spelling/numbers.yaml`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import msgspec

from tarock import yamlio

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_TOKEN = re.compile(r"[A-Za-zÄÖÜäöüßÉÈÀéèà]+|[0-9]+/[0-9]+|[0-9]+")
_JOINT = re.compile(r"-?\s+|-")  # between the words of one number; any other mark parts two numbers
ROMAN = re.compile(r"(?=[IVXL])(XL|L?X{0,3})(IX|IV|V?I{0,3})\Z")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}
_LONGEST_DIGITS = 20  # no rule has a number of more
_LONGEST = 5  # "ein hundert acht und fünfzig"


_Count = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
_Value = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}(/[1-9][0-9]{0,8})?$")]


class NumberForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Number words as the sources form and spell them: `corpus/spelling/numbers.yaml`."""

    largest: _Count
    further: tuple[_Count, ...]
    joined: dict[str, tuple[str, ...]]
    spellings: dict[str, tuple[str, ...]]
    endings: tuple[str, ...]
    multiplier_endings: tuple[str, ...]
    words: dict[str, _Value]


_TO_19 = (
    "", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn",
    "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
)  # fmt: skip
_TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")


def number_word(number: int) -> str:
    """The modern German word for a whole number from 1 to 10,000."""
    thousands, below = divmod(number, 1000)
    hundreds, rest = divmod(below, 100)
    word = f"{_TO_19[thousands]}tausend" if thousands else ""
    word += f"{_TO_19[hundreds]}hundert" if hundreds else ""
    if rest < 20:
        return word + ("eins" if rest == 1 else _TO_19[rest])
    tens, ones = divmod(rest, 10)
    return word + (f"{_TO_19[ones]}und" if ones else "") + _TENS[tens]


class NumberReader:
    """Finds the numbers that a German text names; reads its period forms from `path`."""

    def __init__(self, path: Path):
        document = yamlio.load(path)
        self._data = document.convert(NumberForms, document.data)

    @cached_property
    def _lexicon(self) -> dict[str, Fraction]:
        lexicon: dict[str, Fraction] = {}
        for number in (*range(1, self._data.largest + 1), *self._data.further):
            value = Fraction(number)
            for spelling in self._variants(number_word(number)):
                lexicon[spelling] = value
                if number <= 12:
                    for ending in self._data.endings:
                        lexicon.setdefault(spelling + ending, value)
                for ending in self._data.multiplier_endings:
                    lexicon[spelling + ending] = value
        lexicon.update({word: Fraction(value) for word, value in self._data.words.items()})
        return lexicon

    def _variants(self, word: str) -> set[str]:
        variants = {word}
        for modern, old in (*self._data.joined.items(), *self._data.spellings.items()):
            for variant in list(variants):
                if modern in variant:
                    variants.update(variant.replace(modern, form) for form in old)
        return variants

    def find(self, text: str) -> set[Fraction]:
        """All numbers named in `text`; of `vier und fünfzig` only 54, not 4 and 50."""
        matches = list(_TOKEN.finditer(text))
        tokens = [match[0] for match in matches]
        found: set[Fraction] = set()
        position = 0
        while position < len(tokens):
            if not self._begins(tokens[position]):
                position += 1
                continue
            longest = 1
            for match, following in pairwise(matches[position : position + _LONGEST]):
                if not _JOINT.fullmatch(text, match.end(), following.start()):
                    break
                longest += 1
            for length in range(longest, 0, -1):
                value = self._value(tokens[position : position + length])
                if value is not None and value >= 1 and "/" in tokens[position]:
                    found.update(Fraction(part) for part in tokens[position].split("/"))  # 35/2 Blatt
                    position += 1
                    break
                if value is not None:
                    found.add(value)
                    position += length
                    break
            else:
                position += 1
        return found

    @cached_property
    def _begins(self) -> Callable[[str], bool]:
        """Whether a number can begin with a word: one that is a number by itself (`bei den` is not `beiden`)."""
        return cache(lambda word: word.lower() in self._lexicon or word[0].isdigit() or bool(ROMAN.match(word)))

    def _value(self, tokens: list[str]) -> Fraction | None:
        if len(tokens) == 1:
            token = tokens[0]
            if token[0].isdigit():
                if len(token) > _LONGEST_DIGITS:
                    return None
                return Fraction(token) if token.partition("/")[2].strip("0") or "/" not in token else None
            if roman := ROMAN.match(token):
                return Fraction(roman_value(roman[0]))
            return self._lexicon.get(token.lower())
        return self._lexicon.get("".join(tokens).lower())


def roman_value(numeral: str) -> int:
    """The value of a Roman numeral from I to XLIX."""
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))
