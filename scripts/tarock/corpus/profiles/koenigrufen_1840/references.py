"""How the text of 1840 refers to itself: `§. 48.`, `S. §. 131`, `Musterspiel VII`, "im ersten Absatze des §. 51"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.corpus.profiles.profile import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}
ORDINALS = {
    word: number
    for number, word in enumerate(
        (
            *("ersten", "zweiten", "dritten", "vierten", "fünften", "sechsten"),
            *("siebenten", "achten", "neunten", "zehnten", "eilften", "zwölften"),
        ),
        1,
    )
}
_NUMERAL = rf"({'|'.join(_ROMAN)})\b"
_SECTIONS = re.compile(r"§§?\.? ?([0-9]+)((?: (?:und|in) [0-9]+|\.[0-9]+)*)")
_PARAGRAPH = re.compile(r"[Ii]m (\w+) Absatze des \Z")  # stands before one
_NUMBER = re.compile(r"[0-9]+")
_GAMES = re.compile(rf"Musterspiele? {_NUMERAL}(?:\.? und {_NUMERAL})?")
_TRICK = re.compile(rf"\bbeim ({'|'.join(ORDINALS)}) Stiche?\b", re.IGNORECASE)
_NAMED = re.compile(r"S\. (Einleitung)")


def references(ident: str, kind: str, text: str) -> list[Found]:
    """The references in the text of a passage or heading, in order."""
    return sorted((*_sections(kind, text), *_games(text), *_tricks(ident, text)))


def _sections(kind: str, text: str) -> Iterator[Found]:
    for match in _SECTIONS.finditer(text if kind != "section" else ""):
        named = _PARAGRAPH.search(text, max(0, match.start() - 60), match.start())
        paragraph = ORDINALS.get(named[1], 0) if named else 0
        start = named.start() if named else match.start()
        yield Found(start, match.end(1), f"{match[1]}.{paragraph}" if paragraph else match[1])
        for number in _NUMBER.finditer(text, match.start(2), match.end(2)):
            yield Found(number.start(), number.end(), number[0])
    for match in _NAMED.finditer(text):
        yield Found(match.start(1), match.end(1), match[1].lower())


def _games(text: str) -> Iterator[Found]:
    for match in _GAMES.finditer(text):
        yield Found(match.start(), match.end(1), f"m{_ROMAN[match[1]]}")
        if match[2]:
            yield Found(match.start(2), match.end(2), f"m{_ROMAN[match[2]]}")


def _tricks(ident: str, text: str) -> Iterator[Found]:
    """In the remarks on a Musterspiel the tricks are those of this game."""
    game, _, rest = ident.partition(".")
    if game[0] == "m" and rest:
        for match in _TRICK.finditer(text):
            yield Found(match.start(1), match.end(), f"{game}.s{ORDINALS[match[1].lower()]}")
