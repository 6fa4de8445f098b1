"""The laws that play and record are both judged by, each in one place: call, purchase, discard, lead, the kept Pagat.

The law of the trick is `tarock.game.common.trick_law`; that of the bidding and the announcements is in `auction`. Each
value is read when it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

from tarock.game.common.cards import Card, Pack
from tarock.game.common.records import read_choice, read_enum, read_enums
from tarock.game.koenigrufen_1840.vocabulary import BidKind, OwnKingCall, SeatPlace, TalonHalf
from tarock.rules.ruleset import Rules

S = TypeVar("S")  # a seat, by its name or its number
C = TypeVar("C")  # a card, or its number
WITHOUT_SUITS = {"holding": "only tarocks and kings left"}  # the hand from which tarocks are laid away (1840:35.5)


def read_speaking_order(rules: Rules) -> tuple[SeatPlace, ...]:
    """Return the places in the order of bidding (1840:20)."""
    return read_enums(rules, "bidding.speaking_order", SeatPlace)


def find_leading_place(rules: Rules) -> int:
    """Return how many seats after the forehand the player sits who leads to the first trick (1840:7.7)."""
    return list(SeatPlace).index(read_enum(rules, "play.leader", SeatPlace))


def read_king_right(rules: Rules, contract: BidKind) -> OwnKingCall:
    """Return whether the declarer of a game may, must or may not call a king of his own (1840:32.1, 38.1)."""
    return read_enum(rules, "king.own", OwnKingCall, contract=contract)


def may_call_king(rules: Rules, contract: BidKind, *, own: bool) -> bool:
    """Return whether the declarer of a game may call a king, his `own` or another's (1840:32.1, 38.1)."""
    right = read_king_right(rules, contract)
    return right is OwnKingCall.MAY or own is (right is OwnKingCall.MUST)


def buys_upper_half(rules: Rules, fold: int) -> bool:
    """Return whether a Dreier of `fold` folds buys the upper half of the talon, else the lower (1840:21.6, 21.9)."""
    return read_enum(rules, "talon.half", TalonHalf, fold=fold) is TalonHalf.UPPER


def find_highest_fold(rules: Rules, first: int) -> int:
    """Return the folds up to which the buyer of `first` folds may raise himself (1840:21.7, 21.8)."""
    return min(rules.number("talon.fold_max"), first + read_raise(rules) * rules.number("talon.changes_max"))


def read_raise(rules: Rules) -> int:
    """Return by how many folds who changes halves raises himself (1840:21.7)."""
    return rules.number("talon.change_fold")


def find_never_discarded(pack: Pack, rules: Rules) -> frozenset[Card]:
    """Return the cards that are never discarded (1840:35.4)."""
    return pack.select_stated(rules, "discard.never")


def find_discard_refusal(rules: Rules, never: Collection[Card], card: Card, *, suits_left: bool) -> str:
    """Return the key of the rule by which a held card may not be discarded; empty when it may (1840:35.3-35.5).

    `never` are the cards that are never discarded; `suits_left` says whether other suit cards than these are held.
    """
    if card in never:
        return "discard.never"
    if card.is_tarock and not rules.flag("discard.tarock", **{} if suits_left else WITHOUT_SUITS):
        return "discard.tarock"
    return ""


def find_holder(hands: Iterable[tuple[S, Collection[C]]], king: C) -> S | None:
    """Return the seat that has the called king, None where nobody has it: a friend of the declarer (1840:7.5)."""
    return next((seat for seat, hand in hands if king in hand), None)


def takes_volat_together(rules: Rules) -> bool:
    """Return whether one side takes all the tricks for a Volat, and not one player alone (1840:60.1, 60.5)."""
    return read_choice(rules, "volat.taken_by", "one side", "one player")


def is_discard_a_revoke(rules: Rules) -> bool:
    """Return whether a wrong discard is punished as a revoke, and not as a fault of its own (1840:35.6)."""
    return read_choice(rules, "discard.wrong.counts_as", "a revoke", "a fault of its own")


def must_keep_pagat(hand: Iterable[C], pagat: C, tarocks: Collection[C], *, last_trick: bool) -> bool:
    """Return whether who announced ultimo, and holds the Pagat in a hand, must keep it in a trick (1840:51.3)."""
    return not last_trick and any(card in tarocks and card != pagat for card in hand)


def keeps_pagat(rules: Rules) -> bool:
    """Return whether who announces ultimo must keep the Pagat to the last trick (1840:51.3)."""
    return rules.has("ultimo.pagat_kept") and rules.flag("ultimo.pagat_kept")
