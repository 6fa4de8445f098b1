"""The laws that play and record are both judged by, each in one place: call, purchase, discard, lead, the kept Pagat.

The law of the trick is `tarock.game.common.trick_law`; that of the bidding and the announcements is in `auction`. Each
value is read when it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection

from tarock.game.common.cards import Card
from tarock.game.common.records import read_enum, read_enums
from tarock.game.koenigrufen_1840.vocabulary import BidKind, OwnKingCall, SeatPlace, TalonHalf
from tarock.rules.ruleset import Rules

WITHOUT_SUITS = {"holding": "only tarocks and kings left"}  # the hand from which tarocks are laid away (1840:35.5)


def read_speaking_order(rules: Rules) -> tuple[SeatPlace, ...]:
    """Return the places in the order of bidding (1840:20)."""
    return read_enums(rules, "bidding.speaking_order", SeatPlace)


def find_leading_place(rules: Rules) -> int:
    """Return how many seats after the forehand the player sits who leads to the first trick (1840:7.7)."""
    return list(SeatPlace).index(read_enum(rules, "play.leader", SeatPlace))


def may_call_king(rules: Rules, contract: BidKind, *, own: bool) -> bool:
    """Return whether the declarer of a game may call a king, his `own` or another's (1840:32.1, 38.1)."""
    right = read_enum(rules, "king.own", OwnKingCall, contract=contract)
    return right is OwnKingCall.MAY or own is (right is OwnKingCall.MUST)


def buys_upper_half(rules: Rules, fold: int) -> bool:
    """Return whether a Dreier of `fold` folds buys the upper half of the talon, else the lower (1840:21.6, 21.9)."""
    return read_enum(rules, "talon.half", TalonHalf, fold=fold) is TalonHalf.UPPER


def find_highest_fold(rules: Rules, first: int) -> int:
    """Return the folds up to which the buyer of `first` folds may raise himself (1840:21.7, 21.8)."""
    step = rules.number("talon.change_fold")
    return min(rules.number("talon.fold_max"), first + step * rules.number("talon.changes_max"))


def find_discard_refusal(rules: Rules, never: Collection[Card], card: Card, *, suits_left: bool) -> str:
    """Return the key of the rule by which a held card may not be discarded; empty when it may (1840:35.3-35.5).

    `never` are the cards that are never discarded; `suits_left` says whether other suit cards than these are held.
    """
    if card in never:
        return "discard.never"
    if card.is_tarock and not rules.flag("discard.tarock", **{} if suits_left else WITHOUT_SUITS):
        return "discard.tarock"
    return ""


def must_keep_pagat(*, other_tarocks: bool, last_trick: bool) -> bool:
    """Return whether who announced ultimo must keep the Pagat in a trick (1840:51.3)."""
    return other_tarocks and not last_trick


def keeps_pagat(rules: Rules) -> bool:
    """Return whether who announces ultimo must keep the Pagat to the last trick (1840:51.3)."""
    return rules.has("ultimo.pagat_kept") and rules.flag("ultimo.pagat_kept")
