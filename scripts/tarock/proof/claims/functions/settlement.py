"""What is written for a finished game of Königrufen, made up with the result that a text describes (1840:30, 41-65)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from tarock.errors import CodexError
from tarock.game.common.counting import outcome
from tarock.game.common.vocabulary import word
from tarock.game.koenigrufen_1840.announcements import Announced
from tarock.game.koenigrufen_1840.settlement import Result, consulation, settle
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Honours, Side, Size
from tarock.proof.claims.registry import function

if TYPE_CHECKING:
    from enum import StrEnum

    from tarock.game.common.score import ScoreSheet
    from tarock.proof.context import Context
    from tarock.rules.ruleset import Rules

W = TypeVar("W", bound="StrEnum")
_SEATS, _FIFTH = ("A", "B", "C", "D"), "E"
_LINES = ("game", "king", "all_three", "all_four", "ultimo", "volat", "revoke")  # by their reason


def _result(
    rules: Rules,
    *,
    by: int = 0,
    game: str = Call.DREIER,
    fold: int = 1,
    size: str = "",
    partner: str = "B",
    five: bool = False,
    honours: dict[str, str] | None = None,
    lapsed: list[str] | None = None,
    king_lost: bool = False,
    announced: dict[str, str] | None = None,
    raises: int = 0,
    pagat_last: str = "",
    volat: str = "",
    revokes: list[str] | None = None,
) -> Result:
    """A finished game: A is the declarer; the fields are explained at `settlement.scores`."""
    played = _known(game, Call)
    if played is Call.SOLO:
        partner, fold = "", 0
    side = {seat: Side.DECLARER if seat in ("A", partner) else Side.DEFENDERS for seat in _SEATS}
    if five:
        side[_FIFTH] = word(rules, "five.king_shares_with", Side)
    for seat in (*(honours or {}).values(), *(lapsed or ()), *(announced or {}).values(), *(revokes or ())):
        if seat not in side:
            raise CodexError(f"seat `{seat}` is not at the table", f"expected one of {', '.join(side)}")
    said = {_known(kind, Feat): Announced(_known(kind, Feat), seat, raises) for kind, seat in (announced or {}).items()}
    thirds = (rules.number("counting.remis_at") + by) * rules.number("counting.group")
    return Result(
        solo=played is Call.SOLO,
        fold=fold,
        side=side,
        declarer="A",
        outcome=outcome(thirds, rules),
        king_lost=king_lost,
        volat=_known(volat, Side) if volat else None,
        honours={_known(kind, Honours): seat for kind, seat in (honours or {}).items()},
        lapsed=frozenset(lapsed or ()),
        ultimo_by=pagat_last,
        announced=said,
        revokes=tuple(revokes or ()),
        size=_size(size),
    )


def _known(name: str, kind: type[W]) -> W:
    try:
        return kind(name)
    except ValueError:
        raise CodexError(f"`{name}` is not known", f"expected one of {', '.join(kind)}") from None


def _size(name: str) -> Size | None:
    return _known(name, Size) if name else None


@function("settlement.scores")
def scores(
    context: Context,
    *,
    by: int = 0,
    game: str = Call.DREIER,
    fold: int = 1,
    size: str = "",
    partner: str = "B",
    five: bool = False,
    honours: dict[str, str] | None = None,
    lapsed: list[str] | None = None,
    king_lost: bool = False,
    announced: dict[str, str] | None = None,
    raises: int = 0,
    pagat_last: str = "",
    volat: str = "",
    revokes: list[str] | None = None,
    lines: list[str] | None = None,
) -> dict[str, int]:
    """What each seat writes after a game, in points (1840:41-65).

    A plays, `partner` is his friend (empty: alone), `five` adds the König E. `by`: points won by (negative:
    lost by; 0: Remis). `size`: small, middle, high (empty: nothing agreed). `honours`: all_three, all_four by
    seat; `lapsed`: seats that passed them. `announced`: ultimo, volat by seat, with so many `raises` (1 contra,
    2 re, 3 supra); `pagat_last`: whose Pagat took the last trick; `volat`: declarer or defenders made all
    tricks. `lines` leaves only some: game, king, all_three, all_four, ultimo, volat, revoke.
    """
    rules = context.rules("1840")
    result = _result(
        rules, by=by, game=game, fold=fold, size=size, partner=partner, five=five, honours=honours, lapsed=lapsed,
        king_lost=king_lost, announced=announced, raises=raises, pagat_last=pagat_last, volat=volat, revokes=revokes,
    )  # fmt: skip
    return _totals(settle(result, rules), result, lines)


def _totals(sheet: ScoreSheet, result: Result, lines: list[str] | None) -> dict[str, int]:
    wanted = set(lines or _LINES)
    if not wanted <= set(_LINES):
        raise CodexError(f"unknown lines {', '.join(lines or [])}", f"expected some of {', '.join(_LINES)}")
    totals = dict.fromkeys(result.side, 0)
    for line in sheet.lines:
        if line.reason in wanted:
            for seat in line.payees:
                totals[seat] += line.amount
    return totals


@function("settlement.times")
def times(context: Context, line: str, game: str = Call.DREIER, result: dict[str, Any] | None = None) -> Fraction:
    """How many Consulations one line is worth: of a simple Dreier, or at Solo of Solo.

    `line` as in `lines` of `settlement.scores`, and `result` its other inputs.
    """
    fields = result or {}
    found = scores(context, game=game, lines=[line], **fields)
    rules = context.rules("1840")
    return Fraction(max(found.values()), consulation(rules, _size(fields.get("size", "")), _known(game, Call)))


@function("settlement.per_point")
def per_point(context: Context, game: str, fold: int = 1, won: bool = True) -> int:
    """What each point won adds to what is written: the multiplier at work (1840:41)."""
    sign = 1 if won else -1
    more, less = (max(scores(context, by=sign * by, game=game, fold=fold, lines=["game"]).values()) for by in (2, 1))
    added: int = more - less
    return added


@function("settlement.solo_fold")
def solo_fold(context: Context, size: str) -> Fraction:
    """How many times the Consulation of a Dreier that of Solo is, for small, middle or high (1840:43)."""
    rules = context.rules("1840")
    return Fraction(consulation(rules, _size(size), Call.SOLO), consulation(rules, _size(size), Call.DREIER))


@function("settlement.small_solo")
def small_solo(context: Context, agreed: list[int]) -> list[int]:
    """The Solo Consulations when small Consulations of so many points are agreed (1840:43.2)."""
    rules = context.rules("1840")
    below = rules.number("settlement.consulation.small.dreier_below")
    for points in agreed:
        if not 0 < points < below:
            raise CodexError(f"a small Consulation of {points}", f"expected less than {below}")
    return [points * rules.number("settlement.consulation.small.solo_fold") for points in agreed]


@function("settlement.is_small")
def is_small(context: Context, points: int) -> bool:
    """Whether so many points may be agreed upon as small Consulation of a Dreier (1840:43.2)."""
    return 0 < points < context.rules("1840").number("settlement.consulation.small.dreier_below")


@function("settlement.consulation")
def consulation_points(context: Context, votes: dict[str, int]) -> int:
    """The Consulation of a Dreier, in points, after a vote by size; without a majority the one that holds (1840:44).

    No votes: nothing was agreed. The small one is the largest of the source's examples.
    """
    rules = context.rules("1840")
    counted = {_known(size, Size): count for size, count in votes.items()}
    size = None
    if counted:
        size = word(rules, "settlement.consulation.without_majority", Size)
        best = max(counted, key=lambda name: counted[name])
        if rules.flag("settlement.consulation.by_majority") and 2 * counted[best] > sum(counted.values()):
            size = best
    return consulation(rules, size, Call.DREIER)


@function("settlement.penalty")
def penalty(context: Context, key: str, persons: int = 4, size: str = "") -> int:
    """What one at fault loses in all, in points, at so many Consulations of a simple Dreier to each of the others.

    `key` is the rule that states the Consulations, e.g. `misdeal.penalty.consulations`.
    """
    rules = context.rules("1840")
    return rules.number(key) * consulation(rules, _size(size), Call.DREIER) * (persons - 1)


@function("settlement.penalty_each")
def penalty_each(context: Context, key: str, size: str = "") -> int:
    """What one at fault loses to one other, in points; `key` as in `settlement.penalty`."""
    points: int = penalty(context, key, 2, size)
    return points


@function("settlement.shared_honours")
def shared_honours(context: Context, size: str = "") -> Fraction:
    """What each friend would write for honours held between them, by the practice that 1840:30.7 rejects."""
    rules = context.rules("1840")
    return rules.fraction("honours.shared_each_writes") * consulation(rules, _size(size), Call.DREIER)


@function("settlement.friend_pays")
def friend_pays(context: Context, fold: int, honours_alone: bool, five: bool = False) -> dict[str, Fraction]:
    """What the friend D pays each other for a lost Dreier in which A held Alle drei, in Consulations (1840:30.10).

    Each pays the difference of what they wrote; the points beside the Consulation are left out (Remis).
    `honours_alone`: by the practice that 1840:30.8 rejects, A writes the honours alone.
    """
    rules = context.rules("1840")
    result = _result(rules, fold=fold, partner="D", five=five, honours={"all_three": "A"})
    sheet = settle(result, rules)
    wrote = _totals(sheet, result, None)
    if honours_alone or not rules.flag("honours.friend_writes_too"):
        wrote["D"] -= _totals(sheet, result, ["all_three"])["D"]
    simple = consulation(rules, None, Call.DREIER)
    return {seat: Fraction(points - wrote["D"], simple) for seat, points in wrote.items() if points > wrote["D"]}


@function("settlement.written_for")
def written_for(context: Context, fold: int, five: bool = False) -> int:
    """To how many persons each of the losing pair owes a lost game: those who write it (1840:30.10)."""
    rules = context.rules("1840")
    result = _result(rules, fold=fold, partner="D", five=five)
    return sum(points > 0 for points in _totals(settle(result, rules), result, ["game"]).values())


@function("settlement.amount")
def amount(context: Context, key: str, era: str) -> str:
    """The amount that a key states with the unit that the source pays in, e.g. `5 Marken` (1863:15)."""
    rules = context.rules(era)
    return f"{rules.number(key)} {rules.text('settlement.unit')}"
