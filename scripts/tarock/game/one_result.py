"""One result expressed as a score file of each era and settled: points, last trick, a revoke, all the tricks.

The points are those over or under what the book reckons from. Where it counts heaps of cards, some that make so many
points are put together; the rest of the game is the simplest that the era has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import structs

from tarock.base.structs import Frozen, Record
from tarock.base.wording import Message
from tarock.game.common.cards import Pack
from tarock.game.common.counting import Outcome, decide_outcome
from tarock.game.common.records import Side, exclude_seats
from tarock.game.common.score import Note, OpenPoint
from tarock.game.eras import find_era
from tarock.game.koenigrufen_1840 import session, settlement
from tarock.game.koenigrufen_1840.auction import AnnouncedFeat
from tarock.game.koenigrufen_1840.vocabulary import Feat
from tarock.game.reform_1945 import record as reform_1945
from tarock.game.taroc_1754 import record as taroc_1754
from tarock.game.taroc_1754.piles import count_pack, count_pile_thirds
from tarock.game.tarokhombre_1863 import record as tarokhombre_1863
from tarock.rules.ruleset import Rules

MAX_POINTS = 20  # points over or under
PLAYER = "A"  # whose result it is; the seats are those of the example files
STAMM = 10  # Marken: the text does not say how many


class LastTrickPagat(StrEnum):
    """The fate of the player's Pagat in the last trick."""

    ORDINARY = "ordinary"
    MADE = "made"
    TAKEN = "taken"


class Revoker(StrEnum):
    """The one who revoked."""

    NOBODY = "nobody"
    PLAYER = "player"
    OPPONENT = "opponent"


class OneResult(Frozen):
    """A result. `announced`: the Pagat in the last trick and all the tricks, if it is about them."""

    points: int = 0
    last: LastTrickPagat = LastTrickPagat.ORDINARY
    announced: bool = False
    revoker: Revoker = Revoker.NOBODY
    all_tricks: bool = False

    @property
    def feats(self) -> tuple[Feat, ...]:
        """Return the feats of this result that a player can announce: ultimo, Volat, both or none."""
        return ((Feat.ULTIMO,) if self.last is not LastTrickPagat.ORDINARY else ()) + (
            (Feat.VOLAT,) if self.all_tricks else ()
        )

    def name_revokers(self, opponent: str) -> tuple[str, ...]:
        """Return the seats that revoked: the player, this opponent, or nobody."""
        return {Revoker.NOBODY: (), Revoker.PLAYER: (PLAYER,), Revoker.OPPONENT: (opponent,)}[self.revoker]


def generate_results() -> Iterator[OneResult]:
    """Yield every possible result.

    A player who makes all tricks has all points, and nobody can take his Pagat.
    """
    for revoker in Revoker:
        for last in LastTrickPagat:
            for announced in (False, True) if last is not LastTrickPagat.ORDINARY else (False,):
                for points in range(-MAX_POINTS, MAX_POINTS + 1):
                    yield OneResult(points, last, announced, revoker)
        for last in (LastTrickPagat.ORDINARY, LastTrickPagat.MADE):
            for announced in (False, True):
                yield OneResult(0, last, announced, revoker, all_tricks=True)


class ResultLine(Frozen):
    """The player's amount by one line of the settlement: paid to him, or by him (negative)."""

    amount: int
    what: Message
    reckoning: Message
    ref: str


class ResultSettlement(Frozen):
    """A result settled by a book: the score file, the player's amounts, and the points that the text leaves open.

    `notes` are those of the settling, where nothing is paid.
    """

    file: Record
    unit: str
    total: int
    entries: tuple[ResultLine, ...]
    open: tuple[OpenPoint, ...]
    notes: tuple[Note, ...] = ()


# fields that an era's score file cannot express
_NOT_RECORDED: Mapping[str, Mapping[str, Any]] = {
    "1754": {"announced": False},
    "1863": {"last": LastTrickPagat.ORDINARY},
    "1945": {"last": LastTrickPagat.ORDINARY, "announced": False, "revoker": Revoker.NOBODY},
}


def settle_all_results(siglum: str, rules: Rules) -> dict[OneResult, ResultSettlement]:
    """Settle every possible result by the rules of a source.

    Results that its score files cannot tell apart share one settlement.
    """
    recorded = {happened: structs.replace(happened, **_NOT_RECORDED.get(siglum, {})) for happened in generate_results()}
    made = {each: settle_result(siglum, each, rules) for each in dict.fromkeys(recorded.values())}
    return {happened: made[each] for happened, each in recorded.items()}


def settle_result(siglum: str, happened: OneResult, rules: Rules) -> ResultSettlement:
    """Settle one result by the rules of a source; raise `CodexError` for one that has no score files."""
    era = find_era(siglum)
    if siglum == session.ERA.siglum:
        return _settle_1840(happened, rules)
    file = _MAKERS[siglum](happened, rules)
    settled = era.settle(file, rules)
    found: dict[tuple[Message, Message, str], int] = {}
    for paid in settled.transfers:
        sign = (paid.payee == PLAYER) - (paid.payer == PLAYER)
        if sign:
            line = paid.what, paid.reckoning, paid.ref
            found[line] = found.get(line, 0) + sign * paid.amount
    entries = tuple(ResultLine(amount, *line) for line, amount in found.items())
    notes = () if entries else settled.notes
    open_ = tuple(  # of what the other reading makes another sum for the player
        point for point in settled.undetermined if isinstance(point.difference, dict) and point.difference.get(PLAYER)
    )
    return ResultSettlement(file, settled.unit, settled.totals[PLAYER], entries, open_, notes)


# 1754


def _make_file_1754(happened: OneResult, rules: Rules) -> taroc_1754.TarocGame:
    """Return a score file of 1754 for the result: three play, each for himself, and the player has dealt.

    The discard is therefore his; the other two share what is left.
    """
    seats = ("A", "B", "C")
    pagat = None
    if happened.last is LastTrickPagat.MADE:
        pagat = taroc_1754.Pagat(seat=PLAYER, fate=taroc_1754.PagatFate.WON_LAST)
    elif happened.last is LastTrickPagat.TAKEN:
        pagat = taroc_1754.Pagat(seat=PLAYER, fate=taroc_1754.PagatFate.LOST_LAST, by=seats[1])
    tricks, piles = _make_piles_1754(happened, seats, rules)
    return taroc_1754.TarocGame(
        era="1754",
        seats=seats,
        dealer=PLAYER,
        tricks=tricks,
        piles=piles,
        pagat=pagat,
        revokes=tuple(taroc_1754.Revoke(seat=by) for by in happened.name_revokers(seats[1])),
    )


def _make_piles_1754(
    happened: OneResult, seats: tuple[str, ...], rules: Rules
) -> tuple[dict[str, int], dict[str, taroc_1754.Pile]]:
    """Return tricks and piles by seat: the player so many points over his share, the others half of the rest each."""
    group, hand, extra = rules.number("counting.group"), rules.number("deal.hand"), rules.number("deal.dealer_extra")
    total, share = rules.number("counting.total"), rules.number("counting.number")
    left = count_pack(rules)
    if happened.all_tricks:
        empty = {seat: taroc_1754.Pile() for seat in seats[1:]}
        return {seat: hand * (seat == PLAYER) for seat in seats}, {PLAYER: left, **empty}
    mine = share + happened.points
    due = {seats[0]: mine, seats[1]: (total - mine) // 2, seats[2]: total - mine - (total - mine) // 2}
    keeper = seats[1] if happened.last is LastTrickPagat.TAKEN else PLAYER  # where the Pagat lies
    # so few tricks that the points of each are in his cards
    tricks = {seat: max(1, hand * points // total - 1) for seat, points in due.items()}
    tricks[seats[2]] = hand - tricks[seats[0]] - tricks[seats[1]]
    taken, piles = Counter[str](), dict[str, taroc_1754.Pile]()
    worth = {kind: _find_excess_over_plain(kind, rules) for kind in taroc_1754.COUNTING}
    for seat in sorted(seats, key=lambda seat: seat != keeper):  # who needs a certain card comes first
        size = len(seats) * tricks[seat] + (extra if seat == PLAYER else 0)
        lacks = group * due[seat] - size * rules.number("counting.three_plain")
        held = Counter[str]()
        wanted = ["pagat"] if seat == keeper and happened.last is not LastTrickPagat.ORDINARY else []
        for kind in [*wanted, *sorted(worth, key=lambda kind: -worth[kind])]:
            while taken[kind] < left.count_kind(kind) and worth[kind] <= lacks:
                held[kind] += 1
                taken[kind] += 1
                lacks -= worth[kind]
                if kind in wanted:
                    break
        piles[seat] = taroc_1754.Pile(**held, plain=size - held.total())
    return tricks, {seat: piles[seat] for seat in seats}


def _find_excess_over_plain(kind: str, rules: Rules) -> int:
    """Return how many thirds of a point a counting card of this kind is worth more than a plain card."""
    one, plain = taroc_1754.Pile(**{kind: 1}), taroc_1754.Pile(plain=1)
    return count_pile_thirds(one, rules) - count_pile_thirds(plain, rules)


# 1840


def _settle_1840(happened: OneResult, rules: Rules) -> ResultSettlement:
    """Settle a single Dreier at the middle Consulation, played with a partner; points are paid at once."""
    seats, group = ("A", "B", "C", "D"), rules.number("counting.group")
    side = dict(zip(seats, (Side.DECLARER, Side.DECLARER, Side.DEFENDERS, Side.DEFENDERS), strict=True))
    thirds = group * (rules.number("counting.margin_from") + happened.points)
    decided = decide_outcome(thirds, rules)
    if happened.all_tricks:
        decided = Outcome(thirds, True, False, decided.points)
    result = settlement.Result(
        solo=False,
        fold=1,
        side=side,
        declarer=PLAYER,
        outcome=decided,
        king_lost=False,
        king_home=True,
        volat=Side.DECLARER if happened.all_tricks else None,
        ultimo_by=PLAYER if happened.last is LastTrickPagat.MADE else "",
        announced={of: AnnouncedFeat(of, PLAYER, 0) for of in happened.feats if happened.announced},
        revokes=happened.name_revokers(seats[2]),
    )
    sheet = settlement.settle(result, rules)
    file = session.KoenigrufenSession(
        era="1840",
        seats=seats,
        taillen=(session.Taille(wrote=sheet.totals),),
        rounding=session.Rounding.NONE,
    )
    settled = session.settle(file, rules)
    entries = tuple(
        ResultLine(_find_payment_factor(line.payees, seats) * line.amount, line.what, line.reckoning, line.ref)
        for line in sheet.lines
    )
    return ResultSettlement(file, settled.unit, settled.totals[PLAYER], entries, sheet.open)


def _find_payment_factor(payees: tuple[str, ...], seats: tuple[str, ...]) -> int:
    """Return by what the points of `payees` are multiplied to get what the player gains; negative where he pays.

    Every two seats pay each other the difference of their points (1840:128.1).
    """
    return len(exclude_seats(seats, *payees)) if PLAYER in payees else -len(payees)


# 1863


def _make_file_1863(happened: OneResult, rules: Rules) -> tarokhombre_1863.TarokhombreDeals:
    """Return a deal won in the bidding by the player with à un, as in the example of the text (1863:17)."""
    half = rules.number("counting.remis_at")
    says = tarokhombre_1863.BidWord
    vole = None
    if happened.all_tricks:
        due = rules.number("volat.announced_after_trick")
        vole = tarokhombre_1863.Vole(made=True, declared_after=due if happened.announced else None)
    deal = tarokhombre_1863.Deal(
        dealer="C",
        calls=tuple(
            tarokhombre_1863.SpokenBid(seat=seat, says=said)
            for seat, said in (("A", says.A_UN), ("B", says.PASS), ("C", says.PASS))
        ),
        augen=2 * half if happened.all_tricks else rules.number("counting.margin_from") + happened.points,
        vole=vole,
        revokes=happened.name_revokers("B"),
    )
    return tarokhombre_1863.TarokhombreDeals(era="1863", seats=("A", "B", "C"), stamm=STAMM, deals=(deal,))


# 1945


def _make_file_1945(happened: OneResult, rules: Rules) -> reform_1945.ReformGame:
    """Return two piles with these points; nothing else can be recorded, for the pages on payment are lost."""
    pack = Pack(rules)
    group, total = rules.number("counting.thirds_per_point"), sum(card.thirds for card in pack.cards)
    lacks = total if happened.all_tricks else total // 2 + group * happened.points
    mine = []
    for card in sorted(pack.cards, key=lambda card: -card.thirds):
        if card.thirds <= lacks:
            mine.append(card.printed)
            lacks -= card.thirds
    theirs = [card.printed for card in pack.cards if card.printed not in mine]
    piles = reform_1945.Piles(declarer=" - ".join(mine), defenders=" - ".join(theirs))
    return reform_1945.ReformGame(era="1945", seats=("A", "B", "C", "D"), dealer="D", declarers=(PLAYER,), piles=piles)


_MAKERS: Mapping[str, Callable[[OneResult, Rules], Record]] = {
    "1754": _make_file_1754,
    "1863": _make_file_1863,
    "1945": _make_file_1945,
}
BOOKS = frozenset((session.ERA.siglum, *_MAKERS))  # one that is added is told of no result
