"""References inside the text: `§. 48.`, `S. §. 131`, `Musterspiel VII`, "im ersten Absatze des §. 51"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.editions import Edition, Heading, Passage

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


@dataclass(frozen=True, slots=True)
class Link:
    """Characters `start` to `end` of the edition's text refer to `target`, an id in the same source."""

    start: int
    end: int
    target: str


def find_links(item: Passage | Heading) -> tuple[Link, ...]:
    """The references in the text of a passage or heading of 1840, in order; the other sources have none."""
    if item.siglum != "1840":
        return ()
    found = sorted((*_sections(item), *_games(item), *_tricks(item)), key=lambda link: link.start)
    return tuple(found)


def _sections(item: Passage | Heading) -> Iterator[Link]:
    for match in _SECTIONS.finditer(item.text):
        if item.kind == "section":
            continue
        paragraph = ORDINALS.get(match[1], 0) if match[1] else 0
        yield Link(match.start(), match.end(2), f"{match[2]}.{paragraph}" if paragraph else match[2])
        for number in _NUMBER.finditer(item.text, match.start(3), match.end(3)):
            yield Link(number.start(), number.end(), number[0])
    for match in _NAMED.finditer(item.text):
        yield Link(match.start(1), match.end(1), match[1].lower())


def _games(item: Passage | Heading) -> Iterator[Link]:
    for match in _GAMES.finditer(item.text):
        yield Link(match.start(), match.end(1), f"m{_ROMAN[match[1]]}")
        if match[2]:
            yield Link(match.start(2), match.end(2), f"m{_ROMAN[match[2]]}")


def _tricks(item: Passage | Heading) -> Iterator[Link]:
    game = item.ident.split(".")[0]
    if not re.fullmatch(r"m[1-8]", game):
        return
    for match in _TRICK.finditer(item.text):
        yield Link(match.start(1), match.end(), f"{game}.s{ORDINALS[match[1].lower()]}")


def backlinks(edition: Edition) -> dict[str, tuple[str, ...]]:
    """For every id that is referred to: the passages that refer to it, in reading order."""
    found: dict[str, list[str]] = {}
    for passage in edition.passages.values():
        for link in find_links(passage):
            sources = found.setdefault(link.target, [])
            if passage.ident not in sources:
                sources.append(passage.ident)
    return {target: tuple(sources) for target, sources in found.items()}
