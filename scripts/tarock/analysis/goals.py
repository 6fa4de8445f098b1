"""Aims of a deal with open cards, as tables of leaves for the core: thirds × what happened (1840)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache, cached_property

import msgspec
from msgspec import structs

from tarock.analysis.core import ENDS, LOST, MADE, OURS, THEIRS, THIRDS
from tarock.base.errors import CodexError
from tarock.game.common.cards import Pack
from tarock.game.common.counting import Outcome, decide_outcome, decide_outcomes
from tarock.game.common.records import Side, read_enum, read_enums
from tarock.game.koenigrufen_1840.replay import Course
from tarock.game.koenigrufen_1840.settlement import settle
from tarock.game.koenigrufen_1840.vocabulary import LostKingPlace, SeatRole
from tarock.rules.ruleset import Rules

Leaves = dict[str, dict[int, list[int]]]  # by a key that deals share which pay alike, and by the end


class Aim(StrEnum):
    """The aim whose value is asked; all but the ultimo are those of the declarer's side.

    `points`: its thirds at the end. `win`: whether it wins. `king`: whether the called king is saved. `ultimo`:
    whether who holds the Pagat makes ultimo. `volat`: whether it makes all tricks. `sheet`: what the declarer writes
    less what a defender writes.
    """

    POINTS = "points"
    WIN = "win"
    KING = "king"
    ULTIMO = "ultimo"
    VOLAT = "volat"
    SHEET = "sheet"


class PayoffTable:
    """The values of an aim at the end of one deal, a row for each kind of end, and the seats that want it."""

    def __init__(self, wanted_by: frozenset[str], row: Callable[[int], list[int]]):
        self.wanted_by = wanted_by
        self._row = row

    @cached_property
    def rows(self) -> list[list[int]]:
        """Return for each kind of ending the value for every number of thirds of the declarer's side."""
        return [self._row(end) for end in range(ENDS)]

    def find_leaf(self, state: int, thirds: int) -> int:
        """Return the value of a finished game; `state` is the kind of ending as `solver.c` numbers it."""
        king, pagat, tricks = state // 12, state % 12 // 4, state % 4
        return self.rows[LOST * (king == 2) + MADE * (pagat == 2) + (0 if tricks == 3 else tricks)][thirds]


def build_payoffs(course: Course, pack: Pack, rules: Rules, leaves: Leaves | None = None) -> dict[Aim, PayoffTable]:
    """Return the payoffs of each aim that the deal has; no king or ultimo where nobody holds that card.

    `leaves` caches those of the sheet between deals that pay alike.
    """
    ours = frozenset(seat for seat in course.hands if course.side[seat] is Side.DECLARER)
    theirs = frozenset(course.hands) - ours
    holder = find_pagat_holder(course, pack)
    counted = cache(lambda: list(decide_outcomes(range(THIRDS), rules)))
    won = cache(lambda: [int(each.won) for each in counted()])
    found = {
        Aim.POINTS: PayoffTable(ours, lambda _end: list(range(THIRDS))),
        Aim.WIN: PayoffTable(ours, lambda _end: won()),
        Aim.VOLAT: PayoffTable(ours, _make_flag_row(lambda end: end % MADE == OURS)),
        Aim.SHEET: PayoffTable(
            ours, _cache_rows(_make_sheet_rows(course, rules, counted, holder), course, rules, holder, leaves)
        ),
    }
    if is_king_held(course) and rules.flag("king.is_lost", king_lies=LostKingPlace.TAKEN):
        found[Aim.KING] = PayoffTable(ours, _make_flag_row(lambda end: end < LOST))
    if holder:
        found[Aim.ULTIMO] = PayoffTable(
            ours if holder in ours else theirs, _make_flag_row(lambda end: end // MADE % 2 == 1)
        )
    return {aim: found[aim] for aim in Aim if aim in found}


def _make_flag_row(reached: Callable[[int], bool]) -> Callable[[int], list[int]]:
    return lambda end: [int(reached(end))] * THIRDS


def _cache_rows(
    row: Callable[[int], list[int]], course: Course, rules: Rules, holder: str, leaves: Leaves | None
) -> Callable[[int], list[int]]:
    """Return the rows of a deal from `leaves`, computing them for the first deal that pays like it.

    Deals pay alike when only seats of the same role are exchanged.
    """
    if leaves is None:
        return row
    result = course.result
    ours = (result.declarer, *(seat for seat in result.find_seats(Side.DECLARER) if seat != result.declarer))
    paid = structs.replace(result, outcome=decide_outcome(0, rules), side={})
    alike = msgspec.json.encode((paid, holder, is_king_held(course), len(ours))).decode()
    for place, seat in enumerate((*ours, *result.find_seats(Side.DEFENDERS))):
        alike = alike.replace(f'"{seat}"', str(place))
    found = leaves.setdefault(alike, {})

    def cached(end: int) -> list[int]:
        if end not in found:
            found[end] = row(end)
        return found[end]

    return cached


def is_king_held(course: Course) -> bool:
    """Return whether the called king is in a hand, so that it can be lost in play."""
    return any(course.game.king in hand for hand in course.hands.values())


def find_pagat_holder(course: Course, pack: Pack) -> str:
    """Return the seat that holds the Pagat; empty when it is in no hand."""
    return next((seat for seat, hand in course.hands.items() if pack.pagat in hand), "")


def find_ultimo_takers(course: Course, holder: str, rules: Rules) -> frozenset[str]:
    """Return the seats that may take the last trick with the Pagat without its holder losing ultimo (1840:51.2)."""
    lost_to, side = read_enums(rules, "ultimo.lost_to", SeatRole), course.side
    kept = {SeatRole.PARTNER, SeatRole.OPPONENT} - set(lost_to)
    role = {seat: SeatRole.PARTNER if side[seat] is side[holder] else SeatRole.OPPONENT for seat in course.hands}
    return frozenset(seat for seat in course.hands if seat == holder or role[seat] in kept)


def _make_sheet_rows(
    course: Course, rules: Rules, count: Callable[[], list[Outcome]], holder: str
) -> Callable[[int], list[int]]:
    """Return the rows of what the declarer writes less what a defender writes, in Points, by the engine."""
    if read_enum(rules, "king.home_in", Side) is not Side.DECLARER:
        ref = rules.ref("king.home_in")
        what = f"`king.home_in` ({ref}) has the called king at home with the defenders, for which nothing is solved"
        raise CodexError(what, f"expected `{Side.DECLARER}`", file=rules.file("king.home_in"))
    played, defender = course.result, next(seat for seat in course.hands if course.side[seat] is Side.DEFENDERS)
    parties, held = {OURS: Side.DECLARER, THEIRS: Side.DEFENDERS}, is_king_held(course)
    loses = held and rules.flag("king.is_lost", king_lies=LostKingPlace.TAKEN)

    @cache
    def settled(end: Outcome, lost: bool, made: bool, volat: Side | None) -> int:
        result = structs.replace(
            played, outcome=end, king_lost=lost, ultimo_by=holder if made else "", volat=volat, revokes=()
        )
        totals = settle(result, rules, revokes=False).totals
        return totals[played.declarer] - totals[defender]

    def row(end: int) -> list[int]:
        lost = loses and end >= LOST if held else played.king_lost
        volat, counted = parties.get(end % MADE), count()
        found = []
        ours = volat is Side.DECLARER
        # who takes all tricks has won: a count that says otherwise cannot be, and pays as the nearest that can
        possible = [each for each in counted if each.won is ours] or counted
        nearest = possible[0 if ours else -1]
        for each in counted:
            won, remis = (ours, False) if volat else (each.won, each.remis)
            points = each.points if each.won is won or not volat else nearest.points
            found.append(settled(Outcome(0, won, remis, points), lost, end // MADE % 2 == 1, volat))
        return found

    return row
