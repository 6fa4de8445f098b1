"""The record of a game of 1945: the deal as events, the piles, misdeals, the table's underside."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tarock.game.common.records import Count, Header, Record, Seat


class Direction(StrEnum):
    """Which way the cards were dealt."""

    RIGHT = "right"
    LEFT = "left"


class Stage(StrEnum):
    """How a misdeal came out (1945:bes.A.2.4.1, 2.5.1)."""

    ADMITTED_EARLY = "admitted early"
    ADMITTED_LATE = "admitted late"
    COMPLAINED = "others complained"
    DENIED = "denied"
    UNNOTICED = "unnoticed"


class Side(StrEnum):
    """The two parties, as their piles stand in the record."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"


class DealEvents(Record, frozen=True, kw_only=True):
    """What happened at the deal. `chosen`: after knocking, as which packet each took his cards, in order.

    `packet`: cards dealt at a time; `talon`: cards laid in the middle.
    """

    by: Seat
    cuts: Count = 0
    knock: bool = False
    direction: Direction = Direction.RIGHT
    packet: Count | None = None
    talon: Count | None = None
    chosen: dict[Seat, Count] = msgspec.field(default_factory=dict)
    reshuffled: bool = False


class Misdeal(Record, frozen=True, kw_only=True):
    """The dealer misdealt: how it came out, and who shares the guilt."""

    stage: Stage
    accomplices: tuple[Seat, ...] = ()


class UnderTable(Record, frozen=True, kw_only=True):
    """`seat` tarocked or paid under the table: how many cards lay there, and how much money."""

    seat: Seat
    cards: Count = 0
    money: Count = 0


class Piles(Record, frozen=True, kw_only=True):
    """The cards that each side counts, in the notation of the books (`XXI Scüs - Herz-König, Dame`)."""

    declarer: str
    defenders: str


class ScoreFile(Header, frozen=True, kw_only=True):
    """One game of 1945; `passer` is the fifth person, `declarers` the Spieler and any partner."""

    dealer: Seat
    passer: str = ""
    declarers: tuple[Seat, ...] = ()
    deal: DealEvents | None = None
    piles: Piles | None = None
    misdeal: Misdeal | None = None
    under_table: tuple[UnderTable, ...] = ()
