"""What a German sentence and its English must have in common: numbers, cards, seats, references to sections, terms.

Nothing here judges whether the English is good; it finds what was lost, added or retyped wrongly.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.rules.numbers import NumberReader
    from tarock.translation.notation import Notation

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12, "twentieth": 20,
    "thirtieth": 30, "fortieth": 40,
}  # fmt: skip
_NAMED = {
    "once": 1, "single": 1, "twice": 2, "both": 2, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "pair": 2,
    "thrice": 3, "triple": 3, "triples": 3, "quadruple": 4, "half": Fraction(1, 2), "halves": Fraction(1, 2), "thirds": 3,
    "hundred": 100, "hundreds": 100, "tens": 10, "fives": 5, "dozen": 12,
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+|[0-9]+/[0-9]+|[0-9]+")
_ROMAN = re.compile(r"(?<![A-Za-z])(?=[IVXL])(XL|L?X{0,3})(IX|IV|V?I{0,3})(?![A-Za-z])")
_PIPS = {"Zweier": 2, "Dreier": 3, "Vierer": 4, "Fünfer": 5, "Sechser": 6, "Siebner": 7, "Achter": 8, "Neuner": 9, "Zehner": 10}  # fmt: skip
_PIP = re.compile("|".join(_PIPS))
_LOOSE = {Fraction(n) for n in (0, 1)}  # nothing, and articles: no number by themselves
_SEAT = re.compile(r"(?<![A-Za-zÄÖÜäöüß.])[A-E](?![A-Za-zÄÖÜäöüß'’])")
_SECTION = re.compile(r"§")
GERMAN = frozenset(
    "der das und nicht ist wird mit von auf eine einen einem dem zu daß wenn aber auch oder sich "
    "werden sind kann muß darf bei nur".split()
)


def english_numbers(text: str) -> set[Fraction]:
    """The numbers that an English text names, in digits, words or as tarocks."""
    found: set[Fraction] = set()
    tokens = [match[0] for match in _WORD.finditer(text)]
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token[0].isdigit():
            found.update(Fraction(part) for part in token.split("/") if part.strip("0") or "/" not in token)
            if "/" in token and token.partition("/")[2].strip("0"):
                found.add(Fraction(token))
            position += 1
            continue
        value, length = _spoken([word.lower() for word in tokens[position : position + 5]])
        if length:
            found.add(value)
        elif _ROMAN.fullmatch(token):
            found.add(Fraction(_roman(token)))
        position += length or 1
    return found


def _spoken(words: list[str]) -> tuple[Fraction, int]:
    """The number that a run of words begins with, and how many of them name it (0: none does)."""
    total, used = Fraction(0), 0
    while used < len(words):
        word = words[used]
        if word == "and" and used and used + 1 < len(words) and total >= 100 and _small(words[used + 1]):
            used += 1
            continue
        value = _small(word)
        if word in ("hundred", "hundredth") and used and 0 < total < 10:
            total *= 100
        elif value is None or (used and not _joins(total, value)):
            break
        else:
            total += value
        used += 1
    return total, used


def _joins(total: Fraction, value: Fraction) -> bool:
    """Whether `value` goes on with the number `total`: 20 and 4, 200 and 10."""
    return value < 100 <= total and total % 100 == 0 or value < 10 and total % 10 == 0 and total % 100 >= 20


def _small(word: str) -> Fraction | None:
    if word in _NAMED:
        return Fraction(_NAMED[word])
    if word in _ORDINALS:
        return Fraction(_ORDINALS[word])
    for stem in (word, word.removesuffix("fold"), word.removesuffix("th"), word.removesuffix("s")):
        if stem in _UNITS:
            return Fraction(_UNITS.index(stem) + 1)
        if stem in _TENS:
            return Fraction(10 * (_TENS.index(stem) + 2))
    return None


def _roman(numeral: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[letter] for letter in numeral]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))


def mismatches(german: str, english: str, numbers: NumberReader, notation: Notation) -> Iterator[tuple[str, str]]:
    """What one has and the other has not: a short name of the thing (`4`, `clubs`, `seat B`), and what is wrong."""
    yield from _numbers(german, english, numbers)
    yield from _cards(german, english, notation)
    yield from _seats(german, english)
    if len(_SECTION.findall(german)) != len(_SECTION.findall(english)):
        yield "§", f"{len(_SECTION.findall(german))} signs § in the German, {len(_SECTION.findall(english))} here"
    if left := sorted(GERMAN & set(re.findall(r"[a-zäöüß]+", re.sub(r"['\"„“‘’].*?['\"„“‘’]", " ", english)))):
        yield left[0], f"`{left[0]}` is left German"


def _numbers(german: str, english: str, numbers: NumberReader) -> Iterator[tuple[str, str]]:
    wanted = numbers.find(german) - _LOOSE
    pips = {Fraction(_PIPS[word]) for word in _PIP.findall(german)}
    there = english_numbers(english) - _LOOSE
    for number in sorted(wanted - there):
        yield str(number), f"the number {number} of the German is missing"
    for number in sorted(there - wanted - pips):
        yield str(number), f"the number {number} is not in the German"


def _cards(german: str, english: str, notation: Notation) -> Iterator[tuple[str, str]]:
    for old, new in notation.answers:
        has, given = old.search(german), new.search(english)
        if has and not given:
            yield has[0], f"`{has[0]}` of the German is missing"
        elif given and not has:
            yield given[0], f"`{given[0]}` is not in the German"


def _seats(german: str, english: str) -> Iterator[tuple[str, str]]:
    there, wanted = set(_SEAT.findall(english)), set(_SEAT.findall(german))
    if "A" in there - wanted and not re.search(r"(?<!^)(?<![.!?:;] )(?<![\"'„“‘’(-])(?<!- )\bA\b", english):
        there.discard("A")  # the article at the head of a sentence
    for seat in sorted(wanted ^ there):
        yield f"seat {seat}", f"the seat {seat} is {'missing' if seat in wanted else 'not in the German'}"
