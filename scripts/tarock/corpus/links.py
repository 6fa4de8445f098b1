"""References inside the text: `§. 48.`, `S. §. 131`, `Musterspiel VII`, "im ersten Absatze des §. 51"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.corpus.annotations import Annotation, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

_Found = tuple[int, int, str]  # characters of the text, and the id of the place that they name

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
_SECTIONS = re.compile(r"(?:[Ii]m (\w+) Absatze des )?§§?\.? ?([0-9]+)((?: (?:und|in) [0-9]+|\.[0-9]+)*)")
_NUMBER = re.compile(r"[0-9]+")
_GAMES = re.compile(r"Musterspiele? ([IV]+)\b(?:\.? und ([IV]+)\b)?")
_TRICK = re.compile(rf"\b(?:beim|Beim) ({'|'.join(ORDINALS)}) Stiche?\b", re.IGNORECASE)
_NAMED = re.compile(r"S\. (Einleitung)")


def find_references(siglum: str, ident: str, kind: str, text: str) -> tuple[Annotation, ...]:
    """The references in the text of a passage or heading of 1840, in order; the other sources have none."""
    if siglum != "1840":
        return ()
    found = sorted((*_sections(kind, text), *_games(text), *_tricks(ident, text)))
    return tuple(Annotation(start, end, Kind.REFERENCE, f"{siglum}:{target}") for start, end, target in found)


def _sections(kind: str, text: str) -> Iterator[_Found]:
    for match in _SECTIONS.finditer(text):
        if kind == "section":
            continue
        paragraph = ORDINALS.get(match[1], 0) if match[1] else 0
        yield (match.start(), match.end(2), f"{match[2]}.{paragraph}" if paragraph else match[2])
        for number in _NUMBER.finditer(text, match.start(3), match.end(3)):
            yield (number.start(), number.end(), number[0])
    for match in _NAMED.finditer(text):
        yield (match.start(1), match.end(1), match[1].lower())


def _games(text: str) -> Iterator[_Found]:
    for match in _GAMES.finditer(text):
        yield (match.start(), match.end(1), f"m{_ROMAN[match[1]]}")
        if match[2]:
            yield (match.start(2), match.end(2), f"m{_ROMAN[match[2]]}")


def _tricks(ident: str, text: str) -> Iterator[_Found]:
    game = ident.split(".", maxsplit=1)[0]
    if not re.fullmatch(r"m[1-8]", game):
        return
    for match in _TRICK.finditer(text):
        yield (match.start(1), match.end(), f"{game}.s{ORDINALS[match[1].lower()]}")
