"""The games of 1754, 1863 and 1945 and the sessions of 1840: score files made up around what a text describes."""

from typing import Any

from tarock.base.errors import CodexError
from tarock.base.wording import all_wordings
from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import settle_file
from tarock.game.common.cards import Card
from tarock.game.common.findings import Findings
from tarock.game.common.notation import read_cards
from tarock.game.common.records import Side
from tarock.game.common.score import SettledScore
from tarock.game.eras import find_era
from tarock.game.koenigrufen_1840.session import Rounding, round_points
from tarock.game.reform_1945 import settlement as counting_1945
from tarock.game.taroc_1754.piles import count_face_points, count_pack
from tarock.game.tarokhombre_1863.auction import Contract, decide_auction
from tarock.game.tarokhombre_1863.pot import POT
from tarock.game.tarokhombre_1863.record import BidWord, SpokenBid
from tarock.game.tarokhombre_1863.settlement import count_marken


def totals(context: ClaimContext, era: str, file: dict[str, Any], scene: str = "") -> dict[str, int]:
    """Return what each account gains (negative: loses) in a score file, in the unit of the era.

    `scene` names a finished game of `rules_data/scenes.yaml` that the file changes.
    """
    return dict(settle_file(context, era, file, scene).totals)


def refused(context: ClaimContext, era: str, file: dict[str, Any], scene: str = "") -> bool:
    """Return whether a score file contradicts the rules of its era; `scene` as in `eras.totals`."""
    try:
        settle_file(context, era, file, scene)
    except CodexError:
        return True
    return False


def noted(context: ClaimContext, era: str, file: dict[str, Any], code: str, scene: str = "") -> bool:
    """Return whether the settling of a score file notes the fact with this code; `scene` as in `eras.totals`."""
    _require_code(era, code)
    return any(note.code == code for note in settle_file(context, era, file, scene).notes)


def open(context: ClaimContext, era: str, file: dict[str, Any], code: str) -> bool:
    """Return whether the settling of a score file leaves the point with this code undetermined."""
    _require_code(era, code)
    return any(point.code == code for point in settle_file(context, era, file).undetermined)


def _require_code(era: str, code: str) -> None:
    """Return a slip in a code must not pass for a fact that is not noted."""
    prefix = f"{find_era(era).prefix}."
    if not code.startswith(prefix) or all_wordings().keys().isdisjoint((code, f"{code}.what")):
        raise CodexError(f"unknown code of {era}: `{code}`", f"expected the key of a message that begins with {prefix}")


# --- 1754 -------------------------------------------------------------------------------------------------------


def pack_1754(context: ClaimContext) -> int:
    """Return the points of the whole pack of 1754, one counting card and two plain ones together; those left count
    nothing.
    """
    rules = context.engine.rules("1754")
    return count_face_points(count_pack(rules), rules)


# --- 1863 -------------------------------------------------------------------------------------------------------


def _tarokhombre(context: ClaimContext, game: str, deal: dict[str, Any]) -> SettledScore:
    """Return a deal among A, B, C in which A plays `game`; a Stamm is 10 Marken."""
    calls = [{"seat": "A", "says": game}, *({"seat": seat, "says": BidWord.PASS} for seat in "BC")]
    file = {"seats": ["A", "B", "C"], "stamm": 10, "deals": [{"dealer": "C", "calls": calls, **deal}]}
    return settle_file(context, "1863", file)


def from_each(context: ClaimContext, game: str, deal: dict[str, Any]) -> int:
    """Return the Marken that each of the others pays the declarer of a deal (negative: is paid), without the stakes.

    `game`: à deux, à un, sans-prendre; `deal` as in a score file: augen, vole, revokes, laid.
    """
    signs = {("B", "A"): 1, ("A", "B"): -1}
    transfers = _tarokhombre(context, game, deal).transfers
    return sum(each.amount * signs.get((each.payer, each.payee), 0) for each in transfers)


def pot(context: ClaimContext, game: str, deal: dict[str, Any]) -> dict[str, int]:
    """Return what each seat gains or loses in the stakes alone, where a Stamm is 10 Marken; `game` and `deal` as
    above.
    """
    sums = dict.fromkeys(("A", "B", "C", POT), 0)
    for transfer in _tarokhombre(context, game, deal).transfers:
        if POT in (transfer.payer, transfer.payee):
            sums[transfer.payee] += transfer.amount
            sums[transfer.payer] -= transfer.amount
    del sums[POT]
    return sums


def augen(context: ClaimContext, game: Contract, over: list[int]) -> list[int]:
    """Return the Marken from each for so many Augen over 39, by the key of the game: a_deux, a_un, sans_prendre."""
    return [count_marken(points, game, context.engine.rules("1863"))[0] for points in over]


def plays(context: ClaimContext, calls: list[str]) -> str:
    """Return who plays what after the calls of A (Vorhand), B and C (Scatist), as `A à deux`; thrown in; or refused.

    Calls such as `A à trois`, `C à deux`, `A pass`, `A keep` (1863:4-10).
    """
    decision = decide_auction([_call(text) for text in calls], ("A", "B", "C"), Findings(context.engine.rules("1863")))
    if decision is None:
        return "refused"
    return f"{decision.declarer} {decision.game.spoken_name}" if decision.game else "thrown in"


def _call(text: str) -> SpokenBid:
    seat, _, says = text.partition(" ")
    if says not in list(BidWord):
        raise CodexError(f"unknown call `{text}`", "expected a call such as `A à trois`, `B pass` or `A keep`")
    return SpokenBid(seat=seat, says=BidWord(says))


# --- 1840, sessions ---------------------------------------------------------------------------------------------


def rounded(context: ClaimContext, points: list[int], rounding: Rounding) -> list[int]:
    """Return what is paid for each number of points, `rounding` hundreds, tens, fives or none (1840:128)."""
    return [round_points(number, rounding, context.engine.rules("1840")) for number in points]


# --- 1945 -------------------------------------------------------------------------------------------------------


def _cards_1945(context: ClaimContext, cards: str) -> tuple[Card, ...]:
    pack = context.pack("1945")
    return read_cards(cards, pack) if cards else pack.cards


def thirds(context: ClaimContext, cards: str = "") -> int:
    """Return cards of 1945 by the Mandschurische Zählung; none: the whole pack."""
    return counting_1945.count_heap_thirds(
        _cards_1945(context, cards), context.pack("1945"), context.engine.rules("1945")
    )


def by_threes(context: ClaimContext, cards: str = "") -> str:
    """Return cards of 1945 counted three at a time less 2, as `32/2 Blatt`; none: the whole pack."""
    counted = counting_1945.count_by_threes(_cards_1945(context, cards), context.engine.rules("1945"))
    if counted is None:
        raise CodexError("a counting card would be left over", "expected plain cards over")
    return str(counted)


def stated_minimum(context: ClaimContext, side: Side) -> str:
    """Return a party's minimum of 1945 in thirds, brought into the ordinary count: `35/2 Blatt`."""
    rules = context.rules("1945")
    minimum = rules.number("counting.win_at", method="in thirds", party=side)
    return str(counting_1945.Blatt(*divmod(minimum, rules.number("counting.thirds_per_point"))))
