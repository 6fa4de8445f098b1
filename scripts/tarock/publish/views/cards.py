"""Cards as they are drawn: what stands on the face, and the card's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.game.common.cards import Card, Pack

# What stands in the corner of a pip card; a court card has its whole name there, for seats are called A, B, D too.
_PIPS = {
    "Zweier": "2", "Dreier": "3", "Vierer": "4", "Zehner": "10", "Neuner": "9", "Achter": "8", "Siebner": "7",
}  # fmt: skip


class Face(Value):
    """A card: its name; its suit (none for a tarock) and whether that is red; the sign on its face."""

    name: str
    suit: str
    red: bool
    sign: str


class Cards(Value):
    """Cards in a row; `label` says whose they are."""

    label: str
    faces: tuple[Face, ...]

    @property
    def told(self) -> str:
        """The row in words."""
        names = ", ".join(face.name for face in self.faces)
        return f"{self.label}: {names}" if self.label else names


def cards_view(cards: Iterable[Card], pack: Pack, label: str = "") -> Cards:
    """Cards in the order given."""
    red = pack.rules.words("pack.suits", colour="red")
    return Cards(label, tuple(_face(card, pack, red) for card in cards))


def _face(card: Card, pack: Pack, red: Iterable[str]) -> Face:
    name = pack.display(card)
    if card.is_tarock:
        return Face(name, "", red=False, sign=name if card is pack.scues else card.rank)
    return Face(name, card.suit, card.suit in red, _PIPS.get(card.rank, card.rank))
