"""Where the cards can lie that a player of Königrufen has not seen: histories that agree with what he knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tarock.game.common.phases import TALON
from tarock.game.common.play import CHANCE, TableState, draw_places
from tarock.game.koenigrufen_1840.play_tables import KoenigrufenPosition, Phase, PlayTables
from tarock.game.koenigrufen_1840.vocabulary import TalonHalf

_AWAY = -2  # the place of discarded cards; hands have the numbers of their seats
_BEFORE_PURCHASE = (Phase.BIDDING, Phase.KING, Phase.PURCHASE)


def imagine_history(
    tables: PlayTables,
    state: TableState[KoenigrufenPosition],
    player: int,
    chance: random.Random,
    barred: dict[int, frozenset[int]],
) -> list[int] | None:
    """Return a history in which the unseen cards lie elsewhere, every lie with the same probability; None for none.

    `barred` are by seat the cards that it cannot hold now.

    It may be against what bids and words tell of a hand: whoever compares what the player sees refuses it.
    """
    at, events, size = state.at, state.events(), len(tables.cards)
    acts = [event for event in events if isinstance(event[0], int)]
    hands = [what for by, what, seen in events if by == "hand" and seen == 1 << player and isinstance(what, tuple)]
    number = sum(by == CHANCE for by, _what, _seen in acts)  # of cards dealt, in all deals
    places, order, laid = tables.generate_places(state), list[int](), list[int]()
    for own in hands[:-1] if at.dealt else hands:  # nobody played
        order += _deal(next(places), {player: own}, chance)
    if not at.dealt:
        order += chance.sample(range(size), number - len(order))
    else:
        found = _draw_lie(tables, at, player, chance, barred)
        if found is None:
            return None
        order += _deal(next(places), found[0], chance)
        laid = found[1]
    dealt, away = iter(order), iter(laid)
    return [
        next(dealt) if by == CHANCE else next(away) if laid and seen != tables.everyone else what
        for by, what, seen in acts
        if isinstance(what, int)
    ]


def _deal(places: Sequence[int], lying: Mapping[int, Sequence[int]], chance: random.Random) -> list[int]:
    """Return the cards in the order of dealing; those that lie nowhere take the places that are left, at random."""
    placed = {card for cards in lying.values() for card in cards}
    rest = [card for card in range(len(places)) if card not in placed]
    chance.shuffle(rest)
    left = {place: list(cards) for place, cards in lying.items()}
    for place, cards in left.items():
        if place != TALON:  # of the talon it is known which half is which
            chance.shuffle(cards)
    return [left[place].pop(0) if place in left else rest.pop() for place in places]


def _draw_lie(
    tables: PlayTables,
    at: KoenigrufenPosition,
    player: int,
    chance: random.Random,
    barred: dict[int, frozenset[int]],
) -> tuple[dict[int, list[int]], list[int]] | None:
    """Return the hands as dealt and the talon, and what another player discarded in order."""
    bought = at.kept > 0 and at.phase not in _BEFORE_PURCHASE
    buyer = at.declarer if bought and at.declarer != player else -1
    played: dict[int, list[int]] = {seat: [] for seat in range(tables.players)}
    for seat, card in (play for trick in at.tricks for play in trick):
        played[seat].append(card)
    halves = _list_known_halves(tables, at, player)
    done = len(at.scat) == tables.scat_size
    shown = [card for card in at.scat if card in tables.tarocks] if buyer >= 0 and done and tables.shows_tarocks else []
    known = {*at.dealt[player], *shown, *(card for cards in (*played.values(), *halves.values()) for card in cards)}
    room = {seat: len(hand) for seat, hand in enumerate(at.hands) if seat != player}
    unknown = [half for half in TalonHalf if half not in halves]
    if buyer >= 0:
        unknown = [half for half in unknown if (half is TalonHalf.UPPER) is not tables.buys_upper(at.kept)]
        room[_AWAY] = len(at.scat) - len(shown)
        barred[_AWAY] = tables.undiscardable | (tables.tarocks if done and tables.shows_tarocks else frozenset())
        if any(card not in tables.discardable for card in shown):  # there were no suit cards left to discard
            barred[buyer] = barred.get(buyer, frozenset()) | tables.suit_cards
    room[TALON] = tables.half_size * len(unknown)
    unseen = [card for card in range(len(tables.cards)) if card not in known]
    may = {card: [place for place in room if card not in barred.get(place, ())] for card in unseen}
    lying = draw_places(may, room, chance)
    if lying is None:
        return None
    away = shown + lying.pop(_AWAY, [])
    chance.shuffle(away)
    away.sort(key=lambda card: card not in tables.discardable)
    talon = lying.pop(TALON)
    chance.shuffle(talon)
    for half in unknown:
        halves[half], talon = talon[: tables.half_size], talon[tables.half_size :]
    for seat, held in lying.items():
        held.extend(played[seat])
        if seat == buyer:
            held.extend(away)
            chance.shuffle(held)
            half = TalonHalf.UPPER if tables.buys_upper(at.kept) else TalonHalf.LOWER
            halves[half] = [held.pop() for _card in range(tables.half_size)]
    lying[player] = list(at.dealt[player])
    lying[TALON] = [*halves[TalonHalf.UPPER], *halves[TalonHalf.LOWER]]
    return lying, away


def _list_known_halves(tables: PlayTables, at: KoenigrufenPosition, player: int) -> dict[TalonHalf, Sequence[int]]:
    """Return the halves of the talon that a player has seen."""
    folds: list[int] = []
    if at.kept and at.phase not in (Phase.BIDDING, Phase.KING):
        if player == at.declarer:
            folds += range(at.first, at.kept + 1, tables.raise_fold)
        elif tables.options.left_shown and at.kept > at.first and at.phase != Phase.PURCHASE:
            folds.append(at.kept - tables.raise_fold)
    return {
        TalonHalf.UPPER if tables.buys_upper(fold) else TalonHalf.LOWER: tables.find_half(at.talon, fold)
        for fold in folds
    }
