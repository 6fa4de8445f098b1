"""A quotation laid beside a text word by word, at the least cost: which words are the same, and in what they differ.

`docs/assets/javascripts/verify.js` does the same in the page.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from msgspec import structs

from tarock.base.structs import Frozen, Mutable
from tarock.corpus.verify.texts import Spot
from tarock.corpus.verify.words import Cut, QuotedWord, Reader, Skip

_LEAST_REPLACED = 3  # words of a text that a citer's words in brackets may stand for, however few they are
_MISMATCH = 0.9  # of one word for another, which is cheaper than one word too many or too few
_FAR = 1e9
_MOST_CELLS = 60_000  # words of a quotation times words of a text, above which only what is near one diagonal is tried
_OFTEN = 256  # words of a text after which the time is looked at
_DASH = re.compile(r"\s-")  # in a text of ours, between blanks
_BAND = 48  # words to either side of it


class WordDifference(IntEnum):
    """In what the same words differ, from what is least to what is most."""

    SAME = 0
    TYPOGRAPHY = 1
    LETTERS = 2
    SPELLING = 3
    BRACKETED = 4


class Contrast(Frozen):
    """Words of a quotation and those of the text in their place; either may be empty.

    `hint` are letters that a machine which reads prints may have taken for each other: the wrong, the right ones.
    """

    quoted: str
    there: str
    hint: tuple[str, str] | None = None


class Alignment(Frozen):
    """A quotation beside a text: `first` and `last` are the first and last word of the text that it has, or -1.

    `shared` are the places of those of its words that are in the text. `left_out` are the words that the citer left out
    where he says so, `added` what he put into brackets.
    """

    cost: float
    levels: frozenset[WordDifference]
    differences: tuple[Contrast, ...]
    first: int
    last: int
    shared: tuple[int, ...] = ()
    left_out: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


class _Kind(IntEnum):
    """The words of a step: one of the text, one of the quotation, one of each, one and two, two and one."""

    THERE = 0
    QUOTED = 1
    PAIR = 2
    SPLIT = 3
    JOINED = 4


class _Step(NamedTuple):
    """A step to `row` words of a quotation and `column` words of a text, and the row and column that it begins at."""

    row: int
    column: int
    above: int
    left: int
    kind: _Kind


_From: TypeAlias = tuple[int, int, _Kind]  # the row and column that a cell is reached from, and how
_NOWHERE: _From = (0, 0, _Kind.PAIR)


def keys_of(reader: Reader, word: QuotedWord, *, first: bool) -> set[str]:
    """Return the keys of all words of a text that a word of a quotation may be."""
    keys = {key for key in (word.core, word.whole) if key} or {word.key}
    called = reader.note_calls.search(word.text)
    if called and called.start():
        keys.add(reader.key(reader.plain(word.text[: called.start()])))
    if first or word.whole:
        keys |= {reader.key(key[:1].swapcase() + key[1:]) for key in keys}
        plain = re.sub(r"[\[\]]", "", word.plain)  # whose capital the table may have as another letter
        keys.add(reader.key(plain[:1].swapcase() + plain[1:]))
    return keys


def align(
    reader: Reader,
    cut: Cut,
    spots: Sequence[Spot],
    headings: Mapping[int, int] | None = None,
    deadline: float = math.inf,
) -> Alignment | None:
    """Lay a quotation beside a text; nothing where either has no words.

    `headings` are stretches of the text that a quotation may pass over: the spot behind each, and its first. Raises
    `TimeoutError` at the `deadline`, in seconds of `time.monotonic`.
    """
    words = cut.words
    if not words or not spots:
        return None
    accepted = [keys_of(reader, word, first=not number) for number, word in enumerate(words)]
    steps = _exactly(words, accepted, spots, deadline) if not any(word.skip for word in words) else None
    cost = 0.0
    if steps is None:
        cost, steps = _cheapest(reader, words, accepted, spots, headings or {}, deadline)
    return _Description(reader, cut, spots).of(steps, cost)


def stop_at(deadline: float) -> None:
    """Raise `TimeoutError` if it is later than `deadline`, in seconds of `time.monotonic`; else do nothing."""
    if time.monotonic() > deadline:
        raise TimeoutError


def _exactly(
    words: Sequence[QuotedWord], accepted: Sequence[set[str]], spots: Sequence[Spot], deadline: float
) -> list[_Step] | None:
    """Return the first stretch of the text that has the words one by one, with the signs between them."""
    found = None
    begins = accepted[0]
    for start in range(len(spots) - len(words) + 1):
        if not start % _OFTEN:
            stop_at(deadline)
        if spots[start].word.key not in begins and spots[start].modern not in begins:
            continue
        for number, keys in enumerate(accepted):
            spot = spots[start + number]
            if spot.word.key not in keys and spot.modern not in keys:
                break
        else:
            steps = [_Step(n + 1, start + n + 1, n, start + n, _Kind.PAIR) for n in range(len(words))]
            if all(words[n].signs == spots[start + n].signs for n in range(1, len(words))):
                return steps
            found = found or steps
    return found


def _cheapest(
    reader: Reader,
    words: Sequence[QuotedWord],
    accepted: Sequence[set[str]],
    spots: Sequence[Spot],
    headings: Mapping[int, int],
    deadline: float,
) -> tuple[float, list[_Step]]:
    keys, moderns = [spot.word.key for spot in spots], [spot.modern for spot in spots]
    width = len(spots) + 1
    middle = _diagonal(accepted, keys, moderns) if _is_long(words, spots) else None
    rows: list[list[float]] = [[0.0] * width]
    steps: list[list[_From]] = [[_NOWHERE] * width]
    for row, word in enumerate(words, 1):
        stop_at(deadline)
        costs, reached = _opened(rows[row - 1], word, headings)
        joined: set[str] = set()
        if word.divided and row > 1:
            joined = keys_of(reader, _merged(reader, words[row - 2], word), first=not row - 2)
        fitting = accepted[row - 1]
        here: list[float] = [_FAR] * width
        came: list[_From] = [_NOWHERE] * width
        low, high = 1, width
        if middle is not None:
            low, high = max(1, middle + row - _BAND), min(width, middle + row + _BAND)
        if low == 1:
            here[0], came[0] = costs[0] + 1, (row - 1, 0, _Kind.QUOTED)
        for column in range(low, high):
            key = keys[column - 1]
            cost = costs[column - 1]
            if key not in fitting and moderns[column - 1] not in fitting:
                cost += _MISMATCH
            step = (row - 1, reached[column - 1], _Kind.PAIR)
            if here[column - 1] + 1 < cost:
                cost, step = here[column - 1] + 1, (row, column - 1, _Kind.THERE)
            if costs[column] + 1 < cost:
                cost, step = costs[column] + 1, (row - 1, reached[column], _Kind.QUOTED)
            if joined and (key in joined or moderns[column - 1] in joined) and rows[row - 2][column - 1] < cost:
                cost, step = rows[row - 2][column - 1], (row - 2, column - 1, _Kind.JOINED)
            hyphened = column > 1 and spots[column - 1].signs == "-" and costs[column - 2] < cost
            if hyphened and keys[column - 2] + key in fitting:
                cost, step = costs[column - 2], (row - 1, reached[column - 2], _Kind.SPLIT)
            here[column], came[column] = cost, step
        rows.append(here)
        steps.append(came)
    column = min(range(width), key=lambda place: rows[-1][place])
    if rows[-1][column] >= _FAR:  # nothing near the diagonal
        return _FAR, [_Step(row, 0, row - 1, 0, _Kind.QUOTED) for row in range(1, len(words) + 1)]
    return rows[-1][column], _traced(steps, column)


def _is_long(words: Sequence[QuotedWord], spots: Sequence[Spot]) -> bool:
    return len(words) * len(spots) > _MOST_CELLS and not any(word.skip for word in words)


def _diagonal(accepted: Sequence[set[str]], keys: Sequence[str], moderns: Sequence[str]) -> int:
    """Return by how many words a long quotation is behind the text in most of its words."""
    places: dict[str, list[int]] = {}
    for place, (key, modern) in enumerate(zip(keys, moderns, strict=True)):
        for each in {key, modern} - {""}:
            places.setdefault(each, []).append(place)
    votes: dict[int, float] = {}
    for number, fitting in enumerate(accepted):
        found = [place for key in fitting for place in places.get(key, ())]
        for place in found:
            votes[(place - number) // 8] = votes.get((place - number) // 8, 0) + 1 / len(found)
    return max(votes, key=lambda each: (votes[each], -each)) * 8 if votes else 0


def _merged(reader: Reader, word: QuotedWord, other: QuotedWord) -> QuotedWord:
    """Return as one word two parts that the end of a line divides."""
    text = word.text + other.text
    plain = reader.plain(text)
    return structs.replace(word, text=text, plain=plain, key=reader.key(plain), core="", whole="")


def _opened(costs: list[float], word: QuotedWord, headings: Mapping[int, int]) -> tuple[list[float], list[int]]:
    """Return the costs before a word, in front of which words may be left out, and the column of each."""
    before, reached = list(costs), list(range(len(costs)))
    if word.skip is Skip.MARKED:
        for column in range(1, len(before)):
            if before[column - 1] < before[column]:
                before[column], reached[column] = before[column - 1], reached[column - 1]
    elif word.skip is Skip.REPLACED:
        most = max(_LEAST_REPLACED, 2 * sum(len(each.split()) for each in word.added))
        for column in range(1, len(before)):
            for other in range(column - 1, max(-1, column - most - 1), -1):
                if costs[other] < before[column]:
                    before[column], reached[column] = costs[other], other
    else:
        for end, start in headings.items():
            if before[start] < before[end]:
                before[end], reached[end] = before[start], reached[start]
    return before, reached


def _traced(steps: list[list[_From]], column: int) -> list[_Step]:
    found, row = list[_Step](), len(steps) - 1
    while row:
        above, left, kind = steps[row][column]
        found.append(_Step(row, column, above, left, kind))
        row, column = above, left
    return found[::-1]


class _Open(Mutable):
    """A stretch that differs, word by word."""

    quoted: list[str]
    there: list[str]


class _Description:
    """Says of an alignment in what the same words differ, and which stretches are not the same."""

    def __init__(self, reader: Reader, cut: Cut, spots: Sequence[Spot]):
        self.reader, self.words, self.spots = reader, cut.words, spots
        self.behind = cut.added  # the last word
        self.grown: set[int] = set()  # words to which a citer put letters that the text has not
        self.levels: set[WordDifference] = set()
        self.stretches: list[_Open] = []
        self.shared: list[int] = []
        self.left_out: list[str] = []

    def of(self, steps: Sequence[_Step], cost: float) -> Alignment:
        """Describe some steps."""
        first = last = -1
        behind = -1  # the spot behind the last word that is the same; where something differs before it, -1
        open_ = False
        for step in steps:
            begin = step.column - (2 if step.kind is _Kind.SPLIT else 0 if step.kind is _Kind.QUOTED else 1)
            quoted, there = self.words[step.above : step.row], self.spots[begin : step.column]
            level = self._level(quoted, there) if step.kind >= _Kind.PAIR else None
            if quoted and quoted[0].skip and last >= 0 and step.left < begin:
                self.left_out.append(_running(self.spots[step.left : begin]))
            if level is None:
                if not open_:
                    self.stretches.append(_Open([], []))
                self.stretches[-1].quoted += [word.text for word in quoted]
                self.stretches[-1].there += [spot.word.text for spot in there]
                open_ = True
                continue
            if not open_ and last >= 0 and not quoted[0].skip:
                if begin == behind:
                    self._compare_signs(quoted[0], step.above, begin)
                else:  # a heading is passed over
                    self.levels.add(WordDifference.TYPOGRAPHY)
            open_ = False
            self.levels.add(level)
            if quoted[0].core and self._is_core(quoted[0], there[0]):
                self.grown.add(step.above)
            self.shared += range(step.above, step.row)
            first, last, behind = (begin if first < 0 else first), step.column - 1, step.column
        parts = [(*word.added, word.text) if n in self.grown else word.added for n, word in enumerate(self.words)]
        added = (*(each for part in parts for each in part), *self.behind)
        if added or any(word.skip for word in self.words):
            self.levels.add(WordDifference.BRACKETED)
        contrasts = tuple(self._contrast(" ".join(each.quoted), " ".join(each.there)) for each in self.stretches)
        levels = frozenset(self.levels)
        return Alignment(cost, levels, contrasts, first, last, tuple(self.shared), tuple(self.left_out), added)

    def _level(self, quoted: Sequence[QuotedWord], there: Sequence[Spot]) -> WordDifference | None:
        """Return the class of difference between two words; none where they are not the same word."""
        reader, word, spot = self.reader, quoted[0], there[0]
        least = WordDifference.SAME
        if len(quoted) > 1:
            least = (
                WordDifference.TYPOGRAPHY if quoted[1].shown.strip() else WordDifference.SAME
            )  # nothing but a soft hyphen
            word = _merged(reader, word, quoted[1])
        if len(there) > 1:
            text = "".join(each.word.text for each in there)
            return WordDifference.TYPOGRAPHY if word.key == reader.key(reader.plain(text)) else None
        if not (word.core or word.whole):
            for level, mine, theirs in (
                (WordDifference.SAME, word.text, spot.word.text),
                (WordDifference.TYPOGRAPHY, word.plain, spot.word.plain),
                (WordDifference.LETTERS, word.key, spot.word.key),
                (WordDifference.SPELLING, word.key, spot.modern),
            ):
                if mine == theirs:
                    return max(level, least)
        keys = keys_of(reader, word, first=quoted[0] is self.words[0])
        if spot.word.key not in keys and spot.modern not in keys:
            return None
        if word.core or word.whole:
            return WordDifference.BRACKETED
        called = reader.note_calls.search(word.text)
        if called and word.text[: called.start()] == spot.word.text:
            return WordDifference.TYPOGRAPHY
        return WordDifference.LETTERS if spot.word.key in keys else WordDifference.SPELLING

    def _is_core(self, word: QuotedWord, spot: Spot) -> bool:
        """Return whether a word of the text is that of a quotation without the letters in brackets, not with them."""
        return word.core in (spot.word.key, spot.modern) and word.whole not in (spot.word.key, spot.modern)

    def _compare_signs(self, word: QuotedWord, place: int, column: int) -> None:
        spot = self.spots[column]
        signs, shown = word.signs, word.shown.rstrip("\n")
        divided = word.shown.endswith("\n")
        if signs != spot.signs and divided:
            signs = self.reader.without_lines(signs)
        if f".{signs}" == spot.signs and place - 1 in self.grown:
            return  # an abbreviation that is written out
        if spot.signs != signs == spot.signs.replace("-", "") and (word.divided or _DASH.search(spot.shown)):
            self.levels.add(
                WordDifference.TYPOGRAPHY
            )  # at the end of a line programs take a hyphen or dash for a division
            return
        if signs != spot.signs:
            there = _running(self.spots[column - 1 : column + 1])
            quoted = f"{self.words[place - 1].text}{shown}{word.text}"
            self.stretches.append(_Open([quoted], [there]))
        elif (
            word.called
            or (divided and not spot.shown.endswith("\n"))
            or (spot.shown and shown != spot.shown.rstrip("\n"))
        ):
            self.levels.add(WordDifference.TYPOGRAPHY)

    def _contrast(self, quoted: str, there: str) -> Contrast:
        hint = self.reader.misread(self.reader.key(quoted), self.reader.key(there)) if quoted and there else None
        return Contrast(quoted, there, hint)


def _running(spots: Sequence[Spot]) -> str:
    """Return the words of a text with the signs between them."""
    first, *others = spots
    parts = (f"{spot.shown or f'{spot.signs} '}{spot.word.text}" for spot in others)
    return re.sub(r"\s+", " ", first.word.text + "".join(parts))
