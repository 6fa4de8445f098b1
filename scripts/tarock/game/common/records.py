"""What the score files of all eras share: whole numbers, the check of seats, the record base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

if TYPE_CHECKING:
    from tarock.base.yamlio import Key
    from tarock.game.common.findings import Findings
    from tarock.rules.ruleset import Rules

LARGEST = 1_000_000  # no game comes near; keeps a slip of the pen from filling the page

Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
LONGEST_NAME = 40
Seat = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A part of a score or game file."""


class Header(Record, frozen=True, kw_only=True):
    """What stands at the head of every score file; the seats stand in order of play."""

    era: str
    seats: tuple[Seat, ...]
    title: str = ""


def check_seats(findings: Findings, seats: tuple[str, ...], rules: Rules, extra: str = "") -> bool:
    """Seats are different, and as many as players; with the key `extra`, one more may sit. Says whether it is so."""
    before = len(findings.list)
    allowed = {*rules.numbers("game.players"), *((rules.number(extra),) if extra else ())}
    if len(seats) not in allowed:
        ref = rules.ref(extra or "game.players")
        findings.report("SEAT-COUNT", "seats", ref=ref, seats=len(seats), allowed=tuple(sorted(allowed)))
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            findings.report("SEAT-TWICE", "seats", index, seat=seat)
    return len(findings.list) == before


def check_seat(findings: Findings, seat: str, seats: tuple[str, ...], *place: Key) -> bool:
    """`seat`, which stands at `place`, is one of `seats`; says whether it is."""
    if seat not in seats:
        findings.report("SEAT-UNKNOWN", *place, seat=seat, seats=seats)
    return seat in seats
