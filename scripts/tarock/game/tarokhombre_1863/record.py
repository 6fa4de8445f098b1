"""The record of deals of Tarokhombre: calls, points, Vole, what went wrong (1863:2-13, 26-33)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from tarock.base.structs import Record
from tarock.game.common.game_file import CardText, PaidPoints, dump_fields
from tarock.game.common.records import Count, Few, Many, Positive, ScoreFile, Seat


class BidWord(StrEnum):
    """The words that a seat may say; `keep`: who is overbid keeps the game at the higher bid (1863:4-8)."""

    PASS = "pass"
    A_TROIS = "à trois"
    A_DEUX = "à deux"
    A_UN = "à un"
    SANS_PRENDRE = "sans-prendre"
    KEEP = "keep"


class SpokenBid(Record, kw_only=True):
    """A word that a seat says in turn."""

    seat: Seat
    says: BidWord


class Vole(Record, kw_only=True):
    """The Vole: after which trick it was declared (left out: not at all), and whether it was made."""

    made: bool
    declared_after: Count | None = None


class WrongCount(Record, kw_only=True):
    """`seat` had a wrong number of cards, reported before the game was announced or not."""

    seat: Seat
    reported: bool = False


class HeldHonour(Record, kw_only=True):
    """An honour that `seat` holds before the first lead, by its kind."""

    seat: Seat
    kind: Literal["all_three", "all_four", "tarocks", "cavallerie"]


class Deal(Record, kw_only=True):
    """One deal. `augen` and `tricks` are the declarer's; `laid`: what he laid on the table before asking for cards.

    `revokes`: who revoked, in the order of play; `wrong_count`: one player, or several. `out`: with four persons, who
    takes no part; `scat_first`: the first three cards were laid into the Scat. `honours` are those held, `pagat_last`
    is who took the last trick with the Pagat; neither need be told where nothing is paid for it.
    """

    dealer: Seat
    calls: Few[SpokenBid] = ()
    augen: Count | None = None
    tricks: Count | None = None
    bought: Count | None = None
    laid: Count | None = None
    vole: Vole | None = None
    revokes: Few[Seat] = ()
    misdeal: bool = False
    wrong_count: WrongCount | Few[WrongCount] = ()
    scat_first: bool = False
    out: str = ""
    honours: Few[HeldHonour] = ()
    pagat_last: str = ""

    @property
    def is_void(self) -> bool:
        """Return whether the cards were dealt wrong, so that nothing was bid or played."""
        return self.misdeal or bool(self.wrong_counts)

    @property
    def wrong_counts(self) -> tuple[WrongCount, ...]:
        """Return the players with a wrong number of cards."""
        return (self.wrong_count,) if isinstance(self.wrong_count, WrongCount) else self.wrong_count


class TarokhombreDeals(ScoreFile, kw_only=True):
    """Deals of Tarokhombre in order; `stamm`: the height of a Stamm in Marken, left open by the source."""

    stamm: Positive
    deals: Many[Deal]


class TarokhombreResult(Record, kw_only=True):
    """The result of a game: the declarer's card points and tricks, the gain of each account, and every payment."""

    declarer: str = ""
    game: str = ""
    augen: Count | None = None
    tricks: Count | None = None
    totals: dict[str, int]
    payments: Few[PaidPoints]


class TarokhombreGame(Record, kw_only=True, omit_defaults=True):
    """A game with its cards, as `tarock replay` reads it; cards and plays are in the notation of the books.

    `hands` are the cards as they were dealt, `left_over` those beyond equal hands, which the dealer takes, or with
    `scat_first` the declarer. `given` are the cards that the declarer laid down for those `named`, `handed` the same in
    the order of the cards for which they go. A trick holds as many plays as seats. `result` is what a program found.
    """

    id: str = ""
    title: str = ""
    era: str
    seats: Few[Seat]
    dealer: Seat
    stamm: Positive
    scat_first: bool = False
    hands: dict[str, CardText]
    left_over: CardText
    discard: CardText = ""
    calls: Few[SpokenBid] = ()
    given: CardText = ""
    named: CardText = ""
    handed: CardText = ""
    vole_after: Count | None = None
    tricks: Few[CardText] = ()
    result: TarokhombreResult | None = None

    def dump(self) -> str:
        """Return the text of its file."""
        return dump_fields(self.as_dict(), self.__struct_fields__)
