"""The record of a game of 1754: piles at the end, tricks, honours, and what went wrong."""

from __future__ import annotations

from enum import StrEnum

from tarock.base.structs import Record
from tarock.game.common.records import Count, Few, ScoreFile, Seat

# kinds of card that count, with the key of their value; the source names neither suits nor pips
COUNTING = {
    "koenig": "card_points.koenig",
    "dame": "card_points.dame",
    "cavall": "card_points.cavall",
    "bube": "card_points.bube",
    "pagat": "card_points.pagat",
    "xxi": "card_points.mond",
    "excuse": "card_points.scues",
}
SINGLE = ("pagat", "xxi", "excuse")  # the three Matadore; the others are one of each suit
PLAIN = "plain"


class KindCounts(Record, kw_only=True):
    """How many cards of each kind that counts."""

    koenig: Count = 0
    dame: Count = 0
    cavall: Count = 0
    bube: Count = 0
    pagat: Count = 0
    xxi: Count = 0
    excuse: Count = 0


class Pile(KindCounts, kw_only=True):
    """How many cards of each kind a seat has at the end; `xxi`: the tarock 21; `plain`: without value."""

    plain: Count = 0

    def count_kind(self, kind: str) -> int:
        """Return how many cards of a kind."""
        number: int = getattr(self, kind)
        return number

    @property
    def counting(self) -> int:
        """Return how many cards that count (gültige)."""
        return sum(self.count_kind(kind) for kind in COUNTING)

    @property
    def cards(self) -> int:
        """Return how many cards."""
        return self.counting + self.plain


class HonourKind(StrEnum):
    """The kinds of honours (1754:10-14)."""

    MATADORE = "matadore"
    TAROCKS = "tarocks"
    CAVALLERIE = "cavallerie"
    KINGS = "kings"

    @property
    def rule_name(self) -> str:
        """Return the honour as the rules name it."""
        return {"matadore": "all_three", "kings": "all_four"}.get(self, self)

    @property
    def is_row(self) -> bool:
        """Return whether each further card is paid."""
        return self in (HonourKind.MATADORE, HonourKind.TAROCKS)


class PagatFate(StrEnum):
    """The fate of a Pagat (1754:15)."""

    LOST = "lost"
    LOST_LAST = "lost in the last trick"
    WON_LAST = "won in the last trick"


class DiscardNoticed(StrEnum):
    """When a wrong discard was noticed (1754:4)."""

    END = "end"
    EARLIER = "earlier"


class Honour(Record, kw_only=True):
    """An honour of `seat`. `cards`: how many Matadore in unbroken row, or tarocks.

    `with_excuse`: the Excuse stands for a card (half Cavallerie, fourth König) or is counted among the
    tarocks. `forgotten`: not announced in time. `mistaken`: announced, but not held. `laid_away`: a card
    of the Cavallerie was laid away. `again`: announced before, too. `held`: how many Matadore or tarocks he
    did have of a row that he announced otherwise, fewer where it is mistaken, else more.
    """

    seat: Seat
    kind: HonourKind
    cards: Count | None = None
    with_excuse: bool = False
    forgotten: bool = False
    mistaken: bool = False
    laid_away: bool = False
    again: bool = False
    held: Count | None = None

    @property
    def size(self) -> int:
        """Return how many cards its row has; 0 of an honour that is no row."""
        return self.cards or 0

    @property
    def is_understated(self) -> bool:
        """Return whether its row is shorter than the one that he had."""
        return self.held is not None and not self.mistaken

    @property
    def uses_excuse(self) -> bool:
        """Return whether the Excuse is part of it."""
        return self.with_excuse or self.kind is HonourKind.MATADORE


class Pagat(Record, kw_only=True):
    """The fate of the Pagat of `seat`: lost to `by`, or brought home in the last trick."""

    seat: Seat
    fate: PagatFate
    by: str = ""


class Revoke(Record, kw_only=True):
    """`seat` denied a suit; `took`: he took the trick so, or not (left out: not told).

    `took_pagat_of` names whose Pagat was wrongly taken and is given back (1754:5).
    """

    seat: Seat
    took: bool | None = None
    took_pagat_of: str = ""


class Dealing(Record, kw_only=True):
    """How the cards were dealt: rounds, cards at a time, and what the dealer kept for himself in the last (1754:1)."""

    rounds: Count
    packet: Count
    dealer_last: Count


class Discard(KindCounts, kw_only=True):
    """The cards that the dealer laid away, by kinds; `tarocks`, `plain`: those of tarock and suits without value.

    `tarocks_held`: how many tarocks he then had, the Excuse not counted (1754:1).
    """

    tarocks: Count = 0
    plain: Count = 0
    tarocks_held: Count | None = None

    @property
    def pile(self) -> Pile:
        """Return the cards as the kinds of a pile."""
        return Pile(**{kind: getattr(self, kind) for kind in COUNTING}, plain=self.tarocks + self.plain)

    @property
    def numbered(self) -> int:
        """Return how many tarocks with a number were laid away."""
        return self.pagat + self.xxi + self.tarocks


class WrongDiscard(Record, kw_only=True):
    """The dealer laid away a wrong number of `cards`; noticed at the end of the game or earlier."""

    cards: Count
    found: DiscardNoticed = DiscardNoticed.END


class TarocGame(ScoreFile, kw_only=True):
    """One game of 1754. `king` is a fourth person 'zum Könige'; tricks and piles stand by seat.

    `discard_to`: in whose pile the discard is, if not in the dealer's. `excuse_kept`: who kept the Excuse longer than
    he may (1754:18, 19).
    """

    dealer: Seat
    king: str = ""
    deal: Dealing | None = None
    discard: Discard | None = None
    discard_to: str = ""
    tricks: dict[str, Count] = {}
    piles: dict[str, Pile] = {}
    honours: Few[Honour] = ()
    pagat: Pagat | None = None
    revokes: Few[Revoke] = ()
    misdeal: bool = False
    wrong_discard: WrongDiscard | None = None
    excuse_kept: str = ""

    @property
    def discard_owner(self) -> str:
        """Return the seat in whose pile the discard is."""
        return self.discard_to or self.dealer

    @property
    def returned_pagats(self) -> list[tuple[int, Revoke]]:
        """Return the revokes, with their places in the record, by which a Pagat was taken that is given back."""
        return [(index, revoke) for index, revoke in enumerate(self.revokes) if revoke.took_pagat_of]

    def find_holder(self, kind: str) -> str:
        """Return the seat in whose pile the only card of a kind lies; empty where it lies in none, or in several."""
        holders = [seat for seat, pile in self.piles.items() if pile.count_kind(kind)]
        return holders[0] if len(holders) == 1 else ""
