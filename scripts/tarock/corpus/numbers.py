"""Numbers in German text of 1754 to 1945: digits, Roman numerals, fractions and number words.

The modern words are made here; the period's spellings and inflections are data,
`corpus/spelling/numbers.yaml`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import Annotated

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Record

_TOKEN = re.compile(r"[A-Za-zÄÖÜäöüßÉÈÀéèà]+|[0-9]+/[0-9]+|[0-9]+")
_JOINT = re.compile(r"-?\s+|-")  # between the words of one number; any other mark parts two numbers
ROMAN = re.compile(r"(?=[IVXL])(XL|L?X{0,3})(IX|IV|V?I{0,3})\Z")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}
_LONGEST_DIGITS = 20  # no rule has a number of more
_LONGEST = 5  # "ein hundert acht und fünfzig"


_Count = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
NumberValue = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}(/[1-9][0-9]{0,8})?$")]


class NumberForms(Record, kw_only=True):
    """Number words as the sources form and spell them: `corpus/spelling/numbers.yaml`."""

    largest: _Count
    further: tuple[_Count, ...]
    joined: dict[str, tuple[str, ...]]
    spellings: dict[str, tuple[str, ...]]
    endings: tuple[str, ...]
    multiplier_endings: tuple[str, ...]
    words: dict[str, NumberValue]


_TO_19 = (
    "", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn",
    "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
)  # fmt: skip
_TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")


def spell_number(number: int) -> str:
    """Return the modern German word for a whole number from 1 to 10,000."""
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
        data = self._data
        lexicon: dict[str, Fraction] = {}
        for number in (*range(1, data.largest + 1), *data.further):
            for spelling in self._list_variants(spell_number(number)):
                lexicon |= {spelling + ending: Fraction(number) for ending in ("", *data.multiplier_endings)}
                for ending in data.endings if number <= 12 else ():
                    lexicon.setdefault(spelling + ending, Fraction(number))
        return lexicon | {word: Fraction(value) for word, value in data.words.items()}

    def _list_variants(self, word: str) -> set[str]:
        variants = {word}
        for modern, old in (*self._data.joined.items(), *self._data.spellings.items()):
            for variant in list(variants):
                if modern in variant:
                    variants.update(variant.replace(modern, form) for form in old)
        return variants

    def find(self, text: str) -> set[Fraction]:
        """Return every number that a German text names in digits, words or Roman numerals.

        `vier und fünfzig` gives only 54, not 4 and 50.
        """
        tokens = _TOKEN.findall(text)
        found: set[Fraction] = set()
        free = 0
        for at, token in enumerate(tokens):
            if at < free or not (alone := self._read_token(token)):  # no number begins there: `bei den` is not `beiden`
                continue
            for length in range(min(_LONGEST, len(tokens) - at), 1, -1):
                several = "".join(tokens[at : at + length]).lower()
                if several in self._lexicon and _is_unbroken(text, at, length):
                    found.add(self._lexicon[several])
                    free = at + length
                    break
            else:
                found.update(alone)
        return found

    def _read_token(self, token: str) -> tuple[Fraction, ...]:
        """Return the numbers that one token names by itself; empty for a word that is no number."""
        above, slash, below = token.partition("/")
        if token[0].isdigit():
            if len(token) > _LONGEST_DIGITS or (slash and not below.strip("0")):
                return ()
            value = Fraction(token)
            return (Fraction(above), Fraction(below)) if below and value >= 1 else (value,)  # 35/2 Blatt
        if ROMAN.match(token):
            return (Fraction(roman_value(token)),)
        word = token.lower()
        return (self._lexicon[word],) if word in self._lexicon else ()


def _is_unbroken(text: str, first: int, count: int) -> bool:
    """Return whether `count` tokens from number `first` follow each other without a punctuation mark."""
    matches = islice(_TOKEN.finditer(text), first, first + count)
    return all(_JOINT.fullmatch(text, before.end(), behind.start()) for before, behind in pairwise(matches))


def roman_value(numeral: str) -> int:
    """Return the value of a Roman numeral from I to XLIX; raise `KeyError` for other letters."""
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))


def to_roman(number: int) -> str:
    """Return a number from 1 to 39 in Roman numerals."""
    tens, units = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[units]
