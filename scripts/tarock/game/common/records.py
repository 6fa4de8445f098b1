"""What the score files of all eras share: whole numbers, the check of seats, the record base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

if TYPE_CHECKING:
    from tarock.yamlio import Document, Key

LARGEST = 1_000_000  # no game comes near; keeps a slip of the pen from filling the page

Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
Seat = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A part of a score file."""


class Header(Record, frozen=True, kw_only=True):
    """What stands at the head of every score file; the seats stand in order of play."""

    era: str
    seats: tuple[Seat, ...]
    title: str = ""


def check_seats(document: Document, seats: tuple[str, ...], allowed: tuple[int, ...], ref: str) -> None:
    """Raises `CodexError` unless the seats are different and their number is one of `allowed` by `ref`."""
    if len(seats) not in allowed:
        expected = " or ".join(str(number) for number in sorted(set(allowed)))
        raise document.error(f"{len(seats)} seats", f"expected {expected} by {ref}", "seats")
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            raise document.error(f"seat `{seat}` stands twice", "expected each seat once", "seats", index)


def check_seat(document: Document, seat: str, seats: tuple[str, ...], *path: Key) -> None:
    """Raises `CodexError` at `path` unless `seat` is one of `seats`."""
    if seat not in seats:
        raise document.error(f"seat `{seat}` is not at the table", f"expected one of {', '.join(seats)}", *path)
