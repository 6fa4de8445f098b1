"""A moment of a game of Tarokhombre in small plain values."""

from __future__ import annotations

from collections.abc import Collection

from tarock.game.common.play import Position


class TarokhombrePosition(Position):
    """A moment of a game: beside cards and tricks the words, what is exchanged, and what is still to be done."""

    def __init__(self, players: int, dealer: int, deck: Collection[int], phase: str):
        """Take who deals the cards of `deck` in `phase`."""
        super().__init__(players, dealer, deck, phase)
        self.calls: list[tuple[int, int]] = []  # seat and action
        self.declarer = -1
        self.game = ""  # a `Contract`; empty before one is played
        self.steps: list[str] = []  # what is to be done before the first lead, the next first
        self.discarded: list[int] = []  # in the order in which they were discarded
        self.discard: list[int] = []  # what lies there, after cards were named out of it
        self.discarder = -1
        self.scat: list[int] = []  # what the deal left over, after cards were named out of it
        self.scat_lies = False  # nobody has taken them
        self.wanted = 0  # how many cards are to be named
        self.given: list[int] = []
        self.named: list[int] = []
        self.handed: list[int] = []  # the cards given, in the order of those for which they go
        self.exchanged = False  # whether the named cards were given
        self.givers: list[int] = []  # who gave each of them, -1 for the Scat
        self.honours: list[tuple[int, int]] = []  # who holds which kind before the first lead
        self.leader = -1  # who leads when the declarer has spoken of the vole
        self.declared_after = -1  # after which trick he has declared it
