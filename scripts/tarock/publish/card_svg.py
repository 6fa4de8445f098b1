"""Cards drawn as SVG, our own: a face with rank and suit, and the card's name as text inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.publish.html import attributes, esc

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.game.common.cards import Card, Pack

WIDTH, HEIGHT, STEP = 36, 54, 38
_FITS = 3  # letters of a numeral that stand on a card without being made narrow
# Suit signs on a square of 12 by 12.
_SIGNS = {
    "Herz": "M6 11 L1.2 5.6 A2.7 2.7 0 0 1 6 2.9 A2.7 2.7 0 0 1 10.8 5.6 Z",
    "Careau": "M6 .8 L10.4 6 L6 11.2 L1.6 6 Z",
    "Pique": "M6 .8 L10.6 6.2 A2.5 2.5 0 0 1 6.7 8.4 L7.6 11.2 H4.4 L5.3 8.4 A2.5 2.5 0 0 1 1.4 6.2 Z",
    "Treffle": "M6 .9 A2.3 2.3 0 0 1 7.7 4.8 A2.3 2.3 0 1 1 6.7 8.2 L7.6 11.2 H4.4 L5.3 8.2 A2.3 2.3 0 1 1 4.3 4.8 A2.3 2.3 0 0 1 6 .9 Z",
}
_RANKS = {
    "König": "K", "Dame": "D", "Cavall": "R", "Bube": "B", "Aß": "A", "Zweier": "2", "Dreier": "3", "Vierer": "4",
    "Zehner": "10", "Neuner": "9", "Achter": "8", "Siebner": "7",
}  # fmt: skip
_RED = ("Herz", "Careau")


def _face(card: Card, pack: Pack, x: int) -> str:
    name = pack.display(card)
    kind = "tarock" if card.is_tarock else "red" if card.suit in _RED else "black"
    parts = [
        f'<g class="card card--{kind}" transform="translate({x} 1)"><rect width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
    ]
    if card.is_tarock:
        word = pack.display(card) if card is pack.scues else card.rank
        narrow = attributes(textLength=str(WIDTH - 6), lengthAdjust="spacingAndGlyphs") if len(word) > _FITS else ""
        parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT / 2 + 5}" font-size="16"{narrow}>{esc(word)}</text>')
    else:
        parts.append(f'<text x="{WIDTH / 2}" y="22" font-size="17">{_RANKS[card.rank]}</text>')
        parts.append(f'<path transform="translate({WIDTH / 2 - 8} 29) scale(1.35)" d="{_SIGNS[card.suit]}"/>')
    parts.append(f"<title>{esc(name)}</title></g>")
    return "".join(parts)


def cards_svg(cards: Iterable[Card], pack: Pack, label: str, *, marked: frozenset[Card] = frozenset()) -> str:
    """A row of cards as one SVG whose label names them all; `marked` ones are lifted out by a frame."""
    row = list(cards)
    names = ", ".join(pack.display(card) for card in row)
    width = STEP * len(row) - (STEP - WIDTH) + 2
    faces = "".join(_face(card, pack, 1 + index * STEP) for index, card in enumerate(row))
    frames = "".join(
        f'<rect class="card__mark" x="{1 + index * STEP}" y="1" width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
        for index, card in enumerate(row)
        if card in marked
    )
    values = attributes(
        class_="cards", viewBox=f"0 0 {width} {HEIGHT + 2}", role="img", aria_label=f"{label}: {names}" if label else names,
        width=str(width), height=str(HEIGHT + 2),
    )  # fmt: skip
    return f"<svg{values}>{faces}{frames}</svg>"
