"""Parts that the records of all eras share: seats, whole numbers, the head of a score file; words that rules state."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, TypeVar

import msgspec

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.base.yamlio import Key
from tarock.game.common.findings import Findings
from tarock.game.common.score import Conditions
from tarock.rules.ruleset import RuleReader, Rules

W = TypeVar("W", bound="StrEnum")
E = TypeVar("E")

MISDEAL = {"slip": "misdeal"}  # of the slips at the deal, the case of cards dealt wrongly
MAX_COUNT = 1_000_000  # no game comes near; keeps a slip of the pen from filling the page

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_COUNT)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MAX_COUNT)]
LONGEST_NAME = 40
Seat = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Few = Annotated[tuple[E, ...], msgspec.Meta(max_length=100)]  # entries of a game
Many = Annotated[tuple[E, ...], msgspec.Meta(max_length=1000)]  # games of a session


class Side(StrEnum):
    """The two parties: the declarer and any partner, or those who play against them (1840:7.5)."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"

    @property
    def other(self) -> Side:
        """Return the other side."""
        return Side.DEFENDERS if self is Side.DECLARER else Side.DECLARER


class ScoreFile(Record, kw_only=True):
    """The head of every score file; the seats stand in order of play."""

    era: str
    seats: Few[Seat]
    title: str = ""


def check_seats(findings: Findings, seats: tuple[str, ...], extra: str = "") -> bool:
    """Report seats that occur twice or are not as many as the players of the game; return whether all is well.

    One more seat is allowed where the rule `extra` says so.
    """
    before, rules = len(findings), findings.rules
    allowed = {*rules.numbers("game.players"), *((rules.number(extra),) if extra else ())}
    if len(seats) not in allowed:
        rule = extra or "game.players"
        findings.report("SEAT-COUNT", "seats", rule=rule, seats=len(seats), allowed=tuple(sorted(allowed)))
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            findings.report("SEAT-TWICE", "seats", index, seat=seat)
    return len(findings) == before


def check_seat(findings: Findings, seat: str, seats: tuple[str, ...], *place: Key) -> bool:
    """Report a seat, at `place` in the file, that is none of `seats`; return whether it is one."""
    if seat not in seats:
        findings.report("SEAT-UNKNOWN", *place, seat=seat, seats=seats)
    return seat in seats


def check_void(
    findings: Findings, record: Record, names: Iterable[str], words: str, rule: str, case: Conditions
) -> None:
    """Report each field of `names` that the record of a game that does not count has all the same.

    `rule` and `case` say why it does not count; `words` is the key of the message.
    """
    for name in names:
        if getattr(record, name) not in (None, (), {}, ""):
            findings.report("VOID-GAME", name, rule=rule, case=case, words=words, name=name)


def order_from(seats: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return the seats in order of play, with `first` as the first; raise `CodexError` where it is none of them."""
    if first not in seats:
        raise CodexError(f"there is no seat `{first}`", f"expected one of {', '.join(seats)}")
    start = seats.index(first)
    return seats[start:] + seats[:start]


class _RelativeSeat(StrEnum):
    """A seat as the dealer sees it."""

    DEALER = "dealer"
    RIGHT = "right of dealer"
    OPPOSITE = "opposite dealer"
    LEFT = "left of dealer"


def goes_to_the_right(rules: Rules) -> bool:
    """Return whether deal, bidding and tricks go round to the right, and not to the left."""
    return read_choice(rules, "game.rotation", "to the right", "to the left")


def find_seat(rules: Rules, key: str, seats: tuple[str, ...], dealer: str) -> str:
    """Return the seat that the value of `key` names, such as `right of dealer`.

    A dealer who has no cards is not in `seats`: he sits between the last and the first of them.
    """
    ring = order_from(seats if dealer in seats else (*seats, dealer), dealer)
    match read_enum(rules, key, _RelativeSeat):
        case _RelativeSeat.DEALER:
            return dealer
        case _RelativeSeat.OPPOSITE:
            return ring[len(ring) // 2]
        case side:
            onward = (side is _RelativeSeat.RIGHT) == goes_to_the_right(rules)
            return ring[1 if onward else -1]


def exclude_seats(seats: Iterable[str], *out: str) -> tuple[str, ...]:
    """Return the seats but for those in `out`, in order."""
    return tuple(seat for seat in seats if seat not in out)


class HoldRight(StrEnum):
    """The right to take over a bid at its own height (1840:26.3, 1863:6)."""

    EARLIER = "the earlier in turn"
    OVERBID = "whoever was outbid"
    NOBODY = "nobody"


def read_enum(rules: RuleReader, key: str, kind: type[W], **when: Any) -> W:
    """Return the value of `key` in a case as a member of `kind`; raise `CodexError` for any other word."""
    return _to_enum(rules, key, rules.word(key, **when), kind)


def read_enums(rules: RuleReader, key: str, kind: type[W], **when: Any) -> tuple[W, ...]:
    """Return the list under `key` in a case as members of `kind`; raise `CodexError` for any other word."""
    return tuple(_to_enum(rules, key, name, kind) for name in rules.words(key, **when))


def read_choice(rules: RuleReader, key: str, yes: str, no: str, **when: Any) -> bool:
    """Return whether `key` says `yes` in a case, and not `no`; raise `CodexError` for any other word."""
    return is_word(rules, key, rules.word(key, **when), yes, no)


def is_word(rules: RuleReader, key: str, found: Any, yes: str, no: str) -> bool:
    """Return whether what was read of `key` is the word `yes`, and not `no`; raise `CodexError` for any other."""
    if found in (yes, no):
        return bool(found == yes)
    raise CodexError(f"`{key}` says `{found}`", f"expected one of `{yes}`, `{no}`", file=rules.file(key))


def _to_enum(rules: RuleReader, key: str, name: str, kind: type[W]) -> W:
    found = kind._value2member_map_.get(name)
    if found is None:
        expected = ", ".join(f"`{member}`" for member in kind)
        raise CodexError(
            f"`{key}` says `{name}`",
            f"expected one of {expected}",
            file=rules.file(key),
        )
    return found  # type: ignore[return-value]
