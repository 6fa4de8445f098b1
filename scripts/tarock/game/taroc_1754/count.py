"""Counting a pile of 1754 by kinds of card: one counting card with two plain ones (1754:16, 20, 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.common.counting import whole_units
from tarock.game.common.records import Count, Record

if TYPE_CHECKING:
    from tarock.rules.ruleset import Rules

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


class Counting(Record, frozen=True, kw_only=True):
    """How many cards of each kind that counts."""

    koenig: Count = 0
    dame: Count = 0
    cavall: Count = 0
    bube: Count = 0
    pagat: Count = 0
    xxi: Count = 0
    excuse: Count = 0


class Pile(Counting, frozen=True, kw_only=True):
    """How many cards of each kind a seat has at the end; `xxi`: the tarock 21; `plain`: without value."""

    plain: Count = 0

    def of(self, kind: str) -> int:
        """How many cards of a kind."""
        number: int = getattr(self, kind)
        return number

    @property
    def counting(self) -> int:
        """How many cards that count (gültige)."""
        return sum(self.of(kind) for kind in COUNTING)

    @property
    def cards(self) -> int:
        """How many cards."""
        return self.counting + self.plain


def pack_kinds(rules: Rules) -> Pile:
    """The whole pack by kinds (1754:1, 12, 14, 16)."""
    suits = rules.number("pack.suits_count")
    counts = {kind: 1 if kind in SINGLE else suits for kind in COUNTING}
    return Pile(**counts, plain=rules.number("pack.cards") - sum(counts.values()))


def face_points(pile: Pile, rules: Rules) -> int:
    """The sum of the values of the cards that count, in points."""
    return sum(pile.of(kind) * rules.number(key) for kind, key in COUNTING.items())


def count_thirds(pile: Pile, rules: Rules) -> int:
    """The pile in thirds of a point, such that all piles together always make the total (1754:21).

    A counting card loses what its two plain cards would be worth among themselves; a plain card is worth
    its part of the point that three of them make.
    """
    group = rules.number("counting.group")
    plain = rules.number("counting.three_plain")
    cover = rules.number("counting.group_plain") * plain
    return group * face_points(pile, rules) - cover * pile.counting + plain * pile.plain


class Counted(Value):
    """A pile counted: in whole points as taken, in thirds, and by the literal reading of rules 16 and 21.

    `uncovered` is how many plain cards are wanting so that each counting card had its two; `literal`
    counts such cards in full, and plain cards left over for nothing.
    """

    points: int
    thirds: int
    uncovered: int
    literal: int


def count_pile(pile: Pile, rules: Rules) -> Counted:
    """Count a pile in whole points: thirds left over from an uneven pile go to the nearest point."""
    group = rules.number("counting.group")
    thirds = count_thirds(pile, rules)
    spare = pile.plain - rules.number("counting.group_plain") * pile.counting
    literal = face_points(pile, rules) + max(0, spare) // group * rules.number("counting.three_plain")
    return Counted(whole_units(thirds, group, group - group // 2), thirds, max(0, -spare), literal)
