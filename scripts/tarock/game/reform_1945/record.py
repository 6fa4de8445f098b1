"""The record of a game of 1945: the deal as events, the piles, misdeals, the table's underside."""

from __future__ import annotations

from enum import StrEnum

from tarock.base.structs import Record
from tarock.game.common.records import Count, Few, ScoreFile, Seat, Side, find_seat, order_from
from tarock.rules.ruleset import Rules


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


class DealEvents(Record, kw_only=True):
    """The events of the deal. `chosen`: after knocking, as which packet each took his cards, in order.

    `packet`: cards dealt at a time; `talon`: cards laid in the middle; `usurper`: who tried to deal without right.
    """

    by: Seat
    cuts: Count = 0
    knock: bool = False
    direction: Direction = Direction.RIGHT
    packet: Count | None = None
    talon: Count | None = None
    chosen: dict[Seat, Count] = {}
    reshuffled: bool = False
    usurper: str = ""


class Misdeal(Record, kw_only=True):
    """The dealer misdealt: how it came out, and who shares the guilt."""

    stage: Stage
    accomplices: Few[Seat] = ()


class UnderTable(Record, kw_only=True):
    """`seat` tarocked or paid under the table: how many cards lay there, and how much money."""

    seat: Seat
    cards: Count = 0
    money: Count = 0


class Piles(Record, kw_only=True):
    """The cards that each side counts, in the notation of the books (`XXI Scüs - Herz-König, Dame`)."""

    declarer: str
    defenders: str


class Assumed(Record, kw_only=True, omit_defaults=True):
    """Rules of the lost pages that the record takes for granted; each must be declared, and is shown as open.

    `follow_suit`, `must_tarock`, `must_overtake`: the duties in a trick; `tarock_beats_suit`: what takes it;
    `winner_leads`: who takes a trick leads to the next; `turn`: which way the play goes round; `talon_counts_for`
    and `discard_counts_for`: with whose tricks the talon left over and the cards laid away are counted.
    """

    follow_suit: bool | None = None
    must_tarock: bool | None = None
    must_overtake: bool | None = None
    tarock_beats_suit: bool | None = None
    winner_leads: bool | None = None
    turn: Direction | None = None
    talon_counts_for: Side | None = None
    discard_counts_for: Side | None = None


class Exchange(Record, kw_only=True):
    """The cards that `by` took from the talon and those that he laid away for them."""

    by: Seat
    takes: str
    lays: str


class PlayRecord(Record, kw_only=True):
    """A deal card by card: the talon as it was laid, the packets in the order of dealing, the tricks.

    A trick is written as in the books: `A XXI - B II - C Pagat - D Herz-König`, the leader first.
    """

    talon: Few[str]
    packets: Few[str]
    tricks: Few[str]
    assumed: Assumed = Assumed()
    exchange: Exchange | None = None


class ReformGame(ScoreFile, kw_only=True):
    """One game of 1945; `passer` is the fifth person, who may deal; `declarers` the Spieler and any partner.

    The cards that each side counts stand in `piles`, or follow from `play`.
    """

    dealer: Seat
    passer: str = ""
    declarers: Few[Seat] = ()
    deal: DealEvents | None = None
    piles: Piles | None = None
    play: PlayRecord | None = None
    misdeal: Misdeal | None = None
    under_table: Few[UnderTable] = ()

    @property
    def persons(self) -> tuple[str, ...]:
        """Return the seats, and the Passer among five."""
        return (*self.seats, self.passer) if self.passer else self.seats

    def order_seats(self, key: str, rules: Rules) -> tuple[str, ...]:
        """Return the seats in order of play, from the one where `key` says."""
        return order_from(self.seats, find_seat(rules, key, self.seats, self.dealer))
