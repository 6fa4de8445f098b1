"""The games of 1754, 1863 and 1945 and the sessions of 1840: score files made up around what a text describes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarock.errors import CodexError
from tarock.game.common.findings import Findings
from tarock.game.common.notation import read_cards
from tarock.game.eras import era_of
from tarock.game.koenigrufen_1840.session import round_points
from tarock.game.koenigrufen_1840.session_record import Rounding
from tarock.game.reform_1945.count import Blatt, by_threes, thirds
from tarock.game.taroc_1754.count import count_pile, face_points, pack_kinds
from tarock.game.tarokhombre_1863.auction import Game, decide
from tarock.game.tarokhombre_1863.record import Call, Says
from tarock.game.tarokhombre_1863.settlement import augen_marken
from tarock.proof.claims.registry import function
from tarock.yamlio import Document

if TYPE_CHECKING:
    from tarock.game.common.ledger import Settled
    from tarock.proof.context import Context

# 1754: piles that count 26 each, from 9, 8 and 8 tricks; the dealer A has laid away 3 cards
_EVEN_1754: dict[str, Any] = {
    "era": "1754",
    "seats": ["A", "B", "C"],
    "dealer": "A",
    "tricks": {"A": 9, "B": 8, "C": 8},
    "piles": {
        "A": {"koenig": 2, "cavall": 2, "bube": 4, "plain": 22},
        "B": {"koenig": 1, "excuse": 1, "dame": 2, "cavall": 2, "plain": 18},
        "C": {"koenig": 1, "pagat": 1, "xxi": 1, "dame": 2, "plain": 19},
    },
}
_OTHERS_1863 = "pass"


def _settled(context: Context, era: str, file: dict[str, Any]) -> Settled:
    if era == "1754" and not {"seats", "piles", "misdeal", "wrong_discard"} & set(file):
        file = {**_EVEN_1754, **file}
    return era_of(era).score_document(Document(Path("claim"), {**file, "era": era}), context.rules(era))


@function("eras.totals")
def totals(context: Context, era: str, file: dict[str, Any]) -> dict[str, int]:
    """What each account gains (negative: loses) in a score file, in the unit of the era."""
    return dict(_settled(context, era, file).totals)


@function("eras.total")
def total(context: Context, era: str, file: dict[str, Any], seat: str) -> int:
    """What one account gains (negative: loses) in a score file, in the unit of the era."""
    return _settled(context, era, file).totals[seat]


@function("eras.refused")
def refused(context: Context, era: str, file: dict[str, Any]) -> bool:
    """Whether a score file contradicts the rules of its era."""
    try:
        _settled(context, era, file)
    except CodexError:
        return True
    return False


@function("eras.noted")
def noted(context: Context, era: str, file: dict[str, Any], code: str) -> bool:
    """Whether the settling of a score file notes the fact with this code. For 1754 see `eras.taroc`."""
    _require_code(era, code)
    return any(note.code == code for note in _settled(context, era, file).notes)


@function("eras.open")
def open_point(context: Context, era: str, file: dict[str, Any], code: str) -> bool:
    """Whether the settling of a score file leaves the point with this code undetermined."""
    _require_code(era, code)
    return any(point.code == code for point in _settled(context, era, file).undetermined)


def _require_code(era: str, code: str) -> None:
    """A slip in a code must not pass for a fact that is not noted."""
    if code not in era_of(era).codes:
        raise CodexError(f"`{code}` is no code of {era}", f"expected one of {', '.join(sorted(era_of(era).codes))}")


# --- 1754 -------------------------------------------------------------------------------------------------------


@function("eras.taroc")
def taroc(context: Context, changes: dict[str, Any]) -> dict[str, int]:
    """What each gains in a game of 1754 that ends with the points even, 26 each, but for the `changes`.

    A is the dealer; C has the Pagat, N. 21 and the Excuse among his tricks. `changes` are fields of a score
    file: honours, pagat, revokes, misdeal, wrong_discard; a misdealt game has no piles.
    """
    even = dict(_EVEN_1754)
    if changes.get("misdeal"):
        del even["piles"], even["tricks"]
    return dict(_settled(context, "1754", {**even, **changes}).totals)


@function("eras.dealt_1754")
def dealt_1754(context: Context, whose: str = "all") -> int:
    """Cards dealt in 1754, `whose` all, others (each), dealer, or dealer_left (when he has laid away)."""
    rules = context.rules("1754")
    each = rules.number("deal.rounds") * rules.number("deal.packet")
    dealer = (rules.number("deal.rounds") - 1) * rules.number("deal.packet") + rules.number("deal.dealer_last_packet")
    players = int(rules.names("game.players")[0])
    counts = {
        "all": (players - 1) * each + dealer,
        "others": each,
        "dealer": dealer,
        "dealer_left": dealer - rules.number("discard.cards"),
    }
    if whose not in counts:
        raise CodexError(f"`{whose}` is nobody", f"expected one of {', '.join(counts)}")
    return counts[whose]


@function("eras.dealer_extra")
def dealer_extra(context: Context) -> int:
    """How many cards the dealer of 1754 takes in the last round beyond a packet."""
    rules = context.rules("1754")
    return rules.number("deal.dealer_last_packet") - rules.number("deal.packet")


@function("eras.hand_1754")
def hand_1754(context: Context) -> int:
    """The cards with which each plays in 1754."""
    return context.rules("1754").number("deal.hand")


@function("eras.pack_1754")
def pack_1754(context: Context, invalid_count: bool) -> int:
    """The points of the whole pack of 1754 in groups of one counting card and two plain ones (1754:16, 21).

    `invalid_count`: the groups of three plain cards that are left make a point each; else nothing.
    """
    rules = context.rules("1754")
    kinds = pack_kinds(rules)
    return count_pile(kinds, rules).points if invalid_count else face_points(kinds, rules)


@function("eras.groups_1754")
def groups_1754(context: Context) -> dict[str, int]:
    """Into how many groups the pack of 1754 falls: with a counting card, and of plain ones alone."""
    rules = context.rules("1754")
    kinds = pack_kinds(rules)
    covered = kinds.counting * rules.number("counting.group_counting")
    spare = kinds.plain - rules.number("counting.group_plain") * covered
    return {"counting": covered, "plain": spare // rules.number("counting.group")}


@function("eras.share_1754")
def share_1754(context: Context) -> int:
    """The share of each of 1754: the points of the pack by the players."""
    rules = context.rules("1754")
    return rules.number("counting.total") // int(rules.names("game.players")[0])


# --- 1863 -------------------------------------------------------------------------------------------------------


def _tarokhombre(game: str, deal: dict[str, Any]) -> dict[str, Any]:
    """A deal among A, B, C in which A plays `game`; a Stamm is 10 Marken."""
    calls = [{"seat": "A", "says": game}, *({"seat": seat, "says": _OTHERS_1863} for seat in "BC")]
    return {"seats": ["A", "B", "C"], "stamm": 10, "deals": [{"dealer": "C", "calls": calls, **deal}]}


@function("eras.from_each")
def from_each(context: Context, game: str, deal: dict[str, Any]) -> int:
    """The Marken that each of the others pays the declarer of a deal (negative: is paid), without the stakes.

    `game`: à deux, à un, sans-prendre; `deal` as in a score file: augen, vole, revokes, laid.
    """
    settled = _settled(context, "1863", _tarokhombre(game, deal))
    paid = [transfer for transfer in settled.transfers if {transfer.payer, transfer.payee} == {"A", "B"}]
    return sum(transfer.amount if transfer.payee == "A" else -transfer.amount for transfer in paid)


@function("eras.pot")
def pot(context: Context, game: str, deal: dict[str, Any]) -> dict[str, int]:
    """What each seat gains or loses in the stakes alone, where a Stamm is 10 Marken; `game` and `deal` as above."""
    settled = _settled(context, "1863", _tarokhombre(game, deal))
    sums = {"A": 0, "B": 0, "C": 0}
    for transfer in settled.transfers:
        if "pot" in (transfer.payer, transfer.payee):
            seat = transfer.payee if transfer.payer == "pot" else transfer.payer
            sums[seat] += transfer.amount if transfer.payer == "pot" else -transfer.amount
    return sums


@function("eras.augen")
def augen(context: Context, game: str, over: list[int]) -> list[int]:
    """The Marken from each for so many Augen over 39, by the key of the game: a_deux, a_un, sans_prendre."""
    if game not in list(Game):
        raise CodexError(f"`{game}` is no game", f"expected one of {', '.join(Game)}")
    return [augen_marken(points, Game(game), context.rules("1863"))[0] for points in over]


@function("eras.plays")
def plays(context: Context, calls: list[str]) -> str:
    """Who plays what after the calls of A (Vorhand), B and C (Scatist), as `A à deux`; thrown in; or refused.

    Calls such as `A à trois`, `C à deux`, `A pass`, `A keep` (1863:4-10).
    """
    rules = context.rules("1863")
    heard: list[Call] = []
    for text in calls:
        seat, _, says = text.partition(" ")
        if says not in list(Says):
            raise CodexError(f"`{text}` is no call", "expected such as `A à trois`, `B pass` or `A keep`")
        heard.append(Call(seat=seat, says=Says(says)))
    decision = decide(heard, ("A", "B", "C"), Findings(), rules)
    if decision is None:
        return "refused"
    return f"{decision.declarer} {decision.game.called(rules)}" if decision.game else "thrown in"


@function("eras.dealt_1863")
def dealt_1863(context: Context) -> int:
    """Cards dealt in 1863: a packet in each round to each of three, and three more to the dealer or the Scat."""
    rules = context.rules("1863")
    each = rules.number("deal.rounds") * rules.number("deal.packet")
    return int(rules.names("game.players")[0]) * each + rules.number("deal.dealer_extra")


@function("eras.hand_after_1863")
def hand_after_1863(context: Context, who: str) -> int:
    """The cards that the dealer has after laying away, or the declarer after taking the Scat and laying away."""
    rules = context.rules("1863")
    hand = rules.number("deal.hand")
    if who == "dealer":
        return hand + rules.number("deal.dealer_extra") - rules.number("discard.cards")
    if who == "declarer":
        return hand + rules.number("talon.scat_cards") - rules.number("talon.scat_discard")
    raise CodexError(f"`{who}` is nobody", "expected dealer or declarer")


@function("eras.half_1863")
def half_1863(context: Context) -> dict[str, int]:
    """Where the halves of the pack of 1863 stand: as many Augen as cards, if Großtarok counts as 1754 does."""
    rules = context.rules("1863")
    return {"half": rules.number("pack.cards") // 2, "wins": rules.number("counting.win_at")}


# --- 1840, sessions ---------------------------------------------------------------------------------------------


@function("eras.rounded")
def rounded(context: Context, points: int, rounding: str) -> int:
    """What is paid for so many points, `rounding` hundreds, tens, fives or none (1840:128)."""
    if rounding not in list(Rounding):
        raise CodexError(f"`{rounding}` is no way of rounding", f"expected {', '.join(Rounding)}")
    return round_points(points, Rounding(rounding), context.rules("1840"))


# --- 1945 -------------------------------------------------------------------------------------------------------


@function("eras.thirds")
def thirds_1945(context: Context, cards: str = "") -> int:
    """Cards of 1945 by the Mandschurische Zählung; none: the whole pack."""
    pack = context.pack("1945")
    return thirds(read_cards(cards, pack) if cards else pack.cards, pack, context.rules("1945"))


@function("eras.by_threes")
def by_threes_1945(context: Context, cards: str = "") -> str:
    """Cards of 1945 counted three at a time less 2, as `32/2 Blatt`; none: the whole pack."""
    pack = context.pack("1945")
    counted = by_threes(read_cards(cards, pack) if cards else pack.cards, pack, context.rules("1945"))
    if counted is None:
        raise CodexError("a counting card would be left over", "expected plain cards over")
    return str(counted)


@function("eras.card_thirds")
def card_thirds(context: Context, card: str) -> int:
    """A card of 1945 in thirds of a point, from its own value: three times that, less the deduction for three."""
    rules, pack = context.rules("1945"), context.pack("1945")
    found = read_cards(card, pack)
    if len(found) != 1:
        raise CodexError(f"`{card}` is not one card", "expected one")
    own = found[0].points or int(rules.fraction("card_points.plain"))
    return rules.number("counting.group") * own - rules.number("counting.deduct.any_three")


@function("eras.blatt")
def blatt(context: Context, thirds: int) -> str:
    """Thirds of a point in the ordinary count of 1945: `35/2 Blatt`."""
    points, over = divmod(thirds, context.rules("1945").number("counting.thirds.per_point"))
    return str(Blatt(points, over))


@function("eras.minimum")
def minimum(context: Context, side: str) -> dict[str, Any]:
    """A party's minimum of 1945 as the other's leaves it: in thirds and in the ordinary count.

    `side` declarer or defenders: it wins with one third more than leaves the other its own minimum.
    """
    rules = context.rules("1945")
    other = {"declarer": "defenders", "defenders": "declarer"}.get(side)
    if other is None:
        raise CodexError(f"`{side}` is no side", "expected declarer or defenders")
    least = rules.number("counting.thirds.total") - rules.number(f"counting.thirds.{other}_minimum") + 1
    return {"thirds": least, "ordinary": blatt(context, least)}


@function("eras.stated_minimum")
def stated_minimum(context: Context, side: str) -> str:
    """A party's minimum of 1945 in thirds, brought into the ordinary count."""
    shown: str = blatt(context, context.rules("1945").number(f"counting.thirds.{side}_minimum"))
    return shown


@function("eras.talon_1945")
def talon_1945(context: Context) -> int:
    """The cards of the talon of 1945 as its packets add up."""
    rules = context.rules("1945")
    packets: int = rules.number("deal.talon_packets")
    return packets * rules.number("deal.talon_half")


@function("eras.dealt_1945")
def dealt_1945(context: Context, knocked: bool = False) -> int:
    """Cards dealt in 1945: the talon of two packets, and packets in rounds, or one of twelve after a knock."""
    rules = context.rules("1945")
    packet = "deal.packet_after_knock" if knocked else "deal.packet"
    rounds = 1 if knocked else rules.number("deal.rounds")
    talon = rules.number("deal.talon_packets") * rules.number("deal.talon_half")
    return talon + int(rules.names("game.players")[0]) * rounds * rules.number(packet)
