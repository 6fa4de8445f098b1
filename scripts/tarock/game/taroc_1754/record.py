"""The record of a game of 1754: piles at the end, tricks, honours, and what went wrong."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tarock.game.common.records import Count, Header, Record, Seat
from tarock.game.taroc_1754.count import Pile  # noqa: TC001 - read when a file is


class Kind(StrEnum):
    """The kinds of honours (1754:10-14)."""

    MATADORE = "matadore"
    TAROCKS = "tarocks"
    CAVALLERIE = "cavallerie"
    KINGS = "kings"


class Fate(StrEnum):
    """What became of the Pagat (1754:15)."""

    LOST = "lost"
    LOST_LAST = "lost in the last trick"
    WON_LAST = "won in the last trick"


class Noticed(StrEnum):
    """When a wrong discard was noticed (1754:4)."""

    END = "end"
    EARLIER = "earlier"


class Honour(Record, frozen=True, kw_only=True):
    """An honour of `seat`. `cards`: how many Matadore in unbroken row, or tarocks.

    `with_excuse`: the Excuse stands for a card (half Cavallerie, fourth König) or is counted among the
    tarocks. `forgotten`: not announced in time. `mistaken`: announced, but not held. `laid_away`: a card
    of the Cavallerie was laid away.
    """

    seat: Seat
    kind: Kind
    cards: Count | None = None
    with_excuse: bool = False
    forgotten: bool = False
    mistaken: bool = False
    laid_away: bool = False

    @property
    def uses_excuse(self) -> bool:
        """Whether the Excuse is part of it."""
        return self.with_excuse or self.kind is Kind.MATADORE


class Pagat(Record, frozen=True, kw_only=True):
    """What became of the Pagat of `seat`: lost to `by`, or brought home in the last trick."""

    seat: Seat
    fate: Fate
    by: str = ""


class Revoke(Record, frozen=True, kw_only=True):
    """`seat` denied a suit; `took_pagat_of` names whose Pagat was wrongly taken and is given back."""

    seat: Seat
    took_pagat_of: str = ""


class WrongDiscard(Record, frozen=True, kw_only=True):
    """The dealer laid away a wrong number of `cards`; noticed at the end of the game or earlier."""

    cards: Count
    found: Noticed = Noticed.END


class ScoreFile(Header, frozen=True, kw_only=True):
    """One game of 1754. `king` is a fourth person 'zum Könige'; tricks and piles stand by seat."""

    dealer: Seat
    king: str = ""
    tricks: dict[str, Count] = msgspec.field(default_factory=dict)
    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    honours: tuple[Honour, ...] = ()
    pagat: Pagat | None = None
    revokes: tuple[Revoke, ...] = ()
    misdeal: bool = False
    wrong_discard: WrongDiscard | None = None

    def holder(self, kind: str) -> str:
        """The seat in whose pile the only card of a kind lies; empty where it lies in none."""
        return next((seat for seat, pile in self.piles.items() if pile.of(kind)), "")
