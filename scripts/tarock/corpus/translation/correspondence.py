"""Comparison of a German sentence and its English: numbers, cards, seats, references to sections, terms.

Nothing here judges whether the English is good; it finds what was lost, added or retyped wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Cached, Record, pattern_fault
from tarock.corpus.numbers import ROMAN, NumberReader, NumberValue, roman_value

_WORD = re.compile(r"[A-Za-zÄÖÜäöüßéèêà]+|[0-9]+/[0-9]+|[0-9]+")
_SEAT = re.compile(r"[A-E](?![\w'’])(?<![\w.].)(?<!\b[Zz]\. .)")
_SEAT_A_INSIDE = re.compile(r"(?<!^)(?<![.!?:;] )(?<![\"'„“‘’(-])(?<!- )\bA\b")
_SMALL = re.compile(r"[a-zäöüß]+")
_QUOTED = re.compile(r"['\"„“‘’].*?['\"„“‘’]")
LOOSE = {Fraction(0), Fraction(1)}  # nothing, and articles: no number by themselves
_LONGEST = 5  # words of a number: "one hundred and fifty-four" has five


class NumberData(Record, kw_only=True):
    """`numbers.yaml`: the number words of a language, and the German words that must not be left in it.

    `units` are 1, 2 …, `tens` 20, 30 …; both take `endings`; `words` are all others, each with its value.
    """

    units: tuple[str, ...]
    tens: tuple[str, ...]
    endings: tuple[str, ...]
    hundred: tuple[str, ...]
    and_: str = msgspec.field(name="and")
    words: dict[str, NumberValue]
    german: frozenset[str]


class NumberWords:
    """The number words of the language of a translation, from its `numbers.yaml`."""

    def __init__(self, path: Path):
        document = yamlio.load(path)
        self.data = document.convert(NumberData, document.data)

    @cached_property
    def _values(self) -> dict[str, Fraction]:
        data = self.data
        stems = {word: Fraction(number) for number, word in enumerate(data.units, 1)}
        stems |= {word: Fraction(10 * number) for number, word in enumerate(data.tens, 2)}
        values = {stem + ending: value for stem, value in stems.items() for ending in ("", *data.endings)}
        return values | {word: Fraction(value) for word, value in data.words.items()}

    def find(self, text: str) -> set[Fraction]:
        """Return the numbers that a text names in digits, words or Roman numerals; `35/2` gives 35/2, 35 and 2."""
        found: set[Fraction] = set()
        tokens = _WORD.findall(text)
        words = [token.lower() for token in tokens]
        free = 0
        for at, token in enumerate(tokens):
            if at < free:
                continue
            if words[at] in self._values:
                value, length = self._read_spelled(words[at : at + _LONGEST])
                found.add(value)
                free = at + length
            elif token[0].isdigit():
                above, _, below = token.partition("/")
                fraction = Fraction(int(above), int(below or 1)) if below.strip("0") or not below else Fraction(0)
                found |= {fraction, Fraction(above), Fraction(below)} if below and fraction >= 1 else {fraction}
            elif ROMAN.match(token):
                found.add(Fraction(roman_value(token)))
        return found

    def _read_spelled(self, words: list[str]) -> tuple[Fraction, int]:
        """Return the number with which `words` begin, and how many words name it."""
        total, used = Fraction(0), 0
        for at, word in enumerate(words):
            if word == self.data.and_ and total >= 100 and words[at + 1 : at + 2] and words[at + 1] in self._values:
                continue
            value = self._values.get(word)
            if word in self.data.hundred and 0 < total < 10:
                total *= 100
            elif value is None or (at and not _continues_number(total, value)):
                break
            else:
                total += value
            used = at + 1
        return total, used


def _continues_number(total: Fraction, value: Fraction) -> bool:
    """Return whether `value` continues the number `total`, as 4 continues 20, and 10 continues 200."""
    return (value < 100 <= total and total % 100 == 0) or (value < 10 and total % 10 == 0 and total % 100 >= 20)


def find_mismatches(
    german: str, english: str, numbers: NumberReader, words: NumberWords, notation: Notation
) -> Iterator[tuple[str, str]]:
    """Yield what only one of two texts has: a short name (`4`, `clubs`, `seat B`) and a sentence of complaint."""
    wanted, there = numbers.find(german) - LOOSE, words.find(english) - LOOSE
    for number in sorted(wanted - there):
        yield str(number), f"the number {number} of the German is missing"
    more = there - wanted
    for number in sorted(more - words.find(" ; ".join(notation.ranks_in(german))) if more else ()):
        yield str(number), f"the number {number} is not in the German"
    yield from _compare_cards(german, english, notation)
    yield from _compare_seats(german, english)
    if german.count("§") != english.count("§"):
        yield (
            "§",
            "{count} signs § in the German, {here} here".format(count=german.count("§"), here=english.count("§")),
        )
    for word in sorted(words.data.german.intersection(_SMALL.findall(_QUOTED.sub(" ", english)))):
        yield word, f"`{word}` is left German"


def _compare_cards(german: str, english: str, notation: Notation) -> Iterator[tuple[str, str]]:
    """Yield cards and card names that only one of German and English has, each with what is wrong."""
    has, given = notation.cards_in(german, "german"), notation.cards_in(english, "english")
    for name in has.keys() ^ given.keys():
        word = has.get(name) or given[name]
        yield (
            word,
            f"`{word}` of the German is missing" if name in has else f"`{word}` is not in the German",
        )
    there = notation.rendered_cards(english)
    for card, named in notation.cards(german).items():
        if card not in there:
            yield named, f"the {card} of the German is missing"


def _compare_seats(german: str, english: str) -> Iterator[tuple[str, str]]:
    there, wanted = set(_SEAT.findall(english)), set(_SEAT.findall(german))
    if "A" in there - wanted and not _SEAT_A_INSIDE.search(english):
        there.discard("A")  # the article at the head of a sentence
    for seat in sorted(wanted ^ there):
        what = f"the seat {seat} is missing" if seat in wanted else f"the seat {seat} is not in the German"
        yield f"seat {seat}", what


_LETTERS = r"[A-Za-zÄÖÜäöüß]"
_LETTERS_ONLY = re.compile(rf"{_LETTERS}+")
_KEPT = re.compile(r"[A-E]|[IVX]+|Scüs|Pagat|Mond")


class NotationData(Record, kw_only=True):
    """`notation.yaml`: the kinds of units that are rendered by rule, and the words for it.

    `heads` are patterns of what opens a line; `answers` are patterns, rendering and German, of which a sentence and its
    rendering have both or none.
    """

    kinds: frozenset[str]
    suits: dict[str, str]
    ranks: dict[str, str]
    heads: dict[str, str]
    words: dict[str, str]
    of: str
    answers: dict[str, str]


class Notation(Cached):
    """The words of one language for suits, ranks and roles, as German word to its rendering."""

    data: NotationData
    place: str

    def covers(self, kind: str) -> bool:
        """Return whether units of this kind are rendered by rule, not translated by hand."""
        return kind in self.data.kinds

    def render(self, german: str) -> str:
        """Return a line of notation in the other language; words without a rule stay German."""
        text = self._cards.sub(self._render_of_suit, german)
        for pattern, head in self._heads:
            text = pattern.sub(head, text, count=1) if pattern.match(text) else text
        return self._words.sub(lambda found: self.data.words[found[0]], text)

    def ranks_in(self, german: str) -> list[str]:
        """Return the renderings of the ranks that a German text names: `seven` for `Siebner`."""
        return [self.data.ranks[rank] for rank in self._rank.findall(german)]

    def unrendered_words(self, rendered: str) -> list[str]:
        """Return the words of a rendered line that no rule made: they are still German."""
        return [
            word for word in _LETTERS_ONLY.findall(rendered) if word not in self._made and not _KEPT.fullmatch(word)
        ]

    @cached_property
    def _made(self) -> frozenset[str]:
        """Return all words that the rules can produce."""
        data = self.data
        texts = (*data.words.values(), *data.heads.values(), *data.ranks.values(), *data.suits.values(), data.of)
        return frozenset(word for text in texts for word in text.split())

    def cards_in(self, text: str, language: Literal["german", "english"]) -> dict[int, str]:
        """Map the numbers of the patterns in `answers` that a text matches to the first words that match."""
        found: dict[int, str] = {}
        for named in filter(None, map(self._cards_of[language], _LETTERS_ONLY.findall(text))):
            for number, words in named:
                found.setdefault(number, words)
        return found

    @cached_property
    def _cards_of(self) -> dict[str, Callable[[str], tuple[tuple[int, str], ...]]]:
        """Return by language a function that finds the cards in a word; German words may be longer than the pattern."""
        german = [*self.data.answers.values()]
        english = [rf"(?i:{pattern})\Z" for pattern in self.data.answers]
        return {"german": _make_card_finder(german), "english": _make_card_finder(english)}

    def cards(self, german: str) -> dict[str, str]:
        """Map the English of each card that a text names by suit and rank (`queen of clubs`) to its German words."""
        return {
            f"{self.data.ranks[rank]} {self.data.of} {self.data.suits[found['suit']]}": f"{found['suit']}-{rank}"
            for found in self._cards.finditer(german)
            for rank in self._rank.findall(found["ranks"])
        }

    def rendered_cards(self, text: str) -> set[str]:
        """Return the cards that an English text names: `queen and nine of clubs` gives two."""
        return {
            f"{rank} {self.data.of} {suit}"
            for found in self._rendered.finditer(text)
            for rank in _LETTERS_ONLY.findall(found["ranks"])
            for suit in _LETTERS_ONLY.findall(found["suits"])
        }

    @cached_property
    def _rendered(self) -> re.Pattern[str]:
        ranks, suits = "|".join(self.data.ranks.values()), "|".join(self.data.suits.values())
        joint = r"(?:, and|,| and| or)(?: the)?"
        return re.compile(
            rf"\b(?P<ranks>(?:{ranks})(?:{joint} (?:{ranks}))*) {self.data.of} "
            rf"(?P<suits>(?:{suits})(?:{joint} (?:{self.data.of} )?(?:{suits}))*)\b"
        )

    def _render_of_suit(self, found: re.Match[str]) -> str:
        ranks = self._rank.sub(lambda rank: self.data.ranks[rank[0]], found["ranks"])
        ranks = self._words.sub(lambda word: self.data.words[word[0]], ranks)
        return f"{ranks} {self.data.of} {self.data.suits[found['suit']]}"

    @cached_property
    def _heads(self) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(rf"\A(?:{pattern})"), head) for pattern, head in self.data.heads.items()]

    @cached_property
    def _rank(self) -> re.Pattern[str]:
        return re.compile("|".join(self.data.ranks))

    @cached_property
    def _cards(self) -> re.Pattern[str]:
        rank = "|".join(self.data.ranks)
        more = rf"(?:(?:, | und | u\. )(?:{rank})(?!{_LETTERS}))*"
        return re.compile(rf"(?P<suit>{'|'.join(self.data.suits)})-(?P<ranks>(?:{rank}){more})")

    @cached_property
    def _words(self) -> re.Pattern[str]:
        longest_first = sorted(self.data.words, key=len, reverse=True)
        return re.compile(rf"(?<!{_LETTERS})(?:{'|'.join(longest_first)})(?!{_LETTERS})")


def _make_card_finder(patterns: list[str]) -> Callable[[str], tuple[tuple[int, str], ...]]:
    """Return a function that gives the numbers of the patterns that a word matches, and the letters matched."""
    each = list(enumerate(map(re.compile, patterns)))
    return cache(lambda word: tuple((number, found[0]) for number, pattern in each if (found := pattern.match(word))))


def load_notation(path: Path, place: str = "notation.yaml") -> Notation:
    """Read the notation of a language from `path`, which messages call `place`; raise `CodexError` for a bad file."""
    document = yamlio.load(path)
    data = document.convert(NotationData, document.data)
    faults = [("heads", key, pattern_fault(key, head)) for key, head in data.heads.items()]
    faults += [("answers", key, pattern_fault(key) or pattern_fault(german)) for key, german in data.answers.items()]
    for name, key, fault in faults:
        if fault:
            raise document.error(fault, "expected a regular expression", name, key)
    return Notation(data, place)
