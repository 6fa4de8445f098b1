"""Seats at a table: who comes next, who the others are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def order_from(seats: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The seats in order of play, beginning with `first`."""
    start = seats.index(first)
    return seats[start:] + seats[:start]


def order_after(seats: tuple[str, ...], last: str) -> tuple[str, ...]:
    """The seats in order of play, ending with `last`."""
    start = seats.index(last) + 1
    return seats[start:] + seats[:start]


def others(seats: Iterable[str], *out: str) -> tuple[str, ...]:
    """The seats without those that are `out`."""
    return tuple(seat for seat in seats if seat not in out)
