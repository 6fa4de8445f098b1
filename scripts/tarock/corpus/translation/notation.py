"""Units of mere notation (headings of §§, hands, tricks): rendered by rule, so that no card is typed twice.

`Treffle-Dame und Neuner` becomes `queen and nine of clubs`; tarocks, seats and numbers stay as they are.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.field_types import pattern_fault
from tarock.base.structs import LazyValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LETTERS = r"[A-Za-zÄÖÜäöüß]"
_WORD = re.compile(rf"{_LETTERS}+")
_KEPT = re.compile(r"[A-E]|[IVX]+|Scüs|Pagat|Mond")


class NotationData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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


class Notation(LazyValue):
    """The words of one language for suits, ranks and roles, as German word to its rendering."""

    data: NotationData
    place: str = "notation.yaml"

    def covers(self, kind: str) -> bool:
        """Whether units of this kind are rendered by rule."""
        return kind in self.data.kinds

    def render(self, german: str) -> str:
        """A line of notation in the other language."""
        text = self._cards.sub(self._of_suit, german)
        for pattern, head in self._heads:
            text = pattern.sub(head, text, count=1) if pattern.match(text) else text
        return self._words.sub(lambda found: self.data.words[found[0]], text)

    def ranks_in(self, german: str) -> list[str]:
        """How the ranks that a text names are rendered: a `Siebner` is a seven."""
        return [self.data.ranks[rank] for rank in self._rank.findall(german)]

    def left(self, rendered: str) -> list[str]:
        """The words of a rendered line that no rule has made: they are left German."""
        return [word for word in _WORD.findall(rendered) if word not in self._made and not _KEPT.fullmatch(word)]

    @cached_property
    def _made(self) -> frozenset[str]:
        """The words that the rules make."""
        data = self.data
        texts = (*data.words.values(), *data.heads.values(), *data.ranks.values(), *data.suits.values(), data.of)
        return frozenset(word for text in texts for word in text.split())

    def cards_in(self, text: str, language: Literal["german", "english"]) -> dict[int, str]:
        """What of `answers` a text names: the number of the pair of patterns, and the first words for it."""
        found: dict[int, str] = {}
        for named in filter(None, map(self._cards_of[language], _WORD.findall(text))):
            for number, words in named:
                found.setdefault(number, words)
        return found

    @cached_property
    def _cards_of(self) -> dict[str, Callable[[str], tuple[tuple[int, str], ...]]]:
        """By language, what a word names: a German one may go on behind the pattern."""
        german = [*self.data.answers.values()]
        english = [rf"(?i:{pattern})\Z" for pattern in self.data.answers]
        return {"german": _namer(german), "english": _namer(english)}

    def cards(self, german: str) -> dict[str, str]:
        """The cards that a text names by suit and rank, each rendering with its German: `queen of clubs`."""
        return {
            f"{self.data.ranks[rank]} {self.data.of} {self.data.suits[found['suit']]}": f"{found['suit']}-{rank}"
            for found in self._cards.finditer(german)
            for rank in self._rank.findall(found["ranks"])
        }

    def rendered_cards(self, text: str) -> set[str]:
        """The same of a rendering: `queen and nine of clubs`, `king of clubs or of spades`."""
        return {
            f"{rank} {self.data.of} {suit}"
            for found in self._rendered.finditer(text)
            for rank in _WORD.findall(found["ranks"])
            for suit in _WORD.findall(found["suits"])
        }

    @cached_property
    def _rendered(self) -> re.Pattern[str]:
        ranks, suits = "|".join(self.data.ranks.values()), "|".join(self.data.suits.values())
        joint = r"(?:, and|,| and| or)(?: the)?"
        return re.compile(
            rf"\b(?P<ranks>(?:{ranks})(?:{joint} (?:{ranks}))*) {self.data.of} "
            rf"(?P<suits>(?:{suits})(?:{joint} (?:{self.data.of} )?(?:{suits}))*)\b"
        )

    def _of_suit(self, found: re.Match[str]) -> str:
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


def _namer(patterns: list[str]) -> Callable[[str], tuple[tuple[int, str], ...]]:
    """What finds the numbers of the patterns that a word fits, with the letters that fit."""
    some = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    each = [re.compile(pattern) for pattern in patterns]

    @cache
    def named(word: str) -> tuple[tuple[int, str], ...]:
        if not some.match(word):
            return ()
        found = ((number, pattern.match(word)) for number, pattern in enumerate(each))
        return tuple((number, match[0]) for number, match in found if match)

    return named


def load_notation(path: Path, place: str = "notation.yaml") -> Notation:
    """The words of a language, from a file that messages call `place`; raises `CodexError` for a malformed file."""
    document = yamlio.load(path)
    data = document.convert(NotationData, document.data)
    faults = [("heads", key, pattern_fault(key, head)) for key, head in data.heads.items()]
    faults += [("answers", key, pattern_fault(key) or pattern_fault(german)) for key, german in data.answers.items()]
    for name, key, fault in faults:
        if fault:
            raise document.error(fault, "expected a regular expression", name, key)
    return Notation(data, place)
