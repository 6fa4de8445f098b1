"""The record of a session of 1840: what each wrote after every Taille, fines, what was agreed (1840:12-19, 126-131)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tarock.game.common.records import Count, Header, Positive, Record, Seat, word
from tarock.game.koenigrufen_1840.vocabulary import Fault, Side, Size

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules


class Rounding(StrEnum):
    """To what differences are rounded when they are paid (1840:128)."""

    HUNDREDS = "hundreds"
    TENS = "tens"
    FIVES = "fives"
    NONE = "none"


class Penalty(Record, frozen=True, kw_only=True):
    """A fine outside of play: which fault, and whose; each of the others writes it (1840:12-19, 31, 37)."""

    fault: Fault
    guilty: Seat


class Taille(Record, frozen=True, kw_only=True):
    """What each wrote after a Taille, in Points; who is left out wrote nothing. A `penalty` comes on top.

    Among five, `king` is the dealer who had no cards and `declarers` the Spieler and his Freund: the König
    then has what each of the opponents wrote. With a `penalty` among five, `king` says who he was.
    """

    wrote: dict[Seat, Count] = {}  # noqa: RUF012 - msgspec copies the default for every record
    penalty: Penalty | None = None
    king: str = ""
    declarers: tuple[Seat, ...] = ()


class ScoreFile(Header, frozen=True, kw_only=True):
    """A session. `stake`: Kreuzer for 100 Points; `consulation`, `rounding` and `running`: as agreed at the start."""

    taillen: tuple[Taille, ...]
    consulation: Size | None = None
    small_consulation: Count = 0
    stake: Positive | None = None
    rounding: Rounding | None = None
    running: Positive | None = None


def sharing(taille: Taille, seats: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    """The seats with which the König shares (1840:131.3)."""
    with_defenders = word(rules, "five.shares_with", Side) is Side.DEFENDERS
    return tuple(seat for seat in seats if seat != taille.king and (seat in taille.declarers) != with_defenders)
