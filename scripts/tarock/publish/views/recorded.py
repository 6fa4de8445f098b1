"""What pages and books show of a recorded game in the same way: its heaps, cards by name, what is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.game.common.cards import in_order
from tarock.game.koenigrufen_1840.vocabulary import Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.game.common.cards import Card, Pack
    from tarock.game.koenigrufen_1840.record import Announcement, Game


def names(cards: Iterable[Card], pack: Pack) -> tuple[str, ...]:
    """Cards by name, as they lie in a hand."""
    return tuple(map(pack.display, in_order(cards)))


def heaps(game: Game) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """What lies on the table, with its name: the talon in its heaps, then the scat."""
    return ((say(Message(f"heap.{heap}")), cards) for heap, cards in game.heaps.items())


def announced(said: Announcement) -> str:
    """The words of an announcement, as they are called: `ultimo`, `ultimo contra`."""
    return str(said.of) if said.call is Word.ANNOUNCE else f"{said.of} {said.call}"
