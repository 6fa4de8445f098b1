"""Observations in numbers, for programs that learn: what is before a player now.

Seats are counted from the player himself, so that all four see alike. Every entry is 0 or 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import accumulate, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarock.game.common.play import END, GameEngine, TableState
from tarock.game.koenigrufen_1840.state import Engine, Phase, State
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat

_PHASES = {phase: number for number, phase in enumerate(Phase)}
_SAYINGS = {said: number for number, said in enumerate(product(Feat, AnnouncementWord))}


class Layout(ABC):
    """The parts of an engine's observation array in order, with their lengths."""

    parts: Mapping[str, int]

    @cached_property
    def starts(self) -> dict[str, int]:
        """Return the first entry of each part."""
        return dict(zip(self.parts, accumulate(self.parts.values(), initial=0), strict=False))

    @cached_property
    def size(self) -> int:
        """Return how many entries there are."""
        return sum(self.parts.values())

    def observe(self, state: Any, player: int) -> NDArray[np.int8]:
        """Return what a player sees at a moment, an array of `size` entries.

        Raises `tarock.Error` for a player that there is not.
        """
        found = np.zeros(self.size, np.int8)
        found[list(self.list_ones(state, player))] = 1
        return found

    @abstractmethod
    def list_ones(self, state: Any, player: int) -> Iterable[int]:
        """Yield where the array has a one."""


def make_layout(engine: GameEngine[Any]) -> Layout:
    """Return the layout of an engine: its own for 1840, for other games that of the events."""
    return KoenigrufenLayout(engine) if isinstance(engine, Engine) else EventLayout(engine)


class EventLayout(Layout):
    """The view of a player in the game of any source: his hand, what he saw each do, and what he was told."""

    def __init__(self, engine: GameEngine[Any]):
        self.engine, self.phases = engine, {name: number for number, name in enumerate([*engine.phases, END])}
        seats, cards = engine.players, len(engine.cards)
        self.parts = {
            "phase": len(self.phases),
            "dealer": seats,
            "hand": cards,
            "acts": seats * len(engine.names),  # by seat
            "told": cards,
            "trick": seats * cards,
        }

    def list_ones(self, state: TableState[Any], player: int) -> Iterable[int]:
        """Yield where the array has a one."""
        at, seats, cards = self.starts, self.engine.players, len(self.engine.cards)
        yield at["phase"] + self.phases[state.phase]
        yield at["dealer"] + (state.dealer - player) % seats
        for by, what, _seen in state.events(player):
            if isinstance(what, tuple):
                yield from (at["told"] + card for card in what)
            elif isinstance(by, int):
                yield at["acts"] + (by - player) % seats * len(self.engine.names) + what
        for card in state.at.hands[player]:
            yield at["hand"] + card
        for seat, card in state.at.tricks[-1] if state.at.tricks else ():
            yield at["trick"] + (seat - player) % seats * cards + card


class KoenigrufenLayout(Layout):
    """The view of a player of 1840: also who bid what, what is bought, discarded and announced, and all tricks."""

    def __init__(self, engine: Engine):
        self.engine = engine
        cards, seats, bids = len(engine.cards), engine.players, len(engine.bids)
        self.parts = {
            "phase": len(Phase),
            "dealer": seats,
            "hand": cards,
            "bids": seats * bids,  # by seat, what it has bid so far
            "declarer": seats,
            "king": cards,
            "bought": 2 * (engine.fold_max + 1),  # the folds first bought, and those kept
            "talon": cards,  # the cards of it that he has seen: the declarer his halves, all what is shown
            "discard": cards,  # the cards that he has laid away, or has been shown
            "words": seats * len(_SAYINGS),
            "trick": seats * cards,
            "played": seats * cards,  # in all tricks, by seat
        }

    def list_ones(self, state: State, player: int) -> Iterable[int]:
        """Yield where the array has a one."""
        seen, at, seats, cards = state.observe(player), self.starts, self.engine.players, len(self.engine.cards)
        bids = len(self.engine.bids)
        yield at["phase"] + _PHASES[state.phase]
        yield at["dealer"] + (state.dealer - player) % seats
        for card in seen.hand:
            yield at["hand"] + card
        for seat, bid in seen.bids:
            yield at["bids"] + (seat - player) % seats * bids + bid - self.engine.pass_
        if state.declarer >= 0:
            yield at["declarer"] + (state.declarer - player) % seats
        if seen.king >= 0:
            yield at["king"] + seen.king
        if seen.first:
            yield at["bought"] + seen.first
            yield at["bought"] + self.engine.fold_max + 1 + seen.kept
        for half in (*seen.halves, seen.left):
            for card in half:
                yield at["talon"] + card
        for card in seen.discard:
            yield at["discard"] + card
        for by, of, call in seen.words:
            yield at["words"] + (by - player) % seats * len(_SAYINGS) + _SAYINGS[of, call]
        for seat, card in seen.tricks[-1] if seen.tricks else ():
            yield at["trick"] + (seat - player) % seats * cards + card
        for trick in seen.tricks:
            for seat, card in trick:
                yield at["played"] + (seat - player) % seats * cards + card
