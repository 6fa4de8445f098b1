"""Units of mere notation (headings of §§, hands, tricks): rendered by rule, so that no card is typed twice.

`Treffle-Dame und Neuner` becomes `queen and nine of clubs`; tarocks, seats and numbers stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from tarock import yamlio

if TYPE_CHECKING:
    from pathlib import Path

_LETTERS = r"[A-Za-zÄÖÜäöüß]"
_KEPT = re.compile(r"[A-E]|[IVX]+|Scüs|Pagat|Mond")


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kinds: frozenset[str]
    suits: dict[str, str]
    ranks: dict[str, str]
    heads: dict[str, str]
    words: dict[str, str]
    of: str
    answers: dict[str, str]


@dataclass(frozen=True)
class Notation:
    """The words of one language for suits, ranks and roles, as German word to its rendering."""

    data: _Data

    def covers(self, kind: str) -> bool:
        """Whether units of this kind are rendered by rule."""
        return kind in self.data.kinds

    def render(self, german: str) -> str:
        """A line of notation in the other language."""
        text = self._cards.sub(self._of_suit, german)
        for pattern, head in self.data.heads.items():
            text = re.sub(rf"\A(?:{pattern})", head, text)
        return self._words.sub(lambda found: self.data.words[found[0]], text)

    def ranks_in(self, german: str) -> list[str]:
        """How the ranks that a text names are rendered: a `Siebner` is a seven."""
        return [self.data.ranks[rank] for rank in self._rank.findall(german)]

    def left(self, rendered: str) -> list[str]:
        """The words of a rendered line that no rule has made: they are left German."""
        made = {
            word
            for text in (*self.data.words.values(), *self.data.heads.values(), self.data.of)
            for word in text.split()
        }
        made |= {*self.data.ranks.values(), *self.data.suits.values()}
        words = re.findall(rf"{_LETTERS}+", rendered)
        return [word for word in words if word not in made and not _KEPT.fullmatch(word)]

    @cached_property
    def answers(self) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
        """Pairs of patterns, German and other language: a sentence has both or none."""
        return tuple(
            (
                re.compile(rf"(?<!{_LETTERS})(?:{old})"),
                re.compile(rf"(?<!{_LETTERS})(?:{new})(?!{_LETTERS})", re.IGNORECASE),
            )
            for new, old in self.data.answers.items()
        )

    def _of_suit(self, found: re.Match[str]) -> str:
        ranks = self._rank.sub(lambda rank: self.data.ranks[rank[0]], found["ranks"])
        ranks = self._words.sub(lambda word: self.data.words[word[0]], ranks)
        return f"{ranks} {self.data.of} {self.data.suits[found['suit']]}"

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


def load_notation(path: Path) -> Notation:
    """The words of a language; raises `CodexError` for a malformed file."""
    document = yamlio.load(path)
    return Notation(document.convert(_Data, document.data))
