"""The codes of what settling a game of 1754 finds and of what its source leaves open."""

from __future__ import annotations

from enum import StrEnum


class Fact(StrEnum):
    """What settling notes."""

    FORGOTTEN = "taroc_1754.forgotten"
    VOID = "taroc_1754.void"
    CARDS_KEPT = "taroc_1754.cards_kept"
    PAGAT_RETURNED = "taroc_1754.pagat_returned"
    COUNTED = "taroc_1754.counted"
    COUNTED_LONE = "taroc_1754.counted_lone"


class Lone(StrEnum):
    """What the points for the Excuse alone are (1754:9)."""

    COUNTED = "counted"
    PAID = "paid"


class Silence(StrEnum):
    """What the source leaves open."""

    KING = "taroc_1754.king"
    DISCARD_NOT_NAMED = "taroc_1754.discard_not_named"
    DISCARD_EARLIER = "taroc_1754.discard_earlier"
    REVOKE_IN_VOID = "taroc_1754.revoke_in_void"
    PAGAT_RETURNED_LOST = "taroc_1754.pagat_returned_lost"
    PAGAT_TAKEN_LAST = "taroc_1754.pagat_taken_last"
    EXCUSE_AMONG_TAROCKS = "taroc_1754.excuse_among_tarocks"
    EXCUSE_TWICE = "taroc_1754.excuse_twice"
    EXCUSE_LONE = "taroc_1754.excuse_lone"
    DISCARD_COUNTS = "taroc_1754.discard_counts"
    DISCARD_TAROCK = "taroc_1754.discard_tarock"
    PAGAT_IN_VOID = "taroc_1754.pagat_in_void"
    PAGAT_FOR_NOTHING = "taroc_1754.pagat_for_nothing"
    PAGAT_FOR_CARD = "taroc_1754.pagat_for_card"
    REVOKE_TOOK_NOTHING = "taroc_1754.revoke_took_nothing"
    MATADORE_ROW = "taroc_1754.matadore_row"
    TAROCKS_PAID_BY = "taroc_1754.tarocks_paid_by"
    MISTAKEN_PART = "taroc_1754.mistaken_part"
    EXCUSE_KEPT = "taroc_1754.excuse_kept"
    EXCUSE_CARD_TO = "taroc_1754.excuse_card_to"
    SHARE_LEFT = "taroc_1754.share_left"
    EXCUSE_NOT_EXCHANGED = "taroc_1754.excuse_not_exchanged"
    PILE_UNEVEN = "taroc_1754.pile_uneven"
    PILE_UNCOVERED = "taroc_1754.pile_uncovered"
